"""The workshop in a terminal: ``pawnlight wire``, ``pawnlight check`` and ``pawnlight trial``."""

import select
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Final, TextIO

from daemon.base.errors import DaemonError
from daemon.boards.board import RealBoard, WiredBoard
from daemon.boards.factory import make_board, map_file
from daemon.boards.tile_board import TiledBoard
from daemon.config.branches import as_ranges
from daemon.config.schema import Config, reeds_driver
from daemon.system.directory_lock import LOCK, held, make_directory
from daemon.workshop.checks import health
from daemon.workshop.checks.boot_settings import changes_for
from daemon.workshop.checks.reach_test import reached
from daemon.workshop.tasks import Bench, CheckTask, Task, TiledBench, WiredBench, wires_of
from daemon.workshop.trial.task import TOO_SMALL, TrialTask, is_large_enough
from daemon.workshop.trial.verdict import is_right
from daemon.workshop.wire_task import wire_task
from engine.registry import find_game, game_ids
from hardware.board_map import BoardMap, save
from hardware.boot_files import BadBootFile
from hardware.drivers.registry import REEDS
from hardware.errors import BoardLost
from hardware.lights.worst_pictures import load, worst
from table.messages.settings import Settings
from webpanel.ports.workshop_port import Work

LOOP_S: Final = 0.002
PAINT_S: Final = 0.05
LOST_S: Final = 0.5


class NothingWired(DaemonError):
    """The configuration names no board that could be wired or tested."""


def wire(config: Config, lines: TextIO, out: TextIO) -> bool:
    """Learn the wiring of the board, and store it in the data directory. Return true if it was stored.

    :raises DaemonError: there is no such board, or the table runs.
    """
    if reeds_driver(config) is None:  # before a directory is made that was mistyped
        drivers = " or ".join(REEDS)
        raise NothingWired(f"there is nothing to wire: board.driver must be {drivers} (tiles know their own wiring)")
    make_directory(config.data_dir)
    with held(config.data_dir):
        board = make_board(config)
        assert isinstance(board, WiredBoard), "reeds make no other one"
        try:
            task = wire_task(config, board, lambda learnt: _keep(config, learnt, out))
            Dialogue(task, lines, out).run(lambda: task.kept)
        finally:
            board.close()
    return task.kept


def _keep(config: Config, learnt: BoardMap, out: TextIO) -> None:
    save(learnt, map_file(config))
    print(f"Written: {map_file(config)}", file=out)


def check(config: Config, lines: TextIO, out: TextIO) -> bool:
    """Test the board and print the health of the computer. Return true if every switch answered and every square lit
    up.

    :raises DaemonError: the table runs.
    """
    facts = health.board_facts(config)
    for label, value in facts:
        print(f"{'!' if health.is_trouble(value) else ' '} {label}: {value}", file=out)
    if _boot_files_lack_something(config):
        print("What the boot files lack is set by: sudo pawnlight boot-settings", file=out)
    if config.board.driver == "simulated":
        print("Board: the screen board alone (board.driver is simulated): no switch or light to test.", file=out)
        return True
    ran = (config.data_dir / LOCK).exists()
    with held(config.data_dir) if ran else nullcontext():  # a mistyped directory is not created
        board = make_board(config)
        try:
            for line in branch_lines(board):
                print(line, file=out)
            return _check(config, board, facts, lines, out)
        finally:
            _close(board)


def _boot_files_lack_something(config: Config) -> bool:
    try:
        return bool(changes_for(config, Path("/")))
    except (OSError, BadBootFile):  # boot-settings reports which, and why
        return True


def branch_lines(board: RealBoard | None) -> Iterator[str]:
    """Tell of each branch of the lights the most that games would have it draw, and what its fuse carries."""
    if not isinstance(board, WiredBoard) or not board.branches:
        return
    pictures = load()
    for number, branch in enumerate(board.branches, 1):
        most = worst(branch, board.board_map, pictures)
        where = find_game(most.game).name if most.game in game_ids() else most.game or "no game fits on this board"
        dims = ": the lights are dimmed to that" if most.drawn_a > branch.most_a else ""
        wants = f"Branch {number}, rings {as_ranges(branch.rings)}: at most {most.drawn_a:.2f} A by estimate ({where})"
        yield f"  {wants}; its fuse of {branch.fuse_a:g} A carries {branch.most_a:.2f} A for long{dims}"


def _check(config: Config, board: RealBoard | None, facts: tuple[health.Fact, ...], lines: TextIO, out: TextIO) -> bool:
    print("An empty line ends the test.", file=out)
    task = _check_task(config, board, facts)
    Dialogue(task, lines, out, empty_ends=True).run(lambda: task.done)
    for label, value in task.work(time.monotonic()).facts[len(facts) :]:
        print(f"  {label}: {value}", file=out)
    return task.test.done and task.lights.passed and not reached(task.reach)


def trial(config: Config, lines: TextIO, out: TextIO) -> bool:
    """Try nine squares of the board. Returns whether magnet, reed and square go together.

    :raises DaemonError: there is no board of nine squares, or the table runs.
    """
    ran = (config.data_dir / LOCK).exists()
    with held(config.data_dir) if ran else nullcontext():
        board = make_board(config)
        try:
            if board is None or not is_large_enough(board.board):
                raise NothingWired(f"there is nothing to try: {TOO_SMALL}")
            task = TrialTask(_bench(config, board))
            Dialogue(task, lines, out).run(lambda: task.done)
        finally:
            _close(board)
    return is_right(task.trial)


COMMANDS: Final = {"wire": wire, "check": check, "trial": trial}
"""The commands of this module, by name."""


def _check_task(config: Config, board: RealBoard | None, facts: tuple[health.Fact, ...]) -> CheckTask:
    usual_s = Settings().debounce_ms / 1000
    bench = _bench(config, board)
    return CheckTask(bench, lambda: usual_s, facts=None if isinstance(board, TiledBoard) else facts)


def _bench(config: Config, board: RealBoard | None) -> Bench:
    if isinstance(board, TiledBoard):
        return TiledBench(board, config.rings.supply_a)
    assert isinstance(board, WiredBoard), "there are no other boards"
    return WiredBench(board, wires_of(config, board))


def _close(board: RealBoard | None) -> None:
    if board is not None:
        board.close()


class Dialogue:
    """A dialogue that runs a task, prints its sentences and takes answers by their numbers. The end of the input ends
    it, and with ``empty_ends`` an empty line."""

    def __init__(self, task: Task, lines: TextIO, out: TextIO, empty_ends: bool = False) -> None:
        self._task = task
        self._empty_ends = empty_ends
        self._lines = lines
        self._out = out
        self._printed: tuple[object, ...] = ()
        self._offered: tuple[object, ...] = ()
        self._failures = 0
        self._ended = False

    def run(self, done: Callable[[], bool]) -> None:
        """Run until the task is done or the dialogue ended."""
        paint_s = 0.0
        while not done() and not self._ended:
            now_s = time.monotonic()
            self._turn(now_s, now_s >= paint_s)
            paint_s = now_s + PAINT_S if now_s >= paint_s else paint_s
            self._listen(LOST_S if self._failures else LOOP_S)
        self._say(self._task.work(time.monotonic()), last=True)

    def _turn(self, now_s: float, paint: bool) -> None:
        try:
            self._task.feel(now_s)
            if paint:
                self._task.paint(now_s)
                self._say(self._task.work(now_s))
        except BoardLost as error:
            self._failures += 1
            if self._failures == 2:  # tiles take a moment for their first message
                print(f"{error}. Put it right: this then goes on by itself.", file=self._out, flush=True)
        else:
            self._failures = 0

    def _say(self, work: Work, last: bool = False) -> None:
        """Print what is new."""
        found = work.findings if last or not work.of else ()
        words, progress = (work.sentence, work.hint, work.choices, found), f"{work.done}/{work.of}" if work.of else ""
        if (words, progress) == self._printed:
            return
        said_before, self._printed = self._printed[:1], (words, progress)
        if said_before == (words,):
            print(f"  {progress}", file=self._out, flush=True)
            return
        if work.hint is not None:
            print(f"  ! {work.hint}", file=self._out)
        print(f"{work.sentence} ({progress})" if progress else work.sentence, file=self._out)
        for finding in found:
            print(f"  - {finding}", file=self._out)
        if found and work.guide:
            print(f"  See docs/{work.guide}.", file=self._out)
        if work.picture:
            print(*work.picture, *(f"{label}: {value}" for label, value in work.facts), sep="\n", file=self._out)
        if work.choices != self._offered:
            self._offered = work.choices
            for number, (value, label) in enumerate(work.choices, 1):
                if value != str(label):  # else it can be typed as it is
                    print(f"  {number}  {label}", file=self._out)
        self._out.flush()

    def _listen(self, timeout_s: float) -> None:
        ready, _, _ = select.select([self._lines], [], [], timeout_s)
        if ready:
            self._take(self._lines.readline())

    def _take(self, line: str) -> None:
        choices = self._task.work(time.monotonic()).choices
        typed = line.strip()
        values = [value for value, _ in choices]
        if not typed:
            self._ended = not line or self._empty_ends
        elif typed.isdecimal() and 1 <= int(typed) <= len(choices):
            self._task.say(values[int(typed) - 1])
        elif typed in values:  # the name of a square
            self._task.say(typed)
        elif choices:
            print(f"Type a number from 1 to {len(choices)}, or Ctrl+C to leave.", file=self._out, flush=True)
