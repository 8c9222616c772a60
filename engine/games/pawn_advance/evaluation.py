"""Evaluation of Pawn Advance Chess: pawns, captures, how near to the far row pawns are, and who arrives there first."""

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from engine.core.actions import Action
from engine.core.pieces import Seat
from engine.game import AnyGame
from engine.games.pawn_advance.moves import marchers, opener, origins
from engine.games.pawn_advance.playouts import played_on, turned
from engine.games.pawn_advance.position import Position, Step
from engine.games.pawn_advance.purposes import purposes
from engine.services.evaluation import FOE, LUCK, OWN, Judge, Noisy, Purpose, Skill

_GAIN = 200.0
"""The most that a capture may gain."""
_ARRIVES = (500.0, 500.0, 100.0)
"""The worth of a pawn that arrives, unless it is captured, after no, one or more turns of the other side; half of that
where new pawns may enter in its way."""
_FARTHEST = 5
"""From how many squares away a pawn is seen coming."""
_OWN, _FOES, _MARCH, _ENTRIES = "wbme"
"""Letters for what follows in a game: turns, of White and Black to begin with, marches, entries of new pawns."""
_EXCHANGED = str.maketrans(_OWN + _FOES, _FOES + _OWN)
_RANKS = tuple(sum(1 << 8 * file + rank for file in range(8)) for rank in range(8))
_LOWER = tuple(sum((1 << ranks) - 1 << 8 * file for file in range(8)) for ranks in (7, 6, 4))


class Weights(NamedTuple):
    """Weights of all that counts."""

    pawn: float = 60.0
    capture: float = 25.0
    advanced: tuple[float, ...] = (0.0, 4.0, 9.0, 16.0, 30.0, 60.0, 130.0)
    """The gain of a pawn on its own base row and each rank beyond."""
    unhindered: tuple[float, ...] = (0.0, 3.2, 7.2, 12.8, 24.0, 48.0, 104.0)
    """The further gain where nobody stands ahead of the pawn or beside its way on the next square."""

class GameJudge(Judge):
    """Judges for White or Black."""

    decisions = 4
    outcomes = 1
    """One outcome will do: the squares on which new pawns enter matter less than what the other side does once they
    have: that has to be seen."""
    worth = 300.0

    skills = {
        1: Skill(12, 4.0, 0.50, 1.00), 2: Skill(12, 0.80, 0.60, 1.00), 3: Skill(12, 0.30, 0.50, 1.00),
        4: Skill(12, 0.05, 0.30, 1.00), 5: Skill(1_200, 0.0, 0.10, 0.40), 6: Skill(3_000, 0.0, 0.0, 0.10),
        7: Skill(7_000), 8: Skill(16_000),
    }
    """Looking at more turns makes a player not much stronger, so levels differ by how much of them they see."""
    weights: Weights = Weights()

    def __init__(self, game: AnyGame, options: Any, seat: Seat) -> None:
        super().__init__(game, options, seat)
        self._random = options.placement == "random"

    def side(self, position: Position) -> int:
        if position.phase != "battle" and (position.phase == "over" or self._random):
            return LUCK
        return OWN if position.side == self.number else FOE

    def actions(self, position: Position) -> Sequence[Action]:
        enemy, black = position.pawns[1 - position.side], position.side
        return sorted(self.game.actions(position), key=lambda action: -_promise(action, enemy, black))

    def noisy(self, position: Position, deep: bool) -> Sequence[Noisy]:
        if position.phase != "battle":
            return ()
        _, _, left, right = origins(position)
        if not left | right and not position.pawns[position.side] & _RANKS[1 if position.side else 6]:
            return ()
        side, enemy = position.side, position.pawns[1 - position.side]
        goals = enemy | _RANKS[0 if side else 7]
        return [
            (_GAIN if enemy >> each.target & 1 else math.inf, each) for each in self.game.actions(position)
            if isinstance(each, Step) and goals >> each.target & 1
        ]

    def by_turns(self, position: Position) -> bool:
        """True in battle; where new pawns enter, if that is chosen, is searched for."""
        return position.phase == "battle"

    def play_on(self, position: Position, luck: Callable[[], float]) -> float:
        return played_on(position, self.number, luck)

    def purposes(self, position: Position, action: Action) -> Sequence[Purpose]:
        steps = [each for each in self.game.actions(position) if isinstance(each, Step)]
        return list(purposes(position, action, steps)) if isinstance(action, Step) else ()

    def score(self, position: Position) -> float:
        pawn, capture, advanced, unhindered = self.weights
        white, black = position.pawns
        total = capture * (position.captures[0] - position.captures[1])
        total += pawn * (white.bit_count() - black.bit_count())
        standing = white | black
        free_up, free_down = white & ~(standing >> 1 | black >> 2), black & ~(standing << 1 | white << 2)
        free_up &= ~(black << 7 | black >> 9)
        free_down &= ~(white << 9 | white >> 7)
        for rank, (gain, more) in enumerate(zip(advanced, unhindered, strict=True)):
            up, down = _RANKS[rank], _RANKS[7 - rank]
            total += gain * ((white & up).bit_count() - (black & down).bit_count())
            total += more * ((free_up & up).bit_count() - (free_down & down).bit_count())
        total += _races(position)
        return -total if self.number else total


def _races(position: Position) -> float:
    """Return the worth of White's pawns with nothing before them on their way to the far row, less those of Black."""
    white, black = position.pawns
    options, number = position.options, position.round
    openers = tuple(opener(options, each) for each in (number, number + 1, number + 2))
    done = (position.side != openers[0]) + bool(position.moved) if position.phase == "battle" else None
    turns, exchanged = _turns_to_come(openers, done)
    return _race(white, black, turns) - _race(turned(black), turned(white), exchanged)


def _race(own: int, enemy: int, turns: str) -> float:
    """Return the same of one side, which moves up. ``turns``: who moves next, and so on (see
    :func:`_turns_to_come`)."""
    free = own & ~_below(own | enemy)
    best = 0.0
    for squares in range(1, _FARTHEST + 1) if free else ():
        runners = free & _RANKS[7 - squares]
        if runners:
            answers, entries, ahead, marched = _course(turns, squares)
            attackers = _marched(own, enemy) if marched else enemy
            if not answers or runners << ahead & ~(attackers << 7 | attackers >> 9):
                best = max(best, _ARRIVES[min(answers, 2)] / (2 if entries else 1))
    return best


def _marched(own: int, enemy: int) -> int:
    """Return the squares of the other side's pawns after a march."""
    _, marching = marchers((own, enemy))
    return enemy & ~marching | marching >> 1


@cache
def _course(turns: str, squares: int) -> tuple[int, int, int, bool]:
    """Foresee how a pawn with so many free squares before it arrives: after how many turns of the other side, and how
    many entries of new pawns; how many squares ahead it stands at the first of these turns, and whether after a
    march."""
    answers = entries = gone = ahead = 0
    marched = False
    for each in turns:
        if each == _FOES:
            if not answers:
                ahead, marched = gone, bool(entries)
            answers += 1
        elif each == _ENTRIES:
            entries += 1
        else:
            gone += 1
            if gone == squares:
                break
    return answers, entries, ahead, marched


@cache
def _turns_to_come(openers: tuple[int, ...], done: int | None) -> tuple[str, str]:
    """List what follows from here on, as White and as Black see it: turns, marches, entries of new pawns.

    ``openers``: of this round and those that follow. ``done``: how many turns of this one are over; ``None``: new pawns
    enter. A turn that has begun counts as over: what its other moves could do is for a search to find.
    """
    rounds = [(_FOES + _OWN if each else _OWN + _FOES) + _MARCH + _ENTRIES for each in openers]
    turns = (_ENTRIES if done is None else rounds[0][done:]) + "".join(rounds[1:])
    return turns, turns.translate(_EXCHANGED)


def _below(squares: int) -> int:
    """Return all squares of the same files on lower ranks."""
    below = squares >> 1 & _LOWER[0]
    below |= below >> 1 & _LOWER[0]
    below |= below >> 2 & _LOWER[1]
    return below | below >> 4 & _LOWER[2]


def _promise(action: Action, enemy: int, black: int) -> float:
    if not isinstance(action, Step):
        return 0.0
    rank = action.target % 8
    return (100.0 if enemy >> action.target & 1 else 0.0) + (7 - rank if black else rank)
