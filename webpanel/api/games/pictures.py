"""Pictures and films to share: only what everybody may know."""

from typing import Annotated, Final, TypedDict

from flask import Blueprint, Response, request

from engine.core.messages import message
from engine.game import SPECTATOR, Played
from table.messages.refusal import Refused
from webpanel.access.context import panel
from webpanel.api.description import Content, Key, described
from webpanel.api.games.library import shelf_game
from webpanel.api.request_body import asked_number
from webpanel.ports.library_port import ShelfGame
from webpanel.ports.table_port import Snapshot
from webpanel.presenters.films import FilmJson, step_picture
from webpanel.presenters.moments import now_json
from webpanel.presenters.pictures import Moment, PictureFrame, picture
from webpanel.presenters.replays import Replay
from webpanel.text.translations import language, player_names

blueprint = Blueprint("api_pictures", __name__)

NO_REPLAY: Final = message("This game cannot be replayed. Its record is kept and can be downloaded.")
SVG: Final = Content("image/svg+xml", "The picture.")


class StepQuery(TypedDict, total=False):
    """A step of a replay."""

    step: Annotated[int, {"minimum": 0, "maximum": 999_999_999}]
    """The number of the step, counted from 0, the start. Left out: the last one."""


@blueprint.get("/api/picture")
@described(SVG, refusals=(404,))
def now() -> Response:
    """Draw the position on the table, as everybody may see it."""
    snapshot = panel().desk.snapshot()
    played = snapshot.played
    if played is None:
        raise Refused(message("There is no game on the table. Start one or continue one first."), 404)
    about = "picture", snapshot.number, language()
    return _svg(panel().snapshots.text(about, lambda: _table(snapshot, played)))


@blueprint.get("/api/games/<key>/picture")
@described(SVG, query=StepQuery, refusals=(404, 409, 503))
def one(key: Key) -> Response:
    """Draw a step of a stored game; the last one, if none is asked for."""
    game, replay = _replayed(key)
    last = replay.steps - 1
    number = asked_number("step", last) if "step" in request.args else last
    return _svg(step_picture(replay, game.game_name, number))


@blueprint.get("/api/games/<key>/film")
@described(FilmJson, refusals=(404, 409, 503))
def film(key: Key) -> Response:
    """Return the pictures of a whole stored game, for the phone to make a film of; of a long one, of 400 moments."""
    game, replay = _replayed(key)
    return Response(panel().films.of(replay, game.game_name, panel().long_work), mimetype="application/json")


def _replayed(key: str) -> tuple[ShelfGame, Replay]:
    game = shelf_game(key)
    replay = panel().replays.of(game, panel().long_work)
    if not replay.steps:
        raise Refused(NO_REPLAY)
    return game, replay


def _table(snapshot: Snapshot, played: Played) -> str:
    scene = snapshot.scene(frozenset())
    names = player_names(scene.players, scene.computers, scene.engines)
    art = {kind: name.key for kind, name in played.game.piece_names.items()}
    scenery = PictureFrame(scene.game_name, names, played.game.board(played.options), art)
    told = now_json(played, SPECTATOR, names)
    marks = {mark["square"]: mark["text"] for mark in told["marks"] if mark["text"]}
    return picture(scenery, Moment(told["pieces"], told["told"], told["phase"], told["squares"], told["holes"], marks))


def _svg(text: str) -> Response:
    return Response(text, mimetype="image/svg+xml")
