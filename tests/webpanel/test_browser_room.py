"""Content that has to be in sight without scrolling, on every screen and in both languages, when there is much of
it."""

from collections.abc import Iterator, Mapping, Sequence

import chromium
import pytest
from browser import PATIENCE_MS, PLAYERS, Phone
from playwright.sync_api import Browser, expect
from test_browser_access import complaints, tell
from test_browser_decisions import actions_before_combat
from watched_desk import WatchedDesk, random_game

from engine.core.messages import Message
from engine.core.pieces import CHANCE, Seat
from engine.records.game_record import begin, replay
from engine.records.time_controls import NO_CLOCKS, Control, KeptClocks, Kind
from engine.registry import find_game, game_ids
from table.messages.events import Pause, Resign, Resume
from table.messages.new_game import NewGame

SIZES = [(320, 568), (390, 844), (740, 360), (1280, 800)]
ON_THEIR_SIDE = [(568, 320), (640, 360), (667, 375)]
"""Small phones, whose column beside the board is the narrowest."""
LONG = {Seat.WHITE: "Annemarie-Luise", Seat.BLACK: "Ben"}
"""Names as long as people have them."""
FOUR = {Seat.WHITE: "Anna", Seat.RED: "Rosa", Seat.BLACK: "Ben", Seat.BLUE: "Uwe"}
FIVE_MINUTES = Control(Kind.FISCHER, 300, 5)


def with_tips(game_id: str) -> list[tuple[str, ...]]:
    """Return the beginnings of a game up to each moment at which somebody decides and the game has a tip."""
    game, actions, found = find_game(game_id), random_game(game_id, 3, 6), []
    for count in range(len(actions) + 1):
        position = replay(begin(game, game.read_options({})), actions[:count]).position
        if game.to_act(position) != (CHANCE,) and any(tip.matters(position, ()) for tip in game.tips):
            found.append(actions[:count])
    return found


WITH_TIPS = {game_id: found for game_id in game_ids() if (found := with_tips(game_id))}
FIRST_TIP = {game_id: found[0] for game_id, found in WITH_TIPS.items()}
TIP_LATER = {game_id: found[-1] for game_id, found in WITH_TIPS.items() if found[-1]}
LAST_MOVE = {
    "board": {"a7": "wP", "b7": "wP", "h7": "bP"}, "phase": "battle", "to_act": ["black"], "detail": {"moves_left": 1},
}
"""Black moves, everybody marches, and two pawns arrive."""

WHOLE = """() => {
  const last = document.getElementById("log-last");
  return last.scrollHeight <= last.clientHeight + 1;
}"""
"""True if nothing of the latest events is cut off."""
CUT = """() => [...document.querySelectorAll("#card button, #card a, #controls button, .division button")]
  .filter((each) => each.offsetParent && each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""

SPILT = """() => [...document.querySelectorAll("#controls button, #phase")].filter((each) => {
  const box = each.getBoundingClientRect(), banner = document.querySelector(".headline").getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(each);
  const text = words.getBoundingClientRect(), bottom = each.id === "phase" ? banner.bottom : box.bottom;
  return each.offsetParent && (text.right > box.right + 1 || text.left < box.left - 1 || text.bottom > bottom + 1);
}).map((each) => each.textContent)"""
"""Of which buttons, or of the banner, words reach out."""
NAMES_CUT = """() => [...document.querySelectorAll(".player .who")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""
TOUCHED = """() => [...document.querySelectorAll(".result .answers > *")].filter((each) => {
  const words = document.createRange(), { left, right } = each.getBoundingClientRect();
  words.selectNodeContents(each);
  const text = words.getBoundingClientRect();
  return each.checkVisibility() && (text.left < left || text.right > right);
}).map((each) => each.textContent)"""
"""Of which answers at the end of a game the words reach over the border."""
BACKGROUND = "each => getComputedStyle(each).backgroundColor"
CUT_TEXT = """() => [...document.querySelectorAll(".face-name, .face-words, #face-says")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.textContent)"""
FREE = """(places) => [...document.querySelectorAll(places)].filter((each) => each.checkVisibility()).every((each) => {
  each.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""
"""True if nothing covers the middle of these, once they are scrolled to."""
UNHIDDEN = """(places) => [...document.querySelectorAll(places)].every((each) => {
  const box = each.getBoundingClientRect(), tip = document.getElementById("tip").getBoundingClientRect();
  return Math.min(box.bottom, tip.bottom) <= Math.max(box.top, tip.top) + 1;
})"""
"""True if the tip covers none of these."""
ABOVE_THE_TIP = """(place) => {
  const boxes = [...document.querySelectorAll(place), document.getElementById("tip")];
  const [words, tip, ...more] = boxes.map((each) => each.getBoundingClientRect());
  return words.height > 0 && tip.height > 0 && !more.length && words.bottom <= tip.top + 1;
}"""
"""True if there is one of these, and it ends where the tip begins."""
UNCOVERED = """(places) => [...document.querySelectorAll(places)].every((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [y + 1, y + height - 1].every((at) => each.contains(document.elementFromPoint(x + width / 2, at)));
})"""
"""True if nothing covers these where the page stands now."""


def seen_at_once(phone: Phone, *places: str) -> None:
    """None of these reaches under the buttons, or out of the screen."""
    state = phone.page.evaluate(STATE)
    phone.waits_for_room(*places, where=state)
    assert not phone.overflows() and phone.page.evaluate(CUT) == [], state


STATE = "[heard.game_id, heard.status, document.documentElement.lang, innerWidth, innerHeight].join()"
"""The state of the page, for the message of a failure."""


def opened_in_each(languages: Sequence[str], phone: Phone, path: str = "/") -> Iterator[str]:
    for language in languages:
        phone.speaks(language)
        phone.open(path)
        yield language


@pytest.mark.first_or_all(("language", "ends"), [
    ("de", "2 Bauern sind drüben angekommen (a8, b8): Annemarie-Luise gewinnt."),
    ("en", "2 pawns have reached the far side (a8, b8): Annemarie-Luise wins."),
])
def test_the_end_of_a_played_game_is_in_sight_and_a_tap_begins_the_rematch(
    desk: WatchedDesk, phone: Phone, language: str, ends: str
) -> None:
    """The last action has much to tell: a move, a march and the end."""
    phone.speaks(language)
    desk.start(NewGame("pawn-advance", {}, LONG, True, setup=LAST_MOVE))
    phone.open()
    phone.waits_for("[data-square=h7] .ring.turn")
    phone.tap("h7")
    phone.waits_for("[data-square=h6] .ring.move")
    phone.tap("h6")
    expect(phone.page.locator(".result")).to_contain_text(ends)
    for width, height in (*SIZES, *ON_THEIR_SIDE):
        phone.page.set_viewport_size({"width": width, "height": height})
        seen_at_once(phone, ".result", ".result .rematch", ".result a:first-of-type")
        assert phone.page.evaluate(TOUCHED) == [], width
        expect(phone.page.locator("#log-last")).to_contain_text(ends)
        if (width, height) in ON_THEIR_SIDE:
            continue  # what stands behind the card lies half under the buttons, until it is scrolled to
        if width > 320:  # there the card says it
            phone.page.wait_for_function(WHOLE)
        assert complaints(phone) == []
    before = desk.snapshot().key
    phone.page.locator(".result .rematch").tap()
    phone.page.wait_for_function("key => window.heard?.key !== key", arg=before, timeout=PATIENCE_MS)
    assert desk.snapshot().scene(frozenset()).players[Seat.BLACK] == LONG[Seat.WHITE]


def games_on_one_page(
    desk: WatchedDesk, phone: Phone, moments: Mapping[str, tuple[str, ...]], clocks: KeptClocks = NO_CLOCKS
) -> Iterator[str]:
    """The page is opened once: one game after the other comes to it, each at its moment. Gives which it shows now."""
    for game_id, actions in moments.items():
        desk.finish(*actions, game_id=game_id, players=PLAYERS, key=game_id, clocks=clocks)
        desk.resume(game_id)
        if phone.page.url == "about:blank":
            phone.open()
        phone.catches_up(desk)
        yield game_id


def tip_in_sight_with_the_sentence(phone: Phone, game_id: str) -> None:
    expect(phone.page.locator("#tip")).to_be_visible()
    for width, height in (*SIZES, *ON_THEIR_SIDE):
        phone.page.set_viewport_size({"width": width, "height": height})
        seen_at_once(phone, "#tip", "#tip-done")
        assert phone.page.evaluate(ABOVE_THE_TIP, "#now span:last-child"), f"sentence under tip at {width} in {game_id}"


@pytest.mark.first_or_all("language", ["de", "en"])
def test_a_tip_hides_neither_the_sentence_nor_its_own_buttons(desk: WatchedDesk, phone: Phone, language: str) -> None:
    """In every game that has tips, at the first of them."""
    phone.speaks(language)
    for game_id in games_on_one_page(desk, phone, FIRST_TIP):
        tip_in_sight_with_the_sentence(phone, game_id)


def test_a_tip_leaves_the_longest_sentence_in_sight(desk: WatchedDesk, phone: Phone) -> None:
    """In German, of a game for four."""
    phone.speaks("de")
    desk.start(NewGame("pawns-revenge", {"players": 4}, FOUR, True))
    phone.open()
    tip_in_sight_with_the_sentence(phone, "pawns-revenge for four")


def test_short_names_of_four_are_read_whole_on_phones_that_lie_on_their_side(desk: WatchedDesk, phone: Phone) -> None:
    for clocks in ({}, dict.fromkeys(FOUR, Control(Kind.SUDDEN, 7200))):
        desk.start(NewGame("pawns-revenge", {"players": 4}, FOUR, True, controls=clocks))
        phone.open()
        expect(phone.page.locator("#players .who")).to_have_count(4)
        expect(phone.page.locator("#players .clock b")).to_have_count(len(clocks))
        for width, height in ON_THEIR_SIDE:
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.until(lambda: phone.page.evaluate(NAMES_CUT) == [], f"names whole at {width}, {len(clocks)} clocks")
            assert not clocks or phone.clocks_fit(".player")


def test_a_headline_with_a_name_says_to_the_end_that_it_is_to_move(desk: WatchedDesk, phone: Phone) -> None:
    """A long name, and one that nothing has room for."""
    phone.speaks("de")
    for name in ("Friederike Maxim", "Friederike Maximiliane von und zu Hausen"):
        desk.start(NewGame("chess-two", {}, {Seat.WHITE: name, Seat.BLACK: "Ben"}, True))
        if phone.page.url == "about:blank":
            phone.open()
        expect(phone.page.locator("#phase")).to_have_text(f"{name} ist dran")
        for width, height in (*SIZES, *ON_THEIR_SIDE):
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.until(lambda: phone.page.evaluate(SPILT) == [], f"headline of {name} whole at {width}")


@pytest.mark.first_or_all("language", ["de", "en"])
def test_a_tip_leaves_what_happened_last_in_sight(desk: WatchedDesk, phone: Phone, language: str) -> None:
    """In every game that has a tip after its beginning."""
    phone.speaks(language)
    for game_id in games_on_one_page(desk, phone, TIP_LATER):
        phone.hears_what_happened_last()
        expect(phone.page.locator("#tip")).to_be_visible()
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.until(
                lambda: phone.page.evaluate(UNHIDDEN, "#log-last, #now"), f"both in sight at {width} in {game_id}"
            )


@pytest.mark.first_or_all("language", ["de", "en"])
def test_neither_a_tip_nor_the_buttons_hide_what_happened_last_where_clocks_run(
    desk: WatchedDesk, phone: Phone, language: str
) -> None:
    """A small phone that lies on its side has no room for all of it: what happened last comes back once the tip was
    read."""
    phone.speaks(language)
    clocks = KeptClocks(dict.fromkeys(PLAYERS, FIVE_MINUTES))
    for game_id in games_on_one_page(desk, phone, TIP_LATER, clocks):
        phone.hears_what_happened_last()
        expect(phone.page.locator("#tip")).to_be_visible()
        expect(phone.page.locator(".clock b")).to_have_count(2)
        for width, height in ((320, 568), (390, 844), (360, 640), (1280, 800)):
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.until(
                lambda: phone.page.evaluate(UNCOVERED, "#log > summary, #now, .clock b"),
                f"all in sight at {width} in {game_id}",
            )


LARGE_TEXT = "--blink-settings=defaultFontSize=32"
"""A browser whose owner has chosen text of twice the size."""


@pytest.fixture(scope="module")
def large_text(browser: Browser) -> Iterator[Browser]:
    flags = ["--no-sandbox", chromium.BY_NAME, LARGE_TEXT]
    made = browser.browser_type.launch(executable_path=chromium.path(), args=flags)
    yield made
    made.close()


WITHIN = """() => [...document.querySelectorAll("main *, .skip")].filter((each) => {
  if (!each.checkVisibility() || each.closest(".squares, .unseen, .who, svg, select")) return false;
  if (each.matches(".folds .tip:not(.unfolded) p")) return false;
  const words = [...each.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
  const text = document.createRange();
  return words.some((child) => {
    text.selectNodeContents(child);
    const { left, right, bottom } = text.getBoundingClientRect();
    const box = each.closest("a, button, .card, main, body");
    const { left: from, right: to } = box.getBoundingClientRect();
    if (each.matches(".skip")) return bottom > 0;
    return left < Math.max(0, from) - 1 || right > Math.min(innerWidth, to) + 1;
  });
}).map((each) => each.textContent.trim().slice(0, 60))"""
"""Of what the words reach out of their box, sideways. Names of players, and a folded tip, may be cut short."""


FILE_FIELD_IS_CUT = """() => {
  const field = document.querySelector("input[type=file]"), pen = document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(field);
  pen.font = `${style.fontSize} ${style.fontFamily}`;
  const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  const button = 20; // its own padding
  return pen.measureText("Datei auswählen Keine ausgewählt").width + padding + button > field.clientWidth;
}"""
"""True if the words of a browser, which no page can reach, are wider than their field; the German ones are long."""


def test_text_of_twice_the_size_stays_inside_on_the_smallest_phone(
    desk: WatchedDesk, large_text: Browser, address: str
) -> None:
    four = {Seat.WHITE: "Annemarie-Luise", Seat.RED: "Rosa", Seat.BLACK: "Maximilian", Seat.BLUE: "Uwe"}
    desk.finish(*random_game("pawn-advance", 3, 400, rounds=3), players=LONG, key="done", rounds=3)
    desk.finish(*actions_before_combat(5), game_id="pawns-revenge", players=LONG, key="combat")
    phone = Phone(large_text, address, 320, 568)
    wrong = {}

    def judge(state: str) -> None:
        wrong[state] = [*phone.page.evaluate(WITHIN), *["too wide"] * phone.overflows()]

    for path in ("/", "/scores", "/scores/statistics", "/games/done", "/about"):
        phone.open(path)
        judge(path)
    phone.open("/import")
    judge("/import")
    wrong["/import"] += ["cut: a file field"] * phone.page.evaluate(FILE_FIELD_IS_CUT)
    desk.start(NewGame("pawns-revenge", {"players": 4}, four, True, controls=dict.fromkeys(four, FIVE_MINUTES)))
    phone.open("/seat/white")
    judge("seat")
    phone.open("/")
    expect(phone.page.locator("#players .clock b")).to_have_count(4)
    judge("four clocks")
    desk.resume("combat")
    phone.page.locator(".curtain button").first.tap()
    phone.waits_for(".left")
    phone.tap("e1")
    expect(phone.page.locator(".division-row").first).to_be_visible()
    judge("division")
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))
    phone.waits_for(".result")
    judge("the end")
    phone.close()
    assert {state: found for state, found in wrong.items() if found} == {}


WIDE_SHEET = """() => {
  const sheet = document.querySelector("dialog[open]"), right = sheet.getBoundingClientRect().right;
  const cut = (each) => getComputedStyle(each).display !== "inline" && each.scrollWidth > each.clientWidth + 1;
  return [sheet, ...sheet.querySelectorAll("*")]
    .filter((each) => each.checkVisibility() && !each.closest(".unseen, svg, select") && !each.matches(".dialog-head"))
    .filter((each) => cut(each) || each.getBoundingClientRect().right > right + 1)
    .map((each) => each.id || each.textContent.trim());
}"""
"""The elements that do not fit into the open sheet, sideways."""


def test_sheets_in_text_of_twice_the_size_cut_nothing(desk: WatchedDesk, large_text: Browser, address: str) -> None:
    clocks = dict.fromkeys(LONG, FIVE_MINUTES)
    desk.start(NewGame("pawn-advance", {}, LONG, True, controls=clocks))
    phone = Phone(large_text, address, 320, 568)
    phone.speaks("de")
    phone.open()
    wrong = {}
    for sheet in ("", "announce", "help", "legend", "share"):
        phone.page.tap("#open-menu")
        if sheet:
            phone.page.tap(f"#open-{sheet}")
        expect(phone.page.locator(f"#{sheet or 'menu'}")).to_be_visible()
        wrong[sheet or "menu"] = phone.page.evaluate(WIDE_SHEET)
        phone.page.locator("dialog[open] [data-close]").tap()
    phone.close()
    assert {sheet: cut for sheet, cut in wrong.items() if cut} == {}


def test_a_tip_in_text_of_twice_the_size_covers_nothing(desk: WatchedDesk, large_text: Browser, address: str) -> None:
    """It stands where it can be scrolled to, with its button."""
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone = Phone(large_text, address, 320, 568)
    phone.open()
    expect(phone.page.locator("#tip")).to_be_visible()
    assert phone.page.evaluate(UNHIDDEN, "#now, #counters, .player")
    phone.until(lambda: phone.page.evaluate(FREE, "#tip-done"), "the tip's button free")
    phone.page.tap("#tip-done")
    expect(phone.page.locator("#tip")).to_be_hidden()
    phone.close()


def test_a_pause_says_what_it_is_and_how_to_go_on(
    desk: WatchedDesk, phone: Phone, languages: Sequence[str]
) -> None:
    clocks = dict.fromkeys(LONG, Control(Kind.FISCHER, 300, 5))
    desk.start(NewGame("pawns-revenge", {}, LONG, True, controls=clocks))
    desk.send(Pause())
    for _language in opened_in_each(languages, phone):
        expect(phone.page.locator("#card .closing")).to_be_visible()
        for width, height in (*SIZES, *ON_THEIR_SIDE):
            phone.page.set_viewport_size({"width": width, "height": height})
            seen_at_once(phone, "#now", "#card")


@pytest.mark.first_or_all("language", ["de", "en"])
def test_what_is_divided_in_secret_stays_free_of_tips_and_inside_of_the_screen(
    desk: WatchedDesk, phone: Phone, language: str
) -> None:
    phone.speaks(language)
    desk.finish(*actions_before_combat(5), game_id="pawns-revenge", players=LONG, key="combat")
    desk.resume("combat")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open()
    expect(phone.page.locator(".curtain button")).to_have_count(2)
    expect(phone.page.locator("#tip")).to_be_hidden()
    assert complaints(phone) == []
    for width, height in reversed(SIZES):
        phone.page.set_viewport_size({"width": width, "height": height})
        seen_at_once(phone, ".curtain button >> nth=0")
        expect(phone.page.locator("#tip")).to_be_hidden()
    phone.page.locator(".curtain button").first.tap()
    phone.waits_for(".left")
    phone.tap("e1")
    expect(phone.page.locator("#tip")).to_be_attached()
    expect(phone.page.locator(".division-row").first).to_be_visible()
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.until(lambda: phone.page.evaluate(FREE, ".division button, .division summary"), f"free at {width}")
        assert not phone.overflows() and phone.page.evaluate(CUT) == []


def test_the_first_tip_covers_no_trouble(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("pawn-advance", {}, LONG, True))
    phone.open()
    expect(phone.page.locator("#tip")).to_be_visible()
    tell(desk, suspects=("c1",), trouble=Message("The disk is full. Make room."))
    expect(phone.page.locator(".notice")).to_have_count(2)
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.until(lambda: phone.page.evaluate(UNHIDDEN, ".notice"), f"trouble in sight at {width}")


def test_the_first_tip_covers_no_clock(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("advancing-chess", {}, LONG, True, controls=dict.fromkeys(LONG, Control(Kind.FISCHER, 300, 5))))
    phone.open()
    expect(phone.page.locator("#tip")).to_be_visible()
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.until(lambda: phone.page.evaluate(UNCOVERED, ".clock b"), f"clocks in sight at {width}")


def test_a_clock_face_tells_all_of_its_names_and_its_sentence(
    desk: WatchedDesk, phone: Phone, languages: Sequence[str]
) -> None:
    four = {seat: "Annemarie-Luise" for seat in Seat}
    clocks = dict.fromkeys(four, Control(Kind.SUDDEN, 300))
    desk.start(NewGame("pawns-revenge", {"players": 4}, four, True, controls=clocks))
    for language in opened_in_each(languages, phone, "/clock"):
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.until(lambda: phone.page.evaluate(CUT_TEXT) == [], f"all to be read at {width} in {language}")
            faces = phone.page.locator("#faces").bounding_box()
            assert faces and faces["width"] > 0.9 * width, language


def test_four_clocks_with_hours_are_in_sight(desk: WatchedDesk, phone: Phone) -> None:
    four = {seat: "Annemarie" for seat in Seat}
    clocks = dict.fromkeys(four, Control(Kind.SUDDEN, 7200))
    desk.start(NewGame("pawns-revenge", {"players": 4}, four, True, controls=clocks))
    desk.send(Resume())
    phone.open()
    expect(phone.page.locator("#players .clock b")).to_have_count(4)
    phone.page.tap("#tip-done")
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        seen_at_once(phone, "#now", "#players")
        assert phone.clocks_fit(".player"), width


def test_text_of_twice_the_size_fits_on_buttons_and_in_the_banner(desk: WatchedDesk, phone: Phone) -> None:
    phone.speaks("de")
    desk.start(NewGame("chess-two", {}, LONG, True))
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in ((390, 844), (640, 800), (1280, 800)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.until(lambda: phone.page.evaluate(SPILT) == [], f"all words inside at {width}")
        assert not phone.overflows()


def test_in_high_contrast_the_board_keeps_its_squares_and_buttons_cover_what_is_under_them(game: Phone) -> None:
    game.page.emulate_media(forced_colors="active")
    places = {"light": "[data-square=a2]", "dark": "[data-square=a1]", "button": "#open-menu",
              "bar": "#controls"}
    colours = {name: game.page.locator(place).evaluate(BACKGROUND) for name, place in places.items()}
    assert colours["light"] != colours["dark"]
    assert not any(colour.endswith(", 0)") for colour in colours.values()), colours  # wholly transparent


def test_a_replay_held_across_has_its_board_beside_its_buttons(desk: WatchedDesk, phone: Phone) -> None:
    desk.finish(*random_game("pawn-advance", 3, 400, rounds=3), players=LONG, key="done", rounds=3)
    phone.page.set_viewport_size({"width": 740, "height": 360})
    phone.open("/games/done")
    board, buttons = (phone.page.locator(place).bounding_box() for place in ("#board", ".replay-bar"))
    assert board and buttons
    assert buttons["x"] >= board["x"] + board["width"] and buttons["y"] < board["y"] + board["height"]
    assert board["height"] <= 300


def test_numbers_that_say_what_is_left_of_a_turn_draw_no_curve(desk: WatchedDesk, phone: Phone) -> None:
    """Chess Two's players have nothing else that is counted."""
    desk.finish(*random_game("chess-two", 3, 20), game_id="chess-two", players=LONG, key="two")
    phone.open("/games/two")
    expect(phone.page.locator("#step")).not_to_be_empty()
    expect(phone.page.locator("#curve *")).to_have_count(0)


def test_a_finger_on_a_clock_keeps_its_button_while_the_table_changes(desk: WatchedDesk, phone: Phone) -> None:
    """A press on one button that is released on another is no tap."""
    clocks = dict.fromkeys(LONG, Control(Kind.FISCHER, 300, 5))
    desk.start(NewGame("advancing-chess", {}, LONG, True, controls=clocks))
    phone.open("/clock")
    face = phone.page.locator(".face[data-seat=black]")
    expect(face.locator("b")).not_to_be_empty()
    box = face.bounding_box()
    assert box
    phone.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.mouse.down()
    desk.send(Pause())
    desk.send(Resume())
    phone.catches_up(desk)
    phone.page.mouse.up()
    phone.says("It is not Ben's turn.")
