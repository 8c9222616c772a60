"""Starting games: new ones, rematches, and those to which another board invites."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, Final, Required, TypedDict

from flask import Blueprint, Response, jsonify

from engine.core.json_fields import Complaint, check, one_of, quoted
from engine.core.messages import message
from engine.core.pieces import Seat
from engine.core.text_rules import checked_name
from engine.game import AnyGame
from engine.records.computer_levels import Computers, OutsideEngine, read_levels, read_outside_engine
from engine.records.time_controls import Controls, read_controls
from engine.registry import find_game
from table.messages.events import ParkGame
from table.messages.lights import Help
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from table.messages.remote_board import RemoteBoard
from webpanel.access.context import panel
from webpanel.access.error_pages import sought
from webpanel.access.phones import others_there, phone, token
from webpanel.api.description import AskedForJson, Key, KeyJson, Line, Name, described
from webpanel.api.request_body import NO_LIST, Body
from webpanel.limits.banned_phones import public_name
from webpanel.ports.club_port import BOARD, Paired
from webpanel.presenters.new_game.adaptive import ADAPTIVE, level_for
from webpanel.presenters.new_game.position_editor import EditorJson, editor_json, read_setup, read_text
from webpanel.presenters.new_game.setups import pieces_needed, whence
from webpanel.text.time_control_text import told_controls
from webpanel.text.translations import SEAT_NAMES, seat_name, translate

blueprint = Blueprint("api_begin", __name__)

NO_INVITATION: Final = message("There is no such invitation: it may have been withdrawn.")
NOT_PAIRED: Final = message("This game is not to be played here, or no more: the club may have given it away.")
TimeControl = Annotated[str, {"pattern": r"^([0-9]{1,5}([+d][0-9]{1,4})?|1/[0-9]{1,5}|\*[0-9]{1,5})$"}]


class Screened(TypedDict, total=False):
    """A game that is to be played."""

    screen: Annotated[bool, {"default": False}]
    """True if it is played on the screen board, not on the wooden one."""


class OptionsBody(TypedDict, total=False):
    """A game with its options."""

    game: Required[Line]
    options: dict[str, int | bool | str]
    """Name of an option → value; those left out take their defaults."""


class SetupBody(OptionsBody, total=False):
    """A game and a position."""

    setup: dict[str, Any]
    """A position as the program's protocol writes it: board, phase, to_act, detail."""


class EditedBody(SetupBody, total=False):
    """A game and a position for its editor."""

    text: Line
    """Instead of setup: a position in one line, where its game is written so (FEN)."""


class OtherBoard(TypedDict):
    """A board that is invited."""

    id: Annotated[str, {"pattern": f"^{BOARD.pattern}$"}]
    seats: Annotated[list[Seat], {"minItems": 1}]
    """The seats that are played there."""


class EngineBody(TypedDict, total=False):
    """An outside engine that plays this game here."""

    name: Required[Annotated[str, {"minLength": 1, "maxLength": 40}]]
    elo: Annotated[int | None, {"minimum": 0, "maximum": 4000}]
    """The strength that it is told to play with; null: as well as it can."""
    plain: Annotated[int, {"minimum": 0, "maximum": 100}]
    """The number of moves in a hundred that it is not asked for, and are made at random."""


Computer = Annotated[int | str | EngineBody, {"minimum": 1, "maximum": 8, "pattern": f"^{ADAPTIVE}$"}]


class NewGameBody(SetupBody, Screened, total=False):
    """A game to begin."""

    players: dict[Seat, Name]
    """Seat → name."""
    computers: dict[Seat, Computer]
    """Seat → level (1 to 8) for each seat that a computer plays; adaptive: the level that suits the first person; or
    the outside engine that plays there."""
    clocks: dict[Seat, TimeControl]
    """Seat → time control for each seat that has a clock: `600` (seconds for the whole game), `600+5` (5 more after
    each turn), `600d5` (up to 5 of each turn back), `1/60` (for each turn) or `*180` (hourglass)."""
    help: dict[Seat, Help]
    """Seat → the help of the lights; all of it where a seat is left out."""
    board: OtherBoard
    """The other board, which is invited; none if it is left out."""


class InvitationBody(Screened, total=False):
    """The way to play a game to which another board invites."""

    players: dict[Seat, Name]
    """The names of those who play here."""


class NamedSeatJson(TypedDict):
    """A seat and its name."""

    seat: Seat
    name: str


class NeededJson(TypedDict):
    """A kind of piece that a game takes."""

    piece: str
    name: str
    art: str
    count: int
    owner: str
    """The seat it belongs to, in words; empty: nobody's."""


class NeedsJson(TypedDict):
    """The board, the seats and the pieces that a game takes."""

    files: int
    ranks: int
    seats: list[NamedSeatJson]
    pieces: list[NeededJson]
    whence: str
    """The number of chess sets that takes, and the things that have to be at hand beside them."""
    fits: bool
    """True if the physical board is large enough."""


class CoveredJson(TypedDict):
    """Names of squares that are covered."""

    squares: list[str]


class BoardJson(TypedDict):
    """A board that can be invited."""

    id: str
    name: str


class InvitationJson(TypedDict):
    """A game to which another board invites."""

    key: str
    board: str
    """The name of the board that invites."""
    game: str
    seats: list[Seat]
    clocks: dict[Seat, str]
    """The time control of each seat that has a clock."""
    refusal: str
    """The reason why it cannot be played here; empty: it can."""


class PairedJson(TypedDict):
    """A game of a tournament that is to be played at this board."""

    key: str
    tournament: str
    round: int
    game: str
    """Its name."""
    players: dict[Seat, str]
    options: dict[str, int | bool | str]
    """Those that differ from the usual ones."""
    clocks: dict[Seat, str]
    """The time control of each seat that has a clock."""
    told: str
    """The round and the players, in words."""
    about: str
    """The tournament, the game and its clocks, in words."""
    begun: bool
    """True if it was begun here, and is continued."""
    fits: bool
    """True if there is a physical board, and it is large enough."""
    counted: bool
    """True if the club hears of the result by itself."""


class ClubJson(TypedDict):
    """Other boards, and the club's games for this one; all lists are empty without a club."""

    boards: list[BoardJson]
    invitations: list[InvitationJson]
    paired: list[PairedJson]


def _players(given: Mapping[str, Any], seats: tuple[Seat, ...]) -> dict[Seat, str]:
    """Read the players' names by seat; a missing one is empty."""
    _check_seats(given, seats)
    return {seat: checked_name(given.get(seat.value, ""), SEAT_NAMES[seat]) for seat in seats}


def _check_seats(given: Mapping[str, Any], seats: tuple[Seat, ...]) -> None:
    known = {seat.value: seat for seat in Seat}
    for name in given:
        if name not in [seat.value for seat in seats]:
            raise Refused(message("{seat} does not play in this game.", seat=known.get(name) or quoted(name)), 400)


def _computers(game: AnyGame, given: Mapping[str, Any], names: Mapping[Seat, str]) -> Computers:
    """Read the level for every seat that a computer plays, or the outside engine that plays it; an adaptive computer
    takes its level from the first person."""
    _check_seats(given, tuple(names))
    person = next((name for seat, name in names.items() if seat.value not in given), "")
    engines = {Seat(seat): _engine(game, each) for seat, each in given.items() if isinstance(each, Mapping)}
    levels = {seat.value: engine.nearest_level for seat, engine in engines.items()} | {
        seat: level_for(panel().desk.shelf, game.id, person) if level == ADAPTIVE else level
        for seat, level in given.items() if not isinstance(level, Mapping)
    }
    return Computers(read_levels(levels, _in_field("computers")), engines=engines)


def _engine(game: AnyGame, given: Mapping[str, Any]) -> OutsideEngine:
    """Read the outside engine that plays a seat.

    :raises Refused: it is none of those that do.
    """
    engine = read_outside_engine(given, _in_field("computers"))
    if engine.name not in {each.name for each in panel().desk.engines(game)}:
        raise Refused(message("{engine} does not play this game here. Choose another opponent.", engine=engine.name))
    return engine


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


def _afar(given: Mapping[str, Any] | None, seats: tuple[Seat, ...]) -> RemoteBoard | None:
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
    return RemoteBoard(board, club.name(board), tuple(seat for seat in seats if seat.value in theirs), True)


@blueprint.post("/api/games")
@described((201, KeyJson), (202, AskedForJson), body=NewGameBody)
def start() -> tuple[Response, int]:
    """Start a game; the one on the table is parked."""
    game, aside = _new_game(), aside_of_phone()
    return put_on_table(panel().desk.start(game, phone().snapshot, aside), aside, 201)


def _new_game() -> NewGame:
    """Read the game that the request asks for."""
    body = Body()
    game = find_game(body.text("game"))
    options = game.read_options(body.mapping("options"))
    seats = game.seats_of(options)
    names = _players(body.mapping("players"), seats)
    computers = _computers(game, body.mapping("computers", NO_LIST), names)
    screen, given = body.boolean("screen", usual=False), body.nested("setup")
    setup = None if given is None else read_setup(game, options, given)
    controls, aid = _controls(body.mapping("clocks"), seats), _help(body.mapping("help"), seats)
    afar = _afar(body.nested("board"), seats)
    elsewhere = {} if afar is None else dict.fromkeys(afar.seats, afar.name)
    players = {seat: "" if seat in computers.levels else name for seat, name in names.items()} | elsewhere
    return NewGame(
        game.id, options.as_data(), players, screen, public_name(token()), computers, controls, setup, aid, afar,
    )


@blueprint.post("/api/rematch")
@described((201, KeyJson))
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
    levels = {seat: scene.computers[before[seat]] for seat in seats if before[seat] in scene.computers}
    engines = {seat: scene.engines[before[seat]] for seat in seats if before[seat] in scene.engines}
    had = asking.snapshot.controls
    controls = {seat: had[before[seat]] for seat in seats if before[seat] in had}
    aid = {seat: scene.help[before[seat]] for seat in seats if before[seat] in scene.help}
    again = NewGame(
        scene.game_id, scene.options, players, scene.screen, public_name(asking.token),
        Computers(levels, engines=engines), controls, asking.snapshot.setup, aid,
    )
    key = panel().desk.start(again, asking.snapshot, ParkGame(asking.acting, frozenset()))
    begun = panel().desk.snapshot()
    for seat in seats if begun.key == key else ():
        with suppress(KeyError, Refused):  # nobody held it, or another phone was quicker
            panel().desk.take_seat(seat, asking.snapshot.holders[before[seat]], begun)
    return jsonify(KeyJson(key=key)), 201


def aside_of_phone() -> ParkGame:
    """Return the request to park the game on the table for the requesting phone: others who play it are asked. Its page
    shows no question that this could answer, too."""
    asking = phone()
    return ParkGame(asking.acting, others_there(asking), seen=frozenset())


def put_on_table(key: str, aside: ParkGame, status: int) -> tuple[Response, int]:
    """Answer that the game is on the table, or whose agreement is awaited first."""
    if not aside.held or panel().desk.snapshot().key == key:
        return jsonify(KeyJson(key=key)), status
    return jsonify(AskedForJson(key=key, asked=sorted(aside.held))), 202


@blueprint.get("/api/club")
@described(ClubJson)
def club() -> Response:
    """List the boards that can be invited, the invitations of other boards, and the games that a tournament of the club
    has for this board."""
    boards = panel().desk.club
    return jsonify(ClubJson(
        boards=[{"id": board, "name": name} for board, name in boards.boards()] if boards else [],
        invitations=[
            {"key": each.key, "board": each.board, "game": each.game, "seats": list(each.seats),
             "clocks": {seat: str(control) for seat, control in each.clocks.items()},
             "refusal": translate(each.refusal) if each.refusal else ""}
            for each in (boards.invitations() if boards else ())
        ],
        paired=[_paired(each) for each in (boards.paired() if boards else ())],
    ))


def _paired(paired: Paired) -> PairedJson:
    board, device = paired.game.board(paired.game.read_options(paired.options)), panel().desk.device()
    clocks = told_controls(paired.controls, tuple(paired.players))
    return PairedJson(
        key=paired.key, tournament=paired.tournament, round=paired.round, game=paired.game.name,
        players=dict(paired.players), options=dict(paired.options),
        clocks={seat: str(control) for seat, control in paired.controls.items()}, told=_pairing(paired),
        about=" · ".join((paired.tournament, paired.game.name, *([clocks] if clocks else []))),
        begun=paired.begun, counted=paired.counted,
        fits=device.board != "simulated" and board.files <= device.files and board.ranks <= device.ranks,
    )


def _pairing(paired: Paired) -> str:
    """Return the round and the players in words; it is enough to say who has the first seat."""
    (first, name), *others = paired.players.items()
    players = " – ".join((f"{name} ({seat_name(first)})", *(other for _, other in others)))
    return translate(message("Round {number}: {players}", number=paired.round, players=players))


@blueprint.post("/api/paired/<key>")
@described((201, KeyJson), (202, AskedForJson), body=Screened, refusals=(404,))
def play_paired(key: Key) -> tuple[Response, int]:
    """Start a game that a tournament of the club has for this board, with its players, options and clocks, or continue
    it; the one on the table is parked."""
    screen, aside = Body().boolean("screen", usual=False), aside_of_phone()
    with sought(NOT_PAIRED):
        panel().desk.play_paired(key, screen, phone().snapshot, public_name(token()), aside)
    return put_on_table(key, aside, 201)


@blueprint.post("/api/invitations/<key>")
@described((201, KeyJson), (202, AskedForJson), body=InvitationBody, refusals=(404,))
def accept(key: Key) -> tuple[Response, int]:
    """Start a game to which another board invites; the one on the table is parked."""
    body, aside = Body(), aside_of_phone()
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
@described(KeyJson, refusals=(404, 409, 503))
def decline(key: Key) -> Response:
    """Decline the invitation of another board."""
    with sought(NO_INVITATION):
        club = panel().desk.club
        if club is None:
            raise KeyError(key)
        club.decline(key)
    return jsonify(KeyJson(key=key))


@blueprint.post("/api/games/check")
@described(NeedsJson, body=OptionsBody)
def check_options() -> Response:
    """Check options, and return what the game takes: board, seats, pieces, and whether the board suffices."""
    body = Body()
    game = find_game(body.text("game"))
    options = game.read_options(body.mapping("options"))
    board, device = game.board(options), panel().desk.device()
    return jsonify(NeedsJson(
        files=board.files, ranks=board.ranks,
        seats=[{"seat": seat, "name": seat_name(seat)} for seat in game.seats_of(options)],
        pieces=_needed(game, options),
        whence=" ".join(translate(each) for each in whence(game, pieces_needed(game, options))),
        fits=board.files <= device.files and board.ranks <= device.ranks,
    ))


def _needed(game: AnyGame, options: Any) -> list[NeededJson]:
    return [
        {"piece": str(piece), "name": translate(game.piece_names[piece.kind]),
         "art": game.piece_names[piece.kind].key, "count": count,
         "owner": "" if piece.owner is None else seat_name(piece.owner)}
        for piece, count in pieces_needed(game, options)
    ]


@blueprint.post("/api/setups")
@described(EditorJson, body=EditedBody)
def setup() -> Response:
    """Return what a position editor offers with these options; a given position is checked and read."""
    body = Body()
    game, text = find_game(body.text("game")), body.optional_text("text")
    given = body.nested("setup") if text is None else read_text(game, text)
    return jsonify(editor_json(game, game.read_options(body.mapping("options")), given))


@blueprint.get("/api/covered")
@described(CoveredJson, refusals=(409, 503))
def covered() -> Response:
    """List the squares of the physical board that are covered now."""
    return jsonify(CoveredJson(squares=list(panel().desk.covered())))
