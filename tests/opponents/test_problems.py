"""The problems among the lessons: what is accepted wins, and nothing else is as good, as the search finds too."""

import random
from dataclasses import replace
from itertools import product

import pytest

from daemon.runtime.computer_player import HINT_NODES
from engine.games.pawns_revenge.combat import divided, fighters
from engine.registry import find_game, game_ids
from engine.services.evaluation import judge_of
from engine.services.lessons import lessons_of
from engine.services.review import LEAST_SWING
from opponents.blunders import look_at
from opponents.conversation import no_time_passes
from opponents.search import WIN, Search
from opponents.thinking import consider

CLEARLY = LEAST_SWING
"""The least that any other action gives away: what a review holds to be a mistake."""
PROBLEMS = [(game_id, lesson) for game_id in game_ids() for lesson in lessons_of(game_id) if lesson.find]
SEARCHED = [
    (game_id, lesson) for game_id, lesson in PROBLEMS
    if find_game(game_id).actions(lesson.begun(find_game(game_id)).position)
]
DIVIDED = [(game_id, lesson) for game_id, lesson in PROBLEMS if (game_id, lesson) not in SEARCHED]
"""Problems that are decided in secret, by one who does not know what the other side decided."""
HIGHEST = 6
"""On the die for points."""
WINS = WIN / 2


def best(game, position, seat, actions, nodes):
    """The best of these actions, and its score."""
    judge = judge_of(game, position.options, seat)
    return Search(judge, nodes, 0.0, random.Random(1), lambda: False).run(position, actions).ranked[0]


@pytest.mark.parametrize(("game_id", "lesson"), SEARCHED, ids=lambda value: getattr(value, "name", value))
def test_only_what_is_accepted_wins(game_id, lesson, full):
    game, nodes = find_game(game_id), 8000 if full else 1500
    position = lesson.begun(game).position
    actions = game.actions(position)
    right = [action for action in actions if lesson.accepts(action.text)]
    wrong = [action for action in actions if not lesson.accepts(action.text)]
    found, score = best(game, position, lesson.seat, actions, nodes)
    assert found in right and score > WINS
    assert best(game, position, lesson.seat, wrong, nodes)[1] < WINS


MATES = [(game_id, lesson) for game_id, lesson in PROBLEMS if "mate" in lesson.task.key.lower()]


@pytest.mark.parametrize(("game_id", "lesson"), MATES, ids=lambda value: getattr(value, "name", value))
def test_a_mate_is_one_whatever_the_other_side_does_and_nothing_else_mates_as_soon(game_id, lesson):
    """Every answer is tried: no search and no judgement has a say."""
    game = find_game(game_id)
    position = lesson.begun(game).position
    seat, moves = lesson.seat, 2 if "second" in lesson.task.key else 1
    mating = [action.text for action in game.actions(position) if wins_within(game, position, seat, action, moves)]
    assert mating and all(lesson.accepts(text) for text in mating)
    assert not any(wins_within(game, position, seat, game.parse(position, text), moves - 1) for text in mating)


def test_one_move_wins_within_three_turns_whatever_the_other_side_does_and_no_other():
    """Another one wins as well, but needs more turns for it."""
    game = find_game("pawn")
    lesson, = (each for each in lessons_of("pawn") if "within three turns" in each.task.key)
    position = lesson.begun(game).position
    for action in game.actions(position):
        assert wins_within(game, position, lesson.seat, action, 3) == lesson.accepts(action.text), action.text


def wins_within(game, before, seat, action, turns):
    """True if the seat wins within so many turns of its own whatever is answered. ``action``: what comes next, of the
    seat in the first of these turns, or of the other side."""
    after = game.successor(before, action)
    outcome = game.outcome(after)
    if outcome is not None:
        return turns > 0 and outcome.winners == (seat,)
    if seat in game.to_act(after):
        return any(wins_within(game, after, seat, each, turns) for each in game.actions(after))
    left = turns - (seat in game.to_act(before))
    return left > 0 and all(wins_within(game, after, seat, each, left) for each in game.actions(after))


@pytest.mark.parametrize(("game_id", "lesson"), SEARCHED, ids=lambda value: getattr(value, "name", value))
def test_whoever_helps_finds_the_solution_and_warns_of_everything_else(game_id, lesson, full):
    """A problem is none if something else does as well, by our own comparison: then a hint would be a matter of luck,
    and a warning would say nothing."""
    game, nodes = find_game(game_id), 16_000 if full else 2_000
    position = lesson.begun(game).position
    for chance in ("1", "2") if full else ("1",):
        assert lesson.accepts(consider(game, position, lesson.seat, nodes, chance, no_time_passes).action)
        losses = {
            action.text: look_at(game, position, lesson.seat, action.text, nodes, chance, no_time_passes).loss
            for action in game.actions(position) if not lesson.accepts(action.text)
        }
        assert min(losses.values()) >= CLEARLY, losses


@pytest.mark.parametrize(("game_id", "lesson"), DIVIDED, ids=lambda value: getattr(value, "name", value))
def test_one_division_wins_whatever_the_other_side_does_and_no_other(game_id, lesson):
    """All divisions of the highest number are tried, those among them that leave points over: all of lower ones."""
    game = find_game(game_id)
    position = lesson.begun(game).position
    own, other = position.rules.army(lesson.seat), 1 - position.rules.army(lesson.seat)
    answers = [lesson_against(lesson, answer).begun(game).position for answer in divisions(position, other, HIGHEST)]
    assert len(answers) >= 28
    for division in divisions(position, own, dict(position.dice.numbers)[own]):
        ends = [game.outcome(game.successor(each, game.parse(each, division))) for each in answers]
        assert all(end and lesson.seat in end.winners for end in ends) == lesson.accepts(division), division


@pytest.mark.parametrize(("game_id", "lesson"), DIVIDED, ids=lambda value: getattr(value, "name", value))
def test_whoever_helps_finds_the_division(game_id, lesson, full):
    """It is drawn from a plan, which may hold a little of what is nearly as good."""
    game, times = find_game(game_id), 40 if full else 10
    position = lesson.begun(game).position
    found = [consider(game, position, lesson.seat, HINT_NODES, str(chance), no_time_passes).action
             for chance in range(times)]
    assert sum(map(lesson.accepts, found)) >= 0.8 * times, found


def divisions(position, army, points):
    """Every division of so many points or fewer over the pieces of an army that fight."""
    squares = sorted(fighters(position, army))
    for given in product(range(points + 1), repeat=2 * len(squares)):
        if sum(given) <= points:
            yield divided(position.rules, position.rules.seats[army],
                          tuple(zip(squares, given[::2], given[1::2], strict=True))).text


def lesson_against(lesson, division):
    """The lesson with another division of the other side."""
    seat = division.partition(":")[0]
    detail = {**lesson.detail, "points": {**lesson.detail["points"], seat: HIGHEST}, "divisions": {seat: division}}
    return replace(lesson, detail=detail)
