"""Outside engines at a table: found, offered and played against; whatever they do, the game goes on."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import engines as samples
import psutil
import pytest
from held_thought import UNHURRIED
from waiting import PATIENCE_S, wait_for

from daemon.app.program import Program
from daemon.config.schema import BoardConfig, Config, EngineConfig, PanelConfig
from daemon.runtime import engines as engines_module
from daemon.runtime.computer_player import ANSWER_S, COMMAND, ComputerPlayer, Question
from daemon.runtime.engines import Engines
from daemon.screen.board import Pace
from daemon.storage.store import Store
from engine.core.pieces import Seat
from engine.records.computer_levels import (
    FAILURES,
    NO_COMPUTERS,
    Computers,
    OutsideEngine,
    read_computers,
    read_outside_engine,
)
from engine.records.game_record import begin, read_record
from engine.registry import find_game
from opponents import outside, uci
from opponents.errors import EngineFailed
from opponents.thinking import DECISION_S
from opponents.uci import Features
from table.messages.events import AskHint, ParkGame, Resign
from table.messages.new_game import NewGame
from table.messages.settings import Settings

QUICK = Pace(before_setup_s=0.0, before_happening_s=0.0, before_clearing_s=0.0, open_s=0.01)
CHESS, PAWN = find_game("chess"), find_game("pawn")
MODEL = EngineConfig("Model", tuple(samples.RUBBISH))
BOTH = frozenset({Seat.WHITE, Seat.BLACK})
STRONG = Features("Model 1", frozenset({"UCI_Elo"}), (1350, 1900))


class House:
    """A program with these engines, whose games are played on the screen board."""

    def __init__(self, directory: Path, engines: Engines) -> None:
        self.store = Store(directory)
        self.store.save_settings(Settings(settle_ms=100, debounce_ms=5))
        config = Config(board=BoardConfig("simulated"), panel=PanelConfig("127.0.0.1", 0), data_dir=directory)
        self.program = Program(config, self.store, QUICK, engines=engines)
        self.desk = self.program.desk
        self.computer_player._child._command, self.computer_player._child._answer_s = UNHURRIED, PATIENCE_S

    def __enter__(self):
        self.program.__enter__()
        return self

    def __exit__(self, *exception):
        self.program.__exit__(*exception)
        self.store.close()

    @property
    def computer_player(self) -> ComputerPlayer:
        return next(each for each in self.program._helpers if isinstance(each, ComputerPlayer))

    @property
    def trouble(self) -> str:
        told = self.desk.snapshot().scene(frozenset()).trouble
        return "" if told is None else str(told)

    @property
    def actions(self):
        return tuple(action.text for action in self.desk.snapshot().table.on_table.played.actions)

    @property
    def is_up(self) -> bool:
        """True if all pieces stand and a person is to move."""
        table = self.desk.snapshot().table
        return table.goal is None and bool(table.on_table.hand_actions)

    def start(self, name, level=1, game="chess", both=False):
        """Begin a game in which an engine plays White, or both sides."""
        seats = (Seat.WHITE, Seat.BLACK) if both else (Seat.WHITE,)
        computers = Computers(dict.fromkeys(seats, level), engines=dict.fromkeys(seats, OutsideEngine(name)))
        return self.desk.start(NewGame(game, {}, {Seat.WHITE: "", Seat.BLACK: ""}, True, computers=computers))

    def has_played(self, count):
        return lambda: len(self.actions) >= count


@pytest.fixture
def house(tmp_path):
    """Makes a house with these engines."""
    made = []

    def make(*configured, found=()):
        made.append(House(tmp_path, Engines(configured, found)).__enter__())
        return made[-1]

    yield make
    for each in made:
        each.__exit__(None, None, None)


@pytest.fixture
def stockfish():
    """The real one."""
    command = samples.debian("stockfish")
    if command is None:
        pytest.skip("no stockfish (Debian: apt install stockfish)")
    return EngineConfig("Stockfish", tuple(command))


def its_engine(house) -> psutil.Process | None:
    """The engine that the process that thinks has started."""
    pid = house.computer_player._child.pid
    children = [] if pid is None else psutil.Process(pid).children()
    return children[0] if children else None


# --- which there are ---------------------------------------------------------------------------------------------


def test_engines_of_debian_are_found_where_they_are_installed(tmp_path, monkeypatch):
    for name in ("stockfish", "gnuchess"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(engines_module, "PLACES", str(tmp_path))
    found = Engines().of(CHESS)
    assert [(each.name, each.command) for each in found] == [
        ("Stockfish", (f"{tmp_path}/stockfish",)), ("GNU Chess", (f"{tmp_path}/gnuchess", "--uci"))]
    (tmp_path / "stockfish").unlink()
    assert [each.name for each in Engines().of(CHESS)] == ["GNU Chess"], "it was removed meanwhile"


def test_the_configuration_comes_first_and_replaces_what_has_the_same_name():
    own = EngineConfig("Stockfish", tuple(samples.RUBBISH))
    known = Engines((MODEL, own), (EngineConfig("Stockfish", ("sh",)), EngineConfig("Other", ("sh",))))
    assert [(each.name, each.command[0]) for each in known.of(CHESS)] == [
        ("Model", samples.RUBBISH[0]), ("Stockfish", samples.RUBBISH[0]), ("Other", "/usr/bin/sh")]


def test_an_engine_plays_the_games_it_is_named_for_and_no_other():
    assert Engines((MODEL,)).of(PAWN) == ()
    assert Engines((EngineConfig("Model", MODEL.command, ("pawn",)),), ()).of(CHESS) == ()


def test_strengths_go_from_weaker_than_it_can_be_told_to_as_well_as_it_can():
    offered = Engines((MODEL,), (), lambda *_: STRONG).strengths(CHESS)
    assert offered == (
        OutsideEngine("Model", 1350, 60), OutsideEngine("Model", 1350, 30), OutsideEngine("Model", 1350),
        OutsideEngine("Model", 1600), OutsideEngine("Model", 1850), OutsideEngine("Model"))
    levels = [each.nearest_level for each in offered]
    assert levels == sorted(levels) and levels[0] < levels[-1] == 8
    plain = Engines((MODEL,), (), lambda *_: Features("Model")).strengths(CHESS)
    assert plain == (OutsideEngine("Model", None, 60), OutsideEngine("Model", None, 30), OutsideEngine("Model"))


@pytest.mark.parametrize(("claimed", "offered"), [
    ((100, 400_000_000), [*range(100, 4000, 250)]), ((-500, 5000), [*range(0, 4000, 250)]), ((3990, 9000), [3990]),
    ((4001, 400_000_000), []), ((-900, -1), []),
])
def test_an_engine_that_boasts_is_offered_only_as_it_can_be_asked_for(claimed, offered):
    strengths = Engines((MODEL,), (), lambda *_: Features("Model", elo=claimed)).strengths(CHESS)
    assert [each.elo for each in strengths if not each.plain] == [*offered, None]
    assert [each.plain for each in strengths if each.plain] == [60, 30]
    assert [read_outside_engine(asdict(each), ValueError) for each in strengths] == [*strengths]


def test_an_engine_introduces_itself_once_and_a_failed_one_again_later():
    now_s, asked = [0.0], []

    def introduce(command, options):
        asked.append(options)
        if len(asked) == 1:
            raise EngineFailed("silent")
        return STRONG

    known = Engines((EngineConfig("Model", MODEL.command, (), (("Hash", "8"),)),), (), introduce, lambda: now_s[0])
    assert known.strengths(CHESS) == known.strengths(CHESS) == ()
    now_s[0] = engines_module.ASKED_AGAIN_S
    assert known.strengths(CHESS) and known.strengths(CHESS)
    assert asked == [{"Hash": "8"}] * 2


def test_each_failure_has_its_words():
    assert set(engines_module.REASONS) == set(FAILURES)


# --- what is asked of them ---------------------------------------------------------------------------------------


def request(known, computers, **more):
    played = begin(CHESS, CHESS.read_options({}))
    question = Question(1, Seat.WHITE, played, computers, None, 1, **more)
    return json.loads(question.line(known)).get("engine")


def test_the_process_that_thinks_is_told_of_the_engine_that_plays_or_helps():
    known = Engines((MODEL, EngineConfig("Second", MODEL.command, options=(("Hash", "8"),))), ())
    playing = Computers({Seat.WHITE: 2}, engines={Seat.WHITE: OutsideEngine("Second", 1500, 30)})
    helping = {"command": list(MODEL.command), "options": {}}
    assert request(known, playing) == {
        "command": list(MODEL.command), "options": {"Hash": "8"}, "elo": 1500, "plain": 30}
    assert request(known, Computers({Seat.WHITE: 2})) is None, "our own level plays"
    assert request(known, playing, nodes=100, hint=True) == helping
    assert request(known, playing, nodes=100, check="e2e4") == helping
    assert request(known, NO_COMPUTERS, nodes=100, unhurried=True) == helping
    assert request(Engines(found=()), playing, nodes=100, hint=True) is None
    missing = request(Engines(found=()), playing)
    assert (missing["command"], missing["elo"]) == ([], 1500)


def test_who_plays_is_kept_in_the_record():
    computers = Computers({Seat.BLACK: 3, Seat.WHITE: 2}, 5, {}, {Seat.BLACK: OutsideEngine("Model", 1500, 30)})
    assert read_computers(json.loads(json.dumps(computers.as_data())), ValueError) == computers
    assert computers.without(Seat.BLACK).engines == {}
    assert computers.without(Seat.WHITE).engines == computers.engines
    assert "engines" not in NO_COMPUTERS.as_data()
    for wrong in ({"name": ""}, {"name": "x" * 41}, {"name": "\ud800"}, {"name": "M", "elo": "1"},
                  {"name": "M", "plain": 101}, {"name": "M", "other": 1}, {}, 7):
        with pytest.raises(ValueError):
            read_computers({"levels": {"black": 1}, "engines": {"black": wrong}}, ValueError)


def test_an_engine_that_hangs_is_given_up_before_the_process_that_asks_it():
    """Else that would be started again, and ask the engine again. Five seconds: to start it on a small computer."""
    given_up_s = 2 * uci.READY_S + 2 * uci.GRACE_S + outside.MOVE_S
    assert 5.0 + given_up_s + DECISION_S < ANSWER_S


# --- at the table ------------------------------------------------------------------------------------------------


def test_two_stockfishes_play_each_other(house, stockfish):
    at_home = house(stockfish)
    key = at_home.start("Stockfish", both=True)
    wait_for(at_home.has_played(4), "four moves")
    assert at_home.trouble == ""
    assert at_home.program.writer.wait_idle(PATIENCE_S)
    assert read_record(at_home.desk.shelf.record(key)).computers.engines[Seat.WHITE] == OutsideEngine("Stockfish")


def test_stockfish_killed_in_mid_thought_is_told_of_and_the_game_goes_on(house, stockfish):
    at_home = house(stockfish)
    at_home.start("Stockfish", both=True, level=4)
    engine = wait_for(lambda: its_engine(at_home), "that it runs")
    killed_at = len(at_home.actions)
    os.kill(engine.pid, signal.SIGKILL)
    wait_for(lambda: at_home.trouble, "that phones are told")
    assert at_home.trouble == (
        "Stockfish does not play (its program ended). The computer plays on by itself, as Knight, and soon asks "
        "Stockfish again.")
    wait_for(at_home.has_played(killed_at + 3), "that the game goes on")


@pytest.mark.parametrize("command, said", [
    (samples.LIAR, "it wanted to play what the rules forbid"), (samples.GIVES_UP, "it gave no sensible answer"),
    (["/no/such/engine"], "it is not installed here"),
])
def test_whatever_an_engine_does_our_own_search_plays_on_and_phones_are_told(house, command, said):
    at_home = house(EngineConfig("Model", tuple(command)))
    at_home.start("Model")
    wait_for(at_home.has_played(1), "that a move is made all the same")
    wait_for(lambda: said in at_home.trouble, lambda: f"that people are told: {at_home.trouble}")


def test_what_phones_were_told_is_over_with_the_next_computer_that_is_well(house):
    at_home = house()
    at_home.start("Model")
    wait_for(lambda: at_home.trouble, "that the engine is missing")
    assert not at_home.desk.computer_fails(), "it plays: nobody need take over"
    players = {Seat.WHITE: "", Seat.BLACK: "Ben"}
    at_home.desk.start(NewGame("pawn", {}, players, True, computers=Computers({Seat.WHITE: 1})))
    wait_for(lambda: not at_home.trouble, "that nothing is wrong any more")


@pytest.mark.parametrize("end", [ParkGame(), Resign(Seat.BLACK, BOTH)], ids=["parked", "over"])
def test_an_engine_is_closed_and_its_trouble_forgotten_once_its_game_is_over(house, end):
    at_home = house(EngineConfig("Model", tuple(samples.LIAR)))
    at_home.start("Model")
    wait_for(lambda: at_home.trouble, "that the engine lies")
    wait_for(lambda: at_home.is_up, "that Black is to move")
    at_home.desk.send(end)
    wait_for(lambda: not at_home.trouble, "that nobody is told of it any more")
    wait_for(lambda: at_home.computer_player._child.pid is None, "that nothing runs any more")


def test_the_trouble_of_an_engine_is_forgotten_where_another_game_has_none(house):
    at_home = house()
    at_home.start("Model")
    wait_for(lambda: at_home.trouble, "that the engine is missing")
    at_home.desk.start(NewGame("chess", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    wait_for(lambda: not at_home.trouble, "that nobody is told of it any more")


def test_an_engine_that_helps_is_kept_as_long_as_the_game_goes_on(house):
    at_home = house(EngineConfig("Model", tuple(samples.model("print('bestmove a2a3', flush=True)"))))
    at_home.desk.start(NewGame("chess", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    wait_for(lambda: at_home.is_up, "that White is to move")
    at_home.desk.send(AskHint(Seat.WHITE, BOTH))
    wait_for(lambda: at_home.desk.snapshot().table.hint.found, "a hint")
    engine = its_engine(at_home)
    assert engine is not None
    at_home.desk.send(ParkGame())
    wait_for(lambda: not engine.is_running() or engine.status() == psutil.STATUS_ZOMBIE, "its end")


@pytest.mark.parametrize("end", ["program", "question"])
def test_an_engine_takes_along_what_it_started_however_it_is_ended(house, end):
    """Even what waits for nobody."""
    forks = ("sh", "-c", 'sleep 3600 & exec "$@"', "sh", *samples.HANGS)
    at_home = house(EngineConfig("Model", forks))
    at_home.start("Model")
    engine = wait_for(lambda: its_engine(at_home), "that it runs")
    below = wait_for(engine.children, "what it started")
    if end == "program":
        assert at_home.computer_player.stop(PATIENCE_S)
    else:
        at_home.desk.send(ParkGame())
    wait_for(lambda: not any(each.is_running() and each.status() != psutil.STATUS_ZOMBIE for each in below), "end")


def test_the_process_that_thinks_ends_with_the_program_even_if_that_is_killed():
    """Not with its input alone: it does not read that while it waits for an engine."""
    source = "import subprocess, sys, time\nprint(subprocess.Popen(sys.argv[1:]).pid, flush=True)\ntime.sleep(3600)"
    with subprocess.Popen(
        [sys.executable, "-c", source, *COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        thinking = psutil.Process(int(program.stdout.readline()))
        wait_for(lambda: thinking.nice() == 19, "that it has begun")
        program.kill()
        wait_for(lambda: not thinking.is_running() or thinking.status() == psutil.STATUS_ZOMBIE, "its end")


def test_hints_come_from_the_engine(house):
    """Only it plays this: the rook's pawn is nobody's best first move."""
    at_home = house(EngineConfig("Model", tuple(samples.model("print('bestmove a2a3', flush=True)"))))
    at_home.desk.start(NewGame("chess", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    wait_for(lambda: at_home.is_up, "that White is to move")
    at_home.desk.send(AskHint(Seat.WHITE, frozenset({Seat.WHITE, Seat.BLACK})))
    hint = wait_for(lambda: at_home.desk.snapshot().table.hint.found, "a hint")
    assert "a2a3" in repr(hint)
