"""Games against the opponents, and the requests they are asked with."""

import random
import sys
from pathlib import Path

import pytest
from random_games import some_action

from engine.core.pieces import CHANCE, Seat
from engine.game import AnyGame, Played
from engine.records.game_record import begin
from engine.registry import find_game, game_ids
from engine.services.hidden_information import known_to

sys.path.append(str(Path(__file__).parents[2] / "tools" / "strength"))  # behind script/ladder and script/train


@pytest.fixture(params=game_ids())
def game(request) -> AnyGame:
    return find_game(request.param)


def asked(played: Played, seat: Seat, level: int = 4, seed: int = 1, **more) -> dict:
    """The request for what a seat does next."""
    known = known_to(seat, played)
    return {
        "game": played.game.id, "options": played.options.as_data(), "actions": list(known.actions),
        "secret": list(known.secret), "seat": str(seat), "level": level, "seed": seed, "entry": len(played.actions),
        **more,
    }


@pytest.fixture
def ask():
    return asked


def played_on(game: AnyGame, given: dict, chance: random.Random, most: int) -> list[Played]:
    """A random game, after each of its actions in which seats have to decide."""
    played, found = begin(game, game.read_options(given)), []
    while len(found) < most and game.outcome(played.position) is None:
        if CHANCE not in game.to_act(played.position):
            found.append(played)
        played, _ = played.after(some_action(game, played.position, chance))
    return found


@pytest.fixture
def random_game():
    return played_on
