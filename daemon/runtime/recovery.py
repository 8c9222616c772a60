"""The game on the table as the store will hold it once everything queued is on disk.

A table that ran into a fault goes on from here, whether or not the disk is quick (or works at all) at that moment.
"""

from dataclasses import dataclass, replace

from engine.records.game_record import begin, replay
from engine.records.time_controls import KeptClocks
from engine.registry import find_game
from table.messages.effects import KeepComputers, KeepName, KeepTimes, StoreAction, StoreEnd, StoreGame, StoreUndone
from table.messages.events import ContinueGame, StartGame
from table.turns.computer_play import scores_of


@dataclass(frozen=True, slots=True)
class RememberedGame:
    """The remembered game. ``came``: the game on the table as it came there; ``None``: there is none, or it is over.
    ``undone``: the number of the actions it came with that were taken back; ``since``: the actions since then."""

    came: ContinueGame | None = None
    undone: int = 0
    since: tuple[str, ...] = ()

    @property
    def game(self) -> ContinueGame | None:
        """The event that continues the game. It replays the actions since the game came to the table."""
        if self.came is None:
            return None
        return replace(self.came, played=replay(self.came.played.before(self.undone), self.since))

    def after_event(self, event: StartGame | ContinueGame) -> "RememberedGame":
        """Return the memory after a game was put on the table. A new one counts from its :class:`StoreGame` on."""
        return RememberedGame(event) if isinstance(event, ContinueGame) else RememberedGame()

    def after_effect(
        self, effect: StoreGame | StoreAction | StoreUndone | StoreEnd | KeepComputers | KeepName | KeepTimes
    ) -> "RememberedGame":
        """Return the memory after something more was given to the store."""
        match effect:
            case StoreGame(key, new):
                game = find_game(new.game_id)
                begun = begin(game, game.read_options(new.options), new.setup)
                return RememberedGame(ContinueGame(key, new, begun, 0, clocks=KeptClocks(new.controls)))
            case StoreEnd():
                return RememberedGame()
        return self if self.came is None else self._going_on(self.came, effect)

    def _length(self, came: ContinueGame) -> int:
        return len(came.played.actions) - self.undone + len(self.since)

    def _going_on(
        self, came: ContinueGame, effect: StoreAction | StoreUndone | KeepComputers | KeepName | KeepTimes
    ) -> "RememberedGame":
        match effect:
            case KeepComputers(computers=computers):
                return replace(self, came=replace(came, game=replace(came.game, computers=computers)))
            case KeepName(afar=afar, players=players):
                return replace(self, came=replace(came, game=replace(came.game, afar=afar, players=players)))
            case KeepTimes(times=times):
                return replace(self, came=replace(came, clocks=replace(came.clocks, times=times)))
            case StoreAction(entry=entry, action=action, stamp=stamp, score=score):
                number = self._length(came) + 1
                scores = came.scores if score is None else {**came.scores, number: score}
                longer = replace(came, entries=entry, clocks=came.clocks.after_action(stamp), scores=scores)
                return RememberedGame(longer, self.undone, (*self.since, action))
            case StoreUndone(entry=entry, count=count):
                kept = max(0, len(self.since) - count)
                scores = scores_of(came.scores, self._length(came) - count)
                shorter = replace(came, entries=entry, clocks=came.clocks.before_actions(count), scores=scores)
                return RememberedGame(shorter, self.undone + count - (len(self.since) - kept), self.since[:kept])
