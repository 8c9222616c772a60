"""Whole games through misbehaving reeds and human habits: the table never believes what the sensors did not show."""

import random

import pytest
from robot import Robot

from engine.core.errors import BadOption
from engine.core.options import Option
from engine.registry import find_game, game_ids
from engine.services.testing import trials_of
from hardware.simulated.faults import BoardFaults

CLUMSY = BoardFaults(flutter=0.05)
FORGETFUL = BoardFaults(flutter=0.05, missed=0.02)
"""Reeds that now and then follow a magnet far too late, or never."""

PARTS = 5
"""The games are shared among so many tests, which run beside each other. By default only two of them do."""
in_parts = pytest.mark.some_or_all("part", range(2), range(PARTS))


def seeds(full: bool, game_id: str, part: int) -> range:
    """The games of a part; without ``--full`` a twentieth of them."""
    count = trials_of(game_id).robot_games
    return range(part, count if full else count // 20, PARTS)


def random_options(game_id: str, seed: int) -> dict:
    """Options of a game at random, refused combinations drawn again; half of all games use the defaults."""
    chance, game = random.Random(seed), find_game(game_id)
    if seed % 2 == 0:
        return {}
    while True:
        drawn = {option.name: _value(option, chance) for option in game.options}
        try:
            game.read_options(drawn)
        except BadOption:
            continue
        return drawn


def _value(option: Option, chance: random.Random):
    if option.kind == "int":
        return chance.randint(option.low, min(option.high, option.low + 12))
    return chance.choice(option.choices) if option.kind == "choice" else chance.random() < 0.5


@in_parts
@pytest.mark.parametrize("game_id", game_ids())
def test_what_reeds_saw_is_what_is_played(game_id, part, full):
    """Bouncing and fluttering reeds, every habit: always exactly what was meant."""
    for seed in seeds(full, game_id, part):
        robot = Robot(game_id, random_options(game_id, seed), CLUMSY, seed)
        robot.play()
        assert robot.rig.record, f"seed {seed}: nothing was played"
        assert robot.unseen == 0, f"seed {seed}: reeds that miss nothing left {robot.unseen} actions unseen"


@in_parts
@pytest.mark.parametrize("game_id", game_ids())
def test_missed_touches_never_make_a_wrong_action_that_sensors_could_tell(game_id, part, full):
    """Reeds that miss touches: the robot does again what was not felt and answers what is asked."""
    for seed in seeds(full, game_id, part):
        robot = Robot(game_id, random_options(game_id, seed), FORGETFUL, 1000 + seed)
        robot.play()
        assert robot.rig.record, f"seed {seed}: nothing was played"
