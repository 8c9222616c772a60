"""By which key the other board of a game signs: the first that it had there is the one that it keeps."""

from collections.abc import Callable

from club.errors import BadMessage
from daemon.storage.store import Store

PUBLIC_KEY = "public_key"
"""Name of a voucher (daemon/storage/schema.py)."""


class OtherKeys:
    """Of all games, by the key of each."""

    def __init__(self, store: Store, changed: Callable[[], None]) -> None:
        """:param changed: is called when a board begins to sign with another key, or does so no more."""
        self._store, self._changed = store, changed
        self._known: dict[str, str] = {}
        self._strange: set[str] = set()

    def is_strange(self, game: str) -> bool:
        """Whether what came last about a game was refused here for its key."""
        return game in self._strange

    def check(self, game: str, public_key: str) -> None:
        """What came about a game names this key.

        :raises BadMessage: the board had another one.
        """
        known = self._known.get(game) or self._store.vouchers(game).get(PUBLIC_KEY)
        if known is None and self._store.keep_voucher(game, PUBLIC_KEY, public_key):
            known = public_key
        if known is not None:
            self._known[game] = known
        if known in (None, public_key):
            self._note(self._strange - {game})
            return
        self._note(self._strange | {game})
        raise BadMessage("the board signs with another key than at the beginning of the game")

    def _note(self, strange: set[str]) -> None:
        if strange != self._strange:
            self._strange = strange
            self._changed()
