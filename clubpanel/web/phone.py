"""The requesting phone: an organiser or not, its language, and whether the request comes from a page of this panel."""

from typing import Final

from flask import request

from clubpanel.web.wall import wall
from engine.core.messages import message
from engine.core.text_rules import checked
from table.messages.refusal import Refused
from webpanel.access.preferences import wanted_language
from webpanel.access.request_guard import check_address, refuse_other_names, refuse_other_sites

COOKIE: Final = "pawnlight_organiser"
LONGEST_ADDRESS: Final = 2000


def check_request() -> None:
    """Refuse requests to a foreign host name, requests from another site's page, and text that no page could show.

    :raises Refused: status 400 or 403.
    :raises BadText: something in the address is not let in.
    """
    refuse_other_names(wall().names, wall().addresses)
    refuse_other_sites()
    check_address()


def phone_language() -> str:
    """Return the language that the requesting phone prefers, else English."""
    return wanted_language() or "en"


def page_of(address: str) -> str:
    """Return the page of the panel at this address; the wall if there is none."""
    text = checked(address, message("address"), LONGEST_ADDRESS)
    return text if text.startswith("/") and not text.startswith(("//", "/\\")) else "/"


def token() -> str:
    """Return the token that identifies an organiser; empty: the phone has none."""
    return request.cookies.get(COOKIE, "")


def organiser() -> str:
    """Return the name of the organiser who sent the request; empty: it is not an organiser."""
    return wall().organisers.name(token())


def require_organiser() -> str:
    """Return the name of the organiser who sent the request.

    :raises Refused: status 403.
    """
    name = organiser()
    if not name:
        raise Refused(message("This needs the PIN of the organisers: enter it on the page of the tournaments."), 403)
    return name
