"""The start page: the board if a game is on, else ways to begin; and the manifest for home screens."""

from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, render_template

from engine.core.messages import message
from engine.game import AnyGame
from engine.registry import games
from engine.services.lessons import Lesson, lessons_of
from table.messages.queries import Selection
from webpanel.access.context import panel
from webpanel.access.phones import token
from webpanel.access.url_prefix import root
from webpanel.access.visibility import told
from webpanel.presenters.json_cache import to_text
from webpanel.presenters.new_game.demonstration import demo
from webpanel.text.translations import translate
from webpanel.views.learn import fits_wood

blueprint = Blueprint("page_table", __name__)

SEVERAL = 2
"""So many phones need no invitation any more: the QR code is folded away."""
RESULTS = 3
"""The number of last results on the start page."""


@blueprint.get("/")
def table() -> str:
    """Show the table."""
    desk = panel().desk
    damaged = desk.damaged()
    snapshot = desk.snapshot()
    data = told(snapshot, token(), None)
    if snapshot.scene(frozenset()).status != "empty":
        return render_template("board.html", snapshot=data, damaged=damaged)
    waiting = Selection(over=False, whole=True)
    parked = [game for game in desk.shelf.games(waiting, most=1) if not game.broken]
    return render_template(
        "start.html", snapshot=data, damaged=damaged, addresses=desk.device().addresses,
        parked=parked, waiting=desk.shelf.count(waiting),
        results=desk.shelf.games(Selection(over=True), most=RESULTS),
        first=_first_game(), demo=to_text(demo(games()[0])), alone=len(panel().streams.phones | {token()}) < SEVERAL,
    )


@dataclass(frozen=True, slots=True)
class FirstGame:
    """The way to a first game: its first lesson, then the weakest computer. ``wood``: it fits the physical board."""

    game: AnyGame
    lesson: Lesson
    wood: bool


def _first_game() -> FirstGame | None:
    """Return the way into the first game that has lessons."""
    for game in games():
        for lesson in lessons_of(game.id)[:1]:
            return FirstGame(game, lesson, fits_wood(game, lesson))
    return None


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Send the manifest, for home screens."""
    response = jsonify(
        name="Pawnlight", short_name="Pawnlight", description=translate(message("The panel of the board")),
        start_url=f"{root()}/", display="standalone",
        background_color="#161c24", theme_color="#161c24",
        icons=[
            {"src": f"{root()}/static/icon.svg", "type": "image/svg+xml", "sizes": "any"},
            {"src": f"{root()}/static/icon-192.png", "type": "image/png", "sizes": "192x192"},
            {"src": f"{root()}/static/icon-512.png", "type": "image/png", "sizes": "512x512"},
            {"src": f"{root()}/static/icon-maskable-512.png", "type": "image/png", "sizes": "512x512",
             "purpose": "maskable"},
        ],
    )
    response.mimetype = "application/manifest+json"
    return response


@blueprint.get("/service-worker.js")
def service_worker() -> Response:
    """Send the script that shows :func:`offline` while the board cannot be reached. Browsers take it over HTTPS alone,
    and look for a newer one by themselves."""
    response = Response(render_template("service-worker.js.jinja"), mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/offline")
def offline() -> str:
    """Show that the board cannot be reached: phones keep this page for then."""
    return render_template("offline.html")


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    """Redirect to the icon: browsers ask for this address unasked."""
    response = Response(status=302)
    response.headers["Location"] = "/static/icon.svg"
    return response
