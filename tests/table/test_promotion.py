"""A pawn arrives: the game asks in its own words what it becomes, then the board has it exchanged (docs/play.md, 9)."""

from cases import asked, shields
from play_table import WHITE, PlayTable

from engine.core.pieces import Seat
from engine.records.time_controls import Control, Kind


def arrived(screen: bool = False) -> PlayTable:
    """Chess Two: White's pawn has been put down on its last rank."""
    table = shields({"b9": "wP", "c10": "bN"})
    table.table = table.table.with_game(screen=screen)
    table.lift("b9")
    table.place("b10")
    table.wait(1)
    return table


def test_the_game_asks_what_the_pawn_becomes_the_queen_first() -> None:
    table = arrived()
    (prompt,) = table.scene().prompts
    assert (str(prompt.message), prompt.seats) == ("What does the pawn become?", (Seat.WHITE,))
    assert [str(choice.label) for choice in prompt.choices[:4]] == ["queen", "rook", "bishop", "knight"]
    assert str(table.scene().now) == "What does the pawn become? Answer on a phone."
    assert table.actions == []


def test_a_capture_that_promotes_is_asked_about_in_the_same_way() -> None:
    table = shields({"b9": "wP", "c10": "bN"})
    table.lift("b9", "c10")
    table.place("c10")
    table.wait(4)
    assert {value[-2:] for value in asked(table)} == {"=Q", "=R", "=B", "=N"}
    assert str(table.scene().prompts[0].message) == "What does the pawn become?"


def test_afterwards_the_board_has_the_pawn_exchanged_until_the_next_action() -> None:
    table = arrived()
    table.answer("b9b10=R")
    told = "Put a rook on b10, or any piece that stands for it."
    assert told in map(str, table.scene().sentences)
    table.lift("b10")
    table.wait(1)
    table.place("b10")
    table.wait(1)
    assert table.actions[0] == "b9b10=R" and table.scene().status == "play" and not table.scene().prompts
    assert table.pieces["b10"] == "wR"


def test_on_glass_nothing_has_to_be_exchanged() -> None:
    table = arrived(screen=True)
    assert str(table.scene().now) == "Answer the question below."
    table.answer("b9b10=Q")
    assert not any("stands for it" in str(each) for each in table.scene().sentences)


def test_the_clock_of_whoever_has_to_answer_runs() -> None:
    table = PlayTable()
    table.controls = {seat: Control(Kind.SUDDEN, 60) for seat in (Seat.WHITE, Seat.BLACK)}
    board = {"e1": "wK", "e10": "bK", "j9": "bR", "b9": "wP"}
    state = {"board": board, "phase": "turn", "to_act": ["white"], "detail": {"castling": "-"}}
    table.continue_with((), state, "chess-two")
    table.lift("b9")
    table.place("b10")
    table.wait(1)
    before = table.left(Seat.WHITE)
    table.wait(10)
    assert table.running() == WHITE
    assert 9 < before - table.left(Seat.WHITE) < 11
