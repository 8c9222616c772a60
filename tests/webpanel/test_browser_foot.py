"""Nothing of the table's page stands under the buttons at the foot when it is opened, on phones and a tablet."""

from collections.abc import Callable, Mapping, Sequence

import pytest
from browser import PLAYERS, Phone
from playwright.sync_api import expect
from secret_games import before_a_fall
from test_browser_access import complaints
from test_browser_room import FIRST_TIP
from watched_desk import WatchedDesk

from engine.core.pieces import Seat
from engine.records.time_controls import NO_CLOCKS, Control, KeptClocks, Kind
from table.messages.events import OfferDraw, Pause, Resign, TakeBack
from table.messages.new_game import NewGame

SIZES = [(320, 568), (390, 844), (820, 1180)]
TWO = {Seat.WHITE: "Maximiliane", Seat.BLACK: "Benjamin"}
FOUR = {Seat.WHITE: "Maximiliane", Seat.RED: "Konstantin", Seat.BLACK: "Benjamin", Seat.BLUE: "Anna-Lena"}
FIVE_MINUTES = Control(Kind.FISCHER, 300, 5)
UNDER = """() => {
  const edge = document.getElementById("controls").getBoundingClientRect().top;
  return [...document.querySelectorAll(".side > :not(.controls, .says), .player, .prompt button, #card a, #tip button")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height > 0)
    .filter((each) => each.getBoundingClientRect().bottom > edge + 1)
    .map((each) => `${each.id || each.className || each.textContent} ${each.getBoundingClientRect().bottom} > ${edge}`);
}"""
"""The parts of the page that reach below the upper edge of the buttons."""
SCROLLED_TO = ("tip ", "tip-open ", "tip-done ")
"""The only parts that may: on the smallest phone, beside clocks, where squares stay large enough for a finger."""
BROKEN = """() => [...document.querySelectorAll(".player .who")].filter((each) => {
  const text = each.firstChild, words = document.createRange();
  return [...each.textContent.matchAll(/[^\\s-]+/g)].some(({ 0: { length }, index }) => {
    words.setStart(text, index);
    words.setEnd(text, index + length);
    return words.getClientRects().length > 1;
  });
}).map((each) => each.textContent)"""
"""The names that go on in another line within a word."""


def all_but_the_tip_above_the_buttons(phone: Phone, state: str) -> None:
    """Like :func:`all_above_the_buttons`, but for a tip on the smallest phone, which may be scrolled to."""
    phone.waits_for(".square .piece")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.until(
        lambda: all(each.startswith(SCROLLED_TO) for each in phone.page.evaluate(UNDER)), f"but for the tip: {state}"
    )
    phone.until(lambda: phone.page.evaluate(BROKEN) == [], f"names whole at 320: {state}")
    assert not phone.overflows(), state
    all_above_the_buttons(phone, state, SIZES[1:])


def all_above_the_buttons(phone: Phone, state: str, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
    phone.waits_for(".square .piece")
    for width, height in sizes:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.until(lambda: phone.page.evaluate(UNDER) == [], f"all above the buttons at {width}: {state}")
        phone.until(lambda: phone.page.evaluate(BROKEN) == [], f"names whole at {width}: {state}")
        assert not phone.overflows(), f"{width}: {state}"


def clocks_of(players: Mapping[Seat, str]) -> dict[Seat, Control]:
    return dict.fromkeys(players, FIVE_MINUTES)


@pytest.mark.parametrize("clocks", [NO_CLOCKS, KeptClocks(clocks_of(TWO))], ids=["", "clocks"])
def test_no_tip_pushes_anything_else_under_the_buttons(desk: WatchedDesk, phone: Phone, clocks: KeptClocks) -> None:
    phone.speaks("de")
    for game_id, actions in FIRST_TIP.items():
        desk.finish(*actions, game_id=game_id, players=TWO, key=game_id, clocks=clocks)
        desk.resume(game_id)
        phone.open()
        expect(phone.page.locator("#tip")).to_be_visible()
        above = all_but_the_tip_above_the_buttons if clocks.controls else all_above_the_buttons
        above(phone, f"tip of {game_id} {bool(clocks.controls)}")


@pytest.mark.parametrize("controls", [{}, clocks_of(FOUR)], ids=["", "clocks"])
def test_four_players_stand_above_the_buttons(
    desk: WatchedDesk, phone: Phone, controls: Mapping[Seat, Control]
) -> None:
    """On the largest board, with a tip that is read and then gone."""
    phone.speaks("de")
    desk.start(NewGame("pawns-revenge", {"players": 4}, FOUR, True, controls=controls))
    phone.open()
    expect(phone.page.locator("#tip")).to_be_visible()
    all_above_the_buttons(phone, f"four {bool(controls)}")
    phone.page.tap("#tip-done")
    all_above_the_buttons(phone, f"four without a tip {bool(controls)}")


def paused(desk: WatchedDesk) -> None:
    desk.send(Pause())


def finished(desk: WatchedDesk) -> None:
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))


def asked_twice(desk: WatchedDesk) -> None:
    held = frozenset({Seat.WHITE, Seat.BLACK})
    desk.send(OfferDraw(Seat.BLACK, frozenset({Seat.BLACK})))
    desk.send(TakeBack(frozenset({Seat.BLACK}), held))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("happens", [paused, finished, asked_twice])
def test_a_card_or_a_question_leaves_players_and_clocks_above_the_buttons(
    desk: WatchedDesk, phone: Phone, language: str, happens: Callable[[WatchedDesk], None]
) -> None:
    phone.speaks(language)
    desk.finish("d1d3", game_id="pawn-advance", players=TWO, key="played", clocks=KeptClocks(clocks_of(TWO)))
    desk.resume("played")
    happens(desk)
    phone.open()
    expect(phone.page.locator(".prompt").first).to_be_visible()
    all_above_the_buttons(phone, f"{happens.__name__} {language}")


PROMOTES = ("a2a4", "b7b5", "a4b5", "h7h6", "b5b6", "h6h5", "b6a7", "h5h4")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_promotion_leaves_both_clocks_in_sight(desk: WatchedDesk, phone: Phone, language: str) -> None:
    phone.speaks(language)
    desk.finish(*PROMOTES, game_id="chess", players=TWO, key="played", clocks=KeptClocks(clocks_of(TWO)))
    desk.resume("played")
    phone.open()
    phone.waits_for("[data-square=a7] .ring.turn")
    phone.tap("a7")
    phone.waits_for("[data-square=b8] .ring.capture")
    phone.tap("b8")
    phone.waits_for(".prompt button")
    all_above_the_buttons(phone, f"promotion {language}")


def test_a_curtain_leaves_the_players_in_sight_and_a_division_too_where_squares_stay_large_enough(
    desk: WatchedDesk, phone: Phone
) -> None:
    phone.speaks("de")
    desk.finish(*before_a_fall(), game_id="pawns-revenge", players=PLAYERS, key="combat")
    desk.resume("combat")
    phone.open()
    phone.waits_for(".curtain")
    all_above_the_buttons(phone, "curtain")
    phone.page.locator(".curtain button").first.tap()
    phone.waits_for(".left")
    all_above_the_buttons(phone, "division", SIZES[1:])


def test_a_folded_tip_is_one_line_and_opens_and_folds_by_keyboard(desk: WatchedDesk, phone: Phone) -> None:
    phone.speaks("de")
    desk.finish(*FIRST_TIP["pawn-advance"], game_id="pawn-advance", players=TWO, key="folded")
    desk.resume("folded")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open()
    button, text = phone.page.locator("#tip-open"), phone.page.locator("#tip-text")
    expect(button).to_have_attribute("aria-expanded", "false")
    all_above_the_buttons(phone, "folded", SIZES[:1])
    folded = text.bounding_box()
    assert folded and folded["height"] < 20 and complaints(phone) == []
    button.focus()
    phone.page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(button).to_be_focused()
    phone.until(lambda: text.evaluate("each => each.clientHeight") > folded["height"], "the tip unfolded")
    assert text.evaluate("each => each.scrollWidth <= each.clientWidth") and complaints(phone) == []
    phone.page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "false")
    phone.until(lambda: text.bounding_box() == pytest.approx(folded, abs=30), "the tip folded")
