"""The Flask application of the panel: pages, JSON and events for one desk."""

import secrets
from collections.abc import Callable
from functools import cache

from flask import Flask
from werkzeug.routing import Rule

from webpanel import (
    acts,
    api_backups,
    api_begin,
    api_games,
    api_learn,
    api_phones,
    api_pictures,
    api_review,
    api_seats,
    api_settings,
    api_story,
    api_table,
    api_workshop,
    appearance,
    failures,
    guard,
    page_clock,
    page_games,
    page_guides,
    page_learn,
    page_new,
    page_rules,
    page_scores,
    page_seats,
    page_settings,
    page_table,
    phones,
    rendering,
    rights,
    roots,
)
from webpanel.desk import Desk
from webpanel.guests import Guests
from webpanel.limits import Limits, PinTries
from webpanel.state import EXTENSION, Panel
from webpanel.texts import speak

BODY_BYTES = 64 * 1024
"""The longest body of an ordinary request; the import of a record allows more."""

BLUEPRINTS = (
    page_table, page_clock, page_new, page_games, page_scores, page_seats, page_settings, page_rules, page_guides,
    page_learn, api_story, api_table, api_begin, api_games, api_seats, api_settings, api_workshop, api_backups,
    api_phones, api_learn, api_pictures, api_review,
)


class _Rule(Rule):
    """Where an address leads. Compiling how to write it takes most of the panel's start, so that is done for those that
    a page refers to, at the first time.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        @cache
        def compiled() -> Callable[..., tuple[str, str]]:
            return super(_Rule, self)._compile_builder(append_unknown)

        return lambda *given, **values: compiled()(*given, **values)


class _Application(Flask):
    url_rule_class = _Rule


def fresh_panel(desk: Desk) -> Panel:
    """What a panel of the desk knows of its phones when it begins: what the desk keeps of them."""
    limits = Limits(PinTries(knowing=desk.knowing(), keep=desk.keep_knowing))
    guests = Guests(desk.banned(), desk.keep_banned, generation=desk.generation())
    return Panel(desk, guests=guests, limits=limits)


def create_app(desk: Desk) -> Flask:
    """The panel of one desk, as a WSGI application. It serves requests from any number of threads."""
    app = _Application("webpanel")
    app.config.update(MAX_CONTENT_LENGTH=BODY_BYTES, MAX_FORM_MEMORY_SIZE=BODY_BYTES, SECRET_KEY=secrets.token_bytes())
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions[EXTENSION] = fresh_panel(desk)
    speak(app, appearance.phone_language)
    app.before_request(guard.check_request)
    app.before_request(acts.check_game)
    app.before_request(rights.check_right)
    app.after_request(phones.keep_token)
    app.after_request(acts.tell_game)
    app.after_request(guard.add_headers)
    failures.handle_all(app)
    rendering.teach(app)
    roots.teach(app)
    for module in BLUEPRINTS:
        app.register_blueprint(module.blueprint)
    return app
