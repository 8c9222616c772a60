"""Actions in words, for the questions on phones."""

import pytest
from play_table import PlayTable

from table.hands.action_text import in_words


def said(game_id, board, phase, action, detail=None, **options):
    table = PlayTable()
    state = {"board": board, "phase": phase, "to_act": ["white"], "detail": detail or {}}
    table.continue_with((), state, game_id, **options)
    assert table.refusals == []
    on_table = table.table.on_table
    return str(in_words(on_table, on_table.game.parse(on_table.position, action)))


SHIELDS = {"e1": "wK", "e10": "bK", "b1": "wR+", "b8": "bR", "d1": "bR+", "c3": "nL", "d4": "wN", "j5": "nD",
           "i6": "bB", "h9": "wP", "g5": "wP", "f6": "bP+"}


@pytest.mark.parametrize(("action", "words"), [
    ("b1b5", "rook from b1 to b5"),
    ("b1xb8@b8", "rook from b1 takes b8"),
    ("b1xb8@b7", "rook from b1 takes b8 and stops on b7"),
    ("b1xd1@c1", "rook from b1 touches d1 and stops on c1"),
    ("g5xf6@g5", "pawn from g5 touches f6"),
    ("c3b4", "Life from c3 to b4"),
    ("c3+d4", "Life from c3 touches d4"),
    ("j5xi6", "Death from j5 takes i6"),
])
def test_moves_attacks_and_touches_of_one_piece(action, words):
    assert said("chess-two", SHIELDS, "turn", action, detail={"castling": "-"}) == words


@pytest.mark.parametrize(("action", "words"), [
    ("b5b6^1", "b5, b6 to b6, b7"),
    ("b5b6@b5+", "b5, b6 to b5, c5"),
    ("b5b7", "pawn from b5 to b7"),
])
def test_pawns_that_move_together(action, words):
    assert said("pawn", {"b5": "wP", "b6": "wP", "h8": "bP"}, "move", action) == words


@pytest.mark.parametrize(("pushed", "words"), [
    ("bP", "c4, c5, d4, d5 to b4, b5, c4, c5, pushing b5 to a5"),
    ("wP", "b5, c4, c5, d4, d5 to a5, b4, b5, c4, c5"),
])
def test_nobody_puts_a_piece_of_theirs_where_an_enemy_is_pushed_to(pushed, words):
    board = {"c4": "wP", "c5": "wP", "d4": "wP", "d5": "wP", "b5": pushed, "g8": "bP"}
    assert said("pawn", board, "move", "c4c5d4d5<1") == words


def test_a_new_piece():
    board, due = {"a5": "wP", "h5": "bP"}, {"to_place": {"white": 1, "black": 0}}
    assert said("pawn-advance", board, "reinforce", "+c1", detail=due, placement="choice") == "new piece on c1"


def test_an_action_without_hands_is_said_as_it_is_told():
    board = {"e1": "wK", "e10": "bK", "c3": "nL", "a9": "bP"}
    options = {"special": "optional", "detail": {"slots": ["special"], "castling": "-"}}
    assert said("chess-two", board, "turn", "end", **options) == "white leaves Life and Death where they are."


def test_actions_that_differ_in_what_stands_there_afterwards_say_that():
    table = PlayTable()
    board = {"e1": "wK", "e10": "bK", "j9": "bR", "b9": "wP+"}
    table.continue_with((), {"board": board, "phase": "turn", "to_act": ["white"], "detail": {"castling": "-"}},
                        "chess-two")
    table.move("b9", "b10")
    (prompt,) = table.scene().prompts
    labels = {choice.value: str(choice.label) for choice in prompt.choices}
    assert labels["b9b10=N"] == "knight" and len(set(labels.values())) == 5
