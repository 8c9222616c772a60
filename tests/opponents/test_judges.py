"""The scores of each game's judge: the same from both sides, nothing noisy forgotten or made up."""

import random

import pytest

from engine.core.pieces import CHANCE
from engine.game import EVERYTHING
from engine.registry import find_game
from engine.services.evaluation import FOE, LUCK, OWN, Judge, judge_of
from opponents.levels import LEVELS
from opponents.thinking import consider, think

OPTIONS = {
    "pawn": [{}, {"strike": "compulsory"}],
    "pawn-advance": [{}, {"placement": "choice"}, {"first": "alternate", "opening_moves": 2}],
    "chess-two": [{}, {"win": "checkmate"}, {"close_combat": "all", "special": "optional"}, {"close_combat": "none"}],
    "advancing-chess": [{}, {"double_step": False}],
    "chess": [{}, {"start": "drawn"}],
}


def captures(game, position):
    """The actions after which whoever does not act has less on the board."""
    mover = game.to_act(position)[0]

    def others(where):
        pieces = game.view(where, EVERYTHING).pieces.values()
        return sorted(str(piece) for piece in pieces if piece.owner not in (mover, None))

    return {
        action.text for action in game.actions(position)
        if len(others(game.successor(position, action))) < len(others(position))
    }


@pytest.mark.parametrize(("game_id", "given"), [(name, given) for name, each in OPTIONS.items() for given in each])
def test_every_capture_is_noisy_and_all_that_is_noisy_is_legal(game_id, given, random_game, full):
    game = find_game(game_id)
    options = game.read_options(given)
    met = 0
    for number in range(40 if full else 4):
        for played in random_game(game, given, random.Random(number), 60)[number % 3:: 3]:
            position = played.position
            judge = judge_of(game, options, game.to_act(position)[0])
            noisy = {action.text for _, action in judge.noisy(position, False)}
            legal = {action.text for action in game.actions(position)}
            assert noisy <= legal
            found = captures(game, position)
            met += len(found)
            if getattr(position, "intruder", None) is None:
                assert found <= noisy, (found - noisy, played.actions)
            assert set(each.text for each in judge.actions(position)) == legal
    assert met > 2


@pytest.mark.parametrize("game_id", OPTIONS)
def test_what_is_good_for_one_seat_is_bad_for_the_other(game_id, random_game):
    game = find_game(game_id)
    options = game.read_options({})
    for played in random_game(game, {}, random.Random(5), 80)[:: 4]:
        white, black = (judge_of(game, options, seat) for seat in game.seats_of(options))
        assert white.score(played.position) == -black.score(played.position)
        assert white.side(played.position) == -black.side(played.position) != LUCK


def test_the_general_judge_knows_who_acts(game, random_game):
    options = game.read_options({})
    for played in random_game(game, {}, random.Random(6), 40)[:: 5]:
        for seat in game.seats_of(options):
            side = Judge(game, options, seat).side(played.position)
            assert side == (OWN if game.to_act(played.position)[0] == seat else FOE)


def test_luck_is_nobodys(game):
    options = game.read_options({})
    first = game.start(options)
    if game.to_act(first) == (CHANCE,):
        for seat in game.seats_of(options):
            assert judge_of(game, options, seat).side(first) == Judge(game, options, seat).side(first) == LUCK


@pytest.mark.parametrize("game_id", ["pawn-advance", "advancing-chess"])
def test_whoever_moves_without_thinking_knows_how_it_stands_all_the_same(game_id, random_game):
    """Else somebody who asks a weak computer to resign would be refused for ever."""
    game, met = find_game(game_id), 0
    for number in range(6):
        for played in random_game(game, {}, random.Random(number), 60)[:: 7]:
            seat = game.to_act(played.position)[0]
            judge = judge_of(game, played.options, seat)
            if abs(judge.score(played.position)) > 1.8 * judge.worth:
                scores = [think(game, played.position, seat, LEVELS[0], str(chance)).score for chance in range(20)]
                assert 0.0 not in scores
                assert sum(scores) * consider(game, played.position, seat, 2000, "better").score > 0
                met += 1
    assert met
