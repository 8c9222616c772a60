"""A warning on a phone, switched on by its player; and the page of a game that was looked through."""

import pytest
from browser import Phone
from playwright.sync_api import expect
from waiting import PATIENCE_S, wait_for
from watched_desk import WatchedDesk

from daemon.thinker import Question, Thinker
from engine.computers import Computers
from engine.pieces import Seat
from engine.record import Record, begin, replay, write_record
from engine.registry import find_game
from engine.review import Review, Swing
from table.words.events import BlunderFound
from table.words.new_game import NewGame

PATIENCE_MS = PATIENCE_S * 1000
DUEL = {"board": {"d4": "wP", "b2": "wP", "d5": "bP"}, "phase": "move", "to_act": ["white"]}


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a person plays is found bad, at once: how long a process takes to start is no matter here."""
    def think(thinker: Thinker, question: Question | None) -> None:
        if question is not None and question.check is not None:
            found = BlunderFound(question.entry, question.check, 0.5, "gives-up", "P")
            thinker._orders.post(found, question.game_number)

    monkeypatch.setattr(Thinker, "think", think)


@pytest.mark.usefixtures("strict")
def test_what_throws_a_pawn_away_is_told_before_it_counts_and_put_back(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("pawn", {}, {Seat.WHITE: "Anna", Seat.BLACK: ""}, True, computers=Computers({Seat.BLACK: 1}, 1)))
    phone.open("/")
    wait_for(lambda: desk.table.goal is None and desk.table.in_step, "that the board is set up")
    phone.page.locator("#open-menu").click()
    phone.page.locator("#open-help").click()
    phone.page.get_by_role("switch", name="Warn before a move that throws something away").click()
    wait_for(lambda: desk.table.warnings == {Seat.WHITE}, "that warnings are on")
    phone.page.locator("#help [data-close]").click()
    phone.tap("g1")
    phone.waits_for("[data-square=g1] .piece.lifted")
    phone.tap("g2")
    expect(phone.page.locator("#now")).to_contain_text("Careful: That gives up a pawn.", timeout=PATIENCE_MS)
    phone.waits_for("[data-square=g2] .ring.careful")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    assert not phone.overflows()
    phone.page.get_by_role("button", name="Put it back").click()
    wait_for(lambda: desk.table.goal is None and desk.table.in_step, "that it was put back")
    assert desk.table.on_table is not None and not desk.table.on_table.played.actions


def test_the_page_of_a_review_tells_what_was_better_and_leads_into_the_replay(
    desk: WatchedDesk, phone: Phone
) -> None:
    game = find_game("pawn")
    played = replay(begin(game, game.read_options({}), DUEL), ("b2b3", "d5d4"))
    key = desk.shelf.import_record(write_record(Record(played, setup=DUEL)))
    desk.store.keep_review(key, Review((1.0, 0.0, 0.0), (Swing(1, "d4d5", 1.0, alone=True),)))
    phone.open(f"/games/{key}")
    phone.page.get_by_role("link", name="Review").click()
    expect(phone.page.locator("svg.review polyline").first).to_be_attached(timeout=PATIENCE_MS)
    expect(phone.page.locator("main")).to_contain_text("Better:")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    assert not phone.overflows()
    phone.page.locator(f"main a[href='/games/{key}#action-1']").first.click()
    phone.page.wait_for_url(f"**/games/{key}#action-1")
