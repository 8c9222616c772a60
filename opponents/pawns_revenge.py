"""Judging Pawn's Revenge: pieces, who is near whose king and queen, what a combat would bring. Points are divided by a
plan that cannot be seen through (:mod:`opponents.combat`)."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from engine.core.actions import Action
from engine.core.pieces import Seat
from engine.core.squares import Square, bits
from engine.game import AnyGame
from engine.games.pawns_revenge.geometry import grid_of
from engine.games.pawns_revenge.position import Phase, Position
from opponents.combat import Combat, Planning, combat_of, expected, written
from opponents.judge import FOE, LUCK, OWN, Found, Judge

_REACH = 5
"""How far from an enemy's king or queen a piece counts as near it."""
_TIMES = 100
"""How often a combat is fought to judge it. A search meets the same few combats again and again, and each is fought by
the same luck: what a few fights happen to bring would decide between moves otherwise."""


class Weights(NamedTuple):
    """What counts, and how much."""

    pawn: float = 100.0
    other: float = 180.0
    near: tuple[float, ...] = (30.0, 30.0, 15.0, 6.0, 2.0)
    """What a piece is worth at a distance of 1, 2 … from an enemy's king or queen. Two squares off it comes in contact
    with the next move, and one lucky die then ends the game."""


class GameJudge(Judge):
    """Judges for a seat and its allies; with more than two armies everybody else is against them."""

    decisions = 3
    outcomes = 6
    worth = 500.0
    random_shares = {1: 1.0, 2: 0.58, 3: 0.36, 4: 0.235, 5: 0.13}
    """Dice make levels more alike."""
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

    def careless(self, actions: Sequence[Action], position: Position, random: Random) -> Action:
        """Thoughtless, as beginners are: of two that come to mind it takes the one after which it stands worse."""
        found = [random.choice(actions) for _ in range(2)]
        return min(found, key=lambda action: self.score(self.game.successor(position, action)))

    def parts(self, position: Position) -> Mapping[str, float]:
        army = position.rules.army(self.seat)
        return {"near": _near(position, army, position.armies[army], self.weights.near)}

    def score(self, position: Position) -> float:
        rules = position.rules
        alliance = rules.alliance[rules.army(self.seat)]
        total = 0.0
        for army, pieces in enumerate(position.armies):
            worth = _of(position, army, pieces, self.weights)
            total += worth if rules.alliance[army] == alliance else -worth
        if position.phase is Phase.COMBAT_DICE:
            total += self._expected(combat_of(position), alliance)
        return total

    def _expected(self, combat: Combat, alliance: int) -> float:
        """What a combat is worth to an alliance, this judge's own."""
        key = combat.key()
        if key not in self._fought:
            self._fought[key] = expected(combat, alliance, Random(0), _TIMES)
        return self._fought[key]

    def decide(
        self, position: Position, nodes: int, random: Random, late: Callable[[], bool]
    ) -> Found | None:
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
        return Found(((action, worth),), (action,), planning.fights, 1)


def _of(position: Position, army: int, pieces: int, weights: Weights) -> float:
    """What the pieces of an army are worth, and where they stand."""
    pawns = pieces
    for kind in position.kinds:
        pawns &= ~kind
    total = weights.pawn * pawns.bit_count() + weights.other * (pieces & ~pawns).bit_count()
    return total + _near(position, army, pieces, weights.near)


def _near(position: Position, army: int, pieces: int, worth: tuple[float, ...]) -> float:
    """What being near the kings and queens of its enemies is worth to an army."""
    total = 0.0
    players, foes = position.options.players, position.rules.foes[army]
    for royal in bits(position.royals & _united(position, foes)):
        for near, ring in zip(worth, _rings(players, royal), strict=True):
            total += near * (pieces & ring).bit_count()
    return total


@cache
def _rings(players: int, square: Square) -> tuple[int, ...]:
    """The squares at a distance of 1, 2 … from a square."""
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
