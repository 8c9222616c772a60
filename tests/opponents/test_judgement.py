"""Whoever helps or judges always thinks: no handicap of a level comes near hints, warnings, reviews and ratings."""

import inspect
import json
from contextlib import closing
from random import Random

import pytest
from engines import RUBBISH

from engine.core.pieces import Seat
from engine.records.game_record import begin
from engine.registry import find_game, folder_of, game_ids, load
from engine.services.evaluation import Judge, Skill
from opponents import blunders, conversation, outside, search, thinking, turns
from opponents.conversation import answer
from opponents.levels import LEVELS, Level
from opponents.sight import Sight
from table.turns.warnings import LEAST_LOSS

HINT, CHECK = {"nodes": 6_000}, {"nodes": 2_000}
ONE_MOVE_LEFT = {
    "board": {"c2": "wP", "h2": "wP", "a4": "wP", "d3": "bP", "h7": "bP", "g6": "bP"}, "phase": "battle",
    "to_act": ["white"], "detail": {"moves_left": 1},
}
"""Black steps from d3 to d2, and the march takes that pawn home: unless it is taken now."""
SAVES = "c2d3"
JUDGES = (Judge, *(load(each, "evaluation").GameJudge for each in game_ids()
                   if (folder_of(each) / "evaluation.py").exists()))


def asked(**more):
    request = {"game": "pawn-advance", "setup": ONE_MOVE_LEFT, "actions": [], "seat": "white", "entry": 1,
               "unhurried": True}
    return json.loads(answer(json.dumps(request | more)))


@pytest.fixture
def without_handicaps(monkeypatch):
    """Any use of a handicap fails."""
    def fail(*_):
        raise AssertionError("a handicap was met")

    def exact(begun):
        def checked(*given):
            asked = inspect.signature(begun).bind(*given).arguments
            assert not asked.get("noise"), "positions are misjudged"
            assert asked.get("sight") is None, "moves are overlooked"
            begun(*given)
        return checked

    for kind in search.Search, turns.TurnSearch:
        monkeypatch.setattr(kind, "__init__", exact(kind.__init__))
    for judge in JUDGES:
        monkeypatch.setattr(judge, "skills", property(fail))
    for name in ("noise", "overlooks", "unforeseen"):
        monkeypatch.setattr(Skill, name, property(fail))
    monkeypatch.setattr(Sight, "__init__", fail)


def test_the_one_move_that_does_not_lose_is_the_hint_and_the_best_of_a_review(full):
    for seed in range(100 if full else 10):
        for thoroughness in HINT, CHECK:
            assert asked(seed=seed, **thoroughness)["action"] == SAVES


def test_every_other_move_is_warned_of_and_reviewed_as_a_loss(full):
    game = find_game("pawn-advance")
    position = begin(game, game.read_options({}), ONE_MOVE_LEFT).position
    others = [each.text for each in game.actions(position) if each.text != SAVES]
    assert len(others) == 3
    for seed in range(100 if full else 5):
        assert asked(seed=seed, check=SAVES, **CHECK)["loss"] == 0.0
        for text in others:
            found = asked(seed=seed, check=text, **CHECK)
            assert found["loss"] > 1.5 and found["reason"]["name"] == "loses", text


@pytest.mark.parametrize(("white", "black", "saves"), [
    ("d2 c4 h2", "a4 c3 c5 c6", "d2c3"),
    ("f2 a2 a5", "b8 d4 g3 a8", "f2g3"),
])
def test_a_move_after_which_all_hangs_on_where_pawns_enter_is_judged_by_many_guesses(white, black, saves, full):
    """Each of the others is the whole rest of the turn: by one guess they seem nearly as good."""
    board = dict.fromkeys(white.split(), "wP") | dict.fromkeys(black.split(), "bP")
    setup = ONE_MOVE_LEFT | {"board": board}
    game = find_game("pawn-advance")
    position = begin(game, game.read_options({}), setup).position
    for seed in range(40 if full else 5):
        for each in game.actions(position):
            loss = asked(seed=seed, check=each.text, setup=setup, **CHECK)["loss"]
            assert loss == 0.0 if each.text == saves else loss >= LEAST_LOSS, each


def test_whoever_judges_cannot_be_given_a_level():
    for judges in thinking.consider, thinking.rate, blunders.look_at, outside.Consultation.look_at:
        for name, parameter in inspect.signature(judges).parameters.items():
            assert name not in ("level", "noise", "share") and parameter.annotation is not Level


@pytest.mark.usefixtures("without_handicaps")
def test_in_no_game_does_a_judgement_meet_a_handicap(game, ask, random_game, full):
    """Hints, warnings, what was second best, reviews; also by what a check of an earlier version says."""
    chance, every = Random(game.id), 4 if full else 24
    for played in random_game(game, {}, chance, 60)[::every]:
        seat = chance.choice(game.to_act(played.position))
        request = {name: value for name, value in ask(played, seat).items() if name != "level"}
        best = judged(request, nodes=200)
        judged(request, nodes=200, unhurried=True, without=[best["action"]])
        if game.actions(played.position):
            text = chance.choice(game.actions(played.position)).text
            judged(request, nodes=200, check=text)
            assert judged(request, level=1, check=text)["loss"] >= 0.0


def judged(request, **more):
    said = json.loads(answer(json.dumps(request | more)))
    assert "error" not in said, said
    return said


def test_that_would_fail_where_a_player_decides(ask, without_handicaps):
    played = begin(find_game("pawn"), find_game("pawn").read_options({}))
    with pytest.raises(AssertionError, match="a handicap was met"):
        answer(json.dumps(ask(played, Seat.WHITE, level=1)))


def test_what_a_player_takes_a_draw_or_resigns_by_is_the_same_at_every_level(game, ask, random_game, full):
    chance = Random(game.id)
    for played in random_game(game, {}, chance, 60)[:: 10 if full else 30]:
        seat = chance.choice(game.to_act(played.position))
        scores = {json.loads(answer(json.dumps(ask(played, seat, level.number, unhurried=True))))["score"]
                  for level in (LEVELS if full else LEVELS[:3])}
        assert len(scores) == 1, scores


def test_an_engine_that_helps_is_asked_at_full_strength(ask, monkeypatch):
    told = []

    class Recorded(outside.Consultation):
        def __init__(self, engines, asked, *more):
            told.append(asked)
            super().__init__(engines, asked, *more)

    monkeypatch.setattr(conversation, "Consultation", Recorded)
    played = begin(find_game("chess"), find_game("chess").read_options({}))
    request = {name: value for name, value in ask(played, Seat.WHITE).items() if name != "level"}
    engine = {"command": list(RUBBISH), "elo": 1400, "plain": 60}
    for more in {"nodes": 50}, {"nodes": 50, "check": "a2a3"}, {"level": 1, "check": "a2a3"}, {"level": 1}:
        with closing(outside.Engines()) as engines:
            answer(json.dumps(request | more | {"engine": engine}), engines)
    assert [each.is_weakened for each in told] == [False, False, False, True]


def test_what_a_weakened_engine_believes_of_its_game_counts_for_nothing(ask):
    """Black's queen and both rooks are gone."""
    state = {"board": {"e1": "wK", "d1": "wQ", "a1": "wR", "h1": "wR", "e8": "bK", "a7": "bP"}, "phase": "play",
             "to_act": ["black"]}
    chess = find_game("chess")
    played = begin(chess, chess.read_options({}), state)
    request = ask(played, Seat.BLACK, setup=state, unhurried=True, engine={"command": list(RUBBISH), "plain": 100})
    with closing(outside.Engines()) as engines:
        said = json.loads(answer(json.dumps(request), engines))
    assert "engine" not in said and said["score"] < -0.9
