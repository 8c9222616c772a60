"""The consequences of an action are shown in step with their words, and can be skipped."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from browser import PLAYERS, Phone, served
from playwright.sync_api import Browser, Locator, expect
from secret_games import before_a_fall
from test_browser_access import complaints
from waiting import wait_for
from watched_desk import WatchedDesk

import table.model.playback
from daemon.boards.board import WiredBoard
from engine.core.pieces import Seat
from engine.game import EVERYTHING
from engine.records.game_record import begin, replay
from engine.registry import find_game
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import PERFECT
from hardware.simulated.pieces import Wood
from table.messages.events import Answer, OfferDraw, Pause, Resume
from table.messages.lights import Role
from table.messages.new_game import NewGame
from table.messages.settings import Settings

EVERYBODY = frozenset(Seat)


@pytest.fixture
def combat(desk: WatchedDesk, browser: Browser, address: str) -> Phone:
    """A phone that looks on while the last player is dividing."""
    desk.finish(*before_a_fall(), game_id="pawns-revenge", players=PLAYERS, key="combat")
    desk.resume("combat")
    phone = Phone(browser, address, 320, 568)
    phone.open()
    expect(phone.page.locator("#log-last")).not_to_be_empty()
    phone.hold_time()
    return phone


def divide(desk: WatchedDesk) -> None:
    """Nobody gets anything: whoever is weaker falls."""
    asked = next(each for each in desk.snapshot().scene(EVERYBODY).prompts if each.kind == "division")
    desk.send(Answer(asked.id, f"{asked.seats[0]}:-", EVERYBODY))


def in_the_log(phone: Phone) -> Locator:
    """The clashes, in the list under the board."""
    phone.page.tap("#log summary")
    return phone.page.locator("#log-list").get_by_role("button", name=re.compile(" fights "))


def test_clashes_are_shown_one_after_another_with_their_words(desk: WatchedDesk, combat: Phone) -> None:
    telling, spoken = combat.page.locator("#telling"), combat.page.locator("#spoken")

    def known() -> list[str]:
        return combat.page.locator(":is(#players .count, #counters b)").all_inner_texts()

    before = known()
    divide(desk)
    combat.reads_on("gives: ")
    expect(combat.page.locator("#log-last")).to_contain_text(telling.inner_text())
    expect(combat.page.locator("#log-last")).not_to_contain_text("fights")  # it does not know yet how everything ends
    expect(combat.page.locator("#phase")).to_have_text("Combat")
    expect(combat.page.locator("#players")).not_to_contain_text("to move")
    combat.reads_on("fights .*(fall|is left)")
    board, box = combat.page.locator("#board").bounding_box(), telling.bounding_box()
    assert board and box and box["y"] >= board["y"] + board["height"] - 1, "it covers the board"
    expect(spoken).to_contain_text("fights")
    assert known() == before, "what stands around the board knows how it ends, too"
    combat.page.clock.run_for(10_000)
    expect(telling).to_be_hidden()
    assert known() != before
    expect(in_the_log(combat)).not_to_have_count(0)
    combat.page.clock.resume()
    for place in ("telling", "skip"):  # as it looked, for longer than it lasts
        combat.page.evaluate(f"document.getElementById('{place}').hidden = false")
    assert complaints(combat) == [] and combat.faults == []
    combat.close()


NOTED = """
  window.sounded = [];
  window.OscillatorNode = class extends OscillatorNode {
    constructor(...given) {
      super(...given);
      const telling = document.getElementById("telling");
      sounded.push([given[1].frequency, telling.hidden ? "" : telling.textContent]);
    }
  };
"""


def test_each_sound_comes_with_its_sentence_and_questions_that_can_wait_after_the_story(
    desk: WatchedDesk, combat: Phone
) -> None:
    combat.page.set_viewport_size({"width": 390, "height": 844})  # on a smaller one the first tap only magnifies
    combat.context.add_init_script(NOTED)
    combat.page.reload()
    expect(combat.page.locator("#log-last")).not_to_be_empty()
    combat.hold_time()
    combat.page.locator("#board").tap()  # sounds wait for a first touch; it is refused
    combat.until(lambda: combat.page.evaluate("sounded"), "heard")
    combat.page.evaluate("sounded.length = 0")
    divide(desk)
    combat.reads_on("gives: ")
    desk.send(OfferDraw(Seat.WHITE, frozenset({Seat.WHITE})))
    combat.catches_up(desk)
    question = combat.page.locator("#prompts .prompt")
    assert combat.page.evaluate("sounded") == [], "nothing falls yet"
    expect(question).to_have_count(0)
    combat.reads_on("fights .*(fall|is left)")
    combat.until(lambda: combat.page.evaluate("sounded"), "heard")
    assert all("fights" in told for _, told in combat.page.evaluate("sounded")), combat.page.evaluate("sounded")
    expect(question).to_have_count(0)
    combat.page.clock.run_for(10_000)
    expect(combat.page.locator("#telling")).to_be_hidden()
    expect(question.filter(has_text="draw")).to_be_visible()
    assert combat.faults == []
    combat.close()


def test_a_tap_skips_to_how_it_ends_and_nothing_is_lost(desk: WatchedDesk, combat: Phone) -> None:
    divide(desk)
    expect(combat.page.locator("#telling")).to_be_visible()
    combat.page.get_by_role("button", name="Skip").tap()
    expect(combat.page.locator("#telling")).to_be_hidden()
    expect(in_the_log(combat)).not_to_have_count(0)
    combat.close()


def test_a_phone_that_comes_late_reads_it_in_the_log(desk: WatchedDesk, combat: Phone, browser: Browser) -> None:
    divide(desk)
    late = Phone(browser, combat.address)
    late.open()
    expect(in_the_log(late)).not_to_have_count(0)
    expect(late.page.locator("#telling")).to_be_hidden()
    late.close()
    combat.close()


SPOKEN = """
  window.spoken = [];
  addEventListener("DOMContentLoaded", () => {
    const place = document.getElementById("spoken");
    new MutationObserver(() => spoken.push(place.textContent)).observe(place, { childList: true });
  });
"""


def test_all_is_said_in_the_order_in_which_it_happened(desk: WatchedDesk, browser: Browser, address: str) -> None:
    """The new pawns too, which have entered long before the march is told to its end."""
    desk.finish(*"a1a2 b1b2 c1c2 d1d2 a8a7 b8b7 c8c7".split(), players=PLAYERS, key="march")
    desk.resume("march")
    phone = Phone(browser, address)
    phone.page.add_init_script(SPOKEN)
    phone.open()
    phone.waits_for("[data-square=d8] .ring.turn")
    phone.hold_time()
    phone.page.evaluate("spoken.length = 0")
    phone.tap("d8")
    phone.waits_for("[data-square=d7] .ring.move")
    phone.tap("d7")
    wait_for(lambda: desk.snapshot().scene(frozenset()).action_count == 12, "that the new pawns have entered")
    phone.catches_up(desk)
    entries = phone.asks("GET", "/api/story")[1]["entries"][7:]
    meant = " ".join(moment["told"] for entry in entries for moment in entry["moments"])
    assert "March" in meant and "new pawn on" in meant and meant.endswith("Round 2 begins.")
    phone.page.clock.run_for(10_000)
    assert " ".join(phone.page.evaluate("spoken")) == meant
    assert phone.faults == []
    phone.close()


def test_who_begins_is_thrown_for_before_everybodys_eyes(desk: WatchedDesk, phone: Phone) -> None:
    desk.save_settings(Settings(typed_dice=True))
    desk.start(NewGame("pawns-revenge", {}, PLAYERS, True))
    phone.open()
    phone.hold_time()
    answers = phone.page.locator("#prompts .numbers-grid")
    for name, number in (("Anna", "3"), ("Ben", "5")):
        asked = phone.page.get_by_role("region", name=f"{name} throws")
        if name == "Ben":
            expect(asked).to_have_count(0)  # as long as the throw before is told
            phone.page.clock.run_for(3_000)
        asked.wait_for()
        answers.get_by_role("button", name=number, exact=True).tap()
        phone.reads_on(f"{name} throws {number} for the first turn.")
        expect(phone.page.locator("#telling .die circle")).to_have_count(int(number))
    phone.reads_on("Ben has the highest throw and begins.")


def test_what_is_known_keeps_up_with_what_is_told(desk: WatchedDesk, phone: Phone) -> None:
    """More may happen while something is told: as where computers play against each other."""
    desk.save_settings(Settings(typed_dice=True))
    desk.start(NewGame("pawns-revenge", {}, PLAYERS, True))
    phone.open()
    phone.hold_time()
    banner, last = phone.page.locator("#phase"), phone.page.locator("#log-last")

    def asked(seat: Seat) -> list[str]:
        return [each.id for each in desk.snapshot().scene(EVERYBODY).prompts if each.seats == (seat,)]

    for seat, number in ((Seat.WHITE, 3), (Seat.BLACK, 5)):
        wait_for(lambda seat=seat: asked(seat), "that somebody is to throw")  # type: ignore[misc]
        desk.send(Answer(asked(seat)[0], f"first:{seat}={number}", EVERYBODY))
        phone.catches_up(desk)
    expect(phone.page.locator("#telling")).to_have_text("Anna throws 3 for the first turn.")
    expect(last).to_have_text("Anna throws 3 for the first turn.")
    expect(banner).to_have_text("Who begins?")
    phone.reads_on("Ben throws 5 for the first turn.")
    expect(last).to_have_text("Ben throws 5 for the first turn.")
    expect(banner).to_have_text("Who begins?")
    phone.page.clock.run_for(10_000)
    expect(banner).to_have_text("The throw")


def laid_out(wood: SimulatedBoard, actions: tuple[str, ...]) -> SimulatedBoard:
    """A board like this one, with the pieces of a game of Pawn's Revenge after these actions."""
    game = find_game("pawns-revenge")
    played = replay(begin(game, game.read_options({})), actions)
    stands = {square: str(piece) for square, piece in game.view(played.position, EVERYTHING).pieces.items()}
    return SimulatedBoard(wood.board_map, Wood(wood.board_map.board, stands), PERFECT)


def wired_to(wood: SimulatedBoard, directory: Path) -> WatchedDesk:
    return WatchedDesk(directory, WiredBoard(wood.board_map, wood.reeds, wood.rings), "gpio")


def to_be_cleared(desk: WatchedDesk) -> set[str]:
    lights = desk.snapshot().scene(frozenset()).lights
    return {square for square, light in lights.items() if light.role is Role.CLEAR}


def said(desk: WatchedDesk) -> str:
    return str(desk.snapshot().scene(frozenset()).now)


def told_by_rings(desk: WatchedDesk) -> int:
    """Count the squares that show the narration."""
    lights = desk.snapshot().scene(frozenset()).lights
    return sum(light.role is Role.TOLD for light in lights.values())


def test_on_wood_a_die_is_thrown_by_a_tap_of_its_owner_and_shown_by_the_rings_in_step(
    wood: SimulatedBoard, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table.model.playback, "GLANCE_S", 600.0)
    monkeypatch.setattr(table.model.playback, "MOST_S", 6000.0)
    with wired_to(laid_out(wood, ()), tmp_path) as desk, served(desk) as address:
        desk.save_settings(replace(desk.settings(), tapped_dice=True))
        desk.start(NewGame("pawns-revenge", {}, PLAYERS, False))
        phone = Phone(browser, address)
        phone.open()
        throw = phone.page.locator(".prompt", has_text="Anna throws.").get_by_role("button", name="Throw")
        throw.wait_for()
        phone.hold_time()
        throw.tap()
        phone.reads_on("Anna throws [1-6]")
        (thrown,) = desk.kept.actions
        number = int(thrown[-1])
        expect(phone.page.locator("#telling .die circle")).to_have_count(number)
        wait_for(lambda: told_by_rings(desk) == number, "that the rings show the die")
        expect(phone.page.locator(".prompt")).to_have_count(0)
        phone.page.clock.run_for(5_000)
        expect(phone.page.locator(".prompt")).to_contain_text("Ben throws.")
        phone.close()
        assert phone.faults == []


def test_on_wood_nothing_is_lost_by_a_late_phone_a_skip_and_a_power_cut_while_it_is_told(
    wood: SimulatedBoard, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rings tell on whatever phones skip; meanwhile, then, and after the cut, the board asks for what fell."""
    monkeypatch.setattr(table.model.playback, "GLANCE_S", 600.0)
    monkeypatch.setattr(table.model.playback, "MOST_S", 6000.0)
    actions = before_a_fall()
    first, whole, cut = laid_out(wood, actions), tmp_path / "whole", tmp_path / "cut"
    whole.mkdir()
    options = find_game("pawns-revenge").read_options({}).as_data()
    with wired_to(first, whole) as desk, served(desk) as address:
        desk.keep("combat", game_id="pawns-revenge", options=options, players=PLAYERS, actions=actions, screen=False)
        desk.resume("combat")
        wait_for(lambda: "has to share" in said(desk), "that the pieces stand where they belong")
        early = Phone(browser, address, 320, 568)
        early.open()
        expect(early.page.locator("#log-last")).not_to_be_empty()
        divide(desk)
        expect(early.page.locator("#now")).to_contain_text("off the board")
        count = len(desk.kept.actions)
        shutil.copytree(whole, cut)
        late = Phone(browser, address)
        late.open()
        early.page.evaluate("document.getElementById('skip').click()")
        for phone in (early, late):
            expect(phone.page.locator("#now")).to_contain_text("off the board")
            expect(phone.page.locator("#log-last")).to_contain_text("fights")
        desk.clock.turn(6000)
        desk.send(Pause())
        desk.send(Resume())  # time that is turned on wakes nobody
        for phone in (early, late):
            expect(phone.page.locator("#now")).to_contain_text("off")
            expect(phone.page.locator(".ring.clear")).not_to_have_count(0)
            phone.close()
        asked = to_be_cleared(desk)
        assert asked and early.faults == late.faults == []
    with wired_to(laid_out(wood, actions), cut) as again:
        wait_for(lambda: to_be_cleared(again) == asked, "that it asks for the same pieces")
        assert len(again.kept.actions) == count
