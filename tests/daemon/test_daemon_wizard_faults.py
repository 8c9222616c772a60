"""The steps and findings of the wiring wizard for each fault of a whole board, and the table of them for builders."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest
from circuits.builder import Builder, said

from daemon.workshop.wizard.reach import AROUND
from daemon.workshop.wizard.result import complete, learnt_map
from daemon.workshop.wizard.state import WizardStep
from daemon.workshop.wizard.wiring_orders import regular_orders
from engine.core.squares import Board, Square
from hardware.board_map import BoardMap, mirrored, row_wise, serpentine, wire

BOARD = Board(8, 8)
PIXELS = 12
ROWS, CHAIN = row_wise(BOARD), serpentine(BOARD)
PAGE = Path(__file__).parents[2] / "docs" / "build" / "steps.md"
ENDS = (WizardStep.SILENT, WizardStep.TOGETHER, WizardStep.WRONG_PIXELS)
"""The steps at which the builder has to repair something first."""


def board(
    reeds: Sequence[Square] = ROWS, rings: Sequence[Square] = CHAIN, pixels: int = PIXELS
) -> BoardMap:
    return wire(BOARD, reeds, rings, pixels)


def swapped(order: Sequence[Square], one: str, other: str) -> tuple[Square, ...]:
    exchange = {BOARD.parse(one): BOARD.parse(other), BOARD.parse(other): BOARD.parse(one)}
    return tuple(exchange.get(square, square) for square in order)


def lines_swapped(order: Sequence[Square], one: int, other: int) -> tuple[Square, ...]:
    """The same order with two ranks of eight exchanged."""
    lines = [order[8 * n : 8 * n + 8] for n in range(8)]
    lines[one], lines[other] = lines[other], lines[one]
    return tuple(square for line in lines for square in line)


def shuffled() -> tuple[Square, ...]:
    order = list(CHAIN)
    Random(1).shuffle(order)
    return tuple(order)


FAULTS: dict[str, Callable[[], Builder]] = {
    "none: wired as described": lambda: Builder(board()),
    "two switches crossed": lambda: Builder(board(swapped(ROWS, "b2", "c2"))),
    "two rows exchanged": lambda: Builder(board(lines_swapped(ROWS, 2, 3))),
    "wired from below": lambda: Builder(board(mirrored(BOARD, ROWS), mirrored(BOARD, CHAIN))),
    "switches in no order at all": lambda: Builder(board(shuffled())),
    "one switch dead, or its diode the wrong way round": lambda: Builder(board(), dead=1 << 20),
    "two switches of a rank dead": lambda: Builder(board(), dead=1 << 20 | 1 << 22),
    "a row wire off": lambda: Builder(board(), dead=255 << 16),
    "a column wire off": lambda: Builder(board(), dead=sum(1 << 8 * row + 7 for row in range(8))),
    "a switch stuck": lambda: Builder(board(), stuck=1 << 20),
    "two switches bridged": lambda: Builder(board(), dead=1 << 20, bridged={"e3": 18}),
    "a piece closes its neighbours left and right": lambda: Builder(board(), reach=((-1, 0), (1, 0))),
    "a piece closes its neighbours all around": lambda: Builder(board(), reach=AROUND),
    "the wires of two columns touch": lambda: Builder(board(), joined_columns=(2, 3)),
    "the wires of two rows touch": lambda: Builder(board(), joined_rows=(0, 1)),
    "all diodes the wrong way round, or rows and columns exchanged": lambda: Builder(board(), exchanged=True),
    "a magnet too weak, or no ground": lambda: Builder(board(), dead=2**64 - 1, matrix=False),
    "colours exchanged": lambda: Builder(board(), shows="GRB"),
    "rings of 8, configured as 12": lambda: Builder(board(pixels=8), told=12),
    "rings of 16, configured as 12": lambda: Builder(board(pixels=16), told=12),
    "rings of 24, configured as 12": lambda: Builder(board(pixels=24), told=12),
    "a dark pixel in the first ring": lambda: Builder(board(), dark_pixels=[3]),
    "a dark ring": lambda: Builder(board(), dark=["c3"]),
    "the first ring dark": lambda: Builder(board(), dark=["a1"]),
    "the chain broken in the middle": lambda: Builder(board(), ends=40 * PIXELS),
    "the chain broken behind the fifth ring": lambda: Builder(board(), ends=5 * PIXELS),
    "the chain dark altogether": lambda: Builder(board(), ends=0),
    "two rings exchanged": lambda: Builder(board(rings=swapped(CHAIN, "c3", "f6"))),
    "two rows of rings exchanged": lambda: Builder(board(rings=lines_swapped(CHAIN, 2, 4))),
    "rings in no order at all": lambda: Builder(board(rings=shuffled())),
}


@cache
def followed(fault: str) -> Builder:
    """The builder at the end, or where something must be mended first. The diodes are left untested."""
    builder = FAULTS[fault]()
    while builder.wizard.phase not in (*ENDS, WizardStep.DONE):
        builder.obey(diodes=False)
    return builder


def row(fault: str) -> str:
    builder = followed(fault)
    first = next(iter(said(builder.wizard)), "–")
    return f"| {fault} | {builder.sweeps} | {builder.placed} | {builder.answers} | {first} |"


def test_the_page_for_builders_has_the_table_of_all_faults() -> None:
    told = re.findall(r"^\| .* \| \d+ \| \d+ \| \d+ \| .* \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert told == [row(fault) for fault in FAULTS], "the page's table should be:\n" + "\n".join(map(row, FAULTS))


@pytest.mark.parametrize("fault", FAULTS)
def test_nothing_wrong_is_learnt_whatever_the_fault(fault: str) -> None:
    builder = followed(fault)
    learnt, truth = learnt_map(builder.wizard), builder.truth
    wrong = [reed for reed, square in enumerate(learnt.reeds) if square not in (None, truth.reeds[reed])]
    assert wrong == []
    if builder.wizard.phase is WizardStep.DONE:
        lights = zip(learnt.first_pixels, truth.first_pixels, strict=True)
        assert all(first in (None, real) for first, real in lights)


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if "exchanged" in fault or "order" in fault])
def test_what_a_board_map_can_make_up_for_leaves_nothing_out(fault: str) -> None:
    builder = followed(fault)
    assert complete(builder.wizard) or builder.wizard.phase is WizardStep.SILENT


SOME = [(reeds, rings) for n, reeds in enumerate(regular_orders(BOARD)) for rings in regular_orders(BOARD)[n % 4 :: 4]]


def test_every_regular_order_takes_eight_sweeps_two_placements_and_six_answers(full: bool) -> None:
    """To and fro or not, along files or ranks, from any corner: for switches and lights."""
    orders = regular_orders(BOARD)
    assert len(orders) == 16
    for reeds, rings in [(reeds, rings) for reeds in orders for rings in orders] if full else SOME[:: 2]:
        builder = Builder(board(reeds, rings))
        wizard = builder.follow(diodes=False)
        assert learnt_map(wizard) == builder.truth and complete(wizard) and said(wizard) == []
        assert (builder.sweeps, builder.placed, builder.answers) == (8, 2, 6)


def test_what_to_measure_where_nothing_answers_depends_on_the_wires() -> None:
    """After a rank and two squares elsewhere: three places in all."""
    matrix = followed("all diodes the wrong way round, or rows and columns exchanged")
    inputs = followed("a magnet too weak, or no ground")
    for builder in (matrix, inputs):
        assert (builder.sweeps, builder.placed) == (1, 2)
    assert [line.split(":")[0] for line in said(matrix.wizard)] == [
        "The magnet", "The diodes, or rows and columns swapped", "The wires",
    ]
    assert [line.split(":")[0] for line in said(inputs.wizard)] == ["The magnet", "The ground", "The inputs"]


def test_once_what_was_silent_is_mended_the_wizard_goes_on() -> None:
    builder = Builder(board(), dead=2**64 - 1)
    builder.follow(WizardStep.SILENT)
    builder.dead = 0
    builder.read()
    builder.say("yes")
    wizard = builder.follow(diodes=False)
    assert complete(wizard) and learnt_map(wizard) == builder.truth


def test_lights_can_be_learnt_though_no_switch_answers() -> None:
    builder = Builder(board(), dead=2**64 - 1)
    builder.follow(WizardStep.SILENT)
    builder.say("no")
    wizard = builder.follow()
    assert learnt_map(wizard).first_pixels == builder.truth.first_pixels
    assert said(wizard) == ["No switch answers."]


def test_a_first_rank_that_is_dead_is_told_from_a_board_that_is() -> None:
    builder = Builder(board(), dead=255)
    wizard = builder.follow(diodes=False)
    assert said(wizard) == ["Squares whose switch does not answer: a1, b1, c1, d1, e1, f1, g1, h1."]


def test_squares_of_two_ranks_that_answer_as_one_switch_are_named() -> None:
    builder = Builder(board(), dead=1 << 20, bridged={"e3": 5})
    wizard = builder.follow(diodes=False)
    assert said(wizard) == ["e3 and f1 answer as one switch: their wires touch."]


def test_a_piece_left_standing_while_the_board_was_mended_spoils_nothing() -> None:
    """Its switch counts as that of a1 at first, and everything is one square late."""
    builder = Builder(board(), dead=2**64 - 1)
    builder.follow(WizardStep.SILENT)
    assert builder.pieces == [BOARD.parse("h8")]
    builder.say("yes")
    builder.dead = 0
    wizard = builder.follow(diodes=False)
    assert complete(wizard) and learnt_map(wizard) == builder.truth
