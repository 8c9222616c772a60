"""Whether the game on the table could be continued from the disk, and who is told if not.

While it is played the table remembers all of it, so it goes on; but its players should know before they put it aside.
"""

import sqlite3

from daemon.scenes import Scenes
from daemon.storage.store import Store
from engine.messages import message
from webpanel.shelf import Damaged

ON_TABLE = message(
    "What the disk keeps of the game on the table is damaged. Play on, and before you put it aside download its record "
    "under Settings: that can be imported again."
)
NOT_RESUMED = message(
    "The game that was on the table is damaged on the disk and cannot go on. What is left of it can be downloaded."
)


class Damage:
    """Looks at the game on the table as the disk keeps it, or at the one that should have come back there. Safe to use
    from any thread."""

    def __init__(self, store: Store, scenes: Scenes) -> None:
        self._store = store
        self._scenes = scenes

    def look(self, whole: bool = True) -> Damaged | None:
        """What is wrong with it; ``None``: nothing is known. All phones are told when that changes.

        ``whole``: else only a part of it is looked at, as long as that tells of nothing new.
        """
        try:
            found = self._found(whole or self._scenes.warning("game") is not None)
        except sqlite3.Error:  # who wants to store something is told why that does not work
            return None
        warning = None if found is None else found.told
        if self._scenes.warning("game") != warning:
            self._scenes.warn("game", warning)
        return found

    def _found(self, whole: bool) -> Damaged | None:
        on_table = self._scenes.snapshot().key
        key = on_table or self._store.on_table()
        if not self._store.damage(key, whole):
            return None
        return Damaged(key, ON_TABLE if on_table else NOT_RESUMED, whole=bool(on_table))
