"""Checks that the current game could be reloaded from disk, and warns the players if not.

During play the table remembers all of the game, so it goes on; but its players should know before they park it.
"""

import logging
import sqlite3

from daemon.snapshots.scenes import Scenes
from daemon.storage.store import Store
from engine.core.messages import message
from table.messages.new_game import NewGame
from webpanel.ports.library_port import Damaged

log = logging.getLogger(__name__)

ON_TABLE = message(
    "The stored copy of the game on the table is damaged. Play on, and before you park it download its record "
    "under Settings: that can be imported again."
)
NOT_RESUMED = message(
    "The game that was on the table is damaged on the disk and cannot go on. What is left of it can be downloaded."
)


class IntegrityCheck:
    """A check of the game on the table as stored on disk, or of the one that should have come back there. Safe to use
    from any thread."""

    def __init__(self, store: Store, scenes: Scenes) -> None:
        self._store = store
        self._scenes = scenes

    def look(self, whole: bool = True) -> Damaged | None:
        """Return what is wrong with the stored game; ``None``: nothing is known. All phones are notified when that
        changes.

        ``whole``: check all of it; else only a part, as long as that shows nothing new.
        """
        try:
            found = self._found(whole or self._scenes.warning("game") is not None)
        except sqlite3.Error:  # reported to whoever stores something
            return None
        warning = None if found is None else found.told
        if self._scenes.warning("game") != warning:
            self._scenes.warn("game", warning)
        return found

    def mend(self, key: str) -> None:
        """Restore the row of the game on the table if the disk has lost it: its entries could not be stored without.

        Its actions belong to it again as far as they are there; :meth:`look` reports if some are not.
        """
        snapshot = self._scenes.snapshot()
        game = snapshot.table.on_table
        if game is None or game.key != key:
            return
        begun = NewGame(
            game.game.id, game.played.options.as_data(), dict(game.players), game.screen, computers=game.computers,
            controls=snapshot.controls, setup=game.setup, afar=game.afar,
        )
        try:
            if self._store.put_back(key, begun):
                log.warning("the disk had lost the row of game %s: it was put back", key)
        except sqlite3.Error:  # reported to whoever stores something
            return

    def _found(self, whole: bool) -> Damaged | None:
        on_table = self._scenes.snapshot().key
        key = on_table or self._store.on_table()
        if not self._store.damage(key, whole):
            return None
        return Damaged(key, ON_TABLE if on_table else NOT_RESUMED, whole=bool(on_table))
