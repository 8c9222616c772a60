"""Reading ``stats``: power and toughness of every army piece, all bonuses included."""

import re
from collections.abc import Mapping

from engine.core.errors import BadState
from engine.core.json_fields import quoted
from engine.core.messages import message
from engine.core.squares import Square, bitboard, bits
from engine.games.pawns_revenge.actions import Bonus, bonus
from engine.games.pawns_revenge.position import Position
from engine.games.pawns_revenge.strength import Strength, unassigned, written
from engine.records.position_json import StateReader

_STATS = re.compile("(0|[1-9][0-9]{0,5})/(0|[1-9][0-9]{0,5})")


def read_bonuses(reader: StateReader, position: Position) -> tuple[Bonus, ...]:
    """What earlier combats added, from ``stats``; pieces left out have nothing added.

    :raises BadState: an entry is malformed, names no army piece, or is below what its piece has anyway.
    """
    nothing: dict[Square, Strength] = {}
    given = reader.field("stats", nothing, lambda label, value: _stats(reader, label, value))
    for square in bits(bitboard(given) & ~position.pieces):
        raise BadState(message("stats: no piece of an army stands on {square}", square=reader.board.name(square)))
    least = unassigned(position)
    bonuses = (_bonus(position, square, least[square], given[square]) for square in sorted(given))
    return tuple(each for each in bonuses if each.power or each.toughness)


def _stats(reader: StateReader, label: str, value: object) -> dict[Square, Strength]:
    if not isinstance(value, Mapping):
        raise BadState(message(
            "{label} must be an object of squares and power/toughness, not {value}", label=label, value=quoted(value)
        ))
    return {reader.named_square(label, name): _strength(f"{label}: {name}", text) for name, text in value.items()}


def _strength(label: str, text: object) -> Strength:
    match = _STATS.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise BadState(message(
            "{label} must be power and toughness such as '2/3', not {text}", label=label, text=quoted(text)
        ))
    return int(match[1]), int(match[2])


def _bonus(position: Position, square: Square, least: Strength, given: Strength) -> Bonus:
    if given[0] < least[0] or given[1] < least[1]:
        name = position.rules.board.name(square)
        raise BadState(message(
            "stats: {name} has at least {least}, not {given}", name=name, least=written(least), given=written(given)
        ))
    return bonus(square, given[0] - least[0], given[1] - least[1])
