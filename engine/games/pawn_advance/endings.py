"""Endings of Pawn Advance Chess."""

from engine.core.messages import message
from engine.core.pieces import TWO_SEATS, Seat
from engine.game import Outcome
from engine.games.pawn_advance.position import BASE_ROWS, Position

REASONS = {
    "touchdown": message("a pawn reached the far side"),
    "extinction": message("the last pawn fell"),
    "captures": message("counted by captures"),
    "standstill": message("nothing could move any more"),
}


def over(position: Position, winners: tuple[Seat, ...], reason: str) -> Position:
    """Return the position with the game ended; ``round`` and ``captures`` stay as they were."""
    return position._replace(
        phase="over", moved=0, moves_left=0, to_place=(0, 0), outcome=Outcome(winners, reason)
    )


def by_captures(position: Position, reason: str) -> Position:
    """Return the end that the captures decide; equal is a draw."""
    white, black = position.captures
    return over(position, () if white == black else (TWO_SEATS[white < black],), reason)


def decided(position: Position) -> Position | None:
    """Return the end by touchdown or extinction, if the board shows one."""
    arrived = tuple(seat for side, seat in enumerate(TWO_SEATS) if position.pawns[side] & BASE_ROWS[1 - side])
    if arrived:
        return over(position, arrived if len(arrived) == 1 else (), "touchdown")
    if not position.pawns[0] or not position.pawns[1]:
        return over(position, (TWO_SEATS[not position.pawns[0]],), "extinction")
    return None


def out_of_rounds(position: Position) -> Position | None:
    """Return the end by captures, if this was the last round."""
    last = position.options.rounds
    return by_captures(position, "captures") if last and position.round >= last else None
