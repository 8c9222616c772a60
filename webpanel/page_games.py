"""Parked games, one game with its replay, and the import of a record."""

from flask import Blueprint, render_template

from webpanel.api_games import game_json, shelf_game
from webpanel.desk import Selection
from webpanel.pages import page_of
from webpanel.replays import replay_json
from webpanel.snapshots import to_text

blueprint = Blueprint("page_games", __name__)


@blueprint.get("/continue")
def parked() -> str:
    """The games that can be continued."""
    return render_template("continue.html", page=page_of(Selection(over=False)))


@blueprint.get("/games/<key>")
def one(key: str) -> str:
    """A game: how it ended, and its replay."""
    game = shelf_game(key)
    replay = replay_json(game)
    return render_template("game.html", game=game, replay=replay, data=to_text({**game_json(game), "replay": replay}))


@blueprint.get("/import")
def import_record() -> str:
    """Where a record is brought in."""
    return render_template("import.html")
