"""The pages round the board in a browser: new game, scores and replay, settings, hardware, seats."""

import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from axe import violations
from browser import NO_ANSWER, PLAYERS, Phone, unlock
from playwright.sync_api import Browser, Locator, Route, expect
from waiting import wait_for
from watched_desk import PIN, QUICK_HANDS, WatchedDesk, random_game

from engine.core.pieces import Seat
from engine.records.time_controls import Control, Kind
from engine.registry import find_game
from table.messages.events import SquareLifted, SquarePlaced
from table.messages.new_game import NewGame
from table.messages.queries import Selection
from webpanel.ports.club_port import Invited, Paired

TOP = "each => each.getBoundingClientRect().top"


def test_a_game_is_configured_and_begun(desk: WatchedDesk, phone: Phone) -> None:
    phone.open("/")
    phone.page.tap("text=New game")
    phone.page.tap("text=Pawn Advance Chess")
    phone.page.wait_for_url("**/new/pawn-advance")  # with its scripts
    phone.page.tap("#more > summary")
    phone.page.fill("#name-white", "Anna")
    phone.page.tap("[aria-label='Rounds: less']")
    phone.page.tap("[data-option=placement][value=choice]")
    phone.page.tap("text=More rules")
    phone.page.tap("[data-option=first][value=alternate]")
    phone.page.tap("text=Start the game")
    phone.waits_for("#board .piece")
    kept = desk.kept
    assert dict(kept.options) == {
        "spawn": 2, "placement": "choice", "rounds": 9, "first": "alternate", "supply": 0, "opening_moves": 4,
    }
    assert kept.players[Seat.WHITE] == "Anna" and kept.screen


COUNT_TAPS = """
addEventListener("click", ({ isTrusted }) => {
  if (isTrusted) sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps")) + 1);
}, true)"""


@pytest.mark.parametrize(("choice", "taps"), [(None, 3), ("#against-computer", 4)], ids=["a person", "the computer"])
def test_a_guest_is_at_the_first_move_of_chess_after_a_few_taps(
    desk: WatchedDesk, phone: Phone, choice: str | None, taps: int
) -> None:
    phone.context.add_init_script(COUNT_TAPS)
    phone.open("/")
    phone.page.tap("text=New game")
    phone.page.tap("a[href='/new/chess']")
    phone.page.wait_for_url("**/new/chess")  # with its scripts
    if choice:
        phone.page.tap(choice)
        expect(phone.page.locator("#name-black")).to_be_hidden()
    phone.page.tap("text=Start the game")
    phone.waits_for("#board .piece")
    assert phone.page.evaluate("Number(sessionStorage.getItem('taps'))") == taps
    phone.catches_up(desk)
    phone.move("e2", "e4")
    kept = desk.kept
    assert kept.game_id == "chess" and kept.actions[0] == "e2e4"
    assert set(kept.computers) == (set() if taps == 3 else {Seat.BLACK})


def test_a_new_user_is_at_the_first_move_against_the_weakest_computer_after_a_few_taps(
    desk: WatchedDesk, phone: Phone
) -> None:
    """From nothing: the lesson before it included. What is played then is a game, which the computer answers."""
    phone.context.add_init_script(COUNT_TAPS)
    phone.open("/")
    phone.page.tap("text=Play your first game")
    phone.waits_for("#board .piece")
    course = desk.table.on_table and desk.table.on_table.course
    assert course is not None and course.at == 0
    phone.tap("e3")
    phone.waits_for("[data-square=e4] .ring.move")
    phone.tap("e4")
    phone.page.tap("text=Now play: against the weakest computer")
    wait_for(lambda: desk.table.on_table is not None and desk.table.on_table.course is None, "a game, not a lesson")
    assert phone.page.evaluate("Number(sessionStorage.getItem('taps'))") <= 6
    phone.catches_up(desk)
    phone.move("e1", "e2")
    kept = desk.kept
    assert kept.actions[0] == "e1e2" and dict(kept.computers) == {Seat.BLACK: 1}
    expect(phone.page.locator("#first-game")).to_be_empty()


def test_the_board_of_the_start_page_plays_by_itself_unless_motion_is_not_wanted(phone: Phone) -> None:
    look = "document.querySelector('#living .squares').innerHTML"
    phone.page.emulate_media(reduced_motion="reduce")
    phone.open("/")
    phone.waits_for("#living .ring.origin")
    before = phone.page.evaluate(look)
    phone.hold_time()
    phone.page.clock.run_for(20_000)
    assert phone.page.evaluate(look) == before
    phone.page.emulate_media(reduced_motion="no-preference")
    seen = set[str]()
    for _ in range(8):
        phone.page.clock.run_for(1000)
        seen.add(phone.page.evaluate(look))
    assert len(seen) > 2
    assert phone.page.evaluate("document.querySelector('#living').matches('[inert]')"), "it is a picture, not a board"


def test_the_code_for_another_phone_is_folded_away_once_there_is_one(
    phone: Phone, browser: Browser, address: str
) -> None:
    phone.open("/")
    expect(phone.page.locator(".invite img")).to_be_visible()
    other = Phone(browser, address)
    other.open("/")
    for each in (phone, other):
        expect(each.page.locator(".invite img")).to_be_hidden()
    phone.page.tap(".invite summary")
    expect(phone.page.locator(".invite img")).to_be_visible()
    assert other.faults == []
    other.close()


def test_a_usual_way_to_begin_is_one_tap_and_the_mark_follows_what_is_chosen_one_by_one(phone: Phone) -> None:
    phone.open_form("/new/chess")
    page = phone.page
    clock, black = page.locator("#clock"), page.locator("[data-seat=black] [data-plays]")
    marked = "[...document.querySelectorAll('[name=preset]:checked')].map(({ value }) => value).join()"
    found = []
    for way in ("computer", "clock", "computer", "together"):
        page.tap(f"[name=preset][value={way}]")
        found.append((clock.input_value(), black.input_value(), page.evaluate(marked)))
    assert found == [
        ("", "adaptive", "computer"), ("600", "", "clock"), ("", "adaptive", "computer"), ("", "", "together"),
    ]
    black.select_option("3")
    assert page.evaluate(marked) == "computer"
    clock.select_option("300")
    assert page.evaluate(marked) == "", "a clock of one's own against the computer is none of them"
    page.tap("[name=preset][value=computer]")
    assert (clock.input_value(), black.input_value()) == ("300", "adaptive"), "what was chosen by hand stays"


def test_names_of_people_who_played_here_are_offered(shelf: WatchedDesk, phone: Phone) -> None:
    phone.open_form("/new/chess-two")
    assert phone.page.input_value("#name-white") == "", "a guest's name is offered, not written"
    assert phone.page.locator("#known-names option").evaluate_all("all => all.map(each => each.value)") == [
        "Anna", "Ben",
    ]


def test_words_stand_for_a_number_that_means_something_else_until_typed_over(desk: WatchedDesk, phone: Phone) -> None:
    phone.open_form("/new/advancing-chess")
    number, words = phone.page.locator("#option-array"), phone.page.locator("#option-array ~ .lowest")
    expect(words).to_have_text("By chance")
    expect(words).to_be_visible()
    expect(number).to_have_css("opacity", "0")
    expect(number).to_have_attribute("aria-valuetext", "By chance")
    number.fill("7")
    number.blur()
    expect(words).to_be_hidden()
    expect(number).to_have_css("opacity", "1")
    expect(number).not_to_have_attribute("aria-valuetext", "By chance")
    number.fill("-1")
    expect(words).to_be_hidden()
    number.blur()
    expect(words).to_be_visible()
    expect(number).to_have_css("opacity", "0")


def test_a_fair_start_is_one_switch_checked_once_that_follows_the_options(desk: WatchedDesk, phone: Phone) -> None:
    phone.open_form("/new/pawn-advance")
    page, checks = phone.page, list[int]()
    fair, moves = page.locator("#fair-start"), page.locator("#option-opening_moves")
    page.route("**/api/games/check", lambda route: (
        checks.append(route.request.post_data_json["options"]["opening_moves"]), route.continue_()))
    page.tap("text=More rules")
    page.tap("label[for=fair-start]")
    expect(moves).to_have_value("3")
    page.tap("[aria-label='Moves of the first turn: more']")  # its check comes after all those of the switch
    phone.until(lambda: checks and checks[-1] == 4, "checked with four moves")
    assert checks == [3, 4]
    expect(fair).not_to_be_checked()
    page.tap("label:has([data-option=first][value=alternate])")
    page.tap("label[for=fair-start]")
    expect(moves).to_have_value("3")
    expect(page.locator("[data-option=first][value=white]")).to_be_checked()
    expect(fair).to_be_checked()
    page.tap("label:has([data-option=first][value=alternate])")
    expect(fair).not_to_be_checked()
    page.tap("label:has([data-option=first][value=white])")
    expect(fair).to_be_checked()
    moves.fill("2")
    moves.blur()
    expect(fair).not_to_be_checked()
    moves.fill("3")
    expect(fair).to_be_checked()
    moves.blur()
    expect(fair).to_be_checked()
    page.tap("label[for=fair-start]")
    expect(moves).to_have_value("4")
    page.tap("label[for=fair-start]")
    page.click("text=Start the game")
    page.wait_for_url(phone.address + "/")
    stored = desk.shelf.games()[0]
    assert (stored.options["opening_moves"], stored.options["first"]) == (3, "white")
    phone.open_form("/new/pawn-advance")
    expect(fair).not_to_be_checked()
    phone.open_form("/new/pawn-advance?last=1")
    expect(fair).to_be_checked()


def test_seats_board_and_pieces_follow_the_options_and_contradictions_are_told_at_once(
    desk: WatchedDesk, phone: Phone
) -> None:
    phone.open_form("/new/pawns-revenge")
    expect(phone.page.locator("#names input")).to_have_count(2)
    phone.page.fill("#name-white", "Anna")
    phone.page.tap("[aria-label='Players: more']")
    phone.waits_for("#name-red")
    expect(phone.page.locator("#size")).to_have_text("16×16")
    expect(phone.page.locator("#needed")).to_contain_text("20 × pawn")
    expect(phone.page.locator("#name-white")).to_have_value("Anna")
    expect(phone.page.locator("#problem")).to_be_hidden()
    phone.page.tap("[aria-label='Players: less']")
    expect(phone.page.locator("#names input")).to_have_count(2)
    phone.page.tap("[data-option=finish][value=last-standing]")
    phone.waits_for("#problem:not([hidden])")
    expect(phone.page.locator("#problem")).not_to_be_empty()
    phone.page.tap("[data-option=finish][value=first-kill]")
    phone.page.wait_for_selector("#problem", state="hidden")


def test_more_players_do_not_move_their_stepper_from_under_the_finger(phone: Phone) -> None:
    """Their names stand above it. Chromium keeps what is seen in place, Safari does not."""
    phone.open_form("/new/pawns-revenge")
    more, fewer = (phone.page.locator(f"[aria-label='Players: {which}']") for which in ("more", "less"))
    for anchor in ("auto", "none"):
        phone.page.evaluate("anchor => { document.documentElement.style.overflowAnchor = anchor; }", anchor)
        _stays_under_the_finger(phone, more, anchor)
        fewer.tap()
        expect(phone.page.locator("#name-red")).to_have_count(0)


def _stays_under_the_finger(phone: Phone, more: Locator, anchor: str) -> None:
    waiting = list[Route]()
    phone.page.route("**/api/games/check", lambda route: waiting.append(route), times=1)
    more.tap()
    phone.until(lambda: waiting, f"asked whose names are wanted (anchor {anchor})")
    before = more.evaluate(TOP)
    assert not phone.page.locator("#name-red").is_visible(), anchor
    waiting[0].continue_()
    phone.waits_for("#name-red")
    phone.until(lambda: abs(more.evaluate(TOP) - before) < 1, f"the stepper where it was (anchor {anchor})")


def test_the_narrow_table_of_scores_loses_no_column(shelf: WatchedDesk, phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open("/scores")
    for language in ("de", "en"):
        phone.page.tap(f".languages [value={language}]")
        phone.waits_for(f"html[lang={language}]")
        cells = phone.page.locator(".totals :is(th, td)")
        boxes = [cell.bounding_box() for cell in cells.all()]
        assert len(boxes) == 15 and all(box and box["x"] + box["width"] <= 320 for box in boxes), language
        cut = "cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth + 1).map(cell => cell.textContent)"
        assert cells.evaluate_all(cut) == [], language


def test_the_scores_follow_a_filter_at_once(shelf: WatchedDesk, phone: Phone, browser: Browser) -> None:
    phone.open("/scores")
    expect(phone.page.get_by_role("button", name="Filter")).to_have_count(0)
    results, players = (phone.page.locator(each).bounding_box() for each in (".results", ".totals"))
    assert results and players and results["y"] < min(250, players["y"]), "the results come first"
    phone.page.tap("summary:text('Filter')")
    for name, value in (("game", "pawn-advance"), ("result", "abandoned")):
        field = phone.page.locator(f"#{name}")
        field.select_option(value)
        phone.page.wait_for_url(re.compile(rf"\?.*{name}={value}"))
        expect(field).to_have_value(value)
        expect(field).to_be_focused()
    expect(phone.page.locator("#game")).to_have_value("pawn-advance")
    expect(phone.page.get_by_role("link", name="Show all")).to_be_visible()
    with closing(browser.new_context(java_script_enabled=False)) as plain:
        page = plain.new_page()
        page.goto(f"{phone.address}/scores")
        page.click("summary:text('Filter')")
        page.select_option("#result", "abandoned")
        page.click("button:text('Filter')")
        expect(page.get_by_role("link", name="Show all")).to_be_visible()


def estimate(desk: WatchedDesk) -> str:
    """Return the current of the lights, as it is shown."""
    return f"{desk.device().estimate_a:.1f} A of 2.0 A"


def test_the_board_follows_the_brightness_at_once_and_settings_in_quick_succession_are_all_kept(
    desk: WatchedDesk, phone: Phone
) -> None:
    """The first request of those takes longer than the next ones."""
    waiting: list[Route] = []

    def slow(route: Route) -> None:
        waiting.append(route) if not waiting else route.continue_()

    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    unlock(phone)
    for brightness in (10, 90):
        phone.page.fill("#brightness", str(brightness))
        wait_for(lambda wanted=brightness: desk.settings().brightness == wanted, "the brightness in force")
        phone.until(lambda: phone.text("#estimate") == estimate(desk), f"{estimate(desk)} told")
    assert estimate(desk) != "0.0 A of 2.0 A"
    phone.page.route("**/api/settings", slow)
    phone.page.tap("[name=palette][value=colour-blind]")
    phone.page.tap("label:has(#typed_dice)")
    phone.page.tap("[data-setting=language][value=de]")
    expect(phone.page.locator("[data-setting=language][value=de]")).to_be_checked()
    phone.until(lambda: waiting, "the first request")
    assert len(waiting) == 1, "one at a time"
    with phone.page.expect_response(lambda answer: "language" in (answer.request.post_data or "")):
        waiting[0].continue_()
    assert desk.settings() == replace(
        QUICK_HANDS, brightness=90, palette="colour-blind", typed_dice=True, language="de"
    )
    phone.waits_for("#preview .ring[style*='#00ffaa']")


MOVING = "document.getAnimations().filter((each) => each.effect.target.matches('.piece')).length"


def test_a_replay_is_stepped_by_slider_buttons_and_keys_and_pieces_slide_unless_steps_are_skipped(
    shelf: WatchedDesk, phone: Phone
) -> None:
    phone.open("/games/done")
    step, place = phone.page.locator("#step"), phone.page.locator("#step-phase")
    steps = int(phone.page.locator("#slider").get_attribute("max") or 0)
    assert steps >= len(shelf.shelf.game("done").actions)
    expect(step).to_have_text("The start")
    assert phone.page.evaluate(f"() => {{ document.getElementById('next').click(); return {MOVING}; }}") == 1
    assert phone.page.evaluate(f"() => {{ document.getElementById('last').click(); return {MOVING}; }}") == 0
    phone.page.tap("#first")
    expect(step).to_have_text("The start")
    phone.page.tap("#next")
    expect(place).to_contain_text(f"1/{steps} · ")
    expect(step).to_contain_text(": pawn ")
    phone.page.keyboard.press("ArrowRight")
    expect(place).to_contain_text(f"2/{steps} · ")
    phone.page.fill("#slider", str(steps))
    expect(place).to_contain_text(f"{steps}/{steps}")
    phone.page.tap("#first")
    expect(phone.page.locator("#board .piece")).to_have_count(16)
    expect(phone.page.locator("#curve polyline")).to_have_count(4)


def test_a_tap_on_a_sentence_of_a_replay_goes_to_its_moment(shelf: WatchedDesk, phone: Phone) -> None:
    phone.open("/games/done#action-3")
    current = phone.page.locator("#story [aria-current=step]")
    expect(current).to_have_count(1)
    expect(phone.page.locator("#step")).to_have_text(current.inner_text())
    march = phone.page.get_by_role("button", name="March: ").first
    march.tap()
    expect(phone.page.locator("#step")).to_have_text(march.inner_text())
    expect(phone.page.get_by_role("gridcell", name="last move")).not_to_have_count(0)


def test_a_replay_goes_on_by_itself_until_somebody_steps_in_and_begins_again_after_its_end(
    shelf: WatchedDesk, phone: Phone
) -> None:
    phone.open("/games/done")
    phone.hold_time()
    place, auto = phone.page.locator("#step-phase"), phone.page.locator("#auto")
    phone.page.get_by_role("combobox", name="Speed").select_option("4 ×")
    phone.page.get_by_role("button", name="Play").tap()
    expect(auto).to_have_accessible_name("Stop")

    def is_at_the_third() -> bool:
        phone.page.clock.run_for(100)  # less than any step takes
        return "3/" in phone.text("#step-phase")

    phone.until(is_at_the_third, "at the third step")
    expect(phone.page.locator("#step-turn")).to_have_text("Anna")
    phone.page.tap("#next")
    expect(auto).to_have_accessible_name("Play")
    phone.page.tap("#first")
    expect(place).to_contain_text("0/")
    phone.open("/games/done")
    expect(phone.page.locator("#speed")).to_have_value("4")
    steps = phone.page.locator("#slider").get_attribute("max")
    phone.page.clock.resume()
    phone.page.fill("#slider", str(int(steps or 0) - 1))
    phone.page.tap("#auto")
    expect(phone.page.locator("#step-phase")).to_contain_text(f"{steps}/{steps}")
    expect(phone.page.locator("#auto")).to_have_accessible_name("Play")
    phone.page.tap("#auto")
    expect(phone.page.locator("#step-phase")).to_contain_text("1/")


def test_a_replay_shows_the_holes_that_bombs_have_made(desk: WatchedDesk, phone: Phone) -> None:
    desk.finish(*random_game("pawns-revenge", 2, 12, bombed=3), game_id="pawns-revenge", key="bombed", bombed=3)
    phone.open("/games/bombed")
    expect(phone.page.locator(".square.hole")).to_have_count(0)
    phone.page.tap("#last")
    expect(phone.page.locator(".square.hole")).to_have_count(3)


def test_deleting_is_confirmed_and_the_game_found_and_restored(shelf: WatchedDesk, phone: Phone) -> None:
    phone.open("/games/done")
    expect(phone.page.locator("#delete")).to_have_count(0)
    unlock(phone)
    phone.open("/games/done")
    phone.page.tap("#delete")
    phone.page.tap("dialog button:text-is('Back')")
    expect(phone.page.locator("dialog[open]")).to_have_count(0)
    assert shelf.shelf.game("done")
    phone.page.tap("#delete")
    phone.page.tap("dialog button:text-is('Delete it')")
    phone.waits_for("text=No game is finished yet")
    assert shelf.shelf.count(Selection(deleted=True)) == 1
    phone.page.tap("text=Deleted games")
    phone.page.wait_for_url("**/deleted")
    phone.page.tap("text=Restore >> nth=-1")
    phone.waits_for("#replay")
    phone.open("/deleted")
    phone.waits_for("text=No deleted game can be restored here")


def test_a_record_is_imported_or_refused_with_the_place(shelf: WatchedDesk, phone: Phone) -> None:
    phone.open("/import")
    sent: list[str] = []
    phone.page.on("request", lambda request: sent.append(request.url))
    for written in (b'[White "J\xf6n"]', '[White "J\xf6n"]'.encode("utf-16"), b"\x89PNG\r\n\x1a\n"):
        chosen = {"name": "game.pwl", "mimeType": "text/plain", "buffer": written}
        phone.page.set_input_files("#file", files=[chosen])  # type: ignore[list-item]
        expect(phone.page.locator("#problem")).to_contain_text("UTF-8")
        phone.page.locator("#import button[type=submit]").click()
        expect(phone.page.locator("#problem")).to_contain_text("UTF-8")
        expect(phone.page.locator("#record")).to_have_value("")
        phone.page.set_input_files("#file", files=[{**chosen, "buffer": '\ufeff[White "J\xf6n"]'.encode()}])  # type: ignore[list-item]
        expect(phone.page.locator("#record")).to_have_value('[White "J\xf6n"]')
        expect(phone.page.locator("#problem")).to_be_hidden()
    assert not any(each.endswith("/api/games/import") for each in sent), "nothing but what could be read is sent"
    phone.page.fill("#record", "[Game \"pawn-advance\"]\n[Rules \"1\"]\n\ne1e9")
    phone.page.tap("text=Import >> nth=-1")
    phone.waits_for("#problem:not([hidden])")
    expect(phone.page.locator("#problem")).to_contain_text("e1e9")
    phone.page.fill("#record", shelf.shelf.record("done"))
    phone.page.tap("text=Import >> nth=-1")
    phone.waits_for("#replay")


def test_a_file_of_pgn_is_imported_and_told_game_by_game(shelf: WatchedDesk, phone: Phone) -> None:
    good = '[Event "x"]\n[White "J\xf6n"]\n[Black "Bo"]\n\n1. e4 (1. d4) e5 1-0\n\n'
    phone.open("/import")
    chosen = {"name": "games.PGN", "mimeType": "", "buffer": (good + good.replace("e5", "e6 2. e6")).encode("latin-1")}
    phone.page.set_input_files("#file", files=[chosen])  # type: ignore[list-item]
    expect(phone.page.locator("#problem")).to_contain_text("read as Latin-1")
    phone.page.locator("#import button[type=submit]").click()
    expect(phone.page.locator("#taken-count")).to_have_text("1 of 2 games were imported.")
    lines = phone.page.locator("#taken-games li")
    expect(lines.nth(0)).to_have_text("1. J\xf6n \u2013 Bo 1 variation is left out")
    expect(lines.nth(1)).to_contain_text("Not imported: move 2 (e6)")
    expect(phone.page.locator("#import")).to_be_hidden()
    expect(phone.page.locator("#taken-remedy")).to_contain_text("import it alone")
    lines.nth(0).locator("a").tap()
    phone.waits_for("#replay")
    expect(phone.page.locator("#story .notation")).to_have_text(["e4 ", "e5 "])
    with phone.page.expect_download() as download:
        phone.page.tap("text=Download as PGN")
    assert download.value.suggested_filename.endswith(".pgn")
    assert download.value.path().read_text("utf-8").endswith("\n\n1. e4 e5 1-0\n")
    phone.open("/import")
    phone.page.fill("#record", "1. e4 e5 2. Nf3")
    phone.page.locator("#import button[type=submit]").click()
    phone.waits_for("#replay")


def test_the_owner_is_told_what_switching_off_means_and_then_when_to_pull_the_plug(
    desk: WatchedDesk, phone: Phone
) -> None:
    unlock(phone)
    phone.page.tap("#power-off")
    phone.waits_for("dialog >> text=All phones lose their connection")
    phone.page.tap("dialog button.plain")
    assert not desk.switched_off
    phone.page.tap("#power-off")
    phone.page.tap("dialog button.danger")
    phone.waits_for("[role=status]:has-text('then pull the plug')")
    assert not phone.overflows()
    wait_for(lambda: desk.switched_off, "that all phones are told")


def test_the_owner_signs_out_all_phones_after_a_question(desk: WatchedDesk, game: Phone) -> None:
    game.asks("PUT", "/api/seats/white")
    unlock(game)
    game.page.tap("#sign-out")
    game.waits_for("dialog >> text=All seats become free")
    game.page.tap("dialog button.plain")
    assert desk.holders != {}
    game.page.tap("#sign-out")
    game.page.tap("dialog button.danger")
    game.waits_for("#pin-form")
    assert desk.holders == {} and not game.overflows()


SHOWN = """() => Object.fromEntries([...document.querySelectorAll("#reeds .reed:has(.ring)")].map((reed) => [
  reed.textContent,
  [[...reed.querySelector(".ring").classList].at(-1), reed.querySelector("circle").getAttribute("pathLength")],
]))"""
LIT = """async () => (await (await fetch("/api/table")).json()).scene.lights"""


def test_a_dead_switch_is_found_by_walking_a_piece_and_rings_are_shown_as_they_should_shine(
    desk: WatchedDesk, phone: Phone
) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.open("/hardware")
    expect(phone.page.locator("#count")).to_have_text("0 of 64 switches have answered.")
    assert desk.table.on_table is not None
    square = desk.table.on_table.board.parse("c1")
    at_first = _shows_what_is_lit(phone)
    desk.send(SquareLifted(square))
    phone.waits_for(".reed:not(.covered):text-is('c1')")
    phone.until(lambda: phone.page.evaluate(LIT) != at_first, "other lights")
    _shows_what_is_lit(phone)
    desk.send(SquarePlaced(square))
    phone.waits_for("#count:has-text('1 of 64')")
    phone.waits_for(".reed.seen.covered:text-is('c1')")


def _shows_what_is_lit(phone: Phone) -> object:
    lights = phone.page.evaluate(LIT)
    rings = {square: [light["role"], "12"] for square, light in lights.items() if light["role"]}
    assert rings
    phone.until(lambda: phone.page.evaluate(SHOWN) == rings, "the rings of these squares")
    return lights


def test_a_seat_is_taken_by_its_link_and_given_back(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.open("/seat/black")
    phone.page.tap("text=Take the seat")
    phone.waits_for("#board .piece")
    expect(phone.page.locator(".square").first, "Black's board").to_have_attribute("data-square", "h1")
    expect(phone.page.locator(".player:has-text('Ben')")).to_contain_text("this phone")
    phone.open("/seats")
    code = phone.page.get_by_role("img", name="QR code that takes the seat of Anna")
    expect(code).to_be_hidden()
    phone.page.tap("summary:has-text('QR code')")
    expect(code).to_be_visible()
    phone.page.tap("text=Give it back")
    phone.waits_for("[data-claim=black]")
    assert desk.holders == {}


def test_the_owner_bans_a_phone_and_lets_it_in_again(
    desk: WatchedDesk, phone: Phone, browser: Browser, address: str
) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    unlock(phone)
    rude = Phone(browser, address, user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)")
    rude.open("/seat/white")
    rude.page.tap("text=Take the seat")
    rude.waits_for("#board .piece")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open("/seats")
    row = phone.page.locator("[data-guest]", has_text="Plays for Anna.")
    expect(row).to_contain_text("iPhone")
    assert not phone.overflows()
    row.get_by_role("button", name="Ban").tap()
    banned = phone.page.locator("[data-guest]", has_text="Banned.")
    expect(banned).to_contain_text("iPhone")
    assert desk.holders == {}
    expect(rude.page.locator("#stale")).to_be_visible()
    rude.open("/")
    expect(rude.page.locator("main")).to_contain_text("The owner of this table has banned this phone.")
    banned.get_by_role("button", name="Let in again").tap()
    expect(phone.page.locator("[data-guest]", has_text="Banned.")).to_have_count(0)
    rude.open("/")
    rude.waits_for("#board .piece")
    rude.close()


def test_whoever_taps_start_twice_begins_one_game_and_may_come_back_for_another(phone: Phone) -> None:
    begun: list[str] = []
    phone.page.on("request", lambda request: request.method == "POST" and begun.append(request.url))
    for games in (1, 2):
        if games == 1:
            phone.open_form("/new/pawn-advance")
        else:
            phone.page.go_back()
        phone.waits_for("#new-game")
        phone.page.locator("#new-game [type=submit]").dblclick()
        phone.page.wait_for_url(f"{phone.address}/")
        assert begun == [f"{phone.address}/api/games"] * games


NOT_THE_OWNER = "This needs the owner PIN: enter it under Settings, then try again. Enter the PIN"
"""The sentence, and the link to where that is done."""


def becomes_owner(phone: Phone) -> None:
    """By the PIN, and with the page as the owner sees it."""
    assert phone.asks("POST", "/api/owner", pin=PIN)[0] == 200
    phone.page.reload()


def test_a_copy_is_taken_home_and_brings_back_what_was_lost(
    shelf: WatchedDesk, phone: Phone, tmp_path: Path
) -> None:
    """Once it was found good, and somebody said so; a file that is not changes nothing."""
    phone.open("/backups")
    becomes_owner(phone)
    page, problem = phone.page, phone.page.locator("#problem")
    with page.expect_download() as downloading:
        page.tap("text=Download everything")
    good, broken, large = (tmp_path / name for name in ("good.zip", "broken.zip", "large.zip"))
    downloading.value.save_as(good)
    broken.write_bytes(good.read_bytes()[:-20])
    with large.open("wb") as file:
        file.truncate(17 * 1024**2)
    shelf.store.delete("done")

    def bring(file: Path) -> None:
        page.set_input_files("#file", file)
        page.locator("#bring button").evaluate("button => { button.click(); button.click(); }")

    for file, reason in ((broken, "This archive is damaged"), (large, "The panel takes a file of at most 16 MB")):
        bring(file)
        expect(problem).to_contain_text(reason)
    phone.context.set_offline(True)
    bring(good)
    expect(problem).to_have_text(NO_ANSWER)
    phone.context.set_offline(False)
    bring(good)
    phone.waits_for("[data-restore]")
    expect(page.locator("main")).to_contain_text("uploaded by you")
    assert [copy.kind for copy in shelf.backups.listed()] == ["brought"]
    page.tap("[data-restore]")
    page.tap("dialog button:text-is('Back')")
    expect(page.locator("dialog")).to_have_count(0)
    assert [game.key for game in shelf.shelf.games()] == ["parked"]
    page.tap("[data-restore]")
    expect(page.locator("dialog")).to_contain_text("2 games replace everything stored here.")
    page.tap("dialog button:text-is('Restore')")
    expect(page.locator("main")).to_contain_text("from before a copy was restored")
    assert {game.key for game in shelf.shelf.games()} == {"parked", "done"}


def test_a_seat_is_freed_by_the_owner_alone_and_then_taken_by_another_phone(
    game: Phone, browser: Browser, address: str, desk: WatchedDesk
) -> None:
    assert game.asks("PUT", "/api/seats/black")[0] == 200
    held = game.page.locator(".player:has-text('Ben')")
    expect(held).to_contain_text("this phone")
    other = Phone(browser, address)
    other.open("/seats")
    free = other.page.locator("[data-free=black]")
    free.tap()
    other.says(NOT_THE_OWNER)
    assert desk.holders.keys() == {Seat.BLACK}
    becomes_owner(other)
    freed = list[str]()
    other.page.on("request", lambda request: freed.extend([request.url] * (request.method == "DELETE")))
    free.dblclick()
    other.waits_for("[data-claim=black]")
    assert len(freed) == 1
    other.page.tap("[data-claim=black]")
    expect(other.page.locator("section[aria-label=Ben]")).to_contain_text("This phone holds the seat.")
    expect(held).to_contain_text("another phone")
    expect(game.page.locator(".square").first, "White's board again").to_have_attribute("data-square", "a8")
    assert other.faults == []
    other.close()


def test_the_settings_open_by_the_pin_for_one_phone_and_lock_again(
    desk: WatchedDesk, phone: Phone, browser: Browser, address: str
) -> None:
    """A choice on a page that was open before counts no more, and is not shown as if it did."""
    phone.open("/settings")
    page, settings = phone.page, phone.page.locator("#settings")
    for pin, reason in (("000000", "That is not the owner PIN."), ("", "That is not the owner PIN.")):
        page.fill("#pin", pin)
        page.tap("#pin-form button")
        expect(page.locator("#problem")).to_contain_text(reason)
    expect(settings).to_have_count(0)
    page.fill("#pin", PIN)
    page.tap("#pin-form button")
    phone.waits_for("#settings")
    other = Phone(browser, address)
    other.open("/settings")
    expect(other.page.locator("#pin-form")).to_be_visible()
    expect(other.page.locator("#settings")).to_have_count(0)
    other.close()
    _chooses_by_hand(phone, desk)
    phone.context.set_offline(True)
    _is_refused(phone, NO_ANSWER)
    phone.context.set_offline(False)
    phone.asks("DELETE", "/api/owner")  # from another tab
    _is_refused(phone, NOT_THE_OWNER)
    assert desk.settings() == replace(QUICK_HANDS, by_hand=True)
    page.tap("#leave")
    expect(page.locator("#pin-form")).to_be_visible()
    expect(settings).to_have_count(0)


def _chooses_by_hand(phone: Phone, desk: WatchedDesk) -> None:
    phone.page.tap("label:has(#by_hand)")
    wait_for(lambda: desk.settings().by_hand, "the setting in force")


def _is_refused(phone: Phone, reason: str) -> None:
    """A switch, a choice and a number, each of which goes back to what is so."""
    for place in ("label:has(#by_hand)", "label:has([name=palette][value=high-contrast])",
                  "[aria-label='Bumps in milliseconds: more']"):
        phone.page.tap(place)
    phone.says(reason)
    expect(phone.page.locator("#by_hand")).to_be_checked()
    expect(phone.page.locator("[name=palette][value=default]")).to_be_checked()
    expect(phone.page.locator("#bump_ms")).to_have_value(str(QUICK_HANDS.bump_ms))


class Inviting:
    """A club of which one board would like to play."""

    board = "0123456789abcdef"

    def __init__(self) -> None:
        self.waiting = {"invited": Invited("invited", "Café Central", "Pawn", None, (Seat.BLACK,))}
        self.to_play: list[Paired] = []

    def boards(self) -> tuple[tuple[str, str], ...]:
        return ()

    def invitations(self) -> tuple[Invited, ...]:
        return tuple(self.waiting.values())

    def paired(self) -> tuple[Paired, ...]:
        return tuple(self.to_play)

    def decline(self, key: str) -> None:
        del self.waiting[key]


def test_an_invitation_is_declined_with_thanks(
    desk: WatchedDesk, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Inviting()
    monkeypatch.setattr(desk, "club", club, raising=False)
    phone.open("/new")
    invited = phone.page.locator(".invitation", has_text="Café Central invites you")
    invited.get_by_role("button", name="No, thanks").dblclick()
    expect(invited).to_have_count(0)
    assert club.waiting == {}


def paired(key: str, begun: bool = False, counted: bool = True) -> Paired:
    """A game that a club has paired for this board."""
    clock = dict.fromkeys(PLAYERS, Control(Kind.FISCHER, 600, 5))
    players = {Seat.WHITE: "Ada", Seat.BLACK: "Friederike Maximiliane von und zu Hausen"}
    return Paired(key, begun, "Autumn cup", 3, find_game("pawn-advance"), players, {}, clock, counted)


@pytest.mark.parametrize("path", ["/", "/new"])
def test_the_games_of_a_round_are_offered_first(
    desk: WatchedDesk, phone: Phone, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """A game that was begun here goes on; where nobody tells the club how it ends, its players are told to; and one
    that was given away does not begin."""
    club = Inviting()
    club.waiting.clear()
    monkeypatch.setattr(desk, "club", club, raising=False)
    club.to_play = [paired("012345678900"), paired("012345678901", begun=True, counted=False)]
    phone.open(path)
    cards = phone.page.locator(".paired")
    expect(cards).to_have_count(2)
    told = "Round 3: Ada (White) – Friederike Maximiliane von und zu Hausen"
    expect(cards.nth(0)).to_contain_text("Autumn cup · Pawn Advance Chess · 10 min + 5 s")
    expect(cards.nth(0).get_by_role("button", name=told, exact=True)).to_be_visible()
    expect(cards.nth(1).get_by_role("button", name=f"Continue {told}", exact=True)).to_be_visible()
    expect(cards.nth(0)).not_to_contain_text("tell the organiser")
    expect(cards.nth(1)).to_contain_text("tell the organiser")
    assert violations(phone.page) == []
    phone.page.set_viewport_size({"width": 320, "height": 568})
    assert not phone.overflows()
    cards.nth(0).get_by_role("button", name=told, exact=True).click()
    phone.says("This game is not to be played here, or no more: the club may have given it away.")
    expect(cards).to_have_count(2)
