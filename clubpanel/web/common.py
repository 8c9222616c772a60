"""Helpers that several pages of the club's panel share."""

import threading
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from flask import send_file
from flask_babel import format_datetime  # type: ignore[import-untyped]
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from clubpanel.results.records import archive, file_name
from clubpanel.results.standings import Result
from clubpanel.web.wall import wall
from engine.registry import find_game, game_ids

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


def moment(iso: str) -> str:
    """Format a UTC time in the current language; empty if it is unknown."""
    try:
        return f"{format_datetime(datetime.fromisoformat(iso), 'short')} UTC"
    except ValueError:
        return ""
