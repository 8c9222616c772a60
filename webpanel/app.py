"""The Flask application of the panel: pages, JSON and events for one desk."""

import secrets
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from flask import Flask
from werkzeug.routing import Rule

from webpanel.access import (
    error_pages,
    game_key,
    jinja_helpers,
    permissions,
    phones,
    preferences,
    request_guard,
    url_prefix,
)
from webpanel.access.context import EXTENSION, Panel
from webpanel.api import actions, backups, live, updates, workshop
from webpanel.api import phones as api_phones
from webpanel.api import seats as api_seats
from webpanel.api import settings as api_settings
from webpanel.api import table as api_table
from webpanel.api.games import learn as api_learn
from webpanel.api.games import library, pictures, review
from webpanel.api.games import new as api_new
from webpanel.limits.banned_phones import Guests
from webpanel.limits.rate_limits import Limits, PinTries
from webpanel.ports.table_port import Desk
from webpanel.server.packing import pack_page
from webpanel.server.static_files import StaticFiles, files_in
from webpanel.text.translations import speak
from webpanel.views import clock, games, guides, learn, new, rules, scores, seats, settings, table

STATIC: Final = Path(__file__).with_name("static")
BODY_BYTES = 64 * 1024
"""The longest body of an ordinary request; the import of a record allows more."""

BLUEPRINTS = (
    table, clock, new, games, scores, seats, settings, rules, guides,
    learn, live, api_table, actions, api_new, library, api_seats, api_settings, workshop, backups,
    api_phones, api_learn, pictures, review, updates,
)


class _Rule(Rule):
    """A URL rule. Compiling its builder takes most of the panel's start-up time, so that is done on first use, for the
    addresses that pages refer to."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        @cache
        def compiled() -> Callable[..., tuple[str, str]]:
            return super(_Rule, self)._compile_builder(append_unknown)

        return lambda *given, **values: compiled()(*given, **values)


class _Application(Flask):
    url_rule_class = _Rule


def fresh_panel(desk: Desk) -> Panel:
    """Make a panel that knows the phones whose data the desk has stored."""
    limits = Limits(PinTries(known=desk))
    guests = Guests(desk.banned(), desk.keep_banned, generation=desk.generation())
    return Panel(desk, guests=guests, limits=limits)


@cache
def static_files() -> StaticFiles:
    """Return the panel's static files, read once."""
    return StaticFiles(files_in(STATIC))


def create_app(desk: Desk) -> Flask:
    """Make the WSGI application for the panel of one desk. It serves requests from any number of threads."""
    app = _Application("webpanel", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=BODY_BYTES, MAX_FORM_MEMORY_SIZE=BODY_BYTES, SECRET_KEY=secrets.token_bytes())
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions[EXTENSION] = fresh_panel(desk)
    speak(app, preferences.phone_language)
    app.before_request(request_guard.check_request)
    app.before_request(game_key.check_game)
    app.before_request(permissions.check_right)
    app.after_request(phones.keep_token)
    app.after_request(game_key.tell_game)
    app.after_request(request_guard.add_headers)
    app.after_request(pack_page)
    error_pages.handle_all(app)
    jinja_helpers.teach(app)
    url_prefix.teach(app)
    static_files().teach(app)
    for module in BLUEPRINTS:
        app.register_blueprint(module.blueprint)
    return app
