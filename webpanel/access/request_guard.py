"""Protection against other web sites, and the security headers of pages.

Phones in the same house use the panel over plain HTTP. Two kinds of requests are refused: those that other web sites
make a visitor's browser send here (Origin), and those to foreign names pointed at this address (Host; DNS rebinding).
"""

from collections.abc import Collection, Sequence
from typing import Final

from flask import Response, request

from engine.core.messages import message
from engine.core.text_rules import checked
from table.messages.refusal import Refused
from webpanel.access.context import panel
from webpanel.access.phones import address, is_new, token
from webpanel.limits.host_names import host_of, is_known, split

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

CLOCK_HEADER: Final = "Phone-Clock"
"""The header with the time of the phone: whole seconds since 1970, UTC. Event streams have it as ``clock``."""
PAST_S: Final = 1_767_225_600
"""The beginning of 2026: a phone whose clock is before that does not know the date."""

SAFE: Final = {"GET", "HEAD", "OPTIONS"}


def check_request() -> None:
    """Refuse requests to a foreign host name, and changing requests from another web site's page.

    :raises Refused: with the address to use.
    :raises BadText: something in the address is not let in.
    """
    if not is_known(request.host, ()):  # else the names of the machine need not be found out
        device = panel().desk.device()
        refuse_other_names(device.names, device.addresses)
    refuse_other_sites()
    if not request.path.startswith("/static/"):
        _let_in()
    check_address()


def refuse_other_names(names: Collection[str], addresses: Sequence[str]) -> None:
    """Refuse a request to a name that is not the panel's. ``names``: of this machine; ``addresses``: of the panel, the
    best first.

    :raises Refused: status 400, with the address to use.
    """
    shown = set(map(host_of, addresses))
    if not is_known(request.host, {*names, *shown}):
        raise Refused(message(
            "The panel does not answer under this name: open it by its address, {address}, or add the name to names "
            "under [panel] in config.toml.", address=addresses[0] if addresses else "http://localhost:8080/",
        ), 400)


def refuse_other_sites() -> None:
    """Refuse a changing request from another web site's page. A program sends no origin.

    :raises Refused: status 403.
    """
    origin = request.headers.get("Origin")
    if request.method not in SAFE and origin is not None and split(origin).netloc != request.host:
        raise Refused(message("This request came from another site's page: open the panel itself and try again."), 403)


def check_address() -> None:
    """Refuse addresses with text that no page could show.

    :raises BadText: something in the address is not let in.
    """
    for text in (request.path, *request.args.keys()):
        checked(text, message("address"))
    for name, value in request.args.items(multi=True):
        checked(value, name)


def _let_in() -> None:
    guests = panel().guests
    if guests.refuses(token(), address()):
        raise Refused(message("The owner of this table has banned this phone. Ask the owner to let it in again."), 403)
    if not is_new():
        guests.saw(token(), address(), request.user_agent.string)
        panel().desk.heard(token())
    said = request.headers.get(CLOCK_HEADER) or request.args.get("clock", "")
    if said.isascii() and said.isdecimal() and len(said) <= 10 and int(said) > PAST_S:
        panel().desk.hear_date(int(said))


def add_headers(response: Response) -> Response:
    """Set the security headers of a response."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    page = response.mimetype == "text/html"  # it names its game, so it is loaded anew on Back
    response.headers.setdefault("Cache-Control", "no-store" if page else "no-cache")
    return response
