"""Every page on a narrow phone: accessible by axe (WCAG 2.2 AA), no wider than the screen, controls large enough."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Literal

import pytest
from axe import TAGS, violations
from browser import PLAYERS, Phone, unlock
from playwright.sync_api import Browser, expect
from test_browser_decisions import actions_before_combat
from watched_desk import WatchedDesk, random_game

from engine.messages import Message
from engine.pieces import Seat
from table.words.events import Pause, Resign
from table.words.new_game import NewGame
from table.words.scene import SceneChoice, ScenePrompt

PAGES = [
    "/", "/new", "/new/pawns-revenge", "/continue", "/scores", "/scores?player=Anna", "/games/done", "/import",
    "/seats", "/settings", "/hardware", "/about", "/rules", "/rules/pawn-advance", "/nowhere",
]


OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules whose answer depends on the appearance. The others see the same page in each."""


def complaints(phone: Phone, rules: list[str] = TAGS) -> list[str]:
    """What axe finds on what a phone shows."""
    return violations(phone.page, rules)


CONTROLS = "button, a.button, select, input:not([type=radio]):not([type=checkbox]), nav a"
SMALL = f"""[...document.querySelectorAll("{CONTROLS}")]
  .filter((each) => each.offsetParent && !each.matches(".square, .reed, .skip"))
  .map((each) => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.9 || box.width < 43.9)
  .map(([words, box]) => `${{words}} ${{box.width}}x${{box.height}}`)"""


COLOURS = """() => [...document.querySelectorAll("html, body, body *")].map(getComputedStyle).map(
  (style) => [style.colorScheme, style.color, style.backgroundColor, style.borderColor, style.fill].join()
)"""


def appears(phone: Phone, appearance: str, preferred: Literal["dark", "light"]) -> list[str]:
    """The colours of a page in an appearance, on a phone that prefers one."""
    phone.page.emulate_media(color_scheme=preferred)
    phone.context.add_cookies([{"name": "pawnlight_theme", "value": appearance, "url": phone.address}])
    phone.open("/about")
    return list(phone.page.evaluate(COLOURS))


def test_the_appearance_is_what_was_chosen_or_as_the_phone_is(desk: WatchedDesk, phone: Phone) -> None:
    dark, light = appears(phone, "dark", "light"), appears(phone, "light", "dark")
    assert dark[0].startswith("dark,") and light[0].startswith("light,")
    assert appears(phone, "system", "dark") == dark and appears(phone, "system", "light") == light


@pytest.mark.parametrize("appearance", ["dark", "light"])
def test_every_page_is_accessible_and_fits(shelf: WatchedDesk, phone: Phone, appearance: str) -> None:
    rules = TAGS if appearance == "dark" else OF_COLOURS
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.context.add_cookies([{"name": "pawnlight_theme", "value": appearance, "url": phone.address}])
    found = {}
    for path in PAGES:
        phone.open(path)
        found[path] = [*complaints(phone, rules), *phone.page.evaluate(SMALL), *["too wide"] * phone.overflows()]
        found[path] += phone.covered() if appearance == "dark" else []
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_owners_settings_are_accessible_and_fit(desk: WatchedDesk, phone: Phone, language: str) -> None:
    phone.speaks(language)
    phone.page.set_viewport_size({"width": 320, "height": 568})
    unlock(phone)
    assert complaints(phone) == [] and not phone.overflows() and phone.page.evaluate(SMALL) == []
    phone.open("/seats")
    expect(phone.page.locator("[data-guest]")).to_have_count(1)
    assert complaints(phone) == [] and not phone.overflows() and phone.page.evaluate(SMALL) == []
    phone.open("/hardware")
    expect(phone.page.locator("pre.log")).to_have_count(1)
    assert complaints(phone) == [] and not phone.overflows() and phone.page.evaluate(SMALL) == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_looking_back_is_accessible_and_fits(desk: WatchedDesk, phone: Phone, language: str) -> None:
    phone.speaks(language)
    desk.finish(*random_game("pawn-advance", 3, 14), players=PLAYERS, key="one")
    desk.resume("one")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open()
    expect(phone.page.locator("#log-last")).not_to_be_empty()
    phone.page.tap("#log summary")
    phone.page.locator("#log-list button").first.tap()
    phone.page.locator("#back").wait_for()
    assert complaints(phone) == [] and not phone.overflows() and phone.page.evaluate(SMALL) == []


SHEETS = {"open-help": "help", "open-rules": "rules", "open-announce": "announce", "open-legend": "legend",
          "open-share": "share"}
"""The button in the menu that opens a sheet, and the sheet."""


def test_the_sheets_over_the_board_are_accessible_and_fit(game: Phone) -> None:
    """With a tip on the board. Lying and upright; axe looks where there is least room."""
    expect(game.page.locator("#tip")).to_be_visible()
    found = {}
    for size in ({"width": 740, "height": 360}, {"width": 320, "height": 568}):
        game.page.set_viewport_size(size)
        for opener, sheet in SHEETS.items():
            game.page.locator("#open-menu").tap()
            game.page.locator(f"#{opener}").tap()
            shown = game.page.locator(f"#{sheet}")
            expect(shown).to_be_visible()
            expect(shown.locator("h2").first).not_to_be_empty()
            if sheet == "share":
                expect(game.page.locator("#share-save")).to_be_visible()
            wrong = [*game.page.evaluate(SMALL), *["too wide"] * game.overflows()]
            box = shown.bounding_box()
            if box is None or box["y"] < 0 or box["y"] + box["height"] > size["height"] + 1:
                wrong.append(f"reaches out of the screen: {box}")
            found[sheet, size["width"]] = wrong + (complaints(game) if size["width"] == 320 else [])
            game.page.keyboard.press("Escape")
            expect(shown).to_be_hidden()
    assert {sheet: wrong for sheet, wrong in found.items() if wrong} == {}


SIZES = [(320, 568), (390, 844), (568, 320), (768, 1024), (1024, 768), (1280, 800)]
FOUR = {seat: seat.title() for seat in Seat}


@pytest.mark.parametrize(
    ("game", "options", "players"),
    [("pawn-advance", {}, PLAYERS), ("chess-two", {}, PLAYERS), ("pawns-revenge", {"players": 4}, FOUR)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_board_is_accessible_and_fits_every_screen(
    desk: WatchedDesk, phone: Phone, game: str, options: dict[str, int], players: dict[Seat, str]
) -> None:
    desk.start(NewGame(game, options, players, True))
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    phone.waits_for("#main:not(.tells)")
    found = {}
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        found[width, height] = [*phone.page.evaluate(SMALL), *["too wide"] * phone.overflows()]
        if (width, height) in (SIZES[0], SIZES[-2]):
            found[width, height] += complaints(phone)
    assert {size: wrong for size, wrong in found.items() if wrong} == {}


def tell(desk: WatchedDesk, **changes: Any) -> None:
    """Show the table as it would look with these changes."""
    scene = desk.snapshot().scene(frozenset())
    desk.show(replace(scene, number=scene.number + 1, **changes))


ASKED = ScenePrompt("hands:1:0", "choice", (Seat.WHITE,), Message("What was played?"),
                    (SceneChoice("a1a2", Message("a1a2")), SceneChoice("back", Message("None of these"))))
STATES: dict[str, tuple[str, Callable[[WatchedDesk], None]]] = {
    "paused": ("#card .closing", lambda desk: desk.send(Pause())),
    "asked": (".prompt", lambda desk: tell(desk, prompts=(ASKED,))),
    "trouble": (".notice", lambda desk: tell(
        desk, suspects=("c1",), manual=("d1",), trouble=Message("The disk is full. Make room.")
    )),
    "over": (".result", lambda desk: desk.send(Resign(Seat.BLACK, frozenset(Seat)))),
}


@pytest.mark.parametrize(
    ("state", "appearance"), [("paused", "dark"), ("asked", "light"), ("trouble", "light"), ("over", "dark")]
)
def test_every_state_of_the_board_is_accessible(desk: WatchedDesk, phone: Phone, state: str, appearance: str) -> None:
    selector, reach = STATES[state]
    phone.speaks("de")
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.page.set_viewport_size({"width": 320, "height": 568})
    if appearance == "light":
        phone.page.emulate_media(color_scheme="light")
        phone.context.add_cookies([{"name": "pawnlight_theme", "value": "system", "url": phone.address}])
    phone.open()
    phone.waits_for("#main:not(.tells)")
    reach(desk)
    phone.waits_for(selector)
    assert complaints(phone) == [] and phone.page.evaluate(SMALL) == [] and not phone.overflows()


def test_deciding_in_secret_is_accessible_on_a_wide_screen(desk: WatchedDesk, phone: Phone) -> None:
    """The curtain, what is divided, and the question of what is left over."""
    desk.finish(*actions_before_combat(5), game_id="pawns-revenge", players=PLAYERS, key="combat")
    desk.resume("combat")
    phone.page.set_viewport_size({"width": 1280, "height": 800})
    phone.open()
    found = {}

    def judge(state: str, shown: str) -> None:
        expect(phone.page.locator(shown).first).to_be_visible()
        found[state] = [*complaints(phone), *phone.page.evaluate(SMALL), *["too wide"] * phone.overflows()]

    judge("curtain", ".curtain")
    phone.page.tap("button:text-is('I am Anna: take the seat')")
    phone.waits_for(".left")
    phone.tap("e1")
    judge("division", ".division-row")
    phone.page.tap("button:text-is('Done, keep it secret')")
    judge("left over", "dialog[open]")
    assert {state: wrong for state, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("appearance", ["dark", "light"])
def test_the_open_log_is_accessible_and_fits(desk: WatchedDesk, phone: Phone, appearance: str) -> None:
    desk.save_settings(replace(desk.settings(), language="de"))
    desk.finish("c1c2", "d1d3", players=PLAYERS, key="told")
    desk.resume("told")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    if appearance == "light":
        phone.page.emulate_media(color_scheme="light")
        phone.context.add_cookies([{"name": "pawnlight_theme", "value": "system", "url": phone.address}])
    phone.open()
    phone.page.tap("#log summary")
    expect(phone.page.locator("#log-list button")).to_have_count(2)
    assert complaints(phone) == [] and phone.page.evaluate(SMALL) == [] and not phone.overflows()


@pytest.fixture
def open_menu(desk: WatchedDesk, phone: Phone) -> Iterator[Phone]:
    """A phone with the menu of the board open."""
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open()
    phone.page.tap("#open-menu")
    yield phone


def test_menu_and_legend_are_accessible(open_menu: Phone) -> None:
    assert complaints(open_menu) == []
    open_menu.page.tap("#open-legend")
    expect(open_menu.page.locator("#legend")).to_be_visible()
    assert complaints(open_menu) == [] and not open_menu.overflows()


def test_a_page_at_twice_the_text_size_still_fits(desk: WatchedDesk, browser: Browser, address: str) -> None:
    phone = Phone(browser, address, 640, 800)
    phone.open("/new/pawn-advance")
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert not phone.overflows() and complaints(phone) == []
    phone.close()
