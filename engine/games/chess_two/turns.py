"""Turns of Chess Two: slots, passing, and the happenings that the rules bring about by themselves.

A position with both slots unused stands at the start of a turn.
"""

from engine.core.actions import Action
from engine.core.events import Announced, Changed, Happening, Removed
from engine.core.messages import message
from engine.core.pieces import Piece
from engine.core.repetition import PositionChain, stood
from engine.core.squares import Square, bits
from engine.game import Outcome
from engine.games.chess_two.checks import checkers, king_of
from engine.games.chess_two.effects import carried_out, hands_moves, is_loud, struck_off
from engine.games.chess_two.endings import end_of_game
from engine.games.chess_two.legality import BOTH_SLOTS, any_legal, legal, strikes, used_slots
from engine.games.chess_two.position import (
    ChessTwoOptions,
    Heal,
    Placement,
    Position,
    TurnStart,
    pieces,
    seat_of,
    without_immunity,
)

# --- turns -------------------------------------------------------------------------------------------------------


def legal_actions(position: Position) -> list[Action]:
    """Return the legal actions, unsorted; none when the game is over."""
    return legal(position.placement, position.white, position.slots, position.options)


def legal_strikes(position: Position) -> list[Action]:
    """Return the attacks and Kills among :func:`legal_actions`, unsorted."""
    return strikes(position.placement, position.white, position.slots, position.options)


# --- going on ----------------------------------------------------------------------------------------------------


def after(position: Position, action: Action) -> Position:
    """Return the position after a legal action."""
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
    # A Heal protects until the end of the opponent's next turn; any older one ends with this turn.
    if not isinstance(action, Heal):
        placement = without_immunity(placement)
    return begin_turn(options, placement, not white, quiet_turns + (not loud), position.history)


def _over(position: Position, placement: Placement, quiet_turns: int, outcome: Outcome) -> Position:
    return Position(position.options, without_immunity(placement), True, 0, quiet_turns, outcome)


def begin_turn(
    options: ChessTwoOptions, board: Placement, white: bool, quiet_turns: int,
    history: PositionChain[TurnStart] | None = None,
) -> Position:
    """Return the position as a side's turn begins: over if the game ends here, passed on if nobody can act."""
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
    """Return a position in the middle of a turn as it goes on: the turn ends if nothing is legal for the slot that is
    left."""
    if any_legal(position.placement, position.white, position.slots, position.options):
        return position
    return _passed_on(position)


def _may_recur(before: Placement, now: Placement) -> bool:
    """True if ``before`` could ever be reached again: pawns never go back, pieces never return."""
    return before.pawns == now.pawns and (
        (before.white | before.black).bit_count() == (now.white | now.black).bit_count()
    )


# --- happenings --------------------------------------------------------------------------------------------------


def happenings(before: Position, action: Action, after: Position) -> tuple[Happening, ...]:
    """List removals, then pieces that look different now, then what is worth saying aloud."""
    left = _left_by_hands(before.placement, action)
    stands = pieces(after.placement)
    gone = [square for square in sorted(left) if square not in stands]
    found: list[Happening] = [Removed(square) for square in gone]
    found += [Changed(square, piece) for square, piece in stands.items() if left[square] != piece]
    return (*found, *_announced(before, action, after, [left[square] for square in gone]))


def _left_by_hands(board: Placement, action: Action) -> dict[Square, Piece]:
    left = dict(pieces(board))
    for square in bits(struck_off(board, action)):
        del left[square]
    for source, stop in hands_moves(action):
        left[Square(stop)] = left.pop(Square(source))
    return left


def _announced(before: Position, action: Action, after: Position, gone: list[Piece]) -> list[Announced]:
    found = []
    if any(piece.owner is not None for piece in gone):
        found.append(Announced(message("The piece passed Death without a Shield and is removed"), "skull"))
    if any(piece.owner is None for piece in gone):
        found.append(Announced(message("Life and Death destroy each other"), "star"))
    if isinstance(action, Heal):
        found.append(Announced(message("Healed: immune until the end of the opponent's next turn"), "heart"))
    return found + _announced_turn(before, after)


def _announced_turn(before: Position, after: Position) -> list[Announced]:
    found = []
    if after.slots == BOTH_SLOTS:
        if after.white == before.white:
            found.append(Announced(message("{seat} cannot act and passes.", seat=seat_of(not after.white)), "hand"))
        if checkers(after.placement, after.white, after.options.close_combat):
            found.append(Announced(message("{seat} is in check.", seat=seat_of(after.white)), "alert"))
    return found
