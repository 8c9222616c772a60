"""The target that the board is being brought to."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.events import Entered, Happening, Moved, Removed
from engine.core.pieces import Seat
from engine.core.squares import Square, bitboard, bits
from table.messages.scene import GoalReason


def moving(happenings: Iterable[Happening]) -> tuple[Happening, ...]:
    """Those after which other squares are covered: hands have to do them."""
    return tuple(each for each in happenings if isinstance(each, Moved | Removed | Entered))


@dataclass(frozen=True, slots=True)
class Unseen:
    """An action, counted from 1, that changed nothing on the squares (bitboard) it acted on: somebody has to see it."""

    number: int
    squares: int


@dataclass(frozen=True, slots=True)
class Goal:
    """The board is being brought to the position: by set-up, after a happening, or on the way back of an undo.

    ``happenings``: what the rules did, for the lights.
    ``extras``: squares to clear at its beginning. ``computer``: whose action it is that hands carry out.
    ``unseen``: what it did so that only lights can show it; ``is_lit``: whether they do, once hands have done the rest.
    ``then``: what the board has to be brought to after this: what was shown before the power failed is shown again.
    """

    reason: GoalReason
    happenings: tuple[Happening, ...] = ()
    extras: int = 0
    computer: Seat | None = None
    unseen: tuple[Unseen, ...] = ()
    is_lit: bool = False
    then: "Goal | None" = None

    @property
    def shown(self) -> int:
        """The squares (bitboard) where somebody has to have seen something."""
        return bitboard(square for each in self.unseen for square in bits(each.squares))

    @property
    def is_to_be_seen(self) -> bool:
        """True if it shows, now or later, what somebody has to have seen."""
        return bool(self.unseen) or self.then is not None

    @property
    def ways(self) -> dict[Square, Square]:
        """The square where each piece ends that its happenings move, one after the other, and where it stood before."""
        found: dict[Square, Square] = {}
        for each in self.happenings:
            if isinstance(each, Moved):
                found[each.target] = found.pop(each.source, each.source)
            elif isinstance(each, Removed):
                found.pop(each.square, None)
        return found

    @property
    def squares(self) -> int:
        """The squares of its happenings (bitboard)."""
        found = 0
        for each in self.happenings:
            if isinstance(each, Moved):
                found |= 1 << each.source | 1 << each.target
            elif isinstance(each, Removed | Entered):
                found |= 1 << each.square
        return found
