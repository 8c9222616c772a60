"""The library of stored games: continue, import, download, delete, replay."""

from itertools import chain
from typing import Annotated, Any, Final, NotRequired, TypedDict

from flask import Blueprint, Response, jsonify, request

from engine.core.messages import message
from engine.core.pieces import Seat
from engine.records.computer_levels import OutsideEngine
from engine.records.game_record import LONGEST_RECORD
from engine.records.pgn_text import is_pgn
from webpanel.access.context import panel
from webpanel.access.error_pages import sought
from webpanel.access.phones import address, phone, token
from webpanel.api.description import AskedForJson, Content, Key, KeyJson, described
from webpanel.api.games.new import aside_of_phone, put_on_table
from webpanel.api.request_body import Body, asked_number
from webpanel.limits.banned_phones import public_name
from webpanel.limits.imports import BUSY
from webpanel.ports.library_port import ImportedGame, ShelfGame
from webpanel.presenters.json_cache import to_text
from webpanel.presenters.replays import Replay, ReplayJson
from webpanel.text.translations import ending, player_names, translate

blueprint = Blueprint("api_games", __name__)

LAST_GAME: Final = 99_999_999
RECORD_BYTES: Final = LONGEST_RECORD
PGN_TYPE: Final = "application/x-chess-pgn"
PGN: Final = f"{PGN_TYPE}; charset=utf-8"
NO_GAME: Final = message("There is no such game: it may have been deleted.")


class GamesQuery(TypedDict):
    """The part of the list."""

    first: NotRequired[Annotated[int, {"minimum": 0, "maximum": LAST_GAME}]]
    """The number of games after which it begins."""


class PlayerQuery(TypedDict):
    """The games that are asked for."""

    player: NotRequired[str]
    """Only those that this player has finished. Left out or empty: all."""


class RecordBody(TypedDict):
    """A record, or a PGN file."""

    record: Annotated[str, {"maxLength": LONGEST_RECORD}]


class ImportedGameJson(TypedDict):
    """A game of a PGN file."""

    number: Annotated[int, {"minimum": 1}]
    """Its place in the file."""
    players: Annotated[list[str], {"minItems": 2, "maxItems": 2}]
    """White and Black."""
    key: str
    """Empty: it was not kept."""
    problem: str
    """The reason why it was not kept; empty: it was."""
    notes: list[str]
    """Notes on what of it is not kept, or was decided, a sentence each."""


class ImportedJson(KeyJson):
    """The key of the first game that was kept, and all games."""

    games: list[ImportedGameJson]
    """The games of a PGN file; empty for a record."""


class GameJson(TypedDict):
    """A stored game."""

    key: str
    game: str
    name: str
    options: dict[str, Any]
    players: dict[Seat, str]
    computers: dict[Seat, int]
    engines: dict[Seat, OutsideEngine]
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
        "engines": dict(game.engines),
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
@described((201, ImportedJson), body=RecordBody, refusals=(409, 429, 503))
def import_record() -> tuple[Response, int]:
    """Store the game of a record, or the games of a file of PGN."""
    request.max_content_length = RECORD_BYTES
    text = Body().document("record", LONGEST_RECORD)
    counted = None if panel().owners.admits(token()) else address()
    shelf, imports, host = panel().desk.shelf, panel().imports, public_name(token())
    with imports.one_of(token(), counted) as stored, panel().long_work.turn(BUSY):
        games = shelf.import_pgn(text, host, imports.left(counted)) if is_pgn(text) else ()
        stored += [game.key for game in games if game.key] if games else [shelf.import_record(text, host)]
        return jsonify(ImportedJson(key=stored[0], games=[_imported_json(game) for game in games])), 201


def _imported_json(game: ImportedGame) -> ImportedGameJson:
    return {
        "number": game.number, "players": list(game.players), "key": game.key,
        "problem": "" if game.problem is None else translate(game.problem),
        "notes": [translate(note) for note in game.notes],
    }


@blueprint.get("/api/games/pgn")
@described(Content(PGN_TYPE, "The file, the latest game first."), query=PlayerQuery, refusals=(503,))
def pgns() -> Response:
    """Send all games of chess, or those that a player has finished, in one file of PGN."""
    parts = panel().long_work.one_by_one(panel().desk.shelf.pgns(request.args.get("player", "")))
    first = next(parts, "")  # a disk that fails at once is answered in words
    response = Response(chain((first,), parts), mimetype=PGN)
    response.headers["Content-Disposition"] = 'attachment; filename="chess.pgn"'
    return response


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


@blueprint.get("/api/games/<key>/pgn")
@described(Content(PGN_TYPE, "The game."), refusals=(404, 409, 503))
def pgn(key: Key) -> Response:
    """Send a game of chess as PGN for download."""
    game = shelf_game(key)
    with sought(NO_GAME), panel().long_work.replaying(len(game.actions)):
        text = panel().desk.shelf.pgn(game.key)
    return text_file(text, _file_name(game).replace(".pwl", ".pgn"), PGN)


def text_file(text: str, name: str, mimetype: str = "text/plain; charset=utf-8") -> Response:
    """Send a text for download."""
    response = Response(text, mimetype=mimetype)
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
