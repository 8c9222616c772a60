"""The progress of the wiring wizard outlasts the program, and is offered again."""

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest
from circuits.builder import Builder

from daemon.boards.board import WiredBoard
from daemon.workshop.wire_task import KEEP, WireTask
from daemon.workshop.wizard.file import WizardFile, learnt, of_map
from daemon.workshop.wizard.result import complete, learnt_map
from daemon.workshop.wizard.state import AnswerGiven, Wizard, WizardStep
from daemon.workshop.wizard.steps import begin, step
from daemon.workshop.wizard.view import view
from engine.core.squares import Board
from hardware.board_map import BoardMap, row_wise, serpentine, wire

BOARD = Board(4, 4)
GOOD = wire(BOARD, row_wise(BOARD), serpentine(BOARD), 3)


@pytest.fixture
def file(tmp_path: Path) -> WizardFile:
    return WizardFile(tmp_path / "wiring.json")


def gone_on(builder: Builder, file: WizardFile) -> Builder:
    """The same builder after a restart of the program, who goes on."""
    builder.wizard = begin(builder.wires, file.load(builder.wires))
    builder.read()
    builder.say("yes")
    return builder


def test_at_whatever_step_it_is_left_the_rest_is_learnt_after_a_restart(file: WizardFile) -> None:
    truth = wire(BOARD, row_wise(BOARD), serpentine(BOARD), 3)
    builder = Builder(truth, dead=1 << 9, dark=["c3"])
    left: set[WizardStep] = set()
    while builder.wizard.phase is not WizardStep.DONE:
        kept = learnt(builder.wizard)
        if kept is not None:
            file.save(kept)
            left.add(kept.phase)
            assert file.load(builder.wires) == kept
            gone_on(builder, file)
        builder.obey(diodes=True)
    expected = Builder(truth, dead=1 << 9, dark=["c3"]).follow()
    assert learnt_map(builder.wizard) == learnt_map(expected)
    assert {WizardStep.SWEEP, WizardStep.GAP, WizardStep.ORDER, WizardStep.RANKS, WizardStep.DIODES} <= left


def test_nothing_is_offered_before_anything_was_learnt(file: WizardFile) -> None:
    builder = Builder(GOOD)
    assert learnt(builder.wizard) is None
    assert file.load(builder.wires) is None


def test_all_can_be_learnt_anew_instead(file: WizardFile) -> None:
    builder = Builder(GOOD)
    file.save(builder.follow(WizardStep.ORDER))
    again = step(begin(builder.wires, file.load(builder.wires)), AnswerGiven("again"))
    assert replace(again, before=None) == begin(builder.wires)


@pytest.mark.parametrize("text", [
    "", "{", "[]", "{}", '{"version": 2}', '{"switches": [4, 4, 16, 4]}', "[" * 2_000, "NaN", "9" * 5_000,
    '{"version": 1, "version": 1}', '{"switches": [4, 4, 1e999, 4]}', '{"switches": 1e999}',
], ids=lambda text: text[:30])
def test_a_damaged_file_is_left_aside(
    file: WizardFile, tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "wiring.json").write_text(text)
    with caplog.at_level(logging.WARNING):
        assert file.load(Builder(GOOD).wires) is None
    assert "cannot be read, it begins anew" in caplog.text


@pytest.mark.parametrize("entry", [
    {"phase": "dance"}, {"reeds": [[0, 99]]}, {"reeds": [[0, 0], [0, 1]]}, {"ranks": [9]}, {"seen": "XY"},
    {"rings": [[0, -2]]}, {"number": "1"}, {"queue": [99], "phase": "rings"}, {"queue": [], "phase": "rings"},
    {"square": 99, "phase": "square"}, {"ranks": [], "phase": "sweep"}, {"version": True}, {"version": 1.0},
    {"seen": ["R"]}, {"seen": "RR"}, {"seen": 1}, {"flawed": 1}, {"mood": "good"}, {"reeds": [[0]]}, {"reeds": ["00"]},
    {"line": "0"}, {"stuck": -1}, {"stuck": True}, {"fits": 10**9, "exceeds": 10**9 + 1}, {"lights": [True, 3]},
    {"phase": ["sweep"]},
])
def test_what_cannot_be_true_is_left_aside(file: WizardFile, tmp_path: Path, entry: dict[str, object]) -> None:
    builder = Builder(GOOD)
    builder.follow(WizardStep.SWEEP)
    builder.obey()
    file.save(builder.wizard)
    data = json.loads((tmp_path / "wiring.json").read_text())
    assert file.load(builder.wires) is not None
    (tmp_path / "wiring.json").write_text(json.dumps(data | entry))
    assert file.load(builder.wires) is None


def test_of_another_device_nothing_is_known(file: WizardFile) -> None:
    builder = Builder(GOOD)
    file.save(builder.follow(WizardStep.ORDER))
    assert file.load(replace(builder.wires, reed_count=32)) is None
    assert file.load(replace(builder.wires, columns=0)) is None


def test_once_the_pixels_are_put_right_it_goes_on_without_asking_for_them_again(file: WizardFile) -> None:
    wrong = Builder(GOOD, told=4)
    file.save(wrong.follow(WizardStep.WRONG_PIXELS))
    builder = gone_on(Builder(GOOD), file)
    assert builder.wizard.phase is WizardStep.EMPTY
    assert complete(builder.follow()) and learnt_map(builder.wizard) == GOOD


def test_switches_learnt_first_are_kept_when_the_pixels_are_put_right(file: WizardFile) -> None:
    wrong = Builder(GOOD, told=4)
    wrong.follow(WizardStep.WRONG_PIXELS)
    wrong.say("no")
    file.save(wrong.follow())
    assert wrong.wizard.rings == () and len(wrong.wizard.reeds) == 16
    builder = gone_on(Builder(GOOD), file)
    assert builder.wizard.phase is WizardStep.ORDER
    assert complete(builder.follow()) and learnt_map(builder.wizard) == GOOD
    assert builder.sweeps == 0


# --- one square anew -----------------------------------------------------------------------------------------------


def anew(builder: Builder, square: str, known: BoardMap) -> Wizard:
    builder.wizard = begin(builder.wires, of_map(builder.wires, known))
    builder.read()
    builder.say("yes")
    builder.say(square)
    return builder.follow()


def test_a_switch_that_was_mended_is_learnt_alone() -> None:
    known = learnt_map(Builder(GOOD, dead=1 << 5).follow())
    builder = Builder(GOOD)
    assert learnt_map(anew(builder, "b2", known)) == GOOD
    assert (builder.sweeps, builder.placed, builder.answers) == (0, 1, 3)


def test_a_light_that_was_mended_is_learnt_alone() -> None:
    known = learnt_map(Builder(GOOD, dark=["c3"]).follow())
    builder = Builder(GOOD)
    assert learnt_map(anew(builder, "c3", known)) == GOOD
    assert builder.placed == 2


def test_two_lights_that_were_exchanged_come_round_both() -> None:
    order = list(serpentine(BOARD))
    order[2], order[9] = order[9], order[2]
    truth = wire(BOARD, row_wise(BOARD), order, 3)
    builder = Builder(truth)
    assert learnt_map(anew(builder, BOARD.name(order[2]), GOOD)) == truth


# --- the task ----------------------------------------------------------------------------------------------------


class Dark:
    """Rings that nobody looks at."""

    def __init__(self, count: int) -> None:
        self.count = count

    def show(self, pixels: bytes) -> None:
        assert len(pixels) == 3 * self.count

    def close(self) -> None:
        pass


def test_the_task_writes_what_is_new_and_offers_it_until_it_is_kept(file: WizardFile, tmp_path: Path) -> None:
    builder, kept = Builder(GOOD), list[BoardMap]()
    real = WiredBoard(GOOD, builder.reeds, Dark(GOOD.pixel_count), 4)

    def task() -> WireTask:
        return WireTask(real, builder.wires, kept.append, file)

    first = task()
    first.wizard = builder.follow(WizardStep.ORDER)
    first.paint(0.0)
    second = task()
    assert str(second.work(0.0).sentence) == (
        "This was left unfinished. Switches learnt: 16; lights: 0. Go on from there?"
    )
    second.say("yes")
    builder.wizard = second.wizard
    second.wizard = builder.follow(diodes=False)
    second.paint(0.0)
    second.say(KEEP)
    second.paint(0.0)
    assert kept == [GOOD] and not (tmp_path / "wiring.json").exists()


def test_a_disk_that_is_full_does_not_stop_the_wizard(
    file: WizardFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(wizard: Wizard) -> None:
        raise OSError(28, "No space left on device")

    builder = Builder(GOOD)
    real = WiredBoard(GOOD, builder.reeds, Dark(GOOD.pixel_count), 4)
    task = WireTask(real, builder.wires, lambda learnt: None, file)
    monkeypatch.setattr(file, "save", full)
    task.wizard = builder.follow(WizardStep.ORDER)
    with caplog.at_level(logging.WARNING):
        task.paint(0.0)
        task.paint(0.0)
    assert [record.getMessage() for record in caplog.records] == [
        "what the wiring wizard has learnt cannot be written: [Errno 28] No space left on device"
    ]
    assert view(task.wizard).sentence == view(builder.wizard).sentence


def test_a_square_named_dark_looks_so_at_once(file: WizardFile) -> None:
    builder = Builder(GOOD, dark=["c1"])
    real = WiredBoard(GOOD, builder.reeds, Dark(GOOD.pixel_count), 4)
    task = WireTask(real, builder.wires, list[BoardMap]().append, file)
    task.wizard = builder.follow(WizardStep.RANKS)
    assert [task.work(0.0).squares[name] for name in ("b1", "c1")] == ["asked", "asked"]
    task.say("c1")
    assert [task.work(0.0).squares[name] for name in ("b1", "c1")] == ["asked", "dead"]
