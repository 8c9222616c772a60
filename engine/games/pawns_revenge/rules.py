"""What the options of a game come to, worked out once: frames, alliances, which roll moves whom how far."""

from dataclasses import dataclass, field
from functools import lru_cache

from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.games.pawns_revenge.actions import Move, arrivals
from engine.games.pawns_revenge.geometry import Grid, Step, forward_of, grid_of
from engine.games.pawns_revenge.options import PawnsRevengeOptions, alliance_of

FORWARD, SIDEWAYS, FORWARD_DIAGONAL = (0,), (2, -2), (1, -1)
_DIRECTIONS_OF_ROLL = {
    2: FORWARD_DIAGONAL, 3: FORWARD_DIAGONAL, 4: FORWARD + SIDEWAYS, 5: FORWARD_DIAGONAL, 6: FORWARD,
}
_PIECES_OF_ROLL = (0, 0, 1, 1, 1, 2, 2)

Line = tuple[int, int, tuple[tuple[Move | None, ...], ...]]
"""One direction a roll allows: shift and inside of its step, and per distance the moves by target."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a roll lets an army do. ``pieces``: how many different pieces move. ``all_stride``: whether every mover
    may go as far as kings and queens, or only one square."""

    pieces: int
    lines: tuple[Line, ...]
    all_stride: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game. Lists are indexed by army; two rules are equal when their options are."""

    options: PawnsRevengeOptions
    seats: tuple[Seat, ...] = field(compare=False)
    grid: Grid = field(compare=False, repr=False)
    forward: tuple[int, ...] = field(compare=False, repr=False)
    alliance: tuple[int, ...] = field(compare=False, repr=False)
    foes: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    plans: tuple[tuple[Plan, ...], ...] = field(compare=False, repr=False)
    """Army → roll (0–6) → plan."""
    ways: tuple[tuple[Step, ...], ...] = field(compare=False, repr=False)
    """Army → every step that any roll allows."""
    advances: tuple[frozenset[int], ...] = field(compare=False, repr=False)
    """Army → the directions whose moves end a quiet spell (F and D; none where pieces may retreat)."""

    @property
    def board(self) -> Board:
        """The board, missing squares included."""
        return self.grid.board

    def army(self, seat: Seat) -> int:
        """The index of a seat that plays."""
        return self.seats.index(seat)

    def alliance_seats(self, alliance: int) -> tuple[Seat, ...]:
        """All members of an alliance, fallen ones included."""
        return tuple(seat for seat, number in zip(self.seats, self.alliance, strict=True) if number == alliance)


@lru_cache(maxsize=256)
def rules_of(options: PawnsRevengeOptions) -> Rules:
    """The rules that follow from checked options."""
    seats, grid = options.seats, grid_of(options.players)
    forward = tuple(forward_of(options.players, seat) for seat in seats)
    alliance = tuple(alliance_of(options, seat) for seat in seats)
    armies = range(len(seats))
    return Rules(
        options, seats, grid, forward, alliance,
        foes=tuple(tuple(other for other in armies if alliance[other] != alliance[army]) for army in armies),
        plans=tuple(tuple(_plan(options, grid, ahead, roll) for roll in range(7)) for ahead in forward),
        ways=tuple(_ways(options, grid, ahead) for ahead in forward),
        advances=tuple(_advances(options, ahead) for ahead in forward),
    )


def _turned(options: PawnsRevengeOptions, ahead: int, relative: tuple[int, ...]) -> tuple[int, ...]:
    """Board directions from directions in an army's frame; reversed ones too where pieces may retreat."""
    allowed = [(ahead + each) % 8 for each in relative]
    if options.retreat:
        allowed += [(each + 4) % 8 for each in allowed if (each + 4) % 8 not in allowed]
    return tuple(allowed)


def _plan(options: PawnsRevengeOptions, grid: Grid, ahead: int, roll: int) -> Plan:
    reach = roll if options.stride == "roll" else 2
    lines = tuple(
        (grid.steps[way].shift, grid.steps[way].inside, tuple(arrivals(grid.board, way, 1 + n) for n in range(reach)))
        for way in _turned(options, ahead, _DIRECTIONS_OF_ROLL.get(roll, ()))
    )
    return Plan(_PIECES_OF_ROLL[roll], lines, options.stride != "one")


def _ways(options: PawnsRevengeOptions, grid: Grid, ahead: int) -> tuple[Step, ...]:
    ways = _turned(options, ahead, FORWARD + FORWARD_DIAGONAL + SIDEWAYS)
    return tuple(grid.steps[way] for way in ways)


def _advances(options: PawnsRevengeOptions, ahead: int) -> frozenset[int]:
    relative = () if options.retreat else FORWARD + FORWARD_DIAGONAL
    return frozenset((ahead + each) % 8 for each in relative)
