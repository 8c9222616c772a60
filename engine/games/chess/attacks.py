"""Attacks: checks, pins, and captures in passing that would expose the king."""

from engine.core.squares import bits
from engine.games.chess.geometry import BETWEEN, CROSS, KING, KNIGHT, PAWN, SALTIRE, slanted, straight
from engine.games.chess.position import Placement


def attackers(placement: Placement, square: int, side: int, occupied: int) -> int:
    """Find the pieces of a side that attack a square, if these squares were occupied."""
    pawns, knights, bishops, rooks, queens, kings, white, black, *_ = placement
    them = (black if side else white) & occupied
    found = KNIGHT[square] & knights | KING[square] & kings | PAWN[1 - side][square] & pawns
    sliders = rooks | queens
    if CROSS[square] & sliders & them:
        found |= straight(square, occupied) & sliders
    sliders = bishops | queens
    if SALTIRE[square] & sliders & them:
        found |= slanted(square, occupied) & sliders
    return found & them


def checks_and_pins(placement: Placement) -> tuple[int, int]:
    """Find the pieces that give check to the side to move, and its own that shield the king."""
    pawns, knights, bishops, rooks, queens, kings, white, black, _, _, side = placement
    own, them = (black, white) if side else (white, black)
    king = (kings & own).bit_length() - 1
    checkers = them & (KNIGHT[king] & knights | PAWN[side][king] & pawns)
    snipers = them & (CROSS[king] & (rooks | queens) | SALTIRE[king] & (bishops | queens))
    pinned, occupied, around = 0, white | black, BETWEEN[king]
    while snipers:
        sniper = snipers & -snipers
        snipers ^= sniper
        between = around[sniper.bit_length() - 1] & occupied
        if not between:
            checkers |= sniper
        elif not between & between - 1:
            pinned |= between & own
    return checkers, pinned


def may_capture_in_passing(placement: Placement, pawn: int, target: int) -> bool:
    """True if the king is safe after a pawn of the side to move has captured in passing; pawn and target: bitboards."""
    side = placement.side
    victim = target << 1 if side else target >> 1
    occupied = (placement.white | placement.black) & ~(pawn | victim) | target
    king = placement.kings & (placement.black if side else placement.white)
    return not attackers(placement, king.bit_length() - 1, 1 - side, occupied)


def passing_square(placement: Placement, target: int) -> int:
    """Return the bitboard ``target`` if some pawn of the side to move may capture in passing on it, else 0."""
    side = placement.side
    own = placement.black if side else placement.white
    takers = PAWN[1 - side][target.bit_length() - 1] & placement.pawns & own
    return target if any(may_capture_in_passing(placement, 1 << pawn, target) for pawn in bits(takers)) else 0
