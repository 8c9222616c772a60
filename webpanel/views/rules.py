"""The rules of the games, as they are written and drawn in the folders of the games."""

from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, abort, render_template, send_from_directory
from markupsafe import Markup

from engine.game import AnyGame
from engine.registry import folder_of, games
from engine.services.lessons import lessons_of
from webpanel.access.url_prefix import root
from webpanel.text.markdown import shown
from webpanel.text.translations import language
from webpanel.views.new import game_named

blueprint = Blueprint("page_rules", __name__)


@blueprint.get("/rules")
def all_rules() -> str:
    """List the games with their rules."""
    return render_template("rules.html", games=games())


@blueprint.get("/rules/<game_id>")
def rules(game_id: str) -> str:
    """Show the rules of one game, in English if there is no translation into the language in force."""
    game = game_named(game_id)
    folder = folder_of(game.id) / "rules"
    spoken = language() if (folder / f"{language()}.md").exists() else "en"
    page, more = _page(folder / f"{spoken}.md", game.id, root()), _alike(game).exists()
    return render_template("rule.html", game=game, page=page, spoken=spoken, more=more,
                           taught=bool(lessons_of(game.id)))


@blueprint.get("/rules/<game_id>/ambiguity")
def ambiguity(game_id: str) -> str:
    """Show what the reeds cannot tell in one game."""
    game = game_named(game_id)
    if not _alike(game).exists():
        abort(404)
    return render_template("rule.html", game=game, page=_page(_alike(game), game.id, root()), spoken="en", more=False)


@blueprint.get("/rules/<game_id>/pictures/<name>")
def picture(game_id: str, name: str) -> Response:
    """Send a picture of the rules of one game."""
    return send_from_directory(folder_of(game_named(game_id).id) / "rules" / "pictures", name)


def _alike(game: AnyGame) -> Path:
    return folder_of(game.id) / "ambiguity.md"


@lru_cache
def _page(path: Path, game_id: str, top: str) -> Markup:
    text = path.read_text(encoding="utf-8")
    text = text.replace("](pictures/", f"]({top}/rules/{game_id}/pictures/")
    text = text.replace("](../../../docs/", f"]({top}/guides/")
    translated = path.parent.name == "rules" and path.name != "en.md"
    return shown(text, original=path.with_name("en.md").read_text("utf-8") if translated else "")
