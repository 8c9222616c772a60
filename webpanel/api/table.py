"""Requests of phones to the table: tap, answer, pause …"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, NotRequired, TypedDict

from flask import Blueprint, Response, jsonify

from engine.core.messages import message
from engine.core.pieces import Seat
from table.messages.events import (
    AbandonGame,
    Answer,
    AskHint,
    EndTurn,
    Event,
    OfferDraw,
    ParkGame,
    Pause,
    Resign,
    Resume,
    Seen,
    SetHelp,
    SetManual,
    SetWarnings,
    TakeBack,
    TouchManual,
)
from table.messages.lights import Help
from table.messages.refusal import Refused
from table.messages.taps import Tap, TapKind
from webpanel.access.context import panel
from webpanel.access.phones import Phone, others_there, phone, require_owner
from webpanel.access.visibility import asked_square, in_order
from webpanel.api.description import ONE_LINE, Line, SeenBody, Shape, described
from webpanel.api.request_body import Body

blueprint = Blueprint("api_table", __name__)

LONGEST_ANSWER: Final = 4000


class DoneJson(TypedDict):
    """Done; the number of the scene that shows it."""

    scene: int
    asked: NotRequired[list[Seat]]
    """The seats that are asked first; left out where it is done."""


class TapBody(SeenBody):
    """A tap on the screen board."""

    kind: TapKind
    square: NotRequired[Annotated[str | None, ONE_LINE]]
    """A square such as e4."""
    piece: NotRequired[Annotated[str | None, ONE_LINE]]
    """A piece such as wP."""


class AnswerBody(TypedDict):
    """An answer to a prompt."""

    prompt: Line
    value: Annotated[str, ONE_LINE | {"maxLength": LONGEST_ANSWER}]


class SeatBody(TypedDict):
    """The seat that a request is about."""

    seat: Seat


class SeenSeatBody(SeatBody, SeenBody):
    """The seat that a request is about, and the scene that the phone showed."""


class HelpBody(TypedDict):
    """The help of the lights for a seat."""

    seat: Seat
    help: Help


class WarningsBody(TypedDict):
    """True if a seat is to be warned."""

    seat: Seat
    wanted: bool


class ManualBody(TypedDict):
    """A square, and whether it is to be on manual."""

    square: Line
    """A square such as e4."""
    manual: bool


class TouchBody(SeenBody):
    """A square on manual, and whether it is covered."""

    square: Line
    """A square such as e4."""
    covered: bool


def _done(asked: frozenset[Seat] = frozenset()) -> Response:
    """Done, once the players in the seats that are asked agree; with the number of the scene that shows it."""
    done = DoneJson(scene=panel().desk.snapshot().number)
    if asked:
        done["asked"] = in_order(asked)
    return jsonify(done)


@blueprint.post("/api/tap")
@described(DoneJson, body=TapBody)
def tap() -> Response:
    """Tap on the screen board."""
    body = Body()
    kind = TapKind(body.one_of("kind", *TapKind))
    square, piece = body.optional_text("square"), body.optional_text("piece")
    if kind in (TapKind.LIFT, TapKind.PLACE, TapKind.CAPTURE) and square is None:
        raise Refused(message("Name the square to lift from, put on or capture."), 400)
    if kind is TapKind.TAKE and piece is None:
        raise Refused(message("Say which piece to take out of the tray."), 400)
    number, asking = body.scene(), phone()
    spot = None if square is None else asked_square(square, asking.snapshot)
    panel().desk.tap(Tap(kind, spot, piece, asking.token, asking.acting, number), asking.snapshot)
    return _done()


# --- requests that are one event ---------------------------------------------------------------------------------


def _answer(asking: Phone) -> Answer:
    body = Body()
    return Answer(body.text("prompt"), body.text("value", LONGEST_ANSWER), asking.acting)


def _seen(asking: Phone) -> Seen:
    """Return what the phone showed and still is so, by the number of its scene."""
    return asking.snapshot.seen_in(Body().scene())


def _set_help(asking: Phone) -> SetHelp:
    body = Body()
    return SetHelp(body.seat("seat"), Help(body.one_of("help", *Help)), asking.acting)


def _set_warnings(asking: Phone) -> SetWarnings:
    body = Body()
    return SetWarnings(body.seat("seat"), body.boolean("wanted"), asking.acting)


def _set_manual(asking: Phone) -> SetManual:
    """Suspects are for anybody, the rest for owners."""
    body = Body()
    name, wanted = body.text("square"), body.boolean("manual")
    scene = asking.snapshot.scene(frozenset())
    if name not in scene.suspects and name not in scene.manual:
        require_owner()
    return SetManual(asked_square(name, asking.snapshot), wanted)


def _touch(asking: Phone) -> TouchManual:
    body = Body()
    name, covered, seen = body.text("square"), body.boolean("covered"), asking.snapshot.seen_in(body.scene())
    if name not in asking.snapshot.scene(frozenset()).manual:
        raise Refused(message("{square} is not on manual: its switch tells what stands there.", square=name))
    return TouchManual(asked_square(name, asking.snapshot), covered, seen)


def _own_seat(asking: Phone) -> Seat:
    seat = Body().seat("seat")
    if seat not in asking.acting:
        raise Refused(message("This phone does not hold that seat: {seat}.", seat=seat), 403)
    return seat


@dataclass(frozen=True, slots=True)
class Request:
    """A request of a phone that is one event: the reader of that, a summary, the body if there is one."""

    event: Callable[[Phone], Event]
    summary: str
    body: Shape | None = None


REQUESTS: Final[Mapping[str, Request]] = {
    "answer": Request(_answer, "Answer a prompt.", AnswerBody),
    "end-turn": Request(
        lambda asking: EndTurn(asking.acting, _seen(asking)), "End the turn that a scene showed.", SeenBody
    ),
    "take-back": Request(
        lambda asking: TakeBack(asking.acting, asking.all_held, _seen(asking)),
        "Ask for the last action that a scene showed to be undone.", SeenBody,
    ),
    "pause": Request(lambda asking: Pause(_seen(asking)), "Ignore touches until resumed.", SeenBody),
    "resume": Request(lambda asking: Resume(_seen(asking)), "End the pause that a scene showed.", SeenBody),
    "park": Request(
        lambda asking: ParkGame(asking.acting, others_there(asking), seen=_seen(asking)),
        "Take the game off the table; it can be continued.", SeenBody,
    ),
    "abandon": Request(
        lambda asking: AbandonGame(asking.acting, asking.taken, _seen(asking)), "End the game without a score.",
        SeenBody,
    ),
    "resign": Request(lambda asking: Resign(_own_seat(asking), asking.acting), "Resign for a seat.", SeatBody),
    "offer-draw": Request(
        lambda asking: OfferDraw(_own_seat(asking), asking.acting, _seen(asking)),
        "Offer a draw for a seat.", SeenSeatBody,
    ),
    "hint": Request(
        lambda asking: AskHint(_own_seat(asking), asking.acting, _seen(asking)),
        "Ask for a hint for a seat that is to move, or for more of it: the piece, then the square, then why.",
        SeenSeatBody,
    ),
    "help": Request(
        _set_help, "Set how much the lights help a seat: with everything, after lifting only, or with errors only.",
        HelpBody,
    ),
    "warnings": Request(
        _set_warnings, "Set whether a seat is warned before it throws something away. People whom that is against are "
        "asked first.", WarningsBody,
    ),
    "manual": Request(_set_manual, "Stop, or go back to, believing a square's switch.", ManualBody),
    "touch": Request(_touch, "Say that a square on manual was covered or uncovered.", TouchBody),
}
"""The addresses under ``/api/`` that are one event. Their rights stand in :mod:`webpanel.access.permissions`."""


def _request(name: str) -> Response:
    """Send the event of a request to the table."""
    asking = phone()
    event = REQUESTS[name].event(asking)
    panel().desk.send(event, asking.snapshot)
    return _done(_awaited(event))


def _awaited(event: Event) -> frozenset[Seat]:
    """Return the seats whose consent is awaited now, as far as the phone that asked is told so."""
    match event:
        case ParkGame(held=asked) | AbandonGame(held=asked):
            return asked
        case SetWarnings(wanted=True, seat=seat):
            told = panel().desk.snapshot().scene(frozenset())
            seats = (prompt.seats for prompt in told.prompts if prompt.id.startswith("warnings:"))
            return frozenset() if told.warnings.get(seat) else frozenset(*seats)
        case _:
            return frozenset()


for _name, _each in REQUESTS.items():
    _view = described(DoneJson, body=_each.body, summary=_each.summary)(partial(_request, _name))
    blueprint.add_url_rule(f"/api/{_name}", _name, _view, methods=["POST"])
