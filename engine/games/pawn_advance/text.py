"""Positions in words."""

from engine.core.messages import Message, counted, message
from engine.core.pieces import TWO_SEATS
from engine.core.squares import bits
from engine.game import Counter, Description, Mark, MarkKind
from engine.games.pawn_advance.moves import allowance
from engine.games.pawn_advance.position import Position


def describe(position: Position) -> Description:
    """Describe a position: banner, counters, marks and sentences. Nothing is asked on the phone: every decision is made
    by moving pawns."""
    phase, icon = {
        "battle": (message("Battle"), "swords"),
        "reinforce": (message("Reinforcements"), "plus"),
        "over": (message("Game over"), "crown"),
    }[position.phase]
    spent = message("has moved this turn")
    return Description(
        phase, icon, counters=tuple(_counters(position)),
        marks=tuple(Mark(square, MarkKind.SPENT, spent) for square in bits(position.moved)),
        sentences=tuple(_sentences(position)),
    )


def _counters(position: Position) -> list[Counter]:
    rounds = position.options.rounds or None
    counters = [
        Counter(message("Captures"), position.captures[side], seat=seat) for side, seat in enumerate(TWO_SEATS)
    ]
    counters.append(Counter(message("Round"), position.round, of=rounds))
    if position.phase == "battle":
        counters.append(Counter(message("Moves left"), position.moves_left, of=_moves_of_turn(position), of_turn=True))
    return counters


def _moves_of_turn(position: Position) -> int:
    """Return the number of moves that this turn had at its start; one that was set up may have more than a first
    turn."""
    return max(position.moves_left, allowance(position.options, position.round, position.side))


def _sentences(position: Position) -> list[Message]:
    if position.phase == "battle":
        seat = TWO_SEATS[position.side]
        if position.moves_left == 1 and not position.moved:
            return [message("{seat} moves one pawn.", seat=seat)]
        return [counted(
            "{seat} moves one more pawn.", "{seat} moves {count} different pawns.", position.moves_left, seat=seat
        )]
    if position.phase == "reinforce":
        count, seat = position.to_place[position.side], TWO_SEATS[position.side]
        return [counted(
            "{seat} puts one new pawn on a glowing square.", "{seat} puts {count} new pawns on glowing squares.",
            count, seat=seat,
        )]
    return []
