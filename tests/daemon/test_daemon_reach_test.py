"""The self-test measures how far a piece reaches: along ranks and files, diagonally, all around, and around edges."""

from collections.abc import Callable, Iterator
from math import hypot

import pytest

from daemon.workshop.checks.reach_test import ReachTest, edge, facts, feel, findings, reached
from engine.core.squares import Board, Square, bits

BOARD = Board(4, 4)
READ_S = 0.01
Reach = Callable[[float, float], bool]
"""True if a reed so many files and ranks from the magnet is closed."""


def square(name: str) -> Square:
    return BOARD.parse(name)


def names(found: dict[Square, tuple[Square, ...]]) -> dict[str, list[str]]:
    return {BOARD.name(here): [BOARD.name(there) for there in others] for here, others in found.items()}


def closed(at: tuple[float, float], reach: Reach) -> int:
    return sum(
        1 << each for each in bits(BOARD.all) if reach(BOARD.file(each) - at[0], BOARD.rank(each) - at[1])
    )


def walk() -> Iterator[tuple[float, float]]:
    """Slide slowly along every rank, resting on each square, from outside and off again."""
    for rank in range(BOARD.ranks):
        for step in range(-15, 10 * BOARD.files + 6):
            yield step / 10, rank
            if step % 10 == 0:
                yield from [(step / 10, rank)] * 10


def walked(reach: Reach) -> ReachTest:
    test, now_s = ReachTest(BOARD), 0.0
    for at in walk():
        now_s += READ_S
        test = feel(test, closed(at, reach), now_s)
    return test


def round_reach(radius: float) -> Reach:
    return lambda files, ranks: hypot(files, ranks) <= radius


@pytest.mark.parametrize("radius", [0.3, 0.45, 0.55, 0.7])
def test_a_piece_that_closes_its_own_switch_alone_is_not_blamed(radius: float) -> None:
    test = walked(round_reach(radius))
    assert reached(test) == {} and findings(test) == ()


def test_the_time_at_an_edge_is_measured() -> None:
    """A magnet that reaches 0.7 squares closes both for four tenths of the way, at a tenth per reading."""
    longest = edge(walked(round_reach(0.7)))
    assert longest is not None
    assert 3 * READ_S < longest[1] < 6 * READ_S
    (_, told), = facts(walked(round_reach(0.7)))
    assert str(told).startswith(f"{round(longest[1] * 1000)} ms at most, between ")
    assert edge(walked(round_reach(0.45))) is None
    assert str(facts(walked(round_reach(0.45)))[0][1]) == "never so far"


@pytest.mark.parametrize(
    ("reach", "b2"),
    [
        (lambda files, ranks: abs(files) <= 1.1 and abs(ranks) < 0.4, ["a2", "c2"]),
        (lambda files, ranks: abs(files) <= 0.4 and abs(ranks) <= 1.1, ["b1", "b3"]),
        (lambda files, ranks: abs(abs(files) - abs(ranks)) < 0.3 and abs(files) <= 1.1, ["a1", "a3", "c1", "c3"]),
        (lambda files, ranks: abs(files) + abs(ranks) <= 1.1, ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]),
        (round_reach(1.5), ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]),
        (lambda files, ranks: -0.4 <= files <= 1.1 and abs(ranks) < 0.4, ["a2", "c2"]),
    ],
    ids=["ranks", "files", "diagonally", "beside", "all around", "to one side"],
)
def test_the_squares_that_a_piece_reaches_are_measured(reach: Reach, b2: list[str]) -> None:
    assert names(reached(walked(reach)))["b2"] == b2


def test_reach_at_one_place_alone_is_named_by_its_squares() -> None:
    """One strong spot: the reed of b2 also closes while the piece is on a2."""
    def spot(at: tuple[float, float]) -> int:
        more = 1 << square("b2") if hypot(at[0], at[1] - 1) < 0.4 else 0
        return closed(at, round_reach(0.45)) | more

    test, now_s = ReachTest(BOARD), 0.0
    for at in walk():
        now_s += READ_S
        test = feel(test, spot(at), now_s)
    assert str(findings(test)[0]) == (
        "A piece closes the switches of several squares together: a2 + b2; b2 + a2. The magnet is too strong or too "
        "near, or the squares are too small."
    )


def test_reach_all_over_the_board_is_one_sentence() -> None:
    found, = findings(walked(round_reach(1.1)))
    assert str(found).startswith("A piece closes the switches of several squares together: a1 + a2, b1, b2; a2 + a1, ")
    assert ", and 12 more." in str(found)


def put(test: ReachTest, *squares: str) -> ReachTest:
    """Put pieces on these squares one after the other, and take them all off again."""
    on = 0
    for name in (*squares, None):
        on = 0 if name is None else on | 1 << square(name)
        for _ in range(50):
            test = feel(test, on, test.last_s + READ_S)
    return test


def test_pieces_set_up_all_over_the_board_say_nothing() -> None:
    test = put(ReachTest(BOARD), "a1", "b1", "a4", "d4")
    assert reached(test) == {} and edge(test) is None


def test_a_row_of_pieces_is_wider_than_any_magnet() -> None:
    wide = Board(8, 8)
    test, on = ReachTest(wide), 0
    for name in ("a1", "b1", "c1", "d1", "e1", "f1"):
        on |= 1 << wide.parse(name)
        test = feel(test, on, test.last_s + 1.0)
    assert reached(feel(test, 0, test.last_s + 1.0)) == {}


def test_what_was_measured_before_others_stood_on_the_board_stays() -> None:
    test = walked(round_reach(1.1))
    assert reached(put(test, "a1", "d4")) == reached(test) != {}


def test_what_is_measured_is_told_while_the_piece_still_walks() -> None:
    test = ReachTest(BOARD)
    for _ in range(30):
        test = feel(test, 1 << square("b2") | 1 << square("c2"), test.last_s + READ_S)
    assert names(reached(test)) == {"b2": ["c2"], "c2": ["b2"]}
