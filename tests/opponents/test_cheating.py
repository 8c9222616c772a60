"""Nobody cheats: positions that look the same to a seat get the same answer, whatever others threw and decided."""

import json
import random

import pytest
from random_games import some_action

from engine.core.pieces import CHANCE
from engine.records.game_record import begin
from engine.registry import find_game
from engine.services.hidden_information import known_to
from opponents import thinking
from opponents.conversation import answer
from opponents.levels import level_of
from opponents.thinking import think

GAME = find_game("pawns-revenge")
UNHURRIED_S = 1e6


@pytest.fixture(autouse=True)
def unhurried(monkeypatch):
    """Nobody runs out of time, however busy the machine is."""
    monkeypatch.setattr(thinking, "DECISION_S", UNHURRIED_S)
    monkeypatch.setattr(thinking, "TURN_S", UNHURRIED_S)


def secret_moments(chance, given):
    """Random games of Pawn's Revenge, at each moment at which seats divide points."""
    while True:
        played = begin(GAME, GAME.read_options(given))
        while GAME.outcome(played.position) is None:
            played, _ = played.after(some_action(GAME, played.position, chance))
            if GAME.undisclosed(played.position) and CHANCE not in GAME.to_act(played.position):
                yield played


def with_other_secrets(played, seat, chance):
    other = played.before(GAME.undisclosed(played.position))
    for action in played.actions[len(other.actions):]:
        who = GAME.thrower(other.position) or GAME.actor(other.position, action)
        other, _ = other.after(action if who == seat else some_action(GAME, other.position, chance, who))
    return other


def test_what_others_threw_and_decided_changes_no_answer(ask, full):
    chance = random.Random("no cheating")
    different = compared = 0
    kinds = {}, {"players": 4}, {"combat_die": "2d6", "army": "classic"}
    moments = [secret_moments(chance, given) for given in kinds]
    while compared < (1000 if full else 100):
        played = next(moments[compared % len(moments)])
        seat = chance.choice(GAME.to_act(played.position))
        twin = with_other_secrets(played, seat, chance)
        level = chance.randint(1, 5)
        requests = [json.dumps(ask(each, seat, level, entry=5, within_s=UNHURRIED_S)) for each in (played, twin)]
        assert requests[0] == requests[1], "the process is told the same"
        answers = [json.loads(answer(each)) for each in requests]
        assert answers[0] == answers[1] and "error" not in answers[0]
        different += twin.position != played.position
        compared += 1
    assert different > compared / 2


def test_a_whole_position_gives_no_more_away_than_what_is_told_of_it(full):
    """The search is handed a position by others too: what it finds in there and should not know changes nothing."""
    chance = random.Random("whole")
    moments = secret_moments(chance, {})
    for number in range(300 if full else 40):
        played = next(moments)
        seat = chance.choice(GAME.to_act(played.position))
        twin = with_other_secrets(played, seat, chance)
        decisions = [
            think(GAME, each.position, seat, level_of(3), f"same {number}", within_s=UNHURRIED_S)
            for each in (played, twin)
        ]
        assert decisions[0] == decisions[1]
        assert known_to(seat, played) == known_to(seat, twin)
