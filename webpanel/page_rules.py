"""The rules of the games, as they are written and drawn in docs/rules."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, render_template, send_from_directory
from markdown_it import MarkdownIt
from markupsafe import Markup

from engine.registry import games
from webpanel.guides import FOLDER
from webpanel.page_new import game_named
from webpanel.texts import language

PAGES: Final = FOLDER / "rules"

blueprint = Blueprint("page_rules", __name__)


@blueprint.get("/rules")
def all_rules() -> str:
    """The games with rules to read."""
    return render_template("rules.html", games=games())


@blueprint.get("/rules/<game_id>")
def rules(game_id: str) -> str:
    """The rules of one game, in English where nobody has written them in the language in force."""
    game = game_named(game_id)
    own, english = PAGES / f"{game.id}.{language()}.md", PAGES / f"{game.id}.md"
    spoken, path = (language(), own) if own.exists() else ("en", english)
    return render_template("rule.html", game=game, page=_page(path), spoken=spoken)


@blueprint.get("/rules/pictures/<name>")
def picture(name: str) -> Response:
    """A picture of the rules."""
    return send_from_directory(PAGES / "pictures", name)


@lru_cache
def _page(path: Path) -> Markup:
    text = path.read_text(encoding="utf-8")
    return Markup(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
