"""Purposes of moves in Advancing Chess: what each does or prevents, as the rules show it."""

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter

from engine.core.actions import Action
from engine.core.squares import Square, bits
from engine.games.advancing_chess.moves import COMPASSES, can_capture, list_moves
from engine.games.advancing_chess.position import BOARD, KINDS, Move, Position
from engine.services.evaluation import FOE, Judge, Purpose
from engine.services.threats import changed_threats, threats

_FREED = 3
"""So many more moves of a piece are worth telling."""


def list_purposes(judge: Judge, position: Position, move: Action) -> list[Purpose]:
    """List the purposes of a move, the weightiest first."""
    after = judge.game.successor(position, move)
    if not isinstance(move, Move) or after.outcome is not None:
        return []
    if after.intruder is not None:
        return [_about("arrives", after, after.intruder)]
    changes = sorted(changed_threats(judge, position, move), key=itemgetter(0), reverse=True)
    return [
        *_stopped(judge, position, after), *(purpose for _, purpose in changes), *_runs(judge, position, after),
        *_guarded(position, after, move), *_attacked(judge, after, move), *_blocked(position, after, move),
        *_opened(position, after, move), *_denied(position, after, move), *_safe(judge, after, move),
    ]


def passed(position: Position) -> Position:
    """Return the position with the other side to move."""
    return position._replace(side=1 - position.side, intruder=None)


def _about(name: str, position: Position, square: int) -> Purpose:
    kind = next(kind for kind, squares in zip(KINDS, position.kinds, strict=True) if squares >> square & 1)
    return Purpose(name, kind, (BOARD.names[square],))


# --- the far side ------------------------------------------------------------------------------------------------


def _stopped(judge: Judge, position: Position, after: Position) -> Iterator[Purpose]:
    """Yield an enemy piece that would have come safely to the far side, at once or in two moves, and cannot now."""
    foes = passed(position)
    would = _arriving(judge, foes)
    if would:
        if not _arriving(judge, after):
            yield _about("stops-breakthrough", foes, min(would))
        return
    for square in sorted(_running(judge, foes) - _running(judge, after)):
        if after.sides[after.side] >> square & 1:
            yield _about("holds-back", foes, square)


def _runs(judge: Judge, position: Position, after: Position) -> Iterator[Purpose]:
    """Yield the pieces that can come safely to the far side in two moves now, unless something is done about it."""
    moved = position.sides[position.side] & ~after.sides[position.side]
    for square in sorted(_running(judge, passed(after)) - _running(judge, position)):
        if not moved or not can_capture(after, 1 << square):
            yield _about("heads-across", after, square)


def _arriving(judge: Judge, position: Position) -> set[int]:
    """Return the pieces of the side to move that win at once."""
    moves = list_moves(position, COMPASSES[position.side].last_rank)
    return {move.origin for move in moves if judge.game.successor(position, move).outcome is not None}


def _running(judge: Judge, position: Position) -> set[int]:
    """Return the pieces of the side to move that would win in two moves, if the other side did nothing."""
    found = set()
    for move in list_moves(position, ~(position.sides[0] | position.sides[1]) & BOARD.all):
        then = judge.game.successor(position, move)
        if then.outcome is None and then.intruder is None and not can_capture(then, 1 << move.target):
            if move.target in _arriving(judge, passed(then)):
                found.add(int(move.origin))
    return found


# --- other pieces ------------------------------------------------------------------------------------------------


def _guarded(position: Position, after: Position, move: Move) -> Iterator[Purpose]:
    """Yield own pieces that the enemy could take, and that the one that moved would avenge now and not before."""
    side = position.side
    for square in bits(after.sides[side] & ~(1 << move.target)):
        if can_capture(after, 1 << square) and _avenges(after, square, move.target):
            if not _avenges(passed(position), square, move.origin):
                yield _about("guards", after, square)


def _avenges(position: Position, square: int, avenger: int) -> bool:
    """True if a piece would take back whatever the side to move could take on a square with."""
    captures = list_moves(position, 1 << square)
    return bool(captures) and all(
        any(back.origin == avenger for back in list_moves(_taken(position, each), 1 << square))
        for each in captures
    )


def _taken(position: Position, capture: Move) -> Position:
    """Return the position after a capture, with the other side to move."""
    origin, target, side = 1 << capture.origin, 1 << capture.target, position.side
    sides = [pieces & ~(origin | target) for pieces in position.sides]
    sides[side] |= target
    kinds = (kind & ~(origin | target) | (target if kind & origin else 0) for kind in position.kinds)
    return position._replace(
        side=1 - side, sides=(sides[0], sides[1]), kinds=type(position.kinds)(*kinds), intruder=None,
    )


def _attacked(judge: Judge, after: Position, move: Move) -> Iterator[Purpose]:
    """Yield the enemy pieces that the one that moved could take next, even if it is taken then; not if it is lost."""
    if move.target in threats(judge, after, FOE):
        return
    captures = [each for each in list_moves(passed(after), after.sides[after.side]) if each.origin == move.target]
    for capture in sorted(captures, key=lambda each: -_rank(after, each.target)):
        yield _about("aims-at", after, capture.target)


def _rank(position: Position, square: int) -> int:
    """Return the place of a piece in the order of their worth."""
    return "PNQVCH".index(_about("", position, square).piece)


def _blocked(position: Position, after: Position, move: Move) -> Iterator[Purpose]:
    """Yield enemy pieces that could go on before, and have somebody in their way now who is not to be taken."""
    if can_capture(after, 1 << move.target):
        return
    could, can = _steps(passed(position)), _steps(after)
    for square, count in could.items():
        if after.sides[after.side] >> square & 1 and (not can[square] or count - can[square] >= _FREED):
            yield _about("in-the-way", after, square)


def _opened(position: Position, after: Position, move: Move) -> Iterator[Purpose]:
    """Yield own pieces that have a way now that the one that moved had barred."""
    could, can = _steps(position), _steps(passed(after))
    for square in sorted(can, key=lambda each: could[each] - can[each]):
        if square != move.target and can[square] - could[square] >= _FREED:
            yield _about("opens-way", after, square)


def _denied(position: Position, after: Position, move: Move) -> Iterator[Purpose]:
    """Yield the empty squares on which the piece that moved would take whoever came there, and nobody would before."""
    if can_capture(after, 1 << move.target):
        return
    foes, denied = passed(position), []
    for square in sorted({each.target for each in list_moves(after, BOARD.all ^ after.sides[0] ^ after.sides[1])}):
        came = [_taken(after, each) for each in list_moves(after, 1 << square)]
        now = all(any(back.origin == move.target for back in list_moves(each, 1 << square)) for each in came)
        before = [_taken(foes, each) for each in list_moves(foes, 1 << square)]
        if now and not all(can_capture(each, 1 << square) for each in before):
            denied.append(BOARD.names[square])
    if denied:
        yield Purpose("denies", squares=tuple(denied))


def _steps(position: Position) -> Counter[Square]:
    """Count the moves without capture, by piece."""
    return Counter(move.origin for move in list_moves(position, BOARD.all ^ position.sides[0] ^ position.sides[1]))


def _safe(judge: Judge, after: Position, move: Move) -> Iterator[Purpose]:
    """Yield that whoever takes the piece that moved can be taken then."""
    captures = list_moves(after, 1 << move.target)
    if captures and all(can_capture(_taken(after, each), 1 << move.target) for each in captures):
        yield Purpose("avenged")
