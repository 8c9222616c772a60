"""The self-test of a board's switches: every one, every bounce."""

from dataclasses import replace

from daemon.workshop.checks.self_test import BLUE, GREEN, WHITE, SelfTest, feel, figures, findings, lit, sentence
from engine.core.squares import Board, Square
from hardware.board_map import wire
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import BoardFaults
from hardware.simulated.pieces import Wood

BOARD = Board(2, 2)
A1, A2, B1, B2 = (BOARD.parse(name) for name in ("a1", "a2", "b1", "b2"))


def test_each_square_tells_whether_its_switch_has_answered() -> None:
    test = SelfTest(BOARD, 0.0)
    for covered in (0, 1 << A1, 0, 1 << B2):
        test = feel(test, covered, 1.0)
    assert lit(test) == {A1: GREEN, A2: WHITE, B1: WHITE, B2: BLUE}


def test_a_switch_has_answered_once_it_was_seen_open_and_closed() -> None:
    test = feel(SelfTest(BOARD, 0.0), 1 << A1, 1.0)
    assert test.answered == 0
    assert str(findings(test, 0.025)[1]).endswith("(a piece stands there, or the switch sticks): a1.")
    test = feel(test, 0, 2.0)
    assert test.answered == 1 << A1
    assert str(findings(test, 0.025)[0]) == "Not answered yet: a2, b1, b2."


def test_of_switches_that_were_never_read_nothing_is_said() -> None:
    found = findings(SelfTest(BOARD, 0.0), 0.025)
    assert [str(each) for each in found] == ["No switch has been read yet, so nothing is known about any square."]


def test_it_says_what_to_do_and_when_all_is_done() -> None:
    test = SelfTest(BOARD, 0.0)
    assert str(sentence(test)).startswith("Walk a piece over all squares")
    test = feel(feel(test, 0b1111, 1.0), 0, 2.0)
    assert test.done and str(sentence(test)) == "Every switch has answered."
    assert findings(test, 0.025) == ()


def test_changes_close_together_are_one_touch_that_bounced() -> None:
    test, now_s = SelfTest(BOARD, 0.0), 0.0
    for now_s, covered in ((0.0, 0), (1.0, 1), (1.001, 0), (1.003, 1), (2.0, 0)):
        test = feel(test, covered, now_s)
    (name, reed), = figures(test)
    assert (name, reed.touches, reed.changes) == ("a1", 2, 4)
    assert abs(reed.longest_s - 0.003) < 1e-9


def test_a_switch_that_bounces_longer_than_the_debounce_time_is_named() -> None:
    test = SelfTest(BOARD, 0.0)
    for now_s, covered in ((0.0, 0), (1.0, 2), (1.02, 0), (1.04, 2), (2.0, 0)):
        test = feel(test, covered, now_s)
    assert [str(each) for each in findings(test, 0.025)][1:] == [
        "The switch of a2 bounced for 40 ms: raise the debounce time, or move its magnet closer."
    ]
    assert len(findings(test, 0.05)) == 1


def test_the_time_between_readings_is_measured() -> None:
    test = SelfTest(BOARD, 0.0)
    assert test.scan_s == 0.0
    for n in range(1, 5):
        test = feel(test, 0, n * 0.002)
    assert abs(test.scan_s - 0.002) < 1e-9


def test_dead_and_stuck_switches_of_a_board_are_found() -> None:
    now_s = 0.0
    wood = Wood(BOARD, {A1: "wP"})
    bad = replace(BoardFaults(), stuck=frozenset({B1}), dead=frozenset({A2}))
    board = SimulatedBoard(wire(BOARD), wood, bad, lambda: now_s)
    test = SelfTest(BOARD, 0.0)
    for square in (Square(0), Square(1), Square(2), Square(3), Square(0)):
        board.lift(next(iter(board.wood.stands)))
        for _ in range(40):
            now_s += 0.01
            test = feel(test, board.board_map.occupancy(board.reeds.read()), now_s)
        board.place(square)
        for _ in range(40):
            now_s += 0.01
            test = feel(test, board.board_map.occupancy(board.reeds.read()), now_s)
    assert [str(found) for found in findings(test, 1.0)] == [
        "Not answered yet: a2.", "Always covered (a piece stands there, or the switch sticks): b1."
    ]
