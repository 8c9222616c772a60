"""Passing over Life and Death, and who gives check."""

from typing import Final, NamedTuple

from engine.core.squares import bits
from engine.games.chess_two.geometry import (
    BETWEEN,
    CROSS,
    KNIGHT_STAGING,
    LEAPS,
    PAWN_TARGETS,
    RING,
    SALTIRE,
    in_path_order,
    staging_square,
)
from engine.games.chess_two.position import (
    BLACK,
    DEATH,
    IMMUNE,
    KING,
    LIFE,
    QUEEN,
    SHIELDS,
    WHITE,
    Draft,
    Placement,
)

NO_CLOSE_COMBAT: Final = "none"
ALL_CLOSE_COMBAT: Final = "all"
"""Values of the option ``close_combat`` (R4)."""

class Passage(NamedTuple):
    """The fate of a piece on its way."""

    shielded: bool
    doomed: bool
    """It is removed once its move or attack is done (R2)."""


def passage(board: Placement | Draft, source: int, target: int) -> Passage:
    """Follow what passing over the Life and Death between two squares does to the piece on ``source``, in path
    order."""
    bit, ghosts = 1 << source, board[LIFE] | board[DEATH]
    shielded, doomed = bool(board[SHIELDS] & bit), False
    for square in in_path_order(BETWEEN[source][target] & ghosts, source):
        if board[LIFE] & 1 << square:
            shielded = shielded or not (board[KING] | board[QUEEN]) & bit
        # Nothing hurts the immune, not even Death.
        elif not board[IMMUNE] & bit:
            doomed = doomed or not shielded
            shielded = False
    return Passage(shielded, doomed)


def is_doomed(board: Placement | Draft, source: int, target: int) -> bool:
    """True if the piece on ``source`` does not survive passing to ``target``."""
    return bool(BETWEEN[source][target] & board[DEATH]) and passage(board, source, target).doomed


def checkers(board: Placement | Draft, white: bool, close_combat: str) -> int:
    """Return the enemy's standard pieces that could attack the king of White (or Black) now, as a bitboard.

    Slots and whose turn it is do not matter; Kill is never check. Without that king nobody gives check.
    """
    pawns, knights, bishops, rooks, queens, kings, whites, blacks, life, death, *_ = board
    own, foes = (whites, blacks) if white else (blacks, whites)
    king = (kings & own).bit_length() - 1
    if king < 0:
        return 0
    sliders = foes & ((rooks | queens) & CROSS[king] | (bishops | queens) & SALTIRE[king])
    leapers = foes & knights & LEAPS[king]
    found = 0
    if close_combat != NO_CLOSE_COMBAT:
        found = foes & (pawns & PAWN_TARGETS[white][king] | kings & RING[king])
    if sliders:
        found |= _striking_sliders(sliders, king, own | foes, life | death, close_combat)
    if leapers:
        found |= _striking_knights(leapers, king, own | foes | life | death)
    return found


def king_of(board: Placement | Draft, white: bool) -> int:
    """Return the king of White (or Black) as a bitboard; 0 if it is destroyed."""
    return board[KING] & board[WHITE if white else BLACK]


def relief_squares(checker: int, king: int) -> int:
    """Return the squares of which one must be filled or struck to end a check, if the king does not move away."""
    return 1 << checker | BETWEEN[checker][king] | KNIGHT_STAGING[checker].get(king, 0)


def _striking_sliders(sliders: int, king: int, standard: int, ghosts: int, close_combat: str) -> int:
    found = 0
    for square in bits(sliders):
        path = BETWEEN[square][king]
        if not path:
            strikes = close_combat == ALL_CLOSE_COMBAT
        else:
            strikes = not path & standard and not ghosts & 1 << staging_square(square, king)
        found |= strikes << square
    return found


def _striking_knights(knights: int, king: int, occupied: int) -> int:
    found = 0
    for square in bits(knights):
        found |= bool(KNIGHT_STAGING[square][king] & ~occupied) << square
    return found
