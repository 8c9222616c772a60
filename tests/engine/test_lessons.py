"""Lessons of every game that has some: positions, tasks and sentences as docs/new-lesson.md wants them."""

import re
from collections import Counter

import pytest

from engine.core.messages import message
from engine.core.pieces import Seat
from engine.game import EVERYTHING
from engine.registry import find_game, folder_of, game_ids
from engine.services.lessons import Lesson, lessons_of

TAUGHT = [(game_id, lesson) for game_id in game_ids() for lesson in lessons_of(game_id)]
GAMES = sorted({game_id for game_id, _ in TAUGHT})
SAID_OF_ANYTHING_ELSE = {
    "captures nothing": lambda before, after, outcome: before <= after,
    "still stands": lambda before, after, outcome: before <= after,
    "does not win": lambda before, after, outcome: outcome is None,
    "wins nothing": lambda before, after, outcome: outcome is None,
    "Black has won": lambda before, after, outcome: outcome is not None and outcome.winners == (Seat.BLACK,),
}
"""The claims in answers to wrong actions, and the test of each, by the enemy's pieces before and after, and by the
outcome."""
NOTATION = re.compile(r"[a-p]\d+(?:[a-p]\d|[x+=@^<>])|(?:white|black):[a-p]|\*")
"""The notation of records, as far as it is not how people speak."""


def legal(game_id, lesson):
    """The position of a lesson, and what can be done there."""
    game = find_game(game_id)
    position = lesson.begun(game).position
    assert game.to_act(position) == (lesson.seat,) and game.outcome(position) is None
    return position, game.actions(position) or game.proposals(position, lesson.seat, 10_000)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_teaches_eight_things_and_has_five_problems_behind_them(game_id):
    found = lessons_of(game_id)
    problems = [lesson.find for lesson in found]
    assert problems.count(False) >= 8 and problems.count(True) >= 5 and problems == sorted(problems)
    assert len({lesson.name for lesson in found}) == len(found)
    game = find_game(game_id)
    boards = {game.board(lesson.begun(game).options) for lesson in found}
    assert len(boards) == 1, "whoever goes on to the next lesson stays at the same board"


@pytest.mark.parametrize(("game_id", "lesson"), TAUGHT, ids=lambda value: getattr(value, "name", value))
def test_few_pieces_one_task_and_not_everything_solves_it(game_id, lesson):
    position, actions = legal(game_id, lesson)
    assert len(lesson.pieces.split()) <= 8
    solving = [action for action in actions if lesson.accepts(action.text)]
    assert solving and len(solving) < len(actions)
    assert all(any(Lesson.accepts(_only(lesson, pattern), each.text) for each in actions)
               for pattern in lesson.accepted), "each pattern stands for something"
    for action in solving:
        find_game(game_id).apply(position, action)


@pytest.mark.parametrize(("game_id", "lesson"), TAUGHT, ids=lambda value: getattr(value, "name", value))
def test_nothing_looks_like_a_solution_that_is_none(game_id, lesson):
    """Actions with the same effect on board and game may be read as either: hands cannot say which one they mean."""
    game = find_game(game_id)
    position, actions = legal(game_id, lesson)

    def seen(action):
        return game.footprint(position, action), game.key(game.successor(position, action))

    by_hand = [action for action in actions if game.footprint(position, action).squares]
    solving = [seen(action) for action in by_hand if lesson.accepts(action.text)]
    assert not [each.text for each in by_hand if not lesson.accepts(each.text) and _twin(seen(each), solving)]


@pytest.mark.parametrize(("game_id", "lesson"), TAUGHT, ids=lambda value: getattr(value, "name", value))
def test_what_is_said_to_a_wrong_action_is_true_of_every_one(game_id, lesson):
    game = find_game(game_id)
    position, actions = legal(game_id, lesson)

    def enemies(position):
        pieces = game.view(position, EVERYTHING).pieces.values()
        return Counter(piece.kind for piece in pieces if piece.owner is Seat.BLACK)

    claims = [true for said, true in SAID_OF_ANYTHING_ELSE.items() if said in str(lesson.wrong)]
    wrong = [action for action in actions if not lesson.accepts(action.text)]
    after = {each.text: game.successor(position, each) for each in wrong}
    assert not [text for text, now in after.items() for true in claims
                if not true(enemies(position), enemies(now), game.outcome(now))]


@pytest.mark.parametrize("name", ["life", "heal"])
def test_a_shield_from_life_is_what_saves_whites_pieces(name):
    """Of all turns that lose nothing at once, and take what can be taken, these alone begin as the lesson says."""
    game, lesson = find_game("chess-two"), next(each for each in lessons_of("chess-two") if each.name == name)
    safe = {text for text, after in turns(game, lesson.begun(game).position, lesson.seat) if saves(game, after)}
    assert safe and all(lesson.accepts(text) for text in safe)
    assert {text for text, _ in turns(game, lesson.begun(game).position, lesson.seat) if lesson.accepts(text)} == safe


def turns(game, position, seat, first=""):
    """The first action of each turn of a seat, and the position after the turn."""
    for action in game.actions(position):
        after = game.successor(position, action)
        if game.outcome(after) is None and seat in game.to_act(after):
            yield from turns(game, after, seat, first or action.text)
        else:
            yield first or action.text, after


def saves(game, position):
    """True if Black has no rook, and can destroy nothing now."""
    def stand(position, seat, kind=""):
        pieces = game.view(position, EVERYTHING).pieces.values()
        return sum(piece.owner is seat and kind in ("", piece.kind) for piece in pieces)

    whole = stand(position, Seat.WHITE)
    return stand(position, Seat.BLACK, "R") == 0 and all(
        stand(game.successor(position, each), Seat.WHITE) == whole for each in game.actions(position))


def _twin(seen, others):
    """True if another one empties and fills the same squares, and leads to the same."""
    footprint, after = seen
    return any((footprint.empties, footprint.fills, footprint.swaps, after)
               == (other.empties, other.fills, other.swaps, later) for other, later in others)


def _only(lesson, pattern):
    return Lesson(lesson.name, lesson.task, lesson.phase, lesson.pieces, (pattern,), lesson.right, lesson.wrong)


@pytest.mark.parametrize("game_id", GAMES)
def test_its_sentences_are_short_and_speak_as_people_do(game_id):
    for lesson in lessons_of(game_id):
        for said in (lesson.task, lesson.right, lesson.wrong):
            assert len(str(said)) <= 130 and str(said).endswith((".", "!", "?")), said
            assert not NOTATION.search(str(said)), said


def test_what_looks_like_a_record_would_be_found():
    assert all(NOTATION.search(text) for text in ("e2e4", "b1xb8@b7", "white:c3+1/1", "+c1 e2+", "b5b6^1"))
    assert not NOTATION.search("Jump from b4 over b5, as a king does (2/3).")


def test_a_game_without_lessons_has_none(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.services.lessons.folder_of", lambda game_id: tmp_path)
    assert lessons_of("pawn") == () and (folder_of("pawn") / "lessons.py").exists()


def test_pieces_may_bear_shields():
    lesson = Lesson("x", message("x"), "turn", "wKf1 bR+d8 nLb10", ("*",), message("x"), message("x"))
    assert lesson.state["board"] == {"f1": "wK", "d8": "bR+", "b10": "nL"}
