"""Thinking a whole turn over: of Pawn Advance Chess, where it is four moves."""

import random
from itertools import chain

import pytest

from engine.records.game_record import begin
from engine.registry import find_game
from engine.services.evaluation import judge_of
from opponents.levels import LEVELS
from opponents.search import SURELY
from opponents.thinking import shown, think
from opponents.turns import TurnSearch

GAME = find_game("pawn-advance")
OPTIONS = GAME.read_options({"first": "alternate"})


def standing(pawns, to_act="white", first="alternate"):
    """A position of the first round with these pawns (White's, then Black's) before a turn."""
    white, black = (each.split() for each in pawns)
    board = dict.fromkeys(white, "wP") | dict.fromkeys(black, "bP")
    state = {"board": board, "phase": "battle", "to_act": [to_act], "detail": {"round": 1}}
    return begin(GAME, GAME.read_options({"first": first}), state).position


def found(position, seat, nodes=2000, late=lambda: False, seed=1):
    return TurnSearch(judge_of(GAME, OPTIONS, seat), nodes, random.Random(seed), late).run(position)


def test_a_pawn_that_would_arrive_is_taken_at_some_time_of_the_turn():
    position = standing(("b1 c1 d1 e1 f1 g1", "a2 f8 g8 h8"))
    best = found(position, "white")
    assert "b1a2" in [action.text for action in best.line] and len(best.line) == 4
    assert best.ranked[0][1] > -SURELY


def test_what_cannot_be_prevented_any_more_is_seen():
    position = standing(("c1 d1 e1 f1 g1", "a2 f8 g8 h8"))
    assert found(position, "white").ranked[0][1] < -SURELY


def test_nothing_that_hangs_on_where_pawns_enter_is_sure():
    """After Black's turn the march takes h6 to h7. It arrives next, unless a pawn enters on h8: one time in four."""
    position = standing(("h6 a1 b1", "a5 b5 c5 d5 e5"), to_act="black", first="white")
    for nodes in (200, 2000):
        ranked = [found(position, "black", nodes, seed=seed).ranked for seed in range(20)]
        for action, score in chain.from_iterable(ranked):
            assert -SURELY < score < SURELY, action
        assert sum(each[0][1] for each in ranked) / len(ranked) < -300


def test_with_positions_left_over_many_guesses_tell_how_likely_it_is():
    """The same position: at worst lost three times in four, and then about even. One guess says either."""
    position = standing(("h6 a1 b1", "a5 b5 c5 d5 e5"), to_act="black", first="white")
    judge = judge_of(GAME, OPTIONS, "black")
    scores = [found(position, "black", 16_000, seed=seed).ranked[0][1] for seed in range(12)]
    assert all(-0.85 < shown(judge, score) < -0.3 for score in scores)


def test_positions_left_over_are_for_looking_further_ahead():
    position = GAME.start(OPTIONS)
    for nodes in (2000, 16_000):
        assert nodes / 2 < found(position, "white", nodes).nodes < 1.2 * nodes


def test_a_pawn_that_can_be_taken_has_not_arrived():
    alone, caught = (standing(("e7 a1", f"a8 {guard}"), to_act="black") for guard in ("g8", "f8"))
    judge = judge_of(GAME, OPTIONS, "white")
    assert judge.score(alone) > judge.score(caught) + 300


def test_it_ends_at_once_when_it_is_late_with_a_turn_that_can_be_played():
    position = GAME.start(OPTIONS)
    hurried, calm = found(position, "white", late=lambda: True), found(position, "white")
    assert hurried.nodes < calm.nodes / 2
    for action in hurried.line:
        position = GAME.play(position, action.text)[1]
    assert GAME.to_act(position) == ("black",)


def test_luck_alone_decides_what_is_guessed_and_it_decides_alike():
    position = standing(("h6 a1 b1", "a5 b5 c5 d5 e5"), to_act="black", first="white")
    assert found(position, "black") == found(position, "black")


def test_the_first_level_sees_what_it_can_take():
    """In the turn, if not at once: the pawn on d4 takes, or has been taken for granted."""
    position, taken = standing(("d4 a1 b1 c1", "e5 h8 g8")), 0
    for seed in range(50):
        after = position
        while GAME.to_act(after) == ("white",):
            after = GAME.play(after, think(GAME, after, "white", LEVELS[0], f"{seed} {after.moved}").action)[1]
        taken += after.captures[0]
    assert taken >= 40


@pytest.mark.parametrize("seed", range(6))
def test_the_judgement_is_the_same_turned_around(seed, random_game):
    """White's position is worth to White what the same is to Black; in turns, so that a round later the other opens."""
    met = set()
    for played in random_game(GAME, OPTIONS.as_data(), random.Random(seed), 200):
        if played.position.phase != "battle" or played.position.round == 1:
            continue
        turned = mirrored(played.position)
        met.add(judge_of(GAME, OPTIONS, "white").score(played.position))
        assert judge_of(GAME, OPTIONS, "white").score(played.position) == judge_of(GAME, OPTIONS, "black").score(turned)
    assert len(met) > 3


def mirrored(position):
    white, black = position.pawns
    return position._replace(
        pawns=(flipped(black), flipped(white)), moved=flipped(position.moved), side=1 - position.side,
        captures=position.captures[::-1], to_place=position.to_place[::-1], round=position.round + 1,
    )


def flipped(squares):
    return sum(1 << 8 * (square // 8) + 7 - square % 8 for square in range(64) if squares >> square & 1)
