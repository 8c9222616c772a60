"""The Flask application of the panel: pages, JSON and events for one desk."""

import secrets

from flask import Flask

from webpanel import (
    api_backups,
    api_games,
    api_phones,
    api_seats,
    api_settings,
    api_story,
    api_table,
    api_workshop,
    appearance,
    failures,
    guard,
    page_games,
    page_guides,
    page_new,
    page_rules,
    page_scores,
    page_seats,
    page_settings,
    page_table,
    phones,
    rendering,
    rights,
)
from webpanel.desk import Desk
from webpanel.guests import Guests
from webpanel.limits import Limits, PinTries
from webpanel.state import EXTENSION, Panel
from webpanel.texts import speak

BODY_BYTES = 64 * 1024
"""The longest body of an ordinary request; the import of a record allows more."""

BLUEPRINTS = (
    page_table, page_new, page_games, page_scores, page_seats, page_settings, page_rules, page_guides,
    api_story, api_table, api_games, api_seats, api_settings, api_workshop, api_backups,
    api_phones,
)


def create_app(desk: Desk) -> Flask:
    """The panel of one desk, as a WSGI application. It serves requests from any number of threads."""
    app = Flask("webpanel")
    app.config.update(MAX_CONTENT_LENGTH=BODY_BYTES, MAX_FORM_MEMORY_SIZE=BODY_BYTES, SECRET_KEY=secrets.token_bytes())
    app.json.sort_keys = False  # type: ignore[attr-defined]
    limits = Limits(PinTries(knowing=desk.knowing(), keep=desk.keep_knowing))
    app.extensions[EXTENSION] = Panel(desk, guests=Guests(desk.banned(), desk.keep_banned), limits=limits)
    speak(app, appearance.phone_language)
    app.before_request(guard.check_request)
    app.before_request(rights.check_right)
    app.after_request(phones.keep_token)
    app.after_request(guard.add_headers)
    failures.handle_all(app)
    rendering.teach(app)
    for module in BLUEPRINTS:
        app.register_blueprint(module.blueprint)
    return app
