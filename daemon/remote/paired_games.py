"""The games that the club has paired for this board, as far as they are still to be played here."""

from collections.abc import Callable, Sequence
from typing import Final

from club.broadcast.rounds import PairedGame
from daemon.snapshots.scenes import Scenes
from daemon.storage.games.rows import KeptGame
from daemon.storage.store import Store
from engine.records.game_record import ABANDONED
from engine.registry import find_game
from webpanel.ports.club_port import Paired

MOST_ATTEMPTS: Final = 256
"""The most games of one pairing, all but the last of them abandoned: the last two digits of a key count them."""


class PairedGames:
    """The paired games. May be called from any thread.

    Nothing of them is stored: the key of a game says which pairing it was played for, and so whether it is over.
    """

    def __init__(self, told: Callable[[], Sequence[PairedGame]], store: Store, scenes: Scenes, watched: bool) -> None:
        """:param told: the games that the club has paired for this board. :param watched: true if this board tells the
        club its results."""
        self._told, self._store, self._scenes, self._watched = told, store, scenes, watched

    def __call__(self) -> Sequence[Paired]:
        """List those that are neither over nor going on at the table."""
        found = (self._to_play(each) for each in self._told())
        return tuple(each for each in found if each is not None)

    def _to_play(self, game: PairedGame) -> Paired | None:
        for attempt in range(MOST_ATTEMPTS):
            key = f"{game.key}{attempt:02x}"
            try:
                kept = self._store.game(key, deleted=True)
            except KeyError:
                return self._offer(game, key, begun=False)
            if kept.end is None and not _is_lost(kept):
                return self._offer(game, key, begun=True)
            if kept.end is not None and kept.end.termination != ABANDONED:
                return None
        return None

    def _offer(self, game: PairedGame, key: str, begun: bool) -> Paired | None:
        if self._scenes.snapshot().key == key:  # it may not be on disk yet, nor how it ended
            return None
        return Paired(key, begun, game.tournament, game.round, find_game(game.game), game.players, game.options,
                      game.controls, self._watched)


def _is_lost(game: KeptGame) -> bool:
    """True if a game cannot be continued, so that it has to be played again."""
    return bool(game.deleted is not None or game.damage or game.broken)
