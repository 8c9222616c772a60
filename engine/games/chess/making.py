"""Making a legal move on a placement."""

from engine.games.chess.attacks import passing_square
from engine.games.chess.geometry import FIRST_RANKS
from engine.games.chess.position import KINDS, Castling, Move, Placement

_NO_RIGHTS = tuple(~rank for rank in FIRST_RANKS)


def after(placement: Placement, action: Move | Castling) -> Placement:
    """Make a legal move; the other side is to move then."""
    return castled(placement, action) if isinstance(action, Castling) else moved(placement, action)


def is_loud(placement: Placement, action: Move | Castling) -> bool:
    """True if a move is a capture or moves a pawn: what ends the counting of quiet moves."""
    if isinstance(action, Castling):
        return False
    return bool((placement.pawns >> action.origin | (placement.white | placement.black) >> action.target) & 1)


def moved(placement: Placement, move: Move) -> Placement:
    """Make a move of one piece."""
    pawns, knights, bishops, rooks, queens, kings, white, black, castling, en_passant, side = placement
    origin, target = 1 << move.origin, 1 << move.target
    passing = 0
    if origin & pawns:
        taken = target
        if target == en_passant:
            taken = target << 1 if side else target >> 1
        elif target == (origin >> 2 if side else origin << 2):
            passing = target << 1 if side else target >> 1
        rest = ~(origin | taken)
        pawns, knights, bishops, rooks, queens = (
            pawns & rest | target, knights & rest, bishops & rest, rooks & rest, queens & rest
        )
    else:
        taken, rest = target, ~(origin | target)
        if origin & kings:
            castling &= _NO_RIGHTS[side]
            kings = kings & rest | target
        pawns = pawns & rest
        knights = knights & rest | target if origin & knights else knights & rest
        bishops = bishops & rest | target if origin & bishops else bishops & rest
        rooks = rooks & rest | target if origin & rooks else rooks & rest
        queens = queens & rest | target if origin & queens else queens & rest
    if side:
        white, black = white & ~taken, black ^ origin | target
    else:
        white, black = white ^ origin | target, black & ~taken
    found = Placement(
        pawns, knights, bishops, rooks, queens, kings, white, black, castling & ~(origin | taken), 0, 1 - side
    )
    if move.promotion:
        return _promoted(found, target, move.promotion)
    if passing and passing_square(found, passing):
        return found._replace(en_passant=passing)
    return found


def _promoted(placement: Placement, bit: int, kind: str) -> Placement:
    changed = list(placement)
    changed[0] ^= bit
    changed[KINDS.index(kind)] |= bit
    return Placement._make(changed)


def castled(placement: Placement, way: Castling) -> Placement:
    """Castle."""
    side = placement.side
    gone, come = 1 << way.king | 1 << way.rook, 1 << way.king_target | 1 << way.rook_target
    changed = list(placement)
    changed[6 + side] = changed[6 + side] & ~gone | come
    return Placement._make(changed)._replace(
        kings=placement.kings ^ 1 << way.king | 1 << way.king_target,
        rooks=placement.rooks ^ 1 << way.rook | 1 << way.rook_target,
        castling=placement.castling & _NO_RIGHTS[side], en_passant=0, side=1 - side,
    )
