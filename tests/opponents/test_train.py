"""``script/train`` finds what decides games, and the same weights from the same seed."""

from random import Random

import pytest
import train

from engine.core.pieces import CHANCE
from engine.game import AnyGame
from engine.registry import find_game
from engine.services.evaluation import Judge, judge_of


def test_weights_that_decided_games_are_found():
    """Ends drawn by known weights: they come out again, although it is begun with others."""
    chance, true, worth, samples = Random(1), (30.0, -20.0), 100.0, []
    for _ in range(4000):
        counts = (chance.gauss(0, 3), chance.gauss(0, 3))
        score = sum(weight * count for weight, count in zip(true, counts, strict=True))
        won = chance.random() < train._likely(2 * score / worth)
        samples.append(train.Sample((*counts, 1.0, chance.choice((1.0, -1.0))), float(won), 1.0))
    assert train.fitted(samples, [1.0, 1.0], worth) == pytest.approx(true, abs=3)


def test_without_games_nothing_is_learnt():
    assert train.fitted([], [12.0, -3.0], 100.0) == pytest.approx([12.0, -3.0])


def nothing_counts(judge: Judge) -> Judge:
    """The same judge without any weights."""
    other = type(judge)(judge.game, judge.game.read_options({}), judge.seat)
    other.weights = train.shaped(judge.weights, [0.0] * len(train.flat(judge.weights)))
    return other


def test_every_judge_multiplies_what_it_counts_with_its_weights(game: AnyGame, random_game):
    """Scores are linear in the weights: only then can they be fitted this way."""
    met = 0
    for played in random_game(game, {}, Random(5), 60):
        position, seat = played.position, game.seats_of(played.options)[0]
        judge = judge_of(game, played.options, seat)
        if CHANCE in game.to_act(position) or not game.actions(position):
            continue
        counts = train.Counting(game, played.options, seat).counts(position)[:-2]
        told = sum(weight * count for weight, count in zip(train.flat(judge.weights), counts, strict=True))
        beside = nothing_counts(judge).score(position)  # a piece that has to be captured
        assert judge.score(position) == pytest.approx(told + beside)
        met += 1
    assert met > 10


def test_the_same_seed_gives_the_same_weights():
    game = find_game("pawn-advance")
    one, other = (train.trained(game, 3, 20, "x") for _ in range(2))
    assert one == other and one[1] > 10
    assert one[0] != judge_of(game, game.read_options({}), "white").weights
    assert train.trained(game, 3, 20, "y") != one


def test_new_weights_are_tried_against_the_present_ones():
    """Weights that hold losing pawns for good lose."""
    game = find_game("pawn")
    weights = judge_of(game, game.read_options({}), "white").weights._replace(pawn=-100.0)
    assert train.compare(game, weights, 4, 60, "x").won == 0
