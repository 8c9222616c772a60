"""The clocks of a game: what running takes, what a turn brings, who is out of time. Pure; for when they run see
``table/requests/clock_rules.py``.

All that is charged is a difference of two moments, each rounded to a millisecond: nothing gets lost between them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.core.pieces import Actor, Seat
from engine.records.time_controls import Control, Controls, KeptClocks, Kind, Stamp, Time, Times, full

WARNED_MS: Final = 10_000
"""So much before the end a seat is warned."""
SHARE: Final = 0.1
"""The largest share of its time that a computer uses for one action."""
LEAST_S: Final = 0.1
"""It thinks for so long at least, whatever it has left."""
KEPT_MS: Final = 10_000
"""A power cut costs nobody more of the time that was used than this."""
OVERDUE_MS: Final = 60_000
"""Another board that does not answer for so long after its time may be said to have lost."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of the game on the table. ``times``: as they were at ``since_ms`` (monotonic milliseconds);
    ``running``: the seats whose clocks have run since. ``waits``: nobody has been seen at the table yet.

    ``stamps``: one for each action of the game. ``kept``: what the store knows of ``times``; ``None``: nothing.

    ``afar``: the seats of another board, which measures them itself: what runs here for them is a guess until it tells
    how long an action took. Of a game with such seats the stamps hold what both boards know, and nothing else: they
    follow from the actions and from how long each took whoever made it. ``over_ms``: for how long they have been out
    of time by our guess.
    """

    controls: Controls
    times: Times
    running: frozenset[Seat] = frozenset()
    since_ms: int = 0
    waits: bool = True
    stamps: tuple[Stamp, ...] = ()
    kept: Times | None = None
    afar: frozenset[Seat] = frozenset()
    over_ms: int = 0

    # --- looking -------------------------------------------------------------------------------------------------

    def at(self, now_s: float) -> Times:
        """The times at a moment."""
        times = dict(self.times)
        for seat in self.running:
            gone = min(max(0, milliseconds(now_s) - self.since_ms), self.times[seat].left_ms)
            times[seat] = Time(times[seat].left_ms - gone, times[seat].spent_ms + gone)
            for other, share in self._shares(seat, gone):
                times[other] = Time(times[other].left_ms + share, times[other].spent_ms)
        return times

    def _shares(self, seat: Seat, gone_ms: int) -> Iterator[tuple[Seat, int]]:
        """Yield what the other hourglasses get of what ran through one."""
        others = [each for each in self.controls if each is not seat and self._is_hourglass(each)]
        if self._is_hourglass(seat) and others:
            each_ms, rest_ms = divmod(gone_ms, len(others))
            for number, other in enumerate(others):
                yield other, each_ms + (number < rest_ms)

    def _is_hourglass(self, seat: Seat) -> bool:
        return self.controls[seat].kind is Kind.HOURGLASS

    def out_of_time(self, now_s: float) -> frozenset[Seat]:
        """Return the seats whose time has run out first, of those whose clocks run: several only in the same moment."""
        times = self.at(now_s)
        over = {seat: self.times[seat].left_ms for seat in self.running if not times[seat].left_ms}
        return frozenset(seat for seat, had_ms in over.items() if had_ms == min(over.values()))

    def overdue(self, now_s: float) -> frozenset[Seat]:
        """The seats of another board that have been out of time, as far as we know, for too long."""
        late = self.running & self.afar
        return late if late and self._over_at(now_s) >= OVERDUE_MS else frozenset()

    def _over_at(self, now_s: float) -> int:
        late = self.running & self.afar
        if not late:
            return self.over_ms
        left_ms = min(self.times[each].left_ms for each in late)
        return self.over_ms + max(0, milliseconds(now_s) - self.since_ms - left_ms)

    def short(self, now_s: float) -> frozenset[Seat]:
        """Return the seats whose clocks run and have little left."""
        times = self.at(now_s)
        return frozenset(seat for seat in self.running if times[seat].left_ms <= WARNED_MS)

    def patience_s(self, seat: Seat) -> float | None:
        """Return how long a computer may think about one of many actions to come; ``None``: its seat has no clock."""
        return max(LEAST_S, self.times[seat].left_ms / 1000 * SHARE) if seat in self.times else None

    def moments(self) -> Iterator[float]:
        """Yield when something is due (monotonic seconds), maybe long ago: a warning, an end, or storing the times."""
        for seat in self.running:
            left_ms = self.times[seat].left_ms
            for after_ms in (left_ms - WARNED_MS, left_ms, KEPT_MS - self.unkept_ms):
                yield (self.since_ms + after_ms) / 1000
            if seat in self.afar:
                yield (self.since_ms + left_ms + OVERDUE_MS - self.over_ms) / 1000

    @property
    def unkept_ms(self) -> int:
        """The part of the times that the store does not know."""
        if self.kept is None:
            return KEPT_MS
        return max(abs(time.left_ms - self.kept[seat].left_ms) for seat, time in self.times.items())

    # --- going on ------------------------------------------------------------------------------------------------

    def begin(self) -> "Clocks":
        """Somebody is there."""
        return replace(self, waits=False)

    def run(self, running: frozenset[Seat], now_s: float) -> "Clocks":
        """From now on these run."""
        over_ms = self._over_at(now_s)
        return replace(self, times=self.at(now_s), running=running, since_ms=milliseconds(now_s), over_ms=over_ms)

    def after_action(
        self, owner: Seat | None, ends_turn: bool, made_s: float, actor: Actor | None = None,
        took_ms: int | None = None,
    ) -> "Clocks":
        """An action was made at ``made_s``. ``owner``: whose turn it was; ``ends_turn``: it is no longer. All clocks
        stand until somebody has to decide again.

        :param actor: who made it. :param took_ms: how long that took, if another board says so.
        """
        live = self.at(made_s)
        made = self._known(live, actor, took_ms) if self.afar else live
        after = {seat: self._next_turn(seat, time, owner) for seat, time in made.items()} if ends_turn else made
        times = {seat: self._going_on(seat, live, actor, after) for seat in after} if self.afar else after
        stamps = (*self.stamps, Stamp(made, after))
        return replace(self, times=times, running=frozenset(), stamps=stamps, kept=times, over_ms=0)

    @property
    def _shared(self) -> Times:
        """Return what both boards know."""
        return self.stamps[-1].after if self.stamps else full(self.controls)

    def _known(self, live: Times, actor: Actor | None, took_ms: int | None) -> Times:
        """Return the times that both boards know once they know how long the action took."""
        times = dict(self._shared)
        if not isinstance(actor, Seat) or actor not in times:
            return times
        before = times[actor]
        took = max(0, live[actor].spent_ms - before.spent_ms) if took_ms is None else took_ms
        gone = min(before.left_ms, took)
        times[actor] = Time(before.left_ms - gone, before.spent_ms + took)
        for other, share in self._shares(actor, gone):
            times[other] = Time(times[other].left_ms + share, times[other].spent_ms)
        return times

    def _going_on(self, seat: Seat, live: Times, actor: Actor | None, after: Times) -> Time:
        """With what a seat here has used meanwhile, which the other board will hear of with its own action."""
        used = 0 if seat in self.afar or seat is actor else max(0, live[seat].spent_ms - self._shared[seat].spent_ms)
        used = min(used, after[seat].left_ms)
        return Time(after[seat].left_ms - used, after[seat].spent_ms + used)

    def _next_turn(self, seat: Seat, time: Time, owner: Seat | None) -> Time:
        """Return the time that a seat has after a turn, its own or one in which it had to decide something."""
        if seat is not owner and not time.spent_ms:
            return time
        return Time(_left_after_turn(self.controls[seat], time))

    def before_actions(self, count: int) -> "Clocks":
        """The latest ``count`` (≥ 1) actions are taken back: the clocks stand as when the first of them was made. What
        was thought about it is not given back."""
        times = self.stamps[-count].made
        return replace(self, times=times, running=frozenset(), stamps=self.stamps[:-count], kept=None, over_ms=0)


def _left_after_turn(control: Control, time: Time) -> int:
    match control.kind:
        case Kind.FISCHER:
            return time.left_ms + control.extra_s * 1000
        case Kind.BRONSTEIN:
            return time.left_ms + min(time.spent_ms, control.extra_s * 1000)
        case Kind.TURN:
            return control.time_s * 1000
    return time.left_ms


def milliseconds(at_s: float) -> int:
    """A moment in whole milliseconds."""
    return round(at_s * 1000)


def begun(kept: KeptClocks, afar: Iterable[Seat] = ()) -> Clocks | None:
    """The clocks of a game that comes to the table; ``None``: it has none. ``afar``: the seats of another board."""
    if not kept.controls:
        return None
    return Clocks(kept.controls, kept.latest, stamps=kept.stamps, kept=kept.latest, afar=frozenset(afar))
