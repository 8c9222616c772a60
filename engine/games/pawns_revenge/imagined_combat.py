"""Combats in the head of a player of Pawn's Revenge: what they may bring, and how to divide points in them.

Nobody knows the others' dice when points are divided, so each seat needs a plan for every number it may throw. Regret
matching finds one: in round after round all throw, choose, and note for each division they might have chosen how much
better it would have done; what is regretted is chosen more often. The average of all rounds is what nobody can take
advantage of.
"""

from bisect import bisect
from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import NamedTuple

from engine.core.squares import Square, bitboard
from engine.games.pawns_revenge.armies import strengths
from engine.games.pawns_revenge.combat import Share, divided
from engine.games.pawns_revenge.moves import engagements, involved
from engine.games.pawns_revenge.position import Position, throws

_TRIED_OUT = 0.25
"""The share of what was chosen most often."""

Shares = tuple[Share, ...]

_MET_FIRST = 6
"""So many times as often those are given points who fight first: with the same points for all, whoever attacks two was
held to be better off by 9 hundredths of a pawn than if all divide by plan (mean of 60 combats); so by 2."""
REGICIDE = 1000.0
_PER_POINT = 50.0
"""The worth of a point of power or toughness to its army."""


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
    met_first = {square for attacker, foes in pairs for square in (attacker, foes[0])}
    die = throws("die", rules.seats[0], position.options.combat_die)
    faces = tuple(throw.number for throw, weight in die for _ in range(weight))
    return Combat(
        armies, rules.alliance, pairs, {each: strength[each] for each in squares}, owners, royals, faces,
        {army: _fighters(army, owners, royals, met_first) for army in armies},
    )


def _fighters(
    army: int, owners: Mapping[Square, int], royals: int, met_first: Collection[Square]
) -> tuple[list[Square], list[int]]:
    """List the pieces of an army, and running totals of their weights: kings and queens get points more often, and so
    do those that are met first, as people who look at the board divide."""
    squares = [square for square, owner in owners.items() if owner == army]
    weights = ((3 if royals >> each & 1 else 1) * (_MET_FIRST if each in met_first else 1) for each in squares)
    return squares, list(accumulate(weights))


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
    """Regret matching for one army that has thrown ``points``, by at most so many fights. No points: for all armies
    alike, before they throw."""

    def __init__(self, combat: Combat, army: int, points: int | None, choices: int, random: Random) -> None:
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
        if self._points is not None and random.random() < 0.5:
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
        """Choose how to divide what the army has thrown."""
        assert self._points is not None
        return self._settled(self._army, self._points)

    def fall(self) -> list[Square]:
        """Have all throw and divide as planned, and return who falls."""
        numbers = [self._random.choice(self._combat.faces) for _ in self._combat.armies]
        armies = zip(self._combat.armies, numbers, strict=True)
        return fought(self._combat, [self._settled(army, number) for army, number in armies])

    def _settled(self, army: int, number: int) -> Shares:
        plan = self._plan(army, number)
        return plan.divisions[plan.settled(self._random)]


def written(position: Position, army: int, shares: Shares) -> str:
    """Write the text of a division."""
    return divided(position.rules, position.rules.seats[army], shares).text
