"""The pages of a club in a real browser: accessible by axe (WCAG 2.2 AA), no wider than the screen, from the smallest
phone to a wall, dark and light; with ``--full`` in both languages."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from axe import AT_REST, violations
from chromium import by_name
from playwright.sync_api import Browser, Page, Route, expect
from waiting import PATIENCE_S

from club.broadcast.public import PublicGame, write_game
from club.transport.link import Broker
from club.transport.messages import Status, write_status
from clubpanel.app import create_app
from clubpanel.results.database import opened
from clubpanel.tournament.model import Act, Begin, Enter, Game, Pair, System
from clubpanel.tournament.pairing import round_robin
from clubpanel.web.wall import STREAMS, WatchedClub
from engine.core.pieces import Seat
from engine.core.squares import Board
from webpanel.serve import start

expect.set_options(timeout=PATIENCE_S * 1000)
PIN = "246810"
GAME = PublicGame(
    "k1", "pawn-advance", Board(8, 8), {Seat.WHITE: "Ada", Seat.BLACK: "Friederike Maximiliane von und zu Hausen"},
    {"b3": "wP", "b8": "bP"}, to_act=(Seat.BLACK,), actions=1, last="Ada's pawn goes from b1 to b3.",
    squares=("b1", "b3"),
)
PLAYERS = ["Ada", "Bo", "Friederike Maximiliane von und zu Hausen", "Donaudampfschifffahrtskapitänswitwenrente"[:40]]
CONTROLS = "button, select, input:not([type=checkbox]):not([type=hidden]), nav a, summary"
SMALL = f"""[...document.querySelectorAll("{CONTROLS}")]
  .filter((each) => each.offsetParent && !each.matches(".skip"))
  .map((each) => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.9 || box.width < 43.9)
  .map(([words, box]) => `${{words}} ${{box.width}}x${{box.height}}`)"""
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def wall(tmp_path: Path) -> Iterator[WatchedClub]:
    database = opened("", tmp_path)
    yield WatchedClub(Broker("127.0.0.1", 9), "pawnlight", database, lambda: "2026-11-23T10:00:00Z", PIN)
    database.dispose()


@pytest.fixture
def club(wall: WatchedClub) -> Iterator[str]:
    """The address of a club with boards, results and a tournament of two rounds."""
    app = create_app(wall)
    older = replace(GAME, key="old", to_act=(), winners=(Seat.WHITE,), result="Ada wins.")
    wall.watcher._hear(f"pawnlight/{0:016x}/game", write_game(older), True)
    for number in range(12):
        board = f"{number:016x}"
        said = write_status(Status(board, f"Board {number + 1}", number != 3, "1"))
        wall.watcher._hear(f"pawnlight/{board}/status", said, True)
        wall.watcher._hear(f"pawnlight/{board}/game", write_game(replace(GAME, key=f"k{number}")), False)
    phone = app.test_client()
    phone.post("/organiser", data={"pin": PIN, "name": "Eve"})
    phone.post("/tournaments", data={"name": "Autumn cup", "system": "swiss", "game": "pawn-advance", "rounds": "3"})
    phone.post("/tournaments/1", data={"act": "enter", "acts": "1", "players": "\n".join(PLAYERS)})
    phone.post("/tournaments/1", data={"act": "pair", "acts": "5"})
    for number, (white, black) in enumerate([(PLAYERS[0], PLAYERS[2]), (PLAYERS[3], PLAYERS[1])]):
        ended = replace(GAME, key=f"e{number}", players={Seat.WHITE: white, Seat.BLACK: black}, to_act=(),
                        winners=(Seat.WHITE,), result=f"{white} wins: a pawn has reached the far row.")
        wall.watcher._hear(f"pawnlight/{number:016x}/game", write_game(ended), False)
    phone.post("/tournaments/1", data={"act": "pair", "acts": "6", "boards": "1"})
    phone.post("/tournaments", data={"name": "Next", "system": "swiss", "game": "pawn-advance", "rounds": "3"})
    phone.post("/tournaments/2", data={"act": "enter", "acts": "1", "players": "\n".join(PLAYERS)})
    serving = start(app, "127.0.0.1", 0, STREAMS)
    yield f"http://127.0.0.1:{serving.port}"
    wall.changes.close()
    serving.close()


@pytest.fixture
def page(browser: Browser, club: str) -> Iterator[Page]:
    context = browser.new_context(base_url=by_name(club), color_scheme="light")
    context.set_default_timeout(PATIENCE_S * 1000)
    yield context.new_page()
    context.close()


def complaints(page: Page) -> list[str]:
    return [*violations(page), *page.evaluate(SMALL), *["too wide"] * page.evaluate(WIDE)]


PAPER = ["/tournaments/1/rounds/2", "/tournaments/1/rounds/1/slips", "/tournaments/1/cross-table"]
PAGES = ["/", f"/boards/{1:016x}", "/results", "/tournaments", "/tournaments/1", "/tournaments/1/wall", *PAPER,
         "/nowhere"]


Scheme = Literal["dark", "light"]
SCREENS: dict[str, list[tuple[int, int, Scheme]]] = {
    "de": [(1280, 800, "light"), (320, 568, "dark")], "en": [(390, 844, "light"), (1920, 1080, "dark")],
}
"""The screens that every page is looked at on in each language, and which appearance the browser likes best there."""
ELSEWHERE = "html, body, body *:not([action='/appearance'] *)"
COLOURS = f"""() => [...document.querySelectorAll("{ELSEWHERE}")].map(getComputedStyle).map(
  (style) => [style.colorScheme, style.color, style.backgroundColor, style.borderColor, style.fill].join()
)"""
"""Those of all but the buttons by which an appearance is chosen."""


def choose(page: Page, name: str, value: str) -> None:
    """Tap on a language or an appearance at the foot of the page."""
    page.locator(f"button[name={name}][value={value}]").click()
    expect(page.locator(f"button[name={name}][aria-current]")).to_have_attribute("value", value)


def appears(page: Page, scheme: Scheme) -> list[str]:
    """The colours of the open page in a browser that likes an appearance best."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_load_state()
    page.wait_for_function(AT_REST)
    return list(page.evaluate(COLOURS))


def test_the_appearance_is_what_was_chosen_or_as_the_browser_is(page: Page) -> None:
    """So a page that follows the browser shows both, and need not be opened for each of them."""
    page.goto("/tournaments")
    found = {}
    for theme in ("light", "dark", "system"):
        page.emulate_media(color_scheme="light")
        choose(page, "theme", theme)
        found[theme] = [appears(page, "light"), appears(page, "dark")]
    light, dark = found["system"]
    assert dark[0].startswith("dark,") and light[0].startswith("light,")
    assert found["dark"] == [dark, dark] and found["light"] == [light, light]


@pytest.mark.first_or_all("language", list(SCREENS))
def test_every_page_is_accessible_and_fits(page: Page, language: str) -> None:
    found = {}

    def judge(what: str) -> None:
        for width, height, scheme in SCREENS[language]:
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            found[what, width, height, scheme] = complaints(page)
        page.emulate_media(color_scheme="light")

    page.goto("/tournaments")
    choose(page, "language", language)
    choose(page, "theme", "system")
    for path in PAGES:
        page.goto(path)
        judge(path)
    page.goto("/tournaments")
    page.locator("input[name=name]").fill("Eve")
    page.locator("input[name=pin]").fill(PIN)
    page.locator("form[action='/organiser'] button").click()
    expect(page.locator("select[name=system]")).to_be_visible()
    judge("organise")
    page.goto("/tournaments/1")
    for each in page.locator("details").all():
        each.locator("summary").click()
    judge("organiser")
    page.goto("/tournaments/2/pairing")
    judge("pairing by hand")
    page.locator("input[name=white]").first.fill("Zed")
    page.locator("form.pairs button").click()
    expect(page.get_by_role("alert")).to_be_visible()
    judge("a slip in a row")
    assert {state: wrong for state, wrong in found.items() if wrong} == {}


def sheets(page: Page, path: str) -> int:
    """The number of sheets on which a page is printed, on A4."""
    page.goto(path)
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


def test_on_paper_white_and_black_differ_and_there_is_nothing_to_tap(page: Page, wall: WatchedClub) -> None:
    """Browsers print no backgrounds unless they are asked to: a disc that is made of one would be the same ring."""
    last = wall.bookkeeper.books().tournaments[1].games[-1]
    ended = replace(GAME, key="slip", players={Seat.WHITE: f"{last.white[:-1]}x", Seat.BLACK: last.black}, winners=())
    wall.watcher._hear(f"pawnlight/{last.board}/game", write_game(ended), False)
    organise(page)
    page.goto("/tournaments/1")
    expect(page.locator("#uncounted button.primary")).to_be_visible()
    page.emulate_media(media="print")
    for path in ["/tournaments/1", *PAPER[:2]]:
        page.goto(path)
        drawn = [page.locator(stone).first.evaluate("""each => {
            const style = getComputedStyle(each);
            return [each.offsetWidth > 2 * parseFloat(style.borderTopWidth) + 1, style.borderTopColor];
        }""") for stone in (".stone.white", ".stone.black")]
        assert drawn == [[True, "rgb(0, 0, 0)"], [False, "rgb(0, 0, 0)"]], "a ring and a full disc"
        assert not page.locator("nav, footer, form, summary, button").filter(visible=True).count()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.parametrize("long", [0, 5, 1], ids=["short names", "every fifth is long", "all are long"])
def test_a_round_is_printed_on_one_sheet_however_many_play(page: Page, wall: WatchedClub, long: int) -> None:
    """And so is the cross table of the largest round robin."""
    for number, players in enumerate([10, 14, 28, 30, 36, 60, 62, 200, 40], 3):
        names = [f"{at} {PLAYERS[2]}"[:40] if long and at % long == 0 else f"Player {at}" for at in range(players)]
        twice = players == 40
        acts: list[Act] = [Begin("Open", System.TWICE if twice else System.SWISS, "pawn", 5), *map(Enter, names)]
        rounds = round_robin(names) if twice else round_robin(names)[:1]
        games = tuple(Game(at, *pair, f"{1:016x}") for at, pairs in enumerate(rounds, 1) for pair in pairs)
        wall.journal.add(number, 1, "Eve", [*acts, Pair(games)])
        wall.bookkeeper.renew()
        assert sheets(page, f"/tournaments/{number}/rounds/1") == 1, players
    assert sheets(page, "/tournaments/11/cross-table") == 1
    assert sheets(page, "/tournaments/7/rounds/1/slips") == 3, "18 slips: eight on each, and none cut in two"


def test_the_organiser_s_list_of_players_has_no_colours_of_seats(page: Page) -> None:
    """A player has none before the games are drawn. On the wall every seat has its own."""
    before = "each => getComputedStyle(each, '::before').content"
    page.goto("/")
    assert page.locator("article .players li").first.evaluate(before) != "none"
    page.goto("/tournaments")
    page.locator("input[name=name]").fill("Eve")
    page.locator("input[name=pin]").fill(PIN)
    page.locator("form[action='/organiser'] button").click()
    expect(page.locator("select[name=system]")).to_be_visible()
    page.goto("/tournaments/1")
    assert page.locator(".players li").first.evaluate(before) == "none"


def test_a_board_on_a_page_of_its_own_fits_in_text_of_twice_the_size(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    for path in ("/", f"/boards/{1:016x}"):
        page.goto(path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert not page.evaluate(WIDE), path


LIVE = "**/?part=1"
AGAIN_MS = 5000
"""After how long a page tries again, as ``live.js`` says."""


def says(wall: WatchedClub, last: str) -> None:
    """The second board tells what happened last in its game."""
    wall.watcher._hear(f"pawnlight/{1:016x}/game", write_game(replace(GAME, key="k1", last=last)), False)


def test_the_wall_follows_what_boards_say_and_makes_up_for_a_fetch_that_failed(page: Page, wall: WatchedClub) -> None:
    page.clock.install()
    with page.expect_request(LIVE):  # its stream is open
        page.goto("/")
    says(wall, "Ada castles.")
    expect(page.locator(f"#b{1:016x} .last")).to_have_text("Ada castles.")
    with page.expect_event("requestfailed"):
        page.route(LIVE, lambda route: route.abort(), times=1)
        says(wall, "Bo castles.")
    expect(page.locator("#lost")).to_be_visible()
    page.clock.fast_forward(AGAIN_MS)
    expect(page.locator(f"#b{1:016x} .last")).to_have_text("Bo castles.")
    expect(page.locator("#lost")).to_be_hidden()


def test_the_wall_changes_the_boards_that_changed_and_leaves_the_others_alone(page: Page, wall: WatchedClub) -> None:
    with page.expect_request(LIVE):
        page.goto("/")
    page.evaluate("""globalThis.changed = [];
        new MutationObserver((changes) => {
          for (const { target, attributeName } of changes) {
            const place = target instanceof Element ? target : target.parentElement;
            if (attributeName !== "data-mark") changed.push(place.closest(".card, #live").id);
          }
        }).observe(document.getElementById("live"), {
          attributes: true, characterData: true, childList: true, subtree: true,
        });""")
    changed = "[...new Set(changed.splice(0))]"
    page.locator(f"#b{1:016x} a").focus()
    with page.expect_response(LIVE) as came:
        says(wall, "Ada castles.")
    expect(page.locator(f"#b{1:016x} .last")).to_have_text("Ada castles.")
    assert came.value.text().count("<article") == 1
    assert page.evaluate(changed) == [f"b{1:016x}"]
    said = write_status(Status(f"{12:016x}", "Board 2b", True, "1"))
    wall.watcher._hear(f"pawnlight/{12:016x}/status", said, True)
    expect(page.locator(".card h2").nth(2)).to_have_text("Board 2b")
    expect(page.locator(".card")).to_have_count(13)
    assert page.evaluate(changed) == ["live"]
    says(wall, "Bo castles.")
    expect(page.locator(f"#b{1:016x} .last")).to_have_text("Bo castles.")
    assert page.evaluate(changed) == [f"b{1:016x}"]
    expect(page.locator(f"#b{1:016x} a")).to_be_focused()


def test_a_board_that_has_gone_says_so_on_its_page(page: Page, wall: WatchedClub) -> None:
    with page.expect_request("**/*?part=1"):
        page.goto(f"/boards/{1:016x}")
    board = f"pawnlight/{1:016x}"
    for topic in ("status", "game"):
        wall.watcher._hear(f"{board}/{topic}", b"", False)
    expect(page.locator("#live")).to_have_count(0)
    assert page.url.endswith(f"/boards/{1:016x}")


def test_the_wall_asks_now_and_then_also_while_nobody_tells_of_changes(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That the broker is away, say."""
    monkeypatch.setattr("clubpanel.app.HEARTBEAT_S", 0.02)
    with page.expect_request(LIVE):
        page.goto("/")
    for _ in range(2):
        with page.expect_request(LIVE):
            pass


# --- rounds ------------------------------------------------------------------------------------------------------

SEEN = """() => [...document.querySelectorAll(".wall-screen > li")].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight + 1;
}).length"""
SCROLLS = "document.documentElement.scrollHeight > document.documentElement.clientHeight"
SMALLEST = """Math.min(...[...document.querySelectorAll(".name:not(.long)")].map(
  (each) => parseFloat(getComputedStyle(each).fontSize)))"""
LEGIBLE_PX = 40
"""A capital has 0.7 of it: on a screen of 55 inches 18 mm, a 280th of five metres."""


def great_club(wall: WatchedClub, pairs: int) -> tuple[str, tuple[Game, ...]]:
    """Begin another tournament, with boards for so many games; its address and they."""
    for number in range(pairs):
        said = write_status(Status(f"{number:016x}", f"Table {number + 1}", True, "1"))
        wall.watcher._hear(f"pawnlight/{number:016x}/status", said, True)
    phone = create_app(wall).test_client()
    phone.post("/organiser", data={"pin": PIN, "name": "Eve"})
    form = {"name": "Great cup", "system": "swiss", "game": "pawn-advance", "rounds": "3"}
    cup = str(phone.post("/tournaments", data=form).headers["Location"])
    names = [f"Player number {number}" for number in range(2 * pairs)]
    phone.post(cup, data={"act": "enter", "acts": "1", "players": "\n".join(names)})
    phone.post(cup, data={"act": "pair", "acts": str(2 * pairs + 1), "boards": "1"})
    return cup, wall.bookkeeper.books().tournaments[int(cup.rpartition("/")[2])].games


@pytest.mark.parametrize(("pairs", "seen"), [(1, [1]), (5, [5]), (15, [15]), (16, [8, 8, 8]), (31, [11, 11, 9, 11])])
def test_a_round_fits_on_a_wall_and_can_be_read_from_afar(
    page: Page, wall: WatchedClub, pairs: int, seen: list[int]
) -> None:
    """If it needs several screens, they take turns."""
    cup, _ = great_club(wall, pairs)
    page.clock.install()
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{cup}/wall")
    expect(page.locator("nav, .code, .choices")).to_have_count(0)
    found = []
    for _ in seen:
        found.append(page.evaluate(SEEN))
        page.clock.fast_forward(12_000)
    assert found == seen
    assert not page.evaluate(SCROLLS) and not page.evaluate(WIDE)
    assert page.evaluate(SMALLEST) >= LEGIBLE_PX


def test_a_round_on_a_wall_follows_its_games(page: Page, wall: WatchedClub) -> None:
    cup, (first, *_) = great_club(wall, 3)
    with page.expect_request("**/wall?part=1"):
        page.goto(f"{cup}/wall")
    line, topic = page.locator("#game-0"), f"pawnlight/{first.board}"
    expect(line.locator(".state")).to_have_text("not begun")
    game = replace(GAME, key="g1", players={Seat.WHITE: first.white, Seat.BLACK: first.black})
    wall.watcher._hear(f"{topic}/game", write_game(game), False)
    expect(line.locator("[data-acts]")).to_contain_text(first.black)
    expect(line.locator("img")).to_be_visible()
    wall.watcher._hear(f"{topic}/game", write_game(replace(game, to_act=(), winners=(Seat.BLACK,))), False)
    expect(line.locator(".state")).to_have_text("0 : 1")
    expect(page.locator(".round-head")).to_contain_text("1 of 3 games are over")


def organise(page: Page) -> None:
    page.goto("/tournaments")
    page.locator("input[name=name]").fill("Eve")
    page.locator("input[name=pin]").fill(PIN)
    page.locator("form[action='/organiser'] button").click()
    expect(page.locator("select[name=system]")).to_be_visible()


def test_a_tournament_shows_its_round_first_and_refreshes_without_taking_what_is_filled_in(
    page: Page, wall: WatchedClub
) -> None:
    cup, games = great_club(wall, 3)
    organise(page)
    with page.expect_request(f"**{cup}?part=1"):
        page.goto(cup)
    assert page.locator("#live h2").first.text_content() == "Round 1"
    page.locator("#game-1 summary").click()
    reason = page.locator("#game-1 input[name=why]")
    reason.fill("The clock was wrong")
    page.locator("#game-1 select[name=score]").select_option("draw")
    page.locator("textarea[name=players]").fill("Late Comer")
    for number, each in enumerate(games[:2]):
        ended = replace(GAME, key="g1", players={Seat.WHITE: each.white, Seat.BLACK: each.black}, to_act=(),
                        winners=(Seat.WHITE,))
        wall.watcher._hear(f"pawnlight/{each.board}/game", write_game(ended), False)
        expect(page.locator(f"#game-{number} .score")).to_have_text("1 : 0")
    expect(page.locator("#game-1 details")).to_have_attribute("open", "")
    expect(reason).to_have_value("The clock was wrong")
    expect(page.locator("#game-1 select[name=score]")).to_have_value("draw")
    expect(page.locator("textarea[name=players]")).to_have_value("Late Comer")
    expect(page.locator("textarea[name=players]")).to_be_focused()


def test_a_list_that_came_back_to_be_mended_stays_through_a_refresh(page: Page, wall: WatchedClub) -> None:
    cup, (first, *_) = great_club(wall, 3)
    organise(page)
    page.goto(cup)
    page.locator("textarea[name=players]").fill(f"Late Comer\n{first.white}")
    page.locator("form:has(textarea) button").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 2")
    page.locator("#game-1 summary").click()
    ended = replace(GAME, key="g1", players={Seat.WHITE: first.white, Seat.BLACK: first.black}, to_act=(), winners=())
    wall.watcher._hear(f"pawnlight/{first.board}/game", write_game(ended), False)
    expect(page.locator("#game-0 .score")).to_have_text("½ : ½")
    expect(page.locator("textarea[name=players]")).to_have_value(f"Late Comer\n{first.white}")
    expect(page.get_by_role("alert")).to_contain_text("Line 2")


def test_a_button_of_a_question_stays_that_question_s_as_others_come(page: Page, wall: WatchedClub) -> None:
    cup, games = great_club(wall, 3)
    organise(page)
    with page.expect_request(f"**{cup}?part=1"):
        page.goto(cup)

    def slip(number: int) -> None:
        game = games[number]
        players = {Seat.WHITE: f"{game.white}x", Seat.BLACK: game.black}
        ended = replace(GAME, key=f"slip{number}", players=players, to_act=(), winners=())
        wall.watcher._hear(f"pawnlight/{game.board}/game", write_game(ended), False)
        expect(page.locator("#uncounted")).to_contain_text(players[Seat.WHITE])

    slip(0)
    button = page.locator("#uncounted button.primary").first.element_handle()
    before = button.evaluate("each => each.form.outerHTML")
    slip(1)
    expect(page.locator("#uncounted li").first).to_contain_text(games[1].white)
    assert button.evaluate("each => each.isConnected && each.form.outerHTML") == before


def test_results_appear_by_themselves(page: Page, wall: WatchedClub) -> None:
    with page.expect_request("**/results?part=1"):
        page.goto("/results")
    ended = replace(GAME, key="g1", players={Seat.WHITE: "Zoë", Seat.BLACK: "Yves"}, to_act=(), winners=())
    wall.watcher._hear(f"pawnlight/{5:016x}/game", write_game(ended), False)
    expect(page.locator("tbody")).to_contain_text("Zoë")


# --- browsers that run no script ----------------------------------------------------------------------------------

LIVE_PAGES = ["/", f"/boards/{1:016x}", "/results", "/tournaments/1", "/tournaments/1/wall"]
WITHOUT_MODULES: dict[str, Callable[[Route], None]] = {
    "a syntax that it does not know": lambda route: route.fulfill(body="let a = ?!?;", content_type="text/javascript"),
    "modules that do not come": lambda route: route.abort(),
    "a function that it lacks": lambda route: route.fulfill(
        body="document.body.from2030(); Object.assign(globalThis, { began: true });", content_type="text/javascript"
    ),
}


@pytest.mark.parametrize("spoil", WITHOUT_MODULES.values(), ids=WITHOUT_MODULES)
@pytest.mark.parametrize("path", LIVE_PAGES)
def test_a_page_that_does_not_follow_its_boards_says_so(page: Page, path: str, spoil: Callable[[Route], None]) -> None:
    page.route("**/live.js", spoil)
    page.goto(path)
    expect(page.locator("#outdated")).to_be_visible()


def test_a_page_that_follows_its_boards_or_has_none_never_says_so(page: Page) -> None:
    for path in PAGES:
        page.goto(path)
        expect(page.locator("#outdated")).to_be_hidden()
    for path in LIVE_PAGES:
        page.goto(path)
        page.evaluate("setTimeout(() => { throw new Error('later') })")
        page.wait_for_function("() => window.onerror === null")
        expect(page.locator("#outdated")).to_be_hidden()
