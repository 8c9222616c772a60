"""What phones ask of the table: look, tap, answer, pause …"""

from collections.abc import Iterator, Mapping
from typing import Final

from flask import Blueprint, Response, jsonify, request, stream_with_context

from engine.messages import message
from engine.pieces import Seat
from engine.squares import FILE_LETTERS, Board, Square
from table.refused import Refused
from table.words.events import (
    AbandonGame,
    Answer,
    EndTurn,
    OfferDraw,
    ParkGame,
    Pause,
    Resign,
    Resume,
    SetManual,
    TakeBack,
    TouchManual,
)
from table.words.screen import Tap, TapKind
from webpanel.body import Body
from webpanel.desk import Snapshot, Subscription
from webpanel.phones import Phone, address, others_there, phone, phone_at, require_owner, token
from webpanel.scene_json import wood_json
from webpanel.snapshots import look, to_text
from webpanel.state import panel
from webpanel.stories import Entry, Reader, story_json
from webpanel.texts import language, player_names

blueprint = Blueprint("api_table", __name__)

HEARTBEAT_S: Final = 2.0
BEAT: Final = "event: beat\ndata: 1\n\n"
LAST_NUMBER: Final = 2**53 - 1
"""The largest whole number that every JSON reader keeps exact."""


# --- looking -----------------------------------------------------------------------------------------------------


def told(snapshot: Snapshot, asking: str, unveiled: Seat | None) -> str:
    """All of a snapshot that a phone may know, as JSON text.

    A phone that holds one seat sees what that seat may know. While it may act for others too, their players look at the
    same glass: then it sees no secrets but those of ``unveiled``, if it holds that.
    """
    viewer = phone_at(snapshot, asking)
    seats = _eyes(viewer, unveiled)
    text = panel().snapshots.text(snapshot.scene(seats), seats, language())
    around = to_text(_around(viewer, seats))
    return f'{around[:-1]},"scene":{text}}}'


def _eyes(viewer: Phone, unveiled: Seat | None) -> frozenset[Seat]:
    if unveiled is not None and unveiled in viewer.held:
        return frozenset({unveiled})
    return viewer.held if len(viewer.acting) == 1 else frozenset()


def _around(viewer: Phone, seats: frozenset[Seat]) -> dict[str, object]:
    """What differs from phone to phone."""
    holders = {seat.value: "me" for seat in viewer.held} | {seat.value: "other" for seat in viewer.taken}
    return {
        "acting": _in_order(viewer.acting), "held": _in_order(viewer.held), "sees": _in_order(seats),
        "holders": holders,
        "wood": wood_json(viewer.snapshot.screen_pieces, viewer.token), "look": look(viewer.snapshot.settings),
    }


def _in_order(seats: frozenset[Seat]) -> list[str]:
    return [seat.value for seat in Seat if seat in seats]


def _unveiled() -> Seat | None:
    asked = request.args.get("seat", "")
    return Seat(asked) if asked in list(Seat) else None


@blueprint.get("/api/table")
def table() -> Response:
    """The table now."""
    return Response(told(panel().desk.snapshot(), token(), _unveiled()), mimetype="application/json")


@blueprint.get("/api/story")
def story() -> Response:
    """What has happened in the game on the table, in words, from an action on."""
    first = request.args.get("first", "0")
    if not first.isdecimal() or len(first) > 9:
        raise Refused(message("The number of an action is needed, counted from 0."), 400)
    snapshot = panel().desk.snapshot()
    entries, names = _entries(snapshot, token(), _unveiled())
    return Response(to_text(story_json(snapshot.key, entries, int(first), names)), mimetype="application/json")


def _entries(
    snapshot: Snapshot, asking: str, unveiled: Seat | None
) -> tuple[tuple[Entry, ...], Mapping[Seat, str]]:
    """The story as a phone may know it, and what to call the players in it."""
    if snapshot.played is None:
        return (), {}
    seats = _eyes(phone_at(snapshot, asking), unveiled)
    names = player_names(snapshot.scene(frozenset()).players)
    return panel().stories.entries(snapshot.key, snapshot.played, seats), names


@blueprint.get("/events")
def events() -> Response:
    """The table now and after every change, as server-sent events; a beat at least every two seconds.

    To whoever asks for the ``story``, what is new in it comes as an event of its own.
    """
    reader = Reader() if request.args.get("story") else None
    asking, unveiled, streams, desk = token(), _unveiled(), panel().streams, panel().desk
    subscription = streams.open(asking, address(), lambda: desk.subscribe(asking))
    stream = stream_with_context(_stream(subscription, asking, unveiled, reader))
    response = Response(stream, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.call_on_close(lambda: streams.end(subscription))
    return response


def _stream(
    subscription: Subscription, asking: str, unveiled: Seat | None, reader: Reader | None
) -> Iterator[str]:
    desk = panel().desk
    with subscription:
        yield "retry: 1000\n"
        yield _events(desk.snapshot(), asking, unveiled, reader)
        for changed in subscription.changes(HEARTBEAT_S):
            yield _events(desk.snapshot(), asking, unveiled, reader) if changed else BEAT


def _events(snapshot: Snapshot, asking: str, unveiled: Seat | None, reader: Reader | None) -> str:
    """The table, then what is new in its story."""
    table = f"data: {told(snapshot, asking, unveiled)}\n\n"
    if reader is None:
        return table
    entries, names = _entries(snapshot, asking, unveiled)
    known = reader.news(snapshot.key, language(), entries)
    if known is None:
        return table
    return f"{table}event: story\ndata: {to_text(story_json(snapshot.key, entries, known, names))}\n\n"


# --- touching ----------------------------------------------------------------------------------------------------


def _done(asked: frozenset[Seat] = frozenset()) -> Response:
    """Done, once the players in the seats that are asked agree; with the number of the scene that shows it."""
    done = {"scene": panel().desk.snapshot().number}
    return jsonify(done | {"asked": _in_order(asked)} if asked else done)


def _square(name: str, snapshot: Snapshot) -> Square:
    """The square of the board on the table with this name."""
    scene = snapshot.scene(frozenset())
    board = Board(scene.files, scene.ranks)
    if name not in board.by_name:
        last = f"{FILE_LETTERS[scene.files - 1]}{scene.ranks}"
        raise Refused(message("{square} is not a square of this board (a1 to {last}).", square=name, last=last), 400)
    return board.parse(name)


@blueprint.post("/api/tap")
def tap() -> Response:
    """A tap on the screen board."""
    body = Body("kind", "square", "piece", "scene")
    kind = TapKind(body.one_of("kind", *TapKind))
    square, piece = body.optional_text("square"), body.optional_text("piece")
    if kind in (TapKind.LIFT, TapKind.PLACE, TapKind.CAPTURE) and square is None:
        raise Refused(message("A tap that lifts, places or captures needs a square."), 400)
    if kind is TapKind.TAKE and piece is None:
        raise Refused(message("Taking a piece out of the tray needs the piece."), 400)
    number = body.integer("scene", 0, LAST_NUMBER)
    asking = phone()
    spot = None if square is None else _square(square, asking.snapshot)
    panel().desk.tap(Tap(kind, spot, piece, asking.token, asking.acting, number), asking.snapshot)
    return _done()


@blueprint.post("/api/answer")
def answer() -> Response:
    """An answer to a prompt."""
    body = Body("prompt", "value")
    prompt, value = body.text("prompt"), body.text("value", 4000)
    asking = phone()
    panel().desk.send(Answer(prompt, value, asking.acting), asking.snapshot)
    return _done()


@blueprint.post("/api/end-turn")
def end_turn() -> Response:
    """The *end turn* button."""
    asking = phone()
    panel().desk.send(EndTurn(asking.acting), asking.snapshot)
    return _done()


@blueprint.post("/api/take-back")
def take_back() -> Response:
    """Ask for the last action to be undone."""
    asking = phone()
    panel().desk.send(TakeBack(asking.acting, asking.all_held), asking.snapshot)
    return _done()


@blueprint.post("/api/pause")
def pause() -> Response:
    """Ignore touches until resumed."""
    panel().desk.send(Pause(), phone().snapshot)
    return _done()


@blueprint.post("/api/resume")
def resume() -> Response:
    """End a pause."""
    panel().desk.send(Resume(), phone().snapshot)
    return _done()


@blueprint.post("/api/park")
def park() -> Response:
    """Take the game off the table, if its players agree; it can be continued."""
    asking = phone()
    others = others_there(asking)
    panel().desk.send(ParkGame(asking.acting, others), asking.snapshot)
    return _done(others)


@blueprint.post("/api/abandon")
def abandon() -> Response:
    """End the game without a score, if all players agree."""
    asking = phone()
    panel().desk.send(AbandonGame(asking.acting, asking.taken), asking.snapshot)
    return _done(asking.taken)


def _own_seat(asking: Phone) -> Seat:
    seat = Body("seat").seat("seat")
    if seat not in asking.acting:
        raise Refused(message("This phone does not hold that seat: {seat}.", seat=seat), 403)
    return seat


@blueprint.post("/api/resign")
def resign() -> Response:
    """A seat gives the game up."""
    asking = phone()
    panel().desk.send(Resign(_own_seat(asking), asking.acting), asking.snapshot)
    return _done()


@blueprint.post("/api/offer-draw")
def offer_draw() -> Response:
    """A seat offers a draw."""
    asking = phone()
    panel().desk.send(OfferDraw(_own_seat(asking), asking.acting), asking.snapshot)
    return _done()


# --- squares on manual -------------------------------------------------------------------------------------------


@blueprint.post("/api/manual")
def manual() -> Response:
    """Stop, or go back to, believing a square's switch. Suspects are for anybody, the rest for owners."""
    body = Body("square", "manual")
    name, wanted = body.text("square"), body.boolean("manual")
    snapshot = phone().snapshot
    scene = snapshot.scene(frozenset())
    if name not in scene.suspects and name not in scene.manual:
        require_owner()
    panel().desk.send(SetManual(_square(name, snapshot), wanted), snapshot)
    return _done()


@blueprint.post("/api/touch")
def touch() -> Response:
    """Say that a square on manual was covered or uncovered."""
    body = Body("square", "covered")
    name, covered = body.text("square"), body.boolean("covered")
    snapshot = phone().snapshot
    if name not in snapshot.scene(frozenset()).manual:
        raise Refused(message("{square} is not on manual: its switch tells what stands there.", square=name))
    panel().desk.send(TouchManual(_square(name, snapshot), covered), snapshot)
    return _done()
