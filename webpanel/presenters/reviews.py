"""A review for people: a line through the game, the value of each turn, and better actions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.game import EVERYTHING, Played
from engine.records.game_record import begin, replay
from engine.registry import find_game
from engine.services.review import Review, position_after
from webpanel.ports.library_port import ShelfGame

WIDTH: Final = 300
HEIGHT: Final = 100
MARGIN: Final = 5


@dataclass(frozen=True, slots=True)
class Point:
    """The beginning of a turn, or the end of the game: after ``number`` actions. ``score``: from 100 (the first seat
    has won) to -100; ``told``: the first action of the turn; ``x`` and ``y``: its place in the picture."""

    number: int
    seat: Seat | None
    told: Message
    score: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake: what was played, and what would have been better."""

    number: int
    seat: Seat | None
    played: Message
    better: Message
    point: Point
    is_problem: bool
    """True if it makes a problem."""


def replayed(stored: ShelfGame) -> Played:
    """Replay a stored game.

    :raises engine.core.errors.EngineError: it does not replay.
    """
    game = find_game(stored.game_id)
    return replay(begin(game, game.read_options(stored.options), stored.setup), stored.actions)


def points(played: Played, review: Review) -> tuple[Point, ...]:
    """Return the turns of a game."""
    count = max(1, len(played.actions))
    found: list[Point] = []
    before: Seat | None = None
    for number, score in enumerate(review.scores):
        position, last = position_after(played, number), number == len(played.actions)
        seat = played.game.turn_of(position)
        if score is None or not last and found and seat is before:
            continue
        told = Message("") if last else _told(played, position, number)
        place = MARGIN + number * (WIDTH - 2 * MARGIN) / count
        height = HEIGHT / 2 - score * (HEIGHT / 2 - MARGIN)
        found.append(Point(number, seat, told, round(100 * score), round(place, 1), round(height, 1)))
        before = seat
    return tuple(found)


def marked(review: Review | None, length: int) -> tuple[int, ...]:
    """Return the numbers of the actions that were the largest mistakes, in a game of this length."""
    if review is None or len(review.scores) != length + 1:
        return ()
    return tuple(swing.number for swing in review.swings if swing.number <= length)


def _told(played: Played, position: Any, number: int) -> Message:
    return played.game.tell(position, played.actions[number], EVERYTHING)[0].message


def mistakes(played: Played, review: Review, line: tuple[Point, ...]) -> Iterator[Mistake]:
    """Yield the largest mistakes."""
    for swing in review.swings:
        position = position_after(played, swing.number - 1)
        better = played.game.parse(position, swing.better)
        turn = max((each for each in line if each.number < swing.number), key=lambda each: each.number)
        yield Mistake(
            swing.number, played.game.turn_of(position), _told(played, position, swing.number - 1),
            played.game.tell(position, better, EVERYTHING)[0].message, turn, bool(swing.solutions),
        )
