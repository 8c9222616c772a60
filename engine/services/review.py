"""Review of a finished game: its worth at every decision, and where most was thrown away.

Somebody thinks of each position in which one seat decides (docs/opponents.md); what is made of that is here.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from glob import escape
from typing import Any, Final

from engine.core.errors import EngineError
from engine.core.messages import Message, message
from engine.core.pieces import CHANCE, Actor, Seat
from engine.game import EVERYTHING, Outcome, Played
from engine.records.game_record import ABANDONED
from engine.services.lessons import Lesson

MOST_SWINGS: Final = 3
MOST_OF_LOSER: Final = 3
"""So many of the largest mistakes of whoever lost, made before the game was, are always among them: what decided it is
to be found."""
LEAST_SWING: Final = 0.15
"""Less than this is no mistake, of the 2 between won and lost."""
ALONE: Final = 0.3
"""So much better than everything else is what makes a problem of a mistake that did not decide the game."""
LOST: Final = -0.6
"""A position that is worth no more than this to a seat is lost: no mistake decides the game any more."""
MOST_CHOICES: Final = 200
"""The most that can be done in a position that becomes a problem: each of it would have to be looked at."""
_GLYPHS: Final = (0.6, 4), (0.3, 2), (0.0, 6)
"""The least loss, and the glyph: a blunder, a mistake, a dubious move."""


@dataclass(frozen=True, slots=True)
class BestAction:
    """The best action of a seat in a position, and what the position is worth to it: 1 won, -1 lost. ``loss``: how much
    less, of the 2 between won and lost, what was played there is worth; both were looked at as deeply."""

    seat: Seat
    action: str
    score: float
    loss: float = 0.0


@dataclass(frozen=True, slots=True)
class Blunder:
    """Action number ``number`` (from 1) gave ``loss`` away, of 2 between won and lost. ``better``: what was better.

    ``solutions``: all that was about as good as the best, as was made certain; none: it makes no problem.
    """

    number: int
    better: str
    loss: float
    solutions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """``scores``: what the game was worth to the first seat before each action, and after the last; ``None``: nobody
    decided there, or several at once, or the game was abandoned. ``swings``: the largest mistakes, in the order of the
    game."""

    scores: tuple[float | None, ...]
    swings: tuple[Blunder, ...]


def can_review(played: Played) -> bool:
    """True if what is good for one seat is bad for the other: there are two."""
    return len(played.game.seats_of(played.options)) == 2


def glyphs(review: Review) -> Mapping[int, int]:
    """Return the largest mistakes as Numeric Annotation Glyphs of PGN: number of the action → ``?!``, ``?`` or
    ``??``."""
    return {
        swing.number: next(glyph for least, glyph in _GLYPHS if swing.loss >= least) for swing in review.swings
    }


def position_after(played: Played, number: int) -> Any:
    """Return the position of a game after so many of its actions."""
    return played.position_before(len(played.actions) - number)


def decides(played: Played, number: int) -> Seat | None:
    """Return who alone decided action ``number`` (from 0); ``None``: chance did, or several seats did at once."""
    acting: tuple[Actor, ...] = played.game.to_act(position_after(played, number))
    return Seat(acting[0]) if len(acting) == 1 and acting != (CHANCE,) else None


def reviewed(played: Played, thoughts: Sequence[BestAction | None], outcome: Outcome) -> Review:
    """Make the review of a game that is over, from what was thought before each of its actions."""
    first = played.game.seats_of(played.options)[0]
    scores = [None if each is None else _seen_by(first, each) for each in thoughts]
    found = sorted(_losses(thoughts), key=lambda swing: -swing.loss)
    whole = Review((*scores, _worth(first, outcome)), tuple(found))
    of_loser = _of_losers(played, whole, outcome.winners)
    told = {swing.number: swing for swing in (*found[:MOST_SWINGS], *of_loser[:MOST_OF_LOSER])}
    return replace(whole, swings=tuple(swing for _, swing in sorted(told.items())))


def decisive(played: Played, review: Review, winners: Collection[str]) -> Blunder | None:
    """Return the mistake that decided the game: the last of :func:`turning_points` that makes a problem. ``None``:
    nobody lost, or no single mistake decided it."""
    return next((each for each in turning_points(played, review, winners) if each.solutions), None)


def turning_points(played: Played, review: Review, winners: Collection[str]) -> Sequence[Blunder]:
    """List the mistakes of whoever lost that may have decided the game, the last first: of those that were made before
    it was lost, those that gave away at least half as much as the largest."""
    found = _of_losers(played, review, winners)
    most = max((each.loss for each in found), default=0.0)
    return [each for each in reversed(found) if each.loss >= most / 2]


def _worth(first: Seat, outcome: Outcome) -> float | None:
    """Return the worth of an end to a seat; ``None``: the game was abandoned, which says nothing about how it stood."""
    if outcome.reason == ABANDONED:
        return None
    return 0.0 if not outcome.winners else 1.0 if first in outcome.winners else -1.0


def belongs(review: Review, played: Played) -> bool:
    """True if a review can be one of this game. One that was damaged where it is kept need not be."""
    return len(review.scores) == len(played.actions) + 1 and all(_is_of(played, review, each) for each in review.swings)


def _is_of(played: Played, review: Review, swing: Blunder) -> bool:
    number = swing.number - 1
    if number >= len(played.actions) or review.scores[number] is None or decides(played, number) is None:
        return False
    try:
        position = position_after(played, number)
        for text in (swing.better, *swing.solutions):
            played.game.parse(position, text)
    except EngineError:
        return False
    return True


def _of_losers(played: Played, review: Review, winners: Collection[str]) -> list[Blunder]:
    """Return the mistakes that those who lost made before the game was; none, if nobody lost."""
    return [each for each in review.swings
            if winners and decides(played, each.number - 1) not in winners and not _was_lost(played, review, each)]


def _was_lost(played: Played, review: Review, swing: Blunder) -> bool:
    """True if the game was lost, for the seat that made a mistake, before that."""
    first, score = played.game.seats_of(played.options)[0], review.scores[swing.number - 1]
    return score is not None and (score if decides(played, swing.number - 1) is first else -score) <= LOST


def problem(played: Played, swing: Blunder) -> Lesson:
    """Return the position before a mistake, as something to be solved."""
    position = position_after(played, swing.number - 1)
    view, board = played.game.view(position, EVERYTHING), played.game.board(played.options)
    return Lesson(
        f"action-{swing.number}", message("This came up in a game here, and there was something much better. Find it."),
        view.phase, " ".join(f"{piece}{board.name(square)}" for square, piece in view.pieces.items()),
        tuple(map(escape, swing.solutions)), _right(swing),
        message("That can be played, but something else is better."), find=True, seat=Seat(view.to_act[0]),
        detail=view.detail, options=played.options.as_data(),
    )


def _right(swing: Blunder) -> Message:
    if len(swing.solutions) > 1:
        return message("That was one of the best moves there.")
    return message("That was the best move there.")


def _losses(thoughts: Sequence[BestAction | None]) -> Iterable[Blunder]:
    """Find the actions that gave something away. Scores of positions in a row do not tell: whoever is to act looks
    better, and a game may end by a clock or a resignation."""
    for number, thought in enumerate(thoughts):
        if thought is not None and thought.loss >= LEAST_SWING:
            yield Blunder(number + 1, thought.action, round(thought.loss, 3))


def _seen_by(first: Seat, thought: BestAction) -> float:
    return thought.score if thought.seat is first else -thought.score
