"""The board on screens of every size: what a move needs is in sight, and squares are large enough for a finger."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from browser import PLAYERS, Phone
from playwright.sync_api import Browser, expect
from watched_desk import WatchedDesk

from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.registry import game_ids
from engine.services.testing import trials_of
from table.messages.events import Pause, Resign, Resume
from table.messages.lights import Light, Role
from table.messages.new_game import NewGame


def test_small_squares_are_magnified_by_the_first_tap(desk: WatchedDesk, browser: Browser, address: str) -> None:
    desk.start(NewGame("chess-two", {}, PLAYERS, True))
    phone = Phone(browser, address, 320, 568)
    phone.open()
    phone.waits_for("[data-square=c2] .piece")
    before = phone.page.locator("[data-square=c2]").bounding_box()
    phone.tap("c2")
    phone.page.wait_for_selector(".zoom", state="visible")
    after = phone.page.locator("[data-square=c2]").bounding_box()
    assert before and after and before["width"] < 36 <= 44 <= after["width"]
    assert desk.taps == [], "the first tap only magnifies"
    phone.tap("c2")
    phone.waits_for("[data-square=c3] .ring.move")
    phone.page.tap(".zoom")
    phone.page.wait_for_selector(".zoom", state="hidden")
    again = phone.page.locator("[data-square=c2]").bounding_box()
    assert again and again["width"] == before["width"]
    assert phone.faults == []
    phone.close()


FOUR = {Seat.WHITE: "Anna", Seat.RED: "Rosa", Seat.BLACK: "Ben", Seat.BLUE: "Uwe"}


@pytest.fixture
def large(desk: WatchedDesk, browser: Browser, address: str) -> Iterator[Phone]:
    """The smallest phone with the largest board, where pawns may move."""
    desk.start(NewGame("pawns-revenge", {"players": 4}, FOUR, True))
    phone = Phone(browser, address, 320, 568)
    phone.open()
    phone.waits_for(".square .piece")
    yield phone
    assert phone.faults == []
    phone.close()


def size(phone: Phone, square: str = "h8") -> float:
    box = phone.page.locator(f"[data-square={square}]").bounding_box()
    assert box
    return box["width"]


def pinch(phone: Phone, *gaps: int, x: int = 160, y: int = 200) -> None:
    """Two fingers, so far apart from each other, one gap after the other."""
    line = phone.context.new_cdp_session(phone.page)
    for number, gap in enumerate(gaps):
        fingers = [{"x": x - gap / 2, "y": y, "id": 1}, {"x": x + gap / 2, "y": y, "id": 2}]
        line.send("Input.dispatchTouchEvent", {"type": "touchMove" if number else "touchStart", "touchPoints": fingers})
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def in_sight(phone: Phone, place: str) -> bool:
    """True if something is inside of the board's frame."""
    box, well = phone.page.locator(place).bounding_box(), phone.page.locator(".well").bounding_box()
    assert box and well
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return well["x"] < middle[0] < well["x"] + well["width"] and well["y"] < middle[1] < well["y"] + well["height"]


def test_two_fingers_enlarge_the_board_around_what_is_between_them_and_make_it_whole_again(
    desk: WatchedDesk, large: Phone
) -> None:
    before = size(large)
    pinch(large, 60, 100, 200)
    assert size(large) == pytest.approx(before * 200 / 60, rel=0.05)
    expect(large.page.locator(".zoom")).to_be_visible()
    pinch(large, 200, 60)
    expect(large.page.locator(".zoom")).to_be_hidden()
    assert size(large) == before and desk.taps == []
    pinch(large, 60, 60 * 40 // 19, x=160, y=200)
    under = large.page.evaluate("document.elementFromPoint(160, 200).dataset.square")
    pinch(large, 80, 120, x=160, y=200)
    assert large.page.evaluate("document.elementFromPoint(160, 200).dataset.square") == under


def test_taps_on_an_enlarged_board_hit_the_square_under_the_finger(desk: WatchedDesk, large: Phone) -> None:
    able = large.page.locator(".square:has(.ring.turn)").first.get_attribute("data-square")
    assert able
    large.tap(able)
    expect(large.page.locator(".zoom")).to_be_visible()
    assert size(large, able) >= 36 and desk.taps == []
    for ruler, sign in ((".files", able[0]), (".ranks", able[1:])):
        assert in_sight(large, f"{ruler} > span:has(span:text-is('{sign}'))"), "file and rank are written in sight"
    assert in_sight(large, f"[data-square={able}]")
    box = large.page.locator(f"[data-square={able}]").bounding_box()
    assert box
    large.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    large.waits_for(f"[data-square={able}] .piece.lifted")
    (tap,) = desk.taps
    assert tap.square is not None and Board(16, 16).name(tap.square) == able


def test_two_quick_taps_show_the_whole_board_again(desk: WatchedDesk, large: Phone) -> None:
    able = large.page.locator(".square:has(.ring.turn)").first.get_attribute("data-square")
    assert able
    large.tap(able)
    expect(large.page.locator(".zoom")).to_be_visible()
    large.hold_time()  # the second tap waits but for a second for the board to feel the first
    large.page.evaluate("square => { for (let tap = 0; tap < 2; tap++)"
                        " document.querySelector(`[data-square=${square}]`)"
                        ".dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })); }", able)
    expect(large.page.locator(".zoom")).to_be_hidden()
    expect(large.page.locator(".piece.lifted")).to_have_count(0)
    large.until(lambda: len(desk.taps) == 2 and desk.hand == (), "lifted and put back")


def test_the_part_in_sight_follows_the_turn(desk: WatchedDesk, large: Phone) -> None:
    """The next player's pieces stand in another corner."""
    acting = desk.snapshot().scene(frozenset()).to_act
    pinch(large, 60, 110, x=60, y=70)
    assert in_sight(large, "[data-square=c14]") and not in_sight(large, "[data-square=p1]")
    shown = desk.snapshot().scene(frozenset())
    other = next(seat for seat in FOUR if seat not in acting)
    own = {square: Light(Role.TURN, None, other) for square in ("p1", "o1")}
    desk.show(replace(shown, number=shown.number + 1, to_act=(other,), lights=own))
    large.until(lambda: in_sight(large, "[data-square=p1]"), "the pieces of the next player in sight")


def test_another_game_begins_with_the_whole_board_in_sight(desk: WatchedDesk, large: Phone) -> None:
    """A rematch, or a kept game that is resumed, comes to phones whose page stays open."""
    whole = size(large)
    pinch(large, 60, 110, x=60, y=70)
    shown = desk.snapshot().scene(frozenset())
    desk.show(replace(shown, number=shown.number + 1, action_count=shown.action_count + 1))
    large.catches_up(desk)
    expect(large.page.locator(".zoom")).to_be_visible()
    desk.show(replace(shown, number=shown.number + 2, key="another"))
    expect(large.page.locator(".zoom")).to_be_hidden()
    assert size(large) == whole and in_sight(large, "[data-square=p1]")


def test_large_powers_are_badges_that_can_be_read_and_stay_on_their_squares(desk: WatchedDesk, phone: Phone) -> None:
    """Nine of each, a rolled one and two combats with two dice each: two figures and two."""
    desk.start(NewGame("pawns-revenge", {"pawn_power": 9, "pawn_toughness": 9, "royal_power": 9}, PLAYERS, True))
    scene = desk.snapshot().scene(frozenset())
    desk.show(replace(scene, marks=tuple(replace(mark, text="34/33") for mark in scene.marks)))
    phone.open()
    phone.waits_for("[data-square=e2] .mark:text-is('34/33')")
    for width in (320, 390):
        phone.page.set_viewport_size({"width": width, "height": 700})
        phone.until(lambda: phone.page.evaluate(BADGE_STAYS, "e2"), f"a badge on its square at {width}")
        phone.until(lambda: phone.page.evaluate(BADGE_PX, "e2") >= 8.5, f"a badge that can be read at {width}")


BADGE_STAYS = """(name) => {
  const square = document.querySelector(`[data-square=${name}]`);
  const [badge, place] = [square.querySelector(".mark"), square].map((each) => each.getBoundingClientRect());
  return badge.width > 0 && place.left <= badge.left && badge.right <= place.right;
}"""
BADGE_PX = "(name) => parseFloat(getComputedStyle(document.querySelector(`[data-square=${name}] .mark`)).fontSize)"
PAUSE, RESULT = "#card button:text-is('Go on')", ".result a:text-is('Play again')"
READ_TIPS = "() => { while (!document.getElementById('tip').hidden) document.getElementById('tip-done').click(); }"
SMALL = [(game_id, options) for game_id in game_ids() for options in trials_of(game_id).variants]
PLAYERS_TOO = ("pawn-advance", "pawn", "advancing-chess")
"""Games with so little to tell that the players still have their place on the smallest phone."""


def what_a_move_needs(desk: WatchedDesk, game_id: str) -> list[str]:
    common = any(counter.seat is None for counter in desk.snapshot().scene(frozenset()).counters)
    return ["#now", *(["#counters"] if common else []), *(["#players"] if game_id in PLAYERS_TOO else [])]


def test_the_smallest_phone_shows_what_a_move_needs_without_scrolling(desk: WatchedDesk, phone: Phone) -> None:
    """In every game: one after the other comes to the open page."""
    phone.page.set_viewport_size({"width": 320, "height": 568})
    for game_id, options in SMALL:
        game = f"{game_id} {options}"
        desk.start(NewGame(game_id, dict(options), PLAYERS, True))
        if phone.page.url == "about:blank" or desk.snapshot().scene(frozenset()).action_count:
            phone.open()  # where it was open already, it would tell for seconds what chance has drawn
        phone.catches_up(desk)
        phone.waits_for(".square .piece")
        phone.page.evaluate(READ_TIPS)  # until then they stand before the numbers and the players
        phone.waits_for_room(*what_a_move_needs(desk, game_id), where=game)
        desk.send(Pause())
        phone.waits_for(PAUSE)
        phone.waits_for_room(PAUSE, where=game)
        desk.send(Resume())
        phone.waits_for("#card:empty")
        desk.send(Resign(Seat.BLACK, frozenset(Seat)))
        phone.waits_for(RESULT)
        phone.waits_for_room(RESULT, where=game)
        assert not phone.overflows(), game


def fighter(kind: str, square: str) -> Message:
    return message("{piece} on {square} ({strength})", piece=message(kind), square=square, strength="2/5")


def test_a_long_heading_is_read_whole(desk: WatchedDesk, phone: Phone, languages: Sequence[str]) -> None:
    """The longest that there is: two that survive a clash."""
    desk.start(NewGame("pawns-revenge", {}, PLAYERS, True))
    scene = desk.snapshot().scene(frozenset())
    told = message(
        "The {attacker} fights the {defender}: {one} is left with {strength}, {other} with {rest}.",
        attacker=fighter("queen", "d2"), defender=fighter("king", "e3"), one="d2", strength="2/3", other="e3",
        rest="2/1",
    )
    desk.show(replace(scene, number=scene.number + 1, status="happening", carrying=True, phase=told, icon="swords"))
    for language in languages:
        phone.speaks(language)
        phone.open()
        phone.waits_for("#phase:has-text('e3 (2/5)')")
        for width, height in ((320, 568), (390, 844), (740, 360)):
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.until(lambda: phone.page.evaluate(HEADING_IS_WHOLE), f"heading read whole at {width} in {language}")
            assert not phone.overflows(), f"{width} in {language}"


HEADING_IS_WHOLE = """() => {
  const places = [document.querySelector(".headline"), ...document.querySelectorAll("#phase span")];
  const [banner, words, ...more] = places.map((each) => each.getBoundingClientRect());
  return words.height > 0 && !more.length && banner.top <= words.top && words.bottom <= banner.bottom;
}"""


def test_the_smallest_phone_shows_whole_who_throws(desk: WatchedDesk, phone: Phone, languages: Sequence[str]) -> None:
    """Behind the button the sentence comes first: numbers can wait."""
    desk.save_settings(replace(desk.settings(), tapped_dice=True))
    desk.start(NewGame("pawns-revenge", {"players": 4}, {**PLAYERS, Seat.WHITE: "Annemarie-Luise"}, True))
    phone.page.set_viewport_size({"width": 320, "height": 568})
    for language in languages:
        phone.speaks(language)
        phone.open()
        phone.waits_for(".prompt button")
        phone.waits_for_room(".prompt button", "#now span:last-child", where=language)


@pytest.mark.first_or_all(("language", "chosen"), [("de", "oder zurück auf d1"), ("en", "or d1 to")])
def test_the_sentence_keeps_its_room_while_nothing_is_played(
    desk: WatchedDesk, browser: Browser, address: str, language: str, chosen: str
) -> None:
    """On the smallest phone the longest sentence of a move hides no player either."""
    phone = Phone(browser, address, 320, 568)
    phone.speaks(language)
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.open()
    phone.waits_for(".square .piece")
    now = phone.page.locator("#now")
    expect(now).to_contain_text("Anna")
    phone.move("c1", "c3")
    expect(phone.page.locator("#log-last")).not_to_be_empty()
    phone.tap("d1")
    expect(now).to_contain_text(chosen)
    phone.waits_for_room("#now", "#counters", "#players")
    assert size(phone, "d1") >= 36, "an open tip leaves squares that are large enough for a finger as large"
    tall = now.bounding_box()
    phone.tap("d1")
    expect(now).to_contain_text("Anna")
    phone.until(lambda: now.bounding_box() == tall, "the box as tall as before")
    phone.close()


def test_a_phone_held_across_gives_the_board_its_whole_height(
    desk: WatchedDesk, browser: Browser, address: str
) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone = Phone(browser, address, 844, 390)
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    board, now = (phone.page.locator(place).bounding_box() for place in ("#board", "#now"))
    assert board and now and board["height"] > 370 and now["x"] > board["x"] + board["width"]
    phone.close()


SHOW = """shown => ["hint", "end-turn", "divided"].forEach(
  (each) => { document.getElementById(each).hidden = !shown.includes(each); }
)"""


def test_what_the_buttons_say_fits_in_them_on_the_smallest_phone(
    desk: WatchedDesk, phone: Phone, languages: Sequence[str]
) -> None:
    desk.start(NewGame("pawn", {}, PLAYERS, True))
    phone.page.set_viewport_size({"width": 320, "height": 568})
    for language in languages:
        phone.speaks(language)
        phone.open()
        phone.waits_for("[data-square=a1] .piece")
        for shown in (["hint"], ["hint", "end-turn"], ["divided"], ["end-turn"]):
            phone.page.evaluate(SHOW, shown)
            assert phone.page.evaluate(BUTTONS_AMISS) == [], f"{shown} in {language}"


BUTTONS_AMISS = """() => {
  const shown = [...document.querySelectorAll("#controls button")].filter((each) => each.checkVisibility());
  return shown.filter((each) => {
    const { left, right, height } = each.getBoundingClientRect();
    return each.scrollWidth > each.clientWidth || left < 0 || right > 320 || height < 44;
  }).map((each) => each.textContent);
}"""
"""The texts of buttons that cut them, reach out of the screen or are too low for a finger."""


def test_the_way_back_from_an_enlarged_board_covers_no_square_and_no_word(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("chess-two", {}, PLAYERS, True))
    for width, height in ((320, 568), (740, 360)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.open()
        phone.waits_for("[data-square=c2] .piece")
        board = phone.page.locator(".well").bounding_box()
        pinch(phone, 60, 140)
        expect(phone.page.locator(".zoom")).to_be_visible()
        button, words, well = (phone.page.locator(each).bounding_box() for each in (".zoom", ".headline", ".well"))
        assert well == pytest.approx(board, abs=1), f"nothing is shifted by it at {width}"
        assert button and words and well
        assert apart(button, words) and apart(button, well), width


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """True if two boxes do not overlap."""
    return (one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
            or one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"])
