"""Pawn Advance Chess played on to its end: by the rules, and worth what the end is worth."""

import random

import pytest

from engine.games.pawn_advance.playouts import played_on, turned
from engine.registry import find_game
from engine.services.evaluation import judge_of

GAME = find_game("pawn-advance")
GIVEN = [{}, {"placement": "choice", "spawn": 4}, {"first": "alternate", "supply": 9, "rounds": 0}]


@pytest.mark.parametrize("given", GIVEN)
def test_a_game_can_be_played_on_from_anywhere(given, random_game):
    for seed in range(6):
        for played in random_game(GAME, given, random.Random(seed), 200):
            judge = judge_of(GAME, GAME.read_options(given), "white")
            ended = {judge.play_on(played.position, random.Random(number).random) for number in range(4)}
            assert ended <= {-1.0, 0.0, 1.0}
            outcome = GAME.outcome(played.position)
            if outcome is not None:
                assert ended == {judge.result(outcome)}


def test_who_plays_by_the_rule_wins_most_often_against_chance():
    position = GAME.start(GAME.read_options({}))
    for side in (0, 1):
        ends = [played_on(position, side, random.Random(seed).random) for seed in range(200)]
        assert sum(ends) / len(ends) > 0.3, side


def test_the_same_luck_is_the_same_game():
    position = GAME.start(GAME.read_options({}))
    for seed in range(20):
        assert len({played_on(position, 1, random.Random(seed).random) for _ in range(3)}) == 1


def test_turned_twice_is_as_before():
    for seed in range(20):
        squares = random.Random(seed).getrandbits(64)
        assert turned(turned(squares)) == squares
