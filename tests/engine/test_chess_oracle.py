"""Chess against python-chess, which shares nothing with it: random games, move by move."""

import random

import chess
import pytest

from engine.core.errors import IllegalAction
from engine.games.chess import notation
from engine.games.chess.arrays import ARRAYS, USUAL, back_rank
from engine.games.chess.endings import can_mate
from engine.games.chess.game import Chess
from engine.games.chess.position import CLAIM

GAME = Chess()
REASONS = {
    "checkmate": chess.Termination.CHECKMATE, "stalemate": chess.Termination.STALEMATE,
    "dead-position": chess.Termination.INSUFFICIENT_MATERIAL, "fivefold": chess.Termination.FIVEFOLD_REPETITION,
    "seventy-five-moves": chess.Termination.SEVENTYFIVE_MOVES,
}


def any_move(chance, board, moves):
    """Any of the moves."""
    return chance.choice(moves)


def no_hurry(chance, board, moves):
    """Mostly a move that nothing comes of: towards fifty moves."""
    quiet = [move for move in moves if not board.is_zeroing(move)]
    return chance.choice(quiet if quiet and chance.random() < 0.95 else moves)


def to_and_fro(chance, board, moves):
    """Mostly back to where the piece came from: towards the same position again and again."""
    last = board.move_stack[-2] if len(board.move_stack) > 1 else None
    back = [move for move in moves if last and (move.from_square, move.to_square) == (last.to_square, last.from_square)]
    if back and chance.random() < 0.9:
        return back[0]
    return no_hurry(chance, board, moves)


WAYS = (any_move, no_hurry, to_and_fro)


def text_of(board, move):
    """Return our record's text of one of their moves."""
    if board.is_castling(move):
        return "O-O" if move.to_square > move.from_square else "O-O-O"
    promotion = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
    return chess.square_name(move.from_square) + chess.square_name(move.to_square) + promotion


def begin(chance, shuffled):
    number = chance.randrange(ARRAYS) if shuffled else USUAL
    return chess.Board.from_chess960_pos(number), GAME.start(GAME.read_options({"start": "number", "number": number}))


def follow(choose, seed, shuffled, written):
    """A game to its end on both sides; of a share ``written`` of its positions all moves are written and read."""
    chance = random.Random(seed)
    board, position = begin(chance, shuffled)
    while True:
        theirs = {text_of(board, move): move for move in board.legal_moves}
        ours = {action.text: action for action in GAME.actions(position)}
        if position.outcome is not None:
            return compare_ends(board, position)
        assert board.outcome() is None, board.fen()
        assert (ours.pop(CLAIM.text, None) is not None) == board.can_claim_draw(), board.fen()
        assert ours.keys() == theirs.keys(), board.fen()
        compare(board, position)
        if chance.random() < written:
            for text, move in theirs.items():
                compare_notation(board, position, move, ours[text])
        text = text_of(board, choose(chance, board, list(theirs.values())))
        board.push(theirs[text])
        position = GAME.successor(position, ours[text])


def compare(board, position):
    assert notation.write_position(position) == board.fen()
    assert bool(position.checkers) == board.is_check(), board.fen()
    for side, colour in enumerate((chess.WHITE, chess.BLACK)):
        assert can_mate(position.placement, side) != board.has_insufficient_material(colour), board.fen()


def compare_notation(board, position, move, action):
    written = board.san(move)
    assert notation.write_action(position, action) == written
    assert notation.read_action(position, written) == action


def compare_ends(board, position):
    theirs = board.outcome()
    assert theirs is not None and REASONS[position.outcome.reason] is theirs.termination, board.fen()
    winners = () if theirs.winner is None else ("white" if theirs.winner else "black",)
    assert position.outcome.winners == winners
    return position.outcome.reason


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("shuffled", [False, True], ids=["usual", "960"])
def test_random_games_are_the_same_move_by_move(shuffled, part, full):
    """A thousand of each kind in full."""
    each = 250 if full else 3
    ends = {follow(WAYS[seed % 3], seed, shuffled, 0.05) for seed in range(part * each, (part + 1) * each)}
    assert "fivefold" in ends
    if full:
        assert {"checkmate", "dead-position", "seventy-five-moves"} <= ends


def test_the_starts_are_numbered_as_everywhere():
    for number in range(ARRAYS):
        assert chess.Board.from_chess960_pos(number).board_fen().rpartition("/")[2] == back_rank(number)
    assert back_rank(USUAL) == "RNBQKBNR"


@pytest.mark.parametrize(("fen", "text", "action"), [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "O-O-O"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O!?", "O-O"),
    ("k7/4P3/8/8/8/8/8/7K w - - 0 1", "e8Q+", "e7e8=Q"),
    ("k7/8/8/8/8/8/8/N3K2N w - - 0 1", "Na1-b3", "a1b3"),
    ("k7/8/8/3pP3/8/8/8/7K w - d6 0 1", "exd6", "e5d6"),
])
def test_moves_are_read_as_people_also_write_them(fen, text, action):
    position = GAME.setup(GAME.read_options({}), notation.read_position(fen))
    assert notation.read_action(position, text).text == action


@pytest.mark.parametrize("text", ["Nd2", "Ke3", "e5", "", "O-O", "claim", "e4"])
def test_what_is_no_move_or_several_is_refused(text):
    position = GAME.setup(GAME.read_options({}), notation.read_position("k7/8/8/8/8/1N3N2/8/4K3 w - - 0 1"))
    with pytest.raises(IllegalAction):
        notation.read_action(position, text)
