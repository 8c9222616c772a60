"""Whole games against the computer by taps, on a small phone, a usual one and one that lies on its side.

The person thinks as the computer does at its fourth level; who plays for the table is the weakest, *Page*. ``--full``
plays every game on every phone, else the one that is over soonest is played on one, as short as it can be.
"""

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from browser_player import BrowserPlayer, own_prompt, share
from phone import Phone
from playwright.sync_api import expect
from replica import Replica
from table_process import TableProcess

from engine.core.pieces import Seat
from engine.registry import game_ids
from engine.services.testing import trials_of
from opponents.conversation import no_time_passes
from opponents.levels import level_of
from opponents.thinking import think

PERSON, PAGE = "white", "1"
PHONES: dict[str, dict[str, bool]] = {"small": {"small": True}, "usual": {}, "turned": {"turned": True}}
IN_SHORT = {("pawn-advance", "turned")}
LONGEST = 400
"""So many actions of the person no game has."""


def begin(page: Phone, game_id: str, full: bool) -> Replica:
    """Choose the game and the computer on the form, and start."""
    page.open_form(f"/new/{game_id}")
    page.page.locator("[data-seat=black] [data-plays]").select_option(PAGE)
    trials = trials_of(game_id)
    options = trials.short if full else trials.shortest or trials.short
    for name, value in options.items():
        if isinstance(value, bool):
            page.page.locator(f"#option-{name}").set_checked(value)
        elif isinstance(value, int):
            page.page.locator(f"#option-{name}").fill(str(value))
        else:
            page.tap(page.page.locator(f"label:has([data-option={name}][value={value}])"))
    page.tap_button("Start the game")
    return Replica(game_id, dict(options))


def is_up(table: dict[str, Any]) -> bool:
    """True if the person is to act, or the game is over."""
    scene = table["scene"]
    if scene["winners"] is not None:
        return True
    return PERSON in scene["to_act"] and (scene["to_act"] == [PERSON] or own_prompt(table, PERSON) is not None)


def act(player: BrowserPlayer, page: Phone, number: int) -> None:
    """One decision of the person's."""
    prompt = own_prompt(page.table, PERSON)
    if prompt is not None and not prompt["points"]:
        page.tap_button("I am White: take the seat")
        page.until(lambda table: own_prompt(table, PERSON)["points"], what="what lies behind the curtain")
    elif prompt is not None:
        page.divide(share(prompt, player.chance))
        page.until(lambda table: own_prompt(table, PERSON) is None, what="the division kept")
    else:
        game, position = player.replica.played.game, player.replica.played.position
        player.play(think(game, position, Seat.WHITE, level_of(4), f"by taps {number}", no_time_passes).action)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    full = metafunc.config.getoption("--full")
    everywhere = product(game_ids(), PHONES)
    metafunc.parametrize("game_id, which", [each for each in everywhere if full or each in IN_SHORT])


@pytest.mark.timeout(3000)
def test_a_whole_game_against_the_computer(
    process: TableProcess, phone: Callable[..., Phone], game_id: str, which: str, full: bool
) -> None:
    page = phone(f"{game_id}-{which}", **PHONES[which])
    player = BrowserPlayer(process, begin(page, game_id, full), [page], random.Random(7))
    expect(page.page.locator("#players")).to_contain_text("Page (c")
    for number in range(LONGEST):
        page.until(is_up, what="the person's turn")
        if player.settle()["winners"] is not None:
            break
        act(player, page, number)
        if number % 10 == 0:
            page.picture(f"after-{number}")
    played = player.replica.played
    outcome = played.game.outcome(played.position)
    assert outcome is not None and page.scene["winners"] == [seat.value for seat in outcome.winners]
    page.picture("over", after_ms=3000)
    page.open("/scores")
    expect(page.page.locator("main")).to_contain_text("Page (computer)")
    page.picture("scores")
