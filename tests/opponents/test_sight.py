"""Levels err as people do: they overlook quiet moves and answers, never a capture of their own, and alike each time."""

from random import Random

import pytest

from engine.core.pieces import CHANCE
from engine.records.game_record import begin, replay
from engine.registry import find_game
from engine.services.evaluation import FOE, OWN, judge_of
from opponents.levels import LEVELS
from opponents.sight import Sight
from opponents.thinking import play_at


def positions(game, random_game, full):
    """Positions in which a seat chooses one of several actions, with its judge."""
    for seed in range(10 if full else 1):
        for played in random_game(game, {}, Random(seed), 60):
            position = played.position
            acting = [each for each in game.to_act(position) if each != CHANCE]
            if len(game.actions(position)) > 1:
                yield position, judge_of(game, played.options, acting[0])


def texts(actions):
    return [each.text for each in actions]


def test_an_own_capture_is_always_seen_and_something_always_is(game, random_game, full):
    for number, (position, judge) in enumerate(positions(game, random_game, full)):
        actions = game.actions(position)
        seen = texts(Sight(judge, 1.0, 1.0, Random(number)).of(position, OWN, actions))
        noisy = texts(each for _, each in judge.noisy(position, False))
        assert set(seen) == set(noisy) & set(texts(actions)) or not noisy and seen == texts(actions[-1:])


def test_nothing_is_overlooked_where_nothing_is_to_be(game, random_game, full):
    for position, judge in positions(game, random_game, full):
        actions, sight = game.actions(position), Sight(judge, 0.0, 0.0, Random(1))
        assert texts(sight.of(position, OWN, actions)) == texts(sight.of(position, FOE, actions)) == texts(actions)
        assert sight.of_noisy(FOE, judge.noisy(position, False)) == list(judge.noisy(position, False))


def test_so_many_are_overlooked_and_the_same_ones_as_long_as_it_thinks():
    chess = find_game("chess")
    position = chess.start(chess.read_options({}))
    judge, actions = judge_of(chess, position.options, "white"), chess.actions(position)
    kept = 0
    for seed in range(200):
        sight = Sight(judge, 0.6, 0.2, Random(seed))
        seen = texts(sight.of(position, OWN, actions))
        assert seen == texts(sight.of(position, OWN, actions))
        assert seen == texts(Sight(judge, 0.6, 0.2, Random(seed)).of(position, OWN, actions))
        kept += len(seen)
    assert kept / 200 / len(actions) == pytest.approx(0.4, abs=0.03)


def test_the_first_level_takes_a_piece_that_nobody_guards():
    """A capture is no oversight of anybody's: White's rook takes a queen, and knows better moves by noise alone."""
    chess = find_game("chess")
    state = {"board": {"e1": "wK", "a1": "wR", "a7": "bQ", "h8": "bK", "h7": "bP"}, "phase": "play",
             "to_act": ["white"]}
    position = begin(chess, chess.read_options({}), state).position
    played = [play_at(chess, position, "white", LEVELS[0], str(seed), lambda: 0.0).action for seed in range(100)]
    assert played.count("a1a7") >= 90


def test_the_first_level_takes_a_piece_that_nobody_guards_among_many_other_moves_too():
    """White's pawn takes a bishop: a child of seven sees that."""
    chess = find_game("chess")
    position = replay(begin(chess, chess.read_options({})), "e2e4 d7d6 g1f3 c8g4 h2h3 b8c6".split()).position
    played = [play_at(chess, position, "white", LEVELS[0], str(seed), lambda: 0.0).action for seed in range(100)]
    assert played.count("h3g4") >= 90


def test_answers_are_what_a_low_level_does_not_foresee(game, random_game, full):
    """Not all of them, nor none: it errs as children do."""
    for level in LEVELS[:4]:
        skill = judge_of(game, game.read_options({}), game.seats_of(game.read_options({}))[0]).skills.get(
            level.number, level.skill,
        )
        assert 0 < skill.unforeseen <= 1 and 0 < skill.overlooks < 1
