"""Threats: pieces that a side could win with its next action, and what an action changes about them."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.core.actions import Action
from engine.core.pieces import Piece
from engine.core.squares import Square, bits
from engine.game import EVERYTHING
from engine.services.evaluation import FOE, OWN, Judge, Purpose

_WINS: Final = 0.12
"""The share of a judge's :attr:`~Judge.worth` that has to be gained for a piece to be won: it may be taken back."""


@dataclass(frozen=True, slots=True)
class Threat:
    """A piece of the other side that could be won. ``gain``: by how much that changes the score."""

    kind: str
    gain: float


def threats(judge: Judge, position: Any, side: int) -> Mapping[Square, Threat]:
    """Return what a side that acts could win at once, by square: also after the best answer it has gained."""
    game, standing = judge.game, side * judge.score(position)
    before, found = side_pieces(judge, position, -side), dict[Square, Threat]()
    for action in game.actions(position):
        after = game.successor(position, action)
        for square in _lost(before, side_pieces(judge, after, -side)):
            gain = side * _after_answer(judge, after, side) - standing
            if gain >= _WINS * judge.worth and (square not in found or gain > found[square].gain):
                found[square] = Threat(before[square].kind, gain)
    return found


def side_pieces(judge: Judge, position: Any, side: int) -> Mapping[Square, Piece]:
    """Return the pieces of a side by square."""
    view = judge.game.view(position, EVERYTHING).pieces
    return {
        square: piece for square, piece in view.items()
        if piece.owner is not None and (piece.owner in judge.friends) == (side == OWN)
    }


def moved_from(judge: Judge, position: Any, action: Action) -> frozenset[Square]:
    """Return the squares that own pieces leave with an action."""
    footprint = judge.game.footprint(position, action)
    return frozenset(side_pieces(judge, position, OWN)).intersection(bits(footprint.empties))


def arrives(judge: Judge, position: Any, action: Action) -> frozenset[Square]:
    """Return the squares that pieces come to with an action."""
    footprint = judge.game.footprint(position, action)
    return frozenset(bits(footprint.fills | footprint.swaps))


def is_safe(judge: Judge, after: Any, square: Square) -> bool:
    """True if what stands on a square cannot be taken by the side that acts, or whoever takes it can be taken then. A
    threat elsewhere is no safety."""
    game, own = judge.game, side_pieces(judge, after, OWN)
    for action in game.actions(after):
        then = game.successor(after, action)
        if square in _lost(own, side_pieces(judge, then, OWN)) and not _is_avenged(judge, then, arrives(
            judge, after, action
        )):
            return False
    return True


def _is_avenged(judge: Judge, then: Any, came_to: Collection[Square]) -> bool:
    """True if the seat acts, and can take what has come to one of these squares."""
    if judge.side(then) != OWN:
        return False
    game, foes = judge.game, side_pieces(judge, then, FOE)
    taken = (_lost(foes, side_pieces(judge, game.successor(then, each), FOE)) for each in game.actions(then))
    return any(square in came_to for squares in taken for square in squares)


def changed_threats(judge: Judge, before: Any, action: Action) -> Iterator[tuple[float, Purpose]]:
    """Yield which threats an action of the seat averts and makes, each with what it is worth: as :meth:`Judge.passed`
    shows it."""
    after = judge.game.successor(before, action)
    if judge.side(after) != FOE:
        return
    still, came_to = threats(judge, after, FOE), arrives(judge, before, action)
    if came_to & still.keys():
        return
    left, name = moved_from(judge, before, action), judge.game.board(before.options).name
    for square, threat in threats(judge, judge.passed(before), FOE).items():
        kind, stands = ("escapes", came_to) if square in left else ("protects", {square})
        if square not in still and all(is_safe(judge, after, each) for each in stands):
            yield threat.gain, Purpose(kind, threat.kind, (name(square),))
    could = threats(judge, before, OWN)
    new = {square: threat for square, threat in threats(judge, judge.passed(after), OWN).items() if square not in could}
    gain = max((threat.gain for threat in new.values()), default=0.0)
    if len(new) > 1:
        yield gain, Purpose("forks", squares=tuple(map(name, sorted(new))))
    elif new:
        (square, threat), = new.items()
        yield gain, Purpose("threatens", threat.kind, (name(square),))


def _after_answer(judge: Judge, after: Any, side: int) -> float:
    """Return the score once the other side has answered as well as one action can."""
    if judge.side(after) != -side or not judge.game.actions(after):
        return judge.score(after)
    answers = (judge.score(judge.game.successor(after, each)) for each in judge.game.actions(after))
    return min(answers) if side == OWN else max(answers)


def _lost(before: Mapping[Square, Piece], after: Mapping[Square, Piece]) -> list[Square]:
    """Return the squares of pieces that are gone; none, where as many are left: they were moved."""
    return [each for each in before if each not in after] if len(after) < len(before) else []
