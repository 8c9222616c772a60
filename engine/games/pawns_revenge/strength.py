"""Power and toughness: base values, the +1/+1 of a rolled 1, and what combats added."""

from collections.abc import Iterable

from engine.core.squares import Square
from engine.games.pawns_revenge.actions import Bonus, Division, bonus
from engine.games.pawns_revenge.armies import army_pieces, base_strengths
from engine.games.pawns_revenge.position import Position

Strength = tuple[int, int]
"""Power, toughness."""


def unassigned(position: Position) -> dict[Square, Strength]:
    """What every army piece has without anything assigned in combat, by sorted square."""
    brave = {seat: position.courage >> army & 1 for army, seat in enumerate(position.rules.seats)}
    base, found = base_strengths(position.options), {}
    for square, piece in army_pieces(position).items():
        assert piece.owner is not None
        (power, toughness), courage = base[piece.kind], brave[piece.owner]
        found[square] = power + courage, toughness + courage
    return found


def strengths(position: Position) -> dict[Square, Strength]:
    """Power and toughness of every army piece, by sorted square: as public (divisions before the reveal left out)."""
    found = unassigned(position)
    for square, power, toughness in position.bonuses:
        found[square] = found[square][0] + power, found[square][1] + toughness
    return found


def with_divisions(bonuses: tuple[Bonus, ...], divisions: Iterable[Division]) -> tuple[Bonus, ...]:
    """Bonuses after adding divisions to them."""
    total = {each.square: each for each in bonuses}
    for division in divisions:
        for square, power, toughness in division.bonuses:
            _, had_power, had_toughness = total.get(square, (square, 0, 0))
            total[square] = bonus(square, had_power + power, had_toughness + toughness)
    return tuple(total[square] for square in sorted(total))


def written(strength: Strength) -> str:
    """``2/3``."""
    return f"{strength[0]}/{strength[1]}"
