"""The problems among the lessons: what is accepted wins, and nothing else is as good, as the search finds too."""

import random

import pytest

from engine.registry import find_game, game_ids
from engine.services.evaluation import judge_of
from engine.services.lessons import lessons_of
from opponents.search import WIN, Search

PROBLEMS = [(game_id, lesson) for game_id in game_ids() for lesson in lessons_of(game_id) if lesson.find]
WINS = WIN / 2


def best(game, position, seat, actions, nodes):
    """The best of these actions, and its score."""
    judge = judge_of(game, position.options, seat)
    return Search(judge, nodes, 0.0, random.Random(1), lambda: False).run(position, actions).ranked[0]


@pytest.mark.parametrize(("game_id", "lesson"), PROBLEMS, ids=lambda value: getattr(value, "name", value))
def test_only_what_is_accepted_wins(game_id, lesson, full):
    game, nodes = find_game(game_id), 8000 if full else 1500
    position = lesson.begun(game).position
    actions = game.actions(position) or game.proposals(position, lesson.seat, 10_000)
    right = [action for action in actions if lesson.accepts(action.text)]
    wrong = [action for action in actions if not lesson.accepts(action.text)]
    if not game.actions(position):  # decided in secret: what comes of it is certain here
        right_ends, wrong_ends = ([game.outcome(game.successor(position, each)) for each in some]
                                  for some in (right, wrong))
        assert all(end and lesson.seat in end.winners for end in right_ends)
        assert not any(end and lesson.seat in end.winners for end in wrong_ends)
        return
    found, score = best(game, position, lesson.seat, actions, nodes)
    assert found in right and score > WINS
    assert best(game, position, lesson.seat, wrong, nodes)[1] < WINS
