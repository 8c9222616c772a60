"""A whole game of chess against Stockfish by taps on a phone: the real program, the real engine."""

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser_player import BrowserPlayer
from engines import debian
from held_thought import RUNS
from phone import Phone
from playwright.sync_api import expect
from replica import Replica
from table_process import QUICK, TableProcess
from unhurried import unhurried
from waiting import PATIENCE_S

STOCKFISH = debian("stockfish")
LONGEST = 150
"""So many moves nobody lasts who plays at random."""
THINKS_S = 0.05
"""The time that it gets for a move, without ``--full``: nobody who plays at random needs a stronger opponent."""


def patient(full: bool) -> list[str]:
    """Return the command of the program, with an engine that is waited for however busy the machine is."""
    quickly = f"from opponents import outside; outside.MOVE_S = {THINKS_S}\n"
    thinks_to_its_end = (sys.executable, "-c", f"{'' if full else quickly}{RUNS}")
    return unhurried(f"""
from daemon.runtime.computer_player import ANSWER_S, COMMAND, ComputerPlayer
from opponents import uci
uci.READY_S = {PATIENCE_S}
command, idle_s, pause_s, answer_s, *others = ComputerPlayer.__init__.__defaults__
assert (command, answer_s) == (COMMAND, ANSWER_S)
ComputerPlayer.__init__.__defaults__ = ({thinks_to_its_end!r}, idle_s, pause_s, {PATIENCE_S}, *others)
""")


@pytest.fixture
def process(tmp_path: Path, full: bool) -> Iterator[TableProcess]:
    """The program on an empty data directory, with short settle times."""
    with TableProcess(tmp_path / "data", patient(full)) as process:
        process.configure(**QUICK)
        yield process


@pytest.mark.skipif(STOCKFISH is None, reason="no stockfish (Debian: apt install stockfish)")
@pytest.mark.timeout(3000)
def test_a_whole_game_of_chess_against_stockfish(process: TableProcess, phone: Callable[..., Phone]) -> None:
    page = phone(small=True)
    page.open_form("/new/chess")
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
