"""Functions and filters for all templates."""

from typing import Any

from flask import Flask, request
from markupsafe import Markup
from werkzeug.urls import iri_to_uri

from engine.records.time_controls import Control, said
from webpanel.access.context import panel
from webpanel.access.phones import phone, token
from webpanel.access.preferences import BOARDS, PIECES, chosen
from webpanel.ports.library_port import ShelfGame
from webpanel.presenters.new_game.demonstration import cover
from webpanel.text.time_control_text import told_controls
from webpanel.text.translations import (
    LANGUAGES,
    day,
    ending,
    language,
    moment,
    number,
    percent,
    player_names,
    script_texts,
    seat_name,
    translate,
)


def teach(app: Flask) -> None:
    """Register the functions and filters with an application."""
    app.context_processor(_words)
    app.jinja_env.filters.update(say=translate, day=day, moment=moment, number=number, percent=percent,
                                 seat=seat_name, winner=winner, seated=seated, ending=game_ending,
                                 safe_json=safe_json, cover=cover, timing=timing,
                                 clocks=game_clocks, controls=lambda given: told_controls(given, tuple(given)))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def _words() -> dict[str, Any]:
    return {
        "language": language(),
        "languages": LANGUAGES,
        "here": iri_to_uri(request.full_path.removesuffix("?")) if request.method == "GET" else "/",
        "theme": chosen("theme") or "system",
        "board_look": chosen("board") or BOARDS[0],
        "piece_set": chosen("pieces") or next(iter(PIECES)),
        "piece_sets": PIECES,
        "texts": script_texts(language()),
        "owner": panel().owners.admits(token()),
        "key_on_table": lambda: phone().snapshot.key,
    }


def seated(game: ShelfGame) -> str:
    """Return the players of a game: names joined by dashes."""
    return " – ".join(player_names(game.players, game.computers, game.engines).values())


def winner(game: ShelfGame) -> str:
    """Return the winners of a game: names joined, ``""`` for nobody."""
    names = player_names(game.players, game.computers, game.engines)
    return ", ".join(names.get(seat, seat_name(seat)) for seat in game.winners or ())


def game_ending(game: ShelfGame) -> str:
    """Return the reason why a game ended."""
    return ending(game.game_id, game.reason, game.termination)


def timing(control: Control) -> str:
    """Describe a time control."""
    return translate(said(control))


def game_clocks(game: ShelfGame) -> str:
    """Describe the time controls of a game; empty: it has no clocks."""
    return told_controls(game.controls, tuple(game.players))


def safe_json(text: str) -> Markup:
    """Escape JSON text for a data block of a page: nothing in it can end the block."""
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
