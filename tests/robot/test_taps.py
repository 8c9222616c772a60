"""Fingers on the screen board that tap whatever is lit or named: nothing fails, nothing is said that cannot be done."""

import random
from typing import Any

import pytest
from drawn import drawn
from glass_rig import GlassRig
from tapper import Phone, Tapper, Unfollowable, named

from engine.core.pieces import Seat
from engine.records.game_record import begin
from engine.registry import find_game, game_ids
from table.messages.settings import Settings
from table.messages.taps import TapKind

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


def laid_out(game_id: str, state: dict[str, Any], by_hand: bool = False, **options: str) -> Phone:
    """A phone that has all seats of a game that began like this."""
    game = find_game(game_id)
    rig = GlassRig(begin(game, game.read_options(options), state), state, 1)
    rig.settle_down(Settings(by_hand=by_hand))
    return Phone(rig, "one", frozenset({Seat.WHITE, Seat.BLACK}))


def test_a_piece_that_only_looks_as_if_it_were_in_the_hand_is_put_back():
    """Another pawn was put where the taker came from: to the reeds that is the taker, which never took."""
    board = {"f5": "wP", "e6": "bP", "b4": "wP", "h8": "bP"}
    phone = laid_out("pawn-advance", {"board": board, "phase": "battle", "to_act": ["white"]})
    for square in ("f5", "e6", "b4", "f5"):
        assert phone.tap(square) is None
    phone.rig.wait(0.2)
    assert dict(phone.wood.stands) == board and not phone.wood.tray and not phone.rig.record
    assert phone.scene.status == "play" and not phone.rig.table.difference


def test_a_piece_that_was_met_and_lifted_again_is_never_taken_off():
    """It was put where its attacker came from: to the reeds that is the attacker, which went back."""
    board = {"b5": "bB", "e2": "wP+", "f1": "wK", "f10": "bK"}
    phone = laid_out("chess-two", {"board": board, "phase": "turn", "to_act": ["black"]})
    for square in ("b5", "e2", "e2", "b5"):
        assert phone.tap(square) is None
    phone.rig.wait(0.2)
    assert dict(phone.wood.stands) == board and not phone.wood.tray and not phone.rig.record
    assert phone.scene.status == "play" and not phone.rig.table.difference


@pytest.mark.parametrize("square", ["c10", "d9"])
def test_a_taker_that_was_put_into_the_tray_still_comes_down_where_the_sentence_says(square):
    """Of all that lies in the tray it is the one to move: what it has taken does not count as missing."""
    board = {"c10": "bQ", "j3": "wB", "f1": "wK", "f10": "bK"}
    phone = laid_out("chess-two", {"board": board, "phase": "turn", "to_act": ["white"]}, by_hand=True)
    for each in ("j3", "c10"):
        assert phone.tap(each) is None
    assert phone.send([(TapKind.GIVE, None, None)]) is None
    assert square in named(str(phone.scene.now))
    assert phone.tap(square) is None and phone.wood.stands[square] == "wB"
    phone.rig.wait(2.0)
    assert [str(each) for each in phone.rig.record] == [f"j3xc10@{square}"]


def test_of_two_pieces_in_the_hand_the_one_comes_down_that_the_sentence_speaks_of():
    """King and rook stand on each other's squares after castling, and whoever moves all pieces has both in the hand."""
    board = {"f8": "bK", "g8": "bR", "f1": "wK"}
    state = {"board": board, "phase": "play", "to_act": ["black"], "detail": {"castling": "k"}}
    phone = laid_out("chess", state, by_hand=True, start="drawn")
    assert phone.end_turn() is None
    for square in ("g8", "f8"):
        assert phone.tap(square) is None
        phone.rig.wait(1.0)
    for square, piece in (("f8", "bR"), ("g8", "bK")):
        assert phone.tap(square) is None and phone.wood.stands[square] == piece
        phone.rig.wait(1.0)
    assert phone.scene.status == "play" and not phone.wood.hand
