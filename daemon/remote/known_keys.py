"""The keys by which other boards sign: the first key of a game's other board is pinned."""

from collections.abc import Callable

from daemon.storage.store import Store

PUBLIC_KEY = "public_key"
"""The name of a voucher (daemon/storage/file/schema.py)."""


class OtherKeys:
    """The other boards' keys, by game."""

    def __init__(self, store: Store, changed: Callable[[], None]) -> None:
        """:param changed: is called when a board begins to sign with another key, or stops doing so."""
        self._store, self._changed = store, changed
        self._known: dict[str, str] = {}
        self._kept: set[str] = set()
        """The keys of games for which the pinned key is on disk, too."""
        self._strange: set[str] = set()

    def is_strange(self, game: str) -> bool:
        """True if the last letter about a game was refused here for its key."""
        return game in self._strange

    def fits(self, game: str, public_key: str) -> bool:
        """True if a letter about a game that names this key is from the board that it is played with."""
        known = self._known.get(game) or self._store.vouchers(game).get(PUBLIC_KEY, public_key)
        self._known[game] = known
        if game not in self._kept and self._store.keep_voucher(game, PUBLIC_KEY, known):
            self._kept.add(game)  # only once the game itself is on disk
        self._note(self._strange - {game} if known == public_key else self._strange | {game})
        return known == public_key

    def _note(self, strange: set[str]) -> None:
        if strange != self._strange:
            self._strange = strange
            self._changed()
