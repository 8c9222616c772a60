"""The seats: links and QR codes for phones, and the page that takes a seat."""

import io

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from engine.core.messages import message
from engine.core.pieces import Seat
from table.messages.refusal import Refused
from webpanel.access.context import panel
from webpanel.access.phones import Phone, phone, token
from webpanel.api.phones import guest_json
from webpanel.api.seats import seat_at_table
from webpanel.text.translations import player_names, translate

blueprint = Blueprint("page_seats", __name__)


def address() -> str:
    """Return the best address of the panel, ending with a slash; the one that the requesting phone uses if none is
    known."""
    known = panel().desk.device().addresses
    return known[0] if known else request.url_root


def qr(text: str) -> Response:
    """Draw a QR code, dark on white with the quiet zone that readers need."""
    picture = io.BytesIO()
    import segno  # whoever starts the table need not wait for it

    code = segno.make(text, error="m")
    code.save(picture, kind="svg", scale=8, border=3, dark="#10151c", light="#ffffff", xmldecl=False)
    return Response(picture.getvalue(), mimetype="image/svg+xml")


def _holder(asking: Phone, seat: Seat) -> str:
    scene = asking.snapshot.scene(frozenset())
    if seat in scene.computers:
        return "computer"
    if seat in scene.afar:
        return "afar"
    return "me" if seat in asking.held else "other" if seat in asking.taken else "nobody"


@blueprint.get("/seats")
def seats() -> str:
    """Show all seats of the game on the table."""
    asking = phone()
    scene = asking.snapshot.scene(frozenset())
    names = player_names(scene.players, scene.computers, scene.engines)
    rows = [(seat, name, _holder(asking, seat)) for seat, name in names.items()]
    holders, desk = asking.snapshot.holders, panel().desk
    lost = {seat for seat in asking.taken if desk.is_lost(holders[seat])}
    guests = panel().guests.lately() if panel().owners.admits(token()) else ()
    refused = asking.snapshot.refused_seat(token())
    return render_template("seats.html", rows=rows, address=address(), guests=[guest_json(guest) for guest in guests],
                           names=names, scene=scene.number, computer_fails=desk.computer_fails(), lost=lost,
                           asked_for=asking.snapshot.asks_for(token()),
                           refused=None if refused is None else translate(refused),
                           question=next((each.id for each in scene.prompts if each.id.startswith("seat:")), ""))


@blueprint.get("/seat/<name>")
def seat(name: str) -> str | AnyResponse:
    """Show the page to which a seat's QR code leads: take the seat; if this phone has it already, go to the table."""
    asking = phone()
    scene = asking.snapshot.scene(frozenset())
    if not scene.players:
        raise Refused(message("No game is on the table, so no seat is free. Begin a game on the start page."), 404)
    wanted = seat_at_table(name, asking.snapshot)
    holder = _holder(asking, wanted)
    if holder == "me":
        return redirect("/")
    name = player_names(scene.players, scene.computers, scene.engines)[wanted]
    return render_template("seat.html", seat=wanted, name=name, holder=holder, address=address())


@blueprint.get("/seat/<name>/qr.svg")
def seat_qr(name: str) -> Response:
    """Draw the QR code of a seat's page."""
    return qr(f"{address()}seat/{seat_at_table(name, panel().desk.snapshot()).value}")


@blueprint.get("/qr.svg")
def panel_qr() -> Response:
    """Draw the QR code of the panel."""
    return qr(address())
