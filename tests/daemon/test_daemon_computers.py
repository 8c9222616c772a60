"""Seats that the computer plays, with the real process that thinks."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from held_thought import UNHURRIED, held
from waiting import PATIENCE_S, wait_for

from daemon.app.program import Program
from daemon.base.json_process import PLACE
from daemon.config.schema import BoardConfig, Config, PanelConfig
from daemon.runtime.computer_player import ComputerPlayer
from daemon.screen.board import Pace
from daemon.storage.store import Store
from engine.core.pieces import Seat
from engine.records.computer_levels import REASONS, Computers
from engine.records.game_record import read_record
from engine.registry import game_ids
from table.messages.events import AskHint, ParkGame, Pause, Resign, Resume, StoredState
from table.messages.new_game import NewGame
from table.messages.queries import Selection
from table.messages.refusal import Refused
from table.messages.settings import Settings

QUICK = Pace(before_setup_s=0.0, before_happening_s=0.0, before_clearing_s=0.0, open_s=0.01)
BOTH = {Seat.WHITE: 1, Seat.BLACK: 2}
NOWHERE = ("/nowhere/to/be/found",)
"""A program that cannot be started."""


class House:
    """A program whose games are played on the screen board, and what is kept of them."""

    def __init__(self, directory: Path) -> None:
        self.store = Store(directory)
        self.store.save_settings(Settings(settle_ms=100, debounce_ms=5))
        config = Config(board=BoardConfig("simulated"), panel=PanelConfig("127.0.0.1", 0), data_dir=directory)
        self.program = Program(config, self.store, QUICK)
        self.desk = self.program.desk

    def __enter__(self):
        self.program.__enter__()
        return self

    def __exit__(self, *exception):
        self.program.__exit__(*exception)
        self.store.close()

    @property
    def table(self):
        return self.desk.snapshot().table

    @property
    def trouble(self):
        return self.desk.snapshot().scene(frozenset()).trouble

    @property
    def actions(self):
        return tuple(action.text for action in self.table.on_table.played.actions)

    @property
    def computer_player(self) -> ComputerPlayer:
        return next(each for each in self.program._helpers if isinstance(each, ComputerPlayer))

    def start(self, computers, game="pawn", **options):
        players = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}
        return self.desk.start(NewGame(game, options, players, True, computers=Computers(computers)))

    def has_played(self, count):
        return lambda: len(self.actions) >= count


@pytest.fixture
def house(tmp_path):
    with House(tmp_path) as house:
        yield house


def thinks(house, directory, *game):
    """Start a game, and wait until the computer is in the middle of its first thought; it stays there."""
    house.computer_player._child._command, thinking = held(directory / "thought")
    house.start(*game)
    wait_for(thinking.exists, "that the computer thinks")


@pytest.mark.parametrize("game", game_ids())
def test_two_computers_play_each_other(house, game):
    key = house.start(BOTH, game)
    wait_for(house.has_played(6), "that the computers have played six actions")
    with suppress(Refused):  # a short game may be over by now
        house.desk.send(Pause())
    wait_for(lambda: house.table.stored.paused or house.table.on_table.outcome, "that the game is paused, or over")
    assert house.program.writer.wait_idle(PATIENCE_S)
    wait_for(lambda: house.store.game(key).actions == house.actions, "that the table has heard what was stored")
    assert house.computer_player._question is None


def test_who_plays_and_how_strong_is_kept_and_told_in_the_record(house):
    key = house.start({Seat.BLACK: 3})
    kept = house.store.game(key)
    assert kept.computers.levels == {Seat.BLACK: 3}
    assert kept.computers.seed is not None
    told = read_record(house.desk.shelf.record(key)).computers
    assert (told.levels, told.seed) == ({Seat.BLACK: 3}, None), "the seed would tell what it is about to do"


def test_an_imported_game_that_goes_on_has_luck_of_its_own_which_its_record_tells_at_the_end(house):
    record = house.desk.shelf.record(house.start({Seat.BLACK: 3}))
    one, other = (house.desk.shelf.import_record(record) for _ in range(2))
    seeds = [house.store.game(key).computers.seed for key in (one, other)]
    assert None not in seeds and seeds[0] != seeds[1]
    assert read_record(house.desk.shelf.record(one)).computers.seed is None
    house.desk.resume(one)
    assert house.table.on_table.computers.seed == seeds[0]
    house.desk.send(Resign(Seat.WHITE, frozenset({Seat.WHITE})))
    assert house.program.writer.wait_idle(PATIENCE_S)
    ended = house.desk.shelf.record(one)
    assert read_record(ended).computers.seed == seeds[0]
    assert house.store.game(house.desk.shelf.import_record(ended)).computers.seed == seeds[0]


def asked_elsewhere(question):
    """Return the answer of another process of the same program."""
    done = subprocess.run(
        UNHURRIED, input=question.line(), cwd=PLACE, capture_output=True, check=True, timeout=PATIENCE_S
    )
    return question.answer(done.stdout).action


def test_killed_in_mid_thought_it_comes_to_the_same_move(house, tmp_path):
    thinks(house, tmp_path, {Seat.WHITE: 3}, "chess-two")
    question = house.computer_player._question
    os.kill(house.computer_player._child.pid, signal.SIGKILL)
    wait_for(house.has_played(1), "that it has moved all the same")
    assert house.actions[0] == asked_elsewhere(question)
    assert not house.desk.computer_fails()


def test_after_the_program_was_ended_in_mid_thought_the_same_is_asked(tmp_path):
    with House(tmp_path) as house:
        thinks(house, tmp_path, {Seat.WHITE: 3}, "chess-two")
        question = house.computer_player._question
    house = House(tmp_path)
    house.computer_player._child._command = UNHURRIED
    with house:
        wait_for(house.has_played(1), "that it has moved after the restart")
        assert house.actions[0] == asked_elsewhere(question)


def test_what_it_thinks_of_its_game_outlives_the_program_and_being_put_aside(tmp_path):
    with House(tmp_path) as house:
        key = house.start(BOTH, "chess-two")  # not over before it is paused
        wait_for(house.has_played(6), "that the computers have played six actions")
        house.desk.send(Pause())
        wait_for(lambda: house.table.stored.paused and not house.table.chance_decides, "that the game is paused")
        scores = house.table.scores
        assert sorted(scores) == list(range(1, len(house.actions) + 1))
    with House(tmp_path) as house:
        assert house.table.scores == scores
        house.desk.send(ParkGame(frozenset(), frozenset()))
        house.desk.resume(key)
        assert scores.items() <= house.table.scores.items()


def test_a_program_that_cannot_be_started_is_told_and_a_person_plays_on(tmp_path):
    with House(tmp_path) as house:
        house.computer_player._child._command = NOWHERE
        key = house.start({Seat.WHITE: 5})
        wait_for(house.desk.computer_fails, "that the phones are told")
        trouble = str(house.trouble)
        assert "The computer cannot play" in trouble and "take over from it under Seats and phones" in trouble
        house.desk.take_over(Seat.WHITE)
        assert house.table.on_table.hand_actions, "a person's hands may play now"
        wait_for(lambda: house.trouble is None, "that nothing is said of a computer in a game of people")
        assert not house.desk.computer_fails()
        kept = house.store.game(key).computers
        assert (kept.levels, kept.taken_over) == ({}, {Seat.WHITE: 5})


def test_a_game_that_was_taken_over_counts_among_those_with_a_computer(tmp_path):
    with House(tmp_path) as house:
        house.computer_player._child._command = NOWHERE
        key = house.start({Seat.WHITE: 5})
        wait_for(house.desk.computer_fails, "that the phones are told")
        house.desk.take_over(Seat.WHITE)
        house.desk.send(Resign(Seat.WHITE, frozenset({Seat.WHITE})))
        assert house.program.writer.wait_idle(PATIENCE_S)
        totals = [house.desk.shelf.totals(Selection(over=True, computers=with_one)) for with_one in (False, True)]
        assert [[each.name for each in some] for some in totals] == [[], ["Ben", "Anna"]]
        told = read_record(house.desk.shelf.record(key)).computers
        assert told == house.store.game(key).computers and told.seed is not None


def test_what_is_wrong_with_one_game_gives_nobody_a_seat_of_the_next(tmp_path):
    with House(tmp_path) as house:
        house.computer_player._child._command = NOWHERE
        house.start({Seat.WHITE: 5})
        wait_for(house.desk.computer_fails, "that the phones are told")
        house.start({Seat.BLACK: 5})
        with pytest.raises(Refused, match="The computer plays this seat"):
            house.desk.take_over(Seat.BLACK)
        wait_for(lambda: house.trouble is None, "that nothing is said of a computer that nobody has asked")


def test_a_hint_that_cannot_be_thought_of_gives_nobody_a_seat(tmp_path):
    with House(tmp_path) as house:
        house.start({Seat.BLACK: 5})
        wait_for(lambda: house.table.goal is None and house.table.on_table.hand_actions, "that White is to move")
        house.computer_player._child._command = NOWHERE
        house.desk.send(AskHint(Seat.WHITE, frozenset({Seat.WHITE})))
        trouble = wait_for(lambda: house.trouble, "that the phones are told")
        assert "neither hints nor warnings" in str(trouble)
        with pytest.raises(Refused, match="The computer plays this seat"):
            house.desk.take_over(Seat.BLACK)


def test_a_pause_stops_the_thinking(house, tmp_path):
    thinks(house, tmp_path, {Seat.WHITE: 3}, "advancing-chess")
    house.desk.send(Pause())
    wait_for(lambda: house.computer_player._child.pid is None, "that the process has ended")
    house.desk.send(Resume())
    wait_for(house.has_played(1), "that it has moved after the pause")


def test_a_seat_of_a_computer_that_is_well_cannot_be_taken_over(house):
    house.start({Seat.BLACK: 1})
    with pytest.raises(Refused, match="The computer plays this seat"):
        house.desk.take_over(Seat.BLACK)


def test_a_hint_is_thought_of_by_the_same_process(house):
    house.start({Seat.BLACK: 1})
    wait_for(lambda: house.table.goal is None and house.table.on_table.hand_actions, "that White is to move")
    for told in (1, 2, 3):
        house.desk.send(AskHint(Seat.WHITE, frozenset({Seat.WHITE})))
        wait_for(lambda: house.table.hint.found, "that the hint is there")
        assert house.table.hint.told == told
    assert house.table.hint.reason in REASONS
    assert "Hint:" in str(house.desk.snapshot().scene(frozenset()).now)
    assert house.actions == ()


def test_a_kept_consent_to_hints_and_a_kept_no_are_read_again(house):
    standing = StoredState(hints_for=frozenset({Seat.WHITE}), hints_declined=frozenset({Seat.BLACK}))
    house.store.keep_state(standing)
    assert house.store.state() == standing
