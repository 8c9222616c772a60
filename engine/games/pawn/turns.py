"""Turns of Pawn after an action: strikes, passes."""

from engine.core.events import Announced, Happening
from engine.core.messages import message
from engine.core.pieces import TWO_SEATS
from engine.games.pawn.catalogue import PawnAction
from engine.games.pawn.endings import over, reason_to_end
from engine.games.pawn.moves import can_move, striking
from engine.games.pawn.patterns import NO_PATTERNS, new_patterns
from engine.games.pawn.position import PawnOptions, Position, Seen

Turned = tuple[Position, tuple[Happening, ...]]


def moved(action: PawnAction, own: int, enemy: int) -> tuple[int, int, int]:
    """Return the pawns of both sides after an action; then one's own that took part in it, where they stand now."""
    own_after, part = own & ~action.before | action.after, action.after
    if not action.pushes:
        return own_after, enemy & ~action.after, part
    for front, behind in action.pushes:
        if own & front:
            own_after, part = own_after | behind, part | behind
        elif enemy & front:
            enemy = enemy ^ front | behind
    return own_after, enemy, part


def play(position: Position, action: PawnAction) -> Turned:
    """Return the position after an action or a strike: the same side may strike, or the turn has ended."""
    options, _, side, sides, quiet_turns, _, seen, _ = position
    own, enemy = sides[side], sides[1 - side]
    own_after, enemy_after, part = moved(action, own, enemy)
    if enemy_after.bit_count() != enemy.bit_count():
        # A capture cannot be undone: no position from before it can occur again.
        quiet_turns, seen = 0, None
    else:
        quiet_turns += 1
    sides = (enemy_after, own_after) if side else (own_after, enemy_after)
    fresh = new_patterns(own_after, own_after & ~own, own_after & ~part)
    if any(fresh):
        fresh = striking(fresh, own_after, enemy_after)
        if any(fresh):
            return Position(options, "strike", side, sides, quiet_turns, fresh, seen), ()
    return _begun(options, 1 - side, sides, quiet_turns, seen)


def end_turn(position: Position) -> Turned:
    """Return the position after the turn was ended without a further strike."""
    return _begun(position.options, 1 - position.side, position.sides, position.quiet_turns, position.seen)


def begin_turn(position: Position) -> Turned:
    """Return the first position that somebody can act in, or the end: endings are tested, a player without action
    passes."""
    return _begun(position.options, position.side, position.sides, position.quiet_turns, position.seen)


def _begun(
    options: PawnOptions, side: int, sides: tuple[int, int], quiet_turns: int, before: Seen | None
) -> Turned:
    """Do what :func:`begin_turn` does, before a position is made of it."""
    white, black = sides
    seen = Seen(white | black << 64 | side << 128, before)
    position = Position(options, "move", side, sides, quiet_turns, NO_PATTERNS, seen)
    own, enemy = (black, white) if side else (white, black)
    able = can_move(side, own, enemy)
    reason = reason_to_end(position, able)
    if reason is not None:
        return over(position, reason), ()
    if able:
        return position, ()
    # R3: the other side can act, or the game would have ended at a standstill.
    passed, happenings = _begun(options, 1 - side, sides, quiet_turns + 1, seen)
    announced = Announced(message("{seat} has no action and passes.", seat=TWO_SEATS[side]), "fast-forward")
    return passed, (announced, *happenings)
