"""From one picture of the board to the next: what slides, what waits for its square, what fades."""

from collections.abc import Callable
from typing import Any

import pytest
from browser import Phone

Journeys = Callable[..., dict[str, Any]]
ASK = """async ([before, after, given]) => {
  const { journeys } = await import("/static/js/board/journeys.js");
  const found = journeys(new Map(Object.entries(before)), new Map(Object.entries(after)),
    {...given, waiting: new Map(Object.entries(given.waiting))});
  return {slides: found.slides, fades: found.fades, waiting: Object.fromEntries(found.waiting)};
}"""


@pytest.fixture
def journeys(phone: Phone) -> Journeys:
    """The script's own function."""
    phone.open("/about")

    def ask(before: dict[str, str], after: dict[str, str], **given: Any) -> dict[str, Any]:
        usual = {"motions": [], "waiting": {}, "raised": {}, "lifted": {}, "unsettled": False}
        squares = dict.fromkeys([*before, *after], "")
        found: dict[str, Any] = phone.page.evaluate(ASK, [squares | before, squares | after, usual | given])
        return found

    return ask


def moved(source: str, target: str) -> dict[str, str]:
    return {"kind": "moved", "square": source, "target": target}


def test_a_piece_that_stands_elsewhere_slid_there(journeys: Journeys) -> None:
    found = journeys({"c1": "wP"}, {"c3": "wP"})
    assert found == {"slides": [["c1", "c3"]], "fades": [], "waiting": {}}


def test_a_piece_put_down_slides_from_where_it_was_lifted(journeys: Journeys) -> None:
    assert journeys({}, {"c3": "wP"}, raised={"c1": "wP"})["slides"] == [["c1", "c3"]]


def test_a_captured_piece_fades_unless_another_stands_on_its_square(journeys: Journeys) -> None:
    assert journeys({"e5": "bP"}, {})["fades"] == [["e5", "bP"]]
    assert journeys({"e5": "bP"}, {"e5": "wP"}, raised={"d4": "wP"}) == {
        "slides": [["d4", "e5"]], "fades": [], "waiting": {},
    }


def test_a_lifted_piece_neither_slides_nor_fades(journeys: Journeys) -> None:
    assert journeys({"c1": "wP"}, {}, lifted={"c1": "wP"}) == {"slides": [], "fades": [], "waiting": {}}


def test_marching_pieces_wait_until_their_squares_are_filled(journeys: Journeys) -> None:
    motions = [moved("c1", "c2"), moved("c8", "c7")]
    first = journeys({"c1": "wP", "c8": "bP"}, {}, motions=motions, unsettled=True)
    assert first == {"slides": [], "fades": [], "waiting": {"c1": "wP", "c8": "bP"}}
    then = journeys({}, {"c2": "wP", "c7": "bP"}, motions=motions, waiting=first["waiting"])
    assert sorted(then["slides"]) == [["c1", "c2"], ["c8", "c7"]] and then["waiting"] == {}


def test_nothing_waits_once_the_board_is_in_step(journeys: Journeys) -> None:
    found = journeys({}, {}, motions=[moved("c1", "c2")], waiting={"c1": "wP"})
    assert found["waiting"] == {} and found["fades"] == [["c1", "wP"]]


def test_of_like_pieces_the_hint_decides_then_the_shortest_way(journeys: Journeys) -> None:
    before, after = {"a1": "wP", "h1": "wP"}, {"a2": "wP", "h2": "wP"}
    assert journeys(before, after)["slides"] == [["a1", "a2"], ["h1", "h2"]]
    crossed = [moved("a1", "h2"), moved("h1", "a2")]
    assert journeys(before, after, motions=crossed)["slides"] == [["a1", "h2"], ["h1", "a2"]]
