"""The shelf of games: begin, continue, import, download, delete, replay."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request

from engine.computers import read_levels
from engine.game import AnyGame
from engine.messages import message
from engine.pieces import Seat
from engine.record import LONGEST_RECORD
from engine.registry import find_game
from engine.texts import checked_name
from table.refused import Refused
from table.words.events import ParkGame
from webpanel.body import Body, asked_number
from webpanel.desk import ShelfGame
from webpanel.guests import public_name
from webpanel.phones import others_there, phone, token
from webpanel.replays import replay_json
from webpanel.setups import pieces_needed
from webpanel.state import panel
from webpanel.texts import SEAT_NAMES, ending, player_names, seat_name, translate

blueprint = Blueprint("api_games", __name__)

RECORD_BYTES: Final = LONGEST_RECORD


@contextmanager
def _found() -> Iterator[None]:
    """While a game is looked for on the shelf.

    :raises Refused: status 404.
    """
    try:
        yield
    except KeyError as error:
        raise Refused(message("There is no such game: it may have been deleted."), 404) from error


def shelf_game(key: str) -> ShelfGame:
    """The game on the shelf with this key.

    :raises Refused: status 404.
    """
    with _found():
        return panel().desk.shelf.game(key)


def game_json(game: ShelfGame) -> dict[str, Any]:
    """A game on the shelf as JSON values."""
    return {
        "key": game.key, "game": game.game_id, "name": game.game_name, "options": dict(game.options),
        "players": {seat.value: name for seat, name in player_names(game.players, game.computers).items()},
        "computers": {seat.value: level for seat, level in game.computers.items()},
        "started": game.started, "ended": game.ended, "length": game.length, "on_table": game.on_table,
        "winners": None if game.winners is None else [seat.value for seat in game.winners],
        "reason": "" if game.winners is None else ending(game.game_id, game.reason, game.termination),
        "broken": game.broken,
    }


@blueprint.get("/api/games")
def games() -> Response:
    """Games, the latest first: a hundred, after as many as ``first`` says."""
    shelf = panel().desk.shelf
    games = shelf.games(first=asked_number("first", 99_999_999))
    return jsonify(games=[game_json(game) for game in games], total=shelf.count())


# --- beginning ---------------------------------------------------------------------------------------------------


def _players(given: Mapping[str, Any], seats: tuple[Seat, ...]) -> dict[Seat, str]:
    """A name per seat of the game; one left out is empty."""
    _check_seats(given, seats)
    return {seat: checked_name(given.get(seat.value, ""), SEAT_NAMES[seat]) for seat in seats}


def _check_seats(given: Mapping[str, Any], seats: tuple[Seat, ...]) -> None:
    for name in given:
        if name not in [seat.value for seat in seats]:
            raise Refused(message("{seat} does not play in this game.", seat=name), 400)


def _computers(given: Mapping[str, Any], seats: tuple[Seat, ...]) -> dict[Seat, int]:
    """A level for every seat that a computer plays."""
    _check_seats(given, seats)
    return read_levels(given, lambda reason: Refused(reason, 400))


@blueprint.post("/api/games")
def start() -> tuple[Response, int]:
    """Begin a game; the one on the table is parked."""
    body = Body("game", "options", "players", "computers", "screen")
    game = find_game(body.text("game"))
    options = game.read_options(body.mapping("options"))
    names = _players(body.mapping("players"), game.seats_of(options))
    computers = _computers(body.mapping("computers"), game.seats_of(options))
    players = {seat: "" if seat in computers else name for seat, name in names.items()}
    screen, aside = body.boolean("screen"), _aside()
    host = public_name(token())
    key = panel().desk.start(game.id, options.as_data(), players, screen, phone().snapshot, host, aside, computers)
    return _put_on_table(key, aside, 201)


@blueprint.post("/api/rematch")
def rematch() -> tuple[Response, int]:
    """Begin the game on the table once more after its end, with sides exchanged: each player, with their phone, goes on
    to the next seat."""
    asking = phone()
    scene = asking.snapshot.scene(frozenset())
    if scene.winners is None:
        raise Refused(message("The game on the table is not over. Finish it first."))
    game = find_game(scene.game_id)
    seats = game.seats_of(game.read_options(scene.options))
    before = dict(zip(seats, (seats[-1], *seats[:-1]), strict=True))
    players = {seat: scene.players.get(before[seat], "") for seat in seats}
    computers = {seat: scene.computers[before[seat]] for seat in seats if before[seat] in scene.computers}
    key = panel().desk.start(scene.game_id, scene.options, players, scene.screen, asking.snapshot,
                             public_name(asking.token), ParkGame(asking.acting, frozenset()), computers)
    for seat in seats:
        with suppress(KeyError, Refused):  # nobody held it, or another phone is quicker now
            panel().desk.take_seat(seat, asking.snapshot.holders[before[seat]], panel().desk.snapshot())
    return jsonify(key=key), 201


def _aside() -> ParkGame:
    """How the phone that is asking may put the game on the table aside: others who play it are asked."""
    asking = phone()
    return ParkGame(asking.acting, others_there(asking))


def _put_on_table(key: str, aside: ParkGame, status: int) -> tuple[Response, int]:
    """That the game is on the table, or whose consent is awaited first."""
    if not aside.held or panel().desk.snapshot().key == key:
        return jsonify(key=key), status
    return jsonify(key=key, asked=sorted(aside.held)), 202


@blueprint.post("/api/games/check")
def check() -> Response:
    """Whether these options make a game, and what it takes: board, seats, pieces, and whether the board suffices."""
    body = Body("game", "options")
    game = find_game(body.text("game"))
    options = game.read_options(body.mapping("options"))
    board, device = game.board(options), panel().desk.device()
    return jsonify(
        files=board.files, ranks=board.ranks,
        seats=[{"seat": seat.value, "name": seat_name(seat)} for seat in game.seats_of(options)],
        pieces=_needed(game, options),
        fits=board.files <= device.files and board.ranks <= device.ranks,
    )


def _needed(game: AnyGame, options: Any) -> list[dict[str, Any]]:
    return [
        {"piece": str(piece), "name": translate(game.piece_names[piece.kind]),
         "art": game.piece_names[piece.kind].key, "count": count,
         "owner": "" if piece.owner is None else seat_name(piece.owner)}
        for piece, count in pieces_needed(game, options)
    ]


@blueprint.post("/api/games/import")
def import_record() -> tuple[Response, int]:
    """Keep the game of a record."""
    request.max_content_length = RECORD_BYTES
    text = Body("record").document("record", LONGEST_RECORD)
    with panel().imports.one_of(token()):
        return jsonify(key=panel().desk.shelf.import_record(text, public_name(token()))), 201


# --- one game ----------------------------------------------------------------------------------------------------


@blueprint.get("/api/games/<key>")
def one(key: str) -> Response:
    """A game with everything needed to replay it."""
    game = shelf_game(key)
    return jsonify(**game_json(game), replay=replay_json(game))


@blueprint.get("/api/games/<key>/record")
def record(key: str) -> Response:
    """The record of a game, to download."""
    game = shelf_game(key)
    with _found():  # it may be deleted at any moment
        return text_file(panel().desk.shelf.record(game.key), _file_name(game))


def text_file(text: str, name: str) -> Response:
    """A text to download."""
    response = Response(text, mimetype="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _file_name(game: ShelfGame) -> str:
    if game.damaged:
        return "damaged-game.json"
    return f"{_plain(game.game_id)}-{_plain(game.started[:10]) or 'game'}.pwl"


def _plain(text: str) -> str:
    """The letters, digits and dashes of a text: what every system takes in a file's name."""
    return "".join(letter for letter in text if letter.isascii() and (letter.isalnum() or letter == "-"))


@blueprint.post("/api/games/<key>/resume")
def resume(key: str) -> tuple[Response, int]:
    """Put a game that is not over on the table; the one there is parked."""
    game, aside = shelf_game(key), _aside()
    with _found():
        panel().desk.resume(game.key, phone().snapshot, aside)
    return _put_on_table(game.key, aside, 200)


@blueprint.delete("/api/games/<key>")
def delete(key: str) -> Response:
    """Delete a game that is not on the table. It can be restored for some time."""
    with _found():
        panel().desk.shelf.delete(key)
    return jsonify(key=key)


@blueprint.post("/api/games/<key>/restore")
def restore(key: str) -> Response:
    """Put a deleted game back."""
    with _found():
        panel().desk.shelf.restore(key)
    return jsonify(key=key)
