"""Whole games of somebody who taps wrongly before every action: every tap is answered, only what was meant is kept."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser_player import BrowserPlayer
from phone import Phone, felt
from playwright.sync_api import expect
from replica import NAMES, Replica
from table_process import TableProcess
from test_games_by_taps import LINES, LONGER

from engine.core.pieces import NEUTRAL, Seat
from engine.game import Game
from engine.records.game_record import read_record
from engine.registry import find_game, game_ids
from engine.services.testing import trials_of

MACHINE = re.compile(r"\b[a-p]\d{1,2}[a-p]\d{1,2}\b|\b(white|black|first|die):|[a-p]\d+[@^]|[+]\d/\d[,;]")
"""The notation of records for what people read in sentences."""
SQUARES = "all => all.map(each => each.dataset.square)"


class Clumsy:
    """Somebody at a phone who taps what means nothing, or puts a piece where it may not go and back again."""

    def __init__(self, phone: Phone, player: BrowserPlayer, dice: random.Random) -> None:
        self.phone, self.player, self.dice = phone, player, dice

    def stray(self) -> None:
        """Some wrong taps, after which all is as it was."""
        scene = self.player.settle()
        self._check_words()
        movable = any(light["role"] == "turn" for light in scene["lights"].values())
        wrong = [self._tap_nothing, *([self._misplace, self._strike_amiss] if movable else [])]
        self.dice.choice(wrong)(scene)
        now = self.player.settle()
        assert now["action_count"] == scene["action_count"], f"{now['last_action']} was never meant"

    def _tap_nothing(self, scene: dict[str, Any]) -> None:
        self._refused(self.dice.choice(self._free(scene)))

    def _misplace(self, scene: dict[str, Any]) -> None:
        """A piece that goes where nothing may: it stays in the hand, and is put back where it was."""
        reached = {square for each in self.player.replica.by_hand for square in self.player.replica.plan(each).places}
        amiss = [square for square in self._free(scene) if square not in reached]
        origin = self._lifted(scene)
        for target in self.dice.sample(amiss, min(2, len(amiss))):
            self._refused(target)
        self._answered(origin)

    def _strike_amiss(self, scene: dict[str, Any]) -> None:
        """A piece of the other side that nobody can take, or not from there; then the own one goes back."""
        others = [square for square, piece in scene["pieces"].items() if piece[0] not in (self._letter(scene), NEUTRAL)]
        plans = [self.player.replica.plan(each) for each in self.player.replica.by_hand]
        of_use = {square for each in plans for square in (*each.lifts, *each.touches)}
        of_use.update(square for square, light in scene["lights"].items() if light["badge"] == "last_move")
        self._refused_if_any([each for each in others if each not in of_use])
        origin = self._lifted(scene)
        lifted = self.phone.until(lambda table: bool(table["wood"]["hand"]), what="the piece in the hand")["scene"]
        self._refused_if_any([each for each in others if each not in {*lifted["targets"], *lifted["joins"]}])
        self._answered(origin)

    def _lifted(self, scene: dict[str, Any]) -> str:
        """Lift a piece that can move."""
        turn = [square for square, light in scene["lights"].items() if light["role"] == "turn"]
        origin = self.dice.choice(turn)
        self._answered(origin)
        return origin

    def _refused_if_any(self, squares: list[str]) -> None:
        if squares:
            self._refused(self.dice.choice(squares))

    def _free(self, scene: dict[str, Any]) -> list[str]:
        return [each for each in self.phone.page.eval_on_selector_all("#board [data-square]", SQUARES)
                if each not in scene["pieces"] and each not in scene["holes"]]

    def _letter(self, scene: dict[str, Any]) -> str:
        return str(scene["to_act"][0][0])

    def _answered(self, square: str) -> None:
        """A tap that the table takes."""
        with self.phone.page.expect_response("**/api/tap") as answer:
            self.phone.tap_square(square)
        assert answer.value.ok, answer.value.text()
        number = answer.value.json()["scene"]
        self.phone.until(
            lambda table: table["scene"]["number"] >= number and felt(table), what=f"what the tap on {square} did")

    def _refused(self, square: str) -> None:
        """A tap that does nothing and says so."""
        if self.phone.page.locator("#skip").is_visible():
            self.phone.page.evaluate("document.getElementById('skip').click()")  # the first tap would do no more
        self.phone.page.evaluate("toasts.length = 0")
        self.phone.tap_square(square)
        self.phone.page.wait_for_function("() => toasts.length")

    def _check_words(self) -> None:
        told = MACHINE.search(self.phone.told())
        assert told is None, f"{told[0]} is how machines write"
        expect(self.phone.page.locator("#now")).not_to_be_empty()


def divide(phones: list[Phone]) -> None:
    """Both share out nothing."""
    for phone in phones:
        if any(prompt["seats"] == phone.table["acting"] for prompt in phone.scene["prompts"]):
            phone.divide({})


def begin(process: TableProcess, phone: Callable[..., Phone], game_id: str, options: dict[str, Any]) -> list[Phone]:
    """One phone; two with a seat each, where there is something to keep secret."""
    players = {seat.value: NAMES[seat] for seat in (Seat.WHITE, Seat.BLACK)}
    process.post("/api/games", game=game_id, options=options, players=players, screen=True)
    if type(find_game(game_id)).imagine is Game.imagine:
        phones = [phone(game_id)]
        phones[0].open()
        return phones
    phones = [phone(seat) for seat in ("white", "black")]
    for each, seat in zip(phones, ("white", "black"), strict=True):
        each.take_seat(seat)
    return phones


def plans(player: BrowserPlayer, line: str | None, dice: random.Random) -> Iterator[str]:
    """Yield the intended actions, one after the other, to the end of the game."""
    if line is not None:
        yield from line.split()
        return
    while player.settle()["winners"] is None:
        yield dice.choice([each.text for each in player.replica.legal] or [""])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    metafunc.parametrize("game_id", game_ids() if metafunc.config.getoption("--full") else ["advancing-chess"])


def test_a_whole_game_of_wrong_taps_keeps_what_was_meant(
    process: TableProcess, phone: Callable[..., Phone], game_id: str, full: bool
) -> None:
    trials = trials_of(game_id)
    options, line = (LINES | LONGER if full else LINES).get(game_id, (dict(trials.shortest or trials.short), None))
    phones, dice = begin(process, phone, game_id, options), random.Random(2)
    player = BrowserPlayer(process, Replica(game_id, options), phones, dice)
    meant = Replica(game_id, options)
    for text in plans(player, line, dice):
        scene = player.settle()
        if not text:
            divide(phones)
            continue
        Clumsy(player.phone_of(scene["to_act"]), player, dice).stray()
        player.play(text)
        pieces = player.settle()["pieces"]
        if line is None:
            assert player.replica.texts[scene["action_count"]] == text
        else:  # several actions may do the same to the board
            done = line.split()[: scene["action_count"] + 1]
            meant.follow("\n\n" + " ".join(done), len(done))
            assert pieces == meant.pieces(), f"{text} was meant, {player.replica.texts[-1]} played"
    assert player.settle()["winners"] is not None
    for each in phones:  # every refused tap is an error to the browser's console
        each.complaints[:] = [said for said in each.complaints if "409 (CONFLICT)" not in said]
    assert read_record(process.get(f"/api/games/{scene['key']}/record")).outcome is not None
