"""Helpers that several pages of the club's panel share."""

import gzip
import threading
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final

from flask import request, send_file
from flask_babel import format_datetime  # type: ignore[import-untyped]
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from clubpanel.results.records import archive, file_name
from clubpanel.results.standings import Result
from clubpanel.web.wall import Part, wall
from engine.registry import find_game, game_ids
from webpanel.access import url_prefix
from webpanel.text.translations import language

PACKING: Final = 1
"""The gzip level of parts of pages: their lines are so alike that the fastest one already packs them to a tenth."""
_PACKING: Final = threading.Lock()


def title(game_id: str) -> str:
    """Return the name of a game; its id if the game is no longer known."""
    return find_game(game_id).name if game_id in game_ids() else game_id


def download(text: str) -> Response:
    """Send a CSV file for download."""
    # Without a byte order mark, spreadsheets read the text in a legacy encoding of their country.
    return Response(f"\ufeff{text}", mimetype="text/csv", headers={"Content-Disposition": "attachment"})


def packed_records(results: Sequence[Result]) -> Response:
    """Send the records of these games as a ZIP file for download."""
    with _PACKING:  # one after another: it may take a second
        file = archive(results, wall().records.of(results))
    return send_file(file, "application/zip", as_attachment=True, download_name="records.zip")


def one_record(results: Iterable[Result], name: str) -> tuple[str, str]:
    """Return the record of the game whose result has this name, and its file name; 404 if there is none."""
    found = [each for each in results if each.name == name]
    text = wall().records.of(found).get(name)
    if text is None:
        raise NotFound
    return text, file_name(found[0])


def packed(text: str) -> Part:
    """Pack a part of a page."""
    return Part(text, gzip.compress(text.encode(), PACKING))


def sent(part: Part) -> Response:
    """Send a part of a page, packed if the phone takes that."""
    takes_gzip = request.accept_encodings.quality("gzip") > 0
    response = Response(part.packed if takes_gzip else part.text, mimetype="text/html")
    response.vary.add("Accept-Encoding")
    if takes_gzip:
        response.content_encoding = "gzip"
    return response


def shared_part(name: str, state: Callable[[], object], draw: Callable[[], str]) -> Response:
    """Send a part of a page that is rendered once for all viewers of one language.

    :param state: returns a value that changes whenever the part does.
    """
    drawing = wall().parts[name, language(), url_prefix.root()]
    return sent(drawing.drawn(state, lambda: packed(draw())))


def moment(iso: str) -> str:
    """Format a UTC time in the current language; empty if it is unknown."""
    try:
        return f"{format_datetime(datetime.fromisoformat(iso), 'short')} UTC"
    except ValueError:
        return ""
