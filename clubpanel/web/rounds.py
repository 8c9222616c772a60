"""The round of a tournament that is played now: for a wall, and what boards that are offline leave to others."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from club.watcher import KnownBoard
from clubpanel.tournament.model import Game, Score, Tournament
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
    """Return the first round that has games without a result; if none has, the last one."""
    going_on = [game.round for game, score in zip(tournament.games, counted, strict=True) if score is None]
    return min(going_on, default=tournament.paired)


def wall_lines(
    tournament: Tournament, counted: Sequence[Score | None], boards: Sequence[KnownBoard], connected: bool
) -> list[WallLine]:
    """List the games of the current round."""
    known = {each.status.board: each.status for each in boards}
    number = current_round(tournament, counted)
    return [
        WallLine(place, game, score, known[game.board].name if game.board in known else game.board,
                 connected and game.board in known and not known[game.board].online,
                 None if score else going_on(tournament, game, boards))
        for place, (game, score) in enumerate(zip(tournament.games, counted, strict=True))
        if game.round == number and not game.is_bye
    ]


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
    """List the games of a tournament's current round whose boards are offline, each with a board that has the fewest
    games to play, in all tournaments; none if no board is online."""
    tournament, known = tournaments[number], {each.status.board: each.status for each in boards}
    load = Counter(game.board for each in tournaments for game in _waiting(tournaments[each], counted[each]).values())
    online = [each.status for each in boards if each.status.online]
    found = []
    for place, game in _waiting(tournament, counted[number]).items():
        if not online or game.board not in known or known[game.board].online:
            continue
        other = min(online, key=lambda status: load[status.board])
        load[other.board] += 1
        begun = going_on(tournament, game, boards)
        actions = begun.game.actions if begun is not None and begun.game is not None else 0
        found.append(LostGame(place, game, known[game.board].name, other.board, other.name, actions))
    return found


def _waiting(tournament: Tournament, counted: Sequence[Score | None]) -> dict[int, Game]:
    """Return the games of the current round that have a board and no result."""
    if tournament.over:
        return {}
    return dict(_open(tournament, counted))


def _open(tournament: Tournament, counted: Sequence[Score | None]) -> Iterator[tuple[int, Game]]:
    number = current_round(tournament, counted)
    for place, (game, score) in enumerate(zip(tournament.games, counted, strict=True)):
        if game.round == number and score is None and game.board:
            yield place, game


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
