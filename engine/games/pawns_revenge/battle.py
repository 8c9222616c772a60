"""The battles of one combat, clash by clash (rules page, *Combat*)."""

from dataclasses import dataclass

from engine.core.squares import Square
from engine.games.pawns_revenge.contact import engagements
from engine.games.pawns_revenge.position import Position
from engine.games.pawns_revenge.strength import Strength, strengths


@dataclass(frozen=True, slots=True)
class Clash:
    """Two pieces strike at the same time: what they were before and what they are afterwards."""

    attacker: Square
    defender: Square
    before: tuple[Strength, Strength]
    after: tuple[Strength, Strength]

    @property
    def fallen(self) -> tuple[Square, ...]:
        """Who is defeated: toughness 0."""
        pieces = zip((self.attacker, self.defender), self.after, strict=True)
        return tuple(square for square, (_, toughness) in pieces if not toughness)


def clash(attacker: Strength, defender: Strength) -> tuple[Strength, Strength]:
    """What is left of both: each spends as much power as the other has toughness, at most all it has."""
    spent, suffered = min(attacker[0], defender[1]), min(defender[0], attacker[1])
    return (attacker[0] - spent, attacker[1] - suffered), (defender[0] - suffered, defender[1] - spent)


def fight(position: Position) -> list[Clash]:
    """All clashes of the active army's combat in order, every bonus of ``position`` counting.

    An attacker goes on with what its earlier clashes left; a defender fights only once.
    """
    strength = strengths(position)
    fought = []
    for attacker, opponents in engagements(position):
        left = strength[attacker]
        for defender in opponents:
            if not left[1]:
                break
            before = left, strength[defender]
            left, _ = after = clash(*before)
            fought.append(Clash(attacker, defender, before, after))
    return fought


def fallen_in(clashes: list[Clash]) -> int:
    """Bitboard of everybody who fell."""
    return sum(1 << square for each in clashes for square in each.fallen)


def regicides(position: Position, clashes: list[Clash]) -> set[int]:
    """The alliances that killed an enemy king or queen."""
    alliance = position.rules.alliance
    return {
        alliance[position.owner(each.defender if square == each.attacker else each.attacker)]
        for each in clashes for square in each.fallen if position.royals >> square & 1
    }
