"""Purposes of actions in Pawn: what each does or prevents, as the rules show it."""

from collections.abc import Iterator
from operator import itemgetter

from engine.core.actions import Action
from engine.core.squares import Square, bits
from engine.games.pawn.catalogue import BOARD, PawnAction
from engine.games.pawn.moves import list_captures
from engine.games.pawn.patterns import NO_PATTERNS, find_patterns, find_squads
from engine.games.pawn.position import Position
from engine.games.pawn.turns import moved
from engine.services.evaluation import FOE, Judge, Purpose
from engine.services.threats import changed_threats, threats

_SQUAD, _THREES, _DUALS = 0x303, (0x7, 0x10101), (0x3, 0x101)
"""The pawns of a squad, of three in a row and of a dual, upright and lying, as they stand from an anchor on a1."""
_FORMS = ("makes-squad", "makes-three", "makes-dual")


def list_purposes(judge: Judge, position: Position, action: Action) -> list[Purpose]:
    """List the purposes of an action, the weightiest first."""
    after = judge.game.successor(position, action)
    if after.outcome is not None:
        return []
    if not isinstance(action, PawnAction):
        return [Purpose("no-strike")]
    if judge.side(after) != FOE:
        return []
    changes = sorted(changed_threats(judge, position, action), key=itemgetter(0), reverse=True)
    side, lost = position.side, threats(judge, after, FOE)
    return [
        *(purpose for _, purpose in changes), *_guarded(position, after), *_pushed(position, after, action),
        *_avoided(position, after), *(() if lost else _formed(position.sides[side], after.sides[side], action)),
        *(() if lost else _attacked(position, after)),
        *(() if lost else _neared(position, after, action)),
    ]


def passed(position: Position) -> Position:
    """Return the position with the other side to move."""
    return position._replace(phase="move", side=1 - position.side, fresh=NO_PATTERNS)


def _named(name: str, squares: int) -> Purpose:
    return Purpose(name, "P", tuple(BOARD.sorted_names(squares)))


# --- captures ----------------------------------------------------------------------------------------------------


def _captures(position: Position) -> Iterator[tuple[PawnAction, int]]:
    """Yield the captures of the side to move, with the pawn that each takes."""
    own, enemy = position.sides[position.side], position.sides[1 - position.side]
    for action in list_captures(position.side, own, enemy):
        assert isinstance(action, PawnAction)
        yield action, enemy & ~moved(action, own, enemy)[1]


def _taken(position: Position) -> int:
    """Return the pawns that the side to move could take."""
    found = 0
    for _, victim in _captures(position):
        found |= victim
    return found


def _unavenged(position: Position) -> int:
    """Return the pawns that the side to move could take without losing one of those that come to take them."""
    found, side = 0, position.side
    own, enemy = position.sides[side], position.sides[1 - side]
    for action, victim in _captures(position):
        sides = moved(action, own, enemy)[:2]
        then = position._replace(sides=sides[::-1] if side else sides)
        if not _taken(passed(then)) & action.after:
            found |= victim
    return found


def _guarded(position: Position, after: Position) -> Iterator[Purpose]:
    """Yield pawns for which something can be taken back now, and could not before."""
    stood = position.sides[position.side] & after.sides[position.side]
    guarded = _unavenged(passed(position)) & _taken(after) & ~_unavenged(after) & stood
    if guarded:
        yield _named("guards", guarded & -guarded)


def _attacked(position: Position, after: Position) -> Iterator[Purpose]:
    """Yield pawns that can be taken next, and could not before, even if something is taken back."""
    attacked = _taken(passed(after)) & ~_taken(position)
    if attacked:
        yield _named("aims-at", attacked & -attacked)


def _avoided(position: Position, after: Position) -> Iterator[Purpose]:
    """Yield pawns that could be taken before and cannot now, even if something could have been taken back."""
    side = position.side
    could, can = _taken(passed(position)), _taken(after)
    if can & ~position.sides[side]:
        return
    for square in bits(could & ~can):
        yield _named("protects" if after.sides[side] >> square & 1 else "escapes", 1 << square)


# --- groups ------------------------------------------------------------------------------------------------------


def _formed(before: int, after: int, action: PawnAction) -> Iterator[Purpose]:
    """Yield the groups that what moved makes with others, if there are more of their kind now: the largest first."""
    others = before & after & ~action.after
    for name, had, has in zip(_FORMS, _groups(before), _groups(after), strict=True):
        new = [each for each in has if each not in had and each & others]
        if new and len(has) > len(had):
            yield _named(name, new[0])


def _groups(pawns: int) -> tuple[list[int], list[int], list[int]]:
    """Return the pawns of every squad, of every three in a row and of every dual."""
    up, across, *threes = find_patterns(pawns)
    return (
        [_SQUAD << anchor for anchor in bits(find_squads(pawns))],
        [shape << anchor for shape, anchors in zip(_THREES, threes, strict=True) for anchor in bits(anchors)],
        [shape << anchor for shape, anchors in zip(_DUALS, (up, across), strict=True) for anchor in bits(anchors)],
    )


def _pushed(position: Position, after: Position, action: PawnAction) -> Iterator[Purpose]:
    """Yield the enemy pawn that a squad pushes out of its group."""
    foes, then = position.sides[1 - position.side], after.sides[1 - position.side]
    if action.pushes and foes != then and sum(map(len, _groups(then))) < sum(map(len, _groups(foes))):
        yield _named("pushes-out", then & ~foes)


def _neared(position: Position, after: Position, action: PawnAction) -> Iterator[Purpose]:
    """Yield that what moved has come nearer to the other pawns, goes on as a group, or away from more enemies."""
    before, now, foes = position.sides[position.side], after.sides[position.side], after.sides[1 - position.side]
    rest, left, came = before & now, before & ~now, now & ~before
    if rest and came and _gap(came, rest) < _gap(left, rest):
        yield Purpose("joins")
    if action.before.bit_count() > 1 and "@" not in action.text:
        yield _named("stay-together", action.after)
    if came and foes.bit_count() > now.bit_count() and _gap(came, foes) > _gap(left, foes):
        yield Purpose("keeps-away")


def _gap(pawns: int, others: int) -> int:
    """Return how many steps there are at the least from any of these pawns to any of the others."""
    return min(_steps(one, other) for one in bits(pawns) for other in bits(others))


def _steps(one: Square, other: Square) -> int:
    return max(abs(BOARD.file(one) - BOARD.file(other)), abs(BOARD.rank(one) - BOARD.rank(other)))
