"""The library of stored games: continue, import, download, delete, replay."""

from typing import Annotated, Any, Final, NotRequired, TypedDict

from flask import Blueprint, Response, jsonify, request

from engine.core.messages import message
from engine.core.pieces import Seat
from engine.records.game_record import LONGEST_RECORD
from webpanel.access.context import panel
from webpanel.access.error_pages import sought
from webpanel.access.phones import address, phone, token
from webpanel.api.description import AskedForJson, Content, Key, KeyJson, described
from webpanel.api.games.new import aside_of_phone, put_on_table
from webpanel.api.request_body import Body, asked_number
from webpanel.limits.banned_phones import public_name
from webpanel.limits.imports import BUSY
from webpanel.ports.library_port import ShelfGame
from webpanel.presenters.json_cache import to_text
from webpanel.presenters.replays import Replay, ReplayJson
from webpanel.text.translations import ending, player_names, translate

blueprint = Blueprint("api_games", __name__)

LAST_GAME: Final = 99_999_999
RECORD_BYTES: Final = LONGEST_RECORD
NO_GAME: Final = message("There is no such game: it may have been deleted.")


class GamesQuery(TypedDict):
    """The part of the list."""

    first: NotRequired[Annotated[int, {"minimum": 0, "maximum": LAST_GAME}]]
    """The number of games after which it begins."""


class RecordBody(TypedDict):
    """A record."""

    record: Annotated[str, {"maxLength": LONGEST_RECORD}]


class EngineJson(TypedDict):
    """An outside engine that plays a seat."""

    name: str
    elo: int | None
    """The strength that it is told to play with; null: as well as it can."""
    plain: int
    """The number of moves in a hundred that it is not asked for."""


class GameJson(TypedDict):
    """A stored game."""

    key: str
    game: str
    name: str
    options: dict[str, Any]
    players: dict[Seat, str]
    computers: dict[Seat, int]
    engines: dict[Seat, EngineJson]
    """The seats of computers that an outside engine plays."""
    clocks: dict[Seat, str]
    """Seat → time control, of the seats that have a clock."""
    started: str
    ended: str
    length: int
    on_table: bool
    winners: list[Seat] | None
    reason: str
    termination: Annotated[str, {"enum": ["", "normal", "resignation", "agreement", "abandoned", "time"]}]
    """The way it ended; an abandoned game has no result. Empty: it goes on."""
    broken: str


class GamesJson(TypedDict):
    """Games, the latest first."""

    games: list[GameJson]
    total: int
    """The number of games in all."""


class ShelfGameJson(GameJson):
    """A stored game with its replay."""

    replay: ReplayJson | None


def shelf_game(key: str) -> ShelfGame:
    """Return the stored game with this key.

    :raises Refused: status 404.
    """
    with sought(NO_GAME):
        return panel().desk.shelf.game(key)


def game_json(game: ShelfGame) -> GameJson:
    """Return a stored game as JSON values."""
    names = player_names(game.players, game.computers, game.engines)
    return {
        "key": game.key, "game": game.game_id, "name": game.game_name, "options": dict(game.options),
        "players": names,
        "computers": dict(game.computers),
        "engines": {
            seat: EngineJson(name=each.name, elo=each.elo, plain=each.plain) for seat, each in game.engines.items()
        },
        "clocks": {seat: str(control) for seat, control in game.controls.items()},
        "started": game.started, "ended": game.ended, "length": game.length, "on_table": game.on_table,
        "winners": None if game.winners is None else list(game.winners),
        "reason": "" if game.winners is None else ending(game.game_id, game.reason, game.termination),
        "termination": "" if game.winners is None else game.termination,
        "broken": "" if game.broken is None else translate(game.broken),
    }


@blueprint.get("/api/games")
@described(GamesJson, query=GamesQuery, refusals=(503,))
def games() -> Response:
    """List games, the latest first: a hundred, after the first ``first`` ones."""
    shelf = panel().desk.shelf
    games = shelf.games(first=asked_number("first", LAST_GAME))
    return jsonify(GamesJson(games=[game_json(game) for game in games], total=shelf.count()))


@blueprint.post("/api/games/import")
@described((201, KeyJson), body=RecordBody, refusals=(409, 429, 503))
def import_record() -> tuple[Response, int]:
    """Store the game of a record."""
    request.max_content_length = RECORD_BYTES
    text = Body(RecordBody).document("record", LONGEST_RECORD)
    counted = None if panel().owners.admits(token()) else address()
    with panel().imports.one_of(token(), counted), panel().long_work.turn(BUSY):
        return jsonify(KeyJson(key=panel().desk.shelf.import_record(text, public_name(token())))), 201


# --- one game ----------------------------------------------------------------------------------------------------


@blueprint.get("/api/games/<key>")
@described(ShelfGameJson, refusals=(404, 503))
def one(key: Key) -> Response:
    """Return a game with everything needed to replay it."""
    game = shelf_game(key)
    return Response(replayed_text(game, panel().replays.of(game, panel().long_work)), mimetype="application/json")


def replayed_text(game: ShelfGame, replay: Replay) -> str:
    """Return a game with its replay as JSON text."""
    return f'{to_text(game_json(game))[:-1]},"replay":{replay.text}}}'


@blueprint.get("/api/games/<key>/record")
@described(Content("text/plain", "The record."), refusals=(404, 409, 503))
def record(key: Key) -> Response:
    """Send the record of a game for download."""
    game = shelf_game(key)
    with sought(NO_GAME), panel().long_work.replaying(len(game.actions)):  # it may be deleted at any moment
        return text_file(panel().desk.shelf.record(game.key), _file_name(game))


def text_file(text: str, name: str) -> Response:
    """Send a text for download."""
    response = Response(text, mimetype="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _file_name(game: ShelfGame) -> str:
    if game.damaged:
        return "damaged-game.json"
    return f"{_plain(game.game_id)}-{_plain(game.started[:10]) or 'game'}.pwl"


def _plain(text: str) -> str:
    """Return the letters, digits and dashes of a text: safe in a file name on every system."""
    return "".join(letter for letter in text if letter.isascii() and (letter.isalnum() or letter == "-"))


@blueprint.post("/api/games/<key>/resume")
@described(KeyJson, (202, AskedForJson), refusals=(404,))
def resume(key: Key) -> tuple[Response, int]:
    """Put an unfinished game on the table; the one there is parked."""
    game, aside = shelf_game(key), aside_of_phone()
    with sought(NO_GAME):
        panel().desk.resume(game.key, phone().snapshot, aside)
    return put_on_table(game.key, aside, 200)


@blueprint.delete("/api/games/<key>")
@described(KeyJson, refusals=(404, 409, 503))
def delete(key: Key) -> Response:
    """Delete a game that is not on the table. It can be restored for some time."""
    with sought(NO_GAME):
        panel().desk.shelf.delete(key)
    return jsonify(KeyJson(key=key))


@blueprint.post("/api/games/<key>/restore")
@described(KeyJson, refusals=(404, 503))
def restore(key: Key) -> Response:
    """Restore a deleted game."""
    with sought(NO_GAME):
        panel().desk.shelf.restore(key)
    return jsonify(KeyJson(key=key))
