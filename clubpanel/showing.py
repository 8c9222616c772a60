"""What several pages of the panel of a club show in the same way."""

from datetime import datetime

from flask_babel import format_datetime  # type: ignore[import-untyped]
from werkzeug.wrappers import Response

from engine.registry import find_game, game_ids


def title(game_id: str) -> str:
    """The name of a game; its id, if it is known no longer."""
    return find_game(game_id).name if game_id in game_ids() else game_id


def download(text: str) -> Response:
    """A table to take along."""
    # Spreadsheets take a text without a byte order mark for one of their own country.
    return Response(f"\ufeff{text}", mimetype="text/csv", headers={"Content-Disposition": "attachment"})


def moment(iso: str) -> str:
    """A UTC time as date and time of the language in force; empty if it is unknown."""
    try:
        return f"{format_datetime(datetime.fromisoformat(iso), 'short')} UTC"
    except ValueError:
        return ""
