"""The order of touches tells a capture from a plain move (docs/play.md, 3)."""

from collections.abc import Callable

import pytest
from cases import FACING, asked, patterns, position, shields
from play_table import BOTH, PlayTable

from table.messages.events import EndTurn

BESIDE = {"d4": "wP", "a2": "wP", "e5": "bP", "h7": "bP"}
"""A white pikeman takes on e5, or goes to d5."""


def beside(pause_s: float = 0.3) -> PlayTable:
    """The captured piece was set down on a square that its taker might have gone to; the taker stands."""
    table = position("advancing-chess", BESIDE, "play")
    table.lift("e5")
    table.place("d5")
    table.now_s += pause_s
    table.lift("d4")
    table.place("e5")
    return table


def test_a_square_that_was_filled_before_the_mover_left_its_own_was_not_filled_by_it() -> None:
    table = beside()
    table.wait(1)
    assert table.actions == []
    assert str(table.scene().now).startswith("If the piece on d5 was captured, take it off the board.")
    table.lift("d5")
    table.wait(1)
    assert table.actions == ["d4e5"]


@pytest.mark.parametrize("rest_s", [0.2, 1.0, 30.0])
@pytest.mark.parametrize("pause_s", [0.0, 0.3])
def test_a_capture_whose_victim_stands_beside_is_recorded_however_late_it_is_taken_away(
    pause_s: float, rest_s: float
) -> None:
    """Also where hands were so quick that the order of touches tells nothing."""
    table = beside(pause_s)
    table.wait(rest_s)
    table.lift("d5")
    table.wait(5)
    assert table.actions == ["d4e5"]
    assert table.scene().missing == table.scene().extra == ()


def test_where_the_taken_piece_stays_beside_the_board_asks_and_then_has_it_taken_away() -> None:
    table = beside()
    table.wait(2.5)
    assert not table.scene().prompts and table.actions == []
    table.wait(1)
    assert asked(table) == {"d4d5", "d4e5"} and table.actions == []
    table.answer("d4e5")
    assert table.actions == ["d4e5"] and table.scene().extra == ("d5",)
    table.lift("d5")
    table.wait(1)
    assert table.scene().status == "play" and table.scene().extra == ()


@pytest.mark.parametrize("rest_s", [0.5, 2.0])
def test_a_plain_move_does_not_count_while_what_its_piece_may_take_was_lifted_before_and_is_still_in_the_air(
    rest_s: float
) -> None:
    """The captured piece is set down beside at the same moment as its taker is lifted."""
    table = position("advancing-chess", BESIDE, "play")
    table.lift("e5")
    table.place("d5")
    table.lift("d4")
    table.wait(rest_s)
    assert table.actions == []
    table.place("e5")
    table.lift("d5")
    table.wait(1)
    assert table.actions == ["d4e5"]


TAKER_AND_VICTIM = pytest.mark.parametrize("lifted", [("d4", "e5"), ("e5", "d4")])
LANDED = pytest.mark.parametrize("landed", [("d5", "e5"), ("e5", "d5")])


def both_in_the_air(table: PlayTable, lifted: tuple[str, ...], landed: tuple[str, ...]) -> None:
    """The taker may have stepped to d5, and its victim may have been put back; or it stands on e5, the victim on d5."""
    table.lift(*lifted)
    table.now_s += 0.3
    table.place(*landed)


@TAKER_AND_VICTIM
@LANDED
@pytest.mark.parametrize("rest_s", [0.5, 2.5, 30.0])
def test_where_taker_and_victim_were_both_in_the_air_a_plain_move_is_not_certain(
    lifted: tuple[str, ...], landed: tuple[str, ...], rest_s: float
) -> None:
    table = position("advancing-chess", BESIDE, "play")
    both_in_the_air(table, lifted, landed)
    table.wait(rest_s)
    assert table.actions == []
    assert bool(table.scene().prompts) == (rest_s > 3) and (rest_s < 3 or asked(table) == {"d4d5", "d4e5"})
    table.lift("d5")
    table.wait(1)
    assert table.actions == ["d4e5"]
    assert table.scene().missing == table.scene().extra == ()


@TAKER_AND_VICTIM
@LANDED
@pytest.mark.parametrize("rest_s", [0.0, 1.0])
@pytest.mark.parametrize("meant", ["d4d5", "d4e5"])
def test_a_reply_does_not_make_it_certain(
    lifted: tuple[str, ...], landed: tuple[str, ...], rest_s: float, meant: str
) -> None:
    table = position("advancing-chess", BESIDE, "play")
    both_in_the_air(table, lifted, landed)
    table.wait(rest_s)
    table.move("h7", "h6")
    table.wait(2)
    assert table.actions == []
    table.wait(2)
    assert asked(table) == {"d4d5", "d4e5"}
    table.answer(meant)
    if meant == "d4e5":
        table.lift("d5")
    table.wait(1)
    assert table.actions == [meant, "h7h6"]
    assert table.scene().missing == table.scene().extra == ()


@TAKER_AND_VICTIM
def test_no_march_begins_while_it_is_not_certain(lifted: tuple[str, ...]) -> None:
    table = PlayTable()
    table.continue_with((), FACING)
    both_in_the_air(table, lifted, ("d5", "e5"))
    table.wait(2.5)
    assert table.actions == [] and table.table.goal is None
    table.lift("d5")
    table.wait(1)
    assert table.actions[0] == "d4e5"


@TAKER_AND_VICTIM
@LANDED
@pytest.mark.parametrize("rest_s", [0.5, 30.0])
def test_a_victim_beside_is_no_step_after_which_pawns_may_strike(
    lifted: tuple[str, ...], landed: tuple[str, ...], rest_s: float
) -> None:
    """Pawn: b2 takes b3; stepping back to b1, it would form a dual with a1 that may strike c1."""
    table = patterns("a1", "b2", enemy=("b3", "c1"))
    names = {"d4": "b2", "e5": "b3", "d5": "b1"}
    both_in_the_air(table, tuple(names[each] for each in lifted), tuple(names[each] for each in landed))
    table.wait(rest_s)
    assert table.actions == []
    table.lift("b1")
    table.wait(4)
    assert table.actions == ["b2b3"]


@LANDED
def test_ending_the_turn_says_that_the_squares_show_what_was_played(landed: tuple[str, ...]) -> None:
    table = position("advancing-chess", BESIDE, "play")
    both_in_the_air(table, ("d4", "e5"), landed)
    table.wait(1)
    table.send(EndTurn(BOTH))
    assert table.actions == ["d4d5"]


@LANDED
@pytest.mark.parametrize("finish", [
    lambda table: table.answer("d4d5"), lambda table: table.send(EndTurn(BOTH)),
], ids=["answered", "ended"])
def test_what_players_have_said_was_the_move_is_not_corrected_when_its_piece_is_taken(
    landed: tuple[str, ...], finish: Callable[[PlayTable], None]
) -> None:
    """The taken piece is lifted first, and held for a while."""
    table = position("advancing-chess", {**BESIDE, "c6": "bP"}, "play")
    both_in_the_air(table, ("d4", "e5"), landed)
    table.wait(4)
    finish(table)
    table.wait(4)
    table.lift("d5")
    table.wait(2)
    assert table.actions == ["d4d5"]
    table.lift("c6")
    table.place("d5")
    table.wait(1)
    assert table.actions == ["d4d5", "c6d5"]


def test_a_plain_move_counts_at_once_where_the_other_piece_in_the_air_is_none_that_its_mover_may_take() -> None:
    table = position("advancing-chess", BESIDE, "play")
    both_in_the_air(table, ("d4", "h7"), ("d5", "h7"))
    table.wait(0.4)
    assert table.actions == ["d4d5"]


def test_an_opponent_who_lifts_early_and_puts_back_does_not_hold_a_move_up() -> None:
    table = position("advancing-chess", BESIDE, "play")
    table.lift("d4")
    table.place("d5")
    table.now_s += 0.2
    table.lift("e5")
    table.place("e5")
    table.wait(0.4)
    assert table.actions == ["d4d5"]


def test_an_opponent_who_lifts_early_does_not_hold_a_move_up() -> None:
    table = position("advancing-chess", BESIDE, "play")
    table.lift("d4")
    table.place("d5")
    table.lift("e5")
    table.wait(0.4)
    assert table.actions == ["d4d5"]


def test_the_other_side_may_go_on_meanwhile() -> None:
    """Then the piece that is taken away late may also be the mover, lifted for its next move: the board asks."""
    table = beside()
    table.lift("h7")
    table.place("h6")
    table.wait(1)
    assert table.actions == []
    table.lift("d5")
    table.wait(4)
    assert asked(table) == {"d4d5", "d4e5"} and table.actions == []
    table.answer("d4e5")
    table.wait(1)
    assert table.actions == ["d4e5", "h7h6"]


def test_a_piece_slid_over_a_reed_that_closes_early_counts_at_once() -> None:
    table = position("advancing-chess", BESIDE, "play")
    table.place("d5")
    table.now_s += 0.5
    table.lift("d4")
    table.wait(0.4)
    assert table.actions == ["d4d5"]


@pytest.mark.parametrize("closed_s", [0.2, 0.5, 2.5])
def test_a_taker_that_lands_off_centre_closes_the_next_square_for_a_while(closed_s: float) -> None:
    table = position("advancing-chess", BESIDE, "play")
    table.lift("d4", "e5")
    table.place("e5")
    table.now_s += 0.02 - 0.2
    table.place("d5")
    table.wait(closed_s)
    table.lift("d5")
    table.wait(1)
    assert table.actions == ["d4e5"]
    assert table.scene().missing == table.scene().extra == ()


def test_a_target_that_was_straightened_before_is_not_taken_when_its_neighbour_is_lifted_again() -> None:
    table = position("advancing-chess", BESIDE, "play")
    table.lift("e5")
    table.place("e5")
    table.move("d4", "d5")
    assert table.actions == ["d4d5"]
    table.lift("d5")
    table.wait(2)
    assert table.actions == ["d4d5"]
    table.place("d5")
    table.wait(1)
    assert table.actions == ["d4d5"] and table.scene().status == "play"


def test_an_attack_that_is_slid_on_to_keeps_its_touch() -> None:
    """Chess Two: the target was struck first; the attacker rested on its way to the square before it."""
    table = shields({"a1": "wR", "a8": "bN+"})
    table.lift("a1", "a8")
    table.place("a8", "a4")
    table.wait(1)
    assert table.actions == ["a1a4"]
    table.lift("a4")
    table.place("a7")
    table.wait(1)
    assert table.actions == ["a1xa8@a7"]


def straightened_after(table: PlayTable) -> PlayTable:
    """The target is straightened while another piece is in the air; then the mover, at rest before, is lifted again."""
    table.move("d4", "d5")
    table.wait(1)
    table.lift("h7", "e5")
    table.place("e5")
    table.now_s += 0.3
    table.lift("d5")
    table.place("h7")
    return table


def test_a_square_that_was_filled_before_the_mover_left_its_own_is_no_correction_either() -> None:
    table = straightened_after(position("advancing-chess", BESIDE, "play"))
    table.wait(4)
    assert table.actions == ["d4d5"] and not table.scene().prompts
    table.place("d5")
    table.wait(1)
    assert table.actions == ["d4d5"] and table.scene().status == "play"


def test_a_capture_made_after_that_is_a_correction() -> None:
    table = straightened_after(position("advancing-chess", BESIDE, "play"))
    table.lift("e5")
    table.place("e5")
    table.wait(4)
    assert table.actions == ["d4e5"]


@pytest.mark.parametrize("replied", [False, True])
def test_a_correction_of_the_other_side_is_none_once_a_capture_of_what_had_been_played_explains_all(
    replied: bool
) -> None:
    """The victim is set down where it might have gone itself in the move before."""
    table = position("advancing-chess", {"d4": "wP", "a2": "wP", "e6": "bP", "h7": "bP"}, "play")
    table.move("a2", "a3")
    table.move("e6", "e5")
    table.wait(4)
    table.move("e5", "e4")
    table.wait(1)
    assert table.actions == ["a2a3", "e6e4"]
    table.move("d4", "e5")
    table.wait(1)
    if replied:
        table.move("h7", "h6")
    table.lift("e4")
    table.wait(4)
    assert table.actions == ["a2a3", "e6e5", "d4e5", "h7h6"][: 4 if replied else 3]
    assert table.scene().missing == table.scene().extra == ()


def set_down_where_it_might_have_gone(rest_s: float = 1.0) -> PlayTable:
    """Chess: the bishop on b5 takes the knight, which has come to c6 and is set down on a6 first."""
    board = {"e1": "wK", "b5": "wB", "a2": "wP", "b8": "bN", "h7": "bP", "g8": "bK"}
    table = position("chess", board, "play")
    table.move("a2", "a3")
    table.move("b8", "c6")
    table.wait(2)
    table.lift("c6")
    table.place("a6")
    table.wait(rest_s)
    table.lift("b5")
    table.place("c6")
    return table


CAPTURED = ["a2a3", "b8c6", "b5c6"]
CORRECTED = ["a2a3", "b8a6", "b5c6"]


@pytest.mark.parametrize("victim_s", [0.3, 30.0])
@pytest.mark.parametrize("stays_s", [0.1, 1.0, 30.0])
@pytest.mark.parametrize("reply", [[], ["h7h6"]], ids=["", "replied"])
def test_a_victim_that_could_have_gone_to_where_it_stands_is_no_correction_once_it_has_left(
    victim_s: float, stays_s: float, reply: list[str]
) -> None:
    """Its taker may go to its square without taking, too."""
    table = set_down_where_it_might_have_gone(victim_s)
    if reply:
        table.move("h7", "h6")
    table.wait(stays_s)
    table.lift("a6")
    table.wait(4)
    assert table.actions == CAPTURED + reply
    assert table.scene().missing == table.scene().extra == () and not table.scene().prompts


@pytest.mark.parametrize("answer, played", [("b8c6 b5c6", CAPTURED), ("b5c6", CORRECTED)])
@pytest.mark.parametrize("reply", [[], ["h7h6"]], ids=["", "replied"])
def test_a_move_to_a_square_that_a_correction_has_left_is_asked_about(
    answer: str, played: list[str], reply: list[str]
) -> None:
    table = set_down_where_it_might_have_gone()
    if reply:
        table.move("h7", "h6")
    table.wait(2.5)
    assert len(table.actions) == 2 and not table.scene().prompts
    assert str(table.scene().now).startswith("If the piece on a6 was captured, take it off the board.")
    table.wait(1)
    assert asked(table) == {"b5c6", "b8c6 b5c6"}
    (prompt,) = table.scene().prompts
    assert [str(choice.label) for choice in prompt.choices][:2] == ["bishop from b5 to c6", "bishop from b5 takes c6"]
    table.answer(answer)
    if played is CAPTURED:
        assert "a6" in table.scene().extra
        table.lift("a6")
    table.wait(1)
    assert table.actions == played + reply
    assert table.scene().missing == table.scene().extra == ()
    if played is CORRECTED and not reply:
        table.move("a6", "b4")
        table.wait(1)
        assert table.actions == [*CORRECTED, "a6b4"]


def test_ending_the_turn_says_that_it_was_a_correction() -> None:
    table = set_down_where_it_might_have_gone()
    table.send(EndTurn(BOTH))
    assert table.actions == CORRECTED


def test_ending_the_turn_once_the_piece_has_left_says_that_it_was_taken() -> None:
    table = set_down_where_it_might_have_gone()
    table.lift("a6")
    table.send(EndTurn(BOTH))
    assert table.actions == CAPTURED


@pytest.mark.parametrize("held_s", [0.1, 1.0])
def test_a_corrected_piece_that_moves_on_at_once_leaves_it_open(held_s: float) -> None:
    table = set_down_where_it_might_have_gone()
    table.lift("a6")
    table.wait(held_s)
    table.place("b4")
    table.wait(4)
    table.answer("b5c6")
    table.wait(1)
    assert table.actions == [*CORRECTED, "a6b4"]


def test_a_piece_that_slid_over_a_square_has_not_been_taken_there() -> None:
    board = {"e1": "wK", "b5": "wB", "a8": "bR", "h7": "bP", "g8": "bK", "a2": "wP"}
    table = position("chess", board, "play")
    table.move("a2", "a3")
    table.lift("a8")
    table.place("a6")
    table.lift("a6")
    table.place("a4")
    table.wait(1)
    table.move("b5", "a6")
    table.wait(0.4)
    assert table.actions == ["a2a3", "a8a4", "b5a6"]


def a_kill_whose_victim_stands_beside(rest_s: float = 1.0) -> PlayTable:
    """Chess Two: the pawn on g4 kills the rook on h5, which has come from h9 and is set down on h7, and stays on g4."""
    table = shields({"g4": "wP", "h9": "bR", "a2": "wN"})
    for origin, target in (("a2", "b4"), ("h9", "h5")):
        table.move(origin, target)
        table.send(EndTurn(BOTH))
        table.wait(3)
    table.lift("h5")
    table.place("h7")
    table.wait(rest_s)
    table.lift("g4")
    table.place("g4")
    table.wait(rest_s)
    return table


def test_the_touch_of_a_pawn_that_kills_and_stays_is_not_forgotten_when_its_victim_seems_to_be_corrected() -> None:
    table = a_kill_whose_victim_stands_beside()
    assert table.actions == ["a2b4", "h9h7"]
    table.lift("h7")
    table.wait(2.5)
    assert not table.scene().prompts, "it may be in the hand"
    table.wait(1)
    assert str(table.scene().now) == "The board cannot tell what was played. Answer on a phone."
    assert asked(table) == {"h9h5 g4xh5@g4"}
    table.answer("h9h5 g4xh5@g4")
    table.wait(1)
    assert table.actions == ["a2b4", "h9h5", "g4xh5@g4"]
    assert table.scene().missing == table.scene().extra == ()


@pytest.mark.parametrize("held_s", [1.0, 5.0])
def test_a_corrected_piece_that_is_put_back_or_corrected_again_is_none_that_was_killed(held_s: float) -> None:
    for target, played in (("h7", "h9h7"), ("h8", "h9h8")):
        table = a_kill_whose_victim_stands_beside()
        table.lift("h7")
        table.wait(held_s)
        table.place(target)
        table.wait(1)
        assert table.actions == ["a2b4", played] and not table.scene().prompts


def test_a_capture_that_was_corrected_to_a_step_which_is_then_taken_is_asked_about() -> None:
    """As soon as the piece that made the step is lifted, it looks as if that had been the capture after all."""
    table = position("advancing-chess", {"c5": "wP", "a2": "wP", "d6": "bN", "d8": "bN", "h7": "bP"}, "play")
    table.lift("c5", "d6")
    table.place("d6")
    table.wait(1)
    assert table.actions == ["c5d6"]
    table.lift("d6")
    table.place("c6", "d6")
    table.wait(4)
    assert table.actions == ["c5c6"]
    table.lift("c6")
    table.wait(1)
    assert table.actions == ["c5d6"]
    table.place("e6")
    table.wait(1)
    table.lift("d8")
    table.place("c6")
    table.wait(1)
    table.lift("e6")
    table.wait(4)
    assert asked(table) == {"d8c6", "c5c6 d8c6"}
    table.answer("c5c6 d8c6")
    table.wait(1)
    assert table.actions == ["c5c6", "d8c6"] and table.pieces["d6"] == "bN"


@pytest.mark.parametrize("rest_s", [0.1, 1.0])
def test_a_square_that_the_last_mover_only_slid_over_is_no_place_where_it_had_stopped(rest_s: float) -> None:
    """Nor had its taker then gone past it, and the last mover moved on: its taker took it, and it stands beyond."""
    board = {"g1": "wK", "c1": "wB", "a2": "wP", "f8": "bR", "a8": "bK", "h7": "bP"}
    table = position("chess", board, "play")
    table.lift("c1")
    for square in ("d2", "e3"):
        table.place(square)
        table.lift(square)
    table.place("f4")
    table.wait(4)
    table.lift("f4", "f8")
    table.place("f3")
    table.wait(rest_s)
    table.place("f4")
    table.wait(rest_s)
    assert table.actions == ["c1f4"]
    table.lift("f3")
    table.wait(1)
    assert table.actions == ["c1f4", "f8f4"]


def both_in_the_air_then_beside(rest_s: float) -> PlayTable:
    """Chess: the rook on e6 takes the bishop, which came from d5 to e4, and stands where only that may go."""
    board = {"h4": "wK", "d5": "wB", "a2": "wP", "e6": "bR", "g6": "bP", "h7": "bK"}
    table = position("chess", board, "play")
    table.move("d5", "e4")
    table.wait(3)
    table.lift("e6", "e4")
    table.place("g2")
    table.wait(rest_s)
    table.place("e4")
    return table


@pytest.mark.parametrize("rest_s", [0.1, 1.0])
@pytest.mark.parametrize("stays_s", [0.1, 1.0, 30.0])
def test_a_victim_that_stands_where_it_might_have_gone_before_has_not_gone_on(rest_s: float, stays_s: float) -> None:
    table = both_in_the_air_then_beside(rest_s)
    table.wait(stays_s)
    assert table.actions == ["d5e4"]
    table.lift("g2")
    table.wait(1)
    assert table.actions == ["d5e4", "e6e4"]
    assert table.scene().missing == table.scene().extra == ()


@pytest.mark.parametrize("answer, played", [("e6e4", ["d5e4", "e6e4"]), ("d5g2", ["d5g2", "e6e4"])])
def test_a_victim_or_a_piece_that_has_gone_on_is_asked_about(answer: str, played: list[str]) -> None:
    table = both_in_the_air_then_beside(1.0)
    table.wait(2.5)
    assert str(table.scene().now).startswith("If the piece on g2 was captured, take it off the board.")
    table.wait(1)
    assert asked(table) == {"e6e4", "d5g2"}
    table.answer(answer)
    if "g2" in table.scene().extra:
        table.lift("g2")
    table.wait(1)
    assert table.actions == played
    assert table.scene().missing == table.scene().extra == ()


def test_what_was_knocked_over_and_put_back_after_a_correction_is_no_evidence_of_a_capture() -> None:
    """Pawn: a pawn that had fallen on the square that the corrected one left is back; now Black strikes."""
    board = {"a4": "wP", "c1": "wP", "f1": "wP", "g3": "wP", "f3": "bP", "g4": "bP", "h4": "bP", "c7": "bP"}
    table = position("pawn", board, "move")
    table.move("c1", "c2")
    table.wait(3)
    table.lift("f3")
    table.place("f2")
    table.wait(1)
    assert table.actions == ["c1c2", "f3f2"]
    table.lift("f2")
    table.place("f4")
    table.wait(1)
    assert table.actions == ["c1c2", "f3f4"]
    table.lift("a4", "f1", "g3")
    table.place("f2", "e4")
    table.wait(1)
    table.lift("f2", "e4")
    table.place("a4", "f1", "g3")
    table.wait(3)
    assert table.actions == ["c1c2", "f3f4"] and table.scene().status == "play"
    table.lift("a4")
    table.wait(0.5)
    for square, target in (("f4", "a4"), ("g4", "c4"), ("h4", "b4")):
        table.lift(square)
        table.wait(2)
        table.place(target)
        table.wait(2)
    assert table.actions == ["c1c2", "f3f4", "f4g4h4<5"]


def strike_beside() -> PlayTable:
    """Pawn: b3 steps to b4 and strikes d4, which is set down on b5, where b3 might have stepped instead."""
    table = patterns("a4", "b3", "c4", "g1", enemy=("d4", "h7"))
    table.move("b3", "b4")
    table.wait(1)
    assert table.actions == ["b3b4"]
    table.lift("b4", "d4")
    table.place("d4")
    table.place("b5")
    return table


@pytest.mark.parametrize("rest_s", [0.2, 1.0, 30.0])
def test_a_victim_beside_is_no_correction_of_the_step_before_the_strike(rest_s: float) -> None:
    table = strike_beside()
    table.wait(rest_s)
    table.lift("b5")
    table.wait(4)
    assert table.actions == ["b3b4", "b4c4>1"]
    assert table.scene().missing == table.scene().extra == ()


@pytest.mark.parametrize("meant", ["b3b5", "b4c4>1"])
def test_where_the_struck_pawn_stays_beside_the_board_asks_whether_the_step_was_corrected(meant: str) -> None:
    table = strike_beside()
    table.wait(4)
    assert asked(table) >= {"b3b5", "b4c4>1"} and table.actions == ["b3b4"]
    table.answer(meant)
    if meant == "b4c4>1":
        table.lift("b5")
    table.wait(1)
    assert table.actions == (["b3b5"] if meant == "b3b5" else ["b3b4", "b4c4>1"])
    assert table.scene().missing == table.scene().extra == ()


@pytest.mark.parametrize("flutter_s", [0.05, 0.3])
@pytest.mark.parametrize("held_s", [0.2, 1.0, 30.0])
def test_a_victim_whose_landing_flutters_is_no_correction_while_its_taker_is_in_the_air(
    flutter_s: float, held_s: float
) -> None:
    """Chess: the rook has gone from c6 to h6. King g7 takes it; set down on g6, it might be taken there, too."""
    board = {"c6": "wR", "e5": "wK", "g7": "bK", "h3": "bP"}
    table = position("chess", board, "play")
    table.move("c6", "h6")
    table.wait(2)
    table.lift("h6", "g7")
    for touch in (table.place, table.lift, table.place):
        table.now_s += flutter_s
        touch("g6")
    table.wait(held_s)
    assert table.actions == ["c6h6"]
    table.place("h6")
    table.lift("g6")
    table.wait(4)
    assert table.actions == ["c6h6", "g7h6"]
    assert table.scene().missing == table.scene().extra == ()


def test_no_capture_is_under_way_once_as_many_pieces_have_come_down_as_were_lifted() -> None:
    """Chess Two: a hand for the queen and one for Death, which might take her; both were in the air together."""
    table = shields({"g6": "wQ", "h5": "nD", "b10": "nL"})
    table.lift("g6", "h5")
    table.place("g4", "g8")
    table.wait(1)
    assert sorted(table.actions) == ["g6g8", "h5g4"]


def half_a_strike_after_a_correction() -> PlayTable:
    """Pawn: h3 swings round g3 to g4, then on to g2; g1 g2 g3 strikes g5, of which half is done.

    Black's g5 might as well have taken the pawn on g4, which was set down on g2 meanwhile.
    """
    table = patterns("a4", "g1", "g3", "h3", enemy=("e8", "g5"))
    table.move("h3", "g4")
    table.wait(1)
    assert table.actions == ["g3h3@g3-"]
    table.move("g4", "g2")
    table.wait(1)
    assert table.actions == ["g3h3@g3+"]
    table.lift("g5", "g2")
    table.place("g4")
    return table


@pytest.mark.parametrize("pause_s", [0.2, 2.0, 30.0])
def test_half_a_strike_is_no_capture_of_the_other_side_in_hindsight(pause_s: float) -> None:
    table = half_a_strike_after_a_correction()
    table.wait(pause_s)
    assert table.actions == ["g3h3@g3+"]
    table.lift("g1")
    table.place("g5")
    table.wait(1)
    assert table.actions == ["g3h3@g3+", "g1g2g3^2"]
    assert table.scene().missing == table.scene().extra == ()


def test_where_half_a_strike_stays_the_board_asks_whether_it_was_a_capture() -> None:
    table = half_a_strike_after_a_correction()
    table.wait(4)
    table.answer("g3h3@g3- g5g4")
    table.wait(1)
    assert table.actions == ["g3h3@g3-", "g5g4"]
    assert table.scene().missing == table.scene().extra == ()


def test_pieces_mixed_up_elsewhere_are_no_correction() -> None:
    """Chess: the queen takes on d5, and her victim stands beside; then she and the bishop on f4 are exchanged."""
    table = position("chess", {"e1": "wK", "d3": "wQ", "f4": "wB", "d5": "bB", "h7": "bP", "g8": "bK"}, "play")
    table.lift("d5", "d3")
    table.place("d5")
    table.wait(1)
    assert table.actions == ["d3d5"]
    table.place("b3")
    table.wait(4)
    for lifted, placed in (("f4", "h2"), ("d5", "f4"), ("h2", "d5")):
        table.lift(lifted)
        table.wait(0.5)
        table.place(placed)
        table.wait(0.5)
    table.wait(4)
    assert table.actions == ["d3d5"] and table.scene().status == "repair"
