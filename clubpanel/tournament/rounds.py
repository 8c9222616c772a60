"""The games that boards are to play next, by the tournaments that go on. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from club.broadcast.rounds import MOST_GAMES, PairedGame
from clubpanel.tournament.books import Books
from clubpanel.tournament.journal import Entry
from clubpanel.tournament.model import Act, Assign, Game, Pair, Tournament
from clubpanel.tournament.scoring import pairing_key, scores
from engine.core.pieces import Seat


def to_play(books: Books) -> dict[str, tuple[PairedGame, ...]]:
    """Return the games without a result that each board is to play next: of all tournaments in turn, the newest first,
    and of each in the order of its rounds. A board that was ever given a game is there, even if it has none to play:
    what was published for it is to be withdrawn."""
    queues: dict[str, list[list[PairedGame]]] = {board: [] for own in books.entries.values() for board in _boards(own)}
    for number, tournament in sorted(books.tournaments.items(), reverse=True):
        for board, games in _open_games(number, tournament, books).items():
            queues.setdefault(board, []).append([_paired(number, tournament, game) for game in games])
    return {board: _in_turn(own)[:MOST_GAMES] for board, own in queues.items()}


def _in_turn(queues: Sequence[Sequence[PairedGame]]) -> tuple[PairedGame, ...]:
    return tuple(game for games in zip_longest(*queues) for game in games if game is not None)


def least_busy_first(boards: Sequence[str], books: Books) -> list[str]:
    """Order boards by the number of games that they have to play, in all tournaments."""
    load = Counter[str]()
    for number, tournament in books.tournaments.items():
        load.update({board: len(games) for board, games in _open_games(number, tournament, books).items()})
    return sorted(boards, key=lambda board: load[board])


def _boards(entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        yield from _given_to(entry.act)


def _given_to(act: Act) -> list[str]:
    """List the boards that an act gives games to."""
    if isinstance(act, Assign):
        return [act.board] if act.board else []
    return [game.board for game in act.games if game.board] if isinstance(act, Pair) else []


def _open_games(number: int, tournament: Tournament, books: Books) -> dict[str, list[Game]]:
    """Return the games without a result, by board, in the order of their rounds."""
    found: dict[str, list[Game]] = {}
    if not tournament.over:
        for game, score in zip(tournament.games, scores(tournament, number, books.told), strict=True):
            if game.board and score is None:
                found.setdefault(game.board, []).append(game)
    return found


def _paired(number: int, tournament: Tournament, game: Game) -> PairedGame:
    controls = {} if tournament.clock is None else dict.fromkeys((Seat.WHITE, Seat.BLACK), tournament.clock)
    return PairedGame(pairing_key(number, game), tournament.name, game.round, tournament.game,
                      {Seat.WHITE: game.white, Seat.BLACK: game.black}, tournament.options, controls)
