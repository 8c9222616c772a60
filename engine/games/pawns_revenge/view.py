"""A position as data, as far as a viewer may know it: until the reveal nobody sees another's die or division."""

from typing import Any

from engine.core.pieces import CHANCE, Actor, Seat
from engine.core.squares import bits
from engine.game import View, Viewer
from engine.games.pawns_revenge.armies import ROGUE_KNIGHT, army_pieces
from engine.games.pawns_revenge.position import NOBODY, Dice, Phase, Position, still_to_commit
from engine.games.pawns_revenge.strength import strengths, written

SECRET_PHASES = (Phase.COMBAT_DICE, Phase.DIVIDE)
_CHANCE_PHASES = (Phase.SCATTER, Phase.ROLL_OFF, Phase.ROLL, Phase.ROGUE, Phase.COMBAT_DICE)
_NO_DICE = Dice(())


def actors(position: Position) -> tuple[Actor, ...]:
    """Who acts now."""
    seats = position.rules.seats
    if position.phase in _CHANCE_PHASES:
        return (CHANCE,)
    if position.phase is Phase.MOVE:
        return (seats[position.active],)
    if position.dice is not None:
        return tuple(seats[army] for army in still_to_commit(position.dice, position.rules))
    return ()


def known(position: Position, seat: Seat, knows: Viewer) -> bool:
    """Whether a viewer may know what this seat threw and divides."""
    return knows is None or seat in knows or position.phase not in SECRET_PHASES


def view(position: Position, knows: Viewer) -> View:
    """The position as the rules page's fields."""
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
