"""How a phone shows the panel: what was chosen on it, and what its browser says."""

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

_CHOICES: Final = {"theme": ("pawnlight_theme", THEMES), "language": ("pawnlight_language", tuple(LANGUAGES))}
"""What can be chosen → the cookie that keeps it, and what it may be."""


def chosen(what: str) -> str:
    """The ``theme`` or ``language`` chosen on the phone that is asking; empty: none was."""
    cookie, known = _CHOICES[what]
    value = request.cookies.get(cookie, "")
    return value if value in known else ""


def keep_choices(response: Response) -> None:
    """Have the phone remember what it chose with this request."""
    for what, (cookie, known) in _CHOICES.items():
        value = request.form.get(what)
        if value in known:
            response.set_cookie(cookie, value, max_age=YEAR_S, httponly=True, samesite="Lax", path=cookie_path())


def phone_language() -> str:
    """The language for the phone that is asking: the one it wants, else the table's."""
    return wanted_language() or panel().desk.settings().language


def wanted_language() -> str | None:
    """The language chosen on the phone that is asking, else that which its browser likes best of those there are. In
    what a browser sends the case of letters means nothing."""
    liked = [tag.lower() for tag, quality in request.accept_languages if quality > 0]
    known = {each.lower(): each for each in LANGUAGES}
    return chosen("language") or known.get(negotiate_locale(liked, known, sep="-") or "")
