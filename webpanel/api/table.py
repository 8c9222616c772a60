"""What phones wish of the table: tap, answer, pause …"""

from typing import Final

from flask import Blueprint, Response, jsonify

from engine.core.messages import message
from engine.core.pieces import Seat
from table.messages.events import (
    AbandonGame,
    Answer,
    AskHint,
    EndTurn,
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
from table.messages.refusal import BOARD_CHANGED, Refused
from table.messages.taps import Tap, TapKind
from webpanel.access.context import panel
from webpanel.access.phones import Phone, others_there, phone, require_owner
from webpanel.access.visibility import asked_square, in_order
from webpanel.api.request_body import Body

blueprint = Blueprint("api_table", __name__)

LAST_NUMBER: Final = 2**53 - 1
"""The largest whole number that every JSON reader keeps exact."""


# --- touching ----------------------------------------------------------------------------------------------------


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
    number = body.integer("scene", 0, LAST_NUMBER)
    asking = phone()
    spot = None if square is None else asked_square(square, asking.snapshot)
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


def _seen() -> Seen:
    """Return what the phone showed, by the number of its scene.

    :raises Refused: other actions have been played than it showed.
    """
    seen = phone().snapshot.seen_in(Body("scene").integer("scene", 0, LAST_NUMBER))
    if seen is None:
        raise Refused(BOARD_CHANGED)
    return seen


@blueprint.post("/api/end-turn")
def end_turn() -> Response:
    """The *end turn* button, for the turn that the phone showed."""
    asking = phone()
    panel().desk.send(EndTurn(asking.acting, _seen()), asking.snapshot)
    return _done()


@blueprint.post("/api/take-back")
def take_back() -> Response:
    """Ask for the last action that the phone showed to be undone."""
    asking = phone()
    panel().desk.send(TakeBack(asking.acting, asking.all_held, _seen()), asking.snapshot)
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


@blueprint.post("/api/hint")
def hint() -> Response:
    """A hint for a seat that is to move, or more of it."""
    asking = phone()
    panel().desk.send(AskHint(_own_seat(asking), asking.acting), asking.snapshot)
    return _done()


@blueprint.post("/api/help")
def help_seat() -> Response:
    """How much the lights help a seat."""
    asking, wanted = phone(), Help(Body("seat", "help").one_of("help", *Help))
    panel().desk.send(SetHelp(Body("seat", "help").seat("seat"), wanted, asking.acting), asking.snapshot)
    return _done()


@blueprint.post("/api/warnings")
def warn_seat() -> Response:
    """Whether a seat is warned before it throws something away, if the others agree."""
    asking, body = phone(), Body("seat", "wanted")
    seat, wanted = body.seat("seat"), body.boolean("wanted")
    panel().desk.send(SetWarnings(seat, wanted, asking.acting), asking.snapshot)
    told = panel().desk.snapshot().scene(frozenset())
    awaited = [prompt.seats for prompt in told.prompts if prompt.id.startswith("warnings:")]
    return _done(frozenset(*awaited) if wanted and not told.warnings.get(seat) else frozenset())


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
    panel().desk.send(SetManual(asked_square(name, snapshot), wanted), snapshot)
    return _done()


@blueprint.post("/api/touch")
def touch() -> Response:
    """Say that a square on manual was covered or uncovered."""
    body = Body("square", "covered")
    name, covered = body.text("square"), body.boolean("covered")
    snapshot = phone().snapshot
    if name not in snapshot.scene(frozenset()).manual:
        raise Refused(message("{square} is not on manual: its switch tells what stands there.", square=name))
    panel().desk.send(TouchManual(asked_square(name, snapshot), covered), snapshot)
    return _done()
