"""Nothing lies under anything else: boxes are measured on two phones, a tablet and a laptop."""

from collections.abc import Iterator

import pytest
from browser import PLAYERS, Phone
from playwright.sync_api import expect
from secret_games import before_a_fall
from test_browser_screens import FOUR
from watched_desk import WatchedDesk, random_game

from engine.core.pieces import Seat
from engine.records.computer_levels import STRONGEST, Computers
from engine.registry import game_ids
from table.messages.events import Resign
from table.messages.new_game import NewGame

SIZES = [(320, 568), (390, 844), (820, 1180), (1280, 800)]
PHONES = SIZES[:2]
PARTS = "#board, #now, #telling, #tip, #groups, #prompts > *, #hand, #card > *, #log, #counters, #players > *, #says"
FOREMOST = "#controls, main:not(:has(.prompt, .curtain)) #now, #telling, #tip, #tip button, #groups button"
"""Whatever has to be read or chosen now: the buttons at the foot may not lie over it either. Where something
is asked, that comes before the sentence."""
OVERLAPS = """(parts) => {
  const shown = [...document.querySelectorAll(parts)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().height > 0);
  const boxes = shown.map((each) => [each.id || each.className, each, each.getBoundingClientRect()]);
  return boxes.flatMap(([name, element, one], place) => boxes.slice(place + 1)
    .filter(([, other, two]) => !element.contains(other) && !other.contains(element)
      && one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1)
    .map(([other]) => `${name} and ${other}`));
}"""
CUT = """(texts) => [...document.querySelectorAll(texts)]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.textContent)"""


BROKEN = """() => {
  const found = [];
  const inner = (each) => {
    const style = getComputedStyle(each), box = each.getBoundingClientRect();
    return [box.left + parseFloat(style.borderLeftWidth), box.right - parseFloat(style.borderRightWidth)];
  };
  const whole = (node, holder) => {
    for (const { 0: word, index } of node.data.matchAll(/[^\\s\\u00ad-]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      const [left, right] = inner(holder);
      if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1) found.push(`broken: ${word}`);
      if (boxes.some((box) => box.left < left - 1 || box.right > right + 1)) found.push(`cut: ${word}`);
    }
  };
  for (const holder of document.querySelectorAll("main :is(button, a.button, th, td, h1, h2, label, .who)")) {
    if (!holder.checkVisibility({ visibilityProperty: true })) continue;
    const texts = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      const isHeard = parent.offsetWidth <= 1 || parent.closest("code, svg, .square"); // or is no word
      if (!isHeard) whole(texts.currentNode, holder);
    }
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const select of document.querySelectorAll("main select")) {
    if (!select.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(select);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const arrow = style.appearance === "none" ? 0 : 18;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
    for (const { text, disabled } of select.options) {
      if (!disabled && pen.measureText(text).width > room + 1) found.push(`cut: ${text}`);
    }
  }
  return [...new Set(found)];
}"""
"""Words of buttons, tables, headings, labels and lists to choose from that are broken within, or reach beyond them."""


def at_each_size(phone: Phone) -> Iterator[str]:
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        yield f"at {width}"


def nothing_is_covered(phone: Phone, state: str) -> None:
    for where in at_each_size(phone):
        phone.until(lambda: phone.page.evaluate(OVERLAPS, PARTS) == [], f"all apart {where}, {state}")
        phone.until(lambda: phone.page.evaluate(OVERLAPS, FOREMOST) == [], f"above the buttons {where}, {state}")
        phone.until(lambda: phone.page.evaluate(CUT, ".who") == [], f"names whole {where}, {state}")
        assert not phone.overflows(), f"{where}, {state}"


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_tip_covers_no_player_no_sentence_and_no_button(desk: WatchedDesk, phone: Phone, language: str) -> None:
    phone.speaks(language)
    desk.start(NewGame("pawns-revenge", {"players": 4}, FOUR, True))
    phone.open()
    expect(phone.page.locator("#tip")).to_be_visible()
    nothing_is_covered(phone, "four players")
    computers = Computers({Seat.BLACK: STRONGEST}, 1)
    desk.start(NewGame("pawn", {}, PLAYERS, True, computers=computers))
    phone.catches_up(desk)
    expect(phone.page.locator(".who").last).to_contain_text("omputer)")
    nothing_is_covered(phone, "a computer")


def test_a_tip_covers_neither_groups_nor_what_is_asked(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("pawn", {}, PLAYERS, True))
    phone.open()
    phone.waits_for(".square .piece")
    expect(phone.page.locator("#tip")).to_be_visible()
    phone.move("a1", "a2")
    phone.move("b7", "b6")
    phone.tap("a2")
    phone.waits_for("#groups button")
    nothing_is_covered(phone, "groups")


def test_nothing_covers_the_sentence_of_a_combat(desk: WatchedDesk, phone: Phone) -> None:
    desk.finish(*before_a_fall(), game_id="pawns-revenge", players=PLAYERS, key="combat")
    desk.resume("combat")
    phone.open()
    phone.waits_for("#prompts .prompt, #prompts .curtain")
    nothing_is_covered(phone, "a division")
    phone.page.evaluate("""() => {
      const telling = document.getElementById("telling");
      telling.hidden = false;
      telling.textContent = "The queen on d2 (2/5) fights the king on e3 (2/5): d2 is left with 2/3, e3 with 2/1.";
      document.getElementById("now").hidden = true;
    }""")
    nothing_is_covered(phone, "a combat")


def test_the_card_of_the_result_leads_to_review_and_to_what_decided_the_game(desk: WatchedDesk, phone: Phone) -> None:
    """The scores stand there if nobody has lost."""
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.open()
    phone.waits_for(".square .piece")
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))
    phone.waits_for(".result")
    key = desk.snapshot().key
    for where in at_each_size(phone):
        links = (f".result a[href='{address}']" for address in (f"/games/{key}/review", f"/games/{key}"))
        for link in (*links, ".result .deciding-move"):
            assert phone.page.locator(link).is_visible(), where
            phone.waits_for_room(link, where=where)
        answers = ".result .answers > *"
        amiss = phone.page.evaluate(OVERLAPS, answers) + phone.page.evaluate(CUT, answers)
        assert amiss == [], where
    assert "Moves left" not in phone.page.locator("#counters").inner_text()


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_replay_has_board_words_and_buttons_on_one_screen(
    desk: WatchedDesk, phone: Phone, width: int, height: int
) -> None:
    desk.finish(*random_game("pawn-advance", 3, 400, rounds=3), players=PLAYERS, key="done", rounds=3)
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.open("/games/done")
    phone.waits_for("#board .piece")
    for step in ("last", "back", "back"):
        phone.page.tap(f"#{step}")
        foot = phone.page.locator(".tabs").bounding_box()
        assert foot and phone.page.evaluate("scrollY") == 0
        for place in ("#board", "#step", "#slider", "#first", "#back", "#next", "#last", "#auto", "#speed"):
            box = phone.page.locator(place).bounding_box()
            assert box and box["y"] + box["height"] <= foot["y"] + 1, f"{place} in sight at {step}"
    assert phone.page.evaluate(OVERLAPS, "#board, .step-line, .replay-bar > *, .story") == []
    assert phone.page.evaluate(CUT, "#auto, #step, .replay-head h1") == []


def test_on_a_large_board_coordinates_stand_outside(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("pawns-revenge", {"players": 4}, FOUR, True))
    phone.open()
    phone.waits_for(".square .piece")
    for where in at_each_size(phone):
        phone.until(lambda: phone.page.evaluate(OVERLAPS, ".squares, .ruler > span") == [], f"all outside {where}")
        assert phone.page.locator(".ruler > span").count() == 32
        edges = phone.page.evaluate(
            "() => ['a16', '.ranks > span'].map((each) => document.querySelector(each === 'a16'"
            " ? '[data-square=a16]' : each).getBoundingClientRect().top)"
        )
        assert edges[0] == pytest.approx(edges[1], abs=2), f"beside its rank {where}"


def test_the_menu_is_in_groups_with_names(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.open()
    phone.waits_for(".square .piece")
    phone.page.tap("#open-menu")
    named = phone.page.evaluate(
        "() => [...document.querySelectorAll('#menu section')].map((each) => [each.querySelector('h3').textContent,"
        " each.querySelectorAll(':is(button, .button)').length])"
    )
    assert [name for name, _ in named] == ["This game", "Rules and help", "This phone", "The table"]
    assert all(2 < count < 8 for _, count in named)
    for where in at_each_size(phone):
        assert phone.page.evaluate(OVERLAPS, "#menu h3, #menu :is(button, .button)") == [], where
        assert phone.page.evaluate(CUT, "#menu section > :is(button, .button)") == [], where


PAGES = (
    "/", "/new", "/continue", "/deleted", "/scores", "/scores/player?name=Anna", "/scores/statistics", "/games/done",
    "/games/done/review", "/import", "/learn", "/learn/pawn", "/rules", "/seats", "/settings", "/hardware", "/backups",
    "/about", "/guides", "/guides/builders", "/clock", "/nowhere",
    *(f"/new/{game_id}" for game_id in game_ids()),
    *(f"/rules/{game_id}" for game_id in game_ids()),
)
PAGES_OF_TABLES = (
    *(f"/rules/{game_id}/ambiguity" for game_id in game_ids()),
    *(f"/guides/{name}.md" for name in ("play", "speed", "mutants", "club")),
    *(f"/guides/build/{name}.md" for name in ("parts", "power", "steps")),
)


def test_no_word_is_cut_or_broken_on_the_smallest_phone(
    desk: WatchedDesk, shelf: WatchedDesk, phone: Phone
) -> None:
    """In German: its words are the longer ones."""
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.speaks("de")
    found = {}
    for path in PAGES:
        phone.open(path)
        phone.page.evaluate("() => { for (const each of document.querySelectorAll('details')) each.open = true; }")
        found[path] = [*phone.page.evaluate(BROKEN), *["too wide"] * phone.overflows()]
    for path in PAGES_OF_TABLES:  # in English, some with more columns than there is room for words
        phone.open(path)
        found[path] = ["too wide"] * phone.overflows()
    for game_id in game_ids():
        desk.start(NewGame(game_id, {}, {Seat.WHITE: "Annemarie-Luise", Seat.BLACK: "Maximilian"}, True))
        phone.open()
        phone.waits_for("#board .piece")
        found[game_id] = [*phone.page.evaluate(BROKEN), *["too wide"] * phone.overflows()]
    assert {path: faults for path, faults in found.items() if faults} == {}
