"""Who is asking: an organiser or anybody, in which language, and whether the request is from a page of this panel."""

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
    """Refuse requests to a strange name, what another site's page sent, and text that no page could show.

    :raises Refused: status 400 or 403.
    :raises BadText: something in the address is not let in.
    """
    refuse_other_names(wall().names, wall().addresses)
    refuse_other_sites()
    check_address()


def phone_language() -> str:
    """The language that the phone which is asking wants, else English."""
    return wanted_language() or "en"


def page_of(address: str) -> str:
    """A page of the panel to go to; the wall, if the address is no such page's."""
    text = checked(address, message("address"), LONGEST_ADDRESS)
    return text if text.startswith("/") and not text.startswith(("//", "/\\")) else "/"


def token() -> str:
    """The token by which an organiser is known; empty: the phone has none."""
    return request.cookies.get(COOKIE, "")


def organiser() -> str:
    """The name of the organiser who is asking; empty: anybody else."""
    return wall().organisers.name(token())


def require_organiser() -> str:
    """The name of the organiser who is asking.

    :raises Refused: status 403.
    """
    name = organiser()
    if not name:
        raise Refused(message("This needs the PIN of the organisers: enter it on the page of the tournaments."), 403)
    return name
