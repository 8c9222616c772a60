"""The purposes of moves in chess: checks, pins, pawns that nobody stops, pieces that come into play."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.core.squares import bits
from engine.games.chess.attacks import attackers, checks_and_pins
from engine.games.chess.geometry import (
    AHEAD,
    BETWEEN,
    BOARD,
    FILES,
    FIRST_RANKS,
    FROM_MIDDLE,
    KING,
    LAST_RANKS,
    PASSING,
    PAWN,
    RANKS,
)
from engine.games.chess.making import after as made
from engine.games.chess.moves import can_move, count_moves, list_moves, piece_targets
from engine.games.chess.position import KINDS, Castling, Move, Placement, Position
from engine.services.evaluation import Purpose

_CENTRE: Final = (FILES[3] | FILES[4]) & (RANKS[3] | RANKS[4])
_OPENING: Final = 12
"""The last move of an opening, more or less."""
_MANY: Final = 3
"""So many squares more are many for one piece."""
_FAR_FEWER: Final = 0.8
_FEW: Final = 4
"""The most knights, bishops and rooks, of both sides together, with which a king comes out."""
_NEAR: Final = 4
"""The distance from which a king does not go for a pawn yet."""
_MEASURE: Final = (1, 3, 3, 5, 9, 99)
"""The rough worth of the kinds of pieces, to compare when one takes another."""


def purposes(position: Position, action: Move | Castling) -> Iterator[Purpose]:
    """List what a move is good for, the weightiest first."""
    before, side = position.placement, position.placement.side
    after = made(before, action)
    if isinstance(action, Move) and action.promotion:
        yield _about("promotes", after, action.target)
    if not position.checkers and _mates_next(position, before, 1 - side) and not _mates_next(position, after, 1 - side):
        yield _about("stops-mate", after, _king(after, side))
    coming = _promotes_next(position, before, 1 - side) & ~_promotes_next(position, after, 1 - side)
    for square in bits(coming & after.pawns):
        yield _about("stops-queen", after, square)
    if isinstance(action, Castling):
        yield _about("castles", after, action.king_target)
    if position.checkers:
        yield _about("out-of-check", after, _king(after, side))
    yield from _binds(before, after, action)
    if isinstance(action, Move):
        yield from _pawns(before, after, action)
        yield from _places(before, after, action, position.number)
    yield from _helps(before, after, action)
    yield from _moves_less(position, after)


# --- what a board shows ------------------------------------------------------------------------------------------


def _king(placement: Placement, side: int) -> int:
    return (placement.kings & placement[6 + side]).bit_length() - 1


def _kind(placement: Placement, square: int) -> int:
    return next(number for number, squares in enumerate(placement[:6]) if squares >> square & 1)


def _about(name: str, placement: Placement, square: int) -> Purpose:
    return Purpose(name, KINDS[_kind(placement, square)], (BOARD.names[square],))


def _to_move(position: Position, placement: Placement, side: int) -> Position:
    placement = placement._replace(side=side, en_passant=0)
    checkers, pinned = checks_and_pins(placement)
    return replace(position, placement=placement, checkers=checkers, pinned=pinned)


def _mates_next(position: Position, placement: Placement, side: int) -> bool:
    """True if a side could checkmate at once if it were to move, and may: it gives no check already."""
    turn = _to_move(position, placement, side)
    if attackers(placement, _king(placement, 1 - side), side, placement.white | placement.black):
        return False
    for move in list_moves(turn):
        then = _to_move(position, made(turn.placement, move), 1 - side)
        if then.checkers and not can_move(then):
            return True
    return False


def _promotes_next(position: Position, placement: Placement, side: int) -> int:
    """Return the pawns that a side could promote at once if it were to move, and that nobody could take then."""
    turn, found = _to_move(position, placement, side), 0
    for move in list_moves(turn):
        if isinstance(move, Move) and move.promotion == "Q":
            then = made(turn.placement, move)
            if not attackers(then, move.target, 1 - side, then.white | then.black):
                found |= 1 << move.origin
    return found


def _sees(placement: Placement, square: int) -> int:
    """Return the squares that the piece on a square attacks."""
    occupied, bit = placement.white | placement.black, 1 << square
    if placement.pawns & bit:
        return PAWN[int(placement.black >> square & 1)][square]
    return KING[square] if placement.kings & bit else piece_targets(placement, square, occupied)


def _is_passed(placement: Placement, square: int, side: int) -> bool:
    """True if no pawn stands before this one or can take it on its way."""
    own, foes = (placement.pawns & placement[6 + each] for each in (side, 1 - side))
    return bool(own >> square & 1) and not PASSING[side][square] & foes and not AHEAD[side][square] & own


def _distance(one: int, other: int) -> int:
    return max(abs(one // 8 - other // 8), abs(one % 8 - other % 8))


def _is_safe(placement: Placement, square: int, side: int) -> bool:
    """True if the piece on a square cannot be taken, or only by one worth no less, and is protected."""
    occupied = placement.white | placement.black
    takers = attackers(placement, square, 1 - side, occupied)
    least = min((_MEASURE[_kind(placement, each)] for each in bits(takers)), default=99)
    return not takers or least >= _MEASURE[_kind(placement, square)] and bool(
        attackers(placement, square, side, occupied))


# --- purposes ----------------------------------------------------------------------------------------------------


def _binds(before: Placement, after: Placement, action: Move | Castling) -> Iterator[Purpose]:
    """Name a piece that is pinned, one that is so no longer, or a check."""
    side = before.side
    checkers, pinned = checks_and_pins(after)
    if isinstance(action, Move):
        was_pinned = checks_and_pins(before._replace(side=1 - side))[1]
        for square in bits(pinned & ~was_pinned & _sees(after, action.target) & ~after.pawns):
            if not _sees(after, square) >> action.target & 1 and _is_safe(after, action.target, side):
                yield _about("pins", after, square)
    if checkers:
        yield _about("checks", after, _king(after, 1 - side))
    freed = checks_and_pins(before)[1] & ~checks_and_pins(after._replace(side=side))[1] & before[6 + side]
    for square in bits(freed & after[6 + side] & ~after.pawns):
        yield _about("unpins", after, square)


def _pawns(before: Placement, after: Placement, move: Move) -> Iterator[Purpose]:
    """Say what becomes of pawns that no pawn stops, and of those in the middle."""
    side, target = before.side, move.target
    if after.pawns >> target & 1:
        if _is_passed(after, target, side):
            name = "pushes-passed" if _is_passed(before, move.origin, side) else "makes-passed"
            yield _about(name, after, target)
        yield from _challenges(after, side, target)
        return
    foe_pawn = target + 1 if side == 0 else target - 1
    if 0 <= foe_pawn < 64 and _is_passed(after, foe_pawn, 1 - side):
        yield _about("blocks", after, foe_pawn)
    if after.rooks >> target & 1:
        for each in (0, 1):
            for pawn in bits(after.pawns & after[6 + each]):
                behind = AHEAD[each][target] >> pawn & 1 and not BETWEEN[target][pawn] & (after.white | after.black)
                if behind and _is_passed(after, pawn, each) and pawn // 8 != move.origin // 8:
                    yield _about("behind-passed", after, pawn)


def _challenges(after: Placement, side: int, pawn: int) -> Iterator[Purpose]:
    """Name the piece or pawn that a pawn attacks."""
    attacked = PAWN[side][pawn] & after[7 - side] & ~after.kings
    if attacked & ~after.pawns:
        yield _about("challenges", after, next(bits(attacked & ~after.pawns)))
    elif attacked:
        yield _about("challenges", after, next(bits(attacked)))


def _places(before: Placement, after: Placement, move: Move, number: int) -> Iterator[Purpose]:
    """Say what is good about the square that a piece has come to."""
    side, origin, target = before.side, move.origin, move.target
    own_pawns, foe_pawns = (after.pawns & after[6 + each] for each in (side, 1 - side))
    bit, kind = 1 << target, KINDS[_kind(after, target)]
    minor = before.knights | before.bishops
    if kind == "K":
        yield from _walks(before, after, move)
    if kind == "P" and number <= _OPENING and bit & _CENTRE:
        yield _about("takes-middle", after, target)
    home = minor & before[6 + side] & FIRST_RANKS[side]
    if number <= _OPENING and home >> origin & 1 and not bit & FIRST_RANKS[side]:
        yield _about("develops", after, target)
    if kind == "R" and not FILES[target // 8] & own_pawns and FILES[origin // 8] & own_pawns:
        yield _about("opens-file", after, target)
    if kind == "R" and bit & RANKS[1 if side else 6] and not 1 << origin & RANKS[1 if side else 6]:
        if foe_pawns & RANKS[1 if side else 6] or after.kings & after[7 - side] & LAST_RANKS[side]:
            yield _about("seventh", after, target)
    beyond = sum(RANKS[:4]) if side else sum(RANKS[4:])
    if kind in "NB" and bit & beyond and not PASSING[side][target] & ~AHEAD[side][target] & foe_pawns:
        if attackers(after, target, side, after.white | after.black) & own_pawns:
            yield _about("outpost", after, target)


def _walks(before: Placement, after: Placement, move: Move) -> Iterator[Purpose]:
    """Name the pawn that a king comes nearer to, or say that he comes out, once few pieces are left."""
    side = before.side
    if after.queens or (after.knights | after.bishops | after.rooks).bit_count() > _FEW:
        return
    pawns = sorted(bits(after.pawns & after[7 - side]), key=lambda each: _distance(move.target, each))
    if pawns and _distance(move.target, pawns[0]) < min(_NEAR, _distance(move.origin, pawns[0])):
        yield _about("king-hunts", after, pawns[0])
    elif FROM_MIDDLE[move.target] < FROM_MIDDLE[move.origin]:
        yield _about("king-helps", after, move.target)


def _helps(before: Placement, after: Placement, action: Move | Castling) -> Iterator[Purpose]:
    """Name a piece that is protected now, or has a free way; or say that the moved one reaches more."""
    side, occupied = before.side, before.white | before.black
    stayed = before[6 + side] & after[6 + side] & ~before.kings
    then_occupied = after.white | after.black
    for square in bits(stayed):
        takers = attackers(after, square, 1 - side, then_occupied)
        least = min((_MEASURE[_kind(after, each)] for each in bits(takers)), default=0)
        if least >= _MEASURE[_kind(after, square)] and attackers(after, square, side, then_occupied) and not attackers(
                before, square, side, occupied):
            yield _about("guards", after, square)
    if isinstance(action, Move) and not (after.pawns | after.kings) >> action.target & 1:
        foe_king = KING[_king(after, 1 - side)]
        had, has = _sees(before, action.origin), _sees(after, action.target)
        if after.queens & after[6 + side] and (has & foe_king).bit_count() >= 2 + (had & foe_king).bit_count():
            yield _about("aims-at-king", after, _king(after, 1 - side))
        if _reach(after, action.target, side) >= _reach(before, action.origin, side) + _MANY:
            yield _about("reaches-more", after, action.target)
    kings_move = isinstance(action, Move) and before.kings >> action.origin & 1
    for square in bits(stayed & (before.rooks if kings_move else ~before.pawns)):
        if _reach(after, square, side) >= _reach(before, square, side) + _MANY:
            yield _about("opens-way", after, square)


def _reach(placement: Placement, square: int, side: int) -> int:
    return (_sees(placement, square) & ~placement[6 + side]).bit_count()


def _moves_less(position: Position, after: Placement) -> Iterator[Purpose]:
    """Say that the other side has far fewer moves."""
    side = position.placement.side
    then = _to_move(position, after, 1 - side)
    if position.checkers or then.checkers:
        return
    if count_moves(then) <= _FAR_FEWER * count_moves(_to_move(position, position.placement, 1 - side)):
        yield Purpose("restricts")
