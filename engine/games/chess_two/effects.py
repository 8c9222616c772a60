"""Effects of an action on a placement: the action, removal of the doomed, promotion, annihilation, intimidation."""

from collections.abc import Callable
from typing import Any

from engine.core.actions import Action, Footprint
from engine.core.squares import bits
from engine.games.chess_two.checks import checkers, passage
from engine.games.chess_two.geometry import BETWEEN, SIDES
from engine.games.chess_two.position import (
    BLACK,
    CASTLING,
    DEATH,
    IMMUNE,
    KIND_INDEX,
    KING,
    KNIGHT,
    LIFE,
    PAWN,
    QUEEN,
    ROOK,
    SHIELDS,
    WHITE,
    Attack,
    Castling,
    Draft,
    End,
    Heal,
    Kill,
    Move,
    Placement,
    SpecialMove,
    kind_at,
    possible_castling,
)


def carried_out(board: Placement, action: Action, white: bool, close_combat: str) -> Placement:
    """Return the placement after an action of White (or Black) and all its effects, in the order of the fine print.

    A Heal's immunity replaces the one that was; the end of a turn is not dealt with here.
    """
    draft: Draft = list(board)
    _EFFECTS[type(action)](draft, action, WHITE if white else BLACK)
    if draft[CASTLING]:
        draft[CASTLING] = possible_castling(draft, draft[CASTLING])
    if draft[SHIELDS]:
        # Intimidation, after all that may have opened or closed a line to the king.
        draft[SHIELDS] &= ~checkers(draft, not white, close_combat)
    return Placement._make(draft)


def is_loud(action: Action, before: Placement, after: Placement) -> bool:
    """True if an action is an attack, a Kill or a pawn move: what the quiet draw waits for."""
    return isinstance(action, Attack | Kill) or before.pawns != after.pawns


# --- standard pieces ---------------------------------------------------------------------------------------------


def _move(draft: Draft, action: Move, side: int) -> None:
    kind = kind_at(draft, 1 << action.source)
    _go(draft, kind, side, action.source, action.target, action.target)
    if action.promotion:
        _promote(draft, 1 << action.target, action.promotion)


def _attack(draft: Draft, action: Attack, side: int) -> None:
    target = 1 << action.target
    if draft[SHIELDS] & target:
        draft[SHIELDS] ^= target
    else:
        _destroy(draft, target)
    kind = kind_at(draft, 1 << action.source)
    _go(draft, kind, side, action.source, action.target, action.rest)
    if action.promotion:
        _promote(draft, 1 << action.target, action.promotion)


def _castle(draft: Draft, action: Castling, side: int) -> None:
    kings, rooks = 1 << action.source | 1 << action.target, 1 << action.rook_source | 1 << action.rook_target
    draft[KING] ^= kings
    draft[ROOK] ^= rooks
    draft[side] ^= kings | rooks
    for what in (SHIELDS, IMMUNE):
        _carry(draft, what, 1 << action.rook_source, 1 << action.rook_target)


def _go(draft: Draft, kind: int, side: int, source: int, aim: int, rest: int) -> None:
    """Take a piece to ``rest``, with the effects of passing everything before ``aim``; the doomed do not arrive."""
    start, stop = 1 << source, 1 << rest
    shielded, doomed = bool(draft[SHIELDS] & start), False
    # A knight leaps: it passes nothing.
    if kind != KNIGHT and BETWEEN[source][aim] & (draft[LIFE] | draft[DEATH]):
        shielded, doomed = passage(draft, source, aim)
    draft[kind] ^= start
    draft[side] ^= start
    draft[SHIELDS] &= ~start
    _carry(draft, IMMUNE, start, stop)
    if not doomed:
        draft[kind] |= stop
        draft[side] |= stop
        draft[SHIELDS] |= shielded << rest


def _carry(draft: Draft, what: int, start: int, stop: int) -> None:
    """Move a Shield or immunity where its piece goes."""
    if draft[what] & start:
        draft[what] ^= start ^ stop


def _promote(draft: Draft, bit: int, promotion: str) -> None:
    kind = KIND_INDEX[promotion]
    draft[PAWN] ^= bit
    draft[kind] |= bit
    # A queen has neither Shield nor immunity.
    if kind == QUEEN:
        draft[SHIELDS] &= ~bit
        draft[IMMUNE] &= ~bit


def _destroy(draft: Draft, bit: int) -> None:
    """Take a standard piece off the board."""
    draft[kind_at(draft, bit)] ^= bit
    draft[WHITE if draft[WHITE] & bit else BLACK] ^= bit
    draft[SHIELDS] &= ~bit


# --- Life and Death ----------------------------------------------------------------------------------------------


def _special_move(draft: Draft, action: SpecialMove, side: int) -> None:
    start, stop = 1 << action.source, 1 << action.target
    draft[LIFE if draft[LIFE] & start else DEATH] ^= start | stop
    _annihilate(draft)


def _heal(draft: Draft, action: Heal, side: int) -> None:
    draft[SHIELDS] |= 1 << action.target
    draft[IMMUNE] = 1 << action.target


def _kill(draft: Draft, action: Kill, side: int) -> None:
    _destroy(draft, 1 << action.target)
    draft[DEATH] ^= 1 << action.source | 1 << action.target
    _annihilate(draft)


def _annihilate(draft: Draft) -> None:
    """Remove every Life and Death that touch along a file or rank, all at once."""
    # Judged by who touched before any was removed: one may take several with it.
    life, death = draft[LIFE], draft[DEATH]
    for square in bits(life):
        touching = SIDES[square] & death
        if touching:
            draft[LIFE] &= ~(1 << square)
            draft[DEATH] &= ~touching


def _end(draft: Draft, action: End, side: int) -> None:
    """Move nothing."""

_EFFECTS: dict[type[Action], Callable[[Draft, Any, int], None]] = {
    Move: _move, Attack: _attack, Castling: _castle, SpecialMove: _special_move, Heal: _heal, Kill: _kill, End: _end,
}


# --- hands -------------------------------------------------------------------------------------------------------


def hands_moves(action: Action) -> tuple[tuple[int, int], ...]:
    """Return from where to where hands take pieces for an action."""
    if isinstance(action, Castling):
        return (action.source, action.target), (action.rook_source, action.rook_target)
    if isinstance(action, Attack):
        return ((action.source, action.rest),)
    if isinstance(action, Move | SpecialMove | Kill):
        return ((action.source, action.target),)
    return ()


def struck_off(board: Placement, action: Action) -> int:
    """Return the bitboard of the piece that hands take off the board for an action; 0 if none."""
    if isinstance(action, Kill) or isinstance(action, Attack) and not board.shields & 1 << action.target:
        return 1 << action.target
    return 0


def footprint(board: Placement, action: Action) -> Footprint:
    """Return what hands do for an action."""
    sources = stops = touches = returns = 0
    for source, stop in hands_moves(action):
        if source != stop:
            sources |= 1 << source
            stops |= 1 << stop
    gone = struck_off(board, action)
    if isinstance(action, Attack | Heal):
        touches = 0 if gone else 1 << action.target
        # Only the hand that takes the attacker up tells which of several pieces struck from its own square.
        returns = 0 if sources else 1 << action.source
    return Footprint(sources | gone & ~stops, stops & ~gone, stops & gone, touches, returns)
