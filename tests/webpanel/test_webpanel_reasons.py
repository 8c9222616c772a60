"""Every way a game can end is told in words."""

import importlib
import pkgutil

import engine.games
from webpanel.texts import ENDED_BY_PLAYERS, REASONS


def declared() -> set[str]:
    """The reasons that the modules of the games declare."""
    found: set[str] = set()
    for module in pkgutil.walk_packages(engine.games.__path__, "engine.games."):
        found |= set(getattr(importlib.import_module(module.name), "REASONS", ()))
    return found


def test_every_reason_that_a_game_names_is_put_into_words():
    assert {"touchdown", "king-destroyed", "bare-kings", "regicide", "no-progress", "breakthrough"} <= declared()
    assert declared() <= REASONS.keys()


def test_what_players_agree_on_is_put_into_words_too():
    assert ENDED_BY_PLAYERS.keys() == {"resignation", "agreement", "abandoned"}
