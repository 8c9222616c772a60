"""Games of the store as PGN, and files of PGN as games to store."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from daemon.services.library import KeptShelf, game_of, kept_record
from daemon.storage.file.disk_errors import in_words
from daemon.storage.games.rows import KeptGame
from daemon.storage.store import Store
from engine.core.errors import BadRecord, EngineError
from engine.core.messages import Message, message
from engine.records.pgn_reading import ReadGame, read_pgn
from engine.records.pgn_writing import NO_MARKS, is_written, write_pgn
from engine.registry import game_ids
from engine.services.review import glyphs
from table.messages.queries import Selection
from table.messages.refusal import Refused
from webpanel.ports.library_port import ImportedGame

_AT_A_TIME = 100

Read = tuple[ReadGame, KeptGame | None]
"""A game of a file, and the game to store, if it could be read."""


class PgnShelf(KeptShelf):
    """See :class:`webpanel.ports.library_port.Shelf`."""

    def import_pgn(self, text: str, host: str, most: int | None) -> Sequence[ImportedGame]:
        """See :meth:`webpanel.ports.library_port.Shelf.import_pgn`."""
        found = games_of_pgn(text, host)
        games = [game for _, game in found if game is not None]
        if most is not None and len(games) > most:
            raise Refused(message(
                "This file holds {number} games, but only {most} more can be imported in this hour. Split it, or let "
                "the owner import it.", number=len(games), most=most,
            ), 429)
        with in_words():
            self._store.add(*games)
        return [
            ImportedGame(read.number, read.players, "" if game is None else game.key, read.problem, read.notes)
            for read, game in found
        ]

    def pgn(self, key: str) -> str:
        """See :meth:`webpanel.ports.library_port.Shelf.pgn`."""
        with in_words():
            return pgn_of(self._store, key)

    def pgns(self, player: str) -> Iterator[str]:
        """See :meth:`webpanel.ports.library_port.Shelf.pgns`."""
        with in_words():
            yield from pgns_of(self._store, player)


# --- out ---------------------------------------------------------------------------------------------------------


def pgn_of(store: Store, key: str) -> str:
    """Return a game as PGN.

    :raises KeyError: no such game.
    :raises Refused: it is no game of chess, has not begun, or cannot be replayed (status 409).
    """
    text = _written(store, store.game(key))
    if text is None:
        raise Refused(message("Only games of chess that have begun and can be replayed are written as PGN."))
    return text


def pgns_of(store: Store, player: str = "") -> Iterator[str]:
    """Yield all games that can be written as PGN, the latest first; ``player``: those that this one has finished,
    spelling by spelling, empty for all. A game that cannot be replayed is a line that programs pass over."""
    for key in _keys(store, player):
        try:
            game = store.game(key)
        except KeyError:  # deleted meanwhile
            continue
        text = _written(store, game)
        if text is not None:
            yield f"{text}\n"
        elif game.damage or game.broken:
            yield f"% game {key} is left out: it cannot be replayed\n\n"


def _keys(store: Store, player: str) -> Iterator[str]:
    names = store.spellings(player) if player.strip() else ("",)
    found = set[str]()  # somebody may play against another spelling
    for game_id, name in product(filter(is_written, game_ids()), names):
        which, first = Selection(game_id=game_id, player=name), 0
        while games := store.games(which, first, _AT_A_TIME):
            yield from [game.key for game in games if game.key not in found]
            found |= {game.key for game in games}
            first += len(games)


def _written(store: Store, game: KeptGame) -> str | None:
    if game.damage or not is_written(game.game_id):
        return None
    review = store.review(game.key)
    try:
        return write_pgn(kept_record(game), NO_MARKS if review is None else glyphs(review))
    except EngineError:
        return None


# --- in ----------------------------------------------------------------------------------------------------------


def games_of_pgn(text: str, host: str = "") -> list[Read]:
    """Read a file of PGN.

    :raises BadRecord: none of its games can be read, or all are too much.
    """
    found = read_pgn(text)
    if all(each.record is None for each in found):
        first = in_one_sentence(found[0])
        told = first if len(found) == 1 else message(
            "none of the {number} games of this file can be read; the first is {first}", number=len(found), first=first
        )
        raise BadRecord(message("{problem}. Correct it in the file, then import it again", problem=told))
    return [(each, None if each.record is None else replace(game_of(each.record), host=host)) for each in found]


def in_one_sentence(game: ReadGame) -> Message:
    """Say which game of a file could not be read, and why."""
    white, black = game.players
    problem = game.problem or Message("")
    return message(
        "game {number} ({white} – {black}): {problem}", number=game.number, white=white, black=black, problem=problem
    )
