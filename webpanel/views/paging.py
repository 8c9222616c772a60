"""Lists of games that are too long for one page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from flask import request

from table.messages.queries import Selection
from webpanel.access.context import panel
from webpanel.access.phones import token
from webpanel.limits.banned_phones import public_name
from webpanel.ports.library_port import ShelfGame

GAMES: Final = 30
"""The number of games on a page."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some games of a list. ``number``: from 1; ``of``: the number of pages."""

    games: Sequence[ShelfGame]
    number: int
    of: int

    @property
    def newer(self) -> str:
        """The address of the page before this one; empty: there is none."""
        return _address(self.number - 1) if self.number > 1 else ""

    @property
    def older(self) -> str:
        """The address of the page after this one; empty: there is none."""
        return _address(self.number + 1) if self.number < self.of else ""


def deleted_games() -> Selection:
    """Return the selection of the deleted games that the requesting phone may restore."""
    return Selection(deleted=True, host="" if panel().owners.admits(token()) else public_name(token()))


def page_of(which: Selection) -> Page:
    """Return the page of these games that the present request asks for; the last one, if there are fewer."""
    shelf = panel().desk.shelf
    pages = max(1, -(-shelf.count(which) // GAMES))
    asked = request.args.get("page", "1")
    number = min(pages, max(1, int(asked))) if asked.isascii() and asked.isdecimal() and len(asked) < 9 else 1
    return Page(shelf.games(which, GAMES * (number - 1), GAMES), number, pages)


def _address(number: int) -> str:
    asked = {name: value for name, value in request.args.items() if name != "page" and value}
    return f"{request.path}?{urlencode({**asked, 'page': number})}"
