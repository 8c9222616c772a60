"""The wiring wizard finds the truth about every mis-wired board that a builder who follows it puts before it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest
from circuits.builder import Builder, said

from daemon.workshop.wizard.frames import pixels
from daemon.workshop.wizard.result import complete, learnt_map
from daemon.workshop.wizard.state import (
    AGAIN,
    BACK,
    DARK,
    EMPTY,
    END,
    MORE,
    NO,
    NONE,
    NOTHING,
    ONE,
    PART,
    STOP,
    WHOLE,
    YES,
    AnswerGiven,
    ReedsSettled,
    WizardStep,
)
from daemon.workshop.wizard.steps import begin, step
from daemon.workshop.wizard.view import view
from daemon.workshop.wizard.wiring_orders import crossed, regular_orders
from engine.core.squares import Board, Square, bits
from hardware.board_map import dump, mirrored, parse, row_wise, serpentine, square_wise, wire
from hardware.lights.power import Branch

BOARD = Board(4, 4)
PIXELS = 3
ANSWERS = (AGAIN, BACK, DARK, EMPTY, END, MORE, NO, NONE, NOTHING, ONE, PART, STOP, WHOLE, YES, "red")


def shuffled(seed: int) -> tuple[Square, ...]:
    order = list(square_wise(BOARD))
    Random(seed).shuffle(order)
    return tuple(order)


ORDERS = {
    "rows": row_wise(BOARD),
    "files": square_wise(BOARD),
    "serpentine": serpentine(BOARD),
    "mirrored": mirrored(BOARD, row_wise(BOARD)),
    "mirrored serpentine": mirrored(BOARD, serpentine(BOARD)),
    "any": shuffled(1),
}


@pytest.mark.parametrize("reeds", ORDERS)
@pytest.mark.parametrize("rings", ORDERS)
def test_every_order_of_wires_is_learnt(reeds: str, rings: str) -> None:
    truth = wire(BOARD, ORDERS[reeds], ORDERS[rings], PIXELS)
    wizard = Builder(truth).follow()
    assert complete(wizard)
    assert learnt_map(wizard) == truth
    assert said(wizard) == []


def swapped(order: Sequence[Square], one: str, other: str) -> tuple[Square, ...]:
    exchange = {BOARD.parse(one): BOARD.parse(other), BOARD.parse(other): BOARD.parse(one)}
    return tuple(exchange.get(square, square) for square in order)


def test_crossed_wires_are_named_and_made_up_for() -> None:
    truth = wire(BOARD, swapped(row_wise(BOARD), "b2", "c2"), swapped(serpentine(BOARD), "a4", "d1"), PIXELS)
    wizard = Builder(truth).follow()
    assert learnt_map(wizard) == truth
    assert said(wizard) == [
        "Switches with crossed wires: b2, c2. The board map makes up for it.",
        "Lights in an unexpected order: a4, d1. The board map makes up for it.",
    ]


@pytest.mark.parametrize("shows", ["RGB", "GRB", "RBG", "GBR", "BRG", "BGR"])
def test_a_wrong_colour_order_is_found(shows: str) -> None:
    wizard = Builder(wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS), shows=shows).follow(diodes=False)
    assert learnt_map(wizard).colours == shows
    expected = [] if shows == "RGB" else [
        f"The pixels show red, green and blue as {shows}: the board map makes up for it."
    ]
    assert said(wizard) == expected


def test_after_the_colours_are_known_green_is_green() -> None:
    builder = Builder(wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS), shows="BRG")
    builder.follow(WizardStep.ORDER)
    assert list(builder.lit().values()) == ["G"]


def test_dead_switches_are_named_and_their_lights_learnt_from_the_persons_word() -> None:
    truth = wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS)
    wizard = Builder(truth, dead=1 << 5 | 1 << 15).follow()
    assert said(wizard)[0] == "Squares whose switch does not answer: b2, d4."
    learnt = learnt_map(wizard)
    assert learnt.first_pixels == truth.first_pixels
    assert [reed for reed in range(16) if learnt.reeds[reed] != truth.reeds[reed]] == [5, 15]
    assert not complete(wizard)


def test_stuck_switches_are_named() -> None:
    truth = wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS)
    wizard = Builder(truth, stuck=1 << 6).follow()
    assert said(wizard)[:2] == [
        "Switches that are always closed (stuck, or short-circuited): number 6, counted from 0.",
        "Squares whose switch does not answer: c2.",
    ]


def test_a_switch_that_sticks_only_once_it_was_closed_is_found_too() -> None:
    builder = Builder(wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS))
    builder.follow(WizardStep.CLEAR)
    builder.stuck = 1 << 3
    wizard = builder.follow()
    assert "number 3, counted from 0" in said(wizard)[0]
    assert BOARD.parse("d1") not in dict(wizard.reeds)


def test_a_dark_ring_is_named() -> None:
    wizard = Builder(wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS), dark=["c3"]).follow()
    assert said(wizard) == ["Squares without a light: c3."]
    assert learnt_map(wizard).first_pixels[BOARD.parse("c3")] is None


def test_a_chain_that_is_dark_altogether_leaves_the_switches_to_be_learnt() -> None:
    truth = wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS)
    wizard = Builder(truth, dark=BOARD.names).follow()
    assert said(wizard) == ["No ring is lit: check the data line, its direction, and the power of the lights."]
    assert learnt_map(wizard).reeds == truth.reeds


@pytest.mark.parametrize("reed", range(16))
def test_every_missing_diode_is_found_and_no_other_is_blamed(reed: int) -> None:
    truth = wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS)
    wizard = Builder(truth, diodeless=1 << reed).follow()
    assert wizard.missing == 1 << reed
    name = BOARD.name(row_wise(BOARD)[reed])
    assert said(wizard) == [f"Squares whose diode is missing or the wrong way round: {name}."]


@pytest.mark.parametrize("seed", range(12))
def test_any_number_of_missing_diodes_is_found_on_any_board(seed: int) -> None:
    chance = Random(seed)
    diodeless = sum(1 << reed for reed in chance.sample(range(16), chance.randint(2, 16)))
    truth = wire(BOARD, shuffled(seed), shuffled(seed + 100), PIXELS)
    wizard = Builder(truth, diodeless=diodeless).follow()
    assert wizard.missing == diodeless
    assert learnt_map(wizard) == truth


def test_diodes_beside_a_dead_switch_are_tested_with_other_partners() -> None:
    truth = wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS)
    wizard = Builder(truth, dead=1 << 0, diodeless=1 << 5).follow()
    assert wizard.missing == 1 << 5
    assert wizard.tested == 0xFFFE, "all but the dead one"


def test_diodes_left_untested_are_named() -> None:
    builder = Builder(wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS))
    builder.follow(WizardStep.DIODES)
    builder.obey()
    builder.say(NO)
    assert said(builder.wizard) == [
        "Squares whose diode was not tested: " + ", ".join(BOARD.name(s) for s in row_wise(BOARD) if s != 4) + "."
    ]


def test_switches_with_wires_of_their_own_have_no_diodes_to_test() -> None:
    builder = Builder(wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS), matrix=False)
    phases = set()
    while builder.wizard.phase is not WizardStep.DONE:
        phases.add(builder.wizard.phase)
        builder.obey()
    assert WizardStep.WALK in phases and WizardStep.ASK_DIODES not in phases


GOOD = wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS)


def swept(builder: Builder, *ways: str) -> Builder:
    """Draw the piece along these squares instead of those that the wizard names."""
    builder.follow(WizardStep.SWEEP)
    for way in ways:
        builder.draw([BOARD.parse(name) for name in way.split()])
    return builder


@pytest.mark.parametrize("way", ["d1 c1 b1 a1", "a2 b2 c2 d2", "b1 c1 d1 a1", "a1 c1 d1 b1", "a1 b1 d1 c1"])
@pytest.mark.parametrize("order", ORDERS)
def test_a_slip_of_the_hand_along_a_rank_is_noticed_and_the_rank_drawn_again(way: str, order: str) -> None:
    """Backwards, on another rank, or a square left out and caught up with: under any order of wires."""
    truth = wire(BOARD, ORDERS[order], serpentine(BOARD), PIXELS)
    builder = swept(Builder(truth), way)
    assert learnt_map(builder.follow()) == truth
    assert builder.sweeps > 4


def test_reeds_that_close_before_the_piece_has_left_the_last_one_are_told_apart() -> None:
    builder = Builder(GOOD)
    builder.follow(WizardStep.SWEEP)
    for rank in range(4):
        builder.draw(builder.wires.rank(rank), overlap=True)
    assert learnt_map(builder.follow()) == GOOD


def test_a_hand_that_trembles_between_two_squares_does_no_harm() -> None:
    builder = swept(Builder(GOOD), "a1 b1 a1 b1 c1 b1 c1 d1")
    assert builder.wizard.ranks == (1, 2, 3)
    assert learnt_map(builder.follow()) == GOOD


def test_a_rank_left_in_the_middle_is_drawn_again() -> None:
    builder = swept(Builder(GOOD), "a1 b1")
    builder.say(AGAIN)
    assert builder.wizard.line == ()
    assert learnt_map(builder.follow()) == GOOD


def test_a_piece_on_a_rank_that_is_known_is_noticed() -> None:
    builder = swept(Builder(GOOD), "a1 b1 c1 d1", "a1")
    assert str(builder.wizard.hint) == "That switch has answered for a1. Is the piece on rank 2?"
    assert learnt_map(builder.follow()) == GOOD


def test_back_takes_back_a_whole_rank() -> None:
    builder = swept(Builder(GOOD), "a1 b1 c1 d1", "a2 b2 c2 d2", "a3 b3")
    builder.say(BACK)
    assert builder.wizard.ranks == (1, 2, 3) and builder.wizard.line == ()
    assert learnt_map(builder.follow()) == GOOD


def test_a_light_that_was_put_on_the_wrong_square_comes_round_again() -> None:
    """In a chain without any order; both lights that may be meant are shown once more."""
    truth = wire(BOARD, row_wise(BOARD), shuffled(1), PIXELS)
    builder = Builder(truth)
    builder.follow(WizardStep.RINGS)
    right, wrong = [square for square, ring in sorted(zip(shuffled(1), range(16), strict=True), key=lambda p: p[1])
                    if ring in builder.wizard.queue][:2]
    assert builder.lit() == {right: "G"}
    builder.stand(wrong)
    builder.stand()
    assert learnt_map(builder.follow()) == truth


def test_a_light_that_cannot_be_right_is_refused() -> None:
    builder = Builder(wire(BOARD, row_wise(BOARD), shuffled(1), PIXELS))
    builder.follow(WizardStep.ORDER)
    first = next(iter(builder.lit()))
    builder.stand(first)
    builder.stand()
    builder.stand(first)
    assert str(builder.wizard.hint).startswith(f"{BOARD.name(first)} has a light already.")


@pytest.mark.parametrize("phase", [WizardStep.SWEEP, WizardStep.GAP, WizardStep.DOUBT, WizardStep.ORDER])
def test_two_switches_at_once_teach_nothing(phase: WizardStep) -> None:
    builder = led_to(phase)
    builder.stand()
    before = builder.wizard
    builder.wizard = step(before, ReedsSettled(before.stuck | 0b11))
    assert str(builder.wizard.hint).startswith("Several switches closed at once.")
    assert (builder.wizard.reeds, builder.wizard.tried, builder.wizard.sure, builder.wizard.placed) == (
        before.reeds, before.tried, before.sure, before.placed
    )


def led_to(phase: WizardStep) -> Builder:
    """A builder before a board, as far as this phase."""
    faults: dict[WizardStep, Callable[[], Builder]] = {
        WizardStep.WRONG_PIXELS: lambda: Builder(GOOD, told=4),
        WizardStep.PROBE: lambda: Builder(GOOD, exchanged=True),
        WizardStep.SILENT: lambda: Builder(GOOD, exchanged=True),
        WizardStep.GAP: lambda: Builder(GOOD, dead=1 << 9),
        WizardStep.DOUBT: lambda: Builder(wire(BOARD, swapped(row_wise(BOARD), "b2", "c2"), None, PIXELS)),
        WizardStep.REACH: lambda: Builder(GOOD, reach=((-1, 0), (1, 0))),
        WizardStep.TOGETHER: lambda: Builder(GOOD, reach=((-1, 0), (1, 0))),
        WizardStep.RANKS: lambda: Builder(GOOD, dark=["c3"]),
        WizardStep.RINGS: lambda: Builder(wire(BOARD, row_wise(BOARD), shuffled(1), PIXELS)),
        WizardStep.REST: lambda: Builder(wire(BOARD, row_wise(BOARD), shuffled(1), PIXELS), ends=4 * PIXELS),
    }
    anew = {WizardStep.WHICH: [ONE], WizardStep.SQUARE: [ONE, "b2"], WizardStep.SHINES: [ONE, "b2"]}
    builder = faults.get(phase, lambda: Builder(GOOD))()
    if phase is WizardStep.RESUME:
        builder.wizard = begin(builder.wires, led_to(WizardStep.ORDER).wizard)
    elif phase in anew:
        builder.follow()
        for answer in anew[phase]:
            builder.say(answer)
    return led_on(builder, phase)


def led_on(builder: Builder, phase: WizardStep) -> Builder:
    builder.follow(phase)
    return builder


@pytest.mark.parametrize("phase", [each for each in WizardStep if each is not WizardStep.DONE])
def test_answers_that_are_not_offered_change_nothing(phase: WizardStep) -> None:
    before = led_to(phase).wizard
    assert before.phase is phase
    for answer in {"xyz", "a1", *ANSWERS} - {choice for choice, _ in view(before).choices}:
        if answer != STOP:  # ends the wizard at any time
            assert step(before, AnswerGiven(answer)) == before, answer


@pytest.mark.parametrize("phase", [each for each in WizardStep if each is not WizardStep.RESUME])
def test_back_leads_to_where_it_came_from(phase: WizardStep) -> None:
    builder = led_to(phase)
    there = builder.wizard.before
    if there is not None:
        builder.say(BACK)
        assert replace(builder.wizard, closed=0) == replace(there, closed=0)


def test_stopping_half_way_leaves_a_partial_map() -> None:
    builder = Builder(GOOD)
    builder.follow(WizardStep.SWEEP)
    assert "stop" not in dict(view(builder.wizard).choices), "nothing is learnt yet"
    swept(builder, "a1 b1 c1 d1")
    builder.say(STOP)
    assert builder.wizard.phase is WizardStep.DONE and not complete(builder.wizard)
    assert learnt_map(builder.wizard).reeds == (*(BOARD.parse(name) for name in ("a1", "b1", "c1", "d1")), *[None] * 12)


def test_a_whole_board_with_every_fault_at_once_is_learnt() -> None:
    """8x8, wired from below, rings there and back, colours swapped; wires crossed, switches dead and stuck, a diode
    missing."""
    board = Board(8, 8)
    below = list(mirrored(board, row_wise(board)))
    below[9], below[10] = below[10], below[9]
    truth = wire(board, below, mirrored(board, serpentine(board)), PIXELS)
    crossed_wires = ", ".join(sorted(board.name(square) for square in below[9:11]))
    dead, stuck, bare, dark = (below[n] for n in (20, 35, 50, 63))
    wizard = Builder(
        truth, dead=1 << 20, stuck=1 << 35, diodeless=1 << 50, dark=[board.name(dark)], shows="GRB"
    ).follow()
    assert said(wizard) == [
        "The pixels show red, green and blue as GRB: the board map makes up for it.",
        "Switches that are always closed (stuck, or short-circuited): number 35, counted from 0.",
        f"Squares whose switch does not answer: {', '.join(sorted(map(board.name, (dead, stuck))))}.",
        f"Squares without a light: {board.name(dark)}.",
        f"Squares whose diode is missing or the wrong way round: {board.name(bare)}.",
        f"Switches with crossed wires: {crossed_wires}. The board map makes up for it.",
    ]
    learnt = learnt_map(wizard)
    assert learnt.colours == "GRB"
    assert [n for n in range(64) if learnt.reeds[n] != truth.reeds[n]] == [20, 35]
    assert [n for n in range(64) if learnt.first_pixels[n] != truth.first_pixels[n]] == [dark]


def test_the_same_colour_twice_is_asked_again() -> None:
    builder = Builder(wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS))
    builder.say("red")
    builder.say("red")
    assert builder.wizard.phase is WizardStep.GREEN and builder.wizard.hint is not None


@pytest.mark.parametrize("supply_a", [0.1, 0.2, 1.0, 20.0])
def test_no_frame_asks_the_supply_for_more_than_it_gives(supply_a: float) -> None:
    builder = Builder(wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS), supply_a=supply_a)
    while builder.wizard.phase is not WizardStep.DONE:
        frame = pixels(builder.wizard)
        assert len(frame) == 3 * 48
        assert sum(frame) * 20 / 255 + 48 <= supply_a * 1000 + 1e-6
        assert supply_a < 1 or max(frame) in (0, 120)
        builder.obey()


def test_no_frame_asks_a_branch_for_more_than_its_fuse_carries() -> None:
    branches = tuple(Branch(tuple(range(first, first + 4)), 0.2) for first in range(0, 16, 4))
    builder = Builder(wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS), supply_a=20.0, branches=branches)
    brightest = 0
    while builder.wizard.phase is not WizardStep.DONE:
        frame = pixels(builder.wizard)
        for first in range(0, len(frame), 12 * PIXELS):
            assert sum(frame[first : first + 12 * PIXELS]) * 20 / 255 + 4 * PIXELS <= 150.0 + 1e-6
        brightest = max(brightest, *frame)
        builder.obey()
    assert brightest > 60, "lights are seen all the same"


def test_what_was_learnt_survives_the_text_form() -> None:
    wizard = Builder(wire(BOARD, shuffled(3), shuffled(4), PIXELS), dead=1 << 2, dark=["a2"], shows="GRB").follow()
    assert parse(dump(learnt_map(wizard))) == learnt_map(wizard)


def test_orders_without_any_rule_are_not_called_crossed() -> None:
    assert crossed(BOARD, [(square, n) for n, square in enumerate(shuffled(2))]) == ()
    assert crossed(BOARD, []) == ()


def test_regular_orders_visit_every_square_once() -> None:
    for board in (BOARD, Board(3, 5)):
        orders = list(regular_orders(board))
        assert len(set(orders)) == 16
        assert all(sorted(order) == list(bits(board.all)) for order in orders)
        assert {row_wise(board), serpentine(board), square_wise(board), mirrored(board, serpentine(board))} <= {*orders}
