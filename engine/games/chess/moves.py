"""The legal moves of chess.

Moves are found a piece at a time, in the order of their texts, as the set of squares each may go to; the actions
themselves are made once and looked up.
"""

from bisect import insort
from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Final

from engine.core.actions import Action
from engine.core.squares import Square, bits
from engine.games.chess.attacks import attackers, may_capture_in_passing
from engine.games.chess.geometry import (
    ALL,
    BETWEEN,
    BOARD,
    CROSS,
    DOUBLE_STEPS,
    FIRST_RANKS,
    KING,
    KNIGHT,
    LAST_RANKS,
    PAWN,
    SALTIRE,
    THROUGH,
    slanted,
    straight,
)
from engine.games.chess.position import CLAIM, PROMOTIONS, Castling, Move, Placement, Position

Reach = list[tuple[int, int]]
"""Origins in order, each with its targets as a bitboard; those of promotions are shifted by 64."""
KING_FILES: Final = (6, 2)
ROOK_FILES: Final = (5, 3)
"""Targets of king and rook, castling towards h and towards a."""
_text: Final = attrgetter("text")


def list_moves(position: Position) -> list[Move | Castling]:
    """List every legal move, sorted by text."""
    found: list[Move | Castling] = list(castlings(position))
    for origin, targets in reach(position):
        found += _moves(origin, targets)
    return found


def list_captures(position: Position) -> list[Move]:
    """List every legal capture and promotion, sorted by text."""
    placement = position.placement
    foes, passing = placement[7 - placement.side], placement.en_passant
    found: list[Move] = []
    for origin, targets in reach(position, foes | LAST_RANKS[placement.side]):
        loud = targets if targets > ALL else targets & (foes | passing)
        found += _moves(origin, loud)
    return found


def count_moves(position: Position) -> int:
    """Count the legal moves."""
    count = len(castlings(position))
    for _, targets in reach(position):
        count += targets.bit_count() if targets <= ALL else 4 * targets.bit_count()
    return count


def can_move(position: Position) -> bool:
    """True if there is a legal move. Mostly a pawn can step on; only if not, all pieces are asked."""
    placement, side = position.placement, position.placement.side
    if not position.checkers:
        pawns = placement.pawns & placement[6 + side] & ~position.pinned
        if (pawns >> 1 if side else pawns << 1) & ~(placement.white | placement.black):
            return True
    return bool(reach(position) or castlings(position))


def with_claim(moves: Iterable[Action]) -> list[Action]:
    """Add the claim of a draw to the moves, in its place."""
    actions = list(moves)
    insort(actions, CLAIM, key=_text)
    return actions


def reach(position: Position, onto: int = ALL) -> Reach:
    """Find where the pieces of the side to move may go, castling aside. ``onto``: the squares that matter; captures in
    passing always do."""
    placement, pinned = position.placement, position.pinned
    pawns, kings, occupied = placement.pawns, placement.kings, placement.white | placement.black
    own = placement.black if placement.side else placement.white
    king = (kings & own).bit_length() - 1
    movers, allowed = _relief(position.checkers, king, own) if position.checkers else (own, ALL ^ own)
    allowed &= onto
    found: Reach = []
    for origin in bits(movers):
        bit = 1 << origin
        goals = allowed & THROUGH[king][origin] if bit & pinned else allowed
        if bit & pawns:
            targets = _pawn_targets(placement, origin, goals, occupied)
        elif bit & kings:
            targets = _king_targets(placement, king, own, occupied, onto)
        else:
            targets = piece_targets(placement, origin, occupied) & goals
        if targets:
            found.append((origin, targets))
    return found


def _relief(checkers: int, king: int, own: int) -> tuple[int, int]:
    """Find who may move in check, and where to, the king's steps aside. If two pieces give check, only he can move."""
    if checkers & checkers - 1:
        return 1 << king, 0
    return own, checkers | BETWEEN[king][checkers.bit_length() - 1]


def piece_targets(placement: Placement, origin: int, occupied: int) -> int:
    """Find what a knight, bishop, rook or queen attacks."""
    bit = 1 << origin
    if bit & placement.knights:
        return KNIGHT[origin]
    if bit & placement.bishops:
        return slanted(origin, occupied)
    if bit & placement.rooks:
        return straight(origin, occupied)
    return straight(origin, occupied) | slanted(origin, occupied)


def _pawn_targets(placement: Placement, origin: int, goals: int, occupied: int) -> int:
    """Find where a pawn may step or capture; if it is promoted there, shifted by 64."""
    empty, bit, side, passing = ~occupied, 1 << origin, placement.side, placement.en_passant
    if side:
        ahead = bit >> 1 & empty
        ahead |= (ahead & DOUBLE_STEPS[1]) >> 1 & empty
    else:
        ahead = bit << 1 & empty
        ahead |= (ahead & DOUBLE_STEPS[0]) << 1 & empty
    targets = (ahead | PAWN[side][origin] & occupied) & goals
    if targets & LAST_RANKS[side]:
        return targets << 64
    if PAWN[side][origin] & passing and may_capture_in_passing(placement, bit, passing):
        return targets | passing
    return targets


def _king_targets(placement: Placement, king: int, own: int, occupied: int, onto: int) -> int:
    """Find where a king may step. (As :func:`attackers` would say it, square by square, with the masks made once.)"""
    pawns, knights, bishops, rooks, queens, kings, _, _, _, _, side = placement
    foes, without = occupied ^ own, occupied ^ 1 << king
    pawns, knights, kings = pawns & foes, knights & foes, kings & foes
    lines, slants, hits = (rooks | queens) & foes, (bishops | queens) & foes, PAWN[side]
    targets = KING[king] & ~own & onto
    for target in bits(targets):
        if (
            KNIGHT[target] & knights or hits[target] & pawns or KING[target] & kings
            or CROSS[target] & lines and straight(target, without) & lines
            or SALTIRE[target] & slants and slanted(target, without) & slants
        ):
            targets ^= 1 << target
    return targets


# --- castling ----------------------------------------------------------------------------------------------------


def castlings(position: Position) -> tuple[Castling, ...]:
    """List the castlings that are legal, sorted by text."""
    placement = position.placement
    side = placement.side
    rooks = placement.castling & FIRST_RANKS[side]
    if not rooks or position.checkers:
        return ()
    king = (placement.kings & placement[6 + side]).bit_length() - 1
    ways = [_castling(king, rook) for rook in sorted(bits(rooks), reverse=True)]
    return tuple(way for way in ways if _may_castle(placement, way))


@lru_cache(512)
def _castling(king: int, rook: int) -> Castling:
    towards_a = int(rook < king)
    rank = king % 8
    king_target, rook_target = (BOARD.square(files[towards_a], rank) for files in (KING_FILES, ROOK_FILES))
    return Castling(("O-O", "O-O-O")[towards_a], Square(king), king_target, Square(rook), rook_target)


def _may_castle(placement: Placement, way: Castling) -> bool:
    """True if nothing stands in the way of a king that is not in check, and nobody attacks a square that he crosses, or
    the one that he comes to (when the rook has gone, too: it may have been a shield)."""
    king, rook, foe = 1 << way.king, 1 << way.rook, 1 - placement.side
    others = (placement.white | placement.black) ^ king ^ rook
    crossed = BETWEEN[way.king][way.king_target]
    if others & (crossed | 1 << way.king_target | BETWEEN[way.rook][way.rook_target] | 1 << way.rook_target):
        return False
    if any(attackers(placement, square, foe, others | rook) for square in bits(crossed)):
        return False
    return not attackers(placement, way.king_target, foe, others | 1 << way.rook_target)


# --- actions -----------------------------------------------------------------------------------------------------


@lru_cache(1 << 15)  # the same pieces go to the same squares again and again
def _moves(origin: int, targets: int) -> tuple[Move, ...]:
    if targets > ALL:
        return tuple(_move(origin, target, kind) for target in bits(targets >> 64) for kind in PROMOTIONS)
    return tuple(_move(origin, target) for target in bits(targets))


@lru_cache(None)  # there are fewer than five thousand
def _move(origin: int, target: int, promotion: str = "") -> Move:
    text = BOARD.names[origin] + BOARD.names[target] + (f"={promotion}" if promotion else "")
    return Move(text, Square(origin), Square(target), promotion)
