"""Endings of Pawn's Revenge between turns: lost armies, deadlock, quiet (rules page, *The end*)."""

from engine.core.messages import message
from engine.game import Outcome
from engine.games.pawns_revenge.moves import any_army_can_move, any_contact
from engine.games.pawns_revenge.position import Phase, Position

REASONS = {
    "regicide": message("a king or queen fell"),
    "last-standing": message("the last army standing"),
    "deadlock": message("no army could move any more"),
    "quiet": message("too long without a fight"),
}


def over(position: Position, outcome: Outcome) -> Position:
    """End the game; active seat, roll, moved pieces and bonuses stay as left."""
    return position._replace(phase=Phase.OVER, dice=None, outcome=outcome)


def lost_army(position: Position) -> Outcome | None:
    """Return the end (R6) if at most one army or alliance has pieces."""
    if all(position.armies):
        return None
    rules = position.rules
    left = {number for number, pieces in zip(rules.alliance, position.armies, strict=True) if pieces}
    if len(left) > 1:
        return None
    return Outcome(rules.alliance_seats(left.pop()) if left else (), "last-standing")


def ended(position: Position) -> Outcome | None:
    """Test before every turn, in this order, for a lost army, deadlock (R7) and quiet."""
    outcome = lost_army(position)
    if outcome is None and not any_army_can_move(position) and not any_contact(position):
        outcome = Outcome((), "deadlock")
    if outcome is None and _quiet(position):
        outcome = Outcome((), "quiet")
    return outcome


def _quiet(position: Position) -> bool:
    limit = position.options.quiet_limit
    return 0 < limit and position.quiet >= limit * sum(map(bool, position.armies))


def regicide(position: Position, alliances: set[int]) -> Outcome:
    """Return the end for whoever killed a king or queen; a draw if several alliances did (R5)."""
    if len(alliances) > 1:
        return Outcome((), "regicide")
    return Outcome(position.rules.alliance_seats(min(alliances)), "regicide")
