"""How a game of Chess Two goes on: slots, turns, passing, and the ends of the game.

All functions are pure. A position with both slots unused stands at the start of a turn.
"""

from dataclasses import dataclass, field
from typing import Final, NamedTuple, Optional

from engine.actions import Action
from engine.game import Outcome
from engine.games.chess_two.checks import checkers, king_of
from engine.games.chess_two.effects import carried_out, is_loud
from engine.games.chess_two.legality import BOTH_SLOTS, any_legal, legal, used_slots
from engine.games.chess_two.moves import Heal
from engine.games.chess_two.options import ChessTwoOptions
from engine.games.chess_two.placement import Placement
from engine.pieces import Seat

KING_DESTROYED: Final = "king-destroyed"
CHECKMATE: Final = "checkmate"
NO_ACTIONS: Final = "no-actions"
BARE_KINGS: Final = "bare-kings"
REPETITION: Final = "repetition"
QUIET: Final = "quiet"
REASONS: Final = (KING_DESTROYED, CHECKMATE, NO_ACTIONS, BARE_KINGS, REPETITION, QUIET)


class TurnStart(NamedTuple):
    """A link in the chain of the positions at the start of turns, latest first, as far back as one could return to."""

    placement: Placement
    white: bool
    earlier: Optional["TurnStart"]


@dataclass(frozen=True, slots=True)
class Position:
    """All there is to know about a game in progress. Equal positions look alike; their pasts may differ."""

    options: ChessTwoOptions
    placement: Placement
    white: bool
    """Whether it is White's turn; true when the game is over."""
    slots: int
    """``STANDARD`` and ``SPECIAL`` as far as unused; 0 when the game is over."""
    quiet_turns: int = 0
    outcome: Outcome | None = None
    loud: bool = field(default=False, compare=False)
    """Whether there was an attack, Kill or pawn move in this turn."""
    history: TurnStart | None = field(default=None, compare=False, repr=False)


def seat_of(white: bool) -> Seat:
    """The seat that plays White or Black."""
    return Seat.WHITE if white else Seat.BLACK


def legal_actions(position: Position) -> list[Action]:
    """The legal actions, unsorted; none when the game is over."""
    return legal(position.placement, position.white, position.slots, position.options)


# --- going on ----------------------------------------------------------------------------------------------------


def after(position: Position, action: Action) -> Position:
    """The position after a legal action."""
    options, before, white = position.options, position.placement, position.white
    placement = carried_out(before, action, white, options.close_combat)
    loud = is_loud(action, before, placement)
    quiet_turns = 0 if loud else position.quiet_turns
    loud = loud or position.loud
    if not king_of(placement, not white):
        return _over(position, placement, quiet_turns, Outcome((seat_of(white),), KING_DESTROYED))
    slots = position.slots & ~used_slots(action)
    if slots and any_legal(placement, white, slots, options):
        return Position(options, placement, white, slots, quiet_turns, None, loud, position.history)
    if not isinstance(action, Heal):
        placement = _without_immunity(placement)
    return begin_turn(options, placement, not white, quiet_turns + (not loud), position.history)


def _without_immunity(placement: Placement) -> Placement:
    return placement._replace(immune=0) if placement.immune else placement


def _over(position: Position, placement: Placement, quiet_turns: int, outcome: Outcome) -> Position:
    return Position(position.options, _without_immunity(placement), True, 0, quiet_turns, outcome)


def begin_turn(
    options: ChessTwoOptions, board: Placement, white: bool, quiet_turns: int, history: TurnStart | None = None
) -> Position:
    """The position as White's (or Black's) turn begins: over if the game ends here, passed on if nobody can act."""
    if history is not None and not _may_recur(history.placement, board):
        history = None
    history = TurnStart(board, white, history)
    start = Position(options, board, white, BOTH_SLOTS, quiet_turns, None, False, history)
    can_act = any_legal(board, white, BOTH_SLOTS, options)
    outcome = _end_of_game(start, can_act)
    if outcome is not None:
        return _over(start, board, quiet_turns, outcome)
    return start if can_act else _passed_on(start)


def _passed_on(start: Position) -> Position:
    board = _without_immunity(start.placement)
    return begin_turn(start.options, board, not start.white, start.quiet_turns + 1, start.history)


def resume_turn(position: Position) -> Position:
    """A position in the middle of a turn as it goes on: the turn ends if nothing is legal for the slot that is left."""
    if any_legal(position.placement, position.white, position.slots, position.options):
        return position
    return _passed_on(position)


# --- ends of the game --------------------------------------------------------------------------------------------


def _end_of_game(start: Position, can_act: bool) -> Outcome | None:
    """How the game ends at the start of this turn, judged in the order of the fine print."""
    options, board, white = start.options, start.placement, start.white
    if not can_act:
        if options.win == "checkmate" and checkers(board, white, options.close_combat):
            return Outcome((seat_of(not white),), CHECKMATE)
        if not any_legal(_without_immunity(board), not white, BOTH_SLOTS, options):
            return Outcome((), NO_ACTIONS)
    if board.white | board.black == board.kings and not board.death:
        return Outcome((), BARE_KINGS)
    if start.history is not None and _occurrences(start.history) >= 3:
        return Outcome((), REPETITION)
    if 0 < 2 * options.quiet_limit <= start.quiet_turns:
        return Outcome((), QUIET)
    return None


def _may_recur(before: Placement, now: Placement) -> bool:
    """Whether ``before`` could ever be reached again: pawns never go back, pieces never return."""
    return before.pawns == now.pawns and (
        (before.white | before.black).bit_count() == (now.white | now.black).bit_count()
    )


def _occurrences(latest: TurnStart) -> int:
    """How often the latest position has stood at the start of a turn."""
    board, white, link = latest
    count = 1
    while link is not None:
        count += link.white == white and link.placement == board
        link = link.earlier
    return count
