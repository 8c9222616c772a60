"""The guides on the panel: how to play, build, repair and ask, the pages of docs/.

Their addresses are their paths in docs/, so that links between them work as they are written. Links to files that are
not installed (code, for example) become plain text.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, render_template, send_from_directory
from markupsafe import Markup

from engine.core.messages import Message, message
from webpanel.access.url_prefix import root
from webpanel.text.guides import ABOUT, FOLDER, guides, reader_of, title
from webpanel.text.markdown import sections, shown

if TYPE_CHECKING:
    from markdown_it.token import Token

RULES: Final = re.compile(r"/engine/games/(\w+)/rules/en\.md$")
"""A link to the rules of a game."""

blueprint = Blueprint("page_guides", __name__)


@dataclass(frozen=True, slots=True)
class Door:
    """The way to the guides for some readers. ``picture``: the name of an icon."""

    name: Message
    about: Message
    picture: str


DOORS: Final = {
    "players": Door(
        message("For players"),
        message("How the board plays, what its lights say, where the games come from."),
        "knight",
    ),
    "builders": Door(
        message("For builders"), message("Build a board, wire it, and put right what is wrong."), "lamp"
    ),
    "clubs": Door(
        message("For clubs"), message("Boards that meet, phones in other networks, and who may do what."), "trophy"
    ),
    "programmers": Door(
        message("For programmers"), message("Talk to the board, add a game, see how it is made."), "chip"
    ),
}


@blueprint.get("/guides")
def all_guides() -> str:
    """Show a door for each kind of readers."""
    return render_template("guides.html", doors=DOORS)


@blueprint.get("/guides/<reader>")
def guides_for(reader: str) -> str:
    """List the guides for some readers."""
    if reader not in DOORS:
        abort(404)
    listed = [(name, file) for name, file in guides().items() if reader_of(name) == reader]
    found = [(file.relative_to(FOLDER), title(file), ABOUT.get(name)) for name, file in listed]
    return render_template("guides_for.html", door=DOORS[reader], guides=found)


@blueprint.get("/guides/<path:name>.md")
def guide(name: str) -> str:
    """Show one guide."""
    called = name.removesuffix("/README")
    file = guides().get(called)
    if file is None:
        abort(404)
    reader = reader_of(called)
    return render_template(
        "guide.html", title=title(file), page=_page(file, root()), sections=_sections(file), reader=reader,
        door=DOORS[reader],
    )


@blueprint.get("/guides/<path:name>.svg")
def picture(name: str) -> Response:
    """Send a picture of a guide."""
    return send_from_directory(FOLDER, f"{name}.svg")


# --- from docs/ to the panel -------------------------------------------------------------------------------------


@lru_cache
def _page(file: Path, top: str) -> Markup:
    return shown(file.read_text(encoding="utf-8"), lambda link: _turn(link, file, top))


@lru_cache
def _sections(file: Path) -> list[tuple[str, str]]:
    return sections(file.read_text(encoding="utf-8"))


def _turn(link: "Token", file: Path, top: str) -> None:
    """Point a link at the place on the panel (which begins at ``top``), or make it plain text."""
    address = str(link.attrs.pop("href"))
    path, _, _ = address.partition("#")
    target = file.parent.joinpath(path).resolve()
    if not path or "://" in address or target in {each.resolve() for each in guides().values()}:
        link.attrSet("href", address)
    elif game := RULES.search(path):
        link.attrSet("href", f"{top}/rules/{game[1].replace('_', '-')}")
    elif path.endswith("/engine/games/README.md"):
        link.attrSet("href", f"{top}/rules")
