"""Ends of a game of chess, and what is left to win (the FIDE Laws of Chess, articles 5, 6.9 and 9)."""

from dataclasses import replace
from typing import Final

from engine.core.messages import message
from engine.core.pieces import TWO_SEATS
from engine.core.repetition import PositionChain, stood
from engine.game import Outcome
from engine.games.chess.attacks import checks_and_pins
from engine.games.chess.geometry import LIGHT
from engine.games.chess.making import after, is_loud
from engine.games.chess.moves import can_move, list_moves
from engine.games.chess.position import Castling, ChessOptions, Move, Placement, Position

REASONS: Final = {
    "checkmate": message("checkmate"),
    "stalemate": message("no legal move, and no check"),
    "dead-position": message("nobody can be mated any more"),
    "threefold": message("the same position three times"),
    "fifty-moves": message("fifty moves without a capture or a pawn move"),
    "fivefold": message("the same position five times"),
    "seventy-five-moves": message("seventy-five moves without a capture or a pawn move"),
}
FIFTY: Final = 100
"""Fifty moves of each side."""
SEVENTY_FIVE: Final = 150
_MATES: Final = tuple(Outcome((seat,), "checkmate") for seat in reversed(TWO_SEATS))
"""By the side that is mated."""


def begun(options: ChessOptions, placement: Placement, quiet: int = 0, number: int = 1,
          array: int | None = None) -> Position:
    """Begin with a position that has no past; it may be an end already."""
    return _judged(options, placement, quiet, number, array, stood(None, placement))


def followed(before: Position, action: Move | Castling) -> Position:
    """Make a legal move, and judge what comes of it."""
    placement, number = after(before.placement, action), before.number + before.placement.side
    quiet, past = (0, None) if is_loud(before.placement, action) else (before.quiet + 1, before.past)
    return _judged(before.options, placement, quiet, number, before.array, stood(past, placement))


def _judged(
    options: ChessOptions, placement: Placement, quiet: int, number: int, array: int | None,
    past: PositionChain[Placement],
) -> Position:
    checkers, pinned = checks_and_pins(placement)
    position = Position(options, "play", placement, quiet, number, array, None, past, checkers, pinned)
    outcome = None
    if not can_move(position):
        outcome = _MATES[placement.side] if checkers else Outcome((), "stalemate")
    elif not placement.pawns and is_dead(placement):
        outcome = Outcome((), "dead-position")
    elif past.times >= 5:
        outcome = Outcome((), "fivefold")
    elif quiet >= SEVENTY_FIVE:
        outcome = Outcome((), "seventy-five-moves")
    return position if outcome is None else over(position, outcome)


def over(position: Position, outcome: Outcome) -> Position:
    """End the game in this position."""
    return replace(position, phase="over", outcome=outcome)


# --- claims ------------------------------------------------------------------------------------------------------


def claimed(position: Position) -> Outcome | None:
    """Return the draw that the side to move can claim (9.2, 9.3): for the position, or for one that a move leads to."""
    past = position.past
    if past is not None and (past.times >= 3 or past.repeated and _repeats(position, past)):
        return Outcome((), "threefold")
    if position.quiet >= FIFTY or position.quiet == FIFTY - 1 and _completes_fifty(position):
        return Outcome((), "fifty-moves")
    return None


def _repeats(position: Position, past: PositionChain[Placement]) -> bool:
    """True if some move leads to a position that has stood there twice."""
    return any(after(position.placement, move) in past.repeated for move in list_moves(position))


def _completes_fifty(position: Position) -> bool:
    """True if some move is the last of the fifty, and the game goes on after it."""
    quiet = (move for move in list_moves(position) if not is_loud(position.placement, move))
    return any(followed(position, move).outcome is None for move in quiet)


# --- what is left to win -----------------------------------------------------------------------------------------


def is_dead(placement: Placement) -> bool:
    """True if the pieces that are left can mate on neither side. (Walls of pawns are not looked at.)"""
    return not can_mate(placement, 0) and not can_mate(placement, 1)


def can_mate(placement: Placement, side: int) -> bool:
    """True if a side has enough to mate with, however badly the other one plays (6.9)."""
    pawns, knights, bishops, rooks, queens, kings, *_ = placement
    own, foe = placement[6 + side], placement[7 - side]
    if own & (pawns | rooks | queens):
        return True
    if own & knights:  # one alone needs the foe's pieces around his king, and queens would not hold still
        return bool(own & ~kings & (own & ~kings) - 1 or foe & ~(kings | queens))
    if not own & bishops:
        return False
    return bool(bishops & LIGHT and bishops & ~LIGHT or knights | pawns)
