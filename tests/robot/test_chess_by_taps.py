"""Chess on the screen board: every castling there is in Chess960, whichever piece comes first, and pawns taken in
passing, by taps on squares."""

import pytest
from glass_rig import GlassRig
from tapper import Phone

from engine.core.pieces import Seat
from engine.records.game_record import begin
from engine.registry import find_game
from table.messages.settings import Settings

CHESS = find_game("chess")
BOTH = frozenset({Seat.WHITE, Seat.BLACK})
PAIRS = [(king, rook) for king in "bcdefg" for rook in "abcdefgh" if rook != king]
"""All that the 960 starts have: the king between the rooks."""


PASSING = {
    "d5": ("d6", ("e5", "d6")), "f5": ("f6", ("e5", "f6")),
    "d5 first": ("d6", ("d5", "e5", "d6")), "d5 struck": ("d6", ("e5", "d5")),
}
"""The square of the pawn on e5 after it takes one in passing, and the squares that are tapped."""


@pytest.mark.parametrize("passing", PASSING)
def test_a_pawn_is_taken_in_passing_by_two_taps_or_by_its_own(passing: str) -> None:
    target, taps = PASSING[passing]
    board = {"e1": "wK", "e8": "bK", "e5": "wP", "d5": "bP", "f5": "bP"}
    phone = phone_with(board, {"en_passant": target})
    for square in taps:
        assert phone.tap(square) is None, square
    phone.rig.wait(4)
    assert [str(action) for action in phone.rig.record] == [f"e5{target}"] and not phone.rig.table.difference
    victim = f"{target[0]}5"
    assert dict(phone.wood.stands) == {name: piece for name, piece in board.items() if name not in ("e5", victim)} | {
        target: "wP"}
    assert not phone.wood.hand and phone.wood.tray == {"bP": 1}


def phone_with(board: dict[str, str], detail: dict[str, str], **options: str) -> Phone:
    """A phone at a board where White is to move."""
    state = {"board": board, "phase": "play", "to_act": ["white"], "detail": detail}
    rig = GlassRig(begin(CHESS, CHESS.read_options(options), state), state, 1)
    rig.settle_down(Settings())
    return Phone(rig, "one", BOTH)


def phone_at(king: str, rook: str) -> Phone:
    """A phone at a board on which White may castle."""
    board = {"b8": "bK", "a7": "bP", "b7": "bP", "c7": "bP", f"{king}1": "wK", f"{rook}1": "wR"}
    return phone_with(board, {"castling": "KQ"}, start="drawn")


def targets(king: str, rook: str) -> tuple[str, str]:
    """Return the squares that king and rook go to."""
    return ("c1", "d1") if rook < king else ("g1", "f1")


def orders() -> list[tuple[str, str, bool]]:
    """Every castling with either piece first, as long as that one's square is free: nobody puts one onto another."""
    found = []
    for king, rook in PAIRS:
        king_target, rook_target = targets(king, rook)
        found += [(king, rook, False)] if king_target != f"{rook}1" else []
        found += [(king, rook, True)] if rook_target != f"{king}1" else []
    return found


@pytest.mark.parametrize(("king", "rook", "rook_first"), orders())
def test_every_castling_there_is_goes_by_taps(king: str, rook: str, rook_first: bool) -> None:
    phone, (king_target, rook_target) = phone_at(king, rook), targets(king, rook)
    moves = [(f"{king}1", king_target), (f"{rook}1", rook_target)]
    for origin, target in moves[::-1] if rook_first else moves:
        if origin != target and not phone.rig.record:  # what only castling begins with, the board finishes by itself
            for square in (origin, target):
                assert phone.tap(square) is None, square
            phone.rig.wait(1)
    phone.rig.wait(4)
    assert_castled(phone, king, rook)


def assert_castled(phone: Phone, king: str, rook: str) -> None:
    king_target, rook_target = targets(king, rook)
    assert [str(action) for action in phone.rig.record] == ["O-O-O" if rook < king else "O-O"]
    assert not phone.rig.table.difference
    assert (phone.wood.stands[king_target], phone.wood.stands[rook_target]) == ("wK", "wR")


def test_every_castling_has_an_order_or_a_question() -> None:
    assert {(king, rook) for king, rook, _ in orders()} == set(PAIRS) - {("d", "c"), ("f", "g")}


@pytest.mark.parametrize(("king", "rook"), [("d", "c"), ("f", "g")])
def test_king_and_rook_that_change_places_do_so_when_the_phone_says_it(king: str, rook: str) -> None:
    phone = phone_at(king, rook)
    (prompt,) = phone.prompts()
    assert phone.answer(prompt, prompt.choices[0].value) is None
    phone.rig.wait(10)
    assert_castled(phone, king, rook)
