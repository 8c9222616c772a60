"""Captures of a piece that seems to have corrected its own last action, when it was set down beside its taker."""

from dataclasses import dataclass, replace
from functools import lru_cache

from engine.core.pieces import Seat
from table.hands.evidence import Evidence, done_before, evidence_of, without
from table.hands.reading import following, reading_of, taken_on
from table.hands.take_back import alternatives, before_last, last_footprint
from table.model.current_game import GameOnTable, HandAction
from table.model.state import Table, Touch


@dataclass(frozen=True, slots=True)
class Uncorrected:
    """A capture that may have been made, if the last action is no correction: its piece was taken.

    ``first``: the action before it was corrected, done before touch number ``moment`` of all these touches since then.
    ``on_table``: the game after it. ``evidence``: what was felt from then on. ``beside``: the squares (bitboard) where
    the captured piece was set down.
    """

    first: HandAction
    touches: tuple[Touch, ...]
    moment: int
    on_table: GameOnTable
    evidence: Evidence
    capture: HandAction
    beside: int

    @property
    def actor(self) -> Seat:
        """The seat that took the piece."""
        return self.on_table.actor(self.capture)

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
    """Return the capture that explains all squares: its piece has left the square beside, too."""
    return next((each for each in _uncorrected_on(table) if _explains_all(each)), None)


def _explains_all(found: Uncorrected) -> bool:
    after, evidence, own = following(found.on_table, found.capture.action), found.evidence, found.capture.footprint
    felt = tuple(touch for touch in evidence.touches if not (own.squares | found.beside) >> touch.square & 1)
    rest = Evidence(after.occupied, evidence.covered, felt, evidence.bump_s)
    return rest.covered == rest.base or bool(reading_of(after, rest, ahead=0).complete)  # a reply, and no more


def _uncorrected_on(table: Table) -> tuple[Uncorrected, ...]:
    """Not on glass, where fingers say what they mean."""
    on_table = table.on_table
    assert on_table is not None
    if on_table.screen or on_table.corrected is None or not table.hand or not table.difference:
        return ()
    since = tuple(touch for touch in table.recent if touch.at_s >= table.hand[0].at_s)
    return _uncorrected(on_table, replace(evidence_of(table), touches=()), since)


@lru_cache(maxsize=8)
def _uncorrected(on_table: GameOnTable, standing: Evidence, since: tuple[Touch, ...]) -> tuple[Uncorrected, ...]:
    """``since``: all that was touched since hands began the last action, also while the board seemed to be in step."""
    last = last_footprint(on_table)
    if last is None:
        return ()
    whole, others = alternatives(on_table, standing, since)
    found = dict[str, Uncorrected]()
    for first in (each for each in others if each.action == on_table.corrected):
        for moment in done_before(first.footprint, whole):
            after = following(before_last(on_table), first.action)
            rest = Evidence(after.occupied, whole.covered, without(first.footprint, whole, moment), whole.bump_s)
            for capture in taken_on(after, first.footprint.fills | first.footprint.swaps, rest):
                beside = last.fills or rest.placed & ~capture.footprint.fills
                found.setdefault(capture.action.text, Uncorrected(first, since, moment, after, rest, capture, beside))
    return tuple(found.values())
