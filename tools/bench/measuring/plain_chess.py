"""A plain search of chess to measure others by: python-chess makes the moves, alpha-beta looks at them, captures of
much by little first, and nothing but pieces counts."""

import math
import time
from random import Random

import chess

VALUES = (0, 1, 3, 3, 5, 9, 0)
"""By python-chess's number of a kind: no piece, pawn, knight, bishop, rook, queen, king."""
_LOST = 1000
_DEPTH = 3
_GAME_LENGTH = 40


def opening(seed: str) -> chess.Board:
    """A position of a random game of chess, as far as its opening goes."""
    luck, board = Random(seed), chess.Board()
    for _ in range(luck.randint(4, _GAME_LENGTH)):
        board.push(luck.choice(list(board.legal_moves)))
        if not any(board.legal_moves):
            return opening(seed + "+")
    return board


def rate(seconds: float) -> float:
    """Positions looked at per second of the processor's time."""
    looked_at, spent, number = 0, 0.0, 0
    while spent < seconds:
        number += 1
        search, board = PlainSearch(), opening(f"plain {number}")
        started_s = time.process_time()
        search.worth(board, _DEPTH, -math.inf, math.inf)
        spent += time.process_time() - started_s
        looked_at += search.looked_at
    return looked_at / spent


class PlainSearch:
    """Alpha-beta to a depth. ``looked_at``: the number of positions so far."""

    def __init__(self) -> None:
        self.looked_at = 0

    def worth(self, board: chess.Board, depth: int, alpha: float, beta: float) -> float:
        """Return the worth of a position to the side to move, in pawns."""
        self.looked_at += 1
        if not depth:
            return _material(board)
        moves = sorted(board.legal_moves, key=lambda move: _promise(board, move), reverse=True)
        if not moves:
            return -_LOST if board.is_check() else 0
        best = -math.inf
        for move in moves:
            board.push(move)
            best = max(best, -self.worth(board, depth - 1, -beta, -max(alpha, best)))
            board.pop()
            if best >= beta:
                break
        return best


def _promise(board: chess.Board, move: chess.Move) -> float:
    taken = VALUES[board.piece_type_at(move.to_square) or 0]
    return taken - VALUES[board.piece_type_at(move.from_square) or 0] / 20 if taken else 0


def _material(board: chess.Board) -> int:
    own, foes = board.occupied_co[board.turn], board.occupied_co[not board.turn]
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens)
    return sum(
        value * ((kind & own).bit_count() - (kind & foes).bit_count())
        for value, kind in zip(VALUES[1:6], kinds, strict=True)
    )
