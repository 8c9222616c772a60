"""The phones that have been here lately, banning one, and signing out all. For the owner alone."""

import time
from typing import Annotated, TypedDict

from flask import Blueprint, Response, jsonify

from engine.core.messages import message
from engine.core.pieces import Seat
from table.messages.refusal import Refused
from webpanel.access.context import panel
from webpanel.access.error_pages import sought
from webpanel.access.phones import token
from webpanel.api.description import KeyJson, OwnerJson, described
from webpanel.limits.banned_phones import Guest

blueprint = Blueprint("api_phones", __name__)


PhoneKey = Annotated[str, {"pattern": "^[0-9a-f]{16}$"}]


class PhoneJson(TypedDict):
    """A phone."""

    key: str
    kind: str
    address: str
    seats: list[Seat]
    here: bool
    minutes_ago: int
    me: bool
    banned: bool


class PhonesJson(TypedDict):
    """Phones, the latest first."""

    phones: list[PhoneJson]


def guest_json(guest: Guest) -> PhoneJson:
    """Return a phone as JSON values that the owner may know: not its token."""
    holders = panel().desk.snapshot().holders
    return {
        "key": guest.name, "kind": guest.kind, "address": guest.address,
        "seats": [seat for seat, holder in holders.items() if holder == guest.token],
        "here": panel().streams.has(guest.token), "minutes_ago": int((time.monotonic() - guest.seen_s) / 60),
        "me": guest.token == token(), "banned": guest.name in panel().guests.banned,
    }


def _guest(key: str) -> Guest:
    with sought(message("This phone has not been here lately: nothing is known about it.")):
        return panel().guests.named(key)


@blueprint.get("/api/phones")
@described(PhonesJson)
def phones() -> Response:
    """List the phones that have been here lately, the latest first."""
    return jsonify(PhonesJson(phones=[guest_json(guest) for guest in panel().guests.lately()]))


@blueprint.delete("/api/phones")
@described(OwnerJson, refusals=(503,))
def sign_out() -> Response:
    """Sign out all phones, this one too: nobody holds a seat, nobody is the owner. Bans stay."""
    desk = panel().desk
    panel().guests.sign_out(desk.sign_out)
    panel().owners.dismiss_all()
    panel().limits.pin.forget()
    desk.free_all_seats()
    panel().streams.close()
    return jsonify(OwnerJson(owner=False))


@blueprint.put("/api/phones/<key>/ban")
@described(PhoneJson, refusals=(404, 409, 503))
def ban(key: PhoneKey) -> Response:
    """Ban a phone: its seats are freed, its event streams end."""
    guest = _guest(key)
    if panel().owners.admits(guest.token):
        raise Refused(message("This phone is the owner's own: lock the settings on it first."))
    panel().guests.ban(guest)
    panel().streams.end_of(guest.token)
    _free_seats(guest)
    return jsonify(guest_json(guest))


def _free_seats(guest: Guest) -> None:
    desk = panel().desk
    for seat in Seat:
        snapshot = desk.snapshot()  # each seat that is freed makes a new one
        if snapshot.holders.get(seat) == guest.token:
            desk.free_seat(seat, snapshot)


@blueprint.delete("/api/phones/<key>/ban")
@described(KeyJson, refusals=(503,))
def let_in(key: PhoneKey) -> Response:
    """Lift the ban of a phone."""
    panel().guests.let_in(key)
    return jsonify(KeyJson(key=key))
