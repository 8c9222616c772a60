"""Starting games: new ones, rematches, and those to which another board invites."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from flask import Blueprint, Response, jsonify

from engine.core.json_fields import Complaint, check, one_of, quoted
from engine.core.messages import message
from engine.core.pieces import Seat
from engine.core.text_rules import checked_name
from engine.game import AnyGame
from engine.records.computer_levels import Computers, read_levels
from engine.records.time_controls import Controls, controls_data, read_controls
from engine.registry import find_game
from table.messages.events import ParkGame
from table.messages.lights import Help
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from table.messages.remote_board import Afar
from webpanel.access.context import panel
from webpanel.access.error_pages import sought
from webpanel.access.phones import others_there, phone, token
from webpanel.api.request_body import Body
from webpanel.limits.banned_phones import public_name
from webpanel.ports.club_port import BOARD
from webpanel.presenters.new_game.adaptive import ADAPTIVE, level_for
from webpanel.presenters.new_game.position_editor import editor_json, read_setup, read_text
from webpanel.presenters.new_game.setups import pieces_needed, whence
from webpanel.text.translations import SEAT_NAMES, seat_name, translate

blueprint = Blueprint("api_begin", __name__)

NO_INVITATION: Final = message("There is no such invitation: it may have been withdrawn.")


def _players(given: Mapping[str, Any], seats: tuple[Seat, ...]) -> dict[Seat, str]:
    """Read the players' names by seat; a missing one is empty."""
    _check_seats(given, seats)
    return {seat: checked_name(given.get(seat.value, ""), SEAT_NAMES[seat]) for seat in seats}


def _check_seats(given: Mapping[str, Any], seats: tuple[Seat, ...]) -> None:
    known = {seat.value: seat for seat in Seat}
    for name in given:
        if name not in [seat.value for seat in seats]:
            raise Refused(message("{seat} does not play in this game.", seat=known.get(name) or quoted(name)), 400)


def _computers(game_id: str, given: Mapping[str, Any], names: Mapping[Seat, str]) -> dict[Seat, int]:
    """Read the level for every seat that a computer plays; an adaptive computer takes its level from the first
    person."""
    _check_seats(given, tuple(names))
    person = next((name for seat, name in names.items() if seat.value not in given), "")
    levels = {
        seat: level_for(panel().desk.shelf, game_id, person) if level == ADAPTIVE else level
        for seat, level in given.items()
    }
    return read_levels(levels, _in_field("computers"))


def _controls(given: Mapping[str, Any], seats: tuple[Seat, ...]) -> Controls:
    """Read the time control for every seat that has a clock."""
    _check_seats(given, seats)
    return read_controls(given, _in_field("clocks"))


def _in_field(name: str) -> Complaint:
    """Make the refusal for a value in this field of the request."""
    return lambda reason: Refused(message("{field}: {complaint}.", field=name, complaint=reason), 400)


def _help(given: Mapping[str, Any], seats: tuple[Seat, ...]) -> dict[Seat, Help]:
    """Read how much the lights help each seat."""
    _check_seats(given, seats)
    return {
        Seat(seat): Help(check(Seat(seat), wanted, one_of(*Help), _in_field("help"))) for seat, wanted in given.items()
    }


def _afar(given: Mapping[str, Any] | None, seats: tuple[Seat, ...]) -> Afar | None:
    """Read the board to invite, and the seats that are played there; ``None``: there is none.

    :raises Refused: it cannot be.
    """
    if not given:
        return None
    club, board, theirs = panel().desk.club, given.get("id"), given.get("seats")
    if club is None:
        raise Refused(message("This board does not meet others: no broker is configured."))
    if given.keys() - {"id", "seats"} or not isinstance(board, str) or not BOARD.fullmatch(board):
        reason = message("A board is invited by its code of sixteen digits, which it shows at the end of New game.")
        raise Refused(reason, 400)
    if board == club.board:
        reason = message("That is the code of this board. The other board shows its own at the end of New game.")
        raise Refused(reason, 400)
    if not isinstance(theirs, list) or not theirs or not set(map(str, theirs)) < {seat.value for seat in seats}:
        raise Refused(message("Each of the two boards must have a seat."), 400)
    return Afar(board, club.name(board), tuple(seat for seat in seats if seat.value in theirs), True)


@blueprint.post("/api/games")
def start() -> tuple[Response, int]:
    """Start a game; the one on the table is parked."""
    game, aside = _new_game(), aside_of_phone()
    return put_on_table(panel().desk.start(game, phone().snapshot, aside), aside, 201)


def _new_game() -> NewGame:
    """Read the game that the request asks for."""
    body = Body("game", "options", "players", "computers", "clocks", "help", "screen", "setup", "board")
    game = find_game(body.text("game"))
    options = game.read_options(body.mapping("options"))
    seats = game.seats_of(options)
    names = _players(body.mapping("players"), seats)
    computers = _computers(game.id, body.mapping("computers"), names)
    screen, given = body.boolean("screen", usual=False), body.nested("setup")
    setup = None if given is None else read_setup(game, options, given)
    controls, aid = _controls(body.mapping("clocks"), seats), _help(body.mapping("help"), seats)
    afar = _afar(body.nested("board"), seats)
    elsewhere = {} if afar is None else dict.fromkeys(afar.seats, afar.name)
    players = {seat: "" if seat in computers else name for seat, name in names.items()} | elsewhere
    return NewGame(
        game.id, options.as_data(), players, screen, public_name(token()), Computers(computers), controls, setup, aid,
        afar,
    )


@blueprint.post("/api/rematch")
def rematch() -> tuple[Response, int]:
    """Start the game on the table once more after its end, with sides exchanged: each player, with their phone, moves
    on to the next seat."""
    asking = phone()
    scene = asking.snapshot.scene(frozenset())
    if scene.afar:
        raise Refused(message("Invite the other board again, under New game."))
    if scene.winners is None:
        raise Refused(message("The game on the table is not over. Finish it first."))
    game = find_game(scene.game_id)
    seats = game.seats_of(game.read_options(scene.options))
    before = dict(zip(seats, (seats[-1], *seats[:-1]), strict=True))
    players = {seat: scene.players.get(before[seat], "") for seat in seats}
    computers = {seat: scene.computers[before[seat]] for seat in seats if before[seat] in scene.computers}
    had = asking.snapshot.controls
    controls = {seat: had[before[seat]] for seat in seats if before[seat] in had}
    aid = {seat: scene.help[before[seat]] for seat in seats if before[seat] in scene.help}
    again = NewGame(
        scene.game_id, scene.options, players, scene.screen, public_name(asking.token), Computers(computers), controls,
        asking.snapshot.setup, aid,
    )
    key = panel().desk.start(again, asking.snapshot, ParkGame(asking.acting, frozenset()))
    begun = panel().desk.snapshot()
    for seat in seats if begun.key == key else ():
        with suppress(KeyError, Refused):  # nobody held it, or another phone was quicker
            panel().desk.take_seat(seat, asking.snapshot.holders[before[seat]], begun)
    return jsonify(key=key), 201


def aside_of_phone() -> ParkGame:
    """Return the request to park the game on the table for the requesting phone: others who play it are asked."""
    asking = phone()
    return ParkGame(asking.acting, others_there(asking))


def put_on_table(key: str, aside: ParkGame, status: int) -> tuple[Response, int]:
    """Answer that the game is on the table, or whose agreement is awaited first."""
    if not aside.held or panel().desk.snapshot().key == key:
        return jsonify(key=key), status
    return jsonify(key=key, asked=sorted(aside.held)), 202


@blueprint.get("/api/club")
def club() -> Response:
    """List the boards that can be invited, and the invitations of other boards."""
    boards = panel().desk.club
    return jsonify(
        boards=[{"id": board, "name": name} for board, name in boards.boards()] if boards else [],
        invitations=[
            {"key": each.key, "board": each.board, "game": each.game, "seats": [seat.value for seat in each.seats],
             "clocks": controls_data(each.clocks),
             "refusal": translate(each.refusal) if each.refusal else ""}
            for each in (boards.invitations() if boards else ())
        ],
    )


@blueprint.post("/api/invitations/<key>")
def accept(key: str) -> tuple[Response, int]:
    """Start a game to which another board invites; the one on the table is parked."""
    body, aside = Body("screen", "players"), aside_of_phone()
    with sought(NO_INVITATION):
        names, screen = _players(body.mapping("players"), _invited_seats(key)), body.boolean("screen", usual=False)
        panel().desk.accept(key, names, screen, phone().snapshot, public_name(token()), aside)
    return put_on_table(key, aside, 201)


def _invited_seats(key: str) -> tuple[Seat, ...]:
    """Return the seats that are played here.

    :raises KeyError: there is no such invitation.
    """
    club = panel().desk.club
    return {each.key: each.seats for each in (club.invitations() if club else ())}[key]


@blueprint.delete("/api/invitations/<key>")
def decline(key: str) -> Response:
    """Decline the invitation of another board."""
    with sought(NO_INVITATION):
        club = panel().desk.club
        if club is None:
            raise KeyError(key)
        club.decline(key)
    return jsonify(key=key)


@blueprint.post("/api/games/check")
def check_options() -> Response:
    """Check options, and return what the game takes: board, seats, pieces, and whether the board suffices."""
    body = Body("game", "options")
    game = find_game(body.text("game"))
    options = game.read_options(body.mapping("options"))
    board, device = game.board(options), panel().desk.device()
    return jsonify(
        files=board.files, ranks=board.ranks,
        seats=[{"seat": seat.value, "name": seat_name(seat)} for seat in game.seats_of(options)],
        pieces=_needed(game, options),
        whence=" ".join(translate(each) for each in whence(game, pieces_needed(game, options))),
        fits=board.files <= device.files and board.ranks <= device.ranks,
    )


def _needed(game: AnyGame, options: Any) -> list[dict[str, Any]]:
    return [
        {"piece": str(piece), "name": translate(game.piece_names[piece.kind]),
         "art": game.piece_names[piece.kind].key, "count": count,
         "owner": "" if piece.owner is None else seat_name(piece.owner)}
        for piece, count in pieces_needed(game, options)
    ]


@blueprint.post("/api/setups")
def setup() -> Response:
    """Return what a position editor offers with these options; a given position is checked and read."""
    body = Body("game", "options", "setup", "text")
    game, text = find_game(body.text("game")), body.optional_text("text")
    given = body.nested("setup") if text is None else read_text(game, text)
    return jsonify(editor_json(game, game.read_options(body.mapping("options")), given))


@blueprint.get("/api/covered")
def covered() -> Response:
    """List the squares of the physical board that are covered now."""
    return jsonify(squares=list(panel().desk.covered()))
