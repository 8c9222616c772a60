"""The cross table of a tournament: each player's results, by opponent or by round. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from clubpanel.tournament.model import Game, Score, System, Tournament
from clubpanel.tournament.scoring import TableLine, table

WHITE_SIGN: Final = "\N{WHITE CIRCLE}"
BLACK_SIGN: Final = "\N{BLACK CIRCLE}"
SELF: Final = "\N{MULTIPLICATION SIGN}"
_PLAYED: Final = {1.0: "1", 0.5: "½", 0.0: "0"}
_UNPLAYED: Final = {1.0: "+", 0.5: "½", 0.0: "\N{MINUS SIGN}"}


@dataclass(frozen=True, slots=True)
class CrossLine:
    """A line of the cross table. ``place``: its number, by which other lines refer to it; ``cells``: of a Swiss
    tournament one a round (``7 ○ 1``: won with White against number 7), else one an opponent."""

    place: int
    line: TableLine
    cells: tuple[str, ...]


def cross_table(tournament: Tournament, counted: Sequence[Score | None]) -> list[CrossLine]:
    """Compute the cross table, the best player first. ``+`` and ``−`` are of games that were not played."""
    lines = table(tournament, counted)
    places = {line.name: place for place, line in enumerate(lines, 1)}
    scored = list(zip(tournament.games, counted, strict=True))
    cells = _by_round if tournament.system is System.SWISS else _by_opponent
    return [CrossLine(places[line.name], line, cells(line.name, places, scored, tournament.paired)) for line in lines]


Scored = Sequence[tuple[Game, Score | None]]


def _by_round(name: str, places: Mapping[str, int], scored: Scored, rounds: int) -> tuple[str, ...]:
    cells = [""] * rounds
    for game, score in scored:
        if name in (game.white, game.black):
            other = game.black if name == game.white else game.white
            sign = WHITE_SIGN if name == game.white else BLACK_SIGN
            against = f"{places[other]} {sign} " if other else ""
            cells[game.round - 1] = f"{against}{_result(name, game, score)}".strip()
    return tuple(cells)


def _by_opponent(name: str, places: Mapping[str, int], scored: Scored, rounds: int) -> tuple[str, ...]:
    cells = [""] * len(places)
    cells[places[name] - 1] = SELF
    for game, score in scored:
        if name in (game.white, game.black) and not game.is_bye:
            other = game.black if name == game.white else game.white
            cells[places[other] - 1] += _result(name, game, score)
    return tuple(cells)


def _result(name: str, game: Game, score: Score | None) -> str:
    if score is None:
        return ""
    points = score.points[0 if name == game.white else 1]
    return (_PLAYED if score.played else _UNPLAYED)[points]
