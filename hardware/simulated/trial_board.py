"""A trial board in memory: nine squares with a reed under each, and one piece that is anywhere over them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.squares import Board, Square, bits
from hardware.simulated.magnet import Magnet, Reed, is_closed

SIDE = 3
"""Files and ranks of a trial board."""


@dataclass(frozen=True, slots=True)
class Build:
    """A build to be tried. ``gap_mm``: from the underside of the magnet to the upper end or side of the reeds; ``odd``:
    reeds that differ from ``reed``; ``dead``, ``stuck``: squares whose switch never, or always is closed;
    ``crossed``: by square the one that answers for it."""

    square_mm: float = 50.0
    gap_mm: float = 6.0
    magnet: Magnet = Magnet()
    reed: Reed = Reed()
    odd: Mapping[Square, Reed] = field(default_factory=dict)
    dead: frozenset[Square] = frozenset()
    stuck: frozenset[Square] = frozenset()
    crossed: Mapping[Square, Square] = field(default_factory=dict)


class TrialBoard:
    """Its switches. Places are in squares from the middle of a1, to the right and upwards."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.board = Board(SIDE, SIDE)
        self.piece: tuple[float, float] | None = None
        self._closed = 0

    def move(self, piece: tuple[float, float] | None) -> None:
        """Have the middle of the piece here; ``None``: off the board."""
        self.piece = piece
        self._closed = sum(1 << square for square in bits(self.board.all) if self._is_closed(square))

    def read(self) -> int:
        """The squares whose switch is closed."""
        crossed = self.build.crossed
        return sum(1 << crossed.get(square, square) for square in bits(self._closed))

    def _is_closed(self, square: Square) -> bool:
        build = self.build
        if square in build.stuck or square in build.dead or self.piece is None:
            return square in build.stuck
        reed = build.odd.get(square, build.reed)
        x, y = (self.piece[0] - self.board.file(square), self.piece[1] - self.board.rank(square))
        below = reed.length / 2 if reed.rise > 45 else 0.0  # how far the middle of a reed is under its upper end
        place = (x * build.square_mm, y * build.square_mm, build.gap_mm + below)
        return is_closed(reed, build.magnet, place, bool(self._closed >> square & 1))
