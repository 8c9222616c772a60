"""The tasks of the workshop: learning the wiring of a board, and testing it, the same on the panel and in a terminal.

A task reads reeds and shows frames itself; pure state machines interpret them.
"""

import time
from collections.abc import Callable
from typing import Final, Protocol

from daemon.boards.board import WiredBoard
from daemon.boards.ghosting import GhostWatch
from daemon.boards.tile_board import TiledBoard
from daemon.config.schema import Config
from daemon.workshop.checks import health, light_test, reach_test, self_test
from daemon.workshop.wizard import frames
from daemon.workshop.wizard.state import Wires
from engine.core.messages import counted, message
from engine.core.squares import Board, bits
from firmware_bridge.errors import TilesLost
from hardware.errors import BoardLost
from table.messages.lights import Light, Overlay, Role
from table.messages.settings import Settings
from webpanel.ports.workshop_port import Work


class Task(Protocol):
    """A task. :meth:`feel` and :meth:`paint` are each used by one thread, the rest by any."""

    name: str

    def feel(self, now_s: float) -> None:
        """Read the board.

        :raises BoardLost: it does not answer.
        """

    def paint(self, now_s: float) -> None:
        """Light the board.

        :raises BoardLost: it does not answer.
        """

    def say(self, answer: str) -> None:
        """Take in an answer of the person.

        :raises OSError: the result cannot be stored.
        """

    def work(self, now_s: float) -> Work:
        """Return the state to show."""


# --- wiring ------------------------------------------------------------------------------------------------------


def wires_of(config: Config, real: WiredBoard) -> Wires:
    """Return what is known about a board before its wiring is."""
    rings = config.rings
    return Wires(
        real.board, real.reeds.count, real.rings.count, rings.pixels, real.columns, rings.supply_a, real.branches
    )


# --- testing -----------------------------------------------------------------------------------------------------


class Bench(Protocol):
    """A board under test."""

    board: Board

    def covered(self) -> int:
        """Return the raw occupancy.

        :raises BoardLost: the board does not answer.
        """

    def ghosts(self) -> int:
        """Return the squares that looked covered together so far, as ghosts do."""

    def show(self, lit: self_test.Lit) -> None:
        """Light squares.

        :raises BoardLost: the board does not answer.
        """


class WiredBench:
    """A board of reeds and rings under test, scanned and lit through its board map."""

    def __init__(self, real: WiredBoard, wires: Wires) -> None:
        self.board = real.board
        self._real = real
        self._wires = wires
        self._ghosts = GhostWatch(wires.columns)

    def covered(self) -> int:
        """See :meth:`Bench.covered`."""
        reading = self._real.reeds.read()
        self._ghosts.look(reading)
        return self._real.board_map.occupancy(reading)

    def ghosts(self) -> int:
        """See :meth:`Bench.ghosts`."""
        return self._real.board_map.occupancy(self._ghosts.suspects)

    def show(self, lit: self_test.Lit) -> None:
        """See :meth:`Bench.show`."""
        real_map, per_ring = self._real.board_map, self._wires.pixels_per_ring
        starts = ((real_map.first_pixels[square], colours) for square, colours in lit.items())
        rings = {first // per_ring: colours for first, colours in starts if first is not None}
        self._real.rings.show(frames.rings_frame(self._wires, rings, real_map.colours))


_ROLES: Final = {self_test.WHITE: Role.PLACE, self_test.GREEN: Role.MOVE, self_test.BLUE: Role.CHOICE}


class TiledBench:
    """A board of tiles under test. The tiles know roles, not colours: the nearest ones are shown."""

    def __init__(self, real: TiledBoard, supply_a: float) -> None:
        self.board = real.board
        self._real = real
        self._supply_a = supply_a

    def covered(self) -> int:
        """See :meth:`Bench.covered`. The debounce of the tiles is at its least."""
        try:
            return self._real.tiles.read()
        except TilesLost as error:
            port, reason = next(iter(error.missing.items()))
            raise BoardLost(message("the tile at {port}: {reason}", port=port, reason=reason)) from error

    def ghosts(self) -> int:
        """See :meth:`Bench.ghosts`. Tiles report one change after the other."""
        return 0

    def show(self, lit: self_test.Lit) -> None:
        """See :meth:`Bench.show`."""
        lights = {square: Light(_ROLES[colours]) for square, colours in lit.items()}
        self._real.tiles.show(lights, Overlay.NONE, None, Settings(motion=False, debounce_ms=0), self._supply_a)


class CheckTask:
    """The self-test of a board: its lights and its switches, at the same time."""

    name = "check"

    def __init__(
        self, bench: Bench, debounce_s: Callable[[], float], clock: Callable[[], float] = time.monotonic,
        facts: tuple[health.Fact, ...] | None = None,
    ) -> None:
        """:param facts: about the computer, for a board that is connected to its pins."""
        now_s = clock()
        self._clock = clock
        self._bench = bench
        self._debounce_s = debounce_s
        self._facts = health.facts() if facts is None else facts
        self._shown: self_test.Lit | None = None
        self.lights = light_test.LightTest(bench.board, now_s)
        self.test = self_test.SelfTest(bench.board, now_s)
        self.reach = reach_test.ReachTest(bench.board)

    @property
    def done(self) -> bool:
        """True if every switch has answered, and somebody has said which squares light up."""
        return self.lights.done and self.test.done

    def feel(self, now_s: float) -> None:
        """See :meth:`Task.feel`."""
        covered = self._bench.covered()
        self.test = self_test.feel(self.test, covered, now_s)
        self.reach = reach_test.feel(self.reach, covered & self.test.free, now_s)

    def paint(self, now_s: float) -> None:
        """See :meth:`Task.paint`."""
        lit = light_test.lit(self.lights, now_s) or self_test.lit(self.test)
        if lit != self._shown:
            self._bench.show(lit)
            self._shown = lit

    def say(self, answer: str) -> None:
        """See :meth:`Task.say`. Answers are about the lights alone."""
        self.lights = light_test.answer(self.lights, answer, self._clock())

    def work(self, now_s: float) -> Work:
        """See :meth:`Task.work`."""
        test, lights, reach = self.test, self.lights, self.reach
        answered = test.answered.bit_count()
        ghosts = self_test.ghost_findings(test.board, self._bench.ghosts())
        switches = self_test.findings(test, self._debounce_s(), bool(reach_test.reached(reach)))
        found = (*reach_test.findings(reach), *switches, *ghosts, *light_test.findings(lights))
        said = light_test.sentence(lights, now_s) or self_test.sentence(test)
        board = test.board
        return Work(
            self.name, said, None, light_test.choices(lights, now_s), answered, board.size, found,
            (*self._facts, *reach_test.facts(reach), *_figures(test)), _check_states(test), board.files, board.ranks,
            "build/magnets.md" if reach_test.reached(reach) else "",
        )


def _figures(test: self_test.SelfTest) -> tuple[health.Fact, ...]:
    """Return the bounce statistics of each switch."""
    told = [
        (
            message("{square}", square=name),
            message(
                "{touches}, {bounces}, {milliseconds} ms at most",
                touches=counted("{count} touch", "{count} touches", reed.touches),
                bounces=counted("{count} bounce", "{count} bounces", reed.changes - reed.touches),
                milliseconds=round(reed.longest_s * 1000, 1),
            ),
        )
        for name, reed in self_test.figures(test)
    ]
    scan = message("{milliseconds} ms", milliseconds=round(test.scan_s * 1000, 1))
    return ((message("Time between two readings"), scan), *told)


def _check_states(test: self_test.SelfTest) -> dict[str, str]:
    covered = test.covered or 0
    states = {test.board.name(square): "answered" for square in bits(test.answered)}
    return states | {test.board.name(square): "covered" for square in bits(covered)}
