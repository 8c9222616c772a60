"""The lessons of the games, to choose from. The page's script asks which of them somebody has solved."""

from collections.abc import Sequence

from flask import Blueprint, abort, render_template

from engine.registry import games
from engine.services.lessons import lessons_of
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
    device, board = panel().desk.device(), game.board(game.read_options(dict(found[0].options)))
    fits = device.board != "simulated" and board.files <= device.files and board.ranks <= device.ranks
    return render_template("lessons.html", game=game, lessons=found, fits=fits, known=_known())


def _known() -> Sequence[str]:
    """Return the names of those who may learn: learners and players."""
    desk = panel().desk
    return tuple(dict.fromkeys((*desk.learners(), *known_names(desk.shelf.games()))))
