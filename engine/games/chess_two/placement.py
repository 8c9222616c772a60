"""What stands where: bitboards of one Chess Two position, and the drafts in which the next one is worked out."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from engine.core.pieces import Piece, Seat
from engine.core.squares import Square, bits
from engine.games.chess_two.geometry import RANKS, square_at


class Placement(NamedTuple):
    """All that repetition compares but the side to move. (A named tuple: twice as fast to make as a dataclass.)"""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    white: int
    """All standard pieces of White."""
    black: int
    life: int
    death: int
    shields: int
    immune: int
    """The one square, as a bitboard, that a Heal protects during this turn; 0 if none."""
    castling: int
    """The home squares of the rooks that may still castle."""


PAWN: Final = 0
KNIGHT: Final = 1
ROOK: Final = 3
QUEEN: Final = 4
KING: Final = 5
WHITE: Final = 6
BLACK: Final = 7
LIFE: Final = 8
DEATH: Final = 9
SHIELDS: Final = 10
IMMUNE: Final = 11
CASTLING: Final = 12
"""Where each bitboard stands in a placement and in a draft."""

Draft = list[int]
"""A placement being changed."""

KINDS: Final = "PNBRQK"
"""The standard kinds, in the order of their bitboards."""
KIND_INDEX: Final = {kind: index for index, kind in enumerate(KINDS)}
_STANDARD: Final = {
    (white, index, shielded): Piece(Seat.WHITE if white else Seat.BLACK, kind, shielded)
    for white in (True, False) for index, kind in enumerate(KINDS) for shielded in (True, False)
}
"""Every standard piece there is, by side, kind and Shield."""
SHIELDLESS: Final = "QK"
"""Standard pieces that never have a Shield."""
PROMOTIONS: Final = "BNQR"

KING_HOME: Final = {True: 1 << square_at("f1"), False: 1 << square_at("f10")}
ROOK_HOMES: Final = {
    "K": 1 << square_at("i1"), "Q": 1 << square_at("b1"), "k": 1 << square_at("i10"), "q": 1 << square_at("b10"),
}
"""The home square of the rook that each castling right is about."""


def kind_at(board: Placement | Draft, bit: int) -> int:
    """The index of the standard piece's kind that stands on the square of ``bit``; 6 if none does."""
    kind = 0
    while kind < WHITE and not board[kind] & bit:
        kind += 1
    return kind


def possible_castling(board: Placement | Draft, rights: int) -> int:
    """Those of the rights whose king and rook stand at home."""
    for white, side in ((True, WHITE), (False, BLACK)):
        rank = RANKS[0 if white else 9]
        king_home = board[KING] & board[side] & KING_HOME[white]
        rights &= ~rank | (board[ROOK] & board[side] if king_home else 0)
    return rights


def standard_piece(board: Placement, bit: int) -> Piece:
    """The standard piece that stands on the square of ``bit``."""
    return _STANDARD[bool(board.white & bit), kind_at(board, bit), bool(board.shields & bit)]


@lru_cache(maxsize=16)  # what an action leads to is asked for by who plays it, who tells of it and who shows it
def pieces(board: Placement) -> Mapping[Square, Piece]:
    """Every piece by its square, in sorted order."""
    placed = {square: Piece(None, "L") for square in bits(board.life)}
    placed |= {square: Piece(None, "D") for square in bits(board.death)}
    placed |= {square: standard_piece(board, 1 << square) for square in bits(board.white | board.black)}
    return dict(sorted(placed.items()))


def placement_of(placed: dict[Square, Piece]) -> Placement:
    """The placement of these pieces, without immunity and castling rights."""
    draft = [0] * len(Placement._fields)
    for square, piece in placed.items():
        bit = 1 << square
        if piece.owner is None:
            draft[LIFE if piece.kind == "L" else DEATH] |= bit
        else:
            draft[KIND_INDEX[piece.kind]] |= bit
            draft[WHITE if piece.owner is Seat.WHITE else BLACK] |= bit
        if piece.shielded:
            draft[SHIELDS] |= bit
    return Placement._make(draft)


def without_immunity(placement: Placement) -> Placement:
    """The placement with nobody immune."""
    return placement._replace(immune=0) if placement.immune else placement


def starting_placement() -> Placement:
    """The set-up of the rules page."""
    placed = {}
    for rank, seat, back, pawns in ((1, Seat.WHITE, "LRNBQKBNRD", 2), (10, Seat.BLACK, "DRNBQKBNRL", 9)):
        for file, kind in zip("abcdefghij", back, strict=True):
            owner = None if kind in "LD" else seat
            placed[square_at(f"{file}{rank}")] = Piece(owner, kind, kind in "RNB")
            placed[square_at(f"{file}{pawns}")] = Piece(seat, "P", shielded=True)
    return placement_of(placed)._replace(castling=sum(ROOK_HOMES.values()))
