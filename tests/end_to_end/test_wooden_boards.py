"""Whole games between two boards of wood: the real program on both sides, on reeds that misbehave, and a real mosquitto
in between. Hands play on each board, and bring the other side's moves as the lights say."""

import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from between_boards import Home, invite, two_homes, until_over, until_sealed
from done_by_hand import bare
from http_player import GUIDED, HttpPlayer
from replica import Plan
from waiting import wait_for
from wooden import WOODEN, Hands

from engine.actions import Action
from table.words.settings import Settings

OPTIONS: dict[str, dict[str, Any]] = {"pawn-advance": {"placement": "random"}}
GAMES = "pawn", "pawn-advance", "chess-two", "pawns-revenge", "advancing-chess"
"""The first one is played in any case, the others with ``--full``."""
HAND_S = 0.06
"""The least time between two touches of a hand."""
EXCHANGE_S = 0.2
"""How long a piece is on its way: what is back sooner was only nudged (``bump_ms``)."""
LOOKS = 100
"""After so many looks hands do again what was not felt."""


class WoodenHome(Home):
    """A board of wood, and somebody at it."""

    screen = False
    touches = looks = 0
    """How often hands have touched the wood, and eyes looked at the lights."""

    def configure(self) -> None:
        self.meant: dict[int, str] = {}
        """Number of an action of the game → what hands meant it to be."""
        self.process.configure(settle_ms=Settings().settle_ms, debounce_ms=Settings().debounce_ms)
        self.hands = Hands(self.data)

    def close(self) -> None:
        self.hands.close()
        super().close()

    def lift(self, square: str) -> None:
        self.hands.lift(square)
        self.touches += 1
        time.sleep(HAND_S)

    def place(self, square: str, piece: str) -> None:
        time.sleep(EXCHANGE_S)
        self.hands.place(square, piece)
        self.touches += 1
        time.sleep(HAND_S)

    def in_step(self) -> bool:
        """Whether the wood is as the game is; if not, hands do what the lights say."""
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
                self.process.post("/api/answer", prompt=prompt["id"], value=prompt["choices"][0]["value"])
        return not extra and not missing and scene["status"] not in GUIDED

    def play(self, chance: random.Random, eager: bool = False) -> bool:
        try:
            return self.in_step() and super().play(chance, eager)
        except StopIteration:
            return False  # what was asked had been settled meanwhile

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

        wait_for(taken, lambda: f"{plan.action} played at {self.name}: {self.scene['now']}")
        self.meant[count] = plan.action.text

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
        """What people do when nothing flashes."""
        for square, piece in (plan.touches or plan.places).items():
            self.lift(square)
            time.sleep(0.3)
            self.place(square, piece)

    def _taken(self, player: HttpPlayer, plan: Plan, count: int) -> bool:
        scene = player.look()["scene"]
        if scene["action_count"] > count:
            return True
        for prompt in scene["prompts"]:
            values = [choice["value"] for choice in prompt["choices"]]
            if prompt["id"].startswith(("hands:", "thoughts:")) and plan.action.text in values:
                player.process.post("/api/answer", prompt=prompt["id"], value=plan.action.text)
        if scene["commits_in_s"] is not None:
            player._end_turn()
        return False


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WoodenHome, WoodenHome]]:
    with two_homes(tmp_path_factory.mktemp("wooden"), command=WOODEN, kind=WoodenHome) as (_, pair):
        yield pair


@pytest.mark.timeout(3600)
def test_games_are_played_by_hand_on_two_boards_of_wood(homes: tuple[WoodenHome, WoodenHome], full: bool) -> None:
    for game_id in GAMES if full else GAMES[:1]:
        play_by_hand(homes, game_id, 24 if full else 4)


def play_by_hand(homes: tuple[WoodenHome, WoodenHome], game_id: str, moves: int) -> None:
    """So many actions of a game; then Black resigns."""
    chance = random.Random(game_id)
    key = invite(*homes, game_id, OPTIONS.get(game_id))
    for home in homes:
        home.meant.clear()
    while len(homes[0].on_disk(key)[0]) < moves and homes[0].scene["winners"] is None:
        wait_for(lambda: any([home.play(chance) for home in homes]), lambda: told(homes))
    if homes[0].scene["winners"] is None:
        homes[1].process.post("/api/resign", seat="black")
    wait_for(lambda: all([home.in_step() and home.scene["winners"] is not None for home in homes]), lambda: told(homes))
    actions = until_over(key, *homes)[0]
    until_sealed(key, *homes)
    meant = {number: text for home in homes for number, text in home.meant.items() if number < len(actions)}
    mistaken = sum(actions[number] != text for number, text in meant.items())
    print(f"{game_id}: {len(actions)} actions, {len(meant)} by hand, {mistaken} of them taken for others by reeds "  # noqa: T201
          f"that missed something; {[home.touches for home in homes]} touches until now")


def told(homes: tuple[WoodenHome, WoodenHome]) -> str:
    """What both boards say now."""
    return " | ".join(
        f"{home.name} {home.scene['status']} {home.scene['now']} {home.scene['extra']} {home.scene['missing']} "
        f"{home.scene['prompts']} {sorted(home.hands.stands().items() ^ home.scene['pieces'].items())}"
        for home in homes)
