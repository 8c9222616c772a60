"""Clocks on phones: chosen in the form, beside the names, as large as the screen, in the scores and in the replay."""

import re
from collections.abc import Sequence
from functools import partial

import pytest
from browser import PLAYERS, Phone
from playwright.sync_api import Browser, Locator, expect
from test_browser_access import complaints
from waiting import wait_for
from watched_desk import WatchedDesk

from engine.core.pieces import Seat
from engine.records.time_controls import Control, Kind, controls_data
from table.messages.events import Pause, Resign, Resume
from table.messages.new_game import NewGame

BLITZ = Control(Kind.FISCHER, 300, 5)
BOTH = {Seat.WHITE: BLITZ, Seat.BLACK: BLITZ}
SIZES = [(320, 568), (390, 844), (740, 360)]


@pytest.fixture
def timed(desk: WatchedDesk) -> WatchedDesk:
    """A game with clocks on the table, and somebody is there."""
    desk.start(NewGame("advancing-chess", {}, PLAYERS, True, controls=BOTH))
    desk.send(Resume())
    return desk


# --- a new game --------------------------------------------------------------------------------------------------


def test_a_time_that_makes_no_sense_is_refused_in_words_and_a_preset_gives_everybody_the_same_clock(
    desk: WatchedDesk, phone: Phone
) -> None:
    phone.open_form("/new/pawn-advance")
    phone.page.get_by_label("Time to think").select_option("other")
    phone.page.locator("[data-clock-of=''] input").first.fill("99999")
    phone.page.get_by_role("button", name="Start the game").tap()
    expect(phone.page.locator("#problem")).to_contain_text("White must be a time control")
    phone.page.get_by_label("Time to think").select_option(label="15 min + 10 s a turn")
    phone.page.get_by_role("button", name="Start the game").tap()
    phone.waits_for(".clock b")
    assert controls_data(desk.snapshot().controls) == {"white": "900+10", "black": "900+10"}
    expect(phone.page.locator(".clock")).to_have_count(2)
    assert phone.faults == []


def test_each_player_may_have_another_time_or_none(desk: WatchedDesk, phone: Phone) -> None:
    phone.open_form("/new/pawns-revenge")
    form = phone.page.locator("#clocks")
    expect(form.get_by_label("How the time is given")).to_be_hidden()
    form.get_by_label("Time to think").select_option("other")
    form.get_by_label("How the time is given").select_option("turn")
    expect(form.locator("#clock-extra-field")).to_be_hidden()
    form.get_by_text("A different time for each player").tap()
    for seat, minutes, seconds in (("White", "0", "45"), ("Black", "0", "0")):
        row = form.get_by_role("group", name=seat, exact=True)
        row.get_by_label("min").fill(minutes)
        row.get_by_label("s", exact=True).fill(seconds)
    expect(form.get_by_role("group", name="Red")).to_be_hidden()
    assert complaints(phone) == []
    phone.page.get_by_role("button", name="Start the game").tap()
    phone.waits_for(".clock b")
    assert controls_data(desk.snapshot().controls) == {"white": "1/45"}


def test_the_form_remembers_and_without_clocks_there_are_none(desk: WatchedDesk, phone: Phone) -> None:
    uneven = {Seat.WHITE: Control(Kind.BRONSTEIN, 90, 3)}
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True, controls=uneven))
    phone.open_form("/new/pawn-advance?last=1")
    expect(phone.page.get_by_label("How the time is given")).to_have_value("bronstein")
    expect(phone.page.locator("#clock-extra")).to_have_value("3")
    expect(phone.page.locator("[data-clock-of=white] input").nth(1)).to_have_value("30")
    phone.page.get_by_role("button", name="Start the game").tap()
    phone.waits_for("#players .player")
    assert controls_data(desk.snapshot().controls) == {"white": "90d3"}
    phone.open_form("/new/pawn-advance?last=1")
    phone.page.get_by_label("Time to think").select_option("")
    phone.page.get_by_role("button", name="Start the game").tap()
    phone.waits_for("#players .player")
    wait_for(lambda: not desk.snapshot().controls, "a game without clocks")
    expect(phone.page.locator(".clock")).to_have_count(0)
    expect(phone.page.locator("#clock-link")).to_be_hidden()
    assert "clocks" not in phone.asks("GET", "/api/table")[1]


# --- on the board ------------------------------------------------------------------------------------------------


GOES_ON = """() => {
  const { before } = window;
  window.before = [heard.number, document.querySelector("[data-clock=white] b").textContent];
  return before?.[0] === window.before[0] && before[1] !== window.before[1];
}"""
"""True if the clock differs from a moment ago, and no scene has come since."""


def test_clocks_are_seen_beside_the_names_and_go_on_between_two_scenes_and_stand_in_a_pause(
    timed: WatchedDesk, phone: Phone
) -> None:
    phone.open()
    white, black = (phone.page.locator(f"#players [data-clock={seat}]") for seat in ("white", "black"))
    expect(white).to_have_class(re.compile("runs"))
    expect(black).not_to_have_class(re.compile("runs"))
    expect(black).to_have_text("5:00")
    clocks = "#players [data-clock=white]", "#players [data-clock=black]"
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.waits_for_room(*clocks)
        assert phone.clocks_fit(".player"), (width, height)
        assert not phone.overflows() and complaints(phone) == [], (width, height)
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.catches_up(timed)
    phone.page.wait_for_function(GOES_ON)
    timed.send(Pause())
    expect(white).not_to_have_class(re.compile("runs"))
    stands = white.locator("b").text_content()
    phone.page.wait_for_timeout(1200)
    assert white.locator("b").text_content() == stands


def test_the_last_ten_seconds_are_marked_and_heard_by_whoever_they_concern(
    desk: WatchedDesk, browser: Browser, address: str
) -> None:
    desk.start(NewGame("advancing-chess", {}, PLAYERS, True, controls=BOTH))
    phone = Phone(browser, address)
    phone.context.add_init_script("""
      localStorage.setItem("pawnlight-announce", JSON.stringify({ vibration: true }));
      window.shaken = [];
      navigator.vibrate = (pattern) => window.shaken.push(pattern);
    """)
    phone.open()
    phone.waits_for("[data-clock=white]")
    desk.clock.slow_down()  # however long it takes to look at all of it, she has some time left
    desk.send(Resume())
    desk.clock.turn(289)
    expect(phone.page.locator("[data-clock=white].runs")).to_be_visible()
    desk.clock.turn(3)
    desk.send(Pause())
    desk.send(Resume())
    expect(phone.page.locator("[data-clock=white].short .icon-alert")).to_be_visible()
    expect(phone.page.locator("[data-clock=white] b")).to_have_text(re.compile(r"^\d\.\d$"))
    phone.until(lambda: phone.page.evaluate("shaken.length"), "warned")
    expect(phone.page.locator("#spoken")).to_have_text("Anna has less than ten seconds left.")
    assert complaints(phone) == []
    desk.clock.turn(12)
    expect(phone.page.locator(".result")).to_contain_text("time ran out")
    assert phone.page.evaluate("shaken.filter((each) => each.length === 5).length") == 1, "once"
    phone.close()


# --- as large as the screen --------------------------------------------------------------------------------------


def fill(faces: Locator, screen: int) -> bool:
    """True if each of two faces takes its part of a screen with so many pixels, and its clock fits on it."""
    for face in faces.all():
        box, clock = face.bounding_box(), face.locator(".clock").bounding_box()
        if box is None or clock is None or clock["width"] > box["width"] or clock["height"] <= 40:
            return False
        if box["height"] * box["width"] <= 0.3 * screen:
            return False
    return True


def test_the_face_fills_the_screen(timed: WatchedDesk, phone: Phone, languages: Sequence[str]) -> None:
    for language in languages:
        phone.speaks(language)
        phone.open("/clock")
        faces = phone.page.locator(f"html[lang={language}] .face")
        expect(faces).to_have_count(2)
        expect(faces.first.locator("b")).not_to_be_empty()
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.until(partial(fill, faces, width * height), f"a screen {width} pixels wide filled ({language})")
            assert not phone.overflows() and complaints(phone) == [], (language, width, height)


def test_four_faces_fit_with_hours_on_them(desk: WatchedDesk, browser: Browser, address: str) -> None:
    four = dict.fromkeys(Seat, Control(Kind.SUDDEN, 7200))
    desk.start(NewGame("pawns-revenge", {"players": 4}, {seat: seat.name for seat in Seat}, True, controls=four))
    phone = Phone(browser, address, 320, 568)
    phone.open("/clock")
    expect(phone.page.locator(".face b")).to_have_text(["2:00:00"] * 4)
    assert not phone.overflows() and phone.clocks_fit(".face")
    phone.close()


def test_the_face_takes_taps_pauses_and_leads_back(desk: WatchedDesk, phone: Phone) -> None:
    """A tap ends the turn where the rules let it, and else says why not."""
    desk.start(NewGame("advancing-chess", {}, PLAYERS, True, controls=BOTH))
    phone.open("/clock")
    phone.page.locator(".face[data-seat=black]").tap()
    phone.says("It is not Ben's turn.")
    phone.page.locator(".face[data-seat=white]").tap()
    phone.says("The turn cannot be ended now: it ends by itself when its moves are made.")
    desk.send(Resume())
    phone.page.get_by_role("button", name="Pause").tap()
    wait_for(lambda: desk.snapshot().scene(frozenset()).status == "paused", "a pause")
    phone.page.get_by_role("button", name="Go on").tap()
    wait_for(lambda: desk.snapshot().scene(frozenset()).status == "play", "the game to go on")
    phone.page.get_by_role("link", name="Back to the board").tap()
    phone.waits_for("#board")
    phone.page.locator("#open-menu").tap()
    expect(phone.page.locator("#clock-link")).to_be_visible()


def test_without_clocks_there_is_no_face(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("advancing-chess", {}, PLAYERS, True))
    phone.open("/clock")
    phone.waits_for("#board")
    assert phone.page.url == f"{phone.address}/"


# --- afterwards --------------------------------------------------------------------------------------------------


def test_scores_and_replay_tell_the_times(timed: WatchedDesk, phone: Phone) -> None:
    phone.open()
    phone.move("a3", "a4")
    timed.send(Resign(Seat.BLACK, frozenset(PLAYERS)))
    key = timed.snapshot().key
    phone.open("/scores")
    expect(phone.page.locator(".results")).to_contain_text("5 min + 5 s a turn")
    phone.open(f"/games/{key}")
    line = phone.page.locator("#step-left")
    expect(line).to_have_text(re.compile(r"Anna [45]:\d\d · Ben 5:00"))
    phone.page.get_by_role("button", name="First step").tap()
    expect(line).to_have_text("Anna 5:00 · Ben 5:00")
    assert complaints(phone) == [] and not phone.overflows()
