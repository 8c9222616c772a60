"""Advancing Chess as Fairy-Stockfish plays it: the same moves, and the same ends."""

import random
from collections import Counter

import pyffish
import pytest
from fairy_stockfish import CONFIG, GAME, VARIANTS, fen

from engine.core.pieces import Seat
from engine.game import EVERYTHING
from engine.services.perft import perft


@pytest.fixture(scope="module", autouse=True)
def _variants():
    pyffish.load_variant_config(CONFIG)


def oracle_perft(variant, start, depth, played=()):
    moves = pyffish.legal_moves(variant, start, list(played))
    if depth == 1:
        return len(moves)
    return sum(oracle_perft(variant, start, depth - 1, (*played, move)) for move in moves)


def oracle_moves(position, to_move=None):
    return sorted(pyffish.legal_moves(VARIANTS[position.options.double_step], fen(position, to_move), []))


def oracle_winner(before, move):
    """Return the seat that has won with this move, or because of it."""
    variant, start = VARIANTS[before.options.double_step], fen(before)
    if pyffish.legal_moves(variant, start, [move]):  # there are none where the game is over, whatever has ended it
        return None
    over, worth = pyffish.is_immediate_game_end(variant, start, [move])
    if not over:
        worth = pyffish.game_result(variant, start, [move])
    (mover,) = GAME.to_act(before)
    return mover if worth < 0 else Seat.BLACK if mover is Seat.WHITE else Seat.WHITE


def our_winner(position):
    outcome = GAME.outcome(position)
    return outcome and outcome.winners[0]


def our_moves(position):
    return [action.text for action in GAME.actions(position)]


@pytest.mark.parametrize("double_step", [True, False])
def test_perft_to_depth_3_agrees_for_many_arrays(full, double_step):
    chance = random.Random(3)
    for array in [0, 5039, *chance.sample(range(1, 5039), 58 if full else 1)]:
        position = GAME.start(GAME.read_options({"array": array, "double_step": double_step}))
        for depth in (1, 2, 3):
            expected = oracle_perft(VARIANTS[double_step], fen(position), depth)
            assert perft(GAME, position, depth) == expected, f"array {array}, depth {depth}"


@pytest.mark.parametrize("double_step", [True, False])
def test_legal_moves_agree_along_random_games(full, double_step):
    chance, compared = random.Random(4), 0
    for _ in range(400 if full else 6):
        options = GAME.read_options({"array": chance.randrange(5040), "double_step": double_step})
        position = GAME.start(options)
        while GAME.outcome(position) is None:
            assert our_moves(position) == oracle_moves(position), fen(position)
            position = GAME.apply(position, chance.choice(GAME.actions(position)))[0]
            compared += 1
    assert compared > 20 * (400 if full else 6)


def test_games_end_alike_however_they_are_played(full):
    """Also where somebody lets a piece on the last rank stand. In one case that engine counts otherwise: see
    fairy_stockfish.py."""
    chance, ends, otherwise = random.Random(6), Counter(), 0
    for _ in range(400 if full else 20):
        position = GAME.start(GAME.read_options({"array": chance.randrange(5040)}))
        while GAME.outcome(position) is None:
            before, action = position, chance.choice(GAME.actions(position))
            position = GAME.apply(before, action)[0]
            survived = GAME.view(before, EVERYTHING).detail["intruder"] is not None
            if our_winner(position) == oracle_winner(before, action.text):
                continue
            assert survived and our_winner(position) == GAME.to_act(before)[0], (fen(before), action.text)
            otherwise += 1
        ends[GAME.outcome(position).reason, survived] += 1
    games = sum(ends.values())
    assert otherwise < games / 20 < ends["breakthrough", True], (ends, otherwise)


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
    for _ in range(20000 if full else 400):
        to_move = chance.choice(["white", "black"])
        position = scattered(chance, options, to_move)
        if GAME.outcome(position) is None:
            assert our_moves(position) == oracle_moves(position), fen(position)
            compared += 1
        else:
            assert GAME.outcome(position).reason == "no-moves"
            assert oracle_moves(position, to_move) == [], fen(position, to_move)
    assert compared > (18000 if full else 350)
