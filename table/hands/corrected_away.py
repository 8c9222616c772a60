"""Captures of a piece that seems to have corrected its own last action, when it was set down beside its taker."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from engine.core.actions import Footprint
from engine.core.squares import bitboard
from table.hands.evidence import Evidence, done_before, evidence_of, taken, without
from table.hands.reading import following, reading_of
from table.hands.take_back import alternatives, before_last, last_footprint
from table.model.current_game import GameOnTable, HandAction
from table.model.state import Table, Touch


@dataclass(frozen=True, slots=True)
class Uncorrected:
    """A capture that may have been made, if the last action is no correction: its piece was taken.

    ``first``: the action before it was corrected, done before touch number ``moment`` of all since then. ``on_table``:
    the game after it. ``evidence``: what was felt from then on. ``beside``: the squares (bitboard) where the captured
    piece was set down.
    """

    first: HandAction
    moment: int
    on_table: GameOnTable
    evidence: Evidence
    capture: HandAction
    beside: int

    @property
    def text(self) -> str:
        """The two actions, as an answer names them."""
        return f"{self.first.action.text} {self.capture.action.text}"


def instead_of(table: Table, plain: HandAction) -> tuple[Uncorrected, ...]:
    """Return the captures that may have been made instead of a plain move, on a square that a correction left."""
    on_table = table.on_table
    assert on_table is not None
    movers, target = on_table.movers(plain), plain.footprint.fills
    return tuple(
        each for each in _uncorrected_on(table)
        if each.capture.footprint.swaps & target and each.on_table.movers(each.capture) & movers
    )


def taken_away(table: Table) -> Uncorrected | None:
    """Return the capture whose piece has left the square beside, too, if that explains all squares."""
    for each in _uncorrected_on(table):
        if not each.beside & table.covered and _explains_all(each):
            return each
    return None


def _explains_all(found: Uncorrected) -> bool:
    after, evidence, own = following(found.on_table, found.capture.action), found.evidence, found.capture.footprint
    felt = tuple(touch for touch in evidence.touches if not (own.squares | found.beside) >> touch.square & 1)
    rest = Evidence(after.occupied, evidence.covered, felt, evidence.bump_s)
    return rest.covered == rest.base or reading_of(after, rest).at_rest


def _uncorrected_on(table: Table) -> tuple[Uncorrected, ...]:
    """Not on glass, where fingers say what they mean."""
    assert table.on_table is not None
    if table.on_table.screen or not table.hand or not table.difference:
        return ()
    return _uncorrected(table.on_table, evidence_of(table), table.hand, table.settle_s)


@lru_cache(maxsize=8)
def _uncorrected(
    on_table: GameOnTable, evidence: Evidence, hand: tuple[Touch, ...], settle_s: float
) -> tuple[Uncorrected, ...]:
    last = last_footprint(on_table)
    if last is None or not last.fills:
        return ()
    whole, others = alternatives(on_table, evidence, hand)
    felt, found = bitboard(touch.square for touch in whole.touches), dict[str, Uncorrected]()
    for first in others:
        stood = first.footprint.fills | first.footprint.swaps
        for moment in () if first.footprint.squares & ~felt else _rested_before(first.footprint, whole, settle_s):
            after = following(before_last(on_table), first.action)
            rest = Evidence(after.occupied, whole.covered, without(first.footprint, whole, moment), whole.bump_s)
            for capture in _captures(after, rest, stood):
                each = Uncorrected(first, moment, after, rest, capture, last.fills)
                found.setdefault(each.text, each)
    return tuple(found.values())


def _rested_before(footprint: Footprint, evidence: Evidence, settle_s: float) -> Iterator[int]:
    """Yield before which touches the action was done and its squares at rest, until one of them was touched again."""
    own = footprint.squares
    for moment in done_before(footprint, evidence):
        later = (touch.at_s for touch in evidence.touches[moment:] if own >> touch.square & 1)
        if next(later, 0.0) >= evidence.touches[moment - 1].at_s + settle_s:
            yield moment


def _captures(on_table: GameOnTable, evidence: Evidence, target: int) -> Iterator[HandAction]:
    """Yield the captures on one of these squares (bitboard) that were made, as far as their own squares tell."""
    for each in on_table.hand_actions:
        if each.footprint.swaps & target and taken(each.footprint, evidence.within(each.footprint.squares)):
            yield each
