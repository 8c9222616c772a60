"""The lessons of the games, to choose from. The page's script asks which of them somebody has solved."""

from collections.abc import Sequence

from flask import Blueprint, abort, render_template

from engine.game import AnyGame
from engine.registry import games
from engine.services.lessons import Lesson, lessons_of
from webpanel.access.context import panel
from webpanel.views.new import game_named, known_names

blueprint = Blueprint("page_learn", __name__)


@blueprint.get("/learn")
def learn() -> str:
    """List the games that have lessons."""
    taught = [(game, len(lessons_of(game.id))) for game in games() if lessons_of(game.id)]
    return render_template("learn.html", taught=taught, known=_known())


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
