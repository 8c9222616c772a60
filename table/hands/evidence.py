"""The evidence of the sensors, and whether an action explains it. Presence only: covered or not, and in which order."""

from dataclasses import dataclass, replace

from engine.core.actions import Footprint
from engine.core.squares import bitboard
from table.model.state import Table, Touch


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of the sensors since the board was last in step with ``base`` (bitboards).

    ``bump_s``: a square that was open for less was bumped, not touched.
    """

    base: int
    covered: int
    touches: tuple[Touch, ...]
    bump_s: float = 0.0

    @property
    def lifted(self) -> int:
        """Squares that should be covered and are not."""
        return self.base & ~self.covered

    @property
    def placed(self) -> int:
        """Squares that are covered and should not be."""
        return self.covered & ~self.base

    @property
    def in_hands(self) -> int:
        """The number of pieces missing on the board: they may be in hands, or beside it."""
        return self.lifted.bit_count() - self.placed.bit_count()

    @property
    def opened(self) -> int:
        """Squares that were lifted at some moment, for long enough to put another piece there."""
        since_s: dict[int, float] = {}
        opened = 0
        for touch in self.touches:
            if touch.lifted:
                since_s[touch.square] = touch.at_s
            elif touch.square in since_s and touch.at_s - since_s.pop(touch.square) >= self.bump_s:
                opened |= 1 << touch.square
        return opened | sum(1 << square for square in since_s)

    def opened_together(self, one: int, other: int) -> bool:
        """True if a square of each bitboard was open at the same moment."""
        covered = self.before(0).covered
        for touch in self.touches:
            covered = covered & ~(1 << touch.square) if touch.lifted else covered | 1 << touch.square
            if one & self.opened & ~covered and other & self.opened & ~covered:
                return True
        return False

    def landing(self, squares: int) -> int:
        """The number of the touch by which one of these squares (bitboard) was filled last; ``-1``: none was."""
        fills = [not each.lifted and bool(squares >> each.square & 1) for each in self.touches]
        return max((number for number, filled in enumerate(fills) if filled), default=-1)

    def lifted_before(self, touch: int) -> int:
        """Squares that were lifted before touch number ``touch``, or within a moment after it: a reed may be late."""
        latest_s = self.touches[touch].at_s + self.bump_s
        return self.opened & bitboard(each.square for each in self.touches if each.lifted and each.at_s <= latest_s)

    def within(self, squares: int) -> "Evidence":
        """The evidence as if only these squares had been watched."""
        covered = self.covered & squares | self.base & ~squares
        touches = tuple(each for each in self.touches if squares >> each.square & 1)
        return Evidence(self.base, covered, touches, self.bump_s)

    def before(self, touch: int) -> "Evidence":
        """The evidence as it was before touch number ``touch`` (from 0)."""
        covered = self.covered
        for each in reversed(self.touches[touch:]):
            covered = covered | 1 << each.square if each.lifted else covered & ~(1 << each.square)
        return Evidence(self.base, covered, self.touches[:touch], self.bump_s)

    def last_touch_s(self, squares: int) -> float:
        """Return when one of these squares last changed."""
        return max((each.at_s for each in self.touches if squares >> each.square & 1), default=float("-inf"))


# --- one action against the evidence -----------------------------------------------------------------------------


def explains(footprint: Footprint, evidence: Evidence) -> bool:
    """True if the difference so far can be the beginning (or all) of this action."""
    may_lift = footprint.sources | footprint.swaps | footprint.touches
    if evidence.lifted & ~may_lift or evidence.placed & ~footprint.fills:
        return False
    # Once the actor stands, a target that nobody lifted stays untouched.
    stands = footprint.fills and not footprint.fills & ~evidence.placed
    return not (footprint.touches and stands) or not footprint.touches & ~evidence.opened


def complete(footprint: Footprint, evidence: Evidence) -> bool:
    """True if hands have done all of this action."""
    return _stands(footprint, evidence) and touched(footprint, evidence)


def may_be_complete(footprint: Footprint, evidence: Evidence) -> bool:
    """The same, if it counts as a touch that the target was lifted and put back at any moment."""
    return _stands(footprint, evidence) and not footprint.touches & ~evidence.opened


def _stands(footprint: Footprint, evidence: Evidence) -> bool:
    return evidence.covered == footprint.after(evidence.base) and (
        not footprint.swaps | footprint.returns or not (footprint.swaps | footprint.returns) & ~evidence.opened
    )


def touched(footprint: Footprint, evidence: Evidence) -> bool:
    """True if every target was lifted and put back while the acting piece was in the hand."""
    if not footprint.touches:
        return True
    actors = footprint.empties | footprint.fills | footprint.returns
    in_hand, done, since_s = False, 0, dict[int, float]()
    for touch in evidence.touches:
        bit = 1 << touch.square
        if actors & bit:
            in_hand = touch.lifted
        elif footprint.touches & bit and touch.lifted and in_hand:
            since_s[touch.square] = touch.at_s
        elif touch.square in since_s and not touch.lifted:
            open_s = touch.at_s - since_s.pop(touch.square)
            done |= bit if in_hand and open_s >= evidence.bump_s else 0
    return not footprint.touches & ~done


def in_hand(footprint: Footprint, victims: int, evidence: Evidence) -> int:
    """Count the pieces that hands still have to put down for this action, those taken off the board not counted.

    ``victims``: the squares (bitboard) of the pieces that it takes.
    """
    leaving = max(0, footprint.empties.bit_count() - footprint.fills.bit_count())
    off = victims & evidence.opened & (footprint.swaps | evidence.lifted)
    return evidence.in_hands - min(leaving, off.bit_count())


def in_order(footprint: Footprint, evidence: Evidence) -> bool:
    """True if as many of its pieces were in the air as came down, whenever one came down on a square it fills.

    Pieces out of the box are lifted from no square.
    """
    return not footprint.sources or _landed_after_lifts(footprint.sources, footprint.fills, evidence)


def takers_landed(footprint: Footprint, evidence: Evidence) -> bool:
    """True if what stands on the squares of taken pieces came down there after a taker had been lifted, too."""
    return pushes(footprint) or _landed_after_lifts(footprint.sources, footprint.fills | footprint.swaps, evidence)


def pushes(footprint: Footprint) -> bool:
    """True if a piece that is met comes down elsewhere: then not only own pieces do."""
    return bool(footprint.swaps) and footprint.empties.bit_count() == footprint.fills.bit_count()


def _landed_after_lifts(sources: int, targets: int, evidence: Evidence) -> bool:
    """True if, whenever a piece came down on one of the targets to stay there, as many sources had been lifted.

    A reed may be late: what was lifted within a moment after that counts too.
    """
    lifts = [touch.at_s for touch in evidence.touches if touch.lifted and sources >> touch.square & 1]
    last = {touch.square: touch for touch in evidence.touches}
    landed = sorted(touch.at_s for square, touch in last.items() if targets >> square & 1 and not touch.lifted)
    return all(sum(each <= at_s + evidence.bump_s for each in lifts) > number for number, at_s in enumerate(landed))


def taken(capture: Footprint, evidence: Evidence) -> bool:
    """True if this capture was made, as far as its own squares tell."""
    return bool(done_before(capture, evidence)) and takers_landed(capture, evidence)


def done_before(footprint: Footprint, evidence: Evidence) -> list[int]:
    """Before which touches the action was just done, as far as its own squares tell; the latest first.

    The next piece may already stand on a square that the first one has left, even before that one came down.
    """
    own, latest = footprint.squares, range(len(evidence.touches), 0, -1)
    moments = {touch: evidence.before(touch).within(own) for touch in latest
               if own >> evidence.touches[touch - 1].square & 1}
    done = [touch for touch, then in moments.items() if complete(footprint, then)]
    return done or [touch for touch, then in moments.items() if _followed_early(footprint, then)]


def _followed_early(footprint: Footprint, evidence: Evidence) -> bool:
    left = evidence.covered & ~refilled(footprint, evidence)
    return left != evidence.covered and complete(footprint, replace(evidence, covered=left))


def refilled(footprint: Footprint, evidence: Evidence) -> int:
    """The squares that the action leaves where another piece stands already, if it was done."""
    return footprint.empties & evidence.opened & evidence.covered


def without(footprint: Footprint, evidence: Evidence, moment: int) -> tuple[Touch, ...]:
    """The touches that an action, done before touch number ``moment``, leaves to be explained."""
    own = footprint.squares & ~refilled(footprint, evidence.before(moment))
    return tuple(
        touch for number, touch in enumerate(evidence.touches) if number >= moment or not own >> touch.square & 1
    )


def evidence_of(table: Table) -> Evidence:
    """Return what the sensors saw since the board was last in step with the position."""
    assert table.on_table is not None
    return Evidence(table.on_table.occupied, table.covered, table.touches, table.bump_s)
