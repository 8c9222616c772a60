"""Evaluation of Pawn's Revenge: pieces, who is near whose king and queen, what a combat would bring.

Nobody knows the others' dice when points are divided, so each seat needs a plan for every number it may throw. Regret
matching finds one: in round after round all throw, choose, and note for each division they might have chosen how much
better it would have done; what is regretted is chosen more often. The average of all rounds is what nobody can take
advantage of.
"""

from bisect import bisect
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

from engine.core.actions import Action
from engine.core.pieces import Seat
from engine.core.squares import Square, bitboard, bits
from engine.game import AnyGame
from engine.games.pawns_revenge.armies import strengths
from engine.games.pawns_revenge.combat import Share, divided
from engine.games.pawns_revenge.geometry import grid_of
from engine.games.pawns_revenge.moves import engagements, involved
from engine.games.pawns_revenge.position import Phase, Position, throws
from engine.services.evaluation import FOE, LUCK, OWN, Judge, SearchResult, Skill

_REACH = 5
"""The distance up to which a piece counts as near an enemy's king or queen."""
_TIMES = 100
"""The number of fights that judge a combat. A search meets the same few combats again and again, and each is fought by
the same luck: what a few fights happen to bring would decide between moves otherwise."""
_TRIED_OUT = 0.25
"""The share of what was chosen most often."""

Shares = tuple[Share, ...]

REGICIDE = 1000.0
_PER_POINT = 50.0
"""The worth of a point of power or toughness to its army."""

# --- combats, and how to be unpredictable in them ----------------------------------------------------------------


class Combat(NamedTuple):
    """A combat before its dice. Armies are indices; pairs fight in this order."""

    armies: tuple[int, ...]
    alliances: tuple[int, ...]
    """By army."""
    pairs: tuple[tuple[Square, tuple[Square, ...]], ...]
    strength: dict[Square, tuple[int, int]]
    owners: dict[Square, int]
    royals: int
    """The kings and queens among those who fight."""
    faces: tuple[int, ...]
    """The numbers on the die, each number as often as its weight says."""
    fighters: dict[int, tuple[list[Square], list[int]]]
    """By army: its pieces that fight, and how likely it is that each or one before it is given points."""

    def key(self) -> Hashable:
        """Return a key that is the same for combats of a game that are fought alike."""
        return self.armies, self.pairs, self.royals, *self.strength.items(), *self.owners.values()


def combat_of(position: Position) -> Combat:
    """Return the combat that a position has come to."""
    rules, pairs = position.rules, tuple(engagements(position))
    squares = [square for attacker, foes in pairs for square in (attacker, *foes)]
    strength = strengths(position, bitboard(squares))
    owners = {each: position.owner(each) for each in squares}
    armies, royals = tuple(involved(position)), position.royals & bitboard(squares)
    die = throws("die", rules.seats[0], position.options.combat_die)
    faces = tuple(throw.number for throw, weight in die for _ in range(weight))
    return Combat(
        armies, rules.alliance, pairs, {each: strength[each] for each in squares}, owners, royals, faces,
        {army: _fighters(army, owners, royals) for army in armies},
    )


def _fighters(army: int, owners: Mapping[Square, int], royals: int) -> tuple[list[Square], list[int]]:
    """List the pieces of an army, and running totals of their weights: kings and queens get points more often."""
    squares = [square for square, owner in owners.items() if owner == army]
    return squares, list(accumulate(3 if royals >> square & 1 else 1 for square in squares))


def fought(combat: Combat, given: Sequence[Shares]) -> list[Square]:
    """Fight a combat in which the armies divide like this, and return who falls."""
    strength = dict(combat.strength)
    for shares in given:
        for square, power, toughness in shares:
            had = strength[square]
            strength[square] = had[0] + power, had[1] + toughness
    fallen = []
    for attacker, foes in combat.pairs:
        power, toughness = strength[attacker]
        for foe in foes:
            foe_power, foe_toughness = strength[foe]
            spent, suffered = min(power, foe_toughness), min(foe_power, toughness)
            power, toughness = power - spent, toughness - suffered
            if spent == foe_toughness:
                fallen.append(foe)
            if not toughness:
                fallen.append(attacker)
                break
    return fallen


def gain(combat: Combat, fallen: Sequence[Square], alliance: int) -> float:
    """Return the worth of these losses to an alliance. Where a king or queen falls, nothing else counts."""
    royals = [square for square in fallen if combat.royals >> square & 1]
    total = 0.0
    for square in royals or fallen:
        value = REGICIDE if royals else _PER_POINT * sum(combat.strength[square])
        total += -value if combat.alliances[combat.owners[square]] == alliance else value
    return total


def some_shares(combat: Combat, army: int, points: int, random: Random) -> Shares:
    """Make a division of all points over one or two pieces that fight, kings and queens more often than others."""
    squares, totals = combat.fighters[army]
    if not squares:
        return ()
    luck = random.random  # a search fights so often that the other methods of Random take too long
    one, other = (squares[bisect(totals, luck() * totals[-1])] for _ in range(2))
    first = points if one == other or luck() < 0.5 else int(luck() * (points + 1))
    power, other_power = int(luck() * (first + 1)), int(luck() * (points - first + 1))
    shares = ((one, power, first - power), (other, other_power, points - first - other_power))
    return tuple(each for each in shares if each[1] or each[2])


def expected(combat: Combat, alliance: int, random: Random, times: int) -> float:
    """Estimate the worth of a combat to an alliance if all throw and divide at random, so many times."""
    total = 0.0
    for _ in range(times):
        points = [combat.faces[int(random.random() * len(combat.faces))] for _ in combat.armies]
        given = [some_shares(combat, army, each, random) for army, each in zip(combat.armies, points, strict=True)]
        total += gain(combat, fought(combat, given), alliance)
    return total / times


class _Plan:
    """A plan of what an army does with so many points: divisions, how much each is regretted, how often each was
    chosen."""

    def __init__(self, divisions: list[Shares]) -> None:
        self.divisions = divisions
        self.regrets = [0.0] * len(divisions)
        self.chosen = [0.0] * len(divisions)
        self._rounds = 0

    def choose(self, random: Random) -> int:
        """Choose a division, the more regretted the more often."""
        total = sum(self.regrets)
        weights = [each / total for each in self.regrets] if total else [1 / len(self.regrets)] * len(self.regrets)
        self._rounds += 1
        self.chosen = [had + self._rounds * now for had, now in zip(self.chosen, weights, strict=True)]
        return random.choices(range(len(weights)), weights)[0]

    def learn(self, gains: list[float], got: float) -> None:
        """Note what every division would have brought instead of what was got."""
        self.regrets = [max(0.0, had + each - got) for had, each in zip(self.regrets, gains, strict=True)]

    def settled(self, random: Random) -> int:
        """Choose a division, as often as on average over all rounds. What was chosen far less often than another was
        only tried out."""
        least = _TRIED_OUT * max(self.chosen)
        often = [each if each > least else 0.0 for each in self.chosen]
        return random.choices(range(len(often)), often)[0] if any(often) else 0


class Planning:
    """Regret matching for one army that has thrown ``points``, by at most so many fights."""

    def __init__(self, combat: Combat, army: int, points: int, choices: int, random: Random) -> None:
        self._combat, self._army, self._points = combat, army, points
        self._choices, self._random = choices, random
        self._plans: dict[tuple[int, int], _Plan] = {}
        self.fights = 0

    def round(self) -> None:
        """Have all throw, choose and learn. The army throws what it threw every other time, so as to learn about
        that."""
        combat, random = self._combat, self._random
        numbers = [random.choice(combat.faces) for _ in combat.armies]
        own = combat.armies.index(self._army)
        if random.random() < 0.5:
            numbers[own] = self._points
        plans = [self._plan(army, number) for army, number in zip(combat.armies, numbers, strict=True)]
        picks = [plan.choose(random) for plan in plans]
        given = [plan.divisions[pick] for plan, pick in zip(plans, picks, strict=True)]
        for place, (army, plan) in enumerate(zip(combat.armies, plans, strict=True)):
            gains = [
                self._gain(army, [*given[:place], division, *given[place + 1:]]) for division in plan.divisions
            ]
            plan.learn(gains, gains[picks[place]])

    def _gain(self, army: int, given: Sequence[Shares]) -> float:
        self.fights += 1
        return gain(self._combat, fought(self._combat, given), self._combat.alliances[army])

    def _plan(self, army: int, number: int) -> _Plan:
        if (army, number) not in self._plans:
            found = dict.fromkeys(
                some_shares(self._combat, army, number, self._random) for _ in range(3 * self._choices)
            )
            self._plans[army, number] = _Plan(list(found)[:self._choices])
        return self._plans[army, number]

    def decision(self) -> Shares:
        """Choose how to divide."""
        plan = self._plan(self._army, self._points)
        return plan.divisions[plan.settled(self._random)]


def written(position: Position, army: int, shares: Shares) -> str:
    """Write the text of a division."""
    return divided(position.rules, position.rules.seats[army], shares).text


# --- positions ---------------------------------------------------------------------------------------------------


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

    def parts(self, position: Position) -> Mapping[str, float]:
        army = position.rules.army(self.seat)
        targets = position.royals & _united(position, position.rules.foes[army])
        return {"near": _near(position.options.players, position.armies[army], targets, self.weights.near)}

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
