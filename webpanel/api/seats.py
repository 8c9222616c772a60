"""Taking and freeing seats, and becoming the owner."""

from typing import Annotated, Final, TypedDict

from flask import Blueprint, Response, jsonify

from engine.core.messages import counted, message
from engine.core.pieces import Seat
from table.messages.events import AskForSeat, AskToResign
from table.messages.refusal import Refused
from webpanel.access.context import panel
from webpanel.access.phones import Phone, address, phone, token
from webpanel.api.description import ONE_LINE, OwnerJson, SeenBody, described
from webpanel.api.request_body import Body
from webpanel.ports.table_port import Snapshot

blueprint = Blueprint("api_seats", __name__)

SEATS_PER_PHONE: Final = 64
"""The most seats that a phone may hold in all unfinished games, including parked ones."""
LONGEST_PIN: Final = 20
SeatName = Annotated[str, {"enum": [seat.value for seat in Seat]}]


class SeatedJson(TypedDict):
    """The seat that it is done for."""

    seat: Seat


class PinBody(TypedDict):
    """The owner's PIN."""

    pin: Annotated[str, ONE_LINE | {"maxLength": LONGEST_PIN}]


def seat_at_table(name: str, snapshot: Snapshot) -> Seat:
    """Return the seat of the game on the table with this name.

    :raises Refused: status 404.
    """
    for seat in snapshot.scene(frozenset()).players:
        if seat.value == name:
            return seat
    raise Refused(message("There is no such seat at the table now: {seat}.", seat=name), 404)


@blueprint.put("/api/seats/<name>")
@described(SeatedJson, refusals=(404, 429))
def claim(name: SeatName) -> Response:
    """Give a free seat to the requesting phone, or, once the others agree, one whose phone has been gone for long."""
    snapshot, tries = phone().snapshot, panel().limits.seats
    seat = seat_at_table(name, snapshot)
    if seat in snapshot.scene(frozenset()).computers:
        raise Refused(message("A computer plays this seat. Take another one."), 403)
    if seat in snapshot.scene(frozenset()).afar:
        raise Refused(message("This seat is played at another board. Take another one."), 403)
    tries.begin(token(), address())
    tries.check_put_out(token())
    if panel().desk.held_seats(token()) >= SEATS_PER_PHONE:
        raise Refused(counted(
            "This phone holds {count} seat of games that are not over. Continue one of them and give its seat back, "
            "or play it to its end.",
            "This phone holds {count} seats of games that are not over. Continue one of them and give its seat back, "
            "or play it to its end.", SEATS_PER_PHONE,
        ))
    if seat in phone().taken and panel().desk.is_lost(snapshot.holders[seat]):
        panel().desk.ask_for_seat(_claim_of_lost(phone(), seat), snapshot)
    else:
        panel().desk.take_seat(seat, token(), snapshot)
    return jsonify(SeatedJson(seat=seat))


def _claim_of_lost(asking: Phone, seat: Seat) -> AskForSeat:
    """Return the request to play on in a seat whose phone is gone: whoever else is there has to agree."""
    holders, desk = asking.snapshot.holders, panel().desk
    there = frozenset(each for each in asking.taken - {seat} if not desk.is_lost(holders[each]))
    return AskForSeat(seat, token(), holders[seat], there)


@blueprint.post("/api/seats/<name>/take-over")
@described(SeatedJson, refusals=(404, 429))
def take_over(name: SeatName) -> Response:
    """Let a person play on for a computer that cannot."""
    snapshot = phone().snapshot
    seat = seat_at_table(name, snapshot)
    panel().desk.take_over(seat, snapshot)
    return jsonify(SeatedJson(seat=seat))


@blueprint.post("/api/seats/<name>/ask-to-resign")
@described(SeatedJson, refusals=(404, 429))
def ask_to_resign(name: SeatName) -> Response:
    """Ask a computer to resign. It does so only if it has no hope left."""
    snapshot = phone().snapshot
    seat = seat_at_table(name, snapshot)
    panel().desk.send(AskToResign(seat), snapshot)
    return jsonify(SeatedJson(seat=seat))


@blueprint.delete("/api/seats/<name>")
@described(SeatedJson, body=SeenBody, refusals=(404, 429))
def free(name: SeatName) -> Response:
    """Free one's own seat, or, for the owner, anybody's, as a scene showed it held."""
    asking, tries = phone(), panel().limits.seats
    seat = seat_at_table(name, asking.snapshot)
    tries.begin(token(), address())
    if not asking.snapshot.saw_hold(Body().scene(), seat):
        raise Refused(message("Somebody has taken that seat in the meantime; nothing was changed. Look again, then "
                              "try again."))
    panel().desk.free_seat(seat, asking.snapshot)
    if seat in asking.taken:
        tries.put_out(asking.snapshot.holders[seat])
    return jsonify(SeatedJson(seat=seat))


@blueprint.post("/api/owner")
@described(OwnerJson, body=PinBody, refusals=(429, 503))
def admit() -> Response:
    """Become the owner by the PIN."""
    pin, tries = Body().text("pin", LONGEST_PIN).strip(), panel().limits.pin
    tries.begin(token(), address())
    if not panel().desk.check_pin(pin):
        raise Refused(message(
            "That is not the owner PIN. The command pawnlight pin on the board's computer shows it."
        ), 403)
    tries.succeeded(token(), address(), pin)
    panel().owners.admit(token())
    return jsonify(OwnerJson(owner=True))


@blueprint.delete("/api/owner")
@described(OwnerJson)
def dismiss() -> Response:
    """Stop being the owner."""
    panel().owners.dismiss(token())
    return jsonify(OwnerJson(owner=False))
