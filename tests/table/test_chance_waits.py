"""Chance, and what the rules do by themselves, leave hands time to correct what they have played (docs/play.md, 5)."""

import pytest
from cases import revenge
from play_table import WHITE, PlayTable

from table.messages.events import ChangeSettings, EndTurn
from table.messages.settings import Settings


def moved_once(roll: int = 4) -> PlayTable:
    """Pawn's Revenge: White's king went a step on, and the next die is about to fall."""
    table = revenge(roll)
    table.move("e1", "e2")
    return table


def test_a_die_falls_a_while_after_the_last_touch() -> None:
    table = moved_once()
    before = len(table.actions)
    table.wait(0.8)
    assert len(table.actions) == before
    table.wait(1)
    assert len(table.actions) > before and table.actions[-1].startswith("roll")


@pytest.mark.parametrize("pause_s", [0.2, 1.2])
def test_a_piece_may_be_slid_on_before_the_die_falls(pause_s: float) -> None:
    table = moved_once()
    assert table.actions[-1] == "e1e2"
    table.wait(pause_s - 0.4)
    table.lift("e2")
    table.wait(2)
    assert table.actions == ["e1e2"], "while a piece is in the air no die falls"
    table.place("e3")
    table.wait(0.5)
    assert table.actions == ["e1e3"]
    table.wait(2)
    assert table.actions[0] == "e1e3" and table.actions[1].startswith("roll")


@pytest.mark.parametrize("held_s", [0.2, 3.0])
@pytest.mark.parametrize("pause_s", [0.1, 0.9])
def test_a_die_falls_a_while_after_the_piece_was_taken_up_and_put_back_there(pause_s: float, held_s: float) -> None:
    table = moved_once()
    table.wait(pause_s)
    table.lift("e2")
    table.wait(held_s)
    table.place("e2")
    table.wait(1.4)
    assert table.actions == ["e1e2"]
    table.wait(0.5)
    assert table.actions[-1].startswith("roll")


def test_end_turn_has_the_die_fall_at_once() -> None:
    table = moved_once()
    table.send(EndTurn(WHITE))
    assert table.actions[-1].startswith("roll") and not table.refusals


@pytest.mark.parametrize("correction_ms", [0, 4000])
def test_how_long_is_a_setting(correction_ms: int) -> None:
    table = revenge(4)
    table.send(ChangeSettings(Settings(correction_ms=correction_ms)))
    table.move("e1", "e2")
    table.wait(max(0.0, correction_ms / 1000 - 1.0))
    assert table.actions[-1].startswith("roll") == (correction_ms == 0)
    table.wait(1.5)
    assert table.actions[-1].startswith("roll")


# --- before a march ----------------------------------------------------------------------------------------------


def before_a_march(**options: int) -> PlayTable:
    """Pawn Advance: one move of Black's is left, with the pawn on b8 or another; then everybody marches."""
    table = PlayTable()
    board = {"a2": "wP", "b1": "wP", "e4": "wP", "b8": "bP", "h6": "bP"}
    detail = {"moved": [], "moves_left": 1}
    state = {"board": board, "phase": "battle", "to_act": ["black"], "detail": detail}
    table.continue_with((), state, spawn=1, **options)
    return table


@pytest.mark.parametrize(("first", "then"), [("b7", "b6"), ("b6", "b7")])
def test_the_last_move_of_a_turn_may_be_slid_on_before_the_march(first: str, then: str) -> None:
    """Also where the march would lead."""
    table = before_a_march()
    table.move("b8", first)
    assert table.actions == [f"b8{first}"] and table.scene().status == "happening"
    table.lift(first)
    table.place(then)
    table.wait(0.5)
    assert table.actions == [f"b8{then}"]
    table.follow_lights()
    assert len(table.actions) > 1, "then they are drawn"
    assert table.scene().status == "play"


def test_a_piece_that_marches_later_is_not_taken_for_a_correction() -> None:
    """Black's pawn goes from b8 to b7 and marches to b6, where it might have gone by itself."""
    table = before_a_march()
    table.move("b8", "b7")
    table.wait(2)
    table.lift("b7")
    table.place("b6")
    table.wait(3)
    assert table.actions[0] == "b8b7" and "b6" not in table.scene().extra


def test_a_piece_that_is_put_elsewhere_later_is_still_a_correction_until_chance_has_decided() -> None:
    table = before_a_march(supply=1)
    table.move("b8", "b6")
    table.lift("b6")
    table.wait(1.4)
    table.place("b7")
    table.wait(0.5)
    assert table.actions == ["b8b7"]


@pytest.mark.parametrize("rest_s", [0.1, 1.0])
def test_no_pawn_is_drawn_while_the_one_that_moved_is_in_a_hand(rest_s: float) -> None:
    table = before_a_march()
    table.move("b8", "b6")
    table.wait(rest_s)
    table.lift("b6")
    table.wait(5)
    assert table.actions == ["b8b6"]
    table.place("b7")
    table.wait(0.5)
    assert table.actions == ["b8b7"]
    table.wait(2)
    assert len(table.actions) > 1, "then they are drawn"


def test_pawns_are_drawn_while_others_march() -> None:
    """Only the pawn that moved is waited for."""
    table = before_a_march()
    table.move("b8", "b6")
    table.lift("h6")
    table.wait(2)
    assert len(table.actions) > 1


# --- before the game is over -------------------------------------------------------------------------------------


def before_the_last_march() -> PlayTable:
    """Pawn Advance: one move of Black's is left, then White's pawn marches to a8; a pawn on a8 would stop it."""
    table = PlayTable()
    board = {"a7": "wP", "d4": "wP", "d5": "bP", "b8": "bP"}
    state = {"board": board, "phase": "battle", "to_act": ["black"], "detail": {"moves_left": 1}}
    table.continue_with((), state)
    return table


@pytest.mark.parametrize(("pause_s", "held_s"), [(0.0, 0.1), (1.0, 0.1), (1.0, 4.0)])
@pytest.mark.parametrize("then", ["b7", "b8"])
def test_the_move_before_the_march_that_ends_the_game_may_be_corrected_or_put_back(
    then: str, pause_s: float, held_s: float
) -> None:
    table = before_the_last_march()
    table.move("b8", "b6")
    assert table.scene().status == "over"
    table.wait(pause_s)
    table.lift("b6")
    table.wait(held_s)
    table.place(then)
    table.wait(0.5)
    assert table.actions == ([] if then == "b8" else ["b8b7"])
    assert table.scene().status == ("play" if then == "b8" else "over")


def test_a_capture_instead_goes_on_with_the_game_that_seemed_to_be_over() -> None:
    table = before_the_last_march()
    table.move("b8", "b7")
    assert table.scene().status == "over"
    table.lift("b7", "a7")
    table.place("a7")
    table.wait(0.5)
    assert table.actions[0] == "b8a7" and table.scene().status != "over"


def test_what_is_lifted_later_is_cleared_away_with_the_board() -> None:
    table = before_the_last_march()
    table.move("b8", "b6")
    table.wait(2)
    table.lift("b6")
    table.place("b7")
    table.wait(5)
    assert table.actions == ["b8b6"] and table.scene().status == "over"


def test_on_glass_a_die_falls_at_once() -> None:
    table = revenge(4)
    table.table = table.table.with_game(screen=True)
    table.lift("e1")
    table.place("e2")
    table.wait(0.4)
    assert table.actions[0] == "e1e2" and table.actions[1].startswith("roll")
