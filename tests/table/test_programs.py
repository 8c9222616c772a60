"""An action that a program chooses: it is stored before it is shown, and hands carry it out."""

import pytest
from play_table import BOTH, WHITE, PlayTable
from test_board_decisions import divisions
from timed_play import begin, think, timed

from engine.core.messages import message
from engine.core.pieces import Seat
from engine.services.lessons import Course, Lesson
from table.messages.events import Pause, PlayAction, Resume, StartGame, TakeBack
from table.messages.lights import Role
from table.messages.new_game import NewGame
from table.requests.programs import refusal
from table.requests.seen import seen

BLACK = frozenset({Seat.BLACK})


@pytest.fixture
def table():
    made = PlayTable()
    made.start("pawn")
    return made


def play(table, action, seats=BOTH, told=None):
    """Return why it was refused; nothing if it was not."""
    before = len(table.refusals)
    table.send(PlayAction(action, seats, told))
    return table.refusals[before:]


def test_hands_carry_it_out(table):
    assert play(table, "g1g2", WHITE) == []
    assert table.actions == ["g1g2"]
    assert table.role("g1") is Role.MARCH_FROM
    assert table.role("g2") is Role.MARCH_TO
    assert str(table.scene().now).startswith("For white: Put the white pawn from g1 on g2")
    table.move("g1", "g2")
    assert table.table.goal is None and table.table.in_step
    assert table.actions == ["g1g2"]


def test_it_is_stored_before_it_is_shown(table):
    table.slow_store = True
    table.send(PlayAction("g1g2", WHITE, None))
    assert table.stored_actions() == ["g1g2"] and table.actions == []
    assert play(table, "c1c2", WHITE) == ["An action is just being stored. Try again in a moment."]
    table.acknowledge()
    assert table.actions == ["g1g2"]


def test_programs_play_a_whole_game_on_wood(table):
    while table.table.on_table.outcome is None:
        on_table = table.table.on_table
        action = table.random.choice(on_table.game.actions(on_table.position)).text
        assert play(table, action) == []
        table.follow_lights()
        assert table.actions[-1] == action
    assert refusal(table.table, BOTH, table.now_s) is not None


def test_what_was_decided_by_an_older_look_is_refused(table):
    told = seen(table.table)
    table.move("g1", "g2")
    table.wait_for_corrections()
    assert play(table, "c6c5", BLACK, told) == ["The board has changed since. Look again, then tap."]
    assert play(table, "c6c5", BLACK, seen(table.table)) == []


def test_an_action_that_was_taken_back_and_played_again_is_another_one(table):
    table.move("g1", "g2")
    table.wait_for_corrections()
    told = seen(table.table)
    table.send(TakeBack(BOTH, frozenset()))
    table.follow_lights()
    table.move("c1", "c2")
    table.wait_for_corrections()
    assert table.scene().action_count == 1
    assert play(table, "c6c5", BLACK, told) == ["The board has changed since. Look again, then tap."]


def test_another_seats_turn_is_refused(table):
    assert play(table, "g1g2", BLACK) == [
        "Another seat decides this. Take that seat first, or let its phone answer."
    ]


def test_what_is_not_legal_is_refused(table):
    assert play(table, "a1a8") == ["'a1a8' is not a legal action here"]
    assert table.actions == []


def test_a_hand_on_the_board_is_not_overtaken(table):
    table.lift("g1")
    (reason,) = play(table, "c1c2", WHITE)
    assert reason.startswith("Hands are moving pieces")
    table.place("g2")
    assert play(table, "c1c2", WHITE) == [reason]
    table.wait()
    assert table.actions == ["g1g2"]
    assert play(table, "c6c5", BLACK) == [reason], "the hand may still correct it"
    table.wait_for_corrections()
    assert play(table, "c6c5", BLACK) == []


def test_what_was_played_last_is_carried_out_first(table):
    play(table, "g1g2", WHITE)
    assert play(table, "c6c5", BLACK) == ["The board is not ready: the lights show what has to be done first."]
    table.follow_lights()
    assert play(table, "c6c5", BLACK) == []


def test_the_actions_of_one_turn_are_carried_out_together():
    table = PlayTable()
    table.start("pawn-advance")
    assert [play(table, each, WHITE) for each in ("a1a2", "b1b2")] == [[], []]
    assert table.squares_of(Role.MARCH_TO) == ["a2", "b2"]
    table.follow_lights()
    assert table.actions == ["a1a2", "b1b2"]


def test_a_pause_is_respected(table):
    table.send(Pause())
    assert play(table, "g1g2") == ["The game is paused. Resume it first."]
    table.send(Resume())
    assert play(table, "g1g2") == []


def test_it_can_be_taken_back(table):
    play(table, "g1g2", WHITE)
    table.send(TakeBack(BOTH, frozenset()))
    table.follow_lights()
    assert table.actions == [] and table.table.in_step
    assert play(table, "g1g2", WHITE) == []


def test_a_power_cut_does_not_lose_it(table):
    play(table, "g1g2", WHITE)
    table.power_cut()
    table.follow_lights()
    assert table.actions == ["g1g2"] and table.table.in_step


def test_nothing_is_played_for_chance():
    table = PlayTable()
    table.slow_store = True
    table.start("pawns-revenge", set_up=False)
    table.follow_lights()
    assert table.table.on_table.chance_acts
    action = table.table.on_table.game.actions(table.table.on_table.position)[0].text
    assert play(table, action) == ["Chance is deciding right now. Try again in a moment."]


def test_secret_decisions_are_played_by_the_seat_alone():
    table = divisions()
    legal, illegal = (play(table, f"black:c5+{given}", WHITE) for given in ("1/1", "99/99"))
    assert [each.replace("99/99", "1/1") for each in illegal] == legal, "a refusal tells what Black has thrown"
    assert len(legal) == 1
    assert play(table, "black:c5+1/1", BLACK) == []
    assert table.actions[-1] == "black:c5+1/1"
    assert refusal(table.table, BLACK, table.now_s) is not None
    assert play(table, "white:c4+2/3", WHITE) == []


def test_a_lesson_is_solved_by_hand():
    table = PlayTable()
    step = Lesson("step", message("Step."), "move", "wPd3 bPd7", ("d3d4",), message("Stepped."), message("No."))
    new = NewGame("pawn", {}, {Seat.WHITE: "", Seat.BLACK: ""}, False, setup=step.state)
    table.send(StartGame("lesson-1", new, Course((step,))))
    table.follow_lights()
    assert play(table, "d3d4") == ["A lesson is solved by hand."]
    assert table.actions == []


def test_time_that_a_program_takes_is_its_own():
    table = timed()
    begin(table)
    think(table, 5)
    left = table.left(Seat.WHITE)
    think(table, 3)
    assert play(table, "c3c4", WHITE) == []
    table.follow_lights()
    assert table.left(Seat.WHITE) == left - 3
    think(table, 2)
    assert table.running() == BLACK and table.left(Seat.WHITE) == left - 3


def test_the_first_action_of_a_game_with_clocks_starts_them():
    table = timed()
    assert play(table, "a3a4", WHITE) == []
    table.follow_lights()
    assert table.running() == BLACK


def test_a_program_that_is_out_of_time_has_lost():
    table = timed()
    begin(table)
    think(table, 100)
    (reason,) = play(table, "c3c4", WHITE)
    assert reason.startswith("This game is over.")
    assert table.scene().winners == (Seat.BLACK,) and "c3c4" not in table.actions
