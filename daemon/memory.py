"""What the store will hold of the game on the table once everything queued is on disk.

A table that ran into a fault goes on from here, whether or not the disk is quick (or works at all) at that moment.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from table.words.effects import StoreAction, StoreEnd, StoreGame, StoreUndone
from table.words.events import ContinueGame, StartGame


@dataclass(frozen=True, slots=True)
class Memory:
    """``game``: how to continue the game on the table; ``None``: there is none, or it is over."""

    game: ContinueGame | None = None

    def after_event(self, event: StartGame | ContinueGame) -> "Memory":
        """After a game was put on the table. A new one counts from its :class:`StoreGame` on."""
        return Memory(event) if isinstance(event, ContinueGame) else Memory()

    def after_effect(self, effect: StoreGame | StoreAction | StoreUndone | StoreEnd) -> "Memory":
        """After something more was given to the store."""
        match effect:
            case StoreGame(key, game_id, options, players, screen):
                return Memory(ContinueGame(key, game_id, options, players, screen, (), 0))
            case StoreAction(entry=entry, action=action):
                return self._with(entry, lambda actions: (*actions, action))
            case StoreUndone(entry=entry, count=count):
                return self._with(entry, lambda actions: actions[: len(actions) - count])
            case StoreEnd():
                return Memory()

    def _with(self, entry: int, change: Callable[[tuple[str, ...]], tuple[str, ...]]) -> "Memory":
        if self.game is None:
            return self
        return Memory(replace(self.game, actions=change(self.game.actions), entries=entry))
