"""Reviews of finished games: begin, stop, progress."""

from typing import Annotated, Literal, TypedDict

from flask import Blueprint, Response, jsonify

from webpanel.access.context import panel
from webpanel.api.description import Key, described
from webpanel.api.games.library import shelf_game
from webpanel.text.translations import translate

blueprint = Blueprint("api_review", __name__)

Count = Annotated[int, {"minimum": 0}]


class ReviewingJson(TypedDict):
    """The progress of a review."""

    state: Literal["none", "running", "done"]
    done: Count
    of: Count
    trouble: str


@blueprint.post("/api/games/<key>/review")
@described(ReviewingJson, refusals=(404, 409, 503))
def begin(key: Key) -> Response:
    """Begin the review of a game."""
    game = shelf_game(key)
    with panel().long_work.replaying(len(game.actions)):
        panel().desk.reviews.begin(game.key)
    return _state(key)


@blueprint.delete("/api/games/<key>/review")
@described(ReviewingJson, refusals=(404, 409, 503))
def stop(key: Key) -> Response:
    """Stop the review of a game."""
    panel().desk.reviews.end(shelf_game(key).key)
    return _state(key)


@blueprint.get("/api/games/<key>/review")
@described(ReviewingJson, refusals=(404, 503))
def state(key: Key) -> Response:
    """Return the progress of a review."""
    return _state(shelf_game(key).key)


def _state(key: str) -> Response:
    reviews = panel().desk.reviews
    under_way = reviews.progress(key)
    if under_way is None or under_way.trouble is not None:
        trouble = "" if under_way is None or under_way.trouble is None else translate(under_way.trouble)
        state: Literal["none", "done"] = "none" if reviews.of(key) is None else "done"
        return jsonify(ReviewingJson(state=state, done=0, of=0, trouble=trouble))
    return jsonify(ReviewingJson(state="running", done=under_way.done, of=under_way.of, trouble=""))
