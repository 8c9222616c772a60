"""A board that waits for the other one of its game says so after a minute, and lets its people go."""

from collections.abc import Callable

import pytest
from play_table import BLACK, WHITE, PlayTable

from engine.core.pieces import Seat
from table.messages.events import AbandonGame, ActionHeard, Answer, GameStuck, OtherBoardSeen, Reached, Resign
from table.messages.remote_board import RemoteBoard
from table.messages.scene import ScenePrompt
from table.model.state import SILENCE_S

THEIRS = {True: Seat.BLACK, False: Seat.WHITE}


def playing(numbers: bool = True, game_id: str = "pawn") -> PlayTable:
    """A game with Bo's board, which is there. White, which is played where the actions are numbered, has the first
    move."""
    table = PlayTable()
    table.afar = RemoteBoard("b" * 16, "Bo's", (THEIRS[numbers],), numbers)
    table.start(game_id)
    table.send(OtherBoardSeen(True, True))
    return table


def alone(table: PlayTable) -> list[ScenePrompt]:
    """The questions whether to end the game here alone."""
    return [prompt for prompt in table.scene().prompts if prompt.id.startswith("alone:")]


def moved() -> PlayTable:
    """White has moved here; Bo's board does not have it yet."""
    table = playing()
    table.move("b2", "b3")
    table.wait(5)
    return table


def off() -> PlayTable:
    """Bo's board has the move, and is switched off."""
    table = moved()
    table.send(Reached(table.table.entries))
    table.send(OtherBoardSeen(True, False))
    return table


def unplugged() -> PlayTable:
    table = moved()
    table.send(Reached(table.table.entries))
    table.send(OtherBoardSeen(False, False))
    return table


def fallen_behind() -> PlayTable:
    """Bo's board had the move, and has lost it."""
    table = moved()
    table.send(Reached(table.table.entries))
    table.send(Reached(0))
    return table


def throwing() -> PlayTable:
    """Both boards throw for who begins."""
    return playing(game_id="pawns-revenge")


def resigned() -> PlayTable:
    """Here, where nothing is numbered."""
    table = playing(numbers=False)
    table.send(Resign(Seat.BLACK, BLACK))
    return table


@pytest.mark.parametrize("waits", [moved, off, unplugged, fallen_behind, throwing, resigned])
def test_whatever_the_other_board_is_waited_for_the_game_can_be_ended_here_after_a_minute(
    waits: Callable[[], PlayTable]
) -> None:
    table = waits()
    assert table.table.wait is not None
    table.wait(table.table.wait.since_s + SILENCE_S - 1 - table.now_s)
    assert alone(table) == []
    table.wait(1)
    (prompt,) = alone(table)
    assert "has not answered for a minute" in str(prompt.message)
    table.send(Answer(prompt.id, "yes", frozenset(prompt.seats)))
    assert table.scene().winners == () and table.scene().reason == "abandoned"


def test_who_has_the_move_there_may_think_as_long_as_they_like() -> None:
    table = moved()
    table.send(Reached(table.table.entries))
    table.wait(10 * SILENCE_S)
    assert alone(table) == []


def test_the_minute_begins_anew_with_everything_that_comes() -> None:
    table = throwing()
    table.wait(SILENCE_S - 1)
    table.send(ActionHeard(table.table.entries + 1, "first:white=4"))
    table.wait(SILENCE_S - 1)
    assert alone(table) == []
    table.wait(1)
    assert alone(table)


@pytest.mark.parametrize("numbers", [True, False])
def test_a_game_that_cannot_go_on_can_be_ended_on_each_board_at_once(numbers: bool) -> None:
    table = playing(numbers)
    if not numbers:
        table.send(ActionHeard(1, "b2b4"))
        table.wait(5)
    else:
        table.move("b2", "b4")
        table.wait(5)
        table.send(ActionHeard(2, "b7b5"))
        table.wait(5)
    table.send(AbandonGame(WHITE | BLACK))
    assert "is playing this game, too" in table.refusals[-1]
    table.send(GameStuck(True))
    assert "does not go on as it should" in str(alone(table)[0].message)
    table.send(GameStuck(False))
    assert alone(table) == []
    table.send(GameStuck(True))
    table.send(AbandonGame(WHITE | BLACK))
    assert table.scene().winners == ()
