"""First games on the screen board: a family's, of Pawn Advance Chess, from the start page to the score; and that of
somebody who has never seen the board, from nothing to the end of a game against the weakest computer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from phone import Phone
from playwright.sync_api import expect
from replica import actions_of
from table_process import TableProcess

from engine.records.game_record import read_record

MOVES = ("a1a3", "b1b3", "c1c3", "d1d3", "a8a6", "b8b6", "c8c6", "d8d6")


def configure(phone: Phone) -> None:
    phone.open("/")
    phone.picture("start")
    phone.tap_link("New game")
    phone.page.wait_for_url("**/new")
    phone.picture("choose")
    phone.tap(phone.page.locator(".game-card", has_text="Pawn Advance Chess"))
    phone.page.wait_for_url("**/new/*")
    phone.picture("configure")
    phone.tap(phone.page.locator("#more > summary"))
    phone.page.get_by_role("combobox", name="White", exact=True).fill("Ada")
    phone.page.get_by_role("combobox", name="Black", exact=True).fill("Bo")
    phone.page.get_by_label("Rounds", exact=True).fill("1")
    phone.picture("configured")
    phone.tap_button("Start the game")


def play_the_round(phone: Phone) -> None:
    """Four moves each by two taps; the first lift shows where its pawn may go."""
    for number, move in enumerate(MOVES, 1):
        source, target = move[:2], move[2:]
        phone.tap_square(source)
        lit = phone.until(lambda table: "origin" in roles(table).values(), what="the lifted pawn's square lit")
        assert roles(lit)[source] == "origin" and roles(lit)[target] == "move"
        expect(phone.page.locator(f'[data-square="{target}"] .ring')).to_be_visible()
        if number == 1:
            phone.picture("lifted")
        if number == len(MOVES):
            phone.hold_time()
        phone.tap_square(target)
        phone.until(played, number, what=f"{move} played")
        if number in (1, 4):
            phone.picture(f"after-{number}", after_ms=300)


def played(table: dict[str, Any], count: int) -> bool:
    return bool(table["scene"]["action_count"] >= count)


def roles(table: dict[str, Any]) -> dict[str, str]:
    return {square: light["role"] for square, light in table["scene"]["lights"].items() if light["role"]}


def see_the_march(phone: Phone) -> None:
    """It is told under the board; then all pawns of both sides stand one square further."""
    telling = phone.page.locator("#telling", has_text="March: ")
    expect(telling).to_be_visible()
    phone.picture("march")
    phone.page.clock.resume()
    scene = phone.until(over_and_kept, what="the end, and that it is on disk: there the scores look")["scene"]
    assert {"a4", "b4", "c4", "d4", "a5", "b5", "c5", "d5"} <= set(scene["pieces"])
    phone.picture("over", after_ms=2500)


def over_and_kept(table: dict[str, Any]) -> bool:
    return table["scene"]["winners"] is not None and bool(table["scene"]["confirmed"])


def find_the_score(phone: Phone) -> None:
    """Below the result; on the smallest phones, where there is no room for it, in the menu."""
    phone.page.locator(".closing.result").wait_for()
    if not phone.page.locator(".closing .scores").is_visible():
        phone.tap_button("Menu")
    phone.tap_link("Scores")
    phone.page.wait_for_url("**/scores")
    phone.picture("scores")
    for name in ("Ada", "Bo"):
        expect(phone.page.locator("table").first).to_contain_text(name)
    phone.tap(phone.page.locator(".results a").first)
    phone.page.wait_for_url("**/games/*")


def replay(phone: Phone) -> None:
    """Step by step, to the end and back."""
    phone.picture("replay")
    standing = phone.page.locator('[data-square="a1"] .piece')
    expect(standing).to_have_count(1)
    phone.tap_button("One step forward")
    expect(standing).to_have_count(0)
    expect(phone.page.locator("#step")).to_contain_text("Ada: pawn a1 to a3.")
    phone.tap_button("Last step")
    expect(phone.page.locator('[data-square="a4"] .piece')).to_have_count(1)
    phone.picture("replay-end")
    phone.tap_button("First step")
    expect(standing).to_have_count(1)


def download(phone: Phone) -> str:
    with phone.page.expect_download() as download:
        phone.tap_link("Download the record")
    return Path(download.value.path()).read_text(encoding="utf-8")


@pytest.mark.first_or_all("small", [
    pytest.param(False, id="an ordinary phone"), pytest.param(True, id="a phone 320 pixels wide"),
])
def test_from_the_start_page_to_the_score(
    process: TableProcess, phone: Callable[..., Phone], small: bool
) -> None:
    player = phone("small" if small else "phone", small=small)
    configure(player)
    player.page.wait_for_selector("#board .square")
    player.picture("set-up")
    player.until_settled()
    player.picture("first-move")
    play_the_round(player)
    see_the_march(player)
    find_the_score(player)
    replay(player)
    record = download(player)
    assert actions_of(record)[:8] == list(MOVES)
    assert read_record(record).outcome is not None


# --- alone, with nobody to ask -----------------------------------------------------------------------------------

COUNT_TAPS = """
addEventListener("click", ({ isTrusted }) => {
  if (isTrusted) sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps")) + 1);
}, true)"""
FEW = 6
"""The most taps from the start page to the game in which the first move is made."""
LONGEST = 120
"""A game of Pawn has fewer moves of one side: each leads a pawn on or takes one."""


def begin_the_first_game(page: Phone) -> int:
    """Follow what is offered: the first lesson, by what is lit, then a game. Return the number of taps."""
    page.context.add_init_script(COUNT_TAPS)
    page.open("/")
    page.tap_button("Play your first game")
    page.page.wait_for_selector("#board .piece")
    page.until(lambda table: table["scene"]["lesson"] is not None, what="the lesson")
    move_by_the_lights(page)
    page.tap_button("Now play: against the weakest computer")
    page.until(lambda table: table["scene"]["computers"] == {"black": 1}, what="the game")
    return int(page.page.evaluate("Number(sessionStorage.getItem('taps'))"))


def lit(page: Phone, *roles: str) -> list[str]:
    """Return the squares whose ring shows one of these on the page, those of a capture last."""
    rings = ", ".join(f"[data-square]:has(.ring.{role})" for role in roles)
    found = page.page.locator(rings).evaluate_all("squares => squares.map(square => square.dataset.square)")
    return sorted(found, key=lambda square: (roles_of(page)[square] == "capture", square[1:], square))


def roles_of(page: Phone) -> dict[str, str]:
    return {square: light["role"] for square, light in page.scene["lights"].items()}


def move_by_the_lights(page: Phone) -> None:
    """Tap the foremost piece that the page lights, and then a square that is lit for it, a capture above all."""
    scene = page.until_settled()
    page.page.wait_for_selector(".ring.turn")  # once what was played before is told
    source = lit(page, "turn")[-1]
    page._lift([source])
    page.page.wait_for_selector(".ring:is(.move, .capture)")
    page.tap_square(lit(page, "move", "capture")[-1])
    page.until(played, scene["action_count"] + 1, what=f"a move from {source}")


def is_asked(table: dict[str, Any]) -> bool:
    """True if the person is to move, or the game is over."""
    return table["scene"]["winners"] is not None or table["scene"]["to_act"] == ["white"]


@pytest.mark.timeout(1200)
def test_somebody_new_plays_from_nothing_to_the_end_of_a_game(
    process: TableProcess, phone: Callable[..., Phone]
) -> None:
    page = phone("new")
    assert begin_the_first_game(page) <= FEW
    moves = 0
    while page.until(is_asked, what="the person's turn")["scene"]["winners"] is None:
        moves += 1
        assert moves <= LONGEST, page.told()
        move_by_the_lights(page)
    page.until(over_and_kept, what="the end on disk")
    page.page.locator(".closing.result").wait_for()
    page.picture("over")
    find_the_only_score(page)


def find_the_only_score(page: Phone) -> None:
    page.open("/scores")
    expect(page.page.locator("main")).to_contain_text("(computer)")
    expect(page.page.locator(".results a")).to_have_count(1)
