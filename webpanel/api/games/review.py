"""Looking through games that are over: begin, stop, how far it is."""

from flask import Blueprint, Response, jsonify

from webpanel.access.context import panel
from webpanel.api.games.library import shelf_game
from webpanel.text.translations import translate

blueprint = Blueprint("api_review", __name__)


@blueprint.post("/api/games/<key>/review")
def begin(key: str) -> Response:
    """Have a game looked through."""
    game = shelf_game(key)
    with panel().long_work.replaying(len(game.actions)):
        panel().desk.reviews.begin(game.key)
    return _state(key)


@blueprint.delete("/api/games/<key>/review")
def stop(key: str) -> Response:
    """Have that stopped."""
    panel().desk.reviews.end(shelf_game(key).key)
    return _state(key)


@blueprint.get("/api/games/<key>/review")
def state(key: str) -> Response:
    """How far it is."""
    return _state(shelf_game(key).key)


def _state(key: str) -> Response:
    reviews = panel().desk.reviews
    under_way = reviews.progress(key)
    if under_way is None or under_way.trouble is not None:
        trouble = "" if under_way is None or under_way.trouble is None else translate(under_way.trouble)
        return jsonify(state="none" if reviews.of(key) is None else "done", done=0, of=0, trouble=trouble)
    return jsonify(state="running", done=under_way.done, of=under_way.of, trouble="")
