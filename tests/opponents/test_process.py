"""``python -m opponents`` as others start it: lines in, lines out, the same answer every time."""

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import psutil
import pytest
from waiting import PATIENCE_S, wait_for

from engine.core.pieces import Seat
from engine.records.computer_levels import LEVEL_NAMES
from engine.records.game_record import begin
from engine.registry import find_game
from opponents import conversation
from opponents.conversation import answer
from opponents.levels import LEVELS
from opponents.thinking import DECISION_S

GOOD = {"game": "pawn", "actions": ["g1g2"], "seat": "black", "level": 2, "seed": 7, "entry": 1}


class Process:
    """The opponents in a process of their own. ``environment``: beside what this one has."""

    def __init__(self, **environment):
        self.child = subprocess.Popen(
            [sys.executable, "-m", "opponents"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=os.environ | environment,
        )

    def ask(self, request):
        self.child.stdin.write(json.dumps(request).encode() + b"\n")
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())


@contextmanager
def process(**environment):
    running = Process(**environment)
    try:
        yield running
    finally:
        running.child.kill()
        running.child.wait()
        running.child.stdin.close()
        running.child.stdout.close()


def in_time(opponents, request):
    """The answer to a request, asked again where the machine stood still for so long that it may have been hurried."""
    def ask():
        begun_s = time.monotonic()
        answered = opponents.ask(request)
        return answered if time.monotonic() < begun_s + DECISION_S / 2 else None

    return wait_for(ask, "an answer in time")


def test_what_is_not_to_be_considered_is_not_chosen_unless_there_is_nothing_else(ask):
    played = begin(find_game("pawn"), find_game("pawn").read_options({}))

    def chosen(**more):
        return json.loads(answer(json.dumps(ask(played, Seat.WHITE, unhurried=True, **more))))["action"]

    best = chosen()
    every = [each.text for each in played.game.actions(played.position)]
    assert chosen(without=[best]) != best
    assert chosen(without=every) == best


def test_who_is_not_waited_for_looks_at_no_clock(ask, monkeypatch):
    played = begin(find_game("pawn"), find_game("pawn").read_options({}))
    monkeypatch.setattr(conversation, "monotonic", itertools.count(0.0, 10.0).__next__)
    hurried, unhurried = (
        json.loads(answer(json.dumps(ask(played, Seat.WHITE, level=5, unhurried=each)))) for each in (False, True)
    )
    assert hurried["nodes"] < unhurried["nodes"] == LEVELS[4].skill.nodes and hurried["depth"] < unhurried["depth"]


def test_it_answers_line_by_line_and_ends_with_its_input():
    with process() as opponents:
        first = in_time(opponents, GOOD)
        assert (first["entry"], first["seat"]) == (1, "black")
        assert "error" in opponents.ask({}) and in_time(opponents, GOOD) == first, "a refusal leaves no trace"
        opponents.child.stdin.close()
        assert opponents.child.wait(PATIENCE_S) == 0
        assert opponents.child.stdout.read() == b""


def test_it_ends_without_a_word_when_nobody_listens_any_more():
    with subprocess.Popen(
        [sys.executable, "-m", "opponents"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        child.stdout.close()
        complaints = child.communicate(json.dumps(GOOD).encode() + b"\n")[1]
    assert (child.returncode, complaints) == (0, b"")


def test_ctrl_c_ends_it_without_a_word():
    with subprocess.Popen(
        [sys.executable, "-m", "opponents"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        child.stdin.write(json.dumps(GOOD).encode() + b"\n")
        child.stdin.flush()
        assert child.stdout.readline()
        child.send_signal(signal.SIGINT)
        assert (child.stderr.read(), child.wait(PATIENCE_S)) == (b"", -signal.SIGINT)


def test_everything_else_on_the_computer_goes_first():
    with process() as opponents:
        opponents.ask(GOOD)
        assert psutil.Process(opponents.child.pid).nice() == 19


def test_killed_and_started_again_it_answers_the_same():
    answers = []
    for hash_seed in "01":
        with process(PYTHONHASHSEED=hash_seed) as opponents:
            answers.append([in_time(opponents, GOOD | {"level": level, "seed": level}) for level in (1, 2, 3)])
    assert answers[0] == answers[1]
    assert all("error" not in each for each in answers[0])


def test_every_level_answers_with_a_legal_action_in_every_game(game, ask, random_game):
    chance = random.Random(game.id)
    for number, level in enumerate(LEVELS[:6]):
        for played in random_game(game, {}, chance, 60)[number:: 20]:
            seat = chance.choice(game.to_act(played.position))
            said = json.loads(answer(json.dumps(ask(played, seat, level.number))))
            assert "error" not in said, (said, played)
            action = game.parse(played.position, said["action"])
            assert game.actor(played.position, action) == seat
            assert -1 <= said["score"] <= 1 and said["line"][0] == said["action"]


@pytest.mark.parametrize("given", [
    {"players": 3}, {"players": 4}, {"players": 4, "teams": "opposite"}, {"army": "classic", "combat_die": "2d6"},
    {"players": 4, "teams": "three-on-one", "finish": "last-standing"},
])
def test_more_than_two_seats_and_teams_are_played_for(given, ask, random_game):
    game, chance = find_game("pawns-revenge"), random.Random(str(given))
    for played in random_game(game, given, chance, 120)[:: 15]:
        seat = chance.choice(game.to_act(played.position))
        said = json.loads(answer(json.dumps(ask(played, seat, 3))))
        assert game.actor(played.position, game.parse(played.position, said["action"])) == seat


def test_a_game_that_began_from_a_set_up_position_is_played_on(ask):
    game = find_game("pawn")
    state = {"board": {"d4": "wP", "d6": "bP", "e6": "bP"}, "phase": "move", "to_act": ["white"]}
    played = begin(game, game.read_options({}), state)
    said = json.loads(answer(json.dumps(ask(played, "white", setup=state))))
    assert said["action"] in {each.text for each in game.actions(played.position)}


@pytest.mark.parametrize(("changed", "told"), [
    ({"seat": "red"}, "seat must be one of white, black, not 'red'"),
    ({"seat": "white"}, "white has nothing to decide now"),
    ({"level": 0}, "level must be a whole number from 1 to 8, not 0"),
    ({"level": True}, "level must be a whole number"),
    ({"nodes": 9}, "level and nodes exclude each other"),
    ({"seed": -1}, "seed must be a whole number"),
    ({"entry": 1.5}, "entry must be a whole number"),
    ({"within_s": -1}, "within_s must be a number from 0"),
    ({"unhurried": 1}, "unhurried must be true or false"),
    ({"actions": "g1g2"}, "actions must be a list"),
    ({"actions": [1]}, "each of actions must be a text"),
    ({"actions": ["g1g9"]}, "action 1 (g1g9): 'g1g9' is not a legal action here"),
    ({"secret": ["die:black=3"]}, "not a legal action here"),
    ({"options": []}, "options must be an object"),
    ({"options": {"strikes": 1}}, "unknown option 'strikes'"),
    ({"setup": []}, "setup must be an object"),
    ({"game": "go"}, "unknown game 'go'"),
    ({"levl": 1}, "did you mean level?"),
    ({"game": None}, "game must be a text"),
])
def test_what_is_wrong_is_told_in_words(changed, told):
    said = json.loads(answer(json.dumps(GOOD | changed)))
    assert told in said["error"]["message"], said


@pytest.mark.parametrize("nodes", [0, 2_000_000, "1", True])
def test_who_judges_is_told_how_many_positions_to_look_at(nodes):
    request = {name: value for name, value in GOOD.items() if name != "level"} | {"nodes": nodes}
    said = json.loads(answer(json.dumps(request)))
    assert "nodes must be a whole number from 1 to 1000000" in said["error"]["message"]


@pytest.mark.parametrize("line", [b"", b"[]", b"nonsense", b"\xff", b"[" * 100_000, b'{"a": 1, "a": 2}', b"NaN"])
def test_what_is_no_request_is_refused(line):
    assert json.loads(answer(line))["error"]["code"] == "bad-request"


def test_what_must_be_there_is_named():
    for name in GOOD:
        said = json.loads(answer(json.dumps({key: value for key, value in GOOD.items() if key != name})))
        assert f"the field {name} is missing" in said["error"]["message"]


def test_levels_are_numbered_in_order_and_grow():
    assert [level.number for level in LEVELS] == list(range(1, len(LEVEL_NAMES) + 1))
    assert [level.skill.nodes for level in LEVELS] == sorted({level.skill.nodes for level in LEVELS})
