"""The live parts of pages other than the wall, rendered once for all viewers and sent without their surroundings."""

import gzip
from collections.abc import Callable
from typing import Final

from flask import request
from werkzeug.wrappers import Response

from clubpanel.web.wall import wall
from webpanel.access import url_prefix
from webpanel.text.translations import language

PACKING: Final = 1
"""The gzip level: lines are so alike that the fastest one already packs them to a tenth."""


def shared_part(name: str, state: Callable[[], object], draw: Callable[[], str]) -> Response:
    """Send a part of a page that looks the same to all viewers of one language.

    :param name: of the part: there are only so many, whatever addresses somebody makes up.
    :param state: returns a value that changes whenever the part does.
    """
    text, packed = wall().parts[name, language(), url_prefix.root()].drawn(state, lambda: _packed(draw()))
    return _sent(text, packed)


def sent_alone(text: str) -> Response:
    """Send a part of a page to one viewer."""
    return _sent(*_packed(text))


def _packed(text: str) -> tuple[str, bytes]:
    return text, gzip.compress(text.encode(), PACKING)


def _sent(text: str, packed: bytes) -> Response:
    takes_gzip = request.accept_encodings.quality("gzip") > 0
    response = Response(packed if takes_gzip else text, mimetype="text/html")
    response.vary.add("Accept-Encoding")
    if takes_gzip:
        response.content_encoding = "gzip"
    return response
