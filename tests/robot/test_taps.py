"""Fingers on the screen board that tap whatever is lit or named: nothing fails, nothing is said that cannot be done."""

import random

import pytest
from drawn import drawn
from glass_rig import GlassRig
from tapper import Phone, Tapper, Unfollowable

from engine.core.pieces import Seat
from engine.records.game_record import begin
from engine.registry import find_game, game_ids
from table.messages.settings import Settings

TAPS = 14
SEQUENCES = 4000
"""Of each game, in a full campaign; an eightieth of them otherwise."""
PARTS = 4
"""The sequences of a game are shared among so many tests, which run beside each other."""


def tapped(game_id: str, seed: int) -> str:
    """Return the fault in one sequence of taps; nothing, if there is none."""
    chance, game = random.Random(f"{game_id} {seed}"), find_game(game_id)
    played, setup = drawn(game, chance)
    rig = GlassRig(played, setup, seed)
    rig.settle_down(Settings(by_hand=chance.random() < 0.2))
    seats = frozenset(game.seats_of(played.options))
    phones = [Phone(rig, name, seats) for name in ("one", "two")[: chance.choice((1, 2))]]
    try:
        Tapper(rig, phones, chance).go(TAPS)
    except Unfollowable as wrong:
        return f"seed {seed}: {wrong}"
    return ""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game_id", game_ids())
def test_whatever_is_lit_or_named_can_be_tapped_and_whatever_is_said_can_be_done(game_id, part, full):
    """Whoever leaves in the middle of it, too. A part of a scene that cannot be made is logged, and fails the test."""
    count = SEQUENCES if full else SEQUENCES // 80
    wrong = list(filter(None, (tapped(game_id, seed) for seed in range(part, count, PARTS))))
    assert not wrong, "\n".join(wrong)


def test_a_piece_that_only_looks_as_if_it_were_in_the_hand_is_put_back():
    """Another pawn was put where the taker came from: to the reeds that is the taker, which never took."""
    state = {"board": {"f5": "wP", "e6": "bP", "b4": "wP", "h8": "bP"}, "phase": "battle", "to_act": ["white"]}
    game = find_game("pawn-advance")
    rig = GlassRig(begin(game, game.read_options({}), state), state, 1)
    rig.settle_down(Settings())
    phone = Phone(rig, "one", frozenset({Seat.WHITE, Seat.BLACK}))
    for square in ("f5", "e6", "b4", "f5"):
        assert phone.tap(square) is None
    rig.wait(0.2)
    assert dict(phone.wood.stands) == state["board"] and not phone.wood.tray and not rig.record
    assert phone.scene.status == "play" and not rig.table.difference
