"""Fingers that tap anywhere on the screen board: what no rule has a use for is refused; the board stays in order."""

import random

import pytest
from drawn import drawn
from glass_rig import GlassRig
from tapper import Intent, Phone, Tapper

from engine.registry import find_game, game_ids
from table.messages.settings import Settings
from table.messages.taps import TapKind

TAPS = 30
SEQUENCES = 400
"""Of each game, in a full campaign; a fiftieth of them otherwise."""


class Wild(Tapper):
    """Taps any square, and sends what no page would."""

    def wild(self, taps: int) -> None:
        """So many taps.

        :raises Unfollowable: one of them brought the board out of order.
        """
        for _ in range(taps):
            phone = self.chance.choice(self.phones)
            self._say(phone, *self._somewhere(phone))
            self.rig.wait(self.chance.choice((0.05, 0.4, 4.0)))
            if self.over:
                return
            if phone.scene.status == "repair":
                raise self._wrong("a tap brought the board out of order")
            if phone.scene.status == "play" and self.chance.random() < 0.2:
                self._act(phone)

    def _somewhere(self, phone: Phone) -> tuple[str, str | None]:
        square = self.chance.choice(self._squares(phone))
        if self.chance.random() < 0.6:
            return square, phone.tap(square)
        kind = self.chance.choice((TapKind.LIFT, TapKind.PLACE, TapKind.CAPTURE))
        intent: Intent = (kind, square, None)
        return f"{kind} {square}", phone.send([intent])

    def _squares(self, phone: Phone) -> list[str]:
        scene, board = phone.scene, self.rig.board.wood.board
        lit = [square for square in scene.lights if self.chance.random() < 0.5]
        return lit or list(scene.pieces) if self.chance.random() < 0.8 else [*map(board.name, range(board.size))]


def went_wild(game_id: str, seed: int) -> str:
    """Return the fault of one sequence of taps; nothing, if there is none."""
    chance, game = random.Random(f"wild {game_id} {seed}"), find_game(game_id)
    played, setup = drawn(game, chance)
    rig = GlassRig(played, setup, seed)
    rig.settle_down(Settings())
    seats = sorted(game.seats_of(played.options))
    both = chance.random() < 0.5
    phones = [Phone(rig, seat.value, frozenset(seats if both else {seat})) for seat in seats]
    try:
        Wild(rig, phones, chance).wild(TAPS)
    except AssertionError as wrong:
        return f"seed {seed}: {wrong}"
    return ""


@pytest.mark.parametrize("game_id", game_ids())
def test_no_tap_brings_the_board_out_of_order(game_id: str, full: bool) -> None:
    wrong = list(filter(None, (went_wild(game_id, seed) for seed in range(SEQUENCES if full else SEQUENCES // 50))))
    assert not wrong, "\n".join(wrong)
