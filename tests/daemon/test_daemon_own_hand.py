"""The moves of the screen board's own hand, as values; no existing piece is ever lost or duplicated."""

from collections import Counter

from daemon.screen.automatic_moves import cleared, filled, put_away, stocked
from engine.core.squares import Board
from hardware.simulated.pieces import Wood

BOARD = Board(8, 8)


def at(**pieces: str) -> dict[int, str]:
    return {BOARD.parse(name): piece for name, piece in pieces.items()}


def test_set_up_takes_pieces_from_the_tray_and_then_from_the_box() -> None:
    wanted = at(a1="wP", b1="wP", a8="bP")
    done = filled(cleared(Wood(BOARD, tray={"wP": 1, "bP": 2}), wanted), wanted)
    assert (done.stands, dict(done.tray)) == (wanted, {"bP": 1})


def test_a_march_moves_only_what_has_to_move() -> None:
    wood = Wood(BOARD, at(a2="wP", b2="wP", c3="bP"))
    wanted = at(a3="wP", b2="wP", c3="bP")
    between = cleared(wood, wanted)
    assert between.stands == at(b2="wP", c3="bP")
    done = filled(between, wanted)
    assert (done.stands, done.pieces) == (wanted, wood.pieces)


def test_a_square_that_needs_another_piece_is_empty_in_between() -> None:
    wood = Wood(BOARD, at(d5="wP"), tray={"bP": 1})
    wanted = at(c4="wP", d5="bP")
    assert cleared(wood, wanted).stands == {}
    assert filled(cleared(wood, wanted), wanted).stands == wanted


def test_a_token_put_on_a_piece_lifts_nothing() -> None:
    wood = Wood(BOARD, at(d5="wR"))
    assert cleared(wood, at(d5="wR+")).stands == at(d5="wR+")


def test_hands_are_emptied_into_the_tray() -> None:
    wood = Wood(BOARD, at(a1="wP"), {"mine": ("bP", "wR+")}, {"bP": 1})
    done = put_away(wood)
    assert (done.hands, dict(done.tray)) == ({}, {"bP": 2, "wR": 1})
    assert put_away(done) == done


def test_players_find_in_the_tray_what_they_need() -> None:
    wood = Wood(BOARD, at(a1="wP"), {"mine": ("wP",)}, {"bP": 1})
    wanted = at(a1="wP", b1="wP", a8="bP", b8="bP")
    stock = stocked(wood, wanted)
    assert (stock.stands, stock.hands, dict(stock.tray)) == (wood.stands, wood.hands, {"bP": 2})
    assert stocked(stock, wanted) is stock
    assert stock.pieces == Counter(wanted.values())
