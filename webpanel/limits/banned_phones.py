"""The phones that have been here lately, for the owner to tell apart and to ban.

The owner's page names a phone by a part of its token; see :mod:`webpanel.access.phones`.
"""

import hashlib
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from webpanel.limits.addresses import network

MOST: Final = 200
"""The most phones that are remembered; those seen least recently are forgotten."""
MOST_OF_ADDRESS: Final = 20
"""The same for a single address: a client that invents tokens must not push out the others."""
BAN_OF_ADDRESS_S: Final = 12 * 3600.0
"""The time for which unknown phones are refused from the address, or the IPv6 network, of a banned one."""

KINDS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"), ("Windows", "Windows"),
    ("Macintosh", "Mac"), ("Linux", "Linux"),
)
"""A part of a browser's user agent → the name that people use for the device."""


def token_of(secret: str) -> str:
    """Return the token of the phone with this secret in its cookie. The secret cannot be derived from it. Stores depend
    on this hash, so it must not change."""
    return hashlib.sha256(secret.encode()).hexdigest()


def public_name(token: str) -> str:
    """Return the name of the phone with this token on the owner's page."""
    return token[:16]


def kind_of(agent: str) -> str:
    """Return the kind of device; empty if it is unknown."""
    return next((kind for mark, kind in KINDS if mark in agent), "")


@dataclass(frozen=True, slots=True)
class Guest:
    """A phone. ``kind``: of device; the times are those of the clock given to :class:`Guests`."""

    token: str
    address: str
    kind: str
    first_s: float
    seen_s: float

    @property
    def name(self) -> str:
        """The public name; see :func:`public_name`."""
        return public_name(self.token)


class Guests:
    """A memory of phones, and of the banned ones among them. Safe to use from any thread."""

    def __init__(
        self, banned: Iterable[str] = (), keep: Callable[[frozenset[str]], None] = lambda names: None,
        clock: Callable[[], float] = time.monotonic, generation: str = "",
    ) -> None:
        """:param banned: the public names of banned phones; ``keep``: called with them whenever they change.

        :param generation: of cookies, see :mod:`webpanel.access.phones`.
        """
        self.generation = generation
        self._lock, self._renewing = threading.Lock(), threading.Lock()
        self._clock = clock
        self._keep = keep
        self._banned = frozenset(banned)
        self._addresses: dict[str, tuple[float, str]] = {}
        self._guests: dict[str, Guest] = {}

    def saw(self, token: str, address: str, agent: str) -> None:
        """Note a request from the phone with this token."""
        now_s = self._clock()
        with self._lock:
            known = self._guests.pop(token, None) or Guest(token, address, kind_of(agent), now_s, now_s)
            self._guests[token] = replace(known, address=address, kind=kind_of(agent), seen_s=now_s)
            self._forget([each for each, guest in self._guests.items() if guest.address == address], MOST_OF_ADDRESS)
            self._forget(list(self._guests), MOST)

    def _forget(self, tokens: list[str], most: int) -> None:
        for token in tokens[: len(tokens) - most] if len(tokens) > most else ():
            del self._guests[token]

    def lately(self) -> tuple[Guest, ...]:
        """List the phones that were here, the latest first."""
        with self._lock:
            return tuple(reversed(self._guests.values()))

    def named(self, name: str) -> Guest:
        """Return the phone with this public name.

        :raises KeyError: it is not remembered.
        """
        for guest in self.lately():
            if guest.name == name:
                return guest
        raise KeyError(name)

    def sign_out(self, renew: Callable[[], str]) -> None:
        """Forget all phones; only cookies of the generation that ``renew`` stores are valid from now on. All phones are
        new then: none is refused because of its address."""
        with self._renewing:  # of two at once the generation stored last is in force; nobody else waits
            generation = renew()
            with self._lock:
                self.generation, self._guests, self._addresses = generation, {}, {}

    # --- banning -------------------------------------------------------------------------------------------------

    @property
    def banned(self) -> frozenset[str]:
        """The public names of the banned phones."""
        return self._banned

    def ban(self, guest: Guest) -> None:
        """Ban a phone, and refuse new ones from its address, by IPv6 from its network, for some hours: a token is
        easily thrown away, and so is an IPv6 address."""
        with self._lock:
            self._addresses[network(guest.address)] = self._clock(), guest.name
            self._set(self._banned | {guest.name})

    def let_in(self, name: str) -> None:
        """Lift a ban."""
        with self._lock:
            self._addresses = {where: ban for where, ban in self._addresses.items() if ban[1] != name}
            self._set(self._banned - {name})

    def refuses(self, token: str, address: str) -> bool:
        """True if a phone is banned, or new at the address, or in the IPv6 network, of a banned one."""
        with self._lock:
            if public_name(token) in self._banned:
                return True
            since_s, _ = self._addresses.get(network(address), (-BAN_OF_ADDRESS_S, ""))
            known = self._guests.get(token)
            return self._clock() - since_s < BAN_OF_ADDRESS_S and (known is None or known.first_s >= since_s)

    def _set(self, banned: frozenset[str]) -> None:
        self._keep(banned)
        self._banned = banned
