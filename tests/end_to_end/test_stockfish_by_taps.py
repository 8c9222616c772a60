"""A whole game of chess against Stockfish by taps on a phone: the real program, the real engine."""

import random
from collections.abc import Callable

import pytest
from browser_player import BrowserPlayer
from engines import debian
from phone import Phone
from playwright.sync_api import expect
from replica import Replica
from table_process import TableProcess

STOCKFISH = debian("stockfish")
LONGEST = 150
"""So many moves nobody lasts who plays at random."""


@pytest.mark.skipif(STOCKFISH is None, reason="no stockfish (Debian: apt install stockfish)")
@pytest.mark.timeout(3000)
def test_a_whole_game_of_chess_against_stockfish(process: TableProcess, phone: Callable[..., Phone]) -> None:
    page = phone(small=True)
    page.open("/new/chess")
    page.page.locator("[data-seat=black] [data-plays]").select_option(label="Stockfish, full strength")
    page.tap_button("Start the game")
    player = BrowserPlayer(process, Replica("chess", {}), [page], random.Random(7))
    expect(page.page.locator("#players")).to_contain_text("Stockfish, full strength")
    for _ in range(LONGEST):
        page.until(lambda table: table["scene"]["winners"] is not None or table["scene"]["to_act"] == ["white"],
                   what="the person's turn")
        if player.settle()["winners"] is not None:
            break
        player.play_any()
    assert page.scene["winners"] == ["black"], "whoever moves at random loses"
    assert page.scene["trouble"] in (None, "")
    page.open("/scores")
    expect(page.page.locator("main")).to_contain_text("Stockfish, full strength (computer)")
