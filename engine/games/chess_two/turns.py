"""How a game of Chess Two goes on: slots, turns, passing.

All functions are pure. A position with both slots unused stands at the start of a turn.
"""


from engine.core.actions import Action
from engine.core.repetition import Past, stood
from engine.game import Outcome
from engine.games.chess_two.checks import king_of
from engine.games.chess_two.effects import carried_out, is_loud
from engine.games.chess_two.endings import end_of_game
from engine.games.chess_two.legality import BOTH_SLOTS, any_legal, legal, strikes, used_slots
from engine.games.chess_two.moves import Heal
from engine.games.chess_two.options import ChessTwoOptions
from engine.games.chess_two.placement import Placement, without_immunity
from engine.games.chess_two.position import Position, TurnStart, seat_of


def legal_actions(position: Position) -> list[Action]:
    """The legal actions, unsorted; none when the game is over."""
    return legal(position.placement, position.white, position.slots, position.options)


def legal_strikes(position: Position) -> list[Action]:
    """The attacks and Kills among :func:`legal_actions`, unsorted."""
    return strikes(position.placement, position.white, position.slots, position.options)


# --- going on ----------------------------------------------------------------------------------------------------


def after(position: Position, action: Action) -> Position:
    """The position after a legal action."""
    options, before, white = position.options, position.placement, position.white
    placement = carried_out(before, action, white, options.close_combat)
    loud = is_loud(action, before, placement)
    quiet_turns = 0 if loud else position.quiet_turns
    loud = loud or position.loud
    if not king_of(placement, not white):
        return _over(position, placement, quiet_turns, Outcome((seat_of(white),), "king-destroyed"))
    slots = position.slots & ~used_slots(action)
    if slots and any_legal(placement, white, slots, options):
        return Position(options, placement, white, slots, quiet_turns, None, loud, position.history)
    if not isinstance(action, Heal):
        placement = without_immunity(placement)
    return begin_turn(options, placement, not white, quiet_turns + (not loud), position.history)


def _over(position: Position, placement: Placement, quiet_turns: int, outcome: Outcome) -> Position:
    return Position(position.options, without_immunity(placement), True, 0, quiet_turns, outcome)


def begin_turn(
    options: ChessTwoOptions, board: Placement, white: bool, quiet_turns: int,
    history: Past[TurnStart] | None = None,
) -> Position:
    """The position as White's (or Black's) turn begins: over if the game ends here, passed on if nobody can act."""
    may_recur = history is not None and _may_recur(history.key[1], board)
    history = stood(history if may_recur else None, (white, board))
    start = Position(options, board, white, BOTH_SLOTS, quiet_turns, None, False, history)
    can_act = any_legal(board, white, BOTH_SLOTS, options)
    outcome = end_of_game(start, can_act)
    if outcome is not None:
        return _over(start, board, quiet_turns, outcome)
    return start if can_act else _passed_on(start)


def _passed_on(start: Position) -> Position:
    board = without_immunity(start.placement)
    return begin_turn(start.options, board, not start.white, start.quiet_turns + 1, start.history)


def resume_turn(position: Position) -> Position:
    """A position in the middle of a turn as it goes on: the turn ends if nothing is legal for the slot that is left."""
    if any_legal(position.placement, position.white, position.slots, position.options):
        return position
    return _passed_on(position)


def _may_recur(before: Placement, now: Placement) -> bool:
    """Whether ``before`` could ever be reached again: pawns never go back, pieces never return."""
    return before.pawns == now.pawns and (
        (before.white | before.black).bit_count() == (now.white | now.black).bit_count()
    )
