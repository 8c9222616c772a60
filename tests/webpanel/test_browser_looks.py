"""The boards and the sets of pieces that a phone can choose from, and what moves and sounds at the table."""

import re
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from axe import TAGS, violations
from browser import PLAYERS, Phone, served
from playwright.sync_api import Browser, expect
from test_browser_access import complaints
from watched_desk import WatchedDesk

import webpanel
from engine.core.pieces import Seat
from table.messages.events import Resign
from table.messages.new_game import NewGame
from webpanel.access.preferences import BOARDS, PIECES

PANEL: Final = Path(webpanel.__file__).parent
LOOKS: Final = [*product(BOARDS, ("light", "dark"))]
SQUARES_APART, PIECES_APART, WRITING_APART = 2.0, 3.0, 4.5
"""The least contrasts: of light and dark squares; of pieces and lights, as WCAG wants it of pictures; of text."""
FOUND = """() => {
  const style = (selector) => getComputedStyle(document.querySelector(selector));
  const squares = ["[data-square=a1]", "[data-square=a2]"].map((each) => style(each).backgroundColor);
  const pieces = ["w", "b", "r", "u", "n"].map((owner) => {
    const drawn = document.querySelector("#board").appendChild(document.createElement("i"));
    drawn.className = `piece-art ${owner}`;
    const { fill, stroke } = getComputedStyle(drawn);
    return [fill, stroke];
  });
  const writing = ["#board .ruler > :not(.light)", "#board .ruler > .light"].map((each) => style(each).color);
  const groove = style("[data-square=a1]").getPropertyValue("--groove");
  return { squares, pieces, writing, groove };
}"""


def colour(text: str) -> tuple[float, ...]:
    """Read ``rgb(…)``, with or without a share of opacity."""
    return tuple(float(each) for each in re.findall(r"[\d.]+", text))


def luminance(text: str) -> float:
    shares = [part / 255 for part in colour(text)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours by WCAG: 1 to 21."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def over(upper: str, lower: str) -> str:
    """Return the colour of a translucent one over another."""
    *parts, share = colour(upper)
    return f"rgb{tuple(share * a + (1 - share) * b for a, b in zip(parts, colour(lower), strict=True))}"


def wears(phone: Phone, **looks: str) -> None:
    """From now on the phone has chosen these looks."""
    phone.context.add_cookies([
        {"name": f"pawnlight_{name}", "value": value, "url": phone.address} for name, value in looks.items()
    ])


def test_contrasts_are_computed_as_wcag_does() -> None:
    assert contrast("rgb(0, 0, 0)", "rgb(255, 255, 255)") == pytest.approx(21)
    assert contrast("rgb(119, 119, 119)", "rgb(255, 255, 255)") == pytest.approx(4.48, abs=0.01)
    assert over("rgb(0 0 0 / 0.5)", "rgb(200, 100, 50)") == "rgb(100.0, 50.0, 25.0)"


def test_squares_pieces_lights_and_writing_stand_out_on_every_board_in_every_theme(game: Phone) -> None:
    faults, boards = [], set()
    lights = re.findall(r'"(#[0-9a-f]{6})"', (PANEL / "static/js/board/lights.js").read_text("utf-8"))
    lamps = [f"rgb({int(each[1:3], 16)}, {int(each[3:5], 16)}, {int(each[5:], 16)})" for each in lights]
    for board, theme in LOOKS:
        wears(game, board=board, theme=theme)
        game.open()
        game.waits_for("[data-square=a1] .piece")
        found = game.page.evaluate(FOUND)
        boards.add(tuple(found["squares"]))
        if contrast(*found["squares"]) < SQUARES_APART:
            faults.append((board, theme, "squares", contrast(*found["squares"])))
        for square, written in zip(found["squares"], found["writing"], strict=True):
            if contrast(square, written) < WRITING_APART:
                faults.append((board, theme, "writing", contrast(square, written)))
            for owner, looks in zip("wbrun", found["pieces"], strict=True):
                if max(contrast(square, each) for each in looks) < PIECES_APART:
                    faults.append((board, theme, owner, max(contrast(square, each) for each in looks)))
            behind = over(found["groove"], square)
            faults += [(board, theme, lamp, contrast(behind, lamp)) for lamp in lamps
                       if contrast(behind, lamp) < PIECES_APART]
    assert faults == []
    assert len(boards) == 4, "paper alone has other squares in the dark"
    assert len(lamps) > 60


def test_each_phone_keeps_its_board_and_pieces(desk: WatchedDesk, phone: Phone) -> None:
    phone.open("/settings")
    html = phone.page.locator("html")
    expect(html).to_have_attribute("data-board", "slate")
    phone.page.get_by_role("radio", name="Wood").check(force=True)
    expect(html).to_have_attribute("data-board", "wood")
    phone.page.get_by_role("radio", name="Bold").check(force=True)
    expect(html).to_have_attribute("data-pieces", "bold")
    expect(html).to_have_attribute("data-theme", "system")
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    expect(html).to_have_attribute("data-board", "wood")
    assert "pieces-bold.svg#" in str(phone.page.locator("[data-square=a1] .piece use").first.get_attribute("href"))
    assert complaints(phone) == []


def loaded(phone: Phone) -> set[str]:
    """The drawings of pieces that the open page has loaded."""
    named = phone.page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    return {name for address in named for name in re.findall(r"/(pieces[\w-]*\.svg)", address)}


@pytest.mark.parametrize("pieces", PIECES)
def test_only_the_chosen_set_of_pieces_is_loaded(pieces: str, desk: WatchedDesk, phone: Phone) -> None:
    wears(phone, pieces=pieces)
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    phone.until(lambda: loaded(phone), "the drawings have come")
    assert loaded(phone) == {PIECES[pieces]}


def names(file: str) -> list[str]:
    return re.findall(r'<symbol id="(\w+)"', (PANEL / "static" / file).read_text("utf-8"))


def test_every_set_draws_the_same_pieces() -> None:
    first, *others = (names(file) for file in PIECES.values())
    assert len(first) == 13 and others == [first, first]


def test_whatever_shows_a_board_has_the_colours_of_boards() -> None:
    files = [*(PANEL / "templates").glob("*.html"), *(PANEL / "static" / "css" / "bundles").glob("*.css")]
    texts = {path.name: path.read_text("utf-8") for path in files}
    shows = {name for name, text in texts.items() if "/board.css" in text}
    assert len(shows) > 3 and "table.css" in shows
    assert {name for name in shows if "/boards.css" not in texts[name]} == set()


# --- what moves and sounds ---------------------------------------------------------------------------------------


def test_a_piece_that_can_move_stands_in_a_glow_at_its_foot(game: Phone) -> None:
    game.waits_for("[data-square=c1] .ring.turn")
    glow, square = (game.page.locator(f"[data-square=c1]{each}").bounding_box() for each in (" .ring.turn", ""))
    assert glow and square
    assert glow["y"] > square["y"] + 0.6 * square["height"], "in the lower part of the square"
    assert glow["y"] + glow["height"] <= square["y"] + square["height"] + 1


def test_a_hint_draws_an_arrow_from_its_piece_to_its_square(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("chess", {}, PLAYERS, True))
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    hint = phone.page.locator("#hint")
    hint.tap()
    phone.page.get_by_role("button", name="Yes, we do").tap()
    phone.waits_for(".square .ring.hint")
    assert phone.page.locator(".arrows").count() == 0, "the first step shows the piece alone"
    expect(hint).to_have_text("Where to?")
    hint.tap()
    expect(phone.page.locator(".arrows path")).to_have_count(2)  # one, and its shade


COUNTED = "addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => {" \
    " window.rings = (window.rings ?? 0) + changes.flatMap(({ addedNodes }) => [...addedNodes])" \
    ".filter((each) => each.matches?.('.celebration')).length; })" \
    ".observe(document.body, { childList: true, subtree: true }))"


@pytest.mark.parametrize(("motion", "seen"), [("no-preference", 1), ("reduce", 0)])
def test_the_end_of_a_game_is_celebrated_once_where_things_may_move(
    motion: str, seen: int, desk: WatchedDesk, phone: Phone
) -> None:
    phone.page.add_init_script(COUNTED)
    phone.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))
    phone.waits_for(".result")
    assert phone.page.evaluate("window.rings ?? 0") == seen
    phone.open()
    phone.waits_for(".result")
    assert phone.page.evaluate("window.rings ?? 0") == 0, "who comes later has not seen it end"


# --- installed ---------------------------------------------------------------------------------------------------


def test_a_phone_that_trusts_the_panel_has_a_page_for_when_the_board_cannot_be_reached(
    desk: WatchedDesk, browser: Browser
) -> None:
    """By its number the panel is trusted as over HTTPS; by its name, as in a house, no browser would keep that page."""
    context = browser.new_context(viewport={"width": 320, "height": 568})
    page = context.new_page()
    with served(desk) as address:
        page.goto(f"{address}/about")
        page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.active.state)")
        expect(page.locator("h1")).not_to_have_text("The board cannot be reached")
    page.goto(f"{address}/scores")
    expect(page.locator("h1")).to_have_text("The board cannot be reached")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, TAGS) == []
    context.close()


def test_a_panel_without_https_promises_nothing(game: Phone) -> None:
    assert game.page.evaluate("isSecureContext") is False
    assert game.page.evaluate("navigator.serviceWorker === undefined")
