"""PGN of chess against python-chess: games of its making are read, and what is written is read by it, alike."""

import io
import random
import re

import chess
import chess.pgn
import pytest

from engine.core.pieces import Seat
from engine.games.chess.arrays import ARRAYS
from engine.records.game_record import Record, begin, replay
from engine.records.pgn_reading import read_pgn
from engine.records.pgn_writing import write_pgn
from engine.records.time_controls import Control, Kind, stamps_of
from engine.registry import find_game

MOST_PLIES = 140
WORDS = ("a fine move", "better: (Qd2) [really];", "1. e4 is a comment here", "äöü %escape", "")
CONTROL = {seat: Control(Kind.FISCHER, 600, 5) for seat in (Seat.WHITE, Seat.BLACK)}


def starting_board(chance):
    """The usual start, one of Chess960, or a position in the middle of a game."""
    kind = chance.randrange(3)
    if kind == 1:
        return chess.Board.from_chess960_pos(chance.randrange(ARRAYS))
    board = chess.Board()
    for _ in range(chance.randrange(1, 40) if kind == 2 else 0):
        if not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
    return chess.Board(board.fen())


def their_game(chance):
    """A random game of python-chess with everything that files have."""
    board = starting_board(chance)
    game = chess.pgn.Game()
    game.setup(board)
    game.headers["TimeControl"] = "600+5"
    node = game
    while not board.is_game_over() and len(board.move_stack) < MOST_PLIES:
        move, other = (chance.choice(list(board.legal_moves)) for _ in range(2))
        parent, node = node, node.add_variation(move)
        board.push(move)
        if chance.random() < 0.3:
            node.set_clock(chance.randrange(36_000) / 10)
        if chance.random() < 0.1:
            node.comment = (node.comment + " " + chance.choice(WORDS)).strip()
        if chance.random() < 0.1:
            node.nags.add(chance.randrange(1, 140))
        if other != move and chance.random() < 0.1:
            parent.add_variation(other, comment="instead").add_variation(chess.Move.null())
    over = board.is_game_over()
    game.headers["Result"] = board.result() if over else chance.choice(("1-0", "0-1", "1/2-1/2", "*"))
    return game


def moves_of(game):
    return [move.uci() for move in game.mainline_moves()]


def clocks_of(game):
    """Number of a move → tenths of a second left."""
    told = ((number, node.clock()) for number, node in enumerate(game.mainline(), 1))
    return {number: round(clock * 10) for number, clock in told if clock is not None}


def check_theirs(seed):
    """One of their games: read, written, read by them."""
    chance = random.Random(seed)
    theirs = their_game(chance)
    text = str(theirs).replace("\n", chance.choice(("\n", "\r\n")))
    (read,) = read_pgn(chance.choice(("", "\ufeff")) + text)
    assert read.record is not None, (seed, str(read.problem), text)
    record = read.record
    again = chess.pgn.read_game(io.StringIO(write_pgn(record)))
    assert not again.errors
    assert moves_of(again) == moves_of(theirs)
    assert again.headers["Result"] == theirs.headers["Result"]
    assert len(record.played.actions) - len(moves_of(theirs)) in (0, 1), "a claim, at most"
    assert again.board().fen() == theirs.board().fen() and again.board().chess960 == theirs.board().chess960
    ours = {number: tenths for number, tenths in clocks_of(again).items() if number in clocks_of(theirs)}
    assert ours == clocks_of(theirs)
    variations = len(re.findall(r"\(", re.sub(r"\{[^}]*\}", "", text)))
    assert any(note.count == variations and "variation" in str(note) for note in read.notes) == (variations > 0)


def our_game(chance):
    """A random game of ours, as it is kept."""
    game = find_game("chess")
    options = chance.choice(({}, {"start": "drawn"}, {"start": "number", "number": chance.randrange(ARRAYS)}))
    played = begin(game, game.read_options(options))
    while game.outcome(played.position) is None and len(played.actions) < MOST_PLIES:
        action = chance.choice(game.actions(played.position))
        played = replay(played, (action.text,))
    left = {number: chance.randrange(36_000) * 100 for number in range(1, len(played.actions) + 1)}
    players = {Seat.WHITE: 'Ada "the \\ Queen"', Seat.BLACK: "Bö"}
    return Record(played, players, "2026-11-28T10:20:30Z", controls=CONTROL, stamps=stamps_of(played, CONTROL, left))


def check_ours(seed):
    """One of our games: written, read by them and by us."""
    record = our_game(random.Random(seed))
    text = write_pgn(record)
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert not theirs.errors, (seed, text)
    (read,) = read_pgn(text)
    assert read.record is not None and not read.notes, (seed, read)
    moves = [action.text for action in record.played.actions if not action.text.startswith(("array", "claim"))]
    assert len(moves_of(theirs)) == len(moves)
    kept = [action.text for action in read.record.played.actions]
    assert kept == [action.text for action in record.played.actions if not action.text.startswith("array")]
    assert read.record.outcome == record.outcome
    assert read.record.players == record.players and read.record.date == record.date
    assert read.record.controls == record.controls
    game = record.played.game
    pieces = [game.view(each.position, None).pieces for each in (record.played, read.record.played)]
    assert pieces[0] == pieces[1]
    assert theirs.end().board().board_fen() == chess.Board(write_end(read.record)).board_fen()


def write_end(record):
    from engine.games.chess.notation import write_position

    return write_position(record.played.position)


@pytest.mark.parametrize("part", range(2))
def test_games_of_theirs_are_read_and_written_alike(part, full):
    """A thousand in full."""
    each = 500 if full else 15
    for seed in range(part * each, (part + 1) * each):
        check_theirs(seed)


@pytest.mark.parametrize("part", range(2))
def test_games_of_ours_are_read_by_them_and_come_back(part, full):
    """A thousand in full."""
    each = 500 if full else 15
    for seed in range(part * each, (part + 1) * each):
        check_ours(seed)


def test_many_games_in_a_file_come_one_by_one():
    chance = random.Random(7)
    games = [their_game(chance) for _ in range(4)]
    found = read_pgn("\n\n".join(map(str, games)))
    assert [each.number for each in found] == [1, 2, 3, 4]
    assert all(each.record is not None for each in found)
