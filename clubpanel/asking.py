"""Who is asking: an organiser or anybody, in which language, and whether the request is from a page of this panel."""

from typing import Final
from urllib.parse import urlsplit

from babel.core import negotiate_locale
from flask import request

from clubpanel.wall import wall
from engine.messages import message
from engine.texts import checked
from table.refused import Refused
from webpanel.appearance import chosen
from webpanel.guard import SAFE
from webpanel.texts import LANGUAGES

COOKIE: Final = "pawnlight_organiser"
LONGEST_ADDRESS: Final = 2000


def check_request() -> None:
    """Refuse what another site's page sent, and text that no page could show.

    :raises Refused: status 403.
    :raises BadText: something in the address is not let in.
    """
    origin = request.headers.get("Origin")
    if request.method not in SAFE and origin is not None and _host(origin) != request.host:
        raise Refused(message("This request came from another site's page: open the panel itself and try again."), 403)
    for text in (request.path, *request.args.keys(), *request.args.values()):
        checked(text, message("address"))


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # half a bracket, say
        return ""


def phone_language() -> str:
    """The language chosen on the phone that is asking, else that which its browser likes best, else English."""
    liked = [tag for tag, quality in request.accept_languages if quality > 0]
    return chosen("language") or negotiate_locale(liked, LANGUAGES, sep="-") or "en"


def page_of(address: str) -> str:
    """A page of the panel to go to; the wall, if the address is no such page's."""
    text = checked(address, message("address"), LONGEST_ADDRESS)
    return text if text.startswith("/") and not text.startswith(("//", "/\\")) else "/"


def token() -> str:
    """By which an organiser is known; empty: the phone has none."""
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
