"""Evaluation of Pawn's Revenge: pieces, who is near whose king and queen, what a combat would bring."""

from collections.abc import Callable, Hashable, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

from engine.core.actions import Action
from engine.core.pieces import Seat
from engine.core.squares import Square, bits
from engine.game import AnyGame
from engine.games.pawns_revenge.geometry import grid_of
from engine.games.pawns_revenge.imagined_combat import Combat, Planning, combat_of, expected, written
from engine.games.pawns_revenge.position import Move, Phase, Position
from engine.games.pawns_revenge.purposes import purposes
from engine.services.evaluation import FOE, LUCK, OWN, Judge, Purpose, SearchResult, Skill

_REACH = 5
"""The distance up to which a piece counts as near an enemy's king or queen."""
_TIMES = 100
"""The number of fights that judge a combat. A search meets the same few combats again and again, and each is fought by
the same luck: what a few fights happen to bring would decide between moves otherwise."""


class Weights(NamedTuple):
    """Weights of all that counts."""

    pawn: float = 100.0
    other: float = 180.0
    near: tuple[float, ...] = (30.0, 30.0, 15.0, 6.0, 2.0)
    """The worth of a piece at a distance of 1, 2 … from an enemy's king or queen. Two squares off it comes in contact
    with the next move, and one lucky die then ends the game."""

class GameJudge(Judge):
    """Judges for a seat and its allies; with more than two armies everybody else is against them."""

    decisions = 3
    outcomes = 6
    worth = 500.0
    skills = {
        1: Skill(12, 0.45, 0.90, 0.95), 2: Skill(34, 0.31, 0.74, 0.76), 3: Skill(60, 0.22, 0.62, 0.62),
        4: Skill(110, 0.13, 0.50, 0.50), 5: Skill(170, 0.09, 0.43, 0.43), 6: Skill(280, 0.06, 0.33, 0.33),
        7: Skill(650, 0.025, 0.16, 0.16),
    }
    """Dice decide: more positions than a few hundred hardly help, and levels differ by how much they overlook."""
    weights: Weights = Weights()

    def __init__(self, game: AnyGame, options: Any, seat: Seat) -> None:
        super().__init__(game, options, seat)
        self._fought: dict[Hashable, float] = {}

    def side(self, position: Position) -> int:
        if position.phase is Phase.MOVE:
            return OWN if position.rules.seats[position.active] in self.friends else FOE
        return super().side(position) if position.phase is Phase.DIVIDE else LUCK

    def chances(self, position: Position, random: Random) -> Sequence[tuple[Action, int]]:
        return () if position.phase is Phase.COMBAT_DICE else super().chances(position, random)

    def purposes(self, position: Position, action: Action) -> Sequence[Purpose]:
        return list(purposes(position, action, position.rules.army(self.seat))) if isinstance(action, Move) else ()

    def score(self, position: Position) -> float:
        rules = position.rules
        alliance = rules.alliance[rules.army(self.seat)]
        kings, queens, rooks, knights, bishops = position.kinds
        players, royals, officers = position.options.players, kings | queens, kings | queens | rooks | knights | bishops
        total = 0.0
        for army, pieces in enumerate(position.armies):
            targets = royals & _united(position, rules.foes[army])
            worth = _of(players, pieces & ~officers, pieces & officers, targets, self.weights)
            total += worth if rules.alliance[army] == alliance else -worth
        if position.phase is Phase.COMBAT_DICE:
            total += self._expected(combat_of(position), alliance)
        return total

    def _expected(self, combat: Combat, alliance: int) -> float:
        """Estimate the worth of a combat to an alliance, this judge's own."""
        key = combat.key()
        if key not in self._fought:
            self._fought[key] = expected(combat, alliance, Random(0), _TIMES)
        return self._fought[key]

    def decide(
        self, position: Position, nodes: int, random: Random, late: Callable[[], bool]
    ) -> SearchResult | None:
        """Divide points by regret matching; moves are searched for."""
        if position.phase is not Phase.DIVIDE or position.dice is None:
            return None
        army = position.rules.army(self.seat)
        points = dict(position.dice.numbers)[army]
        combat = combat_of(position)
        planning = Planning(combat, army, points, min(32, 2 + nodes // 20), random)
        while planning.fights < nodes and not late():
            planning.round()
        action = self.game.parse(position, written(position, army, planning.decision()))
        worth = self.score(position) + self._expected(combat, combat.alliances[army])
        return SearchResult(((action, worth),), (action,), planning.fights, 1)


@lru_cache(1 << 14)  # most moves leave all other armies as they were
def _of(players: int, pawns: int, officers: int, targets: int, weights: Weights) -> float:
    """Return the worth of an army's pieces and of the squares they stand on. ``targets``: the kings and queens of its
    enemies."""
    total = weights.pawn * pawns.bit_count() + weights.other * officers.bit_count()
    return total + _near(players, pawns | officers, targets, weights.near)


def _near(players: int, pieces: int, targets: int, worth: tuple[float, ...]) -> float:
    """Return the worth of pieces near the kings and queens of their enemies."""
    total = 0.0
    for target in bits(targets):
        for near, ring in zip(worth, _rings(players, target), strict=True):
            total += near * (pieces & ring).bit_count()
    return total


@cache
def _rings(players: int, square: Square) -> tuple[int, ...]:
    """Return the squares at a distance of 1, 2 … from a square."""
    grid, reached, rings = grid_of(players), 1 << square, []
    for _ in range(_REACH):
        around = grid.around(reached)
        rings.append(around & ~reached)
        reached = around
    return tuple(rings)


def _united(position: Position, armies: Sequence[int]) -> int:
    pieces = 0
    for army in armies:
        pieces |= position.armies[army]
    return pieces
