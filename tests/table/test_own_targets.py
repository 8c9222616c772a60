"""Actions on own pieces: they are lit like any other target (board-play 1; Kill and Heal in Chess Two)."""

from play_table import PlayTable

from table.messages.lights import Role

BEFORE_A_KILL = ("j2j3", "f9f6", "d2d5", "g10c6", "i2i5", "j1i2", "h10f8")
"""White's Death stands on i2, diagonally beside the pawn on j3, which is White's own."""


def test_an_own_piece_that_leaves_the_board_is_lit_as_a_capture() -> None:
    table = PlayTable()
    table.continue_with(BEFORE_A_KILL, game_id="chess-two")
    table.lift("i2")
    assert table.role("j3") is Role.CAPTURE
    assert table.role("h3") is Role.MOVE
    table.lift("j3")
    table.place("j3")
    table.wait()
    assert table.scene().last_action == "i2xj3"


def test_an_own_piece_that_can_be_healed_is_lit() -> None:
    table = PlayTable()
    board = {"f1": "wK", "e10": "bK", "c3": "nL", "d4": "wN", "b2": "wR+", "j1": "nD"}
    state = {"board": board, "phase": "turn", "to_act": ["white"]}
    table.continue_with((), state, game_id="chess-two")
    table.lift("c3")
    assert table.role("d4") is Role.MEET
    assert table.role("b2") not in (Role.MEET, Role.MOVE), "a piece with a Shield needs no Heal"
    table.lift("d4")
    table.place("d4")
    table.place("c3")
    table.wait()
    assert table.scene().last_action == "c3+d4"
