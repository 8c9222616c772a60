"""The adaptive computer: its level follows the results of a player's last games against computers."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from engine.records.computer_levels import STRONGEST, WEAKEST
from engine.records.game_record import ABANDONED
from table.messages.queries import Selection
from webpanel.ports.library_port import Shelf, ShelfGame

ADAPTIVE: Final = "adaptive"
FIRST: Final = 3
"""The level for the first game."""
_MOST, _AT_A_TIME = 2_000, 50
"""The most games that are searched, and the number read at a time."""


def level_for(shelf: Shelf, game_id: str, name: str) -> int:
    """Return the level for the next game of the player with this name (players without a name count as one): that of
    their last finished game at this table; one more after two wins in a row at it, one less after two losses."""
    latest = islice(_lessons(shelf, game_id, name), 2)
    results = [(max(each.computers.values()), _result(each, name)) for each in latest]
    if not results:
        return FIRST
    level, result = results[0]
    step = result if results[1:] == results[:1] else 0
    return min(max(level + step, WEAKEST), STRONGEST)


def _lessons(shelf: Shelf, game_id: str, name: str) -> Iterator[ShelfGame]:
    """Yield the games that show how strong a player is, the latest first. Those of players without a name are searched
    among all: no selection finds them."""
    which = Selection(over=True, game_id=game_id, player=name, computers=True, setup=False, here=True)
    for first in range(0, _MOST, _AT_A_TIME):
        games = shelf.games(which, first, _AT_A_TIME)
        yield from (each for each in games if _teaches(each, name))
        if len(games) < _AT_A_TIME:
            return


def _teaches(game: ShelfGame, name: str) -> bool:
    """True if a game shows how strong this player is against a computer: no seat was taken over."""
    return game.termination != ABANDONED and bool(game.computers) and not game.engines and bool(_seats(game, name))


def _seats(game: ShelfGame, name: str) -> frozenset[str]:
    """Return the seats of this player."""
    return frozenset(seat for seat, other in game.players.items() if other == name and seat not in game.computers)


def _result(game: ShelfGame, name: str) -> int:
    """Return 1: won, 0: drawn, -1: lost."""
    if not game.winners:
        return 0
    return 1 if _seats(game, name).intersection(game.winners) else -1
