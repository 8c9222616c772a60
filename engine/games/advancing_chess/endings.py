"""Endings of Advancing Chess: breakthrough (R4) and no move. There is no draw (R5)."""

from engine.core.messages import message
from engine.core.pieces import TWO_SEATS
from engine.core.squares import Square
from engine.game import Outcome
from engine.games.advancing_chess.moves import COMPASSES, can_capture, can_move
from engine.games.advancing_chess.position import Position

REASONS = {"breakthrough": message("a piece broke through"), "no-moves": message("no move was left")}
_BREAKTHROUGHS = tuple(Outcome((seat,), "breakthrough") for seat in TWO_SEATS)
_NO_MOVES = tuple(Outcome((seat,), "no-moves") for seat in reversed(TWO_SEATS))
"""By the side that cannot move."""

def after_move(position: Position, target: int, intruder: Square | None) -> Position:
    """Judge a move that just ended on ``target`` (a bitboard): the position with its intruder or its outcome.

    ``intruder``: the piece that the move should have captured. Order: safe arrival, survivor (R4), no move.
    """
    mover = 1 - position.side
    if target & COMPASSES[mover].last_rank:
        if not can_capture(position, target):
            return won_by(position, mover)
        position = position._replace(intruder=Square(target.bit_length() - 1))
    if intruder is not None and not target >> intruder & 1:
        return won_by(position, position.side)
    return without_move(position)


def without_move(position: Position) -> Position:
    """Return the position, lost if the side to move has no move."""
    if can_move(position):
        return position
    return position._replace(phase="over", side=0, intruder=None, outcome=_NO_MOVES[position.side])


def won_by(position: Position, side: int) -> Position:
    """Return the position, won by a breakthrough of ``side``."""
    return position._replace(phase="over", side=0, intruder=None, outcome=_BREAKTHROUGHS[side])


def judge(position: Position) -> Position:
    """Judge a position that was set up: pieces of the side not to move on their last rank have just arrived there."""
    mover = 1 - position.side
    arrived = position.sides[mover] & COMPASSES[mover].last_rank
    if arrived and (arrived.bit_count() > 1 or not can_capture(position, arrived)):
        return won_by(position, mover)
    if position.sides[position.side] & COMPASSES[position.side].last_rank:
        return won_by(position, position.side)
    if arrived:
        position = position._replace(intruder=Square(arrived.bit_length() - 1))
    return without_move(position)
