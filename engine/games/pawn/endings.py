"""Endings of Pawn."""

from engine.core.messages import message
from engine.core.pieces import TWO_SEATS
from engine.core.squares import bits
from engine.game import Outcome
from engine.games.pawn.moves import can_move
from engine.games.pawn.patterns import NO_PATTERNS, files_of
from engine.games.pawn.position import Position

REASONS = {
    "elimination": message("the last pawn was taken"),
    "stalemate": message("nobody could ever take again"),
    "standstill": message("nothing could move any more"),
    "no-progress": message("too long without a capture"),
    "repetition": message("the same position three times"),
}


def reason_to_end(position: Position, able: bool) -> str | None:
    """Return why the game is over at the start of a turn; ``None`` if it is not. ``able``: whether the side to move can
    act."""
    options, _, side, (white, black), quiet_turns, _, seen, _ = position
    if not white or not black:
        return "elimination"
    if is_stalemate(white, black):
        return "stalemate"
    if not able and not can_move(1 - side, *((white, black) if side else (black, white))):
        return "standstill"
    if options.no_progress and quiet_turns >= 2 * options.no_progress:
        return "no-progress"
    if seen is not None and seen.latest_count() >= 3:
        return "repetition"
    return None


def over(position: Position, reason: str) -> Position:
    """Return the position, ended: the side with more pawns has won, which covers elimination too."""
    white, black = (pawns.bit_count() for pawns in position.sides)
    winners = () if white == black else (TWO_SEATS[black > white],)
    return position._replace(phase="over", side=0, fresh=NO_PATTERNS, outcome=Outcome(winners, reason))


def is_stalemate(white: int, black: int) -> bool:
    """True at a stalemate (R6): no two pawns of a side on the same file or adjacent ones, no White
    pawn below a Black one on a file."""
    if white.bit_count() > 4 or black.bit_count() > 4:
        return False
    return _is_scattered(white) and _is_scattered(black) and not _can_meet(white, black)


def _is_scattered(pawns: int) -> bool:
    files = files_of(pawns)
    return files.bit_count() == pawns.bit_count() and not files & files << 1


def _can_meet(white: int, black: int) -> bool:
    """True if a White pawn stands below a Black one on some file."""
    for square in bits(white):
        above_on_file = (0xFF << (square & ~7)) & ~((2 << square) - 1)
        if black & above_on_file:
            return True
    return False
