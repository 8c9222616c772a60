"""The wiring wizard names a piece that closes more than its own switch, and says why: reach, wires that touch, ghosts.

``several answered`` never ends as ``none answered``.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from circuits.builder import Builder, said

from daemon.workshop.wizard.file import WizardFile, learnt
from daemon.workshop.wizard.result import complete, learnt_map
from daemon.workshop.wizard.state import ReedsSettled, WizardStep
from daemon.workshop.wizard.steps import step
from daemon.workshop.wizard.view import view
from engine.core.squares import Board
from hardware.board_map import BoardMap, row_wise, serpentine, square_wise, wire

BOARD = Board(8, 8)
GOOD = wire(BOARD, row_wise(BOARD), serpentine(BOARD), 4)

RIGHT, LEFT, UP, DOWN = (1, 0), (-1, 0), (0, 1), (0, -1)
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
MAGNET = "close together: the magnet is too strong or too near, or the squares are too small."


def shuffled() -> BoardMap:
    order = list(square_wise(BOARD))
    Random(3).shuffle(order)
    return wire(BOARD, order, serpentine(BOARD), 4)


FAULTS: dict[str, tuple[Callable[[], Builder], str]] = {
    "left and right": (lambda: Builder(GOOD, reach=(LEFT, RIGHT)), f"a1 and b1 {MAGNET}"),
    "to the right alone": (lambda: Builder(GOOD, reach=(RIGHT,)), f"a1 and b1 {MAGNET}"),
    "along files": (lambda: Builder(GOOD, reach=(UP, DOWN)), f"a1 and a2 {MAGNET}"),
    "diagonally": (lambda: Builder(GOOD, reach=DIAGONALS), f"a1 and b2 {MAGNET}"),
    "to the four beside": (lambda: Builder(GOOD, reach=(LEFT, RIGHT, UP, DOWN)), f"a1, b1 and a2 {MAGNET}"),
    "all around": (
        lambda: Builder(GOOD, reach=(LEFT, RIGHT, UP, DOWN, *DIAGONALS)), f"a1, b1, a2 and b2 {MAGNET}"
    ),
    "all around, wires in no order": (
        lambda: Builder(shuffled(), reach=(LEFT, RIGHT, UP, DOWN, *DIAGONALS)), f"a1, b1, a2 and b2 {MAGNET}"
    ),
    "all around, each switch with a wire of its own": (
        lambda: Builder(GOOD, reach=(LEFT, RIGHT, UP, DOWN, *DIAGONALS), matrix=False),
        f"a1, b1, a2 and b2 {MAGNET}",
    ),
    "wires of two columns": (
        lambda: Builder(GOOD, joined_columns=(2, 3)),
        "The wires of columns number 2, 3 touch, counted from 0: their switches answer as one.",
    ),
    "wires of three columns": (
        lambda: Builder(GOOD, joined_columns=(0, 1, 2)),
        "The wires of columns number 0, 1, 2 touch, counted from 0: their switches answer as one.",
    ),
    "wires of two columns far apart": (
        lambda: Builder(GOOD, joined_columns=(1, 6)),
        "The wires of columns number 1, 6 touch, counted from 0: their switches answer as one.",
    ),
    "wires of two rows": (
        lambda: Builder(GOOD, joined_rows=(0, 1)),
        "The wires of rows number 0, 1 touch, counted from 0: their switches answer as one.",
    ),
    "wires of two rows in the middle": (
        lambda: Builder(GOOD, joined_rows=(3, 6)),
        "The wires of rows number 3, 6 touch, counted from 0: their switches answer as one.",
    ),
    "two switches with wires of their own": (
        lambda: Builder(GOOD, bridged={"c1": 3, "d1": 2}, matrix=False),
        "The wires of switches number 2, 3 touch, counted from 0: they answer as one.",
    ),
}


@cache
def followed(fault: str) -> Builder:
    """The builder at the end, or where something must be mended first."""
    builder = FAULTS[fault][0]()
    for _ in range(120):
        if builder.wizard.phase in (WizardStep.TOGETHER, WizardStep.DONE):
            return builder
        builder.obey(diodes=False)
    raise AssertionError(f"no end: {builder.sweeps} slides, {builder.placed} placements, {builder.answers} answers")


@pytest.mark.parametrize("fault", FAULTS)
def test_it_is_named_which_squares_close_together_and_why(fault: str) -> None:
    builder = followed(fault)
    assert said(builder.wizard)[0] == FAULTS[fault][1]


@pytest.mark.parametrize("fault", FAULTS)
def test_it_takes_two_slides_of_a_rank_at_most_and_a_few_placements(fault: str) -> None:
    builder = followed(fault)
    assert builder.wizard.phase is WizardStep.TOGETHER
    whole_ranks = 8 - len(builder.wizard.ranks)
    assert builder.sweeps - whole_ranks <= 2 and builder.placed <= 9 and builder.answers <= 12, (
        builder.sweeps, builder.placed, builder.answers
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_several_answered_never_ends_as_none_answered(fault: str) -> None:
    builder = followed(fault)
    builder.say("no")
    wizard = builder.follow(diodes=False)
    assert said(wizard)[0] == FAULTS[fault][1]
    assert not any("No switch answers" in line or "does not answer" in line for line in said(wizard))
    assert learnt_map(wizard).first_pixels == builder.truth.first_pixels, "the lights are learnt all the same"


@pytest.mark.parametrize("fault", FAULTS)
def test_once_it_is_mended_the_board_is_learnt(fault: str) -> None:
    builder = FAULTS[fault][0]()
    while builder.wizard.phase is not WizardStep.TOGETHER:
        builder.obey(diodes=False)
    builder.reach, builder.joined_columns, builder.joined_rows, builder.bridged = (), (), (), {}
    builder.read()
    builder.say("yes")
    wizard = builder.follow(diodes=False)
    assert complete(wizard) and learnt_map(wizard) == builder.truth and said(wizard) == []


def test_a_missing_diode_with_other_pieces_on_the_board_is_named() -> None:
    """Pieces on e5 and b3, and no diode at e3: a piece on e3 makes b5 look covered."""
    builder = Builder(GOOD, diodeless=1 << 20, others=("e5", "b3"))
    hints = set[str]()
    while builder.wizard.phase is not WizardStep.DONE:
        builder.obey(diodes=False)
        hints.add(str(builder.wizard.hint))
    assert said(builder.wizard)[0] == (
        "Closed at the same moment while other pieces stood on the board: switches number 20, 33, counted from 0. A "
        "diode is missing there or the wrong way round: the test of the diodes says which."
    )
    assert learnt_map(builder.wizard) == GOOD, "the rest is learnt as it is"


def test_the_test_of_the_diodes_then_names_it() -> None:
    builder = Builder(GOOD, diodeless=1 << 20, others=("e5", "b3"))
    assert said(builder.follow()) == ["Squares whose diode is missing or the wrong way round: e3."]


def test_of_diodes_that_were_tested_and_found_well_nothing_is_said() -> None:
    """Two hands can do what a ghost does."""
    builder = Builder(GOOD, others=("e5", "b3"))
    builder.follow(WizardStep.SWEEP)
    builder.wizard = step(builder.wizard, ReedsSettled(1 << 36 | 1 << 17))
    builder.wizard = step(builder.wizard, ReedsSettled(1 << 36 | 1 << 17 | 1 << 20 | 1 << 33))
    assert "as they do where a diode is missing" in str(builder.wizard.hint)
    builder.others = []
    builder.read()
    assert said(builder.follow()) == []


def test_a_hand_that_is_too_quick_puts_the_piece_down_once_and_slides_on() -> None:
    """Two switches closed between two readings, three times over: nothing is wrong with the board."""
    builder = Builder(GOOD)
    builder.follow(WizardStep.SWEEP)
    for pair in ((0, 1), (2, 3), (4, 5)):
        builder.wizard = step(builder.wizard, ReedsSettled(1 << pair[0] | 1 << pair[1]))
        builder.wizard = step(builder.wizard, ReedsSettled(0))
    assert builder.wizard.phase is WizardStep.REACH
    wizard = builder.follow(diodes=False)
    assert complete(wizard) and learnt_map(wizard) == GOOD and said(wizard) == []
    assert (builder.sweeps, builder.placed) == (8, 3)


def test_what_is_said_outlasts_the_program(tmp_path: Path) -> None:
    file, builder = WizardFile(tmp_path / "wiring.json"), FAULTS["left and right"][0]()
    while builder.wizard.phase is not WizardStep.TOGETHER:
        builder.obey(diodes=False)
    left = learnt(builder.wizard)
    assert left is not None
    file.save(left)
    assert file.load(builder.wires) == left
    assert said(left) == said(builder.wizard)


def test_a_file_of_an_earlier_version_is_gone_on_with(tmp_path: Path) -> None:
    builder = Builder(GOOD)
    builder.follow(WizardStep.ORDER)
    left = learnt(builder.wizard)
    assert left is not None
    file = WizardFile(tmp_path / "wiring.json")
    file.save(left)
    data = json.loads((tmp_path / "wiring.json").read_text())
    del data["visits"], data["ghosts"], data["several_at"]
    (tmp_path / "wiring.json").write_text(json.dumps(data))
    assert file.load(builder.wires) == left


def slid_from_outside(builder: Builder, reach: float) -> None:
    """Slide a piece onto the board and along the rank without lifting it: its magnet closes whatever is near enough,
    one reed after the other, as real ones do."""
    rank, way = builder.wizard.ranks[0], [tenth / 10 for tenth in range(-20, 10 * BOARD.files + 10)]
    for at in way:
        closed = sum(1 << 8 * rank + file for file in range(BOARD.files) if abs(file - at) <= reach)
        builder.wizard = step(builder.wizard, ReedsSettled(closed))
    builder.wizard = step(builder.wizard, ReedsSettled(0))


@pytest.fixture
def slid() -> Builder:
    """All ranks are learnt from reeds that closed one after the other, though each piece closes three."""
    builder = Builder(GOOD, reach=(LEFT, RIGHT))
    builder.follow(WizardStep.SWEEP)
    while builder.wizard.phase is WizardStep.SWEEP:
        slid_from_outside(builder, 1.25)
    assert learnt_map(builder.wizard).reeds == GOOD.reeds
    builder.follow(WizardStep.ORDER)
    return builder


def test_reach_that_the_slide_did_not_show_is_named_with_the_lights(slid: Builder) -> None:
    lit, = slid.lit()
    for _ in range(2):
        slid.stand()
        slid.stand(lit)
    name = BOARD.name(lit)
    assert str(slid.wizard.hint).endswith(MAGNET) and name in str(slid.wizard.hint)
    slid.say(name)
    while slid.wizard.phase is WizardStep.ORDER:
        lit, = slid.lit()
        for _ in range(2):
            slid.stand()
            slid.stand(lit)
        slid.say(BOARD.name(lit))
    wizard = slid.follow()
    assert learnt_map(wizard) == GOOD
    found, = said(wizard)
    assert found.endswith(MAGNET), "and the diodes are not asked about: three pieces say nothing about them"


def test_reach_that_shows_when_one_square_is_learnt_again_is_named() -> None:
    builder = Builder(GOOD)
    builder.follow(diodes=False)
    builder.stand()
    builder.reach = (LEFT, RIGHT)
    for answer in ("one", "c1"):
        builder.say(answer)
    builder.stand(BOARD.parse("c1"))
    assert str(builder.wizard.hint) == f"b1, c1 and d1 {MAGNET}"
    assert learnt_map(builder.wizard) == GOOD


@pytest.mark.parametrize("steps", range(1, 4))
def test_back_leads_through_the_squares_that_were_visited(steps: int) -> None:
    builder = Builder(GOOD, reach=DIAGONALS)
    builder.follow(WizardStep.REACH)
    asked = []
    for _ in range(steps):
        asked.append(str(view(builder.wizard).sentence))
        builder.obey()
    for sentence in reversed(asked):
        builder.say("back")
        assert str(view(builder.wizard).sentence) == sentence
