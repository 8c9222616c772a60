"""The letters of castling that is not lost, as everywhere (X-FEN): ``KQkq``; the file's letter for an inner rook."""

from typing import Final

from engine.core.squares import bits
from engine.games.chess.geometry import BOARD, FIRST_RANKS
from engine.games.chess.position import ChessOptions, Placement

NONE: Final = "-"
LETTERS: Final = frozenset("KQABCDEFGHkqabcdefgh")
_FILES: Final = "ABCDEFGH"
_USUAL: Final = {0: (BOARD.parse("e1"), BOARD.parse("h1"), BOARD.parse("a1")),
                 1: (BOARD.parse("e8"), BOARD.parse("h8"), BOARD.parse("a8"))}
"""By side: where king and rooks start in the usual game."""


def letters_of(placement: Placement) -> str:
    """Write the rights of a placement, White's first, those towards h before those towards a; ``-`` for none."""
    found = ""
    for side in (0, 1):
        king = _king(placement, side)
        for rook in sorted(bits(placement.castling & FIRST_RANKS[side]), reverse=True):
            letter = "KQ"[rook < king]
            if rook != _outermost(placement, side, rook < king):
                letter = _FILES[BOARD.file(rook)]
            found += letter.lower() if side else letter
    return found or NONE


def rights_of(placement: Placement, letters: str, options: ChessOptions) -> int:
    """Read letters: return the rooks, as a bitboard. What king and rooks do not allow is left out."""
    found: dict[tuple[int, bool], int] = {}
    for letter in letters:
        side = int(letter.islower())
        rook = _rook(placement, side, letter.upper())
        if rook is not None and _possible(placement, side, rook, options):
            found.setdefault((side, rook < _king(placement, side)), 1 << rook)
    return sum(found.values())


def _king(placement: Placement, side: int) -> int:
    return (placement.kings & placement[6 + side]).bit_length() - 1


def _rooks(placement: Placement, side: int) -> int:
    return placement.rooks & placement[6 + side] & FIRST_RANKS[side]


def _outermost(placement: Placement, side: int, towards_a: bool) -> int | None:
    king = _king(placement, side)
    beyond = [int(rook) for rook in bits(_rooks(placement, side)) if (rook < king) == towards_a]
    return (min if towards_a else max)(beyond, default=None)


def _rook(placement: Placement, side: int, letter: str) -> int | None:
    if letter in "KQ":
        return _outermost(placement, side, letter == "Q")
    square = BOARD.square(_FILES.index(letter), 7 * side)
    return square if _rooks(placement, side) >> square & 1 else None


def _possible(placement: Placement, side: int, rook: int, options: ChessOptions) -> bool:
    king = _king(placement, side)
    if options.start == "usual":
        usual_king, *usual_rooks = _USUAL[side]
        return king == usual_king and rook in usual_rooks
    return bool(FIRST_RANKS[side] >> king & 1)
