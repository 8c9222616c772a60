"""Legality: the slots and, where kings are mated, one's own king's safety at the end of the turn.

Slots are the sum of ``STANDARD`` and ``SPECIAL`` as far as they are unused.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.actions import Action
from engine.games.chess_two.checks import checkers, king_of, relief_squares
from engine.games.chess_two.effects import carried_out
from engine.games.chess_two.geometry import BETWEEN, CROSS, SALTIRE
from engine.games.chess_two.moves import (
    any_special_move,
    any_standard_action,
    heals_and_kills,
    special_moves,
    standard_actions,
    standard_attacks,
)
from engine.games.chess_two.position import (
    END,
    Attack,
    BoardAction,
    Castling,
    ChessTwoOptions,
    Kill,
    Move,
    Placement,
    SpecialMove,
    move,
)

STANDARD: Final = 1
SPECIAL: Final = 2
BOTH_SLOTS: Final = STANDARD | SPECIAL

_USED: Final = {Move: STANDARD, Attack: STANDARD, Castling: STANDARD, SpecialMove: SPECIAL}


def used_slots(action: Action) -> int:
    """Return the slots an action uses: Heal and Kill use both, ``end`` gives up what is left."""
    return _USED.get(type(action), BOTH_SLOTS)


def legal(board: Placement, white: bool, slots: int, options: ChessTwoOptions) -> list[Action]:
    """List what White (or Black) can do with these slots unused, unsorted."""
    found: list[Action] = []
    found += (_safe if options.win == "checkmate" else _candidates)(board, white, slots, options)
    if slots == SPECIAL and options.special == "optional" and found and _may_end(board, white, options):
        found.append(END)
    return found


def strikes(board: Placement, white: bool, slots: int, options: ChessTwoOptions) -> list[Action]:
    """Return the attacks and Kills among what :func:`legal` finds, unsorted."""
    if options.win == "checkmate":
        return [each for each in legal(board, white, slots, options) if isinstance(each, Attack | Kill)]
    found: list[Action] = []
    if slots & STANDARD:
        found += standard_attacks(board, white, options.close_combat)
    if slots == BOTH_SLOTS:
        found += [each for each in heals_and_kills(board, white, kill_king=True) if isinstance(each, Kill)]
    return found


def any_legal(board: Placement, white: bool, slots: int, options: ChessTwoOptions) -> bool:
    """True if :func:`legal` would find any."""
    if options.win == "checkmate":
        return next(_safe(board, white, slots, options), None) is not None
    return bool(
        slots & STANDARD and any_standard_action(board, white, options.close_combat)
        or slots & SPECIAL and any_special_move(board, white)
        or slots == BOTH_SLOTS and heals_and_kills(board, white, kill_king=True)
    )


def _candidates(board: Placement, white: bool, slots: int, options: ChessTwoOptions) -> list[BoardAction]:
    """List what the slots allow, before any thought of one's own king."""
    found = standard_actions(board, white, options.close_combat) if slots & STANDARD else []
    if slots & SPECIAL:
        found += special_moves(board, white)
        if slots == BOTH_SLOTS:
            found += heals_and_kills(board, white, options.win == "king")
    return found


def _may_end(board: Placement, white: bool, options: ChessTwoOptions) -> bool:
    return options.win == "king" or not checkers(board, white, options.close_combat)


# --- where kings are mated ---------------------------------------------------------------------------------------


def _safe(board: Placement, white: bool, slots: int, options: ChessTwoOptions) -> Iterator[BoardAction]:
    """Return the legal candidates: the turn must not end with one's own king in check, unless the enemy's is
    destroyed."""
    found = checkers(board, white, options.close_combat)
    king = king_of(board, white)
    square = king.bit_length() - 1
    # Without a check only what leaves the king's lines, or clears a square on them, can bring one about.
    lines = CROSS[square] | SALTIRE[square] | king
    # With one, the last action of a turn must do something about it.
    relief = king_of(board, not white) | (relief_squares(found.bit_length() - 1, square) if found else 0)
    for each in _candidates(board, white, slots, options):
        if not found and isinstance(each, Move | Attack) and not _cleared(each) & lines:
            yield each
        elif found and slots != BOTH_SLOTS and each.source != square and not _reached(each) & relief:
            continue
        elif _may_play(board, each, white, slots, options):
            yield each


def _cleared(action: Move | Attack) -> int:
    """Return the squares that a standard piece may leave empty."""
    return 1 << action.source | (1 << action.target if isinstance(action, Attack) else 0)


def _reached(action: BoardAction) -> int:
    """Return the squares that an action may fill or strike."""
    return 1 << action.target | (1 << action.rest if isinstance(action, Attack) else 0)


def _may_play(board: Placement, action: BoardAction, white: bool, slots: int, options: ChessTwoOptions) -> bool:
    """True if a candidate is legal, found by trying it.

    A first action may leave the king's safety to a legal second one; castling may not.
    """
    if isinstance(action, Castling) and not _castles_safely(board, action, white, options.close_combat):
        return False
    after = carried_out(board, action, white, options.close_combat)
    if not checkers(after, white, options.close_combat) or not king_of(after, not white):
        return True
    return any_legal(after, white, slots & ~used_slots(action), options)


def _castles_safely(board: Placement, castling: Castling, white: bool, close_combat: str) -> bool:
    """True if castling is safe: not out of check, not through it (the king alone moved), and not into it (castling
    complete)."""
    if checkers(board, white, close_combat):
        return False
    king_alone = move(castling.source, BETWEEN[castling.source][castling.target].bit_length() - 1)
    steps = (carried_out(board, step, white, close_combat) for step in (king_alone, castling))
    return not any(checkers(step, white, close_combat) for step in steps)
