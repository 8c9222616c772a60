"""Endings of Chess Two at the start of a turn. (A king is destroyed in the middle of one.)"""

from engine.core.messages import message
from engine.game import Outcome
from engine.games.chess_two.checks import checkers
from engine.games.chess_two.legality import BOTH_SLOTS, any_legal
from engine.games.chess_two.position import Position, seat_of, without_immunity

REASONS = {
    "king-destroyed": message("the king fell"),
    "checkmate": message("checkmate"),
    "no-actions": message("nobody could act any more"),
    "bare-kings": message("too few pieces left"),
    "repetition": message("the same position three times"),
    "quiet": message("too long without a fight"),
}


def end_of_game(start: Position, can_act: bool) -> Outcome | None:
    """Return the end of the game at the start of this turn, if it is over, judged in the order of the fine print."""
    options, board, white = start.options, start.placement, start.white
    if not can_act:
        if options.win == "checkmate" and checkers(board, white, options.close_combat):
            return Outcome((seat_of(not white),), "checkmate")
        if not any_legal(without_immunity(board), not white, BOTH_SLOTS, options):
            return Outcome((), "no-actions")
    if board.white | board.black == board.kings and not board.death:
        return Outcome((), "bare-kings")
    if start.history is not None and start.history.times >= 3:
        return Outcome((), "repetition")
    if 0 < 2 * options.quiet_limit <= start.quiet_turns:
        return Outcome((), "quiet")
    return None
