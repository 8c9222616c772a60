"""The cross table of a tournament: each player's results, by opponent or by round. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from clubpanel.tournament.model import Game, Score, System, Tournament
from clubpanel.tournament.scoring import TableLine, table
from engine.core.pieces import Seat

SELF: Final = "\N{MULTIPLICATION SIGN}"
_PLAYED: Final = {1.0: "1", 0.5: "½", 0.0: "0"}
_UNPLAYED: Final = {1.0: "+", 0.5: "½", 0.0: "\N{MINUS SIGN}"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the cross table. ``against``: the number of the opponent, where a column is a round; 0: none. ``seat``:
    the side that was played then."""

    result: str = ""
    against: int = 0
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class CrossLine:
    """A line of the cross table. ``place``: its number, by which other lines refer to it; ``cells``: of a Swiss
    tournament one a round, else one an opponent."""

    place: int
    line: TableLine
    cells: tuple[Cell, ...]


def cross_table(tournament: Tournament, counted: Sequence[Score | None]) -> list[CrossLine]:
    """Compute the cross table, the best player first. ``+`` and ``−`` are of games that were not played."""
    lines = table(tournament, counted)
    places = {line.name: place for place, line in enumerate(lines, 1)}
    scored = list(zip(tournament.games, counted, strict=True))
    cells = _by_round if tournament.system is System.SWISS else _by_opponent
    return [CrossLine(places[line.name], line, cells(line.name, places, scored, tournament.paired)) for line in lines]


Scored = Sequence[tuple[Game, Score | None]]


def _by_round(name: str, places: Mapping[str, int], scored: Scored, rounds: int) -> tuple[Cell, ...]:
    cells = [Cell()] * rounds
    for game, score in scored:
        if name in (game.white, game.black):
            other, seat = (game.black, Seat.WHITE) if name == game.white else (game.white, Seat.BLACK)
            result = _result(name, game, score)
            cells[game.round - 1] = Cell(result, places[other], seat) if other else Cell(result)
    return tuple(cells)


def _by_opponent(name: str, places: Mapping[str, int], scored: Scored, rounds: int) -> tuple[Cell, ...]:
    results = [""] * len(places)
    results[places[name] - 1] = SELF
    for game, score in scored:
        if name in (game.white, game.black) and not game.is_bye:
            other = game.black if name == game.white else game.white
            results[places[other] - 1] += _result(name, game, score)
    return tuple(map(Cell, results))


def _result(name: str, game: Game, score: Score | None) -> str:
    if score is None:
        return ""
    points = score.points[0 if name == game.white else 1]
    return (_PLAYED if score.played else _UNPLAYED)[points]
