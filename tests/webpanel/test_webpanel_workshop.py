"""The workshop on the panel: for the owner alone, over wires or over a board in memory."""

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Phone, served, unlock
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Route, expect
from watched_desk import PIN, WatchedDesk

from engine.core.squares import Board, Square
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.pieces import Wood
from table.messages.new_game import NewGame
from table.messages.settings import Settings
from webpanel.app import create_app

BOARD = Board(8, 8)
SETTLED = "That question has been answered in the meantime. Look at the board for what is asked now."
FIRST = "The first rings of the chain are lit. In which colour?"


@pytest.fixture
def desk(wired: WatchedDesk) -> WatchedDesk:
    """A desk with a board of wires."""
    return wired


def enter(client: FlaskClient) -> None:
    assert client.post("/api/owner", json={"pin": PIN}).status_code == 200


@pytest.mark.parametrize(
    ("method", "address", "body"),
    [
        ("GET", "/api/workshop", None), ("POST", "/api/workshop", {"task": "wire"}),
        ("DELETE", "/api/workshop", {"id": "1"}),
        ("POST", "/api/workshop/answer", {"answer": "red", "question": "1:0"}),
    ],
)
def test_it_is_for_the_owner_alone(
    desk: WatchedDesk, client: FlaskClient, another: Callable[[], FlaskClient], method: str, address: str, body: object
) -> None:
    owner = another()
    enter(owner)
    before = owner.post("/api/workshop", json={"task": "wire"}).json
    answer = client.open(address, method=method, json=body)
    assert answer.status_code == 403
    assert owner.get("/api/workshop").json == before


def say(client: FlaskClient, answer: str, shown: dict[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
    """Give an answer to the question that a page shows, if not to the one of now: the status, and what is told."""
    now = shown or client.get("/api/workshop").json["work"]
    answered = client.post("/api/workshop/answer", json={"answer": answer, "question": now["question"]})
    return answered.status_code, answered.json


def test_an_answer_from_an_old_page_or_a_second_tap_answers_no_later_question(
    desk: WatchedDesk, client: FlaskClient
) -> None:
    enter(client)
    first = client.post("/api/workshop", json={"task": "wire"}).json["work"]
    assert say(client, "none", first)[0] == 200
    second = client.get("/api/workshop").json["work"]
    assert say(client, second["choices"][0]["value"], first) == (409, {"error": SETTLED})
    assert client.get("/api/workshop").json["work"] == second, "not answered"
    assert client.get("/api/workshop").json["work"]["question"] == second["question"], "looking changes nothing"
    again = client.post("/api/workshop", json={"task": "wire", "instead": first["id"]}).json["work"]
    assert again["sentence"] == first["sentence"] and again["id"] != first["id"]
    assert say(client, "none", first) == (409, {"error": SETTLED}), "the same words, but another start"
    assert say(client, "none")[0] == 200


def test_a_task_is_begun_answered_and_ended(desk: WatchedDesk, client: FlaskClient) -> None:
    enter(client)
    assert client.get("/api/workshop").json == {"work": None, "practice": None}
    work = client.post("/api/workshop", json={"task": "wire"}).json["work"]
    assert (work["task"], work["sentence"], work["hint"]) == ("wire", FIRST, None)
    assert work["choices"][0] == {"value": "red", "label": "Red"}
    answered = say(client, "red")[1]["work"]
    assert answered["sentence"] == "And now: in which colour?"
    assert client.delete("/api/workshop", json={"id": work["id"]}).json["work"] is None


def test_an_old_page_ends_and_replaces_no_later_task(desk: WatchedDesk, client: FlaskClient) -> None:
    enter(client)
    first = client.post("/api/workshop", json={"task": "wire"}).json["work"]
    second = client.post("/api/workshop", json={"task": "wire", "instead": first["id"]}).json["work"]
    for old in ({"instead": first["id"]}, {}):
        answer = client.post("/api/workshop", json={"task": "wire", **old})
        assert (answer.status_code, answer.json["error"][:37]) == (409, "Something else has begun here in the ")
    assert client.delete("/api/workshop", json={"id": first["id"]}).status_code == 409
    assert client.get("/api/workshop").json["work"] == second, "nothing was done"
    assert client.delete("/api/workshop", json={"id": second["id"]}).json["work"] is None
    assert client.delete("/api/workshop", json={"id": second["id"]}).status_code == 200, "a second tap"


def test_no_task_has_the_id_of_one_from_before_a_restart(tmp_path: Path) -> None:
    seen = []
    for _ in range(2):
        with WatchedDesk(tmp_path) as desk:
            client = create_app(desk).test_client()
            enter(client)
            seen.append(client.post("/api/workshop", json={"task": "wire"}).json["work"])
    assert seen[0]["id"] != seen[1]["id"] and seen[0]["question"] != seen[1]["question"]


def test_refusals_are_told_in_words(desk: WatchedDesk, client: FlaskClient) -> None:
    enter(client)
    ended = {"error": "That has ended in the meantime. Start it again."}
    assert say(client, "red", {"question": "1:0"}) == (409, ended)
    assert client.post("/api/workshop", json={"task": "dance"}).status_code == 400
    desk.start(NewGame("pawn-advance", {}, {}, True))
    answer = client.post("/api/workshop", json={"task": "wire"})
    assert (answer.status_code, answer.json["error"][:31]) == (409, "Park the game on the table firs")


def test_it_speaks_the_language_of_the_table(desk: WatchedDesk, client: FlaskClient) -> None:
    enter(client)
    desk.save_settings(Settings(language="de"))
    client.post("/api/workshop", json={"task": "wire"})
    work = say(client, "none")[1]["work"]
    assert work["sentence"] == "Nimm alle Figuren vom Brett."
    assert work["choices"][0] == {"value": "empty", "label": "Das Brett ist leer"}


def test_the_page_is_for_the_owner_and_has_faults_to_try_only_where_nothing_is_wired(
    wired: WatchedDesk, client: FlaskClient
) -> None:
    assert "for the owner" in client.get("/workshop").text
    enter(client)
    page = client.get("/workshop").text
    assert 'data-task="wire"' in page and 'id="faults"' not in page
    assert 'href="/workshop"' in client.get("/hardware").text
    assert client.get("/api/workshop").json["practice"] is None
    answer = client.post("/api/workshop/fault", json={"name": "dead", "on": True})
    assert (answer.status_code, answer.json["error"]) == (
        409, "Faults can be tried only where no board is wired up."
    )


def test_who_has_wired_nothing_tests_a_board_in_memory_and_sees_its_faults(tmp_path: Path, browser: Browser) -> None:
    (tmp_path / "screen").mkdir()
    with (
        WatchedDesk(tmp_path / "screen") as unwired, served(unwired) as address,
        closing(Phone(browser, address)) as phone,
    ):
        unlock(phone)
        phone.open("/hardware")
        phone.page.get_by_role("link", name="Workshop").click()
        page, dead = phone.page, phone.page.get_by_role("switch", name="The switch of c4 is dead")
        dead.check()
        page.click('[data-task="check"]')
        expect(page.locator("#progress")).to_have_text("0 of 64")
        unwired.clock.turn(10)  # so that every light was tried: its buttons come above the squares
        expect(page.get_by_role("button", name="Every square lit up")).to_be_visible()
        page.get_by_role("button", name="Put the piece on c3", exact=True).click()
        expect(page.get_by_role("button", name="Take the piece off c3")).to_be_visible()
        _draw(phone, "c3", "c5")
        expect(page.get_by_role("button", name="Take the piece off c5")).to_be_visible()
        expect(page.locator("#progress")).to_have_text("2 of 64")
        expect(page.locator("#findings")).to_contain_text("c4")
        expect(page.locator(".practised[title=lit]").first).to_be_visible()
        dead.uncheck()
        _draw(phone, "c5", "c3")
        expect(page.locator("#progress")).to_have_text("3 of 64")
        assert not phone.overflows()
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}).response
        assert found["violations"] == []


def test_a_switch_of_a_practice_board_stays_as_it_was_put(tmp_path: Path, browser: Browser) -> None:
    """Whatever was asked before, and is answered while the board is being told, does not know of it."""
    looks: list[Route] = []
    changes: list[Route] = []
    (tmp_path / "screen").mkdir()
    with (
        WatchedDesk(tmp_path / "screen") as unwired, served(unwired) as address,
        closing(Phone(browser, address)) as phone,
    ):
        unlock(phone)
        phone.open("/workshop")
        dead = phone.page.get_by_role("switch", name="The switch of c4 is dead")
        expect(dead).not_to_be_checked()
        phone.page.route("**/api/workshop", lambda route: looks.append(route))
        phone.page.route("**/api/workshop/fault", lambda route: changes.append(route))
        phone.until(lambda: looks, "the page asks how it stands")
        before = phone.fetched(looks[0])
        dead.check()
        phone.until(lambda: changes, "the page tells the board")
        with phone.page.expect_response("**/api/workshop"):
            looks[0].fulfill(response=before)
        with pytest.raises(AssertionError):  # half a second for the page to have read it
            expect(dead).not_to_be_checked(timeout=500)
        changes[0].continue_()
        phone.page.unroute_all()
        expect(dead).to_be_checked()


def test_the_wiring_of_a_board_in_memory_is_learnt_with_a_finger(tmp_path: Path, browser: Browser) -> None:
    """Also by whoever reloads the page in between, or loses the network for a while."""
    (tmp_path / "screen").mkdir()
    with (
        WatchedDesk(tmp_path / "screen") as unwired, served(unwired) as address,
        closing(Phone(browser, address)) as phone,
    ):
        phone.open("/workshop")
        assert phone.asks("POST", "/api/owner", pin=PIN)[0] == 200
        phone.page.reload()
        page, sentence, progress = phone.page, phone.page.locator("#sentence"), phone.page.locator("#progress")
        page.tap('[data-task="wire"]')
        expect(sentence).to_have_text(FIRST)
        expect(page.locator(".practised[title=lit]").first).to_have_attribute("style", re.compile("#ff0000"))
        for answer in ("Red", "Back", "Nothing is lit", "The board is empty"):
            page.get_by_role("button", name=answer, exact=True).tap()
        expect(sentence).to_have_text("Put a piece on a1 and slide it slowly along the rank to h1.")
        _draw(phone, "a1", "h1")
        expect(progress).to_have_text("8 of 64")
        page.reload()
        expect(sentence).to_have_text("Put a piece on a2 and slide it slowly along the rank to h2.")
        expect(page.locator(".practised.stands")).to_have_attribute("data-square", "h1")
        _draw(phone, "h1", "g1", lost=True)
        _is_told_what_went_wrong_as_long_as_it_matters(phone)
        page.tap("#end")
        expect(page.locator("#begin")).to_be_visible()
        assert unwired.workshop.work() is None and phone.faults == []


def _is_told_what_went_wrong_as_long_as_it_matters(phone: Phone) -> None:
    """A broken line until it is back, a refusal until something else is done."""
    problem, square = phone.page.locator("#problem"), phone.page.locator("[data-square=c3]")
    phone.context.set_offline(True)
    expect(problem).to_contain_text("The panel does not answer.")
    phone.context.set_offline(False)
    expect(problem).to_be_hidden()
    phone.page.route("**/piece", lambda route: route.fulfill(status=409, json={"error": "Not now."}), times=1)
    square.tap()
    expect(problem).to_have_text("Not now.")
    for _ in range(2):
        with phone.page.expect_response("**/api/workshop"):
            pass
    expect(problem).to_have_text("Not now.")
    square.tap()
    expect(problem).to_be_hidden()
    expect(square).to_have_class(re.compile("stands"))


def _draw(phone: Phone, first: str, last: str, lost: bool = False) -> None:
    """Draw a finger from square to square. ``lost``: the browser loses it there; the next tap counts all the same."""
    middles = []
    phone.page.locator("#squares").scroll_into_view_if_needed()
    for name in (first, last):
        box = phone.page.locator(f'[data-square="{name}"]').bounding_box()
        assert box is not None
        middles.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    phone.page.mouse.move(*middles[0])
    phone.page.mouse.down()
    phone.page.mouse.move(*middles[1], steps=12)
    if lost:
        phone.page.locator("#squares").dispatch_event("pointercancel")
    phone.page.mouse.up()


def test_a_builder_goes_through_the_workshop_on_a_phone(
    desk: WatchedDesk, wood: SimulatedBoard, phone: Phone
) -> None:
    unlock(phone)
    phone.open("/workshop")
    page, progress = phone.page, phone.page.locator("#progress")
    page.click('[data-task="wire"]')
    expect(page.locator("#sentence")).to_have_text(FIRST)
    page.click("text=Nothing is lit")
    expect(page.locator("#findings")).to_contain_text("No ring is lit")
    expect(page.locator("#sentence")).to_have_text("Take all pieces off the board.")
    page.click("text=The board is empty")
    expect(page.locator("#sentence")).to_have_text("Put a piece on a1 and slide it slowly along the rank to h1.")
    for square in range(8):
        wood.stand(Wood(BOARD, {Square(square): "wP"}))
        expect(progress).to_have_text(f"{square + 1} of 64")
    expect(page.locator("#squares .seen")).to_have_text([f"{file}1" for file in "abcdefgh"])
    expect(page.locator("#sentence")).to_have_text("Put a piece on a2 and slide it slowly along the rank to h2.")
    page.click("text=Stop here")
    page.click("text=Learn one square again")
    expect(page.locator("#sentence")).to_have_text("Name the square to be learnt again.")
    page.click("#squares button >> text=c3")
    expect(page.locator("#sentence")).to_have_text("Put the piece on c3.")
    page.click("text=Back")
    expect(page.locator("#squares button")).to_have_count(64)
    assert not phone.overflows()
    _check_smallest_phone(phone)
    found = Axe().run(phone.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}).response
    assert found["violations"] == []
    phone.page.click("#end")
    expect(page.locator("#begin")).to_be_visible()
    assert desk.workshop.work() is None


def _check_smallest_phone(phone: Phone) -> None:
    """A finger hits every square there, too."""
    usual = phone.page.viewport_size
    assert usual is not None
    phone.page.set_viewport_size({"width": 320, "height": 568})
    wide = "all => all.map((each) => each.getBoundingClientRect().width)"
    assert min(phone.page.locator("#squares button").evaluate_all(wide)) >= 36
    assert not phone.overflows()
    phone.page.set_viewport_size(usual)


def test_an_answer_that_is_overtaken_by_a_later_one_is_not_shown(
    desk: WatchedDesk, wood: SimulatedBoard, phone: Phone
) -> None:
    """An answer to a poll from before a tap shows old buttons; they would be swapped under the next tap."""
    slow: list[Route] = []

    def hold(route: Route) -> None:
        route.continue_() if slow else slow.append(route)

    unlock(phone)
    phone.open("/workshop")
    phone.page.click('[data-task="wire"]')
    sentence = phone.page.locator("#sentence")
    expect(sentence).to_have_text(FIRST)

    phone.page.route("**/api/workshop", hold)
    phone.until(lambda: slow, "the page asks how it stands")
    before = phone.fetched(slow[0])
    phone.page.get_by_role("button", name="Red", exact=True).click()
    expect(sentence).to_have_text("And now: in which colour?")
    phone.page.evaluate("""() => {
      window.told = [];
      const place = document.getElementById("sentence");
      new MutationObserver(() => told.push(place.textContent)).observe(place, {childList: true, subtree: true});
    }""")
    with phone.page.expect_response("**/api/workshop"):
        slow[0].fulfill(response=before)
    with phone.page.expect_response("**/api/workshop"):
        pass  # the next look: the one before has been dealt with
    assert phone.page.evaluate("told") == []


def test_who_has_wired_nothing_tries_nine_squares_in_memory(tmp_path: Path, browser: Browser) -> None:
    (tmp_path / "screen").mkdir()
    with (
        WatchedDesk(tmp_path / "screen") as unwired, served(unwired) as address,
        closing(Phone(browser, address)) as phone,
    ):
        unlock(phone)
        phone.open("/workshop")
        page = phone.page
        page.get_by_role("switch", name="Trial: the magnet is too weak").check()
        page.click('[data-task="trial"]')
        expect(page.locator("#hint")).to_have_text("In this computer's memory a square is 50 mm wide.")
        expect(page.locator("#picture")).to_be_hidden()
        assert page.locator("#guide-page").get_attribute("href") == "/guides/build/trial.md"
        page.get_by_role("button", name="50", exact=True).click()
        page.get_by_role("button", name="The board is empty").click()
        for square in ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"):
            expect(page.locator("#sentence")).to_contain_text(f"in the middle of {square},")
            page.get_by_role("button", name="The piece is there").click()
        for square in ("c2", "a2", "b3", "b1", "c3", "a1", "a3", "c1"):
            expect(page.locator("#sentence")).to_contain_text(f"in the middle of {square}, and slide it")
            page.get_by_role("button", name="It is in the middle of b2, and nothing more happens").click()
        expect(page.locator("#findings")).to_contain_text("No switch feels the piece anywhere")
        expect(page.locator("#picture")).to_contain_text("xxx")
        expect(page.locator("#work-facts")).to_contain_text("Margin of a piece put down off-centre")
