"""The purposes of moves: each is named where it is so, and not where it nearly is."""

import pytest

from engine.core.pieces import Seat
from engine.records.game_record import begin
from engine.registry import find_game
from engine.services.evaluation import judge_of


def purposes(game_id, action, board, **state):
    """The purposes of an action, by name."""
    game = find_game(game_id)
    seat = state.pop("seat", "white")
    position = begin(game, game.read_options({}), {"board": board, "to_act": [seat], **state}).position
    judge = judge_of(game, position.options, Seat(seat))
    return {each.name: each for each in judge.purposes(position, game.parse(position, action))}


def told(name, found):
    """Return the piece and the squares that a purpose is about; ``None``: it is not among them."""
    return (found[name].piece, found[name].squares) if name in found else None


def chess(action, board, castling="-"):
    kings = {"e1": "wK", "e8": "bK"} if "wK" not in board.values() else {}
    return purposes("chess", action, kings | board, phase="play", detail={"castling": castling})


@pytest.mark.parametrize(("name", "about", "action", "board", "other", "other_board"), [
    ("promotes", ("Q", ("b8",)), "b7b8=Q", {"b7": "wP"}, "b6b7", {"b6": "wP"}),
    ("stops-mate", ("K", ("g1",)), "h2h3", BACK := {
        "g1": "wK", "f2": "wP", "g2": "wP", "h2": "wP", "a2": "wP", "h8": "bK", "d8": "bR"}, "a2a3", BACK),
    ("stops-queen", ("P", ("c2",)), "e1d2", {"c2": "bP", "h2": "wP"}, "h2h3", {"c2": "bP", "h2": "wP"}),
    ("out-of-check", ("K", ("d1",)), "e1d1", {"e1": "wK", "h8": "bK", "e7": "bR"},
     "e1d1", {"e1": "wK", "h8": "bK", "e7": "bP"}),
    ("pins", ("N", ("c6",)), "f1b5", {"f1": "wB", "c6": "bN"}, "f1b5", {"f1": "wB", "c6": "bN", "a6": "bP"}),
    ("checks", ("K", ("e8",)), "a1a8", {"a1": "wR"}, "a1a7", {"a1": "wR"}),
    ("unpins", ("N", ("e2",)), "e1d1", {"e2": "wN", "e7": "bR"}, "e1d1", {"e3": "wP", "e2": "wN", "e7": "bR"}),
    ("makes-passed", ("P", ("g6",)), "g5g6", {"g5": "wP", "f6": "bP"}, "g4g5", {"g4": "wP", "f6": "bP"}),
    ("pushes-passed", ("P", ("a6",)), "a5a6", {"a5": "wP"}, "a5a6", {"a5": "wP", "b7": "bP"}),
    ("behind-passed", ("P", ("a5",)), "h3a3", {"h3": "wR", "a5": "wP"},
     "h3a3", {"h3": "wR", "a5": "wP", "b7": "bP"}),
    ("king-hunts", ("P", ("e5",)), "e1e2", {"e5": "bP"}, "e1e2", {"e5": "bP", "a1": "wQ", "a8": "bQ"}),
    ("king-helps", ("K", ("e2",)), "e1e2", {"a7": "bP"}, "e2e1", {"e2": "wK", "e8": "bK", "a7": "bP"}),
    ("challenges", ("B", ("d4",)), "c2c3", {"c2": "wP", "d4": "bB", "b4": "bP"}, "c2c4", {"c2": "wP", "d4": "bB"}),
    ("takes-middle", ("P", ("d4",)), "d2d4", {"d2": "wP"}, "d2d3", {"d2": "wP"}),
    ("develops", ("N", ("f3",)), "g1f3", {"g1": "wN", "a2": "wP"}, "f3g5", {"f3": "wN", "a2": "wP"}),
    ("opens-file", ("R", ("d1",)), "a1d1", {"a1": "wR", "a2": "wP"}, "a1d1", {"a1": "wR", "a2": "wP", "d2": "wP"}),
    ("seventh", ("R", ("d7",)), "d1d7", {"d1": "wR", "h7": "bP"}, "d1d6", {"d1": "wR", "h7": "bP"}),
    ("outpost", ("N", ("e5",)), "f3e5", {"f3": "wN", "d4": "wP"}, "f3e5", {"f3": "wN", "d4": "wP", "f7": "bP"}),
    ("guards", ("N", ("c3",)), "a1c1", {"a1": "wR", "c3": "wN", "f6": "bB"},
     "a1c1", {"a1": "wR", "c3": "wN", "d4": "bP"}),
    ("aims-at-king", ("K", ("g8",)), "d1h5", {"e1": "wK", "d1": "wQ", "g8": "bK"},
     "d1d2", {"e1": "wK", "d1": "wQ", "g8": "bK"}),
    ("reaches-more", ("N", ("b3",)), "a1b3", {"a1": "wN", "h2": "wP"}, "d4f5", {"d4": "wN", "h2": "wP"}),
    ("opens-way", ("B", ("f1",)), "e2e4", {"e2": "wP", "f1": "wB"}, "e2e3", {"e2": "wP", "f1": "wB", "d3": "wP"}),
    ("restricts", ("", ()), "h1h7", {"h1": "wR"}, "h1h6", {"h1": "wR"}),
])
def test_chess(name, about, action, board, other, other_board):
    assert told(name, chess(action, board)) == about
    assert name not in chess(other, other_board)


def test_castling_brings_the_king_to_safety_and_his_step_does_not():
    board = {"e1": "wK", "h1": "wR", "e8": "bK"}
    assert "castles" in chess("O-O", board, "K") and "castles" not in chess("e1f1", board, "K")


def battle(seat, action, **board):
    detail = {"moves_left": 4, "round": 2}
    board = {square: ("w" if kind == "P" else "b") + "P" for square, kind in board.items()}
    return purposes("pawn-advance", action, board, phase="battle", seat=seat, detail=detail)


@pytest.mark.parametrize(("name", "squares", "seat", "action", "board", "other", "more"), [
    ("stops", ("e3",), "white", "d2d3", {"d2": "P", "e2": "P", "a1": "P", "e3": "p"}, "a1a2", {}),
    ("runs", ("d6",), "white", "d5d6", {"d5": "P", "h8": "p"}, "d5d6", {"e7": "p"}),
    ("evades", ("e5",), "white", "d4d5", {"d4": "P", "e5": "p"}, "d4d5", {"c6": "p"}),
    ("evades-march", ("d4",), "black", "c7c6", {"c7": "p", "d4": "P"}, "c7c6", {"b3": "P"}),
    ("covers", ("d7",), "black", "c8c7", {"c8": "p", "d7": "p", "a7": "p", "c6": "P", "e4": "P"}, "a7a6", {}),
    ("covered", ("e4",), "white", "e3e4", {"e3": "P", "d1": "P", "f5": "p"}, "e3e4", {"d2": "p"}),
    ("holds-up", ("b4",), "black", "b7b6", {"b7": "p", "b4": "P", "a7": "p"}, "a7a6", {}),
    ("blocks", ("c6",), "white", "c4c5", {"c4": "P", "c6": "p"}, "c4c5", {"d6": "p"}),
    ("free-way", ("a5",), "white", "a4a5", {"a4": "P", "d2": "P", "d7": "p"}, "a4a5", {"b7": "p"}),
    ("two-squares", ("a3",), "white", "a1a3", {"a1": "P", "c3": "P", "h8": "p"}, "a1a2", {}),
    ("foremost", ("d6",), "white", "d5d6", {"d5": "P", "a2": "P", "h8": "p"}, "a2a3", {}),
    ("unreachable", ("a3",), "white", "a2a3", {"a2": "P", "d3": "P", "g3": "P", "e5": "p", "h5": "p"}, "d3d4", {}),
    ("spare", ("a3",), "white", "a2a3", {"a2": "P", "d3": "P", "h8": "p", "e5": "p"}, "d3d4", {}),
])
def test_pawn_advance(name, squares, seat, action, board, other, more):
    assert told(name, battle(seat, action, **board)) == ("P", squares)
    assert name not in battle(seat, other, **board, **more)


def revenge(roll, action, board, stats=None, seat="white"):
    pieces = {square: ("w" if kind.isupper() else "b") + kind.upper() for square, kind in board.items()}
    detail = {"roll": roll, "active": seat, "moved": [], "stats": stats or {}}
    return purposes("pawns-revenge", action, pieces, phase="move", seat=seat, detail=detail)


@pytest.mark.parametrize(("name", "about", "roll", "action", "board", "stats", "other", "more"), [
    ("attacks-royal", ("K", ("e8",)), 6, "e6e7", {"e6": "P", "h2": "P", "a1": "K", "e8": "k"}, {"e6": "8/4"},
     "h2h3", {}),
    ("attacks", ("P", ("d6",)), 6, "d4d5", {"d4": "P", "a1": "K", "d6": "p", "h8": "k"}, {"d4": "6/6"},
     "d4d5", {"d4": "1/1"}),
    ("nears-evenly", ("K", ("h8",)), 6, "f4f5", {"f4": "P", "a1": "K", "b1": "P", "f6": "p", "h8": "k"}, {},
     "f4f5", {"f6": "9/9"}),
    ("meets-foremost", ("P", ("a5",)), 6, "a3a4", {"a3": "P", "a1": "K", "a5": "p", "h8": "k"}, {},
     "a3a4", {"c3": "p"}),
    ("attacks-several", ("", ("h5", "g5")), 6, "h3h4", {
        "h3": "P", "a1": "K", "h5": "p", "g5": "p", "a4": "p", "a8": "k"}, {"h3": "3/2"}, "h3h4", {"h3": "1/1"}),
    ("better-fight", ("", ("d5",)), 2, "c3d4", {
        "c3": "P", "e4": "P", "a2": "P", "a1": "K", "d5": "p", "h8": "k"}, {"c3": "6/6"}, "a2b3", {}),
    ("nears-risking", ("K", ("h8",)), 6, "f4f5", {"f4": "P", "a1": "K", "b1": "P", "f6": "p", "h8": "k"}, {"f6": "2/3"},
     "f4f5", {"f6": "1/1"}),
    ("nears-fighting", ("K", ("e8",)), 4, "f4f5", {"f4": "P", "a1": "K", "b1": "P", "e5": "p", "e8": "k"}, {},
     "b1b2", {}),
    ("attacks-evenly", ("P", ("a5",)), 6, "a3a4", {"a3": "P", "a1": "K", "a5": "p", "c3": "p", "h8": "k"}, {},
     "a3a4", {"a5": "3/3"}),
    ("guards-royal", ("K", ("e1",)), 2, "d1e2", {"d1": "P", "a1": "P", "e1": "K", "e3": "p", "h8": "k"}, {},
     "a1b2", {}),
    ("hunts", ("K", ("e7",)), 6, "d4d5", {"d4": "P", "a1": "K", "b1": "P", "e7": "k"}, {}, "b1b2", {}),
    ("side-by-side", ("", ("c3",)), 6, "d2d3", {"d2": "P", "c3": "P", "h1": "K", "c5": "p", "h8": "k"}, {},
     "d2d3", {"d5": "p"}),
    ("safe-from-throws", ("", ("b2",)), 6, "b1b2", {
        "b1": "P", "d3": "P", "e3": "P", "g3": "P", "a1": "K", "f6": "p", "h8": "k"}, {}, "b1b2", {"c4": "p"}),
    ("gets-away", ("P", ("f4",)), 4, "f4e4", {"f4": "P", "a1": "K", "h6": "p", "a8": "k"}, {}, "f4e4", {"d6": "p"}),
    ("approaches", ("K", ("e8",)), 6, "d4d5", {"d4": "P", "b1": "P", "a1": "K", "d7": "p", "e8": "k"}, {},
     "b1b2", {}),
    ("approaches-safely", ("K", ("d8",)), 6, "d3d4", {"d3": "P", "b1": "P", "a1": "K", "d8": "k"}, {},
     "d3d4", {"d6": "p"}),
])
def test_pawns_revenge(name, about, roll, action, board, stats, other, more):
    assert told(name, revenge(roll, action, board, stats)) == about
    changed = {square: what for square, what in more.items() if "/" in what}
    placed = {square: what for square, what in more.items() if "/" not in what}
    assert name not in revenge(roll, other, board | placed, stats | changed)


def test_another_fight_is_no_better_one():
    """The pawn leaves the fight with g5 for one with f6 and d6."""
    board = {"f4": "P", "a1": "K", "g5": "p", "d6": "p", "f6": "p", "h8": "k"}
    assert "better-fight" not in revenge(2, "f4e5", board, {"f4": "9/11"})


def test_what_every_move_does_is_no_purpose():
    board = {"b1": "P", "c1": "P", "a1": "K", "h8": "k"}
    assert "safe-from-throws" not in revenge(6, "b1b2", board, {})


def test_nothing_is_said_of_what_would_follow_the_march_that_ends_the_game():
    board = {"a7": "wP", "h5": "wP", "g8": "bP", "c8": "bP"}
    assert not purposes("pawn-advance", "g8g7", board, phase="battle", seat="black")
    board["a8"] = "bP"
    assert "evades-march" in purposes("pawn-advance", "g8g7", board, phase="battle", seat="black")
