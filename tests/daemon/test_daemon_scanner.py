"""The rate at which the scanner scans a board: low at rest, high while something moves, never for a game it was told to
leave."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from waiting import PATIENCE_S, wait_for

from daemon.boards.board import BoardSilent, ScreenSensor, Surface, screen_surface
from daemon.boards.scanner import BUSY_S, IDLE_S, Scanner
from engine.core.messages import Message, message
from engine.core.squares import Board, Square
from hardware.board_map import wire
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import PERFECT
from hardware.simulated.pieces import Wood
from table.messages.events import BoardRead, Sensed, SquareLifted, SquarePlaced

BOARD = Board(2, 2)
FEELINGS = 40
GONE = message("The board is gone.")


class Sense:
    """A board without a wait of its own. ``moving``: whether something does."""

    def __init__(self, moving: bool) -> None:
        self.wait: Callable[[float], bool] | None = None
        self.wake: Callable[[], None] | None = None
        self.moving = moving
        self.felt_s: list[float] = []
        self.enough = threading.Event()
        self.coming: list[Sensed] = [BoardRead(0b1)]

    def feel(self, now_s: float, debounce_s: float) -> tuple[Sensed, ...]:
        self.felt_s.append(time.monotonic())
        if len(self.felt_s) >= FEELINGS:
            self.enough.set()
        touches, self.coming = tuple(self.coming), []
        return touches

    def due_s(self, debounce_s: float) -> float | None:
        return time.monotonic() + debounce_s if self.moving else None

    def rests_s(self) -> list[float]:
        """The times between its readings, once there are enough."""
        assert self.enough.wait(PATIENCE_S)
        felt_s = self.felt_s[:FEELINGS]
        return [after - before for before, after in zip(felt_s, felt_s[1:], strict=False)]


def surface(sense: Sense) -> Surface:
    return Surface(BOARD, lambda: sense, lighting=None)  # type: ignore[arg-type]


@pytest.fixture
def posted() -> list[tuple[Sensed, int]]:
    return []


@pytest.fixture
def scanner(posted: list[tuple[Sensed, int]]) -> Iterator[Scanner]:
    def lost(reason: Message | None) -> None:
        raise AssertionError(reason)

    made = Scanner(lambda touch, game_number: posted.append((touch, game_number)), lambda: 0.025, lost)
    made.start()
    yield made
    assert made.stop(PATIENCE_S)


def test_a_board_at_rest_is_felt_seldom(scanner: Scanner) -> None:
    sense = Sense(moving=False)
    scanner.watch(surface(sense), 1)
    assert min(sense.rests_s()) >= IDLE_S * 0.9


def test_a_board_on_which_something_moves_is_felt_often(scanner: Scanner) -> None:
    """Compared with itself at rest: on a busy machine everything takes longer, but not always."""
    sense = Sense(moving=True)
    scanner.watch(surface(sense), 1)
    rests_s = sense.rests_s()
    assert min(rests_s) >= BUSY_S * 0.9
    assert sorted(rests_s)[FEELINGS // 4] < IDLE_S


def test_watching_tells_what_stands_there_and_touches_belong_to_their_game(
    scanner: Scanner, posted: list[tuple[Sensed, int]]
) -> None:
    first, second = Sense(moving=True), Sense(moving=True)
    scanner.watch(surface(first), 1)
    first.rests_s()
    scanner.watch(surface(second), 2)
    wait_for(lambda: second.felt_s, "the second board is felt")
    first.coming = [SquareLifted(Square(0))]
    second.rests_s()
    assert posted == [(BoardRead(0b1), 1), (BoardRead(0b1), 2)], "nobody feels the board of the game before"


def test_nobody_waits_for_a_board_that_takes_long_to_be_read(
    scanner: Scanner, posted: list[tuple[Sensed, int]]
) -> None:
    answers = threading.Event()

    class Slow(Sense):
        def feel(self, now_s: float, debounce_s: float) -> tuple[Sensed, ...]:
            assert answers.wait(PATIENCE_S)
            return super().feel(now_s, debounce_s)

    slow = Slow(moving=True)
    scanner.watch(surface(slow), 1)
    assert posted == [], "the caller goes on before the board has answered"
    answers.set()
    slow.rests_s()
    assert posted[0] == (BoardRead(0b1), 1)


def test_a_board_that_is_lost_while_another_takes_its_place_leaves_no_trouble_behind() -> None:
    class Lost(Sense):
        def feel(self, now_s: float, debounce_s: float) -> tuple[Sensed, ...]:
            raise BoardSilent(GONE)

    told: list[Message | None] = []
    second = Sense(moving=True)
    taking_its_place = threading.Thread(target=lambda: scanner.watch(surface(second), 2))

    def lost(reason: Message | None) -> None:
        if reason is not None:
            taking_its_place.start()
            taking_its_place.join(0.2)  # as far as it comes before this is known
        told.append(reason)

    scanner = Scanner(lambda touch, game_number: None, lambda: 0.025, lost)
    scanner.start()
    scanner.watch(surface(Lost(moving=True)), 1)
    second.rests_s()
    assert scanner.stop(PATIENCE_S)
    assert told == [GONE, None]


def test_a_screen_board_wakes_nobody_until_somebody_touches_it(
    scanner: Scanner, posted: list[tuple[Sensed, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rests are made endless: what ends them is a tap, another board, or the end."""
    rests_s: list[float] = []
    monkeypatch.setattr("daemon.boards.scanner.LONG_REST_S", 3600.0)
    first, other = screen_surface(BOARD, 1), screen_surface(BOARD, 1)
    assert first.screen is not None
    wait = first.screen.wait
    monkeypatch.setattr(first.screen, "wait", lambda rest_s: rests_s.append(rest_s) or wait(rest_s))
    scanner.watch(first, 1)
    wait_for(lambda: len(rests_s) == 1, "the first reading, and a rest")
    first.screen.stand(Wood(BOARD, {0: "wP"}))
    wait_for(lambda: len(rests_s) == 2, "a reading after a touch")
    assert min(rests_s) == 3600.0
    scanner.watch(other, 2)
    wait_for(lambda: len(posted) == 3, "a reading of the other board")
    assert posted == [(BoardRead(0), 1), (SquarePlaced(0), 1), (BoardRead(0), 2)]


def test_what_changes_in_one_moment_on_a_screen_board_is_one_change() -> None:
    """No part of what the board's own hand does passes for a move."""
    board = SimulatedBoard(wire(BOARD), Wood(BOARD, {0: "wP"}), PERFECT)
    sensor = ScreenSensor(board)
    assert sensor.feel(0.0, 0.03) == (BoardRead(0b1),)
    board.stand(Wood(BOARD, {1: "wP"}))
    assert sensor.feel(0.0, 0.03) == (BoardRead(0b10),)
    board.lift(1)
    assert sensor.feel(0.0, 0.03) == (SquareLifted(1),) and sensor.feel(0.0, 0.03) == ()
    assert sensor.due_s(0.03) is None
