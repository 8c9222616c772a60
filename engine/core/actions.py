"""Actions: one decision by one seat, or one outcome of chance."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Action:
    """An action and its one text form. Games add fields; the text alone identifies the action in its position.

    >>> str(Action("e2e4"))
    'e2e4'
    """

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Throw(Action):
    """Dice show ``number`` (of several the sum): an outcome of a chance action that has a thrower."""

    number: int


@dataclass(frozen=True, slots=True)
class Footprint:
    """The work of the players' hands for an action, as bitboards that share no square.

    ``empties``: covered before, uncovered after. ``fills``: the reverse. ``swaps``: covered before and after, but
    a *distinguishable* piece stands there afterwards (a captured pawn's square). ``touches``: the target of an
    action that leaves it standing; it is lifted and put back while the acting piece is in the hand.
    ``returns``: the acting piece is lifted and put back on the same square (Heal, close combat).
    ``through``: covered before and after by pieces nobody can tell apart, though hands may lift one and put another
    there (the middle of a row of pawns that moves along itself). It matters only while the action is under way.
    All zero: nothing is done by hand (a choice on the phone, an outcome of chance).

    >>> step = Footprint(empties=0b01, fills=0b10)
    >>> bin(step.after(0b01)), bin(step.reversed.after(0b10))
    ('0b10', '0b1')
    """

    empties: int = 0
    fills: int = 0
    swaps: int = 0
    touches: int = 0
    returns: int = 0
    through: int = 0

    def after(self, occupancy: int) -> int:
        """Return the occupancy once the hands are done."""
        return occupancy & ~self.empties | self.fills

    @property
    def sources(self) -> int:
        """The squares from which hands take up pieces that they put down again, or that make room for others."""
        return self.empties | self.returns | self.through

    @property
    def squares(self) -> int:
        """Every square that hands may touch for the action."""
        return self.sources | self.fills | self.swaps | self.touches

    @property
    def reversed(self) -> "Footprint":
        """The work of the hands that take the action back."""
        return Footprint(empties=self.fills, fills=self.empties, swaps=self.swaps, through=self.through)
