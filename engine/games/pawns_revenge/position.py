"""A game in progress, as one immutable value."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from engine.core.pieces import Seat
from engine.core.squares import Square
from engine.game import Outcome
from engine.games.pawns_revenge.actions import Bonus, Division
from engine.games.pawns_revenge.options import PawnsRevengeOptions
from engine.games.pawns_revenge.rules import Rules

NOBODY = -1
"""The active army before the first turn."""

KINDS = "KQRNB"
"""The kinds of piece kept as bitboards of their own, in the order of ``Position.kinds``; all others are pawns."""

Kinds = tuple[int, int, int, int, int]


class Phase(StrEnum):
    """The phases of the rules page."""

    SCATTER = "scatter"
    ROLL_OFF = "roll-off"
    ROLL = "roll"
    ROGUE = "rogue"
    MOVE = "move"
    COMBAT_DICE = "combat-dice"
    DIVIDE = "divide"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice of a roll-off or of a combat, and what came of them."""

    numbers: tuple[tuple[int, int], ...]
    """(army, number thrown, 0 while still to throw) for every army that throws, in seat order."""
    divisions: tuple[Division, ...] = ()
    """Those committed, in seat order."""
    hidden: int = field(default=0, compare=False)
    """How many actions of this combat were taken so far and are still secret (none before a set-up position)."""


class Position(NamedTuple):
    """All there is to know. Squares are bitboards unless said otherwise; an army is an index into ``rules.seats``."""

    rules: Rules
    phase: Phase
    armies: tuple[int, ...]
    kinds: Kinds
    """Kings, queens, rooks, knights, bishops of all armies."""
    empty: int
    """Squares that a piece may enter: no piece, no rogue knight, no hole, and part of the board."""
    holes: int = 0
    rogue: int = 0
    """The rogue knight's square, 0 if there is none."""
    active: int = NOBODY
    roll: int = 0
    """The movement roll of this turn, 0 before it."""
    moved: tuple[Square, ...] = ()
    """Where pieces that moved this turn stand, in order."""
    bonuses: tuple[Bonus, ...] = ()
    """By sorted square, without those that are nil."""
    courage: int = 0
    """Bit set of the armies with the +1/+1 of a rolled 1."""
    quiet: int = 0
    dice: Dice | None = None
    outcome: Outcome | None = None

    @property
    def options(self) -> PawnsRevengeOptions:
        """The options of the game."""
        return self.rules.options

    @property
    def pieces(self) -> int:
        """All squares an army's piece stands on."""
        united = 0
        for army in self.armies:
            united |= army
        return united

    @property
    def royals(self) -> int:
        """All squares a king or queen stands on."""
        return self.kinds[0] | self.kinds[1]

    def owner(self, square: Square) -> int:
        """The army whose piece stands on a square that holds one."""
        return next(army for army, pieces in enumerate(self.armies) if pieces >> square & 1)


def still_to_throw(dice: Dice) -> list[int]:
    """The armies that have not thrown yet, in seat order."""
    return [army for army, number in dice.numbers if not number]


def next_to_throw(position: Position) -> Seat:
    """Whose turn it is to throw, in a roll-off or for a combat."""
    assert position.dice is not None
    return position.rules.seats[still_to_throw(position.dice)[0]]


def still_to_commit(dice: Dice, rules: Rules) -> list[int]:
    """The armies whose division is not in yet, in seat order."""
    committed = {division.seat for division in dice.divisions}
    return [army for army, _ in dice.numbers if rules.seats[army] not in committed]


def without_pieces(position: Position, fallen: int) -> Position:
    """The position once these pieces are off the board, with all that belonged to them."""
    kings, queens, rooks, knights, bishops = (kind & ~fallen for kind in position.kinds)
    armies = tuple(army & ~fallen for army in position.armies)
    return position._replace(
        armies=armies,
        kinds=(kings, queens, rooks, knights, bishops),
        empty=position.empty | fallen,
        moved=tuple(square for square in position.moved if not fallen >> square & 1),
        bonuses=tuple(bonus for bonus in position.bonuses if not fallen >> bonus.square & 1),
        courage=courage_of_present(position.courage, armies),
    )


def courage_of_present(courage: int, armies: tuple[int, ...]) -> int:
    """Courage without the armies that are out (they have no pieces)."""
    return sum(1 << army for army, pieces in enumerate(armies) if pieces and courage >> army & 1)
