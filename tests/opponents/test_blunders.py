"""The loss that an action brings, as players are warned of it."""

import json

import pytest

from engine.core.pieces import Seat
from engine.records.computer_levels import LOSSES
from engine.records.game_record import begin
from engine.registry import find_game
from opponents.blunders import look_at
from opponents.conversation import answer

STATE = {"board": {"d4": "wP", "a1": "wP", "a4": "wP", "d6": "bP", "h7": "bP", "h6": "bP"}, "phase": "move",
         "to_act": ["white"]}
"""A pawn that goes to d5 stands where it is taken at once."""


def check(action, **more):
    request = {"game": "pawn", "setup": STATE, "actions": [], "seat": "white", "nodes": 2_000, "seed": 1, "entry": 4}
    return json.loads(answer(json.dumps(request | {"check": action, **more})))


def look(action):
    """Without a clock: however busy the machine is, all positions are looked at."""
    game = find_game("pawn")
    position = begin(game, game.read_options({}), STATE).position
    return look_at(game, position, Seat.WHITE, action, 2_000, "chance", clock=lambda: 0.0)


def test_a_piece_that_can_be_taken_for_nothing_is_told_of():
    found = look("d4d5")
    assert found.loss >= 0.3 and (found.reason.name, found.reason.piece) == ("gives-up", "P")


def test_what_keeps_everything_loses_nothing():
    assert look("a4a5").loss < 0.3


def test_the_process_answers_to_what_it_was_asked():
    said = check("d4d5")
    assert (said["entry"], said["seat"], said["action"]) == (4, "white", "d4d5")
    assert 0.0 <= said["loss"] <= 2.0 and said["reason"]["name"] in LOSSES


def test_asked_again_it_says_the_same():
    assert look("d4d5") == look("d4d5")


@pytest.mark.parametrize(("action", "code"), [("d4d9", "illegal-action"), (7, "bad-request")])
def test_what_is_no_action_is_refused(action, code):
    assert check(action)["error"]["code"] == code
