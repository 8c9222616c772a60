"""The language and the looks of a phone: chosen on it, or preferred by its browser."""

from typing import Final

from babel.core import negotiate_locale
from flask import request
from werkzeug.wrappers import Response

from webpanel.access.context import panel
from webpanel.access.phones import YEAR_S
from webpanel.access.url_prefix import cookie_path
from webpanel.text.translations import LANGUAGES

THEMES: Final = ("dark", "light", "system")
"""Slate, daylight, or as the phone's system has it."""

BOARDS: Final = ("slate", "wood", "paper")
"""The boards on screens; the first where none was chosen."""
PIECES: Final = {"modern": "pieces.svg", "classic": "pieces-classic.svg", "bold": "pieces-bold.svg"}
"""The sets of pieces on screens, as above, and the static file of each."""

_CHOICES: Final = {
    "theme": ("pawnlight_theme", THEMES), "language": ("pawnlight_language", tuple(LANGUAGES)),
    "board": ("pawnlight_board", BOARDS), "pieces": ("pawnlight_pieces", tuple(PIECES)),
}
"""The choices → the cookie that stores each, and its values."""


def chosen(what: str) -> str:
    """Return the ``theme``, ``language``, ``board`` or ``pieces`` chosen on the requesting phone; empty: none was."""
    cookie, known = _CHOICES[what]
    value = request.cookies.get(cookie, "")
    return value if value in known else ""


def keep_choices(response: Response) -> None:
    """Store the phone's choices of this request in its cookies."""
    for what, (cookie, known) in _CHOICES.items():
        value = request.form.get(what)
        if value in known:
            response.set_cookie(cookie, value, max_age=YEAR_S, httponly=True, samesite="Lax", path=cookie_path())


def phone_language() -> str:
    """Return the language for the requesting phone: the one it prefers, else the table's."""
    return wanted_language() or panel().desk.settings().language


def wanted_language() -> str | None:
    """Return the language chosen on the requesting phone, else the available one that its browser prefers. Case does
    not matter in a browser's header."""
    liked = [tag.lower() for tag, quality in request.accept_languages if quality > 0]
    known = {each.lower(): each for each in LANGUAGES}
    return chosen("language") or known.get(negotiate_locale(liked, known, sep="-") or "")
