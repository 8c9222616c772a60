"""Looking ahead by single actions: what is remembered of one position is of use in another one only if it is legal."""

import math
import random

import pytest

from engine.core.pieces import CHANCE
from engine.records.game_record import begin
from engine.registry import find_game, game_ids
from engine.services.evaluation import OWN, Judge, judge_of
from opponents.search import Search


class Checked:
    """The rules of a game that allow a search legal actions alone."""

    def __init__(self, game):
        self._game = game

    def __getattr__(self, name):
        return getattr(self._game, name)

    def successor(self, position, action):
        acting = [each for each in self._game.to_act(position) if each != CHANCE]
        legal = self._game.actions(position) or self._game.proposals(position, acting[0], 1000)
        assert action.text in {each.text for each in legal}
        return self._game.successor(position, action)


def search(position, game, nodes):
    """Search a position with the rules watching, whoever acts in it."""
    seat = next(each for each in game.to_act(position) if each != CHANCE)
    judge = judge_of(game, position.options, seat)
    judge.game = Checked(game)
    found = Search(judge, nodes, 0.0, random.Random(1), lambda: False)
    return found.run(position, judge.actions(position))


def ending(quiet):
    """An ending of chess in which the same pieces stand there sooner or later, after so many quiet moves."""
    game = find_game("chess")
    state = {
        "board": {"h5": "wP", "b5": "wK", "h6": "bP", "a2": "bK"}, "phase": "play", "to_act": ["white"],
        "detail": {"castling": "-", "quiet": quiet},
    }
    return begin(game, game.read_options({}), state).position


@pytest.mark.parametrize("quiet", [92, 93, 94])
def test_a_draw_that_could_be_claimed_elsewhere_is_not_claimed_here(quiet):
    assert search(ending(quiet), find_game("chess"), 2500).depth > 5


@pytest.mark.parametrize("quiet", range(141, 149))
def test_it_does_not_go_on_where_seventy_five_moves_are_over(quiet):
    assert len(search(ending(quiet), find_game("chess"), 600).line) <= 150 - quiet


@pytest.mark.parametrize("judges", [judge_of, Judge])
def test_after_a_claim_there_is_nothing_to_expect(judges):
    """The pieces stand where they stood, and there much was to expect."""
    game, before = find_game("chess"), ending(99)
    found = Search(judges(game, before.options, "white"), 300, 0.0, random.Random(1), lambda: False)
    found.run(before, game.actions(before))
    position = game.successor(before, game.parse(before, "b5c4"))
    claim = game.parse(position, "claim")
    assert found.line(position, claim) == (claim,)


def test_where_captures_could_not_bring_enough_the_score_is_an_upper_bound():
    """It is remembered as one: what all captures bring, each looked at, is never more."""
    game, chance, tried = find_game("advancing-chess"), random.Random(1), 0
    for array in range(0, 1000, 100):
        position = game.start(game.read_options({"array": array}))
        while game.outcome(position) is None:
            judge = judge_of(game, position.options, game.to_act(position)[0])
            most = max((gain for gain, _ in judge.noisy(position, False)), default=0.0)
            if 0 < most < math.inf:
                tried += 1
                alpha = judge.score(position) + most
                assert settled(judge, position, -math.inf) <= settled(judge, position, alpha)
            position = game.successor(position, chance.choice(game.actions(position)))
    assert tried > 100


def settled(judge, position, alpha):
    """The score of a position once captures are made, in a window from ``alpha`` on."""
    search = Search(judge, 10_000, 0.0, random.Random(1), lambda: False)
    return search._quiet(position, OWN, alpha, math.inf, 1, 4)


@pytest.mark.parametrize("game_id", game_ids())
def test_only_what_is_legal_is_tried(game_id, random_game):
    game = find_game(game_id)
    for seed in range(2):
        games = random_game(game, {}, random.Random(seed), 60)
        for played in games[::20]:
            search(played.position, game, 300)
