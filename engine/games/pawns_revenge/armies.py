"""Armies: how they stand at the start, and how strong their pieces are."""

from collections.abc import Iterable

from engine.core.messages import message
from engine.core.pieces import Piece, Seat
from engine.core.squares import Square, bits
from engine.games.pawns_revenge.geometry import SMALL, corner_triangle, forward_of, grid_of
from engine.games.pawns_revenge.position import KINDS, Bonus, Division, Kinds, PawnsRevengeOptions, Position, bonus

PIECE_NAMES = {
    "P": message("pawn"), "K": message("king"), "Q": message("queen"),
    "R": message("rook"), "N": message("knight"), "B": message("bishop"),
}
ROGUE_KNIGHT = Piece(None, "N")

EVERYWHERE = -1
"""A bitboard of all squares of any board."""
_BACK_ROW = "RNBQKBNR"
_DEPTH, _LARGER_DEPTH, _HUNDRED_DEPTH = 5, 7, 6


def base_strengths(options: PawnsRevengeOptions) -> dict[str, tuple[int, int]]:
    """Return kind → power and toughness without any bonus, of all kinds these options can have."""
    royal = options.royal_power, options.royal_toughness
    strengths = {"P": (options.pawn_power, options.pawn_toughness), "K": royal, "Q": royal}
    if options.army == "classic":
        strengths["R"] = options.rook_power, options.rook_toughness
        strengths["N"] = options.knight_power, options.knight_toughness
        strengths["B"] = options.bishop_power, options.bishop_toughness
    return strengths


def starting_pieces(options: PawnsRevengeOptions) -> dict[Square, Piece]:
    """Return every piece at the start, by square."""
    placed: dict[Square, Piece] = {}
    for seat in options.seats:
        placed |= _on_small(seat, options.army) if options.players == 2 else _in_corner(options, seat)
    return placed


def _on_small(seat: Seat, army: str) -> dict[Square, Piece]:
    back, front = (0, 1) if seat is Seat.WHITE else (7, 6)
    placed = {SMALL.square(file, front): Piece(seat, "P") for file in range(SMALL.files)}
    for file, kind in enumerate(_BACK_ROW):
        placed[SMALL.square(file, back)] = Piece(seat, kind if kind in "KQ" or army == "classic" else "P")
    return placed


def _in_corner(options: PawnsRevengeOptions, seat: Seat) -> dict[Square, Piece]:
    if options.army == "hundred":
        return _quarter_of_hundred(options, seat)
    larger = options.teams == "three-on-one" and seat is Seat.WHITE
    corner, triangle = corner_triangle(options.players, seat, _LARGER_DEPTH if larger else _DEPTH)
    return {square: Piece(seat, "K" if square == corner else "P") for square in bits(triangle)}


def _quarter_of_hundred(options: PawnsRevengeOptions, seat: Seat) -> dict[Square, Piece]:
    """Place a quarter of a hundred pawns (R9): the queen stands diagonally before the king; 25 pawns fill the triangle,
    but for the middle of its edge."""
    corner, triangle = corner_triangle(options.players, seat, _HUNDRED_DEPTH)
    forward = grid_of(options.players).steps[forward_of(options.players, seat)].shift
    queen, middle = Square(corner + forward), corner + _HUNDRED_DEPTH // 2 * forward
    kinds = {corner: "K", queen: "Q"}
    return {square: Piece(seat, kinds.get(square, "P")) for square in bits(triangle & ~(1 << middle))}


def bitboards(pieces: dict[Square, Piece], seats: tuple[Seat, ...]) -> tuple[tuple[int, ...], Kinds, int]:
    """Return the pieces as bitboards: of each army, of each kind that is no pawn, of the rogue knight."""
    by_seat = dict.fromkeys(seats, 0)
    by_kind = dict.fromkeys("P" + KINDS, 0)
    rogue = 0
    for square, piece in pieces.items():
        if piece.owner is None:
            rogue |= 1 << square
        else:
            by_seat[piece.owner] |= 1 << square
            by_kind[piece.kind] |= 1 << square
    kings, queens, rooks, knights, bishops = (by_kind[kind] for kind in KINDS)
    return tuple(by_seat.values()), (kings, queens, rooks, knights, bishops), rogue


def army_pieces(position: Position, among: int = EVERYWHERE) -> dict[Square, Piece]:
    """Return every army's pieces among these squares, by sorted square."""
    found: dict[Square, Piece] = {}
    for seat, army in zip(position.rules.seats, position.armies, strict=True):
        army &= among
        for kind, squares in zip(KINDS, position.kinds, strict=True):
            if army & squares:
                found |= dict.fromkeys(bits(army & squares), Piece(seat, kind))
                army &= ~squares
        found |= dict.fromkeys(bits(army), Piece(seat, "P"))
    return dict(sorted(found.items()))


def piece_on(position: Position, square: Square) -> Piece:
    """Return the army piece on a square."""
    kinds = zip(KINDS, position.kinds, strict=True)
    kind = next((kind for kind, squares in kinds if squares >> square & 1), "P")
    return Piece(position.rules.seats[position.owner(square)], kind)


# --- power and toughness -----------------------------------------------------------------------------------------


Strength = tuple[int, int]
"""Power, toughness."""

def unassigned(position: Position, among: int = EVERYWHERE) -> dict[Square, Strength]:
    """Return what every army piece among these squares has without anything assigned in combat, by sorted square."""
    brave = {seat: position.courage >> army & 1 for army, seat in enumerate(position.rules.seats)}
    base, found = base_strengths(position.options), {}
    for square, piece in army_pieces(position, among).items():
        assert piece.owner is not None
        (power, toughness), courage = base[piece.kind], brave[piece.owner]
        found[square] = power + courage, toughness + courage
    return found


def strengths(position: Position, among: int = EVERYWHERE) -> dict[Square, Strength]:
    """Return power and toughness of every army piece among these squares, by sorted square: as public (divisions before
    the reveal left out)."""
    found = unassigned(position, among)
    for square, power, toughness in position.bonuses:
        if among >> square & 1:
            found[square] = found[square][0] + power, found[square][1] + toughness
    return found


def with_divisions(bonuses: tuple[Bonus, ...], divisions: Iterable[Division]) -> tuple[Bonus, ...]:
    """Add divisions to bonuses."""
    total = {each.square: each for each in bonuses}
    for division in divisions:
        for square, power, toughness in division.bonuses:
            _, had_power, had_toughness = total.get(square, (square, 0, 0))
            total[square] = bonus(square, had_power + power, had_toughness + toughness)
    return tuple(total[square] for square in sorted(total))


def written(strength: Strength) -> str:
    """Write a strength as ``2/3``."""
    return f"{strength[0]}/{strength[1]}"
