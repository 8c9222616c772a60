"""The workshop on a board in memory, for those who have wired nothing yet: each fault that is switched on is found."""

import re
from collections.abc import Callable
from functools import partial

import pytest

from daemon.workshop.simulated_bench import CROSSED, DARK, DEAD, ORDER, RESTLESS, STRONG, STUCK, PracticeBoard
from daemon.workshop.tasks import CheckTask, Task, WiredBench
from daemon.workshop.wire_task import WireTask
from daemon.workshop.wizard.state import Wires
from engine.core.messages import Message
from engine.core.squares import Board
from hardware.board_map import row_wise, wire
from table.messages.refusal import Refused
from webpanel.ports.workshop_port import Work

BOARD = Board(4, 4)
NAMES = [BOARD.name(square) for square in row_wise(BOARD)]
WIRES = Wires(BOARD, BOARD.size, 4 * BOARD.size, 4, 0, 5.0)
READ_S = 0.01


class Visitor:
    """Somebody in the workshop, who does on the panel what the sentences say."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.board = PracticeBoard(wire(BOARD, row_wise(BOARD), row_wise(BOARD), 4), lambda: self.now_s)
        self.task: Task

    def test(self) -> CheckTask:
        self.task = task = CheckTask(WiredBench(self.board.wired, WIRES), lambda: 0.02, lambda: self.now_s, ())
        return task

    def begin(self) -> None:
        board = self.board
        self.task = WireTask(board.wired, WIRES, board.keep, board.notes, board.kept)

    def learn(self) -> None:
        self.begin()
        while "Saved." not in str(self.work.sentence):
            self.obey()

    @property
    def work(self) -> Work:
        return self.task.work(self.now_s)

    @property
    def found(self) -> str:
        return " ".join(map(str, self.work.findings))

    def pass_time(self, duration_s: float = 0.2) -> None:
        end_s = self.now_s + duration_s
        while self.now_s < end_s:
            self.now_s += READ_S
            self.task.feel(self.now_s)
            self.task.paint(self.now_s)

    def draw(self, *names: str) -> None:
        self.board.draw(names)
        self.pass_time(0.2 * (len(names) + 1))

    def obey(self) -> None:
        self.pass_time(0.1)
        for pattern, act in self._acts().items():
            if asked := re.match(pattern, str(self.work.sentence)):
                label = act(*asked.groups())
                offered = {str(told): value for value, told in self.work.choices}
                if label:
                    self.task.say(offered[label])
                return
        raise AssertionError(f"a visitor does not know what to do: {self.work.sentence}")

    def _acts(self) -> dict[str, Callable[..., str | None]]:
        return {
            ".*colour": lambda: {"#ff0000": "Red", "#00ff00": "Green"}[next(iter(self.board.seen().rings.values()))[0]],
            "Look at the first ring": lambda: "Exactly one whole ring",
            "Take all pieces": self._clear,
            "Take the piece": self.draw,
            "Several switches close at once": self._clear,
            r"Put a piece on (\w)(\d) and slide it": self._draw_rank,
            "Put the piece on the square that is lit": lambda: self.draw(*self.board.seen().rings),
            r"Put the piece on (\w+)\.": self._put,
            "A light walks": lambda: "Yes, over all squares" if self._walk() == NAMES else "It jumps",
            ".*Keep this wiring": lambda: "Keep it",
        }

    def _clear(self) -> str:
        self.draw()
        return "The board is empty"

    def _put(self, square: str) -> str | None:
        self.draw(square)
        there = "The piece is there, and no other is on the board"
        return there if there in [str(label) for _, label in self.work.choices] else None

    def _draw_rank(self, file: str, rank: str) -> None:
        self.draw(*(f"{each}{rank}" for each in "abcd"))

    def _walk(self) -> list[str]:
        """The squares over which a light walks, from a pause to the next."""
        self._until(lambda: self.board.seen().rings)
        self._until(lambda: not self.board.seen().rings)
        self._until(lambda: self.board.seen().rings)
        seen = list[str]()
        while lit := self.board.seen().rings:
            seen += [name for name in lit if name not in seen]
            self.pass_time(READ_S)
        return seen

    def _until(self, reached: Callable[[], object]) -> None:
        end_s = self.now_s + 60
        while not reached():
            self.pass_time(READ_S)
            assert self.now_s < end_s, f"it never comes to that: {self.work.sentence}"


@pytest.fixture
def visitor() -> Visitor:
    return Visitor()


def at(visitor: Visitor, fault: str) -> str:
    """The square that its label names."""
    label = next(str(each.label) for each in visitor.board.seen().faults if each.name == fault)
    return str(re.findall(r"\b[a-d]\d", label)[0])


def test_the_self_test_of_a_board_without_faults_finds_none(visitor: Visitor) -> None:
    visitor.test()
    visitor.draw(*NAMES)
    visitor.draw()
    assert (visitor.work.done, visitor.work.findings[:-1]) == (BOARD.size, ())


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (DEAD, "Not answered yet: {square}."),
        (STUCK, "Always covered (a piece stands there, or the switch sticks): {square}."),
        (RESTLESS, "The switch of {square} bounced for "),
    ],
)
def test_the_self_test_names_the_switch_that_lies(visitor: Visitor, fault: str, told: str) -> None:
    visitor.board.set_fault(fault, True)
    visitor.test()
    visitor.draw(*NAMES)
    visitor.draw()
    assert told.format(square=at(visitor, fault)) in visitor.found
    visitor.board.set_fault(fault, False)
    visitor.test()
    visitor.draw(*NAMES)
    visitor.draw()
    assert at(visitor, fault) not in visitor.found


def test_the_self_test_names_magnets_that_reach_too_far_and_no_remedy_that_makes_it_worse(visitor: Visitor) -> None:
    visitor.board.set_fault(STRONG, True)
    visitor.test()
    visitor.draw(*NAMES)
    visitor.draw()
    assert "A piece closes the switches of several squares together: a1 + b1; " in visitor.found
    assert "closer" not in visitor.found and "diode" not in visitor.found
    visitor.board.set_fault(STRONG, False)
    visitor.test()
    visitor.draw(*NAMES)
    visitor.draw()
    assert "too strong" not in visitor.found


def test_the_wizard_names_magnets_that_reach_too_far(visitor: Visitor) -> None:
    visitor.board.set_fault(STRONG, True)
    visitor.begin()
    while "several switches at once. Mend" not in str(visitor.work.sentence):
        visitor.obey()
    assert "a1 and b1 close together: the magnet is too strong" in visitor.found


def test_a_ring_that_stays_dark_is_seen_to_be_dark(visitor: Visitor) -> None:
    visitor.board.set_fault(DARK, True)
    task = visitor.test()
    task.say("")
    visitor.pass_time(10.0)
    assert set(NAMES) - set(visitor.board.seen().rings) == {at(visitor, DARK)}


def test_the_wizard_learns_crossed_wires_and_lights_that_run_backwards(visitor: Visitor) -> None:
    for fault in (CROSSED, ORDER):
        visitor.board.set_fault(fault, True)
    visitor.learn()
    assert f"Switches with crossed wires: {at(visitor, CROSSED)}" in visitor.found
    visitor.test()
    visitor.pass_time(30.0)  # once the lights have run over the board, the piece's square shines blue
    visitor.draw("a2")
    assert visitor.board.seen().rings["a2"] == ("#0000ff",) * 4


def test_what_cannot_be_drawn_or_switched_is_refused(visitor: Visitor) -> None:
    visitor.test()
    for wrong in (
        partial(visitor.board.draw, ["e1"]),
        partial(visitor.board.draw, NAMES * 5),
        partial(visitor.board.set_fault, "flood", True),
    ):
        with pytest.raises(Refused) as refused:
            wrong()
        assert isinstance(refused.value.reason, Message)
    assert visitor.board.seen().piece is None


def test_the_piece_is_taken_off_and_the_board_cleared(visitor: Visitor) -> None:
    visitor.test()
    visitor.draw("b2")
    assert visitor.board.seen().piece == "b2"
    assert "1 touch, " in str({str(label): value for label, value in visitor.work.facts}["b2"])
    visitor.draw()
    assert visitor.board.seen().piece is None
    visitor.draw("b2")
    visitor.board.draw(["c3"])
    visitor.board.clear()
    visitor.pass_time()
    assert visitor.board.seen().piece is None
    assert visitor.board.wired.reeds.read() == 0
