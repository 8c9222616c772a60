"""The trial of nine squares, walked by a maker before modelled magnets and reeds: each faulty build is named."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from math import sqrt
from pathlib import Path

import pytest

from daemon.workshop.simulated_bench import PracticeBoard
from daemon.workshop.trial.picture import picture
from daemon.workshop.trial.steps import END, MARKS, THERE, WAYS, Trial, TrialStep, answer, choices, read, sentence
from daemon.workshop.trial.verdict import facts, findings, is_right, measured
from engine.core.squares import Board, Square
from hardware.board_map import wire
from hardware.simulated.magnet import Magnet, Reed
from hardware.simulated.trial_board import SIDE, Build, TrialBoard
from table.messages.refusal import Refused
from webpanel.ports.workshop_port import Work

BOARD = Board(SIDE, SIDE)
STEP = 0.02
"""The distance that the hand moves between two readings, in squares."""
MIDDLE = BOARD.parse("b2")
GOOD = Magnet(15, 3)
BIG = Magnet(20, 10, 1.45)
HUGE = Magnet(40, 20, 1.45)


class Maker:
    """Somebody at a trial board who does what the sentences say."""

    def __init__(self, build: Build, board: Board = BOARD) -> None:
        self.wood = TrialBoard(build)
        self.trial = Trial(board)
        self.at: tuple[float, float] | None = None
        self.answers = self.slides = 0

    def follow(self) -> Trial:
        while self.trial.step is not TrialStep.DONE:
            self.obey()
        return self.trial

    def obey(self) -> None:
        acts: dict[TrialStep, Callable[[], str]] = {
            TrialStep.SIZE: lambda: str(round(self.wood.build.square_mm)),
            TrialStep.EMPTY: lambda: self._put(None, "empty"),
            TrialStep.PLACE: lambda: self._put(self._of(self.trial.squares[len(self.trial.placed)]), THERE),
            TrialStep.SLIDE: self._slide,
            TrialStep.MARK: self._read_mark,
        }
        said = acts[self.trial.step]()
        if said:
            assert said in dict(choices(self.trial)), said
            self.answers += 1
            self.trial = answer(self.trial, said)

    def _of(self, square: Square) -> tuple[float, float]:
        return self.trial.board.file(square), self.trial.board.rank(square)

    def _put(self, at: tuple[float, float] | None, said: str) -> str:
        self._move(None)
        self._move(at)
        return said

    def _move(self, at: tuple[float, float] | None) -> None:
        self.at = at
        self.wood.move(at)
        names = [self.wood.board.name(Square(n)) for n in range(9) if self.wood.read() >> n & 1]
        self.trial = read(self.trial, sum(1 << self.trial.board.parse(name) for name in names))

    def _way(self) -> float:
        """Return the distance of the piece from the middle square, as a part of the whole way."""
        assert self.at is not None
        return max(abs(self.at[0] - 1), abs(self.at[1] - 1))

    def _slide(self) -> str:
        files, ranks = WAYS[len(self.trial.slides)]
        if not self.trial.begun and self.at != (1 + files, 1 + ranks):
            self.slides += 1
            self._put((1 + files, 1 + ranks), "")
        while self.trial.step is TrialStep.SLIDE:
            way = round(self._way() - STEP, 3)
            if way < 0:
                return END
            self._move((1 + files * way, 1 + ranks * way))
        return ""

    def _read_mark(self) -> str:
        return str(round(MARKS * self._way()))


BUILDS: dict[str, tuple[Build, str]] = {
    "right": (Build(magnet=GOOD), "Magnet, reed and square go together: a piece is felt up to "),
    "right, the other pole down": (Build(magnet=Magnet(15, 3, -1.19)), "Magnet, reed and square go together: "),
    "too strong": (Build(magnet=HUGE, gap_mm=20), "the magnet is too strong. Take a smaller one"),
    "too weak": (Build(magnet=Magnet(6, 2), gap_mm=14), "No switch feels the piece anywhere: the magnet is too weak"),
    "a little too weak": (
        Build(magnet=Magnet(8, 3), gap_mm=6), "mm are needed: the magnet is too weak or too far away."
    ),
    "too near": (
        Build(magnet=Magnet(20, 5), gap_mm=1),
        "b2 feels the piece in a ring around its middle, too: the magnet is too near.",
    ),
    "too near, and strong": (Build(magnet=HUGE, gap_mm=2), "in a ring around its middle, too: the magnet is too near."),
    "reed off-centre": (
        Build(magnet=GOOD, reed=Reed(x=8)),
        "The reed of b2 is off-centre: it feels the piece 8 mm too far to the right.",
    ),
    "reed off-centre, downwards": (
        Build(magnet=GOOD, odd={MIDDLE: Reed(y=-8)}),
        "The reed of b2 is off-centre: it feels the piece 8 mm too far downwards.",
    ),
    "reeds that lean": (
        Build(magnet=GOOD, reed=Reed(rise=60)), "The reed of b2 is off-centre: it feels the piece 5 mm too far to the"
    ),
    "reed turned": (
        Build(odd={MIDDLE: Reed(rise=0)}, gap_mm=8),
        "b2 feels the piece beside its middle and not in it: the reed is turned, it lies across there.",
    ),
    "all reeds turned": (
        Build(reed=Reed(rise=0, turn=90), gap_mm=8), "b2 feels the piece beside its middle and not in it"
    ),
    "reed lying": (Build(reed=Reed(x=7, rise=0), gap_mm=8), "b2 loses the piece on the way to its middle"),
    "reed lying, towards a corner": (
        Build(reed=Reed(11 / sqrt(2), 11 / sqrt(2), turn=45, rise=0), gap_mm=8),
        "b2 loses the piece on the way to its middle: the middle of a lying reed is there. Stand it upright, or take "
        "a larger magnet or smaller squares.",
    ),
    "squares too small": (
        Build(magnet=BIG, square_mm=30), "the squares are too small for this magnet. Make them 35 mm"
    ),
    "one switch dead": (
        Build(magnet=GOOD, dead=frozenset({BOARD.parse("c3")})), "The others feel the piece, these do not: c3."
    ),
    "the middle one dead": (
        Build(magnet=GOOD, dead=frozenset({MIDDLE})), "The others feel the piece, these do not: b2."
    ),
    "wires crossed": (
        Build(magnet=GOOD, crossed={BOARD.parse("a1"): BOARD.parse("b1"), BOARD.parse("b1"): BOARD.parse("a1")}),
        "Switches with crossed wires (the piece → what closes): a1 → b1, b1 → a1.",
    ),
    "wires of the middle crossed": (
        Build(magnet=GOOD, crossed={MIDDLE: BOARD.parse("c2"), BOARD.parse("c2"): MIDDLE}),
        "Switches with crossed wires (the piece → what closes): b2 → c2, c2 → b2.",
    ),
    "one switch stuck": (
        Build(magnet=GOOD, stuck=frozenset({BOARD.parse("a2")})),
        "Closed on the empty board (stuck, or short-circuited): a2.",
    ),
}


@cache
def tried(build: str) -> Maker:
    maker = Maker(BUILDS[build][0])
    maker.follow()
    return maker


@pytest.mark.parametrize("build", BUILDS)
def test_each_build_is_named_with_what_to_change(build: str) -> None:
    told = [str(each) for each in findings(tried(build).trial)]
    assert len(told) == 1 and BUILDS[build][1] in told[0]
    assert is_right(tried(build).trial) == build.startswith("right")


def told(trial: Trial) -> dict[str, str]:
    return {str(label): str(value) for label, value in facts(trial)}


def test_the_numbers_are_those_of_the_model_to_half_a_mark() -> None:
    """The model closes at 13.9 mm and opens at 14.6; a mark is 2.5 mm, 3.5 towards a corner."""
    trial = tried("right").trial
    for each in measured(trial):
        assert each.closes_mm == pytest.approx(13.9, abs=1.8) and each.opens_mm == pytest.approx(14.6, abs=1.8)
    assert told(trial)["From c2"] == "closes 12 mm from the middle; the other opens 15 mm from its own"
    assert told(trial)["Margin of a piece put down off-centre"] == "12 mm"
    assert told(trial)["From where a switch opens to where the next one closes, at least"] == "22 mm"


MAGNETS = Path(__file__).parents[2] / "docs" / "build" / "magnets.md"
CORNER = Reed(11 / sqrt(2), 11 / sqrt(2), turn=45, rise=0)


def recommended() -> Iterator[tuple[str, Build]]:
    """Yield the builds that the page of magnets recommends, at the nearest, a middle and the farthest distance."""
    text = MAGNETS.read_text(encoding="utf-8").replace("**", "")
    rows = re.findall(r"^\| (\d+) × (\d) mm \| \d+ mm \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)
    for diameter, height, *cells in rows:
        for reed, cell in zip((Reed(), CORNER), cells, strict=True):
            if cell == "none":
                continue
            square, near, far = map(int, re.findall(r"\d+", cell))
            for gap in (near, (near + far) // 2, far):
                yield f"{diameter} mm, {cell}, {gap}", Build(square, gap, Magnet(int(diameter), int(height)), reed)


RECOMMENDED = dict(recommended())


def test_the_page_recommends_upright_and_lying_reeds() -> None:
    assert len(RECOMMENDED) == 3 * (4 + 3)
    assert any(build.reed == CORNER for build in RECOMMENDED.values())


@pytest.mark.parametrize("build", RECOMMENDED)
def test_each_build_that_the_page_recommends_goes_together(build: str) -> None:
    trial = Maker(RECOMMENDED[build]).follow()
    assert is_right(trial), str(findings(trial)[0])


@pytest.mark.parametrize("build", [
    build for build, each in RECOMMENDED.items() if each.reed.rise and each.square_mm <= 50
])
def test_on_squares_that_are_much_larger_an_upright_reed_wants_a_larger_disc(build: str) -> None:
    larger = replace(RECOMMENDED[build], square_mm=RECOMMENDED[build].square_mm + 10)
    assert "mm are needed" in str(findings(Maker(larger).follow())[0])


def test_a_lying_reed_that_loses_the_piece_far_enough_off_is_right_and_the_numbers_tell_it() -> None:
    maker = Maker(Build(45, 5, Magnet(12, 3), CORNER))
    trial = maker.follow()
    assert is_right(trial) and maker.answers == 36, "one more: it closes twice on the way from the corner"
    assert re.match(r"closes \d+ mm from the middle, loses the piece, and closes again at 10", told(trial)["From c3"])


def test_a_right_build_takes_nine_placements_eight_slides_and_thirty_five_answers() -> None:
    maker = tried("right")
    assert (len(maker.trial.placed), maker.slides, maker.answers) == (9, 8, 35)


def test_switches_that_close_together_leave_less_than_nothing_between_them() -> None:
    numbers = told(tried("too strong").trial)
    assert numbers["From where a switch opens to where the next one closes, at least"] == "-42 mm"


def test_a_larger_board_is_tried_on_the_squares_around_its_corner() -> None:
    maker = Maker(BUILDS["right"][0], Board(8, 8))
    trial = maker.follow()
    assert [trial.board.name(square) for square in trial.squares] == BOARD_NAMES
    assert is_right(trial)


BOARD_NAMES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


def test_before_all_is_measured_nothing_is_judged() -> None:
    maker = Maker(BUILDS["too strong"][0])
    while len(maker.trial.slides) < 7:
        maker.obey()
        assert findings(maker.trial) == () and not is_right(maker.trial)
    assert "From c2" in told(maker.trial) and len(told(maker.trial)) == 7


def test_answers_that_are_not_offered_change_nothing_and_back_takes_back() -> None:
    maker = Maker(BUILDS["right"][0])
    seen = set[TrialStep]()
    while maker.trial.step is not TrialStep.DONE:
        before = maker.trial
        seen.add(before.step)
        for wrong in {"empty", "there", "end", "11", "45 mm", "x"} - set(dict(choices(before))):
            assert answer(before, wrong) == before
        maker.obey()
        if maker.trial.before is not None and before.step is not TrialStep.SLIDE:
            back = answer(maker.trial, "back")
            assert (back.step, back.placed, back.slides) == (before.step, before.placed, before.slides)
    assert seen == {*TrialStep} - {TrialStep.DONE}


def test_a_piece_put_down_where_both_switches_feel_it_begins_at_the_last_mark() -> None:
    maker = Maker(BUILDS["too near, and strong"][0])
    while maker.trial.step is not TrialStep.MARK:
        maker.obey()
    assert str(sentence(maker.trial)) == (
        "Stop: b2 has closed. Which mark is under the middle of the piece? b2 has mark 0, c2 mark 20."
    )
    assert maker.at == (2, 1)


# --- the picture, and the page -----------------------------------------------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "build" / "trial.md"


def test_the_page_shows_the_picture_of_a_right_build() -> None:
    drawn = "\n".join(picture(tried("right").trial))
    assert f"\n```\n{drawn}\n```\n" in PAGE.read_text(encoding="utf-8"), f"the page's picture should be\n{drawn}"


def test_the_picture_shows_where_the_piece_is_felt_and_where_it_is_missed() -> None:
    builds = ("too strong", "reed off-centre", "a little too weak")
    strong, off, weak = (picture(tried(build).trial) for build in builds)
    assert any("!" in line for line in strong) and not any("x" in line for line in strong)
    row = off[len(off) // 2]
    assert row.index("x") < row.index("#"), "felt on the right, missed on the left"
    assert any("x#" in line for line in weak) and not any("!" in line for line in weak)
    assert "#" not in "".join(picture(tried("too weak").trial)), "not even in its middle"
    assert picture(Maker(BUILDS["right"][0]).trial) == ()


@pytest.mark.parametrize("build", [build for build in BUILDS if not build.startswith("right")])
def test_what_is_said_of_a_faulty_build_is_on_the_page(build: str) -> None:
    told = str(findings(tried(build).trial)[0])
    quoted = re.findall(r"^\| \*(.*?)\* \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert any(all(part in told for part in each.split(" … ")) for each in quoted), told


# --- on the board in memory ---------------------------------------------------------------------------------------


class Visitor:
    """Somebody at the board in memory, who taps squares and answers as the sentences say."""

    def __init__(self, board: Board, *faults: str) -> None:
        self.now_s = 0.0
        self.practice = PracticeBoard(wire(board, pixels_per_ring=4), lambda: self.now_s)
        for fault in faults:
            self.practice.set_fault(fault, True)
        self.task = self.practice.try_nine()

    @property
    def work(self) -> Work:
        return self.task.work(self.now_s)

    def pass_time(self, duration_s: float) -> None:
        end_s = self.now_s + duration_s
        while self.now_s < end_s:
            self.now_s += 0.01
            self.task.feel(self.now_s)
        self.task.paint(self.now_s)

    def follow(self) -> Work:
        while not str(self.work.sentence).startswith("That is all"):
            self._obey(str(self.work.sentence))
        return self.work

    def _obey(self, said: str) -> None:
        if number := re.search(r"memory (?:it is mark|a square is) (\d+)", str(self.work.hint)):
            self.task.say(number[1])
        elif said.startswith("Take all pieces"):
            self.practice.draw(())
            self.pass_time(0.1)
            self.task.say("empty")
        elif to := re.match(r"Put the piece in the middle of (\w+), with", said):
            self._tap(to[1])
            self.task.say(THERE)
        elif to := re.match(r"Put the piece in the middle of (\w+), and", said):
            self._tap(to[1])
            if str(self.work.sentence) == said:  # it is felt nowhere
                self._slide_on(said)
        else:
            self._slide_on(said)

    def _tap(self, square: str) -> None:
        self.practice.draw([square])
        self.pass_time(0.1)
        assert self.practice.seen().piece == square

    def _slide_on(self, said: str) -> None:
        self.practice.draw(["b2"])
        self.pass_time(0.1)
        end_s = self.now_s + 4.0
        while str(self.work.sentence) == said and self.now_s < end_s:
            self.pass_time(0.05)
        if str(self.work.sentence) == said:
            self.task.say(END)


@pytest.mark.parametrize("board", [Board(3, 3), Board(8, 8)], ids=["3x3", "8x8"])
@pytest.mark.parametrize(("faults", "build"), [
    ((), "right"), (("weak",), "too weak"), (("near",), "too near"), (("off",), "reed off-centre"),
    (("turned",), "all reeds turned"), (("small",), "squares too small"), (("strong",), "too strong"),
    (("trial_dead",), "one switch dead"), (("trial_stuck",), "one switch stuck"), (("trial_crossed",), "wires crossed"),
])
def test_every_build_in_memory_is_named_as_its_model_is(board: Board, faults: tuple[str, ...], build: str) -> None:
    work = Visitor(board, *faults).follow()
    assert BUILDS[build][1] in str(work.findings[0])
    assert work.picture and work.guide == "build/trial.md" and str(work.hint).startswith("# where")


def test_in_memory_the_square_to_put_the_piece_on_is_lit() -> None:
    visitor = Visitor(Board(8, 8))
    visitor.task.say("50")
    visitor.task.say("empty")
    visitor.pass_time(0.1)
    assert visitor.practice.seen().rings == {"a1": ("#00ff00",) * 4}
    with pytest.raises(Refused):
        visitor.practice.draw(["d1"])
    visitor.practice.clear()
    assert visitor.practice.seen().rings == {}


def test_a_board_in_memory_that_is_too_small_is_refused() -> None:
    with pytest.raises(Refused):
        PracticeBoard(wire(Board(2, 2))).try_nine()
