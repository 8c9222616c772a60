"""Finished games, players' totals, and who beats whom."""

from collections.abc import Sequence

from flask import Blueprint, render_template, request

from webpanel.desk import ShelfGame
from webpanel.results import head_to_head, scoring, totals
from webpanel.state import panel

blueprint = Blueprint("page_scores", __name__)


def _matches(game: ShelfGame, game_id: str, player: str, result: str) -> bool:
    names = [name.strip() for name in game.players.values()]
    return (
        (not game_id or game.game_id == game_id)
        and (not player or player in names)
        and (not result or result == _result(game))
    )


def _result(game: ShelfGame) -> str:
    if game.termination == "abandoned":
        return "abandoned"
    return "won" if game.winners else "drawn"


def _players(games: Sequence[ShelfGame]) -> list[str]:
    return sorted({name.strip() for game in games for name in game.players.values() if name.strip()})


@blueprint.get("/scores")
def scores() -> str:
    """The scores, filtered by game, player and result."""
    over = [game for game in panel().desk.shelf.games() if game.winners is not None]
    game_id, player, result = (request.args.get(name, "") for name in ("game", "player", "result"))
    shown = [game for game in over if _matches(game, game_id, player, result)]
    counting = scoring(shown)
    return render_template(
        "scores.html", games=shown, totals=totals(counting), against=head_to_head(counting, player) if player else (),
        kinds=dict.fromkeys((game.game_id, game.game_name) for game in over), players=_players(over),
        chosen={"game": game_id, "player": player, "result": result}, any=bool(over),
    )
