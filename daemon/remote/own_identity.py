"""The identity under which each game with another board is played: the data may have come from another board's card."""

import re
from typing import Final

from daemon.storage.store import Store

PLAYED_AS: Final = "played_as"
"""The name of a voucher (daemon/storage/file/schema.py)."""
_IDENTITY: Final = re.compile(r"[0-9a-f]{16} [0-9a-f]{64}")


class OwnIdentity:
    """The identities, by game: the id and the public key that this board had when the game began."""

    def __init__(self, store: Store, board: str, public_key: str) -> None:
        self._store, self._identity = store, f"{board} {public_key}"
        self._known: dict[str, str] = {}

    def is_anothers(self, game: str) -> bool:
        """True if the game was begun under another id or key: its other board neither writes to this one nor believes
        it."""
        if game not in self._known:
            kept = self._store.vouchers(game).get(PLAYED_AS, "")
            if not _IDENTITY.fullmatch(kept):
                kept = self._identity
                if not self._store.keep_voucher(game, PLAYED_AS, kept):
                    return False  # only once the game itself is on disk
            self._known[game] = kept
        return self._known[game] != self._identity
