"""Live parts of pages: rendered once for all viewers, and sent without their surroundings."""

from collections.abc import Callable
from typing import Any, Final

from flask import request
from werkzeug.wrappers import Response

from clubpanel.web.drawing import Drawing
from clubpanel.web.part import Part
from clubpanel.web.wall import wall
from webpanel.access import url_prefix
from webpanel.text.translations import language

MARK: Final = "Live-Mark"
"""The header that says which part of a page an answer holds, or a page has: see :mod:`clubpanel.web.part`."""
ONLY_CHANGES: Final = "Live-Only-Changes"
"""The header that says whether an answer holds only what changed since the part that the page has."""


def shared_part(name: str, state: Callable[[], object], draw: Callable[[], str]) -> Response:
    """Send a part of a page that changes as a whole, and looks the same to all viewers of one language.

    :param name: of the part: there are only so many, whatever addresses somebody makes up.
    :param state: returns a value that changes whenever the part does.
    """
    drawing = drawing_of(name)
    return sent(drawing.drawn(state, lambda: Part(draw(), {}, drawing.latest)))


def drawing_of(name: str) -> Drawing[Any, Part]:
    """Return the renderings of a part for all viewers of the language of this request."""
    return wall().drawings[name, language(), url_prefix.root()]


def sent_alone(text: str) -> Response:
    """Send a part of a page to one viewer."""
    return sent(Part(text, {}, None))


def sent(part: Part) -> Response:
    """Send a part of a page, or what changed since the one that the page has; packed if the phone takes that."""
    known, packs = part.known(request.headers.get(MARK, "")), request.accept_encodings.quality("gzip") > 0
    response = Response(part.packed(known) if packs else part.text(known), mimetype="text/html")
    response.vary.update(["Accept-Encoding", MARK])
    response.headers[MARK] = part.mark
    response.headers[ONLY_CHANGES] = "no" if known is None else "yes"
    if packs:
        response.content_encoding = "gzip"
    return response
