"""Finished games, players' totals, and head-to-head results."""

from dataclasses import replace
from typing import Final

from flask import Blueprint, abort, render_template, request

from engine.core.messages import message
from engine.core.text_rules import checked_name
from engine.records.pgn_writing import is_written
from engine.registry import game_ids
from table.messages.queries import Selection, Total
from webpanel.access.context import panel
from webpanel.presenters.careers import against_computers, standing_of, streaks_of
from webpanel.presenters.statistics import line_of, name_of, options_in_words, share
from webpanel.views.paging import deleted_games, page_of

blueprint = Blueprint("page_scores", __name__)

PLAYER: Final = message("the player's name")


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


@blueprint.get("/scores/player")
def player() -> str:
    """Show a player: games by game and by opponent, ratings, streaks."""
    name, shelf = checked_name(request.args.get("name", ""), PLAYER), panel().desk.shelf
    by_game = shelf.by_game(name)
    if not by_game:
        abort(404)
    counted = shelf.counted()
    standings = [("people", standing_of(name, counted, False)), ("computers", standing_of(name, counted, True))]
    return render_template(
        "player.html", name=name, total=Total(name, *(sum(each) for each in zip(*map(_numbers, by_game), strict=True))),
        by_game=by_game, names=shelf.kinds(), against=shelf.head_to_head(Selection(over=True, player=name)),
        computers=against_computers(name, counted), streaks=streaks_of(name, counted),
        standings=[each for each in standings if each[1]],
    )


def _numbers(line: Total) -> tuple[int, int, int, int]:
    return line.played, line.won, line.drawn, line.lost


@blueprint.get("/scores/statistics")
def statistics() -> str:
    """Show the statistics of the finished games: of all, or of one game or player."""
    shelf = panel().desk.shelf
    chosen = {name: request.args.get(name, "") for name in ("game", "player")}
    which = Selection(over=True, game_id=chosen["game"], player=chosen["player"], computers=False, setup=False)
    found = shelf.statistics(which)
    return render_template(
        "statistics.html", statistics=found, line=line_of(found.days), chosen=chosen, kinds=shelf.kinds().items(),
        name_of=name_of, options_in_words=options_in_words, share=share,
    )
