"""The lessons of the games, to choose from. The page's script asks which of them somebody has solved."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import Final

from flask import Blueprint, abort, render_template

from engine.game import AnyGame
from engine.registry import find_game, games
from engine.services.lessons import Lesson, lessons_of
from webpanel.access.context import panel
from webpanel.ports.library_port import ShelfGame
from webpanel.presenters.daily import Daily, daily
from webpanel.views.new import game_named, known_names

blueprint = Blueprint("page_learn", __name__)

REVIEWS: Final = 50
"""The latest reviewed games that a problem of the day may come from."""


@blueprint.get("/learn")
def learn() -> str:
    """List the games that have lessons."""
    taught = {game: lessons_of(game.id) for game in games() if lessons_of(game.id)}
    desk = panel().desk
    today = date.fromisoformat(desk.today() or date.min.isoformat())
    problem = daily(today, {game.id: lessons for game, lessons in taught.items()}, desk.reviews.latest(REVIEWS))
    return render_template(
        "learn.html", taught=[(game, len(lessons)) for game, lessons in taught.items()], known=_known(),
        problem=problem, of_game=_played(problem), of_lesson=_taught(problem),
    )


def _played(problem: Daily | None) -> ShelfGame | None:
    """Return the game that a problem is from; ``None``: it is from a lesson, or the game is gone meanwhile."""
    with suppress(KeyError):
        return panel().desk.shelf.game(problem.key) if problem and problem.key else None
    return None


def _taught(problem: Daily | None) -> AnyGame | None:
    """Return the game whose lesson a problem is; ``None``: it is of no lesson."""
    return find_game(problem.game_id) if problem and problem.game_id else None


@blueprint.get("/learn/<game_id>")
def lessons(game_id: str) -> str:
    """List the lessons of one game."""
    game = game_named(game_id)
    found = lessons_of(game.id)
    if not found:
        abort(404)
    return render_template("lessons.html", game=game, lessons=found, fits=fits_wood(game, found[0]), known=_known())


def fits_wood(game: AnyGame, lesson: Lesson) -> bool:
    """True if there is a physical board that is large enough for a lesson."""
    device, board = panel().desk.device(), game.board(game.read_options(dict(lesson.options)))
    return device.board != "simulated" and board.files <= device.files and board.ranks <= device.ranks


def _known() -> Sequence[str]:
    """Return the names of those who may learn: learners and players."""
    desk = panel().desk
    return tuple(dict.fromkeys((*desk.learners(), *known_names(desk.shelf.games()))))
