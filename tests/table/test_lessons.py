"""Lessons on wood: set up by the lights, judged, put back, and on to the next; a game stays a game."""

from dataclasses import replace

import pytest
from play_table import BOTH, WHITE, PlayTable

from engine.core.messages import message
from engine.core.pieces import Seat
from engine.registry import find_game, game_ids
from engine.services.lessons import Course, Lesson, Verdict, lessons_of
from table.messages.effects import KeepSolved
from table.messages.events import (
    AbandonGame,
    Answer,
    AskHint,
    EndTurn,
    OfferDraw,
    ParkGame,
    Resign,
    StartGame,
    TakeBack,
    TimePassed,
)
from table.messages.lights import Role
from table.messages.new_game import NewGame
from table.turns.transaction import Progress, commit

STEP = Lesson("step", message("Step."), "move", "wPd3 wPb2 bPd7 bPe7", ("d3d4",), message("Stepped."), message("No."))
TAKE = Lesson("take", message("Take it."), "move", "wPd4 bPd5", ("d4d5",), message("Taken."), message("It stands."))


@pytest.fixture
def table():
    """The first of two lessons, on a board without pieces."""
    playing = PlayTable()
    game = NewGame("pawn", {}, {Seat.WHITE: "", Seat.BLACK: ""}, False, setup=STEP.state)
    playing.send(StartGame("lesson-1", game, Course((STEP, TAKE))))
    playing.follow_lights()
    return playing


def solve(table):
    table.move("d3", "d4")
    table.wait(4.0)


def now(table):
    return str(table.scene().now)


def covered(table):
    return set(table.scene().covered)


def asked(table):
    return [each for each in table.scene().prompts if each.id.startswith("lesson:")]


def test_its_few_pieces_are_set_up_by_the_lights_and_its_task_is_told(table):
    assert covered(table) == {"b2", "d3", "d7", "e7"} and now(table) == "Step."
    lesson = table.scene().lesson
    assert (lesson.name, lesson.number, lesson.count, lesson.verdict) == ("step", 1, 2, Verdict.OPEN)


def test_the_right_action_is_praised_and_the_next_lesson_is_set_up(table):
    solve(table)
    assert now(table) == "Stepped." and table.scene().lesson.verdict is Verdict.RIGHT
    assert not table.squares_of(Role.TURN), "nobody plays on"
    prompt, = asked(table)
    table.send(Answer(prompt.id, "next", BOTH))
    table.follow_lights()
    assert covered(table) == {"d4", "d5"} and now(table) == "Take it."


def test_a_problem_from_a_game_is_no_lesson_to_be_counted(table):
    solve(table)
    assert str(asked(table)[0].message) == "Lesson 1 of 2 is done."
    alone = PlayTable()
    game = NewGame("pawn", {}, {Seat.WHITE: "", Seat.BLACK: ""}, False, setup=STEP.state)
    alone.send(StartGame("lesson-1", game, Course((STEP,), from_game=True)))
    alone.follow_lights()
    solve(alone)
    assert str(asked(alone)[0].message) == "This problem is solved."


def test_the_only_lesson_of_a_game_is_a_lesson():
    alone = PlayTable()
    game = NewGame("pawn", {}, {Seat.WHITE: "", Seat.BLACK: ""}, False, setup=STEP.state)
    alone.send(StartGame("lesson-1", game, Course((STEP,))))
    alone.follow_lights()
    lesson = alone.scene().lesson
    assert (lesson.number, lesson.count, lesson.from_game) == (1, 1, False)
    solve(alone)
    assert str(asked(alone)[0].message) == "Lesson 1 of 1 is done."


def test_what_was_solved_is_kept_once_for_whoever_learns_and_for_nobody_in_a_problem(table):
    solve(table)
    assert table.stored == [], "nobody learns here"
    learning = PlayTable()
    game = NewGame("pawn", {}, {Seat.WHITE: "", Seat.BLACK: ""}, False, setup=STEP.state)
    learning.send(StartGame("lesson-1", game, Course((STEP, TAKE), learner="Zoë")))
    learning.follow_lights()
    learning.move("b2", "b3")
    learning.wait(4.0)
    learning.follow_lights()
    assert learning.stored == [], "that was not it"
    solve(learning)
    learning.send(EndTurn(BOTH))
    learning.follow_lights()
    assert learning.stored == [KeepSolved("Zoë", "pawn", "step")]
    assert learning.scene().lesson.learner == "Zoë" and learning.table.on_table.course.lesson is TAKE


def test_the_button_at_the_board_goes_on_too(table):
    solve(table)
    table.send(EndTurn(BOTH))
    table.follow_lights()
    assert now(table) == "Take it."


def test_another_action_is_put_back_by_the_lights_and_told_why_not(table):
    table.move("b2", "b3")
    table.wait(4.0)
    assert table.scene().status == "undo" and now(table).startswith("No. ")
    table.follow_lights()
    assert covered(table) == {"b2", "d3", "d7", "e7"} and now(table) == "No. Step."
    solve(table)
    assert now(table) == "Stepped."


def test_once_more_sets_the_same_lesson_up(table):
    solve(table)
    table.send(Answer(asked(table)[0].id, "again", BOTH))
    table.follow_lights()
    assert now(table) == "Step." and covered(table) == {"b2", "d3", "d7", "e7"}


def test_behind_the_last_lesson_the_table_is_free_though_the_game_had_ended_there(table):
    solve(table)
    table.send(EndTurn(BOTH))
    table.follow_lights()
    table.capture("d4", "d5")
    table.wait(4.0)
    scene = table.scene()
    assert now(table) == "Taken." and scene.winners is None, "the last black pawn is gone, and nobody has won"
    assert str(asked(table)[0].choices[0].label) == "Finish"
    table.send(Answer(asked(table)[0].id, "next", BOTH))
    assert table.table.on_table is None


def test_a_hint_shows_the_piece_then_the_square_without_anybody_thinking(table):
    table.send(AskHint(Seat.WHITE, WHITE))
    assert table.squares_of(Role.HINT) == ["d3"]
    table.send(AskHint(Seat.WHITE, WHITE))
    assert table.squares_of(Role.HINT) == ["d3", "d4"] and not table.thoughts
    assert table.scene().hint.told == 3, "there is no more to tell"


def test_a_hint_speaks_of_all_squares_where_several_pieces_act(table):
    pair = replace(STEP, pieces="wPb4 wPc4 bPf7 bPe8", accepted=("b4c4>1",))
    playing = PlayTable()
    game = NewGame("pawn", {}, {Seat.WHITE: "", Seat.BLACK: ""}, False, setup=pair.state)
    playing.send(StartGame("lesson-1", game, Course((pair,))))
    playing.follow_lights()
    playing.send(AskHint(Seat.WHITE, WHITE))
    assert playing.squares_of(Role.HINT) == ["b4", "c4"] and now(playing) == "Hint: look at the 2 lit squares."
    table.send(AskHint(Seat.WHITE, WHITE))
    assert now(table) == "Hint: look at the lit square."


def test_nothing_of_it_is_stored(table):
    table.move("b2", "b3")
    table.wait(4.0)
    table.follow_lights()
    solve(table)
    assert not table.stored and table.scene().confirmed


def test_what_only_a_game_has_is_refused(table):
    nobody = frozenset()
    for wish in (Resign(Seat.WHITE, WHITE), OfferDraw(Seat.WHITE, BOTH), AbandonGame(BOTH), TakeBack(BOTH, nobody)):
        table.send(wish)
    assert len(table.refusals) == 4 and "lesson" in table.refusals[0] and table.scene().status == "play"


def test_it_is_left_without_asking_anybody(table):
    table.send(ParkGame(WHITE, frozenset({Seat.BLACK})))
    assert table.table.on_table is None


@pytest.mark.parametrize("game_id", [each for each in game_ids() if lessons_of(each)])
def test_every_lesson_is_set_up_solved_and_left_behind(game_id):
    """From the first to the last, whatever the action that solves it leads to: a march, dice, the end of the game."""
    lessons, playing, game = lessons_of(game_id), PlayTable(), find_game(game_id)
    first = lessons[0]
    options = game.read_options(dict(first.options))
    players = dict.fromkeys(game.seats_of(options), "")
    new = NewGame(game_id, options.as_data(), players, False, setup=first.state)
    playing.send(StartGame("lesson-1", new, Course(lessons)))
    for lesson in lessons:
        playing.follow_lights()
        assert now(playing) == str(lesson.task) and len(covered(playing)) == len(lesson.pieces.split())
        position = playing.table.on_table.position
        actions = game.actions(position) or game.proposals(position, lesson.seat, 1000)
        taken = Progress(playing.table, playing.now_s)
        commit(taken, next(each.text for each in actions if lesson.accepts(each.text)))
        playing.table = taken.table
        playing.send(TimePassed())
        playing.follow_lights()  # what hands did not do here, and what the rules do by themselves
        assert now(playing) == str(lesson.right) and not taken.effects and not playing.table.chance_decides
        playing.send(Answer(asked(playing)[0].id, "next", BOTH))
    assert playing.table.on_table is None and not playing.stored


def test_heal_is_done_with_the_hands_as_its_answer_to_a_wrong_action_says():
    heal, playing = next(each for each in lessons_of("chess-two") if each.name == "heal"), PlayTable()
    options = find_game("chess-two").read_options(dict(heal.options))
    new = NewGame("chess-two", options.as_data(), {Seat.WHITE: "", Seat.BLACK: ""}, False, setup=heal.state)
    playing.send(StartGame("lesson-1", new, Course((heal,))))
    playing.follow_lights()
    playing.move("c3", "b3")
    playing.wait(4.0)
    playing.follow_lights()
    assert "Lift Life, lift the rook and put it back, then Life." in now(playing)
    playing.lift("d4")
    playing.lift("e5")
    playing.place("e5")
    playing.place("d4")
    playing.wait(4.0)
    assert playing.scene().lesson.verdict is Verdict.RIGHT
