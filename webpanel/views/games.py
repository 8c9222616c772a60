"""Parked and deleted games, one game with its replay, and the import of a record."""

from typing import Any

from flask import Blueprint, render_template

from engine.records.pgn_writing import is_written
from engine.services.review import belongs
from table.messages.queries import RESTORABLE_DAYS, Selection
from webpanel.access.context import panel
from webpanel.access.phones import may_delete
from webpanel.api.games.library import replayed_text, shelf_game
from webpanel.presenters.reviews import marked, mistakes, points, replayed
from webpanel.text.translations import player_names, translate
from webpanel.views.paging import deleted_games, page_of

blueprint = Blueprint("page_games", __name__)


@blueprint.get("/continue")
def parked() -> str:
    """List the games that can be continued."""
    any_deleted = panel().desk.shelf.count(deleted_games()) > 0
    return render_template("continue.html", page=page_of(Selection(over=False)), any_deleted=any_deleted,
                           damaged=panel().desk.damaged())


@blueprint.get("/deleted")
def deleted() -> str:
    """List the deleted games that the requesting phone may restore."""
    return render_template("deleted.html", page=page_of(deleted_games()), days=RESTORABLE_DAYS)


@blueprint.get("/games/<key>")
def one(key: str) -> str:
    """Show a game: how it ended, and its replay."""
    game = shelf_game(key)
    replay = panel().replays.of(game, panel().long_work)
    return render_template(
        "game.html", game=game, replay=replay, data=replayed_text(game, replay), may_delete=may_delete(game.host),
        swings=marked(panel().desk.reviews.of(key), len(game.actions)),
        pgn=bool(replay.steps) and is_written(game.game_id),
    )


@blueprint.get("/games/<key>/review")
def review(key: str) -> str:
    """Show the value of each turn of a reviewed game."""
    game, reviews = shelf_game(key), panel().desk.reviews
    found, names = reviews.of(key), player_names(game.players, game.computers, game.engines)
    under_way = reviews.progress(key)
    trouble = "" if under_way is None or under_way.trouble is None else translate(under_way.trouble)
    told: dict[str, Any] = {"line": (), "mistakes": ()}
    if found is not None and not game.broken:
        with panel().long_work.replaying(len(game.actions)):
            played = replayed(game)
            if belongs(found, played):
                line = points(played, found)
                told = {"line": line, "mistakes": list(mistakes(played, found, line))}
    first, second = (*names.values(), "", "")[:2]
    return render_template("review.html", game=game, names=names, under_way=None if trouble else under_way,
                           trouble=trouble, first=first, second=second, **told)


@blueprint.get("/import")
def import_record() -> str:
    """Show the form for importing a record."""
    return render_template("import.html")
