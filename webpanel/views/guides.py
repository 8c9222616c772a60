"""The guides on the panel: how to play, build, repair and ask, the pages of docs/.

Their addresses are their paths in docs/, so that links between them work as they are written. Links to files that are
not installed (code, for example) become plain text.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, render_template, send_from_directory
from markupsafe import Markup

from webpanel.access.url_prefix import root
from webpanel.text.guides import FOLDER, guides, title
from webpanel.text.markdown import shown

if TYPE_CHECKING:
    from markdown_it.token import Token

RULES: Final = re.compile(r"/engine/games/(\w+)/rules/en\.md$")
"""A link to the rules of a game."""

blueprint = Blueprint("page_guides", __name__)


@blueprint.get("/guides")
def all_guides() -> str:
    """List the guides."""
    addresses = [(file.relative_to(FOLDER), title(file)) for file in guides().values()]
    return render_template("guides.html", guides=addresses)


@blueprint.get("/guides/<path:name>.md")
def guide(name: str) -> str:
    """Show one guide."""
    file = guides().get(name.removesuffix("/README"))
    if file is None:
        abort(404)
    return render_template("guide.html", title=title(file), page=_page(file, root()))


@blueprint.get("/guides/<path:name>.svg")
def picture(name: str) -> Response:
    """Send a picture of a guide."""
    return send_from_directory(FOLDER, f"{name}.svg")


# --- from docs/ to the panel -------------------------------------------------------------------------------------


@lru_cache
def _page(file: Path, top: str) -> Markup:
    return shown(file.read_text(encoding="utf-8"), lambda link: _turn(link, file, top))


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
