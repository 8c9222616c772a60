"""A reed that flutters under a piece that comes down costs no time and no evidence (docs/play.md, 16)."""

import pytest
from cases import position
from play_table import PlayTable

from table.messages.events import SquareLifted, SquarePlaced

EVERY_S = (0.03, 0.1, 0.25)
SETTLE_S = 0.3
BESIDE = {"d4": "wP", "a2": "wP", "e5": "bP", "h7": "bP"}
"""Advancing Chess: a white pikeman takes on e5, or goes to d5."""


def flutter(table: PlayTable, name: str, every_s: float, seconds: float = 2.5) -> None:
    """The reed of a square changes to and fro, and ends as it began."""
    closed = bool(table.table.occupancy >> table.square(name) & 1)
    for _ in range(int(seconds / every_s / 2)):
        for event in (SquareLifted, SquarePlaced) if closed else (SquarePlaced, SquareLifted):
            table.wait(every_s)
            table.send(event(table.square(name)))


@pytest.fixture
def chess() -> PlayTable:
    return position("advancing-chess", BESIDE, "play")


@pytest.mark.parametrize("every_s", EVERY_S)
def test_a_plain_move_counts_as_soon_as_its_reed_has_settled(chess: PlayTable, every_s: float) -> None:
    chess.lift("d4")
    chess.place("d5")
    flutter(chess, "d5", every_s)
    chess.wait(SETTLE_S - 0.01)
    assert chess.actions == []
    chess.wait(0.01)
    assert chess.actions == ["d4d5"] and chess.scene().suspects == ("d5",)


@pytest.mark.parametrize("first", ["d4", "e5"])
@pytest.mark.parametrize("held_s", [0.5, 5.0])
@pytest.mark.parametrize("every_s", EVERY_S)
def test_a_capture_is_a_capture_though_the_reed_of_its_target_flutters(
    chess: PlayTable, every_s: float, held_s: float, first: str
) -> None:
    chess.lift(first, "e5" if first == "d4" else "d4")
    chess.now_s += held_s
    chess.place("e5")
    flutter(chess, "e5", every_s)
    chess.wait(SETTLE_S)
    assert chess.actions == ["d4e5"] and chess.scene().missing == chess.scene().extra == ()


@pytest.mark.parametrize("every_s", EVERY_S)
def test_a_piece_whose_reed_flutters_as_it_is_lifted_has_left_its_square_before_it_came_down(
    chess: PlayTable, every_s: float
) -> None:
    chess.lift("d4")
    flutter(chess, "d4", every_s)
    chess.place("d5")
    chess.wait(SETTLE_S)
    assert chess.actions == ["d4d5"]


@pytest.mark.parametrize("every_s", EVERY_S)
def test_a_reed_that_flutters_by_itself_under_what_may_be_taken_takes_nothing(
    chess: PlayTable, every_s: float
) -> None:
    chess.lift("d4")
    flutter(chess, "e5", every_s)
    chess.wait(1)
    assert chess.actions == []
    chess.place("d5")
    chess.wait(SETTLE_S)
    assert chess.actions == ["d4d5"]
