"""Setting up a position in a browser: by taps, by dragging, by keys, and by reading a board of wood."""

from collections.abc import Iterator, Sequence

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import NO_ANSWER, Phone, served
from playwright.sync_api import Browser, Route, expect
from waiting import wait_for
from watched_desk import WatchedDesk

from hardware.simulated.board import SimulatedBoard
from hardware.simulated.pieces import Wood

TAPPED = """() => [...document.querySelectorAll("#setup :is(button, label)")].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [each.dataset.square ?? each.textContent, x, y, width, height];
})"""
"""The parts of the editor that can be tapped, and their boxes."""
SIZES = [(320, 568), (390, 844), (740, 360), (1280, 800)]


def opened(phone: Phone, game: str = "pawn-advance") -> Phone:
    """The form of a new game, with its editor."""
    phone.open_form(f"/new/{game}")
    phone.waits_for("#new-game")
    phone.page.check("#from-position", force=True)
    phone.waits_for("#setup-tray .tool")
    phone.waits_for("#setup-board [data-square=a1]")
    return phone


def choose(phone: Phone, words: str) -> None:
    """Take a tool out of the tray."""
    phone.page.locator("#setup-tray .tool").filter(has_text=words).first.tap()


def on(phone: Phone, square: str) -> str:
    """Return a screen reader's words for a square."""
    return phone.page.get_attribute(f"#setup-board [data-square={square}]", "aria-label") or ""


def tap(phone: Phone, square: str) -> None:
    phone.page.tap(f"#setup-board [data-square={square}]")


def says(phone: Phone, square: str, words: str) -> None:
    expect(phone.page.locator(f"#setup-board [data-square={square}]")).to_have_attribute("aria-label", words)


def start(phone: Phone) -> None:
    phone.page.tap("text=Start the game")
    phone.waits_for("#board .piece")


def test_a_handicap_is_given_by_taking_pieces_off(desk: WatchedDesk, phone: Phone) -> None:
    opened(phone, "pawn")
    choose(phone, "Take pieces off")
    tap(phone, "a1")
    says(phone, "a1", "a1, empty")
    expect(phone.page.locator("#setup-told")).to_have_text("a1: empty")
    tap(phone, "c1")
    says(phone, "c1", "c1, empty")
    phone.page.locator("#setup-fields label", has_text="Black").tap()
    start(phone)
    assert len(desk.stands) == 22 and not {"a1", "c1"} & desk.stands.keys()
    assert desk.snapshot().scene(frozenset()).to_act == ("black",)


def test_a_position_of_chess_is_pasted_and_its_text_follows_the_board(desk: WatchedDesk, phone: Phone) -> None:
    opened(phone, "chess")
    text = phone.page.locator("#setup-text")
    expect(text).to_have_value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    text.fill("4k3/8/8 w - - 0 1")
    text.blur()
    expect(phone.page.locator("#setup-problem")).to_contain_text("the board has eight ranks, not 3")
    text.fill("4k3/8/8/8/8/8/4P3/4K2R b K - 3 40")
    text.blur()
    says(phone, "h1", "h1, white rook")
    expect(phone.page.locator("#setup-problem")).to_be_hidden()
    choose(phone, "Take pieces off")
    tap(phone, "h1")
    expect(text).to_have_value("4k3/8/8/8/8/8/4P3/4K3 b - - 3 40")
    text.fill("4k3/8/8 w - - 0 1")
    phone.page.tap("text=Start the game")
    expect(phone.page.locator("#setup-problem")).to_contain_text("the board has eight ranks, not 3")
    text.fill("4k3/8/8/8/8/8/4P3/4K3 b - - 3 40")
    start(phone)
    assert desk.snapshot().scene(frozenset()).to_act == ("black",) and len(desk.stands) == 3


def test_a_study_is_put_together_from_an_empty_board(desk: WatchedDesk, phone: Phone) -> None:
    opened(phone, "advancing-chess")
    phone.page.tap("#setup-empty")
    says(phone, "a1", "a1, empty")
    choose(phone, "white knight")
    tap(phone, "c3")
    says(phone, "c3", "c3, white knight")
    choose(phone, "black castle")
    tap(phone, "d5")
    says(phone, "d5", "d5, black castle")
    choose(phone, "Move pieces")
    tap(phone, "c3")
    expect(phone.page.locator("#setup-told")).to_contain_text("picked up")
    tap(phone, "e3")
    says(phone, "e3", "e3, white knight")
    start(phone)
    assert dict(desk.stands) == {"e3": "wN", "d5": "bC"}


def test_pieces_are_dragged_from_square_to_square_from_the_tray_and_off_the_board(
    desk: WatchedDesk, phone: Phone
) -> None:
    opened(phone, "pawn")
    mouse, page = phone.page.mouse, phone.page

    def drag(origin: str, target: str) -> None:
        page.locator("#setup").scroll_into_view_if_needed()
        for place, act in ((origin, mouse.down), (target, mouse.up)):
            box = page.locator(place).bounding_box()
            assert box
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            act()

    page.evaluate("document.getElementById('setup-board').scrollIntoView({block: 'start'})")
    drag("[data-square=a1]", "[data-square=b4]")
    says(phone, "b4", "b4, white pawn")
    says(phone, "a1", "a1, empty")
    drag("#setup-tray .tool:has-text('black pawn')", "[data-square=d5]")
    says(phone, "d5", "d5, black pawn")
    drag("[data-square=c1]", "#setup-told")
    says(phone, "c1", "c1, empty")


def test_everything_can_be_done_with_keys(desk: WatchedDesk, phone: Phone) -> None:
    opened(phone, "pawn")
    keys = phone.page.keyboard
    phone.page.focus("#setup-board [tabindex='0']")
    keys.press("Delete")
    says(phone, "a1", "a1, empty")
    phone.page.locator("#setup-tray input").first.focus()
    for _ in range(2):
        keys.press("ArrowRight")  # move, white pawn, black pawn
    phone.page.focus("#setup-board [data-square=a1]")
    for _ in range(3):
        keys.press("ArrowUp")
    keys.press("Enter")
    says(phone, "a4", "a4, black pawn")


def test_an_impossible_position_is_refused_in_words_that_name_the_square(desk: WatchedDesk, phone: Phone) -> None:
    opened(phone, "chess-two")
    problem = phone.page.locator("#setup-problem")
    phone.page.tap("#setup-empty")
    expect(problem).to_contain_text("must have exactly one king")
    for piece, square in (("white king", "f1"), ("black king", "f10"), ("Life", "b1")):
        choose(phone, piece)
        phone.page.locator(f"#setup-board [data-square={square}]").dispatch_event("click")
        says(phone, square, f"{square}, {piece}")
    expect(problem).to_have_text("Board: Life stands on light squares, and b1 is dark.")
    phone.page.tap("text=Start the game")
    expect(phone.page.locator("#problem")).to_have_text("Board: Life stands on light squares, and b1 is dark.")
    choose(phone, "Take pieces off")
    phone.page.locator("#setup-board [data-square=b1]").dispatch_event("click")
    expect(problem).to_have_text("Nothing is left to play here: a draw (too few pieces left).")
    choose(phone, "white rook")
    phone.page.locator("#setup-board [data-square=b1]").dispatch_event("click")
    choose(phone, "Shield on or off")
    phone.page.locator("#setup-board [data-square=b1]").dispatch_event("click")
    says(phone, "b1", "b1, white rook with a Shield, has a Shield")
    expect(problem).to_be_hidden()
    start(phone)
    assert desk.stands.keys() == {"f1", "f10", "b1"}


def test_no_tool_moves_under_the_finger_when_the_answer_comes(phone: Phone) -> None:
    opened(phone, "chess-two")
    problem, waiting = phone.page.locator("#setup-problem"), list[Route]()
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.route("**/api/setups", lambda route: waiting.append(route))
        phone.page.tap("#setup-empty")
        says(phone, "f1", "f1, empty")
        phone.until(lambda: waiting, "asked what is wrong with the position")
        before = phone.page.evaluate(TAPPED)
        assert len(before) > 100 and not problem.is_visible(), width
        waiting.pop().continue_()
        expect(problem).to_contain_text("must have exactly one king")
        assert phone.page.evaluate(TAPPED) == before, width
        phone.page.unroute_all(behavior="wait")
        with phone.page.expect_response("**/api/setups"):
            phone.page.tap("#setup-start")
        says(phone, "f1", "f1, white king")
        expect(problem).to_be_hidden()


def test_strengths_and_holes_are_set_on_the_board(desk: WatchedDesk, phone: Phone) -> None:
    opened(phone, "pawns-revenge")
    choose(phone, "Power and toughness")
    for _ in range(2):
        phone.page.tap("[aria-label='Power: more']")
    tap(phone, "d1")
    expect(phone.page.locator("#setup-problem")).to_contain_text("d1 has at least 2/3, not 3/1")
    for _ in range(4):
        phone.page.tap("[aria-label='Toughness: more']")
    tap(phone, "d1")
    expect(phone.page.locator("#setup-board [data-square=d1] .mark")).to_have_text("3/5")
    says(phone, "d1", "d1, white queen, power and toughness 3/5")
    expect(phone.page.locator("#setup-problem")).to_be_hidden()
    choose(phone, "Bombed squares")
    tap(phone, "d4")
    expect(phone.page.locator("#setup-board [data-square=d4].hole")).to_be_visible()
    start(phone)
    assert desk.snapshot().scene(frozenset()).holes == ("d4",)
    assert desk.kept.setup is not None
    detail = desk.kept.setup["detail"]
    assert isinstance(detail, dict) and detail["stats"]["d1"] == "3/5"


def test_what_was_set_up_stays_when_another_option_is_chosen(desk: WatchedDesk, phone: Phone) -> None:
    opened(phone, "pawn-advance")
    choose(phone, "Take pieces off")
    tap(phone, "a1")
    says(phone, "a1", "a1, empty")
    with phone.page.expect_response("**/api/setups"):
        phone.page.tap("[aria-label='Rounds: less']")
    says(phone, "a1", "a1, empty")
    start(phone)
    assert "a1" not in desk.stands and desk.kept.options["rounds"] == 9


def test_the_usual_start_takes_the_place_of_a_position_once_the_panel_answers(desk: WatchedDesk, phone: Phone) -> None:
    """Until then the one that was set up stays, and can be changed. Before there is any, buttons do nothing."""
    waiting, told = list[Route](), phone.page.locator("#setup-told")
    phone.page.route("**/api/setups", lambda route: waiting.append(route), times=1)
    phone.open_form("/new/pawn-advance")
    phone.waits_for("#new-game")
    phone.page.tap("label[for=from-position]")
    phone.until(lambda: waiting, "asked what can be set up")
    phone.page.tap("#setup-empty")
    waiting[0].continue_()
    choose(phone, "Take pieces off")
    tap(phone, "a1")
    says(phone, "a1", "a1, empty")
    phone.context.set_offline(True)
    phone.page.tap("#setup-start")
    phone.says(NO_ANSWER)
    expect(told).to_have_text("a1: empty")
    tap(phone, "b1")
    says(phone, "b1", "b1, empty")
    expect(phone.page.locator("#setup-problem")).to_have_text(NO_ANSWER)
    phone.context.set_offline(False)
    phone.page.locator("#setup-start").dblclick()
    expect(told).to_have_text("The usual start")
    for square in ("a1", "b1", "h1"):
        says(phone, square, f"{square}, white pawn")
    start(phone)
    assert len(desk.stands) == 16


def test_whoever_goes_back_to_the_form_finds_what_it_says_they_chose(phone: Phone) -> None:
    """The browser fills in the form without a word to its scripts."""
    opened(phone, "pawns-revenge")
    phone.page.tap("[aria-label='Players: more']")
    phone.waits_for("#name-red")
    start(phone)
    phone.page.go_back()
    expect(phone.page.locator("#option-players")).to_have_value("3")
    phone.waits_for("#name-red")
    expect(phone.page.locator("#from-position")).to_be_checked()
    says(phone, "p16", "p16, black king, power and toughness 2/3")
    expect(phone.page.locator("#setup-board")).to_be_visible()


def test_a_game_goes_on_from_a_moment_of_a_replay(shelf: WatchedDesk, phone: Phone) -> None:
    phone.open("/games/done#action-3")
    phone.waits_for("#board [data-square=a1]")
    expect(phone.page.locator("#play-on")).to_have_attribute("href", "/new/pawn-advance?from=done&at=3")
    phone.page.tap("#play-on")
    phone.waits_for("#setup-board [data-square=a1]")
    expect(phone.page.locator("#from-position")).to_be_checked()
    expect(phone.page.locator("#name-white")).to_have_value("Anna")
    expect(phone.page.locator("#setup-said")).to_contain_text("one more pawn")
    start(phone)
    setup = shelf.kept.setup
    assert setup is not None and setup["detail"]["moves_left"] == 1  # type: ignore[index]


# --- from the wood -----------------------------------------------------------------------------------------------


@pytest.fixture
def by_the_wood(wired: WatchedDesk, browser: Browser) -> Iterator[Phone]:
    """A phone beside a physical board."""
    with served(wired) as address:
        made = Phone(browser, address)
        yield made
        made.close()
        assert made.faults == []


def test_the_board_is_read_and_asks_which_pieces_stand_there(
    wired: WatchedDesk, wood: SimulatedBoard, by_the_wood: Phone
) -> None:
    board = wood.board_map.board
    wood.stand(Wood(board, {board.parse("a2"): "wP", board.parse("b2"): "wP", board.parse("c6"): "bP"}))
    phone = opened(by_the_wood, "pawn")
    on_screen = phone.page.locator("[name=place][value=screen]")
    on_screen.check(force=True)
    phone.page.tap("#setup-read")
    told, problem = phone.page.locator("#setup-told"), phone.page.locator("#setup-problem")
    expect(problem).to_contain_text("3 covered squares wait for the names of their pieces (a2, b2, c6)")
    expect(told).to_be_empty()  # once is enough
    expect(on_screen).not_to_be_checked()  # its pieces stand on the physical board
    says(phone, "c6", "c6, empty, covered: which piece is it?")
    phone.page.tap("text=Start the game")
    expect(problem).to_contain_text("3 covered squares wait")
    tap(phone, "a2")
    says(phone, "a2", "a2, white pawn")
    tap(phone, "b2")
    says(phone, "b2", "b2, white pawn")
    expect(problem).to_contain_text("1 covered square waits for the name of its piece (c6)")
    choose(phone, "black pawn")
    tap(phone, "c6")
    says(phone, "c6", "c6, black pawn")
    expect(problem).to_be_hidden()
    wood.lift(board.parse("b2"))
    wood.place(board.parse("b3"))
    phone.page.tap("#setup-read")
    expect(problem).to_contain_text("1 covered square waits for the name of its piece (b3)")
    says(phone, "a2", "a2, white pawn")
    says(phone, "b2", "b2, empty")
    choose(phone, "white pawn")
    tap(phone, "b3")
    phone.page.tap("text=Start the game")
    phone.waits_for("#board .piece")
    assert wired.screen_pieces is None
    wait_for(lambda: wired.snapshot().scene(frozenset()).status == "play", "a game that begins at once")


# --- how it looks ------------------------------------------------------------------------------------------------

BROKEN = """() => [...document.querySelectorAll("#setup .word")].filter((each) => {
  const longest = Math.max(...each.textContent.split(" ").map((word) => {
    const probe = each.cloneNode();
    probe.style.cssText = "position: absolute; white-space: nowrap";
    probe.textContent = word;
    each.append(probe);
    const { width } = probe.getBoundingClientRect();
    probe.remove();
    return width;
  }));
  return longest > each.getBoundingClientRect().width + 1;
}).map((each) => each.textContent)"""
"""The words on the tools that are wider than their room, and so are broken within."""
HALF_SEEN = "each => innerHeight - each.getBoundingClientRect().top"


def test_the_switch_at_the_lower_edge_is_covered_by_nothing_and_brings_the_editor_into_sight(phone: Phone) -> None:
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.open_form("/new/pawn-advance")
        phone.waits_for("#new-game")
        switch = phone.page.locator("label[for=from-position]")
        switch.evaluate("label => label.scrollIntoView({ block: 'end' })")
        box = switch.bounding_box()
        assert box is not None, width
        phone.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        phone.waits_for("#setup-board [data-square=a1]")
        phone.until(lambda: reaches_up(phone) > phone.page.evaluate("innerHeight") / 2, f"in sight at {width}")
        assert phone.covered() == [], width


def reaches_up(phone: Phone) -> float:
    return float(phone.page.locator("#setup").evaluate(HALF_SEEN))


def test_the_editor_is_accessible_and_its_controls_are_large_enough(phone: Phone, languages: Sequence[str]) -> None:
    """At every size of the screen; axe looks where there is least room."""
    for language in languages:
        phone.speaks(language)
        phone.page.set_viewport_size({"width": 320, "height": 568})
        opened(phone, "pawns-revenge")
        found = Axe().run(phone.page, context="#setup")
        assert [(each["id"], each["nodes"][0]["html"]) for each in found.response["violations"]] == [], language
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert not phone.overflows() and phone.page.evaluate(BROKEN) == [], f"{width} in {language}"
            assert min(phone.page.evaluate(CONTROLS)) >= 44, f"{width} in {language}"


CONTROLS = """() => [...document.querySelectorAll(
  "#setup button:not(.square), #setup .tool, #setup .segments label, #setup label.switch",
)].filter((each) => each.offsetParent).map((each) => each.getBoundingClientRect())
  .map(({ width, height }) => Math.min(width, height))"""
"""The size of each of them, in the smaller direction."""
