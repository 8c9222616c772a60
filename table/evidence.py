"""What the sensors saw, and whether an action explains it. Presence only: covered or not, and in which order."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Footprint
from engine.squares import Square
from table.state import Table, Touch


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the sensors saw since the board was last in step with ``base`` (bitboards)."""

    base: int
    covered: int
    touches: tuple[Touch, ...]

    @property
    def lifted(self) -> int:
        """Squares that should be covered and are not."""
        return self.base & ~self.covered

    @property
    def placed(self) -> int:
        """Squares that are covered and should not be."""
        return self.covered & ~self.base

    @property
    def opened(self) -> int:
        """Squares that were lifted at some moment."""
        return _squares(touch.square for touch in self.touches if touch.lifted)

    def within(self, squares: int) -> "Evidence":
        """The evidence as if only these squares had been watched."""
        covered = self.covered & squares | self.base & ~squares
        return Evidence(self.base, covered, tuple(each for each in self.touches if squares >> each.square & 1))

    def before(self, touch: int) -> "Evidence":
        """The evidence as it was before touch number ``touch`` (from 0)."""
        covered = self.covered
        for each in reversed(self.touches[touch:]):
            covered = covered | 1 << each.square if each.lifted else covered & ~(1 << each.square)
        return Evidence(self.base, covered, self.touches[:touch])

    def last_touch_s(self, squares: int) -> float:
        """When one of these squares last changed."""
        return max((each.at_s for each in self.touches if squares >> each.square & 1), default=float("-inf"))


def _squares(squares: Iterable[Square]) -> int:
    found = 0
    for square in squares:
        found |= 1 << square
    return found


# --- one action against the evidence -----------------------------------------------------------------------------


def explains(footprint: Footprint, evidence: Evidence) -> bool:
    """Whether the difference so far can be the beginning (or all) of this action."""
    may_lift = footprint.empties | footprint.swaps | footprint.touches | footprint.returns | footprint.through
    if evidence.lifted & ~may_lift or evidence.placed & ~footprint.fills:
        return False
    # A touch counts only while the actor is in the hand: once it stands, an untouched target stays untouched.
    stands = footprint.fills and not footprint.fills & ~evidence.placed
    return not (footprint.touches and stands) or touched(footprint, evidence)


def complete(footprint: Footprint, evidence: Evidence) -> bool:
    """Whether hands have done all of this action."""
    return (
        evidence.covered == footprint.after(evidence.base)
        and not (footprint.swaps | footprint.returns) & ~evidence.opened
        and touched(footprint, evidence)
    )


def touched(footprint: Footprint, evidence: Evidence) -> bool:
    """Whether every target was lifted and put back while the acting piece was in the hand."""
    if not footprint.touches:
        return True
    actors = footprint.empties | footprint.fills | footprint.returns
    in_hand, lifted, done = False, 0, 0
    for touch in evidence.touches:
        bit = 1 << touch.square
        if actors & bit:
            in_hand = touch.lifted
        elif footprint.touches & bit and touch.lifted and in_hand:
            lifted |= bit
        elif footprint.touches & lifted & bit and not touch.lifted and in_hand:
            done |= bit
    return not footprint.touches & ~done


def evidence_of(table: Table) -> Evidence:
    """What the sensors saw since the board was last in step with the position."""
    assert table.on_table is not None
    return Evidence(table.on_table.occupied, table.covered, table.touches)
