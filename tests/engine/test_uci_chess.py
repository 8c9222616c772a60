"""Chess as outside engines are told it: python-chess reads it, and comes to the same position and the same moves."""

import random

import chess
import pytest

from engine.core.pieces import Seat
from engine.records.game_record import begin, replay
from engine.registry import find_game, game_ids
from engine.services import uci

CHESS = find_game("chess")


def understood(told):
    """Return python-chess's board of a game it is told."""
    board = chess.Board(told.fen, chess960=told.chess960)
    for move in told.moves:
        board.push(board.parse_uci(move))
    return board


@pytest.mark.parametrize("options", [
    {}, {"start": "drawn"}, {"start": "number", "number": 0}, {"start": "number", "number": 518},
    {"start": "number", "number": 959},
], ids=str)
def test_games_are_told_as_others_read_them(options, full):
    luck = random.Random(5)
    for _ in range(40 if full else 4):
        played = begin(CHESS, CHESS.read_options(options))
        while CHESS.outcome(played.position) is None:
            if CHESS.to_act(played.position) == (Seat.WHITE,) and luck.random() < 0.2:
                board, told = understood(uci.tell(played)), uci.tell(played)
                moves = uci.moves(CHESS, played.position, told.chess960)
                assert set(moves) == {board.uci(move) for move in board.legal_moves}
                assert all(action.text in {each.text for each in CHESS.actions(played.position)}
                           for action in moves.values())
            action = luck.choice(CHESS.edges(played.position))
            if action.text != "claim":
                played = played.after(action)[0]


def test_a_game_that_was_set_up_is_told_from_there():
    state = {"board": {"e1": "wK", "e8": "bK", "h1": "wR", "a7": "bP"}, "phase": "play", "to_act": ["black"],
             "detail": {"castling": "K", "en_passant": None, "quiet": 3, "number": 20}}
    told = uci.tell(replay(begin(CHESS, CHESS.read_options({}), state), ("a7a5", "O-O")))
    assert (told.fen, told.moves, told.chess960) == ("4k3/p7/8/8/8/8/8/4K2R b K - 3 20", ("a7a5", "e1g1"), False)


def test_a_game_says_by_its_folder_if_engines_know_it():
    assert [game for game in game_ids() if uci.speaks(find_game(game))] == ["chess"]
