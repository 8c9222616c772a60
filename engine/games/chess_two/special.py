"""Listing what Life and Death can do, before any thought of one's own king (rules page, *Life and Death*)."""

from engine.core.squares import bits
from engine.games.chess_two.geometry import CORNERS, HALF, SIDES
from engine.games.chess_two.moves import BoardAction, heal, kill, special_move
from engine.games.chess_two.placement import Placement


def special_moves(board: Placement, white: bool) -> list[BoardAction]:
    """Every special move of the Life and Death that a side controls now, unsorted."""
    occupied = board.white | board.black | board.life | board.death
    found: list[BoardAction] = []
    for square in bits((board.life | board.death) & HALF[white]):
        found += [special_move(square, target) for target in bits(CORNERS[square] & ~occupied)]
    return found


def any_special_move(board: Placement, white: bool) -> bool:
    """Whether :func:`special_moves` would find any."""
    empty = ~(board.white | board.black | board.life | board.death)
    return any(CORNERS[square] & empty for square in bits((board.life | board.death) & HALF[white]))


def heals_and_kills(board: Placement, white: bool, kill_king: bool) -> list[BoardAction]:
    """Every Heal and Kill, unsorted. ``kill_king``: whether the enemy king may be killed."""
    found: list[BoardAction] = []
    healable = (board.white | board.black) & ~(board.shields | board.kings | board.queens)
    for square in bits(board.life & HALF[white]):
        found += [heal(square, target) for target in bits(CORNERS[square] & healable)]
    for square in bits(board.death & HALF[white]):
        found += [kill(square, target) for target in bits(killable(board, square, white, kill_king))]
    return found


def killable(board: Placement, death: int, white: bool, kill_king: bool) -> int:
    """What the Death on a square can kill if White (or Black) controls it, as a bitboard (R5)."""
    spared = board.kings & (board.white if white else board.black) if kill_king else board.kings
    corners = CORNERS[death] & ~board.immune & ~spared
    found = 0
    for side, half in ((board.white, HALF[True]), (board.black, HALF[False])):
        allies = side | board.life & half
        for square in bits(corners & side):
            found |= (not SIDES[square] & allies) << square
    return found
