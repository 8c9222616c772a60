"""Whole games between two boards of wood: the real program on both sides, on reeds that misbehave, and a real mosquitto
in between. Hands play on each board, and bring the other side's moves as the lights say."""

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from between_boards import Choose, Home, invite, keen, two_homes, until_over, until_sealed
from done_by_hand import bare
from http_player import GUIDED, HttpPlayer
from replica import Plan
from table_process import Answered
from waiting import wait_for
from wooden import WOODEN, Hands

from engine.core.actions import Action
from engine.registry import game_ids
from table.messages.settings import Settings

HAND_S = 0.06
"""The least time between two touches of a hand."""
EXCHANGE_S = 0.2
"""The time that a piece is on its way: if it is back sooner it was only nudged (``bump_ms``)."""
PAUSE_S = 0.05
"""Between two looks at the lights."""
LOOKS = 50
"""After so many looks hands do again what was not felt."""


class WoodenHome(Home):
    """A board of wood, and somebody at it."""

    screen = False

    def begin(self) -> None:
        """A game: nothing was done in it yet."""
        self.looks = 0
        """The number of looks at the lights."""
        self.meant: dict[int, str] = {}
        """Number of an action of the game → what hands meant it to be."""
        self.did: Counter[str] = Counter()
        """Touches of the wood, actions that were taken for others and that were taken back for it, answers to what was
        asked, by what that was about."""

    def configure(self) -> None:
        self.begin()
        self.process.configure(settle_ms=Settings().settle_ms, debounce_ms=Settings().debounce_ms)
        self.hands = Hands(self.data)

    def close(self) -> None:
        self.hands.close()
        super().close()

    def lift(self, square: str) -> None:
        self.hands.lift(square)
        self.did["touches"] += 1
        time.sleep(HAND_S)

    def place(self, square: str, piece: str) -> None:
        time.sleep(EXCHANGE_S)
        self.hands.place(square, piece)
        self.did["touches"] += 1
        time.sleep(HAND_S)

    def in_step(self) -> bool:
        """True if the pieces are as in the game; if not, hands do what the lights say."""
        scene, stands = self.scene, self.hands.stands()
        pieces = {square: bare(piece) for square, piece in scene["pieces"].items()}
        if scene["status"] in GUIDED:
            extra, missing = scene["extra"], scene["missing"]
        else:  # the reeds cannot tell which piece it is
            extra = [square for square in stands if stands[square] != pieces.get(square)]
            missing = [square for square in pieces if square not in stands]
        self.looks += 1
        again = scene["status"] in GUIDED and self.looks % LOOKS == 0
        for square in extra:
            if square in stands:
                self.lift(square)
            elif again:  # it is done, but was not felt
                self.place(square, "wP")
        for square in missing:
            if square not in stands:
                self.place(square, pieces[square])
            elif again:
                self.lift(square)
        for prompt in scene["prompts"]:
            if prompt["id"].startswith("seen:") and not extra and not missing:
                with suppress(Answered):  # the board went on meanwhile
                    self.answer(prompt["id"], prompt["choices"][0]["value"])
        return not extra and not missing and scene["status"] not in GUIDED

    def play(self, chance: random.Random, choose: Choose | None = None) -> bool:
        try:
            return self.in_step() and super().play(chance, choose)
        except StopIteration:
            return False  # what was asked had already been answered

    def player(self, chance: random.Random) -> HttpPlayer | None:
        player = super().player(chance)
        if player is not None:
            player.act = lambda action=None: self._act(player, action)  # type: ignore[method-assign]
        return player

    def _act(self, player: HttpPlayer, action: Action | None) -> None:
        plan = player.replica.plan(action or player.chance.choice(player.replica.by_hand))
        count, looks = player.settled["action_count"], 0
        self._do(plan, player.chance)

        def taken() -> bool:
            nonlocal looks
            looks += 1
            if looks % LOOKS == 0:
                self._do_again(plan)
            return self._taken(player, plan, count)

        wait_for(taken, lambda: f"{plan.action} played at {self.name}: {self.scene['now']}", PAUSE_S)
        self.meant[count] = plan.action.text
        player.replica.follow(self.get(f"/api/games/{player.settled['key']}/record"), count + 1)
        if player.replica.texts[count:count + 1] not in ([], [plan.action.text]):
            self._put_right(count)

    def _put_right(self, count: int) -> None:
        """Do what people do when their move was taken for another one, if nobody was quicker."""
        self.did["mistaken"] += 1
        with suppress(Answered):
            self.process.post("/api/take-back", scene=self.scene["number"])
            self.did["taken back"] += 1
            del self.meant[count]

    def _do(self, plan: Plan, chance: random.Random) -> None:
        for square in plan.lifts | plan.returns:
            self.lift(square)
            time.sleep(chance.uniform(0.0, 0.2))
        for square, piece in plan.touches.items():
            self.lift(square)
            time.sleep(0.3)
            self.place(square, piece)
        for square, piece in (plan.places | plan.returns).items():
            self.place(square, piece)
            time.sleep(chance.uniform(0.0, 0.2))

    def _do_again(self, plan: Plan) -> None:
        """Do what people do when nothing flashes."""
        for square, piece in (plan.touches or plan.places).items():
            self.lift(square)
            time.sleep(0.3)
            self.place(square, piece)

    def answer(self, prompt: str, value: str) -> None:
        self.process.post("/api/answer", prompt=prompt, value=value)
        self.did[prompt.split(":")[0]] += 1

    def _taken(self, player: HttpPlayer, plan: Plan, count: int) -> bool:
        scene = player.look()["scene"]
        if scene["action_count"] > count:
            return True
        for prompt in scene["prompts"]:
            values = [choice["value"] for choice in prompt["choices"]]
            if prompt["id"].startswith(("hands:", "thoughts:")) and plan.action.text in values:
                self.answer(prompt["id"], plan.action.text)
        if scene["commits_in_s"] is not None:
            player._end_turn()
        return False


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WoodenHome, WoodenHome]]:
    with two_homes(tmp_path_factory.mktemp("wooden"), command=WOODEN, kind=WoodenHome) as (_, pair):
        yield pair


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game_id" in metafunc.fixturenames:
        metafunc.parametrize("game_id", game_ids() if metafunc.config.getoption("--full") else ["pawn"])


@pytest.mark.timeout(3600)
def test_a_game_is_played_by_hand_on_two_boards_of_wood(
    homes: tuple[WoodenHome, WoodenHome], game_id: str, full: bool
) -> None:
    """With ``--full`` to its end, by the rules and on the board that people find when they begin one: nothing is made
    shorter, but players take what they can. Else only four actions of it: then Black resigns."""
    began_s = time.monotonic()
    key = invite(*homes, game_id)
    for home in homes:
        home.begin()
    failed = threading.Event()
    with ThreadPoolExecutor(len(homes)) as people:
        list(people.map(lambda home: play_on(home, game_id, None if full else 4, failed), homes))
    if not full:
        homes[1].process.post("/api/resign", seat="black")
    wait_for(lambda: all([home.in_step() and home.scene["winners"] is not None for home in homes]), lambda: told(homes))
    actions, end = until_over(key, *homes)
    until_sealed(key, *homes)
    by_hand = {number: text for home in homes for number, text in home.meant.items() if number < len(actions)}
    stayed = sum(actions[number] != text for number, text in by_hand.items())
    thrown = sum(text.startswith("die:") for text in actions)
    print(f"{game_id}: {end}, {len(actions)} actions, {thrown} dice, {len(by_hand)} by hand, of which {stayed} were "  # noqa: T201
          f"taken for others by reeds that missed something; {[home.did for home in homes]}, "
          f"{time.monotonic() - began_s:.0f} s")


def play_on(home: WoodenHome, game_id: str, most: int | None, failed: threading.Event) -> None:
    """Until the game is over, or has so many actions, or somebody has failed. The other side may take its time."""
    chance = random.Random(game_id + home.name)
    try:
        while not (failed.is_set() or home.scene["winners"] is not None):
            if most is not None and home.scene["action_count"] >= most:
                return
            if not home.play(chance, keen):
                time.sleep(PAUSE_S)
    except BaseException:
        failed.set()
        raise


def told(homes: Sequence[WoodenHome]) -> str:
    """Return the state of the boards now."""
    return " | ".join(
        f"{home.name} {home.scene['status']} {home.scene['now']} {home.scene['extra']} {home.scene['missing']} "
        f"{home.scene['prompts']} {sorted(home.hands.stands().items() ^ home.scene['pieces'].items())}"
        for home in homes)
