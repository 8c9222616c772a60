"""Pages of tournaments for paper, and the report for rating officers."""

from typing import Final

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from clubpanel.tournament.books import Books
from clubpanel.tournament.cross_table import cross_table
from clubpanel.tournament.model import Correct, Game, System, Tournament
from clubpanel.tournament.report import report
from clubpanel.tournament.scoring import scores
from clubpanel.tournament.texts import RESULTS
from clubpanel.web.common import title
from clubpanel.web.wall import wall

blueprint = Blueprint("paper", __name__)

ONE_COLUMN: Final = 30
"""The most lines that fit below each other on a page; more games stand in two columns."""
LARGE: Final = 14
"""The most lines that fit in large letters."""
LONG: Final = 22
"""The most letters of a name that fit in a line, if there is one column."""


def found_tournament(number: int) -> tuple[Books, Tournament]:
    """Return the books and a tournament; 404 if there is none of this number."""
    books = wall().bookkeeper.books()
    if number not in books.tournaments:
        raise NotFound
    return books, books.tournaments[number]


@blueprint.get("/tournaments/<int:number>/rounds/<int:at>")
def pairings(number: int, at: int) -> str:
    """Show the pairings of a round on one page of paper."""
    books, found = found_tournament(number)
    counted = scores(found, number, books.told)
    games = [(game, score) for game, score in zip(found.games, counted, strict=True) if game.round == at]
    if not games:
        raise NotFound
    lines = sum(1 + (max(len(game.white), len(game.black)) > LONG) for game, _ in games)
    half = len(games) if lines <= ONE_COLUMN else (len(games) + 1) // 2
    return render_template(
        "paper_pairings.html", number=number, tournament=found, title=title(found.game), round=at, lines=lines,
        large=LARGE, middle=ONE_COLUMN, columns=[games[:half], games[half:]] if games[half:] else [games],
        results=RESULTS, boards=_boards(),
    )


@blueprint.get("/tournaments/<int:number>/rounds/<int:at>/slips")
def slips(number: int, at: int) -> str:
    """Show the slips of a round on which players write down their results."""
    _, found = found_tournament(number)
    games = [game for game in found.games if game.round == at and not game.is_bye]
    if not games:
        raise NotFound
    return render_template("paper_slips.html", number=number, tournament=found, round=at, games=games, boards=_boards())


@blueprint.get("/tournaments/<int:number>/cross-table")
def crosses(number: int) -> str:
    """Show the cross table."""
    books, found = found_tournament(number)
    swiss = found.system is System.SWISS
    lines = cross_table(found, scores(found, number, books.told))
    return render_template(
        "paper_cross.html", number=number, tournament=found, title=title(found.game), lines=lines, swiss=swiss,
        heads=range(1, (found.paired if swiss else len(lines)) + 1),
    )


@blueprint.get("/tournaments/<int:number>/report.trf")
def rating_report(number: int) -> Response:
    """Send the report for rating officers."""
    books, found = found_tournament(number)
    text = report(found, scores(found, number, books.told), _dates(number, found, books))
    return Response(text, mimetype="text/plain", headers={"Content-Disposition": "attachment; filename=report.trf"})


def _dates(number: int, found: Tournament, books: Books) -> list[str]:
    """Return the times at which games ended: that of the boards' result, else that of the organiser's entry."""
    entered = {entry.act.game: entry.at for entry in books.entries[number] if isinstance(entry.act, Correct)}

    def date(place: int, game: Game) -> str:
        said = books.told.get((number, place))
        return said.result.at if said else entered.get(place, "") if game.corrected else ""

    return [date(place, game) for place, game in enumerate(found.games)]


def _boards() -> dict[str, str]:
    return {each.status.board: each.status.name for each in wall().watcher.boards()}
