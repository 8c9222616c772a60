"""The wizard and the self-test as people use them: in the terminal and on the panel, over the real drivers."""

import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TextIO

import pytest
from meanwhile import ToldLock, meanwhile
from waiting import wait_for

os.environ["BLINKA_OS_AGNOSTIC"] = "1"
os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"

from circuits.reeds_gpio import MatrixCircuit, mock_factory
from circuits.reeds_mcp23017 import ExpanderBus

from daemon.app.program import Program
from daemon.base.errors import AlreadyRunning
from daemon.boards.board import WiredBoard
from daemon.boards.factory import MAP_FILE, map_of
from daemon.cli import main
from daemon.config.schema import BoardConfig, BranchConfig, Config, PanelConfig, ReedsConfig, RingsConfig
from daemon.runtime.queue import Orders, UseBoard, Wish
from daemon.runtime.table_thread import NOT_FREE
from daemon.storage.store import Store
from daemon.system.directory_lock import held
from daemon.workshop import terminal
from daemon.workshop.checks.boot_settings import Changes
from daemon.workshop.panel_session import BenchWorkshop
from daemon.workshop.terminal import NothingWired
from engine.core.messages import Message, message
from engine.core.squares import Board, Square
from engine.registry import find_game, game_ids
from hardware.board_map import BoardMap, load, row_wise, save, serpentine, wire
from hardware.drivers.gpio_pins import lgpio
from hardware.drivers.registry import REEDS
from hardware.lights.power import Branch
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import PERFECT
from hardware.simulated.pieces import Wood
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from webpanel.ports.workshop_port import Work

lgpio()  # imported before any test: it starts a thread of its own, once for the whole process
import board as blinka  # type: ignore[import-untyped]  # noqa: E402
import gpiozero  # type: ignore[import-untyped]  # noqa: E402
import neopixel  # type: ignore[import-untyped]  # noqa: E402

BOARD = Board(2, 2)
ROWS, COLUMNS, ADDRESSES, PIXELS = (4, 5), (21, 22), (0x20,), 4
TRUTH = wire(BOARD, [Square(3), Square(0), Square(2), Square(1)], [Square(2), Square(3), Square(0), Square(1)], PIXELS)
"""Wires in no order at all."""
ROW_WISE = list(row_wise(BOARD))
STEP_S = 0.08
"""The rest of hands between two touches that are to be registered: more than reeds need to come to rest."""

PATIENCE_S = 5.0
READINGS = 8
"""After so many readings one of them was of a touch at rest."""
NOT_YET = "Not yet"
"""No answer that is offered: whoever gives it looks again."""


class Bench:
    """A mis-wired board behind the pins of this machine, and the hands and eyes of its builder."""

    def __init__(self, truth: BoardMap, diodeless: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.truth = truth
        self.wood = SimulatedBoard(truth, Wood(BOARD, tray={"wP": 4}), PERFECT)
        self.frame = b""
        self.walks: list[threading.Thread] = []
        self.is_read = True
        """True if somebody reads the switches: else hands wait for nobody."""
        self._looks = 0
        circuit = MatrixCircuit(ROWS, COLUMNS, self._scan, diodeless)
        monkeypatch.setattr(gpiozero.Device, "pin_factory", mock_factory(circuit))
        bus = ExpanderBus(ADDRESSES, self._scan)
        monkeypatch.setattr(blinka, "I2C", lambda: bus, raising=False)
        monkeypatch.setattr(neopixel, "neopixel_write", lambda pin, data: setattr(self, "frame", bytes(data)))
        monkeypatch.setattr(blinka, "D10", blinka.NEOPIXEL, raising=False)

    def _scan(self) -> int:
        self._looks += 1
        return self.wood.scan()

    def _rest(self) -> None:
        """Until the touch was felt for certain, and again after a rest, so that the next one is told from it, however
        busy this machine is."""
        self._await(READINGS)
        if self.is_read:
            time.sleep(STEP_S)
            self._await(2)

    def _await(self, readings: int) -> None:
        """Wait for so many readings, or until nobody reads any more."""
        enough = self._looks + readings * BOARD.size
        wait_for(lambda: self._looks >= enough or not self.is_read, "the switches are read", pause_s=0.005)

    def lit(self) -> dict[Square, str]:
        """The squares that shine, and in which colour: pixels take green first."""
        seen = {}
        for square, first in enumerate(self.truth.first_pixels):
            assert first is not None
            green, red, blue = self.frame[3 * first : 3 * first + 3]
            if red or green or blue:
                seen[Square(square)] = "red" * bool(red) + "green" * bool(green) + "blue" * bool(blue)
        return seen

    def stand(self, *squares: Square) -> None:
        """Have pieces on these squares alone."""
        for square in [each for each in self.wood.wood.stands if each not in squares]:
            self.wood.lift(square)
            self.wood.give()
            self._rest()
        for square in squares:
            if square not in self.wood.wood.stands:
                self.wood.take("wP")
                self.wood.place(square)
                self._rest()

    def draw(self, first: str, last: str) -> None:
        """Draw a piece along a rank."""
        rank = BOARD.rank(BOARD.parse(first))
        for file in range(BOARD.file(BOARD.parse(first)), BOARD.file(BOARD.parse(last)) + 1):
            self.stand(BOARD.square(file, rank))

    def walked(self) -> list[Square]:
        """The squares over which a light walks, from a pause to the next."""
        wait_for(lambda: self.lit(), "a light walks")
        wait_for(lambda: not self.lit(), "it pauses")
        seen: list[Square] = []
        wait_for(lambda: self.lit(), "it walks anew")
        while lit := self.lit():
            seen += [square for square in lit if square not in seen]
            time.sleep(0.005)
        return seen

    def whole_rings(self) -> int:
        return sum(any(self.frame[3 * PIXELS * n : 3 * PIXELS * (n + 1)]) for n in range(BOARD.size))

    def obey(self, sentence: str) -> str:
        """Do what a sentence of the wizard says; the label of the answer to give, or nothing."""
        for pattern, act in self._acts().items():
            if found := re.match(pattern, sentence):
                return act(*found.groups()) or ""
        return ""

    def _acts(self) -> dict[str, Callable[..., str | None]]:
        return {
            ".*colour": lambda: next(iter(self.lit().values()), NOT_YET).capitalize(),
            "Look at the first ring": lambda: "Exactly one whole ring" if self.whole_rings() == 1 else NOT_YET,
            "Take all pieces": self._clear,
            "Take the piece": self.stand,
            r"Put a piece on (\w+) and slide it slowly along the rank to (\w+)\.": self.draw,
            "Put the piece on the square that is lit": lambda: self.stand() or self.stand(*self.lit()),
            r"Put the piece on (\w+)\.": lambda name: self.stand() or self.stand(BOARD.parse(name)),
            r"Put the three pieces on (\w+), (\w+) and (\w+)\. (?:(\w+) looks)?": self._test_diode,
            "A light walks": lambda: "Yes, over all squares" if self.walked() == ROW_WISE else "It jumps",
            ".*diodes": lambda: "Yes",
            ".*Keep this wiring": lambda: "Keep it",
        }

    def _clear(self) -> str:
        self.stand()
        return "The board is empty"

    def _test_diode(self, one: str, two: str, three: str, covered: str | None) -> str:
        self.stand(*(BOARD.parse(name) for name in (one, two, three)))
        time.sleep(STEP_S)
        return f"{covered} is empty" if covered else ""


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A board whose second diode is missing."""
    made = Bench(TRUTH, 0b0010, monkeypatch)
    yield made
    made.is_read = False
    for walk in made.walks:
        walk.join()


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(
        board=BoardConfig("gpio", 2, 2),
        reeds=ReedsConfig({"rows": ROWS, "columns": COLUMNS, "group_reads": False}),
        rings=RingsConfig(PIXELS, supply_a=5.0),
        panel=PanelConfig("127.0.0.1", 0), data_dir=tmp_path,
    )


# --- terminal ----------------------------------------------------------------------------------------------------


class Reader:
    """The terminal's output, read by somebody who acts on each sentence and types the number of the answer."""

    def __init__(self, act: Callable[[str], str], answers: int) -> None:
        self.text = ""
        self._act = act
        self._answers = answers
        self._seen = 0

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        fresh, self._seen = self.text[self._seen :], len(self.text)
        for line in fresh.splitlines():
            label = "" if re.match(r"  (\d+  |[!-])|Written", line) else self._act(line)
            if label:
                number = re.search(rf"^  (\d+)  {re.escape(label)}$", fresh, re.MULTILINE)
                assert number, f"{label!r} is not offered in {fresh}"
                self.type(f"{number[1]}\n")

    def type(self, text: str) -> None:
        os.write(self._answers, text.encode())


@pytest.fixture
def keyboard() -> Iterator[tuple[TextIO, int]]:
    """Yield the input, and the descriptor to type into."""
    read, write = os.pipe()
    with os.fdopen(read, "r", buffering=1) as lines:
        yield lines, write
    os.close(write)


class Away:
    """Moves the hands in a thread of its own, while the terminal goes on."""

    def __init__(self, bench: Bench, keyboard: tuple[TextIO, int]) -> None:
        import queue

        self._orders: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.out = Reader(self._hand_over, keyboard[1])
        self._bench = bench
        self._sentence = ""
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _hand_over(self, line: str) -> str:
        self._orders.put(line)
        return ""

    def _meant(self, line: str) -> str:
        """A line of progress alone repeats the last sentence; that a drawn piece is felt asks for nothing."""
        if not re.match(r"  \d+/\d+$", line):
            self._sentence = line
        elif self._sentence.startswith("Put a piece"):
            return ""
        return self._sentence

    def _run(self) -> None:
        while (line := self._orders.get()) is not None:
            offered, label = list[str](), "unseen"
            while label and not offered and self._orders.empty():  # what is not offered was seen before it was lit
                time.sleep(STEP_S)
                label = self._bench.obey(self._meant(line))
                offered = re.findall(rf"^  (\d+)  {re.escape(label)}$", self.out.text, re.MULTILINE)
            if label and self._orders.empty():  # else something else is asked by now
                self.out.type(f"{offered[-1]}\n")

    def close(self) -> None:
        """The terminal has ended."""
        self._bench.is_read = False
        self._orders.put(None)
        self._thread.join()


def test_the_terminal_learns_a_board_and_writes_its_map(
    bench: Bench, config: Config, keyboard: tuple[TextIO, int]
) -> None:
    away = Away(bench, keyboard)
    try:
        kept = terminal.wire(config, keyboard[0], away.out)  # type: ignore[arg-type]
    finally:
        away.close()
    assert kept
    assert load(config.data_dir / MAP_FILE) == TRUTH == map_of(config)
    assert "Every square has its switch and its light." in away.out.text
    assert "Squares whose diode is missing or the wrong way round: a1." in away.out.text


def test_the_wizard_touches_neither_the_configuration_nor_before_its_end_the_old_map(
    bench: Bench, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Left half-way: the input ends after two answers."""
    file = config.data_dir / "config.toml"
    file.write_text(
        '[board]\ndriver = "gpio"\nfiles = 2\nranks = 2\n[reeds]\nrows = [4, 5]\ncolumns = [21, 22]\n'
        "[rings]\npixels = 4\nsupply_a = 5.0\n"
    )
    save_truth(config)
    kept = [(config.data_dir / name).read_bytes() for name in ("config.toml", MAP_FILE)]
    read, write = os.pipe()
    os.write(write, b"1\n2\n")
    os.close(write)
    with os.fdopen(read) as ended:
        monkeypatch.setattr(sys, "stdin", ended)
        assert main(["wire", "--config", str(file), "--data", str(config.data_dir)]) == 1
    assert [(config.data_dir / name).read_bytes() for name in ("config.toml", MAP_FILE)] == kept


def test_after_ctrl_c_the_terminal_offers_to_go_on(
    bench: Bench, config: Config, keyboard: tuple[TextIO, int]
) -> None:
    """Pressed the moment the switches are learnt; what began as a sweep of ranks goes on with the lights."""
    away = Away(bench, keyboard)

    def pressed(line: str) -> str:
        if line.startswith("Put the piece on the square that is lit"):
            raise KeyboardInterrupt
        return away._hand_over(line)

    away.out._act = pressed
    try:
        with pytest.raises(KeyboardInterrupt):
            terminal.wire(config, keyboard[0], away.out)  # type: ignore[arg-type]
    finally:
        away.close()
    again = Reader(lambda line: again.type("1\n") or "" if "Go on from there?" in line else "", keyboard[1])
    seen = Until(again, "Put the piece on the square that is lit")
    with pytest.raises(KeyboardInterrupt):
        terminal.wire(config, keyboard[0], seen)  # type: ignore[arg-type]
    assert again.text.startswith("This was left unfinished. Switches learnt: 4; lights: 0. Go on from there?")


class Until:
    """A terminal at which Ctrl+C is pressed once these words have appeared."""

    def __init__(self, out: Reader, words: str) -> None:
        self._out = out
        self._words = words
        self.write = out.write

    def flush(self) -> None:
        self._out.flush()
        if self._words in self._out.text:
            raise KeyboardInterrupt


def test_what_is_no_number_of_an_answer_is_asked_again(
    bench: Bench, config: Config, keyboard: tuple[TextIO, int]
) -> None:
    lines, typed = keyboard
    os.write(typed, b"9\nred\n")
    out = Reader(lambda line: "", typed)
    finished = iter([False, False, False, True])
    board = terminal.make_board(config)
    assert board is not None
    task = terminal.wire_task(config, board, lambda learnt: None)  # type: ignore[arg-type]
    terminal.Dialogue(task, lines, out).run(lambda: next(finished))  # type: ignore[arg-type]
    board.close()
    assert "Type a number from 1 to 4" in out.text


def test_the_self_test_ends_once_every_switch_has_answered(
    bench: Bench, config: Config, keyboard: tuple[TextIO, int]
) -> None:
    save_truth(config)

    def act(line: str) -> str:
        if line.startswith("Did every square light up?"):
            return "Every square lit up"
        return walk(bench) if line.startswith("An empty line") else ""

    out = Reader(act, keyboard[1])
    assert terminal.check(config, *started(keyboard, out))
    assert "Temperature: " in out.text and "Every switch has answered." in out.text
    assert "Still open" not in out.text
    assert "a1: 2 touches, 0 bounces" in out.text


def test_a_board_that_is_away_is_said_to_be_so_and_tested_once_it_is_back(
    bench: Bench, config: Config, keyboard: tuple[TextIO, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pins = gpiozero.Device.pin_factory.pin_class
    answers = pins._get_state

    def gone(pin: Any) -> bool:
        raise OSError(5, "Input/output error")

    def act(line: str) -> str:
        if "Put it right" in line:
            monkeypatch.setattr(pins, "_get_state", answers)
            out.type("\n")
        return ""

    monkeypatch.setattr(pins, "_get_state", gone)
    out = Reader(act, keyboard[1])
    assert not terminal.check(config, *started(keyboard, out))
    assert out.text.count("the pins of the switches do not answer ([Errno 5] Input/output error). Put it right") == 1


def test_the_self_test_begins_with_what_each_branch_of_the_lights_would_draw(
    bench: Bench, config: Config, keyboard: tuple[TextIO, int]
) -> None:
    out = Reader(lambda line: "", keyboard[1])
    out.type("\n")
    fused = replace(config, branches=(BranchConfig((0, 1, 3), 5.0), BranchConfig((2,), 2.0)))
    assert not terminal.check(fused, *started(keyboard, out))
    first = "  Branch 1, rings 1-2, 4: at most 0.01 A by estimate (no game fits on this board); its fuse of 5 A"
    assert first in out.text.partition("An empty line ends the test.")[0]
    assert "Branch" not in said_without_branches(config, keyboard)


def said_without_branches(config: Config, keyboard: tuple[TextIO, int]) -> str:
    out = Reader(lambda line: "", keyboard[1])
    out.type("\n")
    terminal.check(config, *started(keyboard, out))
    return out.text


def test_a_branch_that_games_would_overload_is_told_with_the_game_and_the_current() -> None:
    wood = SimulatedBoard(wire(Board(8, 8), rings=serpentine(Board(8, 8))), Wood(Board(8, 8)), PERFECT)
    fuses = ((0, 20.0), (16, 20.0), (32, 2.0))
    branches = tuple(Branch(tuple(range(first, first + 16)), fuse_a) for first, fuse_a in fuses)
    lines = list(terminal.branch_lines(WiredBoard(wood.board_map, wood.reeds, wood.rings, branches=branches)))
    for number, (line, rings) in enumerate(zip(lines, ("1-16", "17-32", "33-48"), strict=True), 1):
        told = re.match(rf"  Branch {number}, rings {rings}: at most (\d\.\d\d) A by estimate \(([^()]+)\); ", line)
        assert told and float(told[1]) > 2.0 and told[2] in {find_game(each).name for each in game_ids()}
    ample, _, weak = lines
    assert ample.endswith("its fuse of 20 A carries 15.00 A for long")
    assert weak.endswith("its fuse of 2 A carries 1.50 A for long: the lights are dimmed to that")
    assert list(terminal.branch_lines(WiredBoard(wood.board_map, wood.reeds, wood.rings))) == []


def test_an_empty_line_ends_the_self_test(bench: Bench, config: Config, keyboard: tuple[TextIO, int]) -> None:
    out = Reader(lambda line: "", keyboard[1])
    out.type("\n")
    assert not terminal.check(config, *started(keyboard, out))
    assert "Not answered yet: a1, a2, b1, b2." in out.text
    assert "Still open: does every square light up?" in out.text


def test_a_square_said_to_stay_dark_fails_the_self_test(
    bench: Bench, config: Config, keyboard: tuple[TextIO, int]
) -> None:
    save_truth(config)
    answers = iter(["All of them are lit", "b2 is dark", "The others are lit"])
    lit: list[set[str]] = []

    def act(line: str) -> str:
        if line.startswith("Rank"):
            lit.append({BOARD.name(square) for square in bench.lit()})
            return next(answers)
        return "Some stayed dark" if line.startswith("Did every") else walk(bench) if "empty line" in line else ""

    out = Reader(act, keyboard[1])
    assert not terminal.check(config, *started(keyboard, out))
    assert "Squares that stay dark: b2." in out.text
    assert lit == [{"a1", "b1"}, {"a2", "b2"}, {"a2", "b2"}], "the rank that is asked about is lit"


def save_truth(config: Config) -> None:
    from hardware.board_map import save

    save(TRUTH, config.data_dir / MAP_FILE)


def started(keyboard: tuple[TextIO, int], out: Reader) -> Any:
    return keyboard[0], out


def walk(bench: Bench) -> str:
    """A hand that visits every square meanwhile."""

    def visit() -> None:
        wait_for(lambda: any(bench.frame), "the test lights a square")
        for square in range(BOARD.size):
            bench.stand(Square(square))
        bench.stand()

    bench.walks.append(threading.Thread(target=visit))
    bench.walks[-1].start()
    return ""


def test_without_a_real_board_there_is_nothing_to_wire(config: Config, keyboard: tuple[TextIO, int]) -> None:
    simulated = replace(config, board=BoardConfig("simulated", 2, 2))
    with pytest.raises(NothingWired, match=f"there is nothing to wire: board.driver must be {' or '.join(REEDS)}"):
        terminal.wire(simulated, keyboard[0], sys.stdout)


def test_the_self_test_without_a_real_board_tells_how_the_computer_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0
    told = capsys.readouterr().out
    assert "Pawnlight: " in told and "Supply: " in told and "the screen board alone" in told


@pytest.mark.parametrize("changes", [{}, {Path("config.txt"): ("", "dtparam=spi=on\n")}])
def test_the_self_test_speaks_of_the_boot_files_only_where_they_lack_something(
    changes: Changes, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hot = message("{celsius} °C: too hot, the computer slows down. Give it air.", celsius="99")
    monkeypatch.setattr("daemon.workshop.checks.health.board_facts", lambda config: ((message("Temperature"), hot),))
    monkeypatch.setattr(terminal, "changes_for", lambda config, root: changes)
    assert terminal.check(Config(), sys.stdin, sys.stdout)
    told = capsys.readouterr().out
    assert "! Temperature: 99 °C: too hot" in told
    assert ("sudo pawnlight boot-settings" in told) == bool(changes)


def test_the_table_and_the_wizard_do_not_use_the_board_at_once(
    bench: Bench, config: Config, keyboard: tuple[TextIO, int]
) -> None:
    with held(config.data_dir), pytest.raises(AlreadyRunning):
        terminal.wire(config, keyboard[0], sys.stdout)


def test_the_trial_of_nine_squares_in_the_terminal_says_what_is_wrong(
    config: Config, keyboard: tuple[TextIO, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing closes, wherever the piece is said to be."""
    rows, columns = (4, 5, 6), (21, 22, 23)
    circuit = MatrixCircuit(rows, columns, lambda: 0)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", mock_factory(circuit))
    frames: list[bytes] = []
    monkeypatch.setattr(neopixel, "neopixel_write", lambda pin, data: frames.append(bytes(data)))
    monkeypatch.setattr(blinka, "D10", blinka.NEOPIXEL, raising=False)
    nine = replace(
        config, board=BoardConfig("gpio", 3, 3),
        reeds=ReedsConfig({"rows": rows, "columns": columns, "group_reads": False}),
    )

    def act(line: str) -> str:
        if line.startswith("How wide"):
            out.type("50\n")
        elif line.startswith(("Take all pieces", "Put the piece")):
            out.type("1\n")
        return ""

    out = Reader(act, keyboard[1])
    assert not terminal.trial(nine, *started(keyboard, out))
    assert "Put the piece in the middle of c3, with no other on the board. (8/17)" in out.text
    assert "  - No switch feels the piece anywhere: the magnet is too weak or too far away" in out.text
    assert "  See docs/build/trial.md." in out.text
    assert "Margin of a piece put down off-centre: 0 mm" in out.text
    assert any(map(any, frames)), "the squares are lit on which the piece goes"


def test_a_trial_needs_nine_squares(bench: Bench, config: Config, keyboard: tuple[TextIO, int]) -> None:
    with pytest.raises(NothingWired, match="there is nothing to try: A trial needs three files and three ranks"):
        terminal.trial(config, keyboard[0], sys.stdout)
    with pytest.raises(NothingWired, match="there is nothing to try"):
        terminal.trial(replace(config, board=BoardConfig("simulated", 8, 8)), keyboard[0], sys.stdout)


# --- panel -------------------------------------------------------------------------------------------------------


@pytest.fixture
def program(bench: Bench, config: Config) -> Iterator[Program]:
    store = Store(config.data_dir)
    with Program(config, store) as running:
        yield running
    store.close()


def until(program: Program, seen: Callable[[Work], bool]) -> Work:
    def reached() -> Work | None:
        work = program.desk.workshop.work()
        assert work is not None
        return work if seen(work) else None

    return wait_for(reached, lambda: f"the work that is waited for, but {program.desk.workshop.work()}")


def learn(program: Program, bench: Bench) -> Work:
    """Do what the wizard says, to the end."""
    workshop = program.desk.workshop
    workshop.open("wire")
    last, work, tried_s = ("", -1), until(program, lambda work: True), 0.0
    while not str(work.sentence).startswith("Saved."):
        if (str(work.sentence), work.done) != last or time.monotonic() > tried_s + PATIENCE_S:
            if (str(work.sentence), work.done) == last:  # not felt, on a very busy machine: once more
                bench.stand()
            last, tried_s = (str(work.sentence), work.done), time.monotonic()
            time.sleep(STEP_S)
            label = bench.obey(last[0])
            work = until(program, lambda work: True)
            offered = {str(text): value for value, text in work.choices}
            if label in offered and (str(work.sentence), work.done) == last:  # else something else is asked by now
                workshop.say(offered[label])
            elif label:  # seen before it was lit
                last = ("", -1)
        work = until(program, lambda work: True)
        time.sleep(0.01)
    return work


def test_the_panel_learns_a_board_of_expanders(
    monkeypatch: pytest.MonkeyPatch, config: Config
) -> None:
    """Sixteen inputs for four squares, none of them where one would look; no diodes are asked for."""
    inputs: list[Square | None] = [None] * 16
    inputs[3], inputs[8], inputs[9], inputs[14] = (Square(n) for n in (2, 0, 3, 1))
    truth = wire(BOARD, inputs, [Square(2), Square(3), Square(0), Square(1)], PIXELS)
    bench = Bench(truth, 0, monkeypatch)
    expanders = replace(config, board=BoardConfig("mcp23017", 2, 2), reeds=ReedsConfig({"addresses": ADDRESSES}))
    store = Store(config.data_dir)
    with Program(expanders, store) as program:
        work = learn(program, bench)
        assert program.real.board_map == truth  # type: ignore[union-attr]
    store.close()
    assert work.findings == ()


def test_the_panel_learns_a_board_and_the_program_takes_its_map(
    program: Program, bench: Bench, config: Config
) -> None:
    work = learn(program, bench)
    workshop = program.desk.workshop
    assert load(config.data_dir / MAP_FILE) == TRUTH
    assert program.real.board_map == TRUTH  # type: ignore[union-attr]
    assert set(work.squares) == set(BOARD.names)
    workshop.close()
    assert workshop.work() is None
    with pytest.raises(Refused, match="That has ended in the meantime"):
        workshop.say("keep")


def test_the_panel_tests_a_board(program: Program, bench: Bench) -> None:
    program.desk.workshop.open("check")
    bench.stand(Square(0))
    bench.stand()
    work = until(program, lambda work: work.done >= 1)
    assert "answered" in work.squares.values()
    assert "Supply" in [str(label) for label, _ in work.facts]
    until(program, lambda work: "all" in dict(work.choices))
    program.desk.workshop.say("all")
    assert not any("lights up" in str(found) for found in until(program, lambda work: True).findings)
    program.desk.workshop.close()
    wait_for(lambda: not any(bench.frame), "dark again")


def test_a_trial_on_the_panel_needs_nine_squares_too(program: Program) -> None:
    with pytest.raises(Refused, match="A trial needs three files and three ranks"):
        program.desk.workshop.open("trial")
    assert program.desk.workshop.work() is None


def test_a_ghost_is_told_in_the_self_test(program: Program, bench: Bench) -> None:
    """The diode of reed 1 is missing: once it closes, reeds 0 and 3 make reed 2 look closed. As long as nobody has
    learnt the wiring, reeds 1 and 2 are taken for those of b1 and a2."""
    bench.stand(Square(3), Square(1))  # reeds 0 and 3: the other corners
    program.desk.workshop.open("check")
    until(program, lambda work: "covered" in work.squares.values())

    def put_again_and_told() -> Work | None:
        """Put between the readings of two rows, it is no ghost of any moment."""
        bench.stand(Square(3), Square(1))
        bench.stand(Square(3), Square(1), Square(0))
        work = program.desk.workshop.work()
        return work if any("a diode is missing" in str(found) for found in work.findings) else None

    said = wait_for(put_again_and_told, "the ghost is told")
    assert "Closed at the same moment: a2, b1. " in " ".join(map(str, said.findings))


def test_an_unplugged_board_is_told_in_the_workshop_too(
    program: Program, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.desk.workshop.open("check")
    factory = gpiozero.Device.pin_factory

    def gone(pin: Any) -> bool:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as unplugged:
        unplugged.setattr(factory.pin_class, "_get_state", gone)
        wait_for(lambda: program.desk.snapshot().scene(frozenset()).trouble, "the panel tells of the trouble")
    wait_for(lambda: not program.desk.snapshot().scene(frozenset()).trouble, "the trouble is over")
    bench.stand(Square(1))
    bench.stand()
    until(program, lambda work: work.done >= 1)


def test_a_map_that_cannot_be_written_is_told(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(learnt: BoardMap, path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("daemon.workshop.panel_session.save", full)
    workshop = program.desk.workshop
    workshop.open("wire")
    workshop.say("none")
    workshop.say("stop")
    with pytest.raises(Refused, match="The board map cannot be written"):
        workshop.say("keep")


@pytest.fixture
def changing(monkeypatch: pytest.MonkeyPatch) -> ToldLock:
    """The lock of the programs that are made from now on, see :class:`daemon.services.game_service.Games`."""
    lock = ToldLock()
    monkeypatch.setattr("daemon.services.game_service.threading", SimpleNamespace(Lock=lambda: lock))
    return lock


@pytest.mark.parametrize("where", ["replace", "restored_map"], ids=["before", "after"])
def test_a_map_that_is_kept_while_a_backup_is_put_back_stays(
    changing: ToldLock, program: Program, config: Config, where: str
) -> None:
    """Before what is kept was exchanged, and after, while the map of the backup waits for its file."""
    save(wire(BOARD), config.data_dir / MAP_FILE)
    with program.desk.backups.fresh() as archive:
        name = program.desk.backups.take_in(archive).name
    workshop = program.desk.workshop
    workshop.open("wire")
    workshop.say("new")
    for answer in ("none", "stop"):
        workshop.say(answer)
    with meanwhile(program._store, where, lambda: workshop.say("keep"), changing.awaited.is_set, where != "replace"):
        program.desk.restore(name)
    assert load(config.data_dir / MAP_FILE) == program.real.board_map != wire(BOARD)  # type: ignore[union-attr]


def test_where_nothing_is_wired_up_a_board_in_memory_is_learnt_and_nothing_of_it_is_written(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with Program(Config(panel=PanelConfig("127.0.0.1", 0), data_dir=tmp_path), store) as simulated:
        workshop = simulated.desk.workshop
        with pytest.raises(Refused, match="That has ended"):
            workshop.draw(["a1"])
        workshop.open("check")
        workshop.draw(["a1"])
        wait_for(lambda: "a1" in getattr(workshop.work(), "squares", {}), "the piece on a1 is felt")
        workshop.close()
        workshop.open("wire")
        for answer in ("none", "stop", "keep"):
            workshop.say(answer)
        simulated.desk.start(NewGame("pawn-advance", {}, {}, True))
        assert workshop.work() is None
    store.close()
    assert not list(tmp_path.glob("*.json"))


def test_no_task_begins_while_a_game_is_on_the_table(program: Program) -> None:
    program.desk.start(NewGame("pawn-advance", {}, {}, True))
    with pytest.raises(Refused, match="Park the game on the table first"):
        program.desk.workshop.open("check")
    assert program.desk.workshop.work() is None


def test_a_game_that_begins_ends_the_task(program: Program) -> None:
    program.desk.workshop.open("check")
    program.desk.start(NewGame("pawn-advance", {}, {}, True))
    assert program.desk.workshop.work() is None


class GameBegins(Orders):
    """Its table gives the board to every task but the last: a game takes it just as that is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.used: list[UseBoard] = []

    def ask(self, wish: Wish, *rest: Any, **named: Any) -> Message | None:
        assert isinstance(wish, UseBoard)
        self.used.append(wish)
        if len(self.used) == 1:
            return None
        self.used[0].ended()
        return NOT_FREE


def test_a_task_whose_board_a_game_takes_while_another_is_opened_is_over(tmp_path: Path) -> None:
    """It was taken for under way again, beside the game."""
    config = Config(panel=PanelConfig("127.0.0.1", 0), data_dir=tmp_path)
    workshop = BenchWorkshop(config, None, GameBegins(), lambda: 0.02, threading.Lock())
    workshop.open("check")
    assert workshop.work() is not None
    with pytest.raises(Refused, match="Park the game"):
        workshop.open("wire")
    assert workshop.work() is None
