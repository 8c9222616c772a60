"""Finished games, players' totals, and who beats whom."""

from dataclasses import replace

from flask import Blueprint, render_template, request

from webpanel.desk import Selection
from webpanel.pages import deleted_games, page_of
from webpanel.state import panel

blueprint = Blueprint("page_scores", __name__)


@blueprint.get("/scores")
def scores() -> str:
    """The scores, filtered by game, player and result."""
    shelf = panel().desk.shelf
    chosen = {name: request.args.get(name, "") for name in ("game", "player", "result")}
    which = Selection(over=True, game_id=chosen["game"], player=chosen["player"], result=chosen["result"])
    kinds = shelf.kinds()
    return render_template(
        "scores.html", page=page_of(which), totals=shelf.totals(replace(which, computers=False)),
        beside=shelf.totals(replace(which, computers=True)), chosen=chosen, kinds=kinds.items(),
        against=shelf.head_to_head(which) if which.player else (),
        players=sorted({*shelf.players(), chosen["player"]} - {""}), any=bool(kinds),
        any_deleted=shelf.count(deleted_games()) > 0,
    )
