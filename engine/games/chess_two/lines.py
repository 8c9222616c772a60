"""What a rook, bishop or queen can do along one line, worked out once for each way that line can be blocked.

Only standard pieces block; Life and Death are passed (they are dealt with where a line is used).
"""

from typing import NamedTuple

from engine.core.squares import Square, bits
from engine.games.chess_two.geometry import BETWEEN, SQUARES, Direction, ray, staging_square
from engine.games.chess_two.moves import Attack, Move, attack, move


class Hit(NamedTuple):
    """A blocker that could be attacked along the line. Squares are bitboards."""

    target: int
    staging: int
    path: int
    """All squares between attacker and target."""
    stay: Attack
    """The attack after which the attacker rests on the staging square."""
    take: Attack
    """The attack after which it rests on the target's square."""


class Reach(NamedTuple):
    """All that can be done along one line from one square."""

    squares: int
    """Bitboard of the squares up to the blockers."""
    moves: tuple[Move, ...]
    """The moves to these squares."""
    hits: tuple[Hit, ...]
    """Blockers with a square between."""
    near_hits: tuple[Hit, ...]
    """Blockers next to the attacker, who would strike from its own square (R4)."""


def _hit(source: int, target: int) -> Hit:
    staging = staging_square(source, target)
    return Hit(
        1 << target, 1 << staging, BETWEEN[source][target], attack(source, target, staging),
        attack(source, target, target),
    )


class Line(dict[int, Reach]):
    """The :class:`Reach` from ``source`` by the standard pieces on the line's ``mask``. Fills itself as it is asked."""

    def __init__(self, source: int, direction: Direction) -> None:
        super().__init__()
        self.source = source
        self.rays = (ray(source, direction), ray(source, (-direction[0], -direction[1])))
        self.mask = sum(1 << square for squares in self.rays for square in squares)
        # Many ways of being blocked come to the same reach: share it.
        self._shared: dict[int, Reach] = {}

    def __missing__(self, blockers: int) -> Reach:
        seen = [square for squares in self.rays for square in self._up_to_blocker(squares, blockers)]
        visible = sum(1 << square for square in seen)
        ends = visible & blockers
        if ends not in self._shared:
            self._shared[ends] = self._reach(visible ^ ends, list(bits(ends)))
        self[blockers] = reach = self._shared[ends]
        return reach

    @staticmethod
    def _up_to_blocker(squares: tuple[Square, ...], blockers: int) -> tuple[Square, ...]:
        for count, square in enumerate(squares, 1):
            if blockers & 1 << square:
                return squares[:count]
        return squares

    def _reach(self, free: int, blocked: list[Square]) -> Reach:
        hits = [_hit(self.source, target) for target in blocked]
        return Reach(
            free, tuple(move(self.source, target) for target in bits(free)),
            tuple(hit for hit in hits if hit.path), tuple(hit for hit in hits if not hit.path),
        )


Lines = tuple[tuple[tuple[int, Line], ...], ...]


def _lines(*directions: Direction) -> Lines:
    table = []
    for square in SQUARES:
        lines = [Line(square, direction) for direction in directions]
        table.append(tuple((line.mask, line) for line in lines if line.mask))
    return tuple(table)


ORTHOGONAL_LINES: Lines = _lines((1, 0), (0, 1))
DIAGONAL_LINES: Lines = _lines((1, 1), (1, -1))
ALL_LINES: Lines = tuple(
    straight + slanted for straight, slanted in zip(ORTHOGONAL_LINES, DIAGONAL_LINES, strict=True)
)
"""For every square the masks of its lines with their tables."""
