"""The wiring wizard finds the truth about every mis-wired board that a builder who follows it puts before it.

The reeds are read by the real matrix driver over a circuit, so that missing diodes make real ghosts.
"""

from collections.abc import Sequence
from random import Random

import pytest
from circuits.reeds_gpio import MatrixCircuit, mock_factory

from daemon.workshop.wizard import begin, step
from daemon.workshop.wizard_result import complete, crossed, findings, learnt_map, regular_orders
from daemon.workshop.wizard_state import (
    BACK,
    DARK,
    EMPTY,
    NO,
    NONE,
    NOTHING,
    STOP,
    YES,
    Read,
    Said,
    Wires,
    Wizard,
    WizardStep,
)
from daemon.workshop.wizard_view import pixels, view
from engine.squares import Board, Square, bits
from hardware.board_map import BoardMap, dump, mirrored, parse, row_wise, serpentine, square_wise, wire
from hardware.reeds_gpio import MatrixReeds

BOARD = Board(4, 4)
PINS = (4, 5, 6, 13, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 12)
PIXELS = 3
NAMES = {"R": "red", "G": "green", "B": "blue"}


class Builder:
    """A person before a board that is wired as ``truth`` says, doing what the wizard says.

    ``dead``, ``stuck``: reeds that never or always are closed; ``diodeless``: reeds without a diode; ``dark``: squares
    whose ring does not shine; ``shows``: the colours that the three bytes of a pixel really show.
    """

    def __init__(
        self, truth: BoardMap, dead: int = 0, stuck: int = 0, diodeless: int = 0, dark: Sequence[str] = (),
        shows: str = "RGB", matrix: bool = True, supply_a: float = 4.0,
    ) -> None:
        rows, columns = PINS[: truth.board.ranks], PINS[-truth.board.files :]
        self.truth = truth
        self.board = truth.board
        self.shows = shows
        self.dark = {self.board.parse(name) for name in dark}
        self.dead, self.stuck = dead, stuck
        self.pieces: list[Square] = []
        circuit = MatrixCircuit(rows, columns, self._closed, diodeless)
        self.reeds = MatrixReeds(rows, columns, pin_factory=mock_factory(circuit))
        diodes = len(columns) if matrix else 0
        wires = Wires(self.board, self.reeds.count, truth.pixel_count, truth.pixels_per_ring, diodes, supply_a)
        self.wizard = begin(wires)
        self.put = 0

    def _closed(self) -> int:
        under = sum(1 << reed for reed, square in enumerate(self.truth.reeds) if square in self.pieces)
        return under & ~self.dead | self.stuck

    # --- eyes ----------------------------------------------------------------------------------------------------

    def lit(self) -> dict[Square, str]:
        """The squares that shine, and in which colour."""
        frame, seen = pixels(self.wizard), {}
        for square, first in enumerate(self.truth.first_pixels):
            if first is not None and square not in self.dark:
                pixel = frame[3 * first : 3 * first + 3]
                colours = "".join(self.shows[n] for n, byte in enumerate(pixel) if byte)
                if colours:
                    seen[Square(square)] = colours
        return seen

    # --- hands ---------------------------------------------------------------------------------------------------

    def stand(self, *squares: Square) -> None:
        """Move pieces until exactly these stand, one touch at a time."""
        self.read()
        for square in [each for each in self.pieces if each not in squares]:
            self.pieces.remove(square)
            self.read()
        for square in squares:
            if square not in self.pieces:
                self.pieces.append(square)
                self.put += 1
                self.read()

    def read(self) -> None:
        self.wizard = step(self.wizard, Read(self.reeds.read()))

    def say(self, answer: str) -> None:
        assert answer in dict(view(self.wizard).choices), f"{answer} is not offered in {self.wizard.phase}"
        self.wizard = step(self.wizard, Said(answer))

    # --- the whole way -------------------------------------------------------------------------------------------

    def follow(self, until: WizardStep = WizardStep.DONE, diodes: bool = True) -> Wizard:
        """Do what is asked until the wizard is there."""
        while self.wizard.phase is not until:
            before = self.wizard
            self._obey(diodes)
            assert self.wizard != before, f"stuck at {view(self.wizard).sentence}"
        return self.wizard

    def _obey(self, diodes: bool) -> None:
        phase = self.wizard.phase
        if phase in (WizardStep.RED, WizardStep.GREEN):
            colours = set(self.lit().values())
            self.say(NAMES[colours.pop()] if colours else NONE)
        elif phase in (WizardStep.EMPTY, WizardStep.CLEAR):
            self.stand()
            self.say(EMPTY)
        elif phase is WizardStep.REEDS:
            self._visit(self.wizard.square, NOTHING)
        elif phase is WizardStep.RINGS:
            self._visit_lit()
        elif phase is WizardStep.ASK_DIODES:
            self.say(YES if diodes else NO)
        else:
            self._test_diode()

    def _visit(self, square: Square, otherwise: str) -> None:
        number, phase = self.wizard.number, self.wizard.phase
        self.stand(square)
        if (self.wizard.number, self.wizard.phase) == (number, phase):
            self.say(otherwise)

    def _visit_lit(self) -> None:
        lit = list(self.lit())
        self._visit(lit[0], self.board.name(lit[0])) if lit else self.say(DARK)

    def _test_diode(self) -> None:
        test, number = self.wizard.test, self.wizard.number
        assert set(self.lit()) == set(test.covered) - self.dark
        self.stand(*test.covered)
        if self.wizard.phase is WizardStep.DIODES and self.wizard.number == number:
            self.say(EMPTY)


def said(wizard: Wizard) -> list[str]:
    return [str(finding) for finding in findings(wizard)]


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
    builder.follow(WizardStep.RINGS)
    assert builder.lit() == {BOARD.parse("a1"): "G"}


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
    builder._obey(True)
    builder.say(NO)
    assert said(builder.wizard) == [
        "Squares whose diode was not tested: " + ", ".join(BOARD.name(s) for s in row_wise(BOARD) if s != 4) + "."
    ]


def test_switches_with_wires_of_their_own_have_no_diodes_to_test() -> None:
    builder = Builder(wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS), matrix=False)
    builder.follow(WizardStep.RINGS)
    while builder.wizard.phase is WizardStep.RINGS:
        builder._obey(True)
    assert builder.wizard.phase is WizardStep.DONE


def test_a_piece_put_on_the_wrong_square_is_noticed_and_taken_back() -> None:
    """On a2 instead of b1: found out when a2 is due."""
    truth = wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS)
    builder = Builder(truth)
    builder.follow(WizardStep.REEDS)
    builder.stand(BOARD.parse("a1"))
    builder.stand(BOARD.parse("a2"))
    builder.stand(BOARD.parse("c1"))
    builder.stand(BOARD.parse("d1"))
    builder.stand(BOARD.parse("a2"))
    assert str(builder.wizard.hint).startswith("That switch has answered for b1. Put the piece on a2")
    for _ in range(3):
        builder.say(BACK)
    assert builder.wizard.square == BOARD.parse("b1")
    builder.stand()
    assert learnt_map(builder.follow()) == truth


def test_a_light_that_was_put_on_the_wrong_square_is_noticed_and_taken_back() -> None:
    truth = wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS)
    builder = Builder(truth)
    builder.follow(WizardStep.RINGS)
    builder.stand(BOARD.parse("b1"))
    builder.stand()
    builder.stand(BOARD.parse("b1"))
    assert str(builder.wizard.hint).startswith("b1 has a light already.")
    builder.say(BACK)
    builder.stand()
    assert learnt_map(builder.follow()) == truth


def test_two_switches_at_once_teach_nothing() -> None:
    builder = Builder(wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS))
    builder.follow(WizardStep.REEDS)
    builder.wizard = step(builder.wizard, Read(0b11))
    assert builder.wizard.reeds == ()
    assert str(builder.wizard.hint).startswith("Several switches closed at once.")


@pytest.mark.parametrize("phase", [each for each in WizardStep if each is not WizardStep.DONE])
def test_answers_that_are_not_offered_change_nothing(phase: WizardStep) -> None:
    builder = Builder(wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS))
    builder.follow(phase)
    before = builder.wizard
    assert step(before, Said("xyz")) == before


def test_stopping_half_way_leaves_a_partial_map() -> None:
    truth = wire(BOARD, row_wise(BOARD), serpentine(BOARD), PIXELS)
    builder = Builder(truth)
    builder.follow(WizardStep.REEDS)
    assert "stop" not in dict(view(builder.wizard).choices), "nothing is learnt yet"
    builder.stand(BOARD.parse("a1"))
    builder.say(STOP)
    assert builder.wizard.phase is WizardStep.DONE and not complete(builder.wizard)
    assert learnt_map(builder.wizard).reeds == (BOARD.parse("a1"), *[None] * 15)


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
        builder._obey(True)


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
