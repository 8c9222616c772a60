"""What games between two boards are dealt from, as it is on disk: what the dice of this board are made of, and what
both are held to."""

import json
import logging
import secrets
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Final

from club.between import Here, Told, holding
from club.dealing import Deal
from club.letters import read_deal
from daemon.storage.store import Store

log = logging.getLogger(__name__)

SECRET: Final = "secret"
DEALS: Final = "deals"
"""Names of vouchers (daemon/storage/schema.py)."""

Held = tuple[Mapping[str, Deal], Mapping[str, tuple[str, ...]]]
"""See :class:`club.dealing.Hand`."""


class KeptDeals:
    """Of all games, by the key of each."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._secrets: dict[str, bytes] = {}
        """What this board's dice are made of."""
        self._held: dict[str, Held] = {}
        """What both boards are held to."""
        self.unfair: set[str] = set()
        """The keys of games whose other board goes back on what it had committed itself to."""

    def with_them(self, here: Here | None) -> Here | None:
        """How a game stands, with what it is dealt from; ``None``: it is not on disk yet."""
        if here is None:
            return None
        if here.key not in self._secrets:
            kept = self._store.vouchers(here.key)
            drawn = kept.get(SECRET) or secrets.token_hex(32)
            if SECRET not in kept and not self._store.keep_voucher(here.key, SECRET, drawn):
                return None
            self._secrets[here.key] = bytes.fromhex(drawn)
            self._held[here.key] = _read(kept.get(DEALS, "[[], {}]"))
        held, bound = self._held[here.key]
        return replace(here, secret=self._secrets[here.key], held=held, bound=bound)

    def hold(self, here: Here, there: Told) -> Here:
        """What the other board commits itself to is on disk before anything is told that it could use.

        :raises ValueError: it goes back on what it had committed itself to.
        """
        holds = holding(here, there)
        if (holds.held, holds.bound) != (here.held, here.bound):
            kept = [asdict(deal) for deal in holds.held.values()], dict(holds.bound)
            self._store.keep_voucher(here.key, DEALS, json.dumps(kept))
            self._held[here.key] = holds.held, holds.bound
        return holds

    def complain(self, key: str, about: str) -> None:
        """Once about each game."""
        if key not in self.unfair:
            self.unfair.add(key)
            log.warning("the dice of game %s are not fair: %s", key, about)


def _read(text: str) -> Held:
    deals, bound = json.loads(text)
    held = {deal.chain: deal for deal in map(read_deal, deals)}
    return held, {chain: tuple(secrets) for chain, secrets in bound.items()}
