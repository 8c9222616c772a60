"""Every page on a narrow phone: accessible by axe (WCAG 2.2 AA), no wider than the screen, controls large enough."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import pytest
from axe import AT_REST, TAGS, violations
from browser import PLAYERS, Phone, unlock
from playwright.sync_api import Browser, expect
from test_browser_decisions import actions_before_combat
from watched_desk import WatchedDesk, random_game

from engine.core.messages import Message
from engine.core.pieces import Seat
from table.messages.events import Event, Pause, Resign, Resume
from table.messages.new_game import NewGame
from table.messages.scene import SceneChoice, ScenePrompt

PAGES = [
    "/", "/new", "/new/pawns-revenge", "/continue", "/scores", "/scores?player=Anna", "/games/done", "/import",
    "/seats", "/settings", "/hardware", "/about", "/rules", "/rules/pawn-advance", "/guides", "/guides/builders",
    "/nowhere",
]


OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules whose answer depends on the appearance. The others see the same page in each."""


def complaints(phone: Phone, rules: list[str] = TAGS) -> list[str]:
    """Return the findings of axe on a phone's page."""
    return violations(phone.page, rules)


CONTROLS = "button, a.button, select, input:not([type=radio]):not([type=checkbox]), nav a"
SMALL = f"""[...document.querySelectorAll("{CONTROLS}")]
  .filter((each) => each.offsetParent && !each.matches(".square, .reed, .skip"))
  .map((each) => [each.outerHTML.slice(0, 90), each.getBoundingClientRect(), getComputedStyle(each, "::before")])
  .filter(([, box, around]) => Math.max(box.height, around.content !== "none" && parseFloat(around.height)) < 43.9
    || box.width < 43.9)
  .map(([words, box]) => `${{words}} ${{box.width}}x${{box.height}}`)"""
"""The controls too small for a finger, which may meet what a slim one has around it."""


COLOURS = """() => [...document.querySelectorAll("html, body, body *")].map(getComputedStyle).map(
  (style) => [style.colorScheme, style.color, style.backgroundColor, style.borderColor, style.fill].join()
)"""


def wrong(phone: Phone, rules: list[str] = TAGS) -> list[str]:
    """Return the problems of a phone's page: found by axe, too small for a finger, or wider than the screen."""
    return [*complaints(phone, rules), *phone.page.evaluate(SMALL), *["too wide"] * phone.overflows()]


def chooses(phone: Phone, appearance: str) -> None:
    """From now on its pages have this appearance."""
    phone.context.add_cookies([{"name": "pawnlight_theme", "value": appearance, "url": phone.address}])


def appears(phone: Phone, preferred: Literal["dark", "light"]) -> list[str]:
    """The colours of the open page on a phone that prefers an appearance."""
    phone.page.emulate_media(color_scheme=preferred)
    phone.page.wait_for_function(AT_REST)
    return list(phone.page.evaluate(COLOURS))


def test_the_appearance_is_what_was_chosen_or_as_the_phone_is(desk: WatchedDesk, phone: Phone) -> None:
    """So a page that follows the phone shows both, and need not be opened for each of them."""
    found = {}
    for appearance in ("system", "dark", "light"):
        chooses(phone, appearance)
        phone.page.emulate_media(color_scheme="light")
        phone.open("/about")
        found[appearance] = [appears(phone, "light"), appears(phone, "dark")]
    light, dark = found["system"]
    assert dark[0].startswith("dark,") and light[0].startswith("light,")
    assert found["dark"] == [dark, dark] and found["light"] == [light, light]


def test_every_page_is_accessible_and_fits(shelf: WatchedDesk, phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 568})
    chooses(phone, "system")
    found = {}
    for path in PAGES:
        phone.page.emulate_media(color_scheme="light")
        phone.open(path)
        found[path, "light"] = wrong(phone, OF_COLOURS)
        phone.page.emulate_media(color_scheme="dark")
        found[path, "dark"] = [*wrong(phone), *phone.covered()]
    assert {page: faults for page, faults in found.items() if faults} == {}


FOR_THE_OWNER = {"/settings": "#settings", "/seats": "[data-guest]", "/hardware": "pre.log"}
"""The content that pages show to the owner alone."""


@pytest.mark.first_or_all("language", ["de", "en"])
def test_the_owners_settings_are_accessible_and_fit(desk: WatchedDesk, phone: Phone, language: str) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 568})
    unlock(phone)
    phone.speaks(language)
    found = {}
    for path, shown in FOR_THE_OWNER.items():
        phone.open(path)
        expect(phone.page.locator(f"html[lang={language}] {shown}")).to_have_count(1)
        found[path] = wrong(phone)
    assert {page: faults for page, faults in found.items() if faults} == {}


@pytest.mark.first_or_all("language", ["de", "en"])
def test_looking_back_is_accessible_and_fits(desk: WatchedDesk, phone: Phone, language: str) -> None:
    desk.finish(*random_game("pawn-advance", 3, 14), players=PLAYERS, key="one")
    desk.resume("one")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.speaks(language)
    phone.open()
    expect(phone.page.locator(f"html[lang={language}] #log-last")).not_to_be_empty()
    phone.page.tap("#log summary")
    phone.page.locator("#log-list button").first.tap()
    phone.page.locator("#back").wait_for()
    assert wrong(phone) == []


SHEETS = {"open-help": "help", "open-rules": "rules", "open-announce": "announce", "open-legend": "legend",
          "open-share": "share"}
"""The button in the menu that opens a sheet, and the sheet."""


def test_the_sheets_over_the_board_are_accessible_and_fit(game: Phone) -> None:
    """With a tip on the board. Lying and upright; axe looks where there is least room, at the menu, too."""
    expect(game.page.locator("#tip")).to_be_visible()
    found = {}
    for size in ({"width": 740, "height": 360}, {"width": 320, "height": 568}):
        game.page.set_viewport_size(size)
        for opener, sheet in SHEETS.items():
            game.page.locator("#open-menu").tap()
            if (sheet, size["width"]) == ("help", 320):
                expect(game.page.locator(f"#{opener}")).to_be_visible()
                found["menu", 320] = complaints(game)
            game.page.locator(f"#{opener}").tap()
            shown = game.page.locator(f"#{sheet}")
            expect(shown).to_be_visible()
            expect(shown.locator("h2").first).not_to_be_empty()
            if sheet == "share":
                expect(game.page.locator("#share-save")).to_be_visible()
            faults = [*game.page.evaluate(SMALL), *["too wide"] * game.overflows()]
            box = shown.bounding_box()
            if box is None or box["y"] < 0 or box["y"] + box["height"] > size["height"] + 1:
                faults.append(f"reaches out of the screen: {box}")
            found[sheet, size["width"]] = faults + (complaints(game) if size["width"] == 320 else [])
            game.page.keyboard.press("Escape")
            expect(shown).to_be_hidden()
    assert {sheet: faults for sheet, faults in found.items() if faults} == {}


SIZES = [(320, 568), (390, 844), (568, 320), (768, 1024), (1024, 768), (1280, 800)]
FOUR = {seat: seat.title() for seat in Seat}


BOARDS: list[tuple[str, dict[str, int], dict[Seat, str]]] = [
    ("pawn-advance", {}, PLAYERS), ("chess-two", {}, PLAYERS), ("pawns-revenge", {"players": 4}, FOUR),
]


def test_the_board_is_accessible_and_fits_every_screen(desk: WatchedDesk, phone: Phone) -> None:
    found = {}
    for game, options, players in BOARDS:
        desk.start(NewGame(game, options, players, True))
        phone.page.set_viewport_size({"width": 390, "height": 844})
        phone.open()
        phone.waits_for("[data-square=a1] .piece")
        phone.waits_for("#main:not(.tells)")
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            found[game, width, height] = [*phone.page.evaluate(SMALL), *["too wide"] * phone.overflows()]
            if (width, height) in (SIZES[0], SIZES[-2]):
                found[game, width, height] += complaints(phone)
    assert {screen: faults for screen, faults in found.items() if faults} == {}


def tell(desk: WatchedDesk, **changes: Any) -> None:
    """Show the table as it would look with these changes."""
    scene = desk.snapshot().scene(frozenset())
    desk.show(replace(scene, number=scene.number + 1, **changes))


def act(desk: WatchedDesk, *events: Event) -> None:
    """Show the table as it is, and do this there."""
    desk.show(None)
    for event in events:
        desk.send(event)


ASKED = ScenePrompt("hands:1:0", "choice", (Seat.WHITE,), Message("What was played?"),
                    (SceneChoice("a1a2", Message("a1a2")), SceneChoice("back", Message("None of these"))))
STATES: dict[str, tuple[str, Literal["dark", "light"], Callable[[WatchedDesk], None]]] = {
    "asked": (".prompt", "light", lambda desk: tell(desk, prompts=(ASKED,))),
    "trouble": ("body:not(:has(.prompt)) .notice", "light", lambda desk: tell(
        desk, prompts=(), suspects=("c1",), manual=("d1",), trouble=Message("The disk is full. Make room.")
    )),
    "paused": ("body:not(:has(.notice)) #card .closing", "dark", lambda desk: act(desk, Pause())),
    "over": (".result", "dark", lambda desk: act(desk, Resume(), Resign(Seat.BLACK, frozenset(Seat)))),
}
"""The mark of each state, one after the other, the appearance it is looked at in, and the way to reach it."""


def test_every_state_of_the_board_is_accessible(desk: WatchedDesk, phone: Phone) -> None:
    phone.speaks("de")
    chooses(phone, "system")
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.page.emulate_media(color_scheme="light")
    phone.open()
    phone.waits_for("#main:not(.tells)")
    for state, (selector, appearance, reach) in STATES.items():
        phone.page.emulate_media(color_scheme=appearance)
        reach(desk)
        phone.waits_for(selector)
        assert wrong(phone) == [], state


def test_deciding_in_secret_is_accessible_on_a_wide_screen(desk: WatchedDesk, phone: Phone) -> None:
    """The curtain, what is divided, and the question of what is left over."""
    desk.finish(*actions_before_combat(5), game_id="pawns-revenge", players=PLAYERS, key="combat")
    desk.resume("combat")
    phone.page.set_viewport_size({"width": 1280, "height": 800})
    phone.open()
    found = {}

    def judge(state: str, shown: str) -> None:
        expect(phone.page.locator(shown).first).to_be_visible()
        found[state] = wrong(phone)

    judge("curtain", ".curtain")
    phone.page.tap("button:text-is('I am Anna: take the seat')")
    phone.waits_for(".left")
    phone.tap("e1")
    judge("division", ".division-row")
    phone.page.tap("button:text-is('Done, keep it secret')")
    judge("left over", "dialog[open]")
    assert {state: faults for state, faults in found.items() if faults} == {}


def test_the_open_log_is_accessible_and_fits(desk: WatchedDesk, phone: Phone) -> None:
    desk.save_settings(replace(desk.settings(), language="de"))
    desk.finish("c1c2", "d1d3", players=PLAYERS, key="told")
    desk.resume("told")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    chooses(phone, "system")
    phone.page.emulate_media(color_scheme="light")
    phone.open()
    phone.page.tap("#log summary")
    expect(phone.page.locator("#log-list button")).to_have_count(2)
    for appearance in ("light", "dark"):
        phone.page.emulate_media(color_scheme=appearance)
        assert wrong(phone) == [], appearance


def test_a_page_at_twice_the_text_size_still_fits(desk: WatchedDesk, browser: Browser, address: str) -> None:
    phone = Phone(browser, address, 640, 800)
    phone.open_form("/new/pawn-advance")
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert not phone.overflows() and complaints(phone) == []
    phone.close()
