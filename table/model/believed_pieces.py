"""The believed wood: which piece the table believes on every covered square, from all that it felt, asked and was told.

Reeds forget who stands where; this does not, over an undo, a pause, a power cut. A frozen value: every change of the
occupancy gives the next one. Where no sensor can tell (several pieces were in the air at once), nobody is accused: the
pieces are believed to stand where they belong, as far as that is possible.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from engine.core.actions import Footprint
from engine.core.events import Entered, Happening, Moved, Removed
from engine.core.pieces import Piece, parse_piece
from engine.core.squares import Square, bitboard, bits

Stands = Mapping[Square, Piece | None]
"""The pieces on the covered squares; ``None``: a piece of which nothing is known."""


@cache
def bare(piece: Piece) -> Piece:
    """A piece without its Shield: a token that no reed feels and that hands put on as the panel says."""
    return replace(piece, shielded=False) if piece.shielded else piece


@dataclass(frozen=True, slots=True)
class InAir:
    """A piece that was lifted, where from and when (monotonic seconds), and has not come down yet."""

    piece: Piece | None
    square: Square
    since_s: float


@dataclass(frozen=True, slots=True)
class BelievedPieces:
    """``stands``: piece by covered square. ``air``: what was lifted, the latest last; it may lie in the box by now.

    ``mixed``: squares (bitboard) filled since different pieces were in the air together, or while nobody looked: any of
    them may stand there.
    """

    stands: Stands = field(default_factory=dict)
    air: tuple[InAir, ...] = ()
    mixed: int = 0

    def after(self, covered: int, wanted: Mapping[Square, Piece], now_s: float, bump_s: float) -> "BelievedPieces":
        """The wood once these squares (bitboard) are covered; ``wanted``: the piece that belongs on each square.

        ``bump_s``: a square that was open for less was bumped: the same piece stands there.
        """
        before = bitboard(self.stands)
        wood = self
        for square in bits(before & ~covered):
            wood = wood._lifted(square, now_s)
        for square in bits(covered & ~before):
            wood = wood._placed(square, wanted, now_s - bump_s)
        return wood

    def _lifted(self, square: Square, now_s: float) -> "BelievedPieces":
        stands = {each: piece for each, piece in self.stands.items() if each != square}
        return replace(self, stands=stands, air=(*self.air, InAir(self.stands[square], square, now_s)))

    def _placed(self, square: Square, wanted: Mapping[Square, Piece], bumped_since_s: float) -> "BelievedPieces":
        different = len({each.piece for each in self.air}) > 1 and len(self._in_hands(wanted)) > 1
        mixed = self.mixed | 1 << square if different or self.mixed else 0
        bumped = next((each for each in self.air if each.square == square and each.since_s > bumped_since_s), None)
        belongs = bumped.piece if bumped else wanted.get(square)
        falling = bumped or next((each for each in reversed(self.air) if each.piece == belongs is not None), None)
        if falling is not None:
            return replace(self, stands={**self.stands, square: falling.piece}, air=self._without(falling), mixed=mixed)
        if belongs is None or not self.air:
            return self._fallen(square, belongs, mixed)
        elsewhere = [each for each, piece in self.stands.items() if piece == belongs != wanted.get(each)]
        if not elsewhere:  # out of the box, as the lights ask for it
            return replace(self, stands={**self.stands, square: belongs}, mixed=mixed)
        return self._fallen(square, belongs, mixed, self.mixed & bitboard(elsewhere))

    def _in_hands(self, wanted: Mapping[Square, Piece]) -> set[Piece | None]:
        """Return the pieces in the air that are wanted on the board: a captured one lies in the box."""
        there, asked = Counter(self.stands.values()), Counter(wanted.values())
        there.update(each.piece for each in self.air)
        return {each.piece for each in self.air if each.piece is None or there[each.piece] <= asked[each.piece]}

    def _fallen(self, square: Square, belongs: Piece | None, mixed: int, instead: int = 0) -> "BelievedPieces":
        """Something came down that was lifted last, or out of the box.

        ``instead``: squares that may hold it, and this one what belongs here, as they were in the air together.
        """
        if not self.air:
            return replace(self, stands={**self.stands, square: belongs}, mixed=mixed)
        latest = self.air[-1]
        where = next(bits(instead), square)
        stands = {**self.stands, square: belongs, where: latest.piece}
        return replace(self, stands=stands, air=self.air[:-1], mixed=mixed)

    def _without(self, landed: InAir) -> tuple[InAir, ...]:
        return tuple(each for each in self.air if each is not landed)

    def corrected(self, square: Square, wanted: Mapping[Square, Piece]) -> "BelievedPieces":
        """The wood once somebody has looked at a square whose reed lies: it is as it should be.

        What was believed to stand there, and does not, was felt to come down elsewhere: where it belongs, if anywhere.
        """
        if square not in self.stands:
            return self
        stands, believed = dict(self.stands), self.stands[square]
        while (there := _lacking(stands, wanted, believed)) is not None:
            stands[there], believed = believed, stands[there]
        if square in wanted:
            stands[square] = wanted[square]
        else:
            del stands[square]
        return replace(self, stands=stands)

    @property
    def is_certain(self) -> bool:
        """True if nobody can doubt which pieces are in the air, nor which stand where."""
        return not self.mixed

    def knows(self, square: Square) -> bool:
        """True if nobody can doubt which piece stands on a covered square."""
        return not self.mixed >> square & 1

    def misplaced(self, wanted: Mapping[Square, Piece]) -> int:
        """The covered squares (bitboard) where another piece belongs than stands there."""
        return sum(1 << square for square, piece in self.stands.items()
                   if (belongs := wanted.get(square, piece)) is not piece and belongs != piece)

    # --- what is kept over a power cut ---------------------------------------------------------------------------

    def as_data(self) -> tuple[tuple[int, str], ...]:
        """Known pieces by square, sorted; those in the air by where they stood, as the reeds tell what is gone."""
        stood = {each.square: each.piece for each in self.air} | dict(self.stands)
        return tuple(sorted((int(square), str(piece)) for square, piece in stood.items() if piece is not None))

    @property
    def mixed_later(self) -> int:
        """The same as ``mixed``, with the squares where pieces in the air may be put back while nobody looks."""
        different = len({each.piece for each in self.air}) > 1
        return self.mixed | (bitboard(each.square for each in self.air) if different else 0)


def _lacking(stands: Stands, wanted: Mapping[Square, Piece], piece: Piece | None) -> Square | None:
    """A covered square where this piece belongs and another is believed to stand."""
    found = (square for square, stood in stands.items() if stood != wanted.get(square) == piece is not None)
    return next(found, None)


def recalled(
    data: Iterable[tuple[int, str]], covered: int, wanted: Mapping[Square, Piece], seen: Stands, mixed: int = 0
) -> BelievedPieces:
    """The wood on these covered squares (bitboard), as it was kept, else as it was seen; else what belongs there.

    ``mixed``: those of the squares kept where any of several pieces may stand.
    """
    kept: dict[Square, Piece | None] = {Square(square): parse_piece(text) for square, text in data}
    stands = {square: kept.get(square) or seen.get(square) or wanted.get(square) for square in bits(covered)}
    filled_since = covered & ~bitboard(kept) if kept else 0
    return BelievedPieces(stands, mixed=(mixed | filled_since) & covered)


def left_by_hands(
    before: Mapping[Square, Piece], after: Mapping[Square, Piece], footprint: Footprint, happenings: Iterable[Happening]
) -> dict[Square, Piece]:
    """Return what stands once hands have done an action, while the rules' own doings are still to be done.

    ``before``, ``after``: what the positions want on each square.
    """
    stands = dict(after)
    moved = next((before[square] for square in bits(footprint.empties | footprint.returns) if square in before), None)
    for each in reversed(tuple(happenings)):
        if isinstance(each, Moved):
            stands[each.source] = stands.pop(each.target)
        elif isinstance(each, Entered):
            del stands[each.square]
        elif isinstance(each, Removed):
            came = moved if (footprint.fills | footprint.swaps) >> each.square & 1 else None
            stands[each.square] = came or before[each.square]
    return stands
