"""Clocks of a game between two boards: each measures its own seats, and what the network takes is nobody's."""

from dataclasses import dataclass, field

import pytest
from play_table import BLACK, WHITE, PlayTable
from timed_play import SUDDEN

from engine.core.pieces import Seat
from engine.records.time_controls import Control, Controls, Kind, took
from table.messages.events import (
    ActionHeard,
    Answer,
    CorrectionHeard,
    EndHeard,
    EndTurn,
    OtherBoardSeen,
    ParkGame,
    Pause,
    PauseHeard,
    Reached,
    Resign,
    Resume,
    TimeRanOut,
)
from table.messages.remote_board import RemoteBoard
from table.messages.scene import Scene, ScenePrompt
from table.output.scene_builder import clocks

FISCHER, HOURGLASS = Control(Kind.FISCHER, 60, 5), Control(Kind.HOURGLASS, 60)


def claims(scene: Scene) -> list[ScenePrompt]:
    """The questions whether to claim the game on time."""
    return [prompt for prompt in scene.prompts if prompt.id.startswith("claim:")]


@dataclass
class Pair:
    """Ada's board, which numbers, and Bo's, on one clock of the world; a letter is brought when a test says so."""

    control: Control = SUDDEN
    ada: PlayTable = field(default_factory=PlayTable)
    bo: PlayTable = field(default_factory=PlayTable)

    def __post_init__(self) -> None:
        controls: Controls = {Seat.WHITE: self.control, Seat.BLACK: self.control}
        self.ada.afar = RemoteBoard("b" * 16, "Bo's", (Seat.BLACK,), True)
        self.bo.afar = RemoteBoard("a" * 16, "Ada's", (Seat.WHITE,), False)
        for table in (self.ada, self.bo):
            table.controls = controls
            table.start("advancing-chess", array=4711)
            table.send(OtherBoardSeen(True, True))
            table.send(PauseHeard(False))
            table.send(Resume())

    def wait(self, seconds: float) -> None:
        for table in (self.ada, self.bo):
            table.wait(seconds)

    def move(self, table: PlayTable, *squares: str) -> None:
        """In no time by the other board's clock: it takes the hands less than a second."""
        before_s = table.now_s
        table.move(*squares)
        table.wait()
        other = self.bo if table is self.ada else self.ada
        other.wait(table.now_s - before_s)

    def bring(self, source: PlayTable, target: PlayTable) -> None:
        """Bring the news of the other board here, and put the wood right at once."""
        told, here = source.table, target.table
        assert told.on_table is not None and told.clocks is not None and here.on_table is not None
        times = took(told.on_table.played, told.clocks.controls, told.clocks.stamps)
        for number in range(len(here.on_table.played.actions), len(told.on_table.played.actions)):
            text = told.on_table.played.actions[number].text
            target.send(ActionHeard(target.table.entries + 1, text, times[number]))
            now_s = target.now_s
            target.follow_lights()
            target.now_s = now_s
        source.send(Reached(source.table.entries))

    def stamps(self) -> list[object]:
        return [table.table.clocks and table.table.clocks.stamps for table in (self.ada, self.bo)]


def left(table: PlayTable) -> dict[Seat, float]:
    return {seat: clock.left_ms / 1000 for seat, clock in clocks(table.table, table.now_s).items()}


EACH = SUDDEN, FISCHER, HOURGLASS, Control(Kind.BRONSTEIN, 60, 5), Control(Kind.TURN, 60)


@pytest.mark.parametrize("control", EACH, ids=str)
def test_both_boards_know_the_same_of_their_clocks_whatever_the_network_took(control: Control) -> None:
    pair = Pair(control)
    pair.wait(10)
    pair.move(pair.ada, "a3", "a4")
    pair.wait(30)  # the letter is slow
    assert pair.ada.running() == set(), "nobody is charged for it"
    pair.bring(pair.ada, pair.bo)
    pair.wait(20)
    assert pair.bo.running() == BLACK == pair.ada.running()
    pair.move(pair.bo, "a6", "a5")
    pair.wait(600)  # a night without network
    pair.bring(pair.bo, pair.ada)
    one, other = pair.stamps()
    assert one == other and one
    assert left(pair.ada)[Seat.WHITE] > 40 and pair.ada.scene().winners is None


def test_what_another_board_uses_is_a_guess_until_it_says_it() -> None:
    pair = Pair()
    pair.move(pair.ada, "a3", "a4")
    pair.bring(pair.ada, pair.bo)
    pair.wait(20)
    assert left(pair.ada)[Seat.BLACK] == pytest.approx(40, abs=1)
    pair.ada.send(ActionHeard(pair.ada.table.entries + 1, "a6a5", 3_000))
    assert left(pair.ada)[Seat.BLACK] == 57


def test_the_other_boards_clock_is_not_guessed_to_run_while_it_is_off() -> None:
    pair = Pair()
    pair.move(pair.ada, "a3", "a4")
    pair.bring(pair.ada, pair.bo)
    assert pair.ada.running() == BLACK
    pair.ada.send(OtherBoardSeen(True, False))
    pair.wait(1000)
    assert pair.ada.running() == set()
    assert claims(pair.ada.scene()) == []
    assert str(pair.ada.scene().now) == "Waiting for Bo's: it is off, or has no connection at the moment."


def test_a_seat_of_the_board_that_numbers_loses_when_its_time_is_up_and_the_other_one_says_so_of_its_own() -> None:
    pair = Pair()
    pair.wait(61)
    assert pair.ada.scene().winners == (Seat.BLACK,) and pair.ada.scene().reason == "time"
    assert pair.bo.scene().winners is None, "it hears of it"
    pair = Pair()
    pair.move(pair.ada, "a3", "a4")
    pair.bring(pair.ada, pair.bo)
    pair.wait(61)
    assert pair.ada.scene().winners is None and pair.bo.scene().winners is None
    assert pair.bo.table.stored.fallen == BLACK and str(pair.bo.scene().now).startswith("The time of black is up.")
    pair.bo.move("a6", "a5")
    pair.bo.wait(5)
    assert len(pair.bo.actions) == len(pair.ada.actions), "what comes too late does not count"
    pair.ada.send(TimeRanOut(Seat.WHITE))
    assert pair.ada.scene().winners is None, "of a seat here it cannot say so"
    pair.ada.send(TimeRanOut(Seat.BLACK))
    assert pair.ada.scene().winners == (Seat.WHITE,) and pair.ada.scene().reason == "time"


def test_who_has_resigned_plays_no_more_while_the_board_that_numbers_does_not_know_it() -> None:
    pair = Pair()
    pair.move(pair.ada, "a3", "a4")
    pair.bring(pair.ada, pair.bo)
    pair.bo.lift("a6")
    pair.bo.place("a5")
    pair.bo.send(Resign(Seat.BLACK, BLACK))
    played = pair.bo.actions[:]
    assert played[-1] == "a6a5", "what had been moved before counts"
    pair.bring(pair.bo, pair.ada)
    pair.move(pair.ada, "b3", "b4")
    pair.bring(pair.ada, pair.bo)
    assert str(pair.bo.scene().now) == "black resigns. Ada's still has to hear of it."
    played = pair.bo.actions[:]
    pair.bo.move("b6", "b5")
    pair.bo.wait(5)
    pair.bo.send(EndTurn(BLACK))
    assert pair.bo.refusals[-1] == "black resigns. Ada's still has to hear of it."
    assert (pair.bo.actions, pair.bo.scene().prompts) == (played, ())
    pair.ada.send(Resign(Seat.BLACK, BLACK))
    assert pair.ada.scene().winners == (Seat.WHITE,)


def test_a_flag_outlasts_a_power_cut() -> None:
    pair = Pair()
    pair.move(pair.ada, "a3", "a4")
    pair.bring(pair.ada, pair.bo)
    pair.wait(61)
    pair.bo.power_cut()
    assert pair.bo.table.stored.fallen == BLACK, "before anybody touches anything"


def test_a_board_that_is_there_and_does_not_answer_in_time_can_be_said_to_have_lost() -> None:
    pair = Pair()
    pair.move(pair.ada, "a3", "a4")
    pair.bring(pair.ada, pair.bo)
    pair.ada.wait(119)
    assert pair.ada.scene().prompts == () and left(pair.ada)[Seat.BLACK] == 0
    pair.ada.wait(2)
    (prompt,) = pair.ada.scene().prompts
    assert prompt.seats == (Seat.WHITE,) and [choice.value for choice in prompt.choices] == ["yes"]
    pair.ada.send(Answer(prompt.id, "yes", WHITE))
    assert pair.ada.scene().winners == (Seat.WHITE,) and pair.ada.scene().reason == "time"


def test_who_resigned_after_the_other_board_had_claimed_on_time_has_lost_as_was_claimed_and_nothing_else() -> None:
    pair = Pair()
    pair.ada.send(Resign(Seat.WHITE, WHITE))
    assert pair.ada.scene().reason == "resignation"
    entries = pair.ada.table.entries
    pair.ada.send(EndHeard(entries + 1, (Seat.WHITE,), "time"))
    assert pair.ada.scene().winners == (Seat.BLACK,) and pair.ada.scene().reason == "resignation"
    pair.ada.send(EndHeard(entries + 1, (Seat.BLACK,), "time"))
    assert pair.ada.scene().winners == (Seat.BLACK,) and pair.ada.scene().reason == "time"
    assert pair.ada.table.entries == entries + 1, "which is kept as well"


def test_a_board_that_does_not_do_its_part_of_a_throw_loses_by_its_clock_even_if_it_is_off() -> None:
    table = PlayTable()
    table.afar, table.controls = RemoteBoard("b" * 16, "Bo's", (Seat.BLACK,), True), {Seat.BLACK: SUDDEN}
    table.start("pawns-revenge")
    table.send(Resume())
    table.send(OtherBoardSeen(True, True))
    table.wait(200)
    assert table.running() == set() and claims(table.scene()) == [], "it has not accepted yet"
    table.send(PauseHeard(False))
    table.send(OtherBoardSeen(False, False))
    table.wait(200)
    assert claims(table.scene()) == [], "it is this board that has no network"
    table.send(OtherBoardSeen(True, False))
    table.wait(119)
    assert table.running() == BLACK and claims(table.scene()) == []
    table.wait(2)
    (prompt,) = claims(table.scene())
    table.send(Answer(prompt.id, "yes", WHITE))
    assert table.scene().winners == (Seat.WHITE,)


def test_its_answer_in_the_meantime_counts_as_much_as_it_took_there() -> None:
    pair = Pair()
    pair.move(pair.ada, "a3", "a4")
    pair.bring(pair.ada, pair.bo)
    pair.ada.wait(121)
    assert pair.ada.scene().prompts
    pair.ada.send(ActionHeard(pair.ada.table.entries + 1, "a6a5", 30_000))
    assert pair.ada.scene().prompts == () and left(pair.ada)[Seat.BLACK] == 30


def test_what_was_thought_about_an_action_that_is_taken_back_is_charged_on_both_boards() -> None:
    pair = Pair()
    pair.wait(10)
    pair.move(pair.ada, "a3", "a4")
    pair.ada.send(CorrectionHeard(pair.ada.table.entries + 1, 1))
    pair.ada.follow_lights()
    pair.wait(10)
    pair.move(pair.ada, "a3", "a4")
    pair.bring(pair.ada, pair.bo)
    assert pair.stamps()[0] == pair.stamps()[1]
    assert left(pair.bo)[Seat.WHITE] == pytest.approx(39, abs=2)


def test_a_pause_stops_the_clocks_once_both_boards_want_it_and_so_does_going_on() -> None:
    pair = Pair()
    pair.ada.send(Pause())
    assert pair.ada.scene().status == "play" and pair.ada.running() == WHITE
    assert [str(prompt.message) for prompt in pair.ada.scene().prompts] == ["Bo's has been asked to pause."]
    pair.bo.send(PauseHeard(True))
    (asked,) = pair.bo.scene().prompts
    pair.bo.send(Answer(asked.id, "yes", BLACK))
    assert pair.bo.scene().status == "paused" and pair.bo.table.pause_wanted
    pair.ada.send(PauseHeard(True))
    assert pair.ada.scene().status == "paused" and pair.ada.running() == set()
    pair.bo.send(Resume())
    pair.ada.send(PauseHeard(False))
    assert pair.ada.scene().status == "paused" == pair.bo.scene().status
    (asked,) = pair.ada.scene().prompts
    pair.ada.send(Answer(asked.id, "yes", WHITE))
    pair.bo.send(PauseHeard(False))
    assert pair.ada.scene().status == "play" == pair.bo.scene().status


def test_a_yes_to_a_pause_from_an_old_page_lets_nobody_s_clock_run_on() -> None:
    pair = Pair()
    pair.bo.send(PauseHeard(True))
    (to_pause,) = pair.bo.scene().prompts
    pair.bo.send(Answer(to_pause.id, "yes", BLACK))
    pair.bo.send(PauseHeard(False))
    assert "would like to go on" in str(pair.bo.scene().prompts[0].message)
    pair.bo.send(Answer(to_pause.id, "yes", BLACK))
    assert "has been answered in the meantime" in pair.bo.refusals[-1] and pair.bo.table.pause_wanted


def test_what_one_board_wants_can_be_taken_back_and_outlasts_a_power_cut() -> None:
    pair = Pair()
    pair.ada.send(Pause())
    pair.ada.power_cut()
    pair.ada.follow_lights()
    assert pair.ada.table.pause_wanted and not pair.ada.table.stored.paused
    (mine,) = pair.ada.scene().prompts
    pair.ada.send(Answer(mine.id, "no", WHITE))
    assert not pair.ada.table.pause_wanted
    pair.ada.send(PauseHeard(True))
    assert pair.ada.scene().status == "play"


def test_a_game_whose_clocks_run_is_put_aside_only_in_a_pause() -> None:
    pair = Pair()
    pair.ada.send(ParkGame())
    assert "Pause the game first" in pair.ada.refusals[-1] and pair.ada.table.on_table is not None
    pair.ada.send(Pause())
    pair.ada.send(PauseHeard(True))
    pair.ada.send(ParkGame())
    assert pair.ada.table.on_table is None
