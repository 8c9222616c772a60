"""What a seat may think of where it cannot know or list everything: others' secrets, and divisions worth a try."""

from dataclasses import replace
from itertools import combinations
from random import Random

from engine.core.pieces import Seat
from engine.core.squares import Square, bits
from engine.games.pawns_revenge.actions import Bonus, Division, bonus, nothing, throws
from engine.games.pawns_revenge.contact import engagements
from engine.games.pawns_revenge.position import Dice, Phase, Position
from engine.games.pawns_revenge.rules import Rules

Share = tuple[Square, int, int]
_MOST_FIGHTERS = 8
"""Of more, only the first are given points."""
_AT_A_TIME = 48
"""How many divisions an imagined seat chooses from."""


def imagined(position: Position, seat: Seat, random: Random) -> Position:
    """The position with the secret dice and divisions of all other seats drawn anew."""
    dice = position.dice
    if dice is None or position.phase not in (Phase.COMBAT_DICE, Phase.DIVIDE):
        return position
    numbers = tuple(
        (army, number if position.rules.seats[army] == seat else _thrown(position, army, random) if number else 0)
        for army, number in dice.numbers
    )
    position = position._replace(dice=replace(dice, numbers=numbers))
    divisions = tuple(
        each if each.seat == seat else random.choice(proposed(position, each.seat, _AT_A_TIME))
        for each in dice.divisions
    )
    return position._replace(dice=Dice(numbers, divisions, dice.hidden))


def _thrown(position: Position, army: int, random: Random) -> int:
    outcomes = throws("die", position.rules.seats[army], position.options.combat_die)
    return random.choices([throw.number for throw, _ in outcomes], [weight for _, weight in outcomes])[0]


def fighters(position: Position, army: int) -> list[Square]:
    """The pieces of an army that fight in this combat: kings and queens first, then by sorted square."""
    fighting = 0
    for attacker, opponents in engagements(position):
        for square in (attacker, *opponents):
            fighting |= 1 << square
    own = fighting & position.armies[army]
    return [*bits(own & position.royals), *bits(own & ~position.royals)][:_MOST_FIGHTERS]


def proposed(position: Position, seat: Seat, limit: int) -> list[Division]:
    """At most ``limit`` divisions of all the seat's points over one or two pieces that fight, from all there are."""
    rules, army = position.rules, position.rules.army(seat)
    assert position.dice is not None
    points = dict(position.dice.numbers)[army]
    squares = fighters(position, army)
    shares: list[tuple[Share, ...]] = [
        ((square, power, points - power),) for square in squares for power in range(points + 1)
    ]
    shares += [pair for one, other in combinations(squares, 2) for pair in _pairs(one, other, points)]
    if not shares:
        return [nothing(seat)]
    few = shares if len(shares) <= limit else [shares[n * len(shares) // limit] for n in range(limit)]
    return [divided(rules, seat, each) for each in few]


def _pairs(one: Square, other: Square, points: int) -> list[tuple[Share, ...]]:
    return [
        ((one, power, first - power), (other, other_power, points - first - other_power))
        for first in range(1, points) for power in range(first + 1) for other_power in range(points - first + 1)
    ]


def divided(rules: Rules, seat: Seat, shares: tuple[Share, ...]) -> Division:
    """The division that gives these shares: square, power, toughness."""
    bonuses = tuple(sorted(bonus(*each) for each in shares if each[1] or each[2]))
    return Division(f"{seat}:{','.join(_written(rules, each) for each in bonuses)}", seat, bonuses) if bonuses else (
        nothing(seat)
    )


def _written(rules: Rules, each: Bonus) -> str:
    return f"{rules.board.names[each.square]}+{each.power}/{each.toughness}"
