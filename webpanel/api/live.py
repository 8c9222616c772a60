"""The live view of phones: the table, its story, each moment of it, and every change as it comes."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Final, NotRequired, TypedDict

from flask import Blueprint, Response, jsonify, request, stream_with_context

from engine.core.messages import Message, message
from engine.core.pieces import Seat
from table.messages.refusal import Refused
from webpanel.access.context import panel
from webpanel.access.phones import address, phone_at, token
from webpanel.access.visibility import SnapshotJson, asked_seat, asked_square, eyes, told, told_to
from webpanel.api.description import Content, SeatQuery, described
from webpanel.api.request_body import asked_number
from webpanel.ports.table_port import Snapshot
from webpanel.presenters.json_cache import to_text
from webpanel.presenters.moments import MomentJson, deeds, moment_json
from webpanel.presenters.narration import Entry, Reader, StoryJson
from webpanel.server.connections import Channel, connection_of
from webpanel.server.event_streams import FULL, ONLOOKER, OWNER, PLAYER, Stream
from webpanel.text.translations import language, player_names, translate

blueprint = Blueprint("api_story", __name__)

HEARTBEAT_S: Final = 2.0
LAST_ACTION: Final = 999_999_999
NO_SUCH_MOMENT: Final = message(
    "This moment is no longer part of the game: it was taken back, or another game is on the table."
)

Count = Annotated[int, {"minimum": 0, "maximum": LAST_ACTION}]


class StoryQuery(SeatQuery):
    """The part of a story."""

    first: NotRequired[Count]
    """The number of actions to leave out at the start."""


class MomentQuery(SeatQuery):
    """A moment of the game on the table."""

    key: str
    """The game."""
    action: Annotated[int, {"minimum": 1, "maximum": LAST_ACTION}]
    """The number of the action, counted from 1."""
    moment: Count
    """The moment of it, counted from 0."""


class PieceQuery(SeatQuery):
    """The square that a piece stands on."""

    square: str
    """Its name."""


class CanJson(TypedDict):
    """The deeds of a piece, a sentence each."""

    told: list[str]


class EventsQuery(SeatQuery, total=False):
    """The kinds of events."""

    story: str
    """1: what is new in the story, too."""


class FarewellJson(TypedDict):
    """The end of a stream."""

    why: str
    """The reason, in a sentence."""
    again: bool
    """True if it is worth asking again in a few seconds."""


PhonesListening = Annotated[int, {"description": "The number of phones that listen."}]
EVENTS: Final = (("", SnapshotJson), ("story", StoryJson), ("beat", PhonesListening), ("farewell", FarewellJson))
"""The data of each kind of event, by its name."""


@blueprint.get("/api/table")
@described(SnapshotJson, query=SeatQuery)
def table() -> Response:
    """Return the table now."""
    return Response(told(panel().desk.snapshot(), token(), asked_seat()), mimetype="application/json")


@blueprint.get("/api/story")
@described(StoryJson, query=StoryQuery)
def story() -> Response:
    """Return what has happened in the game on the table, in words, from an action on."""
    first = request.args.get("first", "0")
    if not first.isdecimal() or len(first) > 9:
        raise Refused(message("The number of an action is needed, counted from 0."), 400)
    snapshot = panel().desk.snapshot()
    seats = eyes(phone_at(snapshot, token()), asked_seat())
    text = panel().stories.text(snapshot, seats, _entries(snapshot, seats), int(first), language())
    return Response(text, mimetype="application/json")


def _entries(snapshot: Snapshot, seats: frozenset[Seat]) -> tuple[Entry, ...]:
    """Return the story as holders of ``seats`` may know it."""
    if snapshot.played is None:
        return ()
    return panel().stories.entries(snapshot.key, snapshot.played, seats)


@blueprint.get("/api/moment")
@described(MomentJson, query=MomentQuery, refusals=(404,))
def moment() -> Response:
    """Return the board of the game on the table as it was at a moment of its story."""
    number, index = asked_number("action", LAST_ACTION), asked_number("moment", LAST_ACTION)
    snapshot = panel().desk.snapshot()
    played = snapshot.played
    if played is None or snapshot.key != request.args.get("key") or not 0 < number <= len(played.actions):
        raise Refused(NO_SUCH_MOMENT, 404)
    seats = eyes(phone_at(snapshot, token()), asked_seat())
    try:
        scene = snapshot.scene(frozenset())
        names = player_names(scene.players, scene.computers, scene.engines)
        return jsonify(moment_json(played, number, index, seats, names))
    except IndexError as error:
        raise Refused(NO_SUCH_MOMENT, 404) from error


@blueprint.get("/api/piece")
@described(CanJson, query=PieceQuery, refusals=(404,))
def piece() -> Response:
    """Describe what the piece on a square can do now."""
    snapshot = panel().desk.snapshot()
    played = snapshot.played
    if played is None:
        raise Refused(message("There is no game on the table. Start one or continue one first."), 404)
    square = asked_square(request.args.get("square", ""), snapshot)
    scene = snapshot.scene(frozenset())
    names = player_names(scene.players, scene.computers, scene.engines)
    told = deeds(played, square, eyes(phone_at(snapshot, token()), asked_seat()), names)
    return jsonify(CanJson(told=told))


@blueprint.get("/events")
@described(
    Content("text/event-stream", "Events, as long as the connection lasts.", events=EVENTS), query=EventsQuery
)
def events() -> Response:
    """Send the table now and after every change, as server-sent events; a ``beat`` at least every two seconds.

    The data of an event without a name are a Snapshot, those of ``story`` a Story, those of ``beat`` the number of
    phones that listen. Where there is no room, the table
    is sent once and then a ``farewell``: the reason, and whether to ask again. A stream that gives way to another ends
    so too: a browser does not let its page read the text of a refusal.

    With ``story=1``, news of the story comes as an event of its own.
    """
    reader = Reader() if request.args.get("story") else None
    asking, unveiled, streams, desk = token(), asked_seat(), panel().streams, panel().desk
    try:
        subscription = streams.open(asking, address(), lambda: desk.subscribe(asking), partial(_rank, desk.snapshot()))
    except Refused:
        now = _events(desk.snapshot(), asking, unveiled, reader) + _farewell(FULL)
        return Response(now, mimetype="text/event-stream", headers={"Cache-Control": "no-store"})
    connection = connection_of(request.environ)
    if connection is not None:
        connection.when_hung_up(partial(streams.end, subscription))
    stream = stream_with_context(_stream(subscription, asking, unveiled, reader, connection))
    response = Response(stream, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx would collect what comes, and pass it on too late
    response.call_on_close(lambda: streams.end(subscription))
    return response


def _rank(snapshot: Snapshot, phone: str) -> int:
    """Return the rank of a phone's stream."""
    if phone in snapshot.holders.values():
        return PLAYER
    return OWNER if panel().owners.admits(phone) else ONLOOKER


def _farewell(why: Message) -> str:
    return f"event: farewell\ndata: {to_text(FarewellJson(why=translate(why), again=why is FULL))}\n\n"


def _stream(
    subscription: Stream, asking: str, unveiled: Seat | None, reader: Reader | None, connection: Channel | None
) -> Iterator[str]:
    desk = panel().desk
    with subscription:
        yield "retry: 1000\n"
        yield _events(desk.snapshot(), asking, unveiled, reader)
        if connection is not None:
            connection.opened()
        for changed in subscription.changes(HEARTBEAT_S):
            yield _events(desk.snapshot(), asking, unveiled, reader) if changed else _beat()
        if subscription.replaced_by is not None:
            yield _farewell(subscription.replaced_by)


def _beat() -> str:
    return f"event: beat\ndata: {len(panel().streams.phones)}\n\n"


def _events(snapshot: Snapshot, asking: str, unveiled: Seat | None, reader: Reader | None) -> str:
    """Write the news of the story, then the table that it led to."""
    viewer = phone_at(snapshot, asking)
    table = f"data: {told_to(viewer, unveiled)}\n\n"
    if reader is None:
        return table
    seats = eyes(viewer, unveiled)
    entries = _entries(snapshot, seats)
    known = reader.news(snapshot.key, language(), entries)
    if known is None:
        return table
    return f"event: story\ndata: {panel().stories.text(snapshot, seats, entries, known, language())}\n\n{table}"
