"""The phones that have been here lately, for the owner to know one from another and to ban one.

The owner's page names a phone by a part of its token; see :mod:`webpanel.access.phones`.
"""

import hashlib
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

MOST: Final = 200
"""Phones that are remembered; those seen least recently are forgotten."""
MOST_OF_ADDRESS: Final = 20
"""The same for a single address: whoever makes up tokens shall not have the others forgotten."""
BAN_OF_ADDRESS_S: Final = 12 * 3600.0
"""How long phones that nobody has seen before are refused from the address of one that was banned."""

KINDS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"), ("Windows", "Windows"),
    ("Macintosh", "Mac"), ("Linux", "Linux"),
)
"""What stands in the name that a browser gives itself, and what people call that device."""


def token_of(secret: str) -> str:
    """The token of the phone that carries this secret in its cookie. Leads to no secret. What stores hold depends on
    it, so it stays as it is."""
    return hashlib.sha256(secret.encode()).hexdigest()


def public_name(token: str) -> str:
    """How the owner's page names the phone with this token."""
    return token[:16]


def kind_of(agent: str) -> str:
    """What sort of device that is; empty, if nobody knows."""
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
        """See :func:`public_name`."""
        return public_name(self.token)


class Guests:
    """Remembers phones, and which of them are banned. Safe to use from any thread."""

    def __init__(
        self, banned: Iterable[str] = (), keep: Callable[[frozenset[str]], None] = lambda names: None,
        clock: Callable[[], float] = time.monotonic, generation: str = "",
    ) -> None:
        """:param banned: the public names of those who are; ``keep``: is told whenever that changes.

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
        """A phone with this token asked for something."""
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
        """Who was here, the latest first."""
        with self._lock:
            return tuple(reversed(self._guests.values()))

    def named(self, name: str) -> Guest:
        """The phone with this public name.

        :raises KeyError: it is not remembered.
        """
        for guest in self.lately():
            if guest.name == name:
                return guest
        raise KeyError(name)

    def sign_out(self, renew: Callable[[], str]) -> None:
        """Know no phone any more; cookies of the generation that ``renew`` keeps are good from now on. All phones are
        new then: none is refused because of its address.
        """
        with self._renewing:  # so that of two at once the one that is kept last is in force; nobody else waits for it
            generation = renew()
            with self._lock:
                self.generation, self._guests, self._addresses = generation, {}, {}

    # --- banning -------------------------------------------------------------------------------------------------

    @property
    def banned(self) -> frozenset[str]:
        """The public names of those who are."""
        return self._banned

    def ban(self, guest: Guest) -> None:
        """Refuse a phone from now on, and for some hours new ones from its address: a token is easily thrown away."""
        with self._lock:
            self._addresses[guest.address] = self._clock(), guest.name
            self._set(self._banned | {guest.name})

    def let_in(self, name: str) -> None:
        """Take a ban back."""
        with self._lock:
            self._addresses = {where: ban for where, ban in self._addresses.items() if ban[1] != name}
            self._set(self._banned - {name})

    def refuses(self, token: str, address: str) -> bool:
        """Whether a phone is banned, or new at the address of one that is."""
        with self._lock:
            if public_name(token) in self._banned:
                return True
            since_s, _ = self._addresses.get(address, (-BAN_OF_ADDRESS_S, ""))
            known = self._guests.get(token)
            return self._clock() - since_s < BAN_OF_ADDRESS_S and (known is None or known.first_s >= since_s)

    def _set(self, banned: frozenset[str]) -> None:
        self._keep(banned)
        self._banned = banned
