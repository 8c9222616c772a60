"""Error responses: one sentence, as JSON for scripts and as a page for people."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from engine.core.errors import BadText, EngineError
from engine.core.messages import Message, message
from engine.core.text_rules import repaired
from table.messages.refusal import Refused
from webpanel.access.phones import OwnerWanted
from webpanel.access.url_prefix import root
from webpanel.text.translations import translate

log = logging.getLogger(__name__)

SENTENCES: Final[dict[int, Message]] = {
    400: message("The panel could not read this request: reload the page and try again."),
    404: message("There is no such page: the address is wrong, or what it showed was deleted."),
    405: message("This address does not take such requests."),
    413: message("That is too much at once: the panel takes 64 kB, and 1 MB for a record."),
    415: message("The panel wants JSON here (Content-Type: application/json)."),
}
FAULT: Final = message(
    "The panel had an internal fault and did not do this. The game is safe. Reload the page and try again; the "
    "log under Settings, Hardware says more."
)
MOST_SAID: Final = 500
"""The limit in characters for a sentence that may quote from a request."""


@contextmanager
def sought(missing: Message) -> Iterator[None]:
    """Look something up in the body, which raises KeyError if it is not there.

    :raises Refused: status 404, with ``missing`` as the reason.
    """
    try:
        yield
    except KeyError as error:
        raise Refused(missing, 404) from error


def handle_all(app: Flask) -> None:
    """Register a handler for every kind of failure of this application."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(EngineError, _engine_error)
    app.register_error_handler(BadText, _bad_text)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _fault)


def _refused(error: Refused) -> Response:
    return answer(translate(error.reason), error.status, needs_pin=isinstance(error, OwnerWanted))


def _engine_error(error: EngineError) -> Response:
    return answer(_sentence(repaired(translate(error.reason), MOST_SAID)), 400)


def _bad_text(error: BadText) -> Response:
    """Answer with the reason, which is a sentence already; it begins with the name of a field, which stays as it is."""
    return answer(translate(error.reason), 400)


def _sentence(text: str) -> str:
    started = text[:1].upper() + text[1:]
    return started if started.endswith((".", "!", "?")) else started + "."


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    known = SENTENCES.get(status)
    response = answer(translate(known) if known else _sentence(error.description or error.name), status)
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            response.headers[name] = value
    return response


def _fault(error: Exception) -> Response:
    log.error("fault while answering %s %s", request.method, request.path, exc_info=error)
    return answer(translate(FAULT), 500)


def answer(sentence: str, status: int, needs_pin: bool = False) -> Response:
    """Answer with one sentence and a status; if the PIN would help, with a link to where it is entered."""
    if request.path.startswith(("/api/", "/events")):
        response = jsonify(error=sentence)
        if needs_pin:
            response.headers["Link"] = f'<{root()}/settings#pin>; rel="help"'
    else:
        response = make_response(render_template(
            "failure.html", sentence=sentence, status=status, needs_pin=needs_pin, key_on_table=str
        ))
    response.status_code = status
    return response
