"""What the board is being brought to."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.happenings import Entered, Happening, Moved, Removed
from engine.pieces import Seat
from engine.squares import Square


def moving(happenings: Iterable[Happening]) -> tuple[Happening, ...]:
    """Those after which other squares are covered: hands have to do them."""
    return tuple(each for each in happenings if isinstance(each, Moved | Removed | Entered))


@dataclass(frozen=True, slots=True)
class Goal:
    """The board is being brought to the position: by set-up, after a happening, or on the way back of an undo.

    ``reason``: ``setup``, ``happening``, ``undo`` or ``repair``. ``happenings``: what the rules did, for the lights.
    ``extras``: squares to clear at its beginning. ``computer``: whose action it is that hands carry out.
    ``shown``: squares (bitboard) that it acted on without changing what stands there: somebody has to have seen that.
    ``then``: what the board has to be brought to after this: what was shown before the power failed is shown again.
    """

    reason: str
    happenings: tuple[Happening, ...] = ()
    extras: int = 0
    computer: Seat | None = None
    shown: int = 0
    then: "Goal | None" = None

    @property
    def is_to_be_seen(self) -> bool:
        """Whether it shows, now or later, what somebody has to have seen."""
        return bool(self.shown) or self.then is not None

    @property
    def ways(self) -> dict[Square, Square]:
        """Where each piece that its happenings move, one after the other, ends, and where it stood before."""
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
