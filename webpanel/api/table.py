"""Requests of phones to the table: tap, answer, pause …"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

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
from webpanel.api.request_body import Body

blueprint = Blueprint("api_table", __name__)


def _done(asked: frozenset[Seat] = frozenset()) -> Response:
    """Done, once the players in the seats that are asked agree; with the number of the scene that shows it."""
    done = {"scene": panel().desk.snapshot().number}
    return jsonify(done | {"asked": in_order(asked)} if asked else done)


@blueprint.post("/api/tap")
def tap() -> Response:
    """A tap on the screen board."""
    body = Body("kind", "square", "piece", "scene")
    kind = TapKind(body.one_of("kind", *TapKind))
    square, piece = body.optional_text("square"), body.optional_text("piece")
    if kind in (TapKind.LIFT, TapKind.PLACE, TapKind.CAPTURE) and square is None:
        raise Refused(message("A tap that lifts, places or captures needs a square."), 400)
    if kind is TapKind.TAKE and piece is None:
        raise Refused(message("Say which piece to take out of the tray."), 400)
    number, asking = body.scene(), phone()
    spot = None if square is None else asked_square(square, asking.snapshot)
    panel().desk.tap(Tap(kind, spot, piece, asking.token, asking.acting, number), asking.snapshot)
    return _done()


# --- requests that are one event ---------------------------------------------------------------------------------


def _answer(asking: Phone) -> Answer:
    body = Body("prompt", "value")
    return Answer(body.text("prompt"), body.text("value", 4000), asking.acting)


def _seen(asking: Phone, *others: str) -> Seen:
    """Return what the phone showed and still is so, by the number of its scene. ``others``: the other fields that its
    request may have."""
    return asking.snapshot.seen_in(Body("scene", *others).scene())


def _set_help(asking: Phone) -> SetHelp:
    body = Body("seat", "help")
    return SetHelp(body.seat("seat"), Help(body.one_of("help", *Help)), asking.acting)


def _set_warnings(asking: Phone) -> SetWarnings:
    body = Body("seat", "wanted")
    return SetWarnings(body.seat("seat"), body.boolean("wanted"), asking.acting)


def _set_manual(asking: Phone) -> SetManual:
    """Suspects are for anybody, the rest for owners."""
    body = Body("square", "manual")
    name, wanted = body.text("square"), body.boolean("manual")
    scene = asking.snapshot.scene(frozenset())
    if name not in scene.suspects and name not in scene.manual:
        require_owner()
    return SetManual(asked_square(name, asking.snapshot), wanted)


def _touch(asking: Phone) -> TouchManual:
    body = Body("square", "covered", "scene")
    name, covered, seen = body.text("square"), body.boolean("covered"), asking.snapshot.seen_in(body.scene())
    if name not in asking.snapshot.scene(frozenset()).manual:
        raise Refused(message("{square} is not on manual: its switch tells what stands there.", square=name))
    return TouchManual(asked_square(name, asking.snapshot), covered, seen)


def _own_seat(asking: Phone, *others: str) -> Seat:
    seat = Body("seat", *others).seat("seat")
    if seat not in asking.acting:
        raise Refused(message("This phone does not hold that seat: {seat}.", seat=seat), 403)
    return seat


REQUESTS: Final[Mapping[str, Callable[[Phone], Event]]] = {
    "answer": _answer,
    "end-turn": lambda asking: EndTurn(asking.acting, _seen(asking)),
    "take-back": lambda asking: TakeBack(asking.acting, asking.all_held, _seen(asking)),
    "pause": lambda asking: Pause(_seen(asking)),
    "resume": lambda asking: Resume(_seen(asking)),
    "park": lambda asking: ParkGame(asking.acting, others_there(asking), seen=_seen(asking)),
    "abandon": lambda asking: AbandonGame(asking.acting, asking.taken, _seen(asking)),
    "resign": lambda asking: Resign(_own_seat(asking), asking.acting),
    "offer-draw": lambda asking: OfferDraw(_own_seat(asking, "scene"), asking.acting, _seen(asking, "seat")),
    "hint": lambda asking: AskHint(_own_seat(asking, "scene"), asking.acting, _seen(asking, "seat")),
    "help": _set_help,
    "warnings": _set_warnings,
    "manual": _set_manual,
    "touch": _touch,
}
"""The event that each of these addresses under ``/api/`` makes of what a phone sends. Their rights stand in
:mod:`webpanel.access.permissions`."""


def _request(name: str) -> Response:
    """Send the event of a request to the table."""
    asking = phone()
    event = REQUESTS[name](asking)
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


for _name in REQUESTS:
    blueprint.add_url_rule(f"/api/{_name}", _name, partial(_request, _name), methods=["POST"])
