"""Hands over the wood: possible touches change it, impossible ones are refused with a reason."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.squares import Board, Square
from hardware.errors import ImpossibleTouch
from hardware.simulated.pieces import Wood

BOARD = Board(8, 8)
E2, E3, E4, E5, D3 = (BOARD.parse(name) for name in ("e2", "e3", "e4", "e5", "d3"))
START = Wood(BOARD, {E2: "wP", E5: "bP"}, tray={"wQ": 1})


def test_a_piece_is_lifted_into_the_hand_and_placed_from_it() -> None:
    lifted = START.lifted(E2)
    assert (lifted.stands, lifted.holds()) == ({E5: "bP"}, ("wP",))
    placed = lifted.placed(E4)
    assert (placed.stands, placed.hands) == ({E5: "bP", E4: "wP"}, {})


def test_two_hands_hold_different_pieces() -> None:
    both = START.lifted(E2, "left").lifted(E5, "right")
    assert (both.holds("left"), both.holds("right"), both.occupancy) == (("wP",), ("bP",), 0)
    assert both.placed(E2, hand="right").stands == {E2: "bP"}


def test_one_hand_holds_several_and_puts_down_the_latest_or_the_named_one() -> None:
    both = START.lifted(E2).lifted(E5)
    assert both.placed(E4).stands == {E4: "bP"}
    assert both.placed(E4, "wP").stands == {E4: "wP"}


def test_a_piece_slides_over_empty_squares() -> None:
    assert START.slid([E2, E3, E4]).stands == {E4: "wP", E5: "bP"}


def test_a_piece_pushes_another_off_into_a_hand() -> None:
    pushed = START.pushed([E2, E3, E4, E5])
    assert (pushed.stands, pushed.holds()) == ({E5: "wP"}, ("bP",))


def test_the_tray_takes_and_gives() -> None:
    taken = START.lifted(E2).given().taken("wQ")
    assert (taken.tray, taken.holds()) == ({"wP": 1}, ("wQ",))


def test_a_token_makes_another_piece_of_it() -> None:
    assert START.marked(E2, "wP+").stands[E2] == "wP+"


@pytest.mark.parametrize(
    ("touch", "reason"),
    [
        (lambda wood: wood.lifted(E4), "e4 is empty"),
        (lambda wood: wood.placed(E4), "the hand 'hand' is empty"),
        (lambda wood: wood.lifted(E2).placed(E5), "e5 is occupied by bP"),
        (lambda wood: wood.lifted(E2).placed(E4, "bP"), "holds wP and no bP"),
        (lambda wood: wood.lifted(E2, "left").placed(E4, hand="right"), "the hand 'right' is empty"),
        (lambda wood: wood.slid([E3, E4]), "e3 is empty"),
        (lambda wood: wood.slid([E2]), "two or more squares"),
        (lambda wood: wood.slid([E2, E3, E2]), "ends elsewhere"),
        (lambda wood: wood.slid([E2, E5]), "e5 is occupied"),
        (lambda wood: wood.slid([E2, E5, D3]), "e5 is occupied"),
        (lambda wood: wood.pushed([E2, E4]), "e4 is empty"),
        (lambda wood: wood.pushed([E2, E5, E2]), "ends elsewhere"),
        (lambda wood: wood.taken("bQ"), "the tray has no bQ"),
        (lambda wood: wood.taken("wQ").taken("wQ"), "the tray has no wQ"),
        (lambda wood: wood.given(), "is empty"),
        (lambda wood: wood.marked(E4, "wP+"), "e4 is empty"),
    ],
)
def test_what_no_hand_can_do_is_refused(touch: Callable[[Wood], Wood], reason: str) -> None:
    with pytest.raises(ImpossibleTouch, match=reason):
        touch(START)
    assert START == Wood(BOARD, {E2: "wP", E5: "bP"}, tray={"wQ": 1})


touches = st.lists(
    st.tuples(
        st.sampled_from(["lift", "place", "slide", "push", "give", "take"]),
        st.integers(0, 8),
        st.integers(0, 8),
        st.sampled_from(["left", "right"]),
    ),
    max_size=30,
)


@settings(deadline=None)
@given(touches)
def test_no_touch_ever_loses_or_makes_a_piece(moves: list[tuple[str, int, int, str]]) -> None:
    wood = Wood(Board(3, 3), {Square(0): "wP", Square(4): "wP", Square(8): "bP"}, tray={"bP": 2})
    pieces = wood.pieces
    for what, start, end, hand in moves:
        wood = _tried(wood, what, Square(start), Square(end), hand)
        assert wood.pieces == pieces
        assert all(wood.hands.values()) and all(wood.tray.values())


def _tried(wood: Wood, what: str, start: Square, end: Square, hand: str) -> Wood:
    doing: dict[str, Callable[[], Wood]] = {
        "lift": lambda: wood.lifted(start, hand),
        "place": lambda: wood.placed(end, hand=hand),
        "slide": lambda: wood.slid([start, end]),
        "push": lambda: wood.pushed([start, end], hand),
        "give": lambda: wood.given(hand=hand),
        "take": lambda: wood.taken("bP", hand),
    }
    try:
        return doing[what]()
    except ImpossibleTouch:
        return wood
