"""The round of a tournament that is played now: for a wall, and what boards that are offline leave to others."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from club.transport.messages import Status
from club.watcher import KnownBoard
from clubpanel.tournament.model import Game, Score, System, Tournament
from engine.core.pieces import Seat

ON_A_SCREEN: Final = 15
"""The most games that one screen shows to people who stand far off."""


@dataclass(frozen=True, slots=True)
class WallLine:
    """A game of the round. ``board``: its board's name, empty: any; ``away``: true if that is known to be offline;
    ``watched``: the board that shows it going on."""

    place: int
    game: Game
    score: Score | None
    board: str
    away: bool
    watched: KnownBoard | None

    def is_to_move(self, name: str) -> bool:
        """True if this player is to move."""
        shown = self.watched.game if self.watched else None
        return shown is not None and any(_same(shown.players[seat], name) for seat in shown.to_act)


@dataclass(frozen=True, slots=True)
class LostGame:
    """A game whose board is offline, and a board that could have it. ``actions``: so many were played already."""

    place: int
    game: Game
    board: str
    other: str
    other_name: str
    actions: int


def current_round(tournament: Tournament, counted: Sequence[Score | None]) -> int:
    """Return the round that is played: of a Swiss tournament the last one, else the first that has games without a
    result; if none has, the last one."""
    if tournament.system is System.SWISS:
        return tournament.paired
    return min((game.round for _, game in _open(tournament, counted)), default=tournament.paired)


def still_open(tournament: Tournament, counted: Sequence[Score | None]) -> dict[int, Game]:
    """Return the games without a result of the rounds before the current one: their results were taken back."""
    number = current_round(tournament, counted)
    return {place: game for place, game in _open(tournament, counted) if game.round < number}


def wall_lines(
    tournament: Tournament, counted: Sequence[Score | None], boards: Sequence[KnownBoard], connected: bool
) -> list[WallLine]:
    """List the games of the current round, and those of other rounds that go on now."""
    known = {each.status.board: each.status for each in boards}
    number, running = current_round(tournament, counted), _running(tournament, counted, boards)
    return [
        WallLine(place, game, score, known[game.board].name if game.board in known else game.board,
                 connected and _is_away(game.board, known), running.get(place))
        for place, (game, score) in enumerate(zip(tournament.games, counted, strict=True))
        if (game.round == number or place in running) and not game.is_bye
    ]


def _is_away(board: str, known: Mapping[str, Status]) -> bool:
    """True if a board is offline. One that the broker has forgotten is as well: it would have told of itself."""
    return bool(board) and not (board in known and known[board].online)


def _running(
    tournament: Tournament, counted: Sequence[Score | None], boards: Sequence[KnownBoard]
) -> dict[int, KnownBoard]:
    """Return the games that go on now, by place. Of two games of the same players at a board it is the first."""
    left, found = list(boards), {}
    for place, game in _open(tournament, counted):
        if (board := going_on(tournament, game, left)) is not None:
            found[place] = board
            left.remove(board)
    return found


def screens(lines: Sequence[WallLine]) -> list[Sequence[WallLine]]:
    """Divide the games over as few screens as they need, about as many on each."""
    count = -(-len(lines) // ON_A_SCREEN)
    size = -(-len(lines) // count) if count else 0
    return [lines[first : first + size] for first in range(0, len(lines), size)] if size else []


def going_on(tournament: Tournament, game: Game, boards: Sequence[KnownBoard]) -> KnownBoard | None:
    """Find the board at which these two play their game now."""
    for each in boards:
        shown = each.game
        if shown is None or shown.winners is not None or shown.game != tournament.game:
            continue
        players = {shown.players.get(seat, "").casefold() for seat in (Seat.WHITE, Seat.BLACK)}
        if players == {game.white.casefold(), game.black.casefold()} and game.board in ("", each.status.board):
            return each
    return None


def lost_games(
    number: int, tournaments: Mapping[int, Tournament], counted: Mapping[int, Sequence[Score | None]],
    boards: Sequence[KnownBoard],
) -> list[LostGame]:
    """List the games of a tournament, up to the last round that is played, whose boards are offline, each with a board
    that has the fewest games to play, in all tournaments; none if no board is online."""
    known = {each.status.board: each.status for each in boards}
    waiting = {each: _waiting(tournaments[each], counted[each], boards) for each in tournaments}
    load = Counter(game.board for games in waiting.values() for game in games.values())
    online = [each.status for each in boards if each.status.online]
    running = _running(tournaments[number], counted[number], boards)
    found = []
    for place, game in waiting[number].items():
        if not online or not _is_away(game.board, known):
            continue
        other = min(online, key=lambda status: load[status.board])
        load[other.board] += 1
        begun = running[place].game if place in running else None
        name = known[game.board].name if game.board in known else game.board
        found.append(LostGame(place, game, name, other.board, other.name, begun.actions if begun is not None else 0))
    return found


def _waiting(
    tournament: Tournament, counted: Sequence[Score | None], boards: Sequence[KnownBoard]
) -> dict[int, Game]:
    """Return the games that have a board and no result, up to the last round of which a game goes on."""
    if tournament.over:
        return {}
    begun = (tournament.games[place].round for place in _running(tournament, counted, boards))
    last = max([current_round(tournament, counted), *begun])
    return {place: game for place, game in _open(tournament, counted) if game.round <= last and game.board}


def _open(tournament: Tournament, counted: Sequence[Score | None]) -> Iterator[tuple[int, Game]]:
    """Yield the games without a result."""
    for place, (game, score) in enumerate(zip(tournament.games, counted, strict=True)):
        if score is None:
            yield place, game


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
