"""What the store will hold of the game on the table once everything queued is on disk.

A table that ran into a fault goes on from here, whether or not the disk is quick (or works at all) at that moment.
"""

from dataclasses import dataclass, replace

from engine.record import begin, replay
from engine.registry import find_game
from table.words.effects import KeepComputers, StoreAction, StoreEnd, StoreGame, StoreUndone
from table.words.events import ContinueGame, StartGame


@dataclass(frozen=True, slots=True)
class Memory:
    """``came``: the game on the table as it came there; ``None``: there is none, or it is over. ``undone``: how many of
    the actions it came with were taken back; ``since``: what was played since then."""

    came: ContinueGame | None = None
    undone: int = 0
    since: tuple[str, ...] = ()

    @property
    def game(self) -> ContinueGame | None:
        """How to continue the game. Replays what was played since it came to the table."""
        if self.came is None:
            return None
        return replace(self.came, played=replay(self.came.played.before(self.undone), self.since))

    def after_event(self, event: StartGame | ContinueGame) -> "Memory":
        """After a game was put on the table. A new one counts from its :class:`StoreGame` on."""
        return Memory(event) if isinstance(event, ContinueGame) else Memory()

    def after_effect(self, effect: StoreGame | StoreAction | StoreUndone | StoreEnd | KeepComputers) -> "Memory":
        """After something more was given to the store."""
        match effect:
            case StoreGame(key, game_id, options, players, screen, computers=computers):
                game = find_game(game_id)
                begun = begin(game, game.read_options(options))
                return Memory(ContinueGame(key, begun, players, screen, 0, computers=computers))
            case KeepComputers(computers=computers):
                return self if self.came is None else replace(self, came=replace(self.came, computers=computers))
            case StoreAction(entry=entry, action=action):
                return self._with(entry, self.undone, (*self.since, action))
            case StoreUndone(entry=entry, count=count):
                kept = max(0, len(self.since) - count)
                return self._with(entry, self.undone + count - (len(self.since) - kept), self.since[:kept])
            case StoreEnd():
                return Memory()

    def _with(self, entry: int, undone: int, since: tuple[str, ...]) -> "Memory":
        return self if self.came is None else Memory(replace(self.came, entries=entry), undone, since)
