"""The secrets and commitments from which two boards deal dice, on disk."""

import json
import logging
import secrets
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Final

from club.play.dealing import Deal
from club.play.letters import read_actions, read_deal
from club.play.state import LocalState, RemoteState
from club.play.sync import holding
from club.transport.errors import BadMessage
from daemon.base.errors import Unreadable
from daemon.storage.games.columns import listed, stored_json, unreadable
from daemon.storage.store import Store
from engine.core.json_fields import LIST, OBJECT, check
from engine.records import hash_chain

log = logging.getLogger(__name__)

SECRET: Final = "secret"
DEALS: Final = "deals"
"""The names of vouchers (daemon/storage/file/schema.py)."""

Held = tuple[Mapping[str, Deal], Mapping[str, tuple[str, ...]]]
"""See :class:`club.play.dealing.Hand`."""


class KeptDeals:
    """The deals of all games, by the game's key."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._secrets: dict[str, bytes] = {}
        """The secret of this board, by game."""
        self._held: dict[str, Held] = {}
        """The commitments of both boards, by game."""
        self.unfair: set[str] = set()
        """The keys of games whose other board goes back on its commitments."""
        self.damaged: set[str] = set()
        """The keys of games whose deals cannot be read."""

    def with_them(self, here: LocalState | None) -> LocalState | None:
        """Add the deals to the state of a game; ``None``: they are not on disk yet, or cannot be read there."""
        if here is None or not (here.key in self._held or self._take_up(here.key)):
            return None
        held, bound = self._held[here.key]
        return replace(here, secret=self._secrets[here.key], held=held, bound=bound)

    def _take_up(self, key: str) -> bool:
        """Load the deals of a game; true if they are known now. An unreadable one is logged, and stops no other
        game."""
        kept = self._store.vouchers(key)
        try:
            held, drawn = _read(kept.get(DEALS, "[[], {}]")), _drawn(kept)
        except Unreadable as error:
            if key not in self.damaged:
                log.error("what game %s is dealt from cannot be read: %s", key, error)
            self.damaged.add(key)
            return False
        self.damaged.discard(key)  # a backup has brought it back
        if SECRET not in kept and not self._store.keep_voucher(key, SECRET, drawn):
            return False
        self._secrets[key], self._held[key] = bytes.fromhex(drawn), held
        return True

    def hold(self, here: LocalState, there: RemoteState) -> LocalState:
        """Store the commitments of both boards, before anything is sent that the other board could exploit; return the
        state with them.

        :raises ValueError: it goes back on what it had committed itself to.
        """
        holds = holding(here, there)
        if (holds.held, holds.bound) != (here.held, here.bound):
            kept = [asdict(deal) for deal in holds.held.values()], dict(holds.bound)
            self._store.keep_voucher(here.key, DEALS, json.dumps(kept))
            self._held[here.key] = holds.held, holds.bound
        return holds

    def complain(self, key: str, about: str) -> None:
        """Log a complaint, once about each game."""
        if key not in self.unfair:
            self.unfair.add(key)
            log.warning("the dice of game %s are not fair: %s", key, about)


def _drawn(kept: Mapping[str, object]) -> str:
    """Return the secret of this board, drawn now if it never was."""
    return check(SECRET, kept[SECRET], hash_chain.SECRET, unreadable) if SECRET in kept else secrets.token_hex(32)


def _read(text: object) -> Held:
    """Read what :meth:`KeptDeals.hold` has stored.

    :raises Unreadable: it is something else.
    """
    deals, bound = listed(DEALS, stored_json(text), 2)
    try:
        held = {deal.chain: deal for deal in map(read_deal, check(DEALS, deals, LIST, unreadable))}
        told = check(DEALS, bound, OBJECT, unreadable).items()
        return held, {check(DEALS, chain, hash_chain.CHAIN, unreadable): read_actions(each) for chain, each in told}
    except BadMessage as error:
        raise Unreadable(str(error)) from error
