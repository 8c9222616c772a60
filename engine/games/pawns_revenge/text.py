"""Positions as data and in words, as far as a viewer may know them: until the reveal nobody sees another's secrets."""

from typing import Any

from engine.core.messages import Message, counted, message
from engine.core.pieces import TWO_SEATS, Seat
from engine.core.squares import Square, bits
from engine.game import Counter, Description, Mark, MarkKind, Prompt, PromptKind, View, Viewer
from engine.games.pawns_revenge.armies import ROGUE_KNIGHT, army_pieces, strengths, written
from engine.games.pawns_revenge.combat import fighter, shares
from engine.games.pawns_revenge.moves import engagements
from engine.games.pawns_revenge.position import (
    NOBODY,
    SECRET_PHASES,
    Dice,
    Phase,
    Position,
    actors,
    next_to_throw,
    still_to_commit,
)
from engine.games.pawns_revenge.turns import draws_hole

# --- as data -----------------------------------------------------------------------------------------------------


_NO_DICE = Dice(())


def known(position: Position, seat: Seat, knows: Viewer) -> bool:
    """True if a viewer may know what this seat threw and divides."""
    return knows is None or seat in knows or position.phase not in SECRET_PHASES


def view(position: Position, knows: Viewer) -> View:
    """Show a position as the rules page's fields."""
    pieces = army_pieces(position) | dict.fromkeys(bits(position.rogue), ROGUE_KNIGHT)
    return View(pieces, position.phase.value, actors(position), _turn(position) | _combat(position, knows))


def _turn(position: Position) -> dict[str, Any]:
    rules, board = position.rules, position.rules.board
    return {
        "players": rules.options.players,
        "active": None if position.active == NOBODY else str(rules.seats[position.active]),
        "holes": board.sorted_names(position.holes),
        "roll": position.roll or None,
        "moved": [board.name(square) for square in position.moved],
        "stats": {board.name(square): written(strength) for square, strength in strengths(position).items()},
        "courage": [str(seat) for army, seat in enumerate(rules.seats) if position.courage >> army & 1],
        "quiet_turns": position.quiet,
    }


def _combat(position: Position, knows: Viewer) -> dict[str, Any]:
    seats = position.rules.seats
    dice = position.dice or _NO_DICE
    numbers = {
        str(seats[army]): number or None for army, number in dice.numbers if known(position, seats[army], knows)
    }
    dividing = position.phase is Phase.DIVIDE
    return {
        "dice": {} if dividing else numbers,
        "points": numbers if dividing else {},
        "divisions": {str(each.seat): each.text for each in dice.divisions if known(position, each.seat, knows)},
        "committed": [str(each.seat) for each in dice.divisions],
    }


# --- in words ----------------------------------------------------------------------------------------------------


_BANNERS = {
    Phase.SCATTER: (message("Preparing the battlefield"), "hole"),
    Phase.ROLL_OFF: (message("Who begins?"), "die"),
    Phase.ROLL: (message("The throw"), "die"),
    Phase.ROGUE: (message("The rogue knight"), "knight"),
    Phase.MOVE: (message("Move"), "move"),
    Phase.COMBAT_DICE: (message("Combat: dice"), "swords"),
    Phase.DIVIDE: (message("Combat: bonus points"), "swords"),
    Phase.OVER: (message("Game over"), "crown"),
}

_MOVES = {
    2: message("one piece forward-diagonally"),
    3: message("one piece forward-diagonally"),
    4: message("one piece forward or sideways"),
    5: message("two different pieces forward-diagonally"),
    6: message("two different pieces forward"),
}
_RETREATING_MOVES = {
    2: message("one piece forward-diagonally or backward-diagonally"),
    3: message("one piece forward-diagonally or backward-diagonally"),
    4: message("one piece forward, sideways or backward"),
    5: message("two different pieces forward-diagonally or backward-diagonally"),
    6: message("two different pieces forward or backward"),
}


def describe(position: Position, knows: Viewer) -> Description:
    """Describe a position: banner, counters, marks, sentences and prompts for a viewer."""
    phase, icon = _BANNERS[position.phase]
    strength = strengths(position)
    missing = position.rules.board.all & ~position.rules.grid.exists
    return Description(
        phase, icon, tuple(_counters(position)),
        tuple(_mark(square, written(strength[square])) for square in strength),
        tuple(_sentences(position, knows)),
        tuple(_prompts(position, knows)),
        position.holes | missing,
    )


def _counters(position: Position) -> list[Counter]:
    counters = [
        Counter(message("Pieces"), pieces.bit_count(), seat=seat)
        for seat, pieces in zip(position.rules.seats, position.armies, strict=True)
    ]
    if position.roll:
        counters.append(Counter(message("Thrown"), position.roll))
    counters.append(Counter(message("Quiet turns"), position.quiet))
    return counters


def _mark(square: Square, text: str) -> Mark:
    return Mark(square, MarkKind.STATS, message("power and toughness {strength}", strength=text), text)


# --- sentences ---------------------------------------------------------------------------------------------------


def _sentences(position: Position, knows: Viewer) -> list[Message]:
    return [*_happening_now(position), *_courage(position), *_dice(position, knows), *_battles(position)]


def _happening_now(position: Position) -> list[Message]:
    seats = position.rules.seats
    if position.phase is Phase.SCATTER:
        hole = message("Chance draws a square to be bombed.")
        return [hole if draws_hole(position) else message("Chance places the rogue knight.")]
    if position.phase is Phase.ROLL_OFF:
        return [message("{seat} throws for the first turn.", seat=next_to_throw(position))]
    if position.phase is Phase.ROLL:
        return [message("{seat} throws the die.", seat=seats[position.active])]
    if position.phase is Phase.ROGUE:
        return [message("The rogue knight goes wherever chance takes it.")]
    if position.phase is Phase.MOVE:
        return [_to_move(position)]
    return []


def _to_move(position: Position) -> Message:
    seat = position.rules.seats[position.active]
    if position.moved:
        return message("{seat} moves one more piece.", seat=seat)
    what = (_RETREATING_MOVES if position.options.retreat else _MOVES)[position.roll]
    if position.options.players > len(TWO_SEATS):  # their forward is a diagonal of the board
        return message("{seat} moves {what}. Forward is towards the opposite corner.", seat=seat, what=what)
    return message("{seat} moves {what}.", seat=seat, what=what)


def _courage(position: Position) -> list[Message]:
    return [
        message("Every piece of {seat} is +1/+1 until {seat} plays again.", seat=seat)
        for army, seat in enumerate(position.rules.seats) if position.courage >> army & 1
    ]


def _dice(position: Position, knows: Viewer) -> list[Message]:
    dice = position.dice
    if dice is None:
        return []
    seats = position.rules.seats
    told = [
        message("{seat} threw {number}.", seat=seats[army], number=number)
        for army, number in dice.numbers if number and known(position, seats[army], knows)
    ]
    if position.phase is Phase.COMBAT_DICE:
        told.append(message("{seat} throws the combat die, in secret.", seat=next_to_throw(position)))
    return told + _commitments(position, dice, knows)


def _commitments(position: Position, dice: Dice, knows: Viewer) -> list[Message]:
    told = [message("{seat} has divided the points.", seat=each.seat) for each in dice.divisions]
    told += [
        message("{seat} committed {division}.", seat=each.seat, division=shares(position.rules.board, each))
        for each in dice.divisions if known(position, each.seat, knows)
    ]
    return told


def _battles(position: Position) -> list[Message]:
    """Tell who will fight whom: that is decided by how they stand, before any die is thrown."""
    if position.phase not in SECRET_PHASES:
        return []
    strength = strengths(position)
    return [
        message(
            "The {attacker} fights the {defender}.",
            attacker=fighter(position, attacker, strength[attacker]),
            defender=fighter(position, defender, strength[defender]),
        )
        for attacker, opponents in engagements(position) for defender in opponents
    ]


# --- prompts -----------------------------------------------------------------------------------------------------


def _prompts(position: Position, knows: Viewer) -> list[Prompt]:
    if position.phase is not Phase.DIVIDE or position.dice is None:
        return []
    numbers = dict(position.dice.numbers)
    return [
        _division(position, army, numbers[army], knows)
        for army in still_to_commit(position.dice, position.rules)
    ]


def _division(position: Position, army: int, points: int, knows: Viewer) -> Prompt:
    seat: Seat = position.rules.seats[army]
    if not known(position, seat, knows):
        return Prompt(PromptKind.DIVISION, seat, message("{seat} divides bonus points in secret.", seat=seat))
    return Prompt(
        PromptKind.DIVISION, seat,
        counted(
            "{seat}: give one point of power or toughness.",
            "{seat}: divide up to {count} points of power and toughness.", points, seat=seat,
        ),
        points=points, squares=tuple(bits(position.armies[army])),
    )
