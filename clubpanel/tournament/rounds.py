"""The games that boards are to play next, by the tournaments that go on. Pure."""

from collections.abc import Iterator, Sequence

from club.broadcast.rounds import MOST_GAMES, PairedGame
from clubpanel.tournament.books import Books
from clubpanel.tournament.journal import Entry
from clubpanel.tournament.model import Act, Assign, Game, Pair, Tournament
from clubpanel.tournament.scoring import pairing_key, scores
from engine.core.pieces import Seat


def to_play(books: Books) -> dict[str, tuple[PairedGame, ...]]:
    """Return the games without a result that each board is to play next: of each tournament, those of its first round
    that has any. A board that was ever given a game is there, even if it has none to play: what was published for it
    is to be withdrawn."""
    found: dict[str, tuple[PairedGame, ...]] = {board: () for own in books.entries.values() for board in _boards(own)}
    for number, tournament in sorted(books.tournaments.items()):
        for board, games in _open_games(number, tournament, books).items():
            first = min(game.round for game in games)
            paired = (_paired(number, tournament, game) for game in games if game.round == first)
            found[board] = (*found.get(board, ()), *paired)[:MOST_GAMES]
    return found


def _boards(entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        yield from _given_to(entry.act)


def _given_to(act: Act) -> list[str]:
    """List the boards that an act gives games to."""
    if isinstance(act, Assign):
        return [act.board] if act.board else []
    return [game.board for game in act.games if game.board] if isinstance(act, Pair) else []


def _open_games(number: int, tournament: Tournament, books: Books) -> dict[str, list[Game]]:
    """Return the games without a result, by board."""
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
