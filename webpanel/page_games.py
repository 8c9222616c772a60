"""Parked and deleted games, one game with its replay, and the import of a record."""

from flask import Blueprint, render_template

from webpanel.api_games import game_json, shelf_game
from webpanel.desk import RESTORABLE_DAYS, Selection
from webpanel.pages import deleted_games, page_of
from webpanel.phones import may_delete
from webpanel.replays import replay_json
from webpanel.snapshots import to_text
from webpanel.state import panel

blueprint = Blueprint("page_games", __name__)


@blueprint.get("/continue")
def parked() -> str:
    """The games that can be continued."""
    any_deleted = panel().desk.shelf.count(deleted_games()) > 0
    return render_template("continue.html", page=page_of(Selection(over=False)), any_deleted=any_deleted,
                           damaged=panel().desk.damaged())


@blueprint.get("/deleted")
def deleted() -> str:
    """The games that the phone that is asking may restore."""
    return render_template("deleted.html", page=page_of(deleted_games()), days=RESTORABLE_DAYS)


@blueprint.get("/games/<key>")
def one(key: str) -> str:
    """A game: how it ended, and its replay."""
    game = shelf_game(key)
    replay = replay_json(game)
    data = to_text({**game_json(game), "replay": replay})
    return render_template("game.html", game=game, replay=replay, data=data, may_delete=may_delete(game.host))


@blueprint.get("/import")
def import_record() -> str:
    """Where a record is brought in."""
    return render_template("import.html")
