"""Who may talk to the panel, and what its pages may load.

The panel is spoken to by phones in the same house over plain HTTP. Two things are kept out: other web sites that make a
visitor's browser send requests here (Origin), and names that somebody points at this address from outside (Host;
DNS rebinding).
"""

import ipaddress
from typing import Final
from urllib.parse import SplitResult, urlsplit

from flask import Response, request

from engine.core.messages import message
from engine.core.text_rules import checked
from table.messages.refusal import Refused
from webpanel.access.context import panel
from webpanel.access.phones import address, is_new, token

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

PICTURES: Final = {"/static/icons.svg", "/static/pieces.svg"}
"""Drawn from again and again by the scripts, also while the line is broken: phones keep them for a while."""

HOME_NAMES: Final = (".local", ".lan", ".home.arpa", ".internal")
"""Endings that name servers outside a house never answer to."""

CLOCK_HEADER: Final = "Phone-Clock"
"""Header in which a phone says what time it is: whole seconds since 1970, UTC. Event streams say it as ``clock``."""
PAST_S: Final = 1_767_225_600
"""The beginning of 2026: a phone whose clock is before that knows no date."""

SAFE: Final = {"GET", "HEAD", "OPTIONS"}


def check_request() -> None:
    """Refuse requests to a strange name, and changing requests that another web site's page sent.

    :raises Refused: with the address to use.
    :raises BadText: something in the address is not let in.
    """
    if not _at_home(request.host):
        raise Refused(message("The panel does not answer under this name: open it by its address, {address}.",
                              address=_own_address()), 400)
    refuse_other_sites()
    if not request.path.startswith("/static/"):
        _let_in()
    check_address()


def refuse_other_sites() -> None:
    """Refuse a changing request that another web site's page sent. A program names no origin.

    :raises Refused: status 403.
    """
    origin = request.headers.get("Origin")
    if request.method not in SAFE and origin is not None and _split(origin).netloc != request.host:
        raise Refused(message("This request came from another site's page: open the panel itself and try again."), 403)


def check_address() -> None:
    """Let no text in that no page could show.

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


def _own_address() -> str:
    addresses = panel().desk.device().addresses
    return addresses[0] if addresses else "http://localhost:8080/"


def _at_home(host: str) -> bool:
    """``host``: empty, if the request's is none."""
    name = _split(f"//{host}").hostname or ""
    if not name:
        return False
    return _is_address(name) or "." not in name or name.endswith(HOME_NAMES) or _is_own(name)


def _split(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError:  # half a bracket, say
        return urlsplit("")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_own(name: str) -> bool:
    return any(urlsplit(address).hostname == name for address in panel().desk.device().addresses)


def add_headers(response: Response) -> Response:
    """Put the strict headers on an answer."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-cache")
    if request.path in PICTURES and response.status_code == 200:
        response.headers["Cache-Control"] = "max-age=3600"
    return response
