"""Finished games, players' totals, and head-to-head results."""

from dataclasses import replace

from flask import Blueprint, render_template, request

from engine.records.pgn_writing import is_written
from engine.registry import game_ids
from table.messages.queries import Selection
from webpanel.access.context import panel
from webpanel.presenters.statistics import line_of, name_of, options_in_words, share
from webpanel.views.paging import deleted_games, page_of

blueprint = Blueprint("page_scores", __name__)


@blueprint.get("/scores")
def scores() -> str:
    """Show the scores, filtered by game, player and result."""
    shelf = panel().desk.shelf
    chosen = {name: request.args.get(name, "") for name in ("game", "player", "result")}
    which = Selection(over=True, game_id=chosen["game"], player=chosen["player"], result=chosen["result"])
    kinds = shelf.kinds()
    return render_template(
        "scores.html", page=page_of(which), totals=shelf.totals(replace(which, computers=False, setup=False)),
        beside=shelf.totals(replace(which, computers=True)),
        apart=shelf.totals(replace(which, computers=False, setup=True)), chosen=chosen, kinds=kinds.items(),
        against=shelf.head_to_head(which) if which.player else (),
        players=sorted({*shelf.players(), chosen["player"]} - {""}), any=bool(kinds),
        any_deleted=shelf.count(deleted_games()) > 0,
        pgn=any(is_written(game_id) for game_id in kinds if game_id in game_ids()),
    )


@blueprint.get("/scores/statistics")
def statistics() -> str:
    """Show the statistics of the finished games: of all, or of one game or player."""
    shelf = panel().desk.shelf
    chosen = {name: request.args.get(name, "") for name in ("game", "player")}
    which = Selection(over=True, game_id=chosen["game"], player=chosen["player"], computers=False, setup=False)
    found = shelf.statistics(which)
    return render_template(
        "statistics.html", statistics=found, line=line_of(found.days), chosen=chosen, kinds=shelf.kinds().items(),
        players=sorted({*shelf.players(), chosen["player"]} - {""}), name_of=name_of,
        options_in_words=options_in_words, share=share,
    )
