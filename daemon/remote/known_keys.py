"""By which key the other board of a game signs: the first that it had there is the one that it keeps."""

from collections.abc import Callable

from daemon.storage.store import Store

PUBLIC_KEY = "public_key"
"""Name of a voucher (daemon/storage/file/schema.py)."""


class OtherKeys:
    """Of all games, by the key of each."""

    def __init__(self, store: Store, changed: Callable[[], None]) -> None:
        """:param changed: is called when a board begins to sign with another key, or does so no more."""
        self._store, self._changed = store, changed
        self._known: dict[str, str] = {}
        self._kept: set[str] = set()
        """The keys of games of which it is on disk, too."""
        self._strange: set[str] = set()

    def is_strange(self, game: str) -> bool:
        """Whether what came last about a game was refused here for its key."""
        return game in self._strange

    def fits(self, game: str, public_key: str) -> bool:
        """Whether what came about a game, naming this key, is of the board that it is played with."""
        known = self._known.get(game) or self._store.vouchers(game).get(PUBLIC_KEY, public_key)
        self._known[game] = known
        if game not in self._kept and self._store.keep_voucher(game, PUBLIC_KEY, known):
            self._kept.add(game)  # not before the game itself is on disk
        self._note(self._strange - {game} if known == public_key else self._strange | {game})
        return known == public_key

    def _note(self, strange: set[str]) -> None:
        if strange != self._strange:
            self._strange = strange
            self._changed()
