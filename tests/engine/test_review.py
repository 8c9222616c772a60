"""The review of a finished game: scores as the first seat sees them, and the largest mistakes."""

import random

import pytest
from random_games import some_action

from engine.core.pieces import Seat
from engine.game import Outcome
from engine.records.game_record import begin, replay
from engine.registry import find_game, game_ids
from engine.services.review import (
    LOST,
    BestAction,
    Blunder,
    Review,
    can_review,
    decides,
    decisive,
    problem,
    reviewed,
    turning_points,
)

DUEL = {"board": {"d4": "wP", "b2": "wP", "d5": "bP"}, "phase": "move", "to_act": ["white"]}
DRAWN = Outcome((), "stalemate")


@pytest.fixture
def played():
    """White might have taken the last pawn, and did not."""
    game = find_game("pawn")
    return replay(begin(game, game.read_options({}), DUEL), ("b2b3", "d5d4"))


def test_what_was_given_away_is_a_swing_and_what_was_best_is_none(played):
    found = reviewed(played, [BestAction(Seat.WHITE, "d4d5", 1.0, 1.0), BestAction(Seat.BLACK, "d5d4", 0.0)], DRAWN)
    assert found.scores == (1.0, 0.0, 0.0)
    assert found.swings == (Blunder(1, "d4d5", 1.0),)


def test_scores_are_the_first_seats(played):
    found = reviewed(played, [BestAction(Seat.WHITE, "b2b3", -0.5), BestAction(Seat.BLACK, "d5d4", 0.5)], DRAWN)
    assert found.scores == (-0.5, -0.5, 0.0) and not found.swings


def test_a_small_loss_is_no_mistake(played):
    thoughts = [BestAction(Seat.WHITE, "d4d5", 0.1, 0.1), None]
    assert not reviewed(played, thoughts, DRAWN).swings


@pytest.mark.parametrize("reason", ["resignation", "time", "agreement"])
def test_how_a_game_ended_and_who_was_to_act_is_nobodys_mistake(played, reason):
    thoughts = [BestAction(Seat.WHITE, "d4d5", 0.4, 0.01), BestAction(Seat.BLACK, "d5c5", 0.4, 0.02)]
    assert not reviewed(played, thoughts, Outcome((Seat.WHITE,), reason)).swings


def test_at_most_three_swings_are_told_in_the_order_of_the_game():
    game = find_game("pawn")
    played = begin(game, game.read_options({}))
    for _ in range(6):
        played, _ = played.after(game.actions(played.position)[0])
    losses = (0.2, 0.9, 0.3, 0.0, 0.5, 0.1)
    thoughts = [BestAction((Seat.WHITE, Seat.BLACK)[n % 2], "", 0.0, loss) for n, loss in enumerate(losses)]
    assert [each.number for each in reviewed(played, thoughts, DRAWN).swings] == [2, 3, 5]


def six_moves():
    """A game of Pawn after six moves, White's and Black's in turn."""
    game = find_game("pawn")
    played = begin(game, game.read_options({}))
    for _ in range(6):
        played, _ = played.after(game.actions(played.position)[0])
    return played


def test_three_mistakes_of_whoever_lost_are_told_however_large_the_others_were():
    losses = zip((0.9, 0.2, 0.8, 0.3, 0.7, 0.16), (0.0, 0.0, 0.0, LOST, 0.0, 0.0), strict=True)
    thoughts = [BestAction((Seat.WHITE, Seat.BLACK)[n % 2], "", score, loss) for n, (loss, score) in enumerate(losses)]
    won, lost = (reviewed(six_moves(), thoughts, Outcome((seat,), "touchdown")) for seat in (Seat.BLACK, Seat.WHITE))
    assert [each.number for each in won.swings] == [1, 3, 5]
    assert [each.number for each in lost.swings] == [1, 2, 3, 5, 6], "that of a game which was lost decides nothing"


def lost(*swings, scores=(0.0,) * 7):
    """A review with these mistakes: number, loss and, where it makes a problem, what solves that."""
    return Review(scores, tuple(Blunder(number, "", loss, solutions) for number, loss, *solutions in swings))


@pytest.mark.parametrize(("swings", "winners", "numbers"), [
    (((1, 0.9), (2, 1.5), (5, 0.3)), (Seat.BLACK,), [1]),
    (((1, 0.9), (3, 0.6), (5, 0.3)), (Seat.BLACK,), [3, 1]),
    (((1, 0.9), (2, 1.5), (5, 0.3)), (Seat.WHITE,), [2]),
    (((1, 0.9), (2, 1.5)), (), []),
    (((2, 1.5), (4, 0.4)), (Seat.BLACK,), []),
])
def test_the_large_mistakes_of_whoever_lost_may_have_decided_the_game(swings, winners, numbers):
    assert [each.number for each in turning_points(six_moves(), lost(*swings), winners)] == numbers


@pytest.mark.parametrize(("solved", "number"), [((1, 3), 3), ((1,), 1), ((3,), 3), ((5,), None), ((), None)])
def test_the_last_of_them_that_can_be_solved_decided_it(solved, number):
    swings = (1, 0.9), (3, 0.6), (5, 0.3)
    told = lost(*((each, loss, *(("a1a2", "a1a3") if each in solved else ())) for each, loss in swings))
    found = decisive(six_moves(), told, (Seat.BLACK,))
    assert (found and found.number) == number


def test_a_game_that_was_lost_is_not_decided_any_more():
    scores, swings = (0.1, 0.9, LOST, -0.9, 0.0, 0.0, 0.0), ((1, 0.5), (2, 0.5), (3, 0.6), (4, 0.9), (5, 0.1))
    for winner, number in ((Seat.BLACK, 1), (Seat.WHITE, 4)):
        found = turning_points(six_moves(), lost(*swings, scores=scores), (winner,))
        assert [each.number for each in found] == [number]


def test_a_mistake_becomes_a_problem_that_all_its_solutions_solve(played):
    for solutions, right in ((("d4d5",), "the best"), (("b2b4", "d4d5"), "one of the best")):
        lesson = problem(played, Blunder(1, "d4d5", 1.0, solutions))
        begun = lesson.begun(played.game)
        assert begun.position == played.first and lesson.find and lesson.seat is Seat.WHITE
        assert f"That was {right}" in str(lesson.right)
        accepted = [each.text for each in played.game.actions(begun.position) if lesson.accepts(each.text)]
        assert sorted(accepted) == list(solutions)


def test_every_moment_of_a_game_can_become_one():
    for game_id in game_ids():
        game, dice = find_game(game_id), random.Random(2)
        played = begin(game, game.read_options({}))
        while len(played.actions) < 60 and game.outcome(played.position) is None:
            played, _ = played.after(some_action(game, played.position, dice))
        for number in range(len(played.actions)):
            if decides(played, number) is not None:
                lesson = problem(played, Blunder(number + 1, "", 1.0, (played.actions[number].text,)))
                again, before = lesson.begun(game).position, (played.first, *played.positions)[number]
                assert game.actions(again) == game.actions(before) and lesson.accepts(played.actions[number].text)


def test_chance_and_several_at_once_decide_nothing_alone():
    game = find_game("pawns-revenge")
    played = begin(game, game.read_options({}))
    assert decides(played, 0) is None and can_review(played)
    assert not can_review(begin(game, game.read_options({"players": 3})))
