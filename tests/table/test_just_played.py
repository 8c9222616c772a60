"""A move that has just been put down is played, whatever is wished on a phone before it has settled (board-play 5)."""


import pytest
from play_table import BLACK, BOTH, WHITE, PlayTable

from engine.core.pieces import Seat
from table.messages.effects import StoreAction, StoreEnd
from table.messages.events import AbandonGame, OfferDraw, ParkGame, Pause, Resign, Resume, TakeBack
from table.requests.seen import seen

SQUAD = {"board": dict.fromkeys(("e4", "e5", "f4", "f5"), "wP") | {"a8": "bP", "c8": "bP"},
         "phase": "move", "to_act": ["white"]}
NOBODY = frozenset[Seat]()
AT_ONCE_S = 0.1


def just_moved() -> PlayTable:
    """White's pawn stands on a4 since a moment ago; nothing has been played yet."""
    table = PlayTable()
    table.start("pawn")
    table.move("b2", "b4")
    table.move("b7", "b5")
    table.lift("d2")
    table.place("d4")
    table.wait(AT_ONCE_S)
    assert table.actions == ["b2b4", "b7b5"], "squares have to settle"
    return table


@pytest.mark.parametrize("seat", [Seat.WHITE, Seat.BLACK])
def test_whoever_resigns_the_move_is_stored_before_the_end(seat: Seat) -> None:
    table = just_moved()
    table.send(Resign(seat, BOTH))
    assert table.actions[-1] == "d2d4"
    assert [type(each) for each in table.stored[-2:]] == [StoreAction, StoreEnd]
    assert table.scene().extra == ()


def test_an_agreed_draw_ends_the_game_after_the_move() -> None:
    table = just_moved()
    table.send(OfferDraw(Seat.WHITE, BOTH))
    table.send(OfferDraw(Seat.BLACK, BOTH))
    assert table.stored_actions()[-1] == "d2d4"
    assert table.scene().winners == ()


def test_a_draw_offered_with_the_move_is_not_lost_when_that_settles() -> None:
    table = just_moved()
    table.send(OfferDraw(Seat.WHITE, frozenset({Seat.WHITE})))
    table.wait(5)
    (prompt,) = table.scene().prompts
    assert str(prompt.message) == "white offers a draw. Agree?"


def test_an_abandoned_game_keeps_the_move() -> None:
    table = just_moved()
    table.send(AbandonGame(BOTH, NOBODY))
    assert table.stored_actions()[-1] == "d2d4"


def test_a_game_that_is_put_aside_keeps_the_move() -> None:
    table = just_moved()
    table.send(ParkGame(BOTH, NOBODY))
    assert table.stored_actions()[-1] == "d2d4"


def test_a_move_before_a_pause_is_not_to_be_put_back_after_it() -> None:
    table = just_moved()
    table.send(Pause())
    table.send(Resume())
    table.wait(1)
    assert table.actions[-1] == "d2d4"
    assert table.table.goal is None


def test_undo_takes_back_what_was_just_put_down_and_nothing_before_it() -> None:
    table = just_moved()
    table.send(TakeBack(BOTH, NOBODY))
    assert table.actions == ["b2b4", "b7b5"]
    assert [table.scene().missing, table.scene().extra] == [("d2",), ("d4",)]


def test_undo_by_somebody_who_saw_the_board_takes_back_what_was_just_put_down_there() -> None:
    table = just_moved()
    table.send(TakeBack(BOTH, NOBODY, seen(table.table)))
    assert table.stored_actions()[-1] == "d2d4" and table.actions == ["b2b4", "b7b5"]


@pytest.mark.parametrize("wait_s", [AT_ONCE_S, 5.0])
def test_undo_by_somebody_who_did_not_see_the_last_move_takes_nothing_back(wait_s: float) -> None:
    """It may not even count yet: what they wanted undone is the move before."""
    table = just_moved()
    before = frozenset(each for each in seen(table.table) if not each.startswith("occupancy"))
    table.wait(wait_s)
    table.send(TakeBack(BOTH, NOBODY, before))
    assert [str(refused) for refused in table.refusals] == ["The board has changed since. Look again, then tap."]
    table.wait(5)
    assert table.actions == ["b2b4", "b7b5", "d2d4"]


def test_undo_by_somebody_who_saw_a_move_that_was_undone_and_another_one_played_does_nothing() -> None:
    table = just_moved()
    table.wait(5)
    saw = seen(table.table)
    table.send(TakeBack(BOTH, NOBODY, saw))
    table.move("d4", "d2")
    table.wait(5)
    table.move("d2", "d3")
    table.wait(5)
    assert len(table.actions) == 3
    table.send(TakeBack(BOTH, NOBODY, saw))
    assert len(table.refusals) == 1 and table.actions[-1] == "d2d3"


def half_moved() -> PlayTable:
    """White's pawn stands on e6 since a moment ago; the rest of its squad may still follow."""
    table = PlayTable()
    table.continue_with((), SQUAD, "pawn")
    table.move("e4", "e6")
    assert table.actions == [] and table.scene().commits_in_s is not None
    return table


def test_a_game_that_is_put_aside_keeps_a_move_that_might_have_gone_on() -> None:
    table = half_moved()
    table.send(ParkGame(BOTH, NOBODY))
    assert table.stored_actions() == ["e4e5^1"]


def test_a_move_that_might_have_gone_on_is_not_to_be_put_back_after_a_pause() -> None:
    table = half_moved()
    table.send(Pause())
    table.send(Resume())
    table.wait(1)
    assert table.actions == ["e4e5^1"] and table.table.goal is None


def test_undo_takes_back_a_move_that_might_have_gone_on_and_nothing_before_it() -> None:
    table = half_moved()
    table.send(TakeBack(BOTH, NOBODY))
    assert table.stored_actions() == ["e4e5^1"] and table.refusals == [] and table.actions == []
    assert [table.scene().missing, table.scene().extra] == [("e4",), ("e6",)]


def test_whoever_is_not_to_move_cuts_nothing_short() -> None:
    for wish in (OfferDraw(Seat.BLACK, BLACK), TakeBack(BLACK, WHITE)):
        table = half_moved()
        table.send(wish)
        assert table.actions == [] and table.scene().commits_in_s is not None


def test_a_draw_offered_in_the_middle_of_a_longer_move_is_not_lost_when_that_counts() -> None:
    table = half_moved()
    table.send(OfferDraw(Seat.WHITE, WHITE))
    table.wait(5)
    assert table.actions == ["e4e5^1"] and [each.id.partition(":")[0] for each in table.scene().prompts] == ["draw"]


def test_what_is_put_aside_with_a_piece_in_the_hand_was_not_played() -> None:
    table = half_moved()
    table.lift("f4")
    table.send(ParkGame(BOTH, NOBODY))
    assert table.stored_actions() == []


def test_half_of_a_longer_move_counts_for_whoever_resigns_in_the_middle() -> None:
    table = half_moved()
    table.send(Resign(Seat.WHITE, BOTH))
    assert table.actions in (["e4e6"], ["e4e5^1"])


def test_what_is_still_in_the_hand_was_not_played() -> None:
    table = PlayTable()
    table.start("pawn")
    table.lift("d2")
    table.send(Resign(Seat.WHITE, BOTH))
    assert table.actions == []


def test_what_ends_the_game_by_its_rules_leaves_nothing_to_resign() -> None:
    table = PlayTable()
    board = {"d4": "wP", "e4": "wP", "d5": "bP"}
    table.continue_with((), {"board": board, "phase": "move", "to_act": ["white"]}, "pawn")
    table.lift("d4", "d5")
    table.place("d5")
    table.wait(AT_ONCE_S)
    table.send(Resign(Seat.WHITE, BOTH))
    assert table.actions == ["d4d5"]
    assert table.scene().winners == (Seat.WHITE,)
