"""Advancing Chess moves as Fairy-Stockfish moves, told about the pieces in Betza's notation.

What that engine cannot express is how the game ends by a breakthrough: a variant's flag region wins at once, or with
``flagPieceSafe`` only while no piece attacks the one that arrived; neither waits for the opponent's answer as R4 does.
So the comparison is of moves alone, in positions in which our game goes on; endings have tests of their own.
"""

import random
from itertools import groupby

import pyffish
import pytest

from engine.games.advancing_chess.game import AdvancingChess
from engine.perft import perft
from engine.pieces import Seat

GAME = AdvancingChess()
VARIANTS = {True: "advancing-double-step", False: "advancing-single-step"}
CONFIG = """
[advancing-double-step]
customPiece1 = p:mfWcFimfnD
customPiece2 = c:mfRcRmfFcF
customPiece3 = v:mfBcBmfWcW
customPiece4 = h:mfhNcNmfKcK
customPiece5 = n:fhN
customPiece6 = q:fQ
doubleStepRegionWhite = *3
doubleStepRegionBlack = *6
castling = false
checking = false
stalemateValue = loss
nMoveRule = 0
nFoldRule = 0
startFen = cchnnhcc/nqvvvvqn/pppppppp/8/8/PPPPPPPP/NQVVVVQN/CCHNNHCC w - - 0 1

[advancing-single-step:advancing-double-step]
customPiece1 = p:mfWcF
"""


@pytest.fixture(scope="module", autouse=True)
def _variants():
    pyffish.load_variant_config(CONFIG)


def fen(position, to_move=None):
    to_move = to_move or GAME.to_act(position)[0]
    view = GAME.view(position)
    ranks = []
    for rank in range(7, -1, -1):
        pieces = [view.pieces.get(file * 8 + rank) for file in range(8)]
        letters = [" " if p is None else p.kind if p.owner is Seat.WHITE else p.kind.lower() for p in pieces]
        ranks.append("".join(
            str(len(list(run))) if letter == " " else "".join(run) for letter, run in groupby(letters)
        ))
    return f"{'/'.join(ranks)} {'b' if to_move == 'black' else 'w'} - - 0 1"


def oracle_perft(variant, start, depth, played=()):
    moves = pyffish.legal_moves(variant, start, list(played))
    if depth == 1:
        return len(moves)
    return sum(oracle_perft(variant, start, depth - 1, (*played, move)) for move in moves)


def oracle_moves(position, to_move=None):
    return sorted(pyffish.legal_moves(VARIANTS[position.options.double_step], fen(position, to_move), []))


def our_moves(position):
    return [action.text for action in GAME.actions(position)]


@pytest.mark.parametrize("double_step", [True, False])
def test_perft_to_depth_3_agrees_for_many_arrays(full, double_step):
    chance = random.Random(3)
    for array in [0, 5039, *chance.sample(range(1, 5039), 58 if full else 4)]:
        position = GAME.start(GAME.read_options({"array": array, "double_step": double_step}))
        for depth in (1, 2, 3):
            expected = oracle_perft(VARIANTS[double_step], fen(position), depth)
            assert perft(GAME, position, depth) == expected, f"array {array}, depth {depth}"


@pytest.mark.parametrize("double_step", [True, False])
def test_legal_moves_agree_along_random_games(full, double_step):
    chance, compared = random.Random(4), 0
    for _ in range(400 if full else 12):
        options = GAME.read_options({"array": chance.randrange(5040), "double_step": double_step})
        position = GAME.start(options)
        while GAME.outcome(position) is None:
            assert our_moves(position) == oracle_moves(position), fen(position)
            position = GAME.apply(position, chance.choice(GAME.actions(position)))[0]
            compared += 1
    assert compared > 20 * (400 if full else 12)


def scattered(chance, options, to_move):
    """A random position with pieces anywhere but on the rank where they would end the game."""
    board = {}
    for _ in range(chance.randint(2, 40)):
        colour = chance.choice("wb")
        rank = chance.randint(1, 7) if colour == "w" else chance.randint(2, 8)
        board[f"{chance.choice('abcdefgh')}{rank}"] = colour + chance.choice("PCNVQH")
    return GAME.setup(options, {"board": board, "phase": "play", "to_act": [to_move]})


@pytest.mark.parametrize("double_step", [True, False])
def test_legal_moves_agree_in_random_positions(full, double_step):
    chance, compared = random.Random(5), 0
    options = GAME.read_options({"double_step": double_step})
    for _ in range(20000 if full else 1000):
        to_move = chance.choice(["white", "black"])
        position = scattered(chance, options, to_move)
        if GAME.outcome(position) is None:
            assert our_moves(position) == oracle_moves(position), fen(position)
            compared += 1
        else:
            assert GAME.outcome(position).reason == "no-moves"
            assert oracle_moves(position, to_move) == [], fen(position, to_move)
    assert compared > (18000 if full else 900)
