"""Limits on how often a phone may try something: guess the PIN, take and free seats.

A phone is counted by its token and by its address: a token is thrown away in a moment, an address is shared by several
phones behind a router. The guesses of all together are limited too, but never those of a phone that has given the right
PIN, and the first guesses of an address do not depend on those of strangers.
"""

import math
import threading
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

from engine.core.messages import message
from table.messages.refusal import Refused
from webpanel.limits.addresses import network
from webpanel.limits.banned_phones import public_name

Clock = Callable[[], float]

PIN_PER_PHONE: Final = (5, 60.0)
"""Wrong PINs, and the seconds within which; the other limits are written in the same way."""
PIN_PER_ADDRESS: Final = (10, 600.0)
PIN_FOR_ALL: Final = (15, 600.0)
"""The guesses of all addresses together that have used up their first ones."""
FIRST_PER_ADDRESS: Final = (10, 24 * 3600.0)
"""The first guesses of an address, which those of others do not use up: a new phone must get in beside strangers."""
FIRST_FOR_ALL: Final = (2600, 24 * 3600.0)
"""The limit for first guesses from all addresses. A million PINs take more than 200 days to try."""
MOST_KNOWING: Final = 50
"""The number of phones that are remembered as knowing the PIN; the one that gave it longest ago is forgotten first."""
SEATS_PER_PHONE: Final = (20, 60.0)
SEATS_PER_ADDRESS: Final = (60, 60.0)
FREED_S: Final = 30.0
"""The time that a phone waits for a seat from which somebody else has removed it."""


class Tries:
    """A counter of tries within the last ``within_s`` seconds, at most ``times`` by each."""

    def __init__(self, limit: tuple[int, float], clock: Clock) -> None:
        self._times, self._within_s = limit
        self._clock = clock
        self._tried: dict[str, list[float]] = {}
        """By whom, and when: whoever has tried last is the last one."""

    def wait_s(self, who: str) -> float:
        """Return the seconds until another try is allowed; 0: now."""
        lately = self._lately(who)
        return 0.0 if len(lately) < self._times else lately[-self._times] + self._within_s - self._clock()

    def left(self, who: str) -> int:
        """Return how many more tries are allowed now."""
        return max(0, self._times - len(self._lately(who)))

    def count(self, who: str) -> None:
        """Count a try. Those without recent tries are forgotten."""
        lately = self._lately(who)
        self._tried.pop(who, None)
        self._tried[who] = [*lately, self._clock()]
        while not self._lately(first := next(iter(self._tried))):
            del self._tried[first]

    def has(self, who: str) -> bool:
        """True if there was a recent try."""
        return bool(self._lately(who))

    def take_back(self, who: str) -> None:
        """Take back the last try."""
        self._tried[who] = self._tried.get(who, [])[:-1]

    def _lately(self, who: str) -> list[float]:
        now_s = self._clock()
        return [at_s for at_s in self._tried.get(who, ()) if now_s - at_s < self._within_s]


def _count(tries: Iterable[tuple[Tries, str]]) -> None:
    """Count a try in all of these, or in none.

    :raises Refused: one of them has no more (status 429).
    """
    tries = tuple(tries)
    wait_s = max(each.wait_s(who) for each, who in tries)
    if wait_s > 0:
        raise Refused(message("That was tried too many times. Wait {minutes} min, then try again.",
                              minutes=math.ceil(wait_s / 60)), 429)
    for each, who in tries:
        each.count(who)


class PinHolders(Protocol):
    """The phones that have given the PIN, by their public names. A PIN may be drawn beside the panel: whoever has given
    only the one before does not know it.
    """

    def knowing(self) -> Collection[str]:
        """Return those who have given the present one."""

    def keep_knowing(self, name: str, pin: str) -> None:
        """Keep that a phone has given this one; nothing, if there is another one by now."""

    def know_nobody(self) -> None:
        """Keep that nobody has given it."""


class RememberedPhones:
    """The same for as long as the program runs, where the PIN does not change."""

    def __init__(self) -> None:
        self._names: tuple[str, ...] = ()

    def knowing(self) -> Collection[str]:
        """See :class:`PinHolders`."""
        return self._names

    def keep_knowing(self, name: str, pin: str) -> None:
        """See :class:`PinHolders`."""
        self._names = (name, *self._names)[:MOST_KNOWING]

    def know_nobody(self) -> None:
        """See :class:`PinHolders`."""
        self._names = ()


class PinTries:
    """Limits on guessing the PIN. Safe to use from any thread."""

    def __init__(self, clock: Clock = time.monotonic, known: PinHolders | None = None) -> None:
        self._lock = threading.Lock()
        self._phones, self._addresses = Tries(PIN_PER_PHONE, clock), Tries(PIN_PER_ADDRESS, clock)
        self._all = Tries(PIN_FOR_ALL, clock)
        self._first, self._all_first = Tries(FIRST_PER_ADDRESS, clock), Tries(FIRST_FOR_ALL, clock)
        self._known = RememberedPhones() if known is None else known

    def begin(self, phone: str, address: str) -> None:
        """Count a guess before it is checked.

        :raises Refused: too often; never because of what others tried, if the phone has given the right PIN before.
        """
        with self._lock:
            shared = [(self._all, "")]
            first = self._firsts(address)
            if all(tries.wait_s(who) <= 0 for tries, who in first):
                shared = first
            _count(self._counted(phone, address, shared))

    def succeeded(self, phone: str, address: str, pin: str = "") -> None:
        """Take back the guess, which was right."""
        with self._lock:
            shared = self._firsts(address) if self._first.has(network(address)) else [(self._all, "")]
            for each, who in self._counted(phone, address, shared):
                each.take_back(who)
            name = public_name(phone)
            if name not in self._known.knowing():
                self._known.keep_knowing(name, pin)

    def forget(self) -> None:
        """Forget the phones that know the PIN."""
        with self._lock:
            self._known.know_nobody()

    def _firsts(self, address: str) -> list[tuple[Tries, str]]:
        return [(self._first, network(address)), (self._all_first, "")]

    def _counted(self, phone: str, address: str, shared: list[tuple[Tries, str]]) -> list[tuple[Tries, str]]:
        own = [(self._phones, phone)]
        knows = public_name(phone) in self._known.knowing()
        return own if knows else [*own, (self._addresses, network(address)), *shared]


class SeatTries:
    """Limits on taking and freeing seats, and on returning to one. Safe to use from any thread."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._lock = threading.Lock()
        self._clock = clock
        self._phones, self._addresses = Tries(SEATS_PER_PHONE, clock), Tries(SEATS_PER_ADDRESS, clock)
        self._put_out: dict[str, float] = {}

    def begin(self, phone: str, address: str) -> None:
        """Count an attempt to take a seat or to free one.

        :raises Refused: too often.
        """
        with self._lock:
            _count([(self._phones, phone), (self._addresses, address)])

    def put_out(self, phone: str) -> None:
        """Note that somebody else has freed a seat of this phone."""
        with self._lock:
            now_s = self._clock()
            self._put_out = {each: at_s for each, at_s in self._put_out.items() if now_s - at_s < FREED_S}
            self._put_out[phone] = now_s

    def check_put_out(self, phone: str) -> None:
        """Let others have the seat first.

        :raises Refused: the phone has just been put out of a seat.
        """
        with self._lock:
            wait_s = self._put_out.get(phone, -math.inf) + FREED_S - self._clock()
        if wait_s > 0:
            raise Refused(message("The owner has just freed a seat that this phone held. Wait {seconds} s to take one.",
                                  seconds=math.ceil(wait_s)), 429)


@dataclass(frozen=True)
class Limits:
    """All limits."""

    pin: PinTries = field(default_factory=PinTries)
    seats: SeatTries = field(default_factory=SeatTries)
