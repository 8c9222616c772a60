"""Combat from its secret dice to the reveal: divisions, battles, and what is announced (rules page, *Combat*).

Divisions have one canonical form: ``white:c3+2/3,d4+0/1``, ``white:-`` for none.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from random import Random

from engine.core.actions import Throw
from engine.core.errors import IllegalAction
from engine.core.events import Announced, Happening, Removed
from engine.core.json_fields import quoted
from engine.core.messages import Message, Value, message
from engine.core.pieces import Seat
from engine.core.squares import Board, Square, bits
from engine.games.pawns_revenge.armies import PIECE_NAMES, Strength, piece_on, strengths, with_divisions, written
from engine.games.pawns_revenge.endings import over, regicide
from engine.games.pawns_revenge.moves import engagements, involved
from engine.games.pawns_revenge.position import (
    Bonus,
    Dice,
    Division,
    Phase,
    Position,
    Rules,
    bonus,
    nothing,
    still_to_commit,
    still_to_throw,
    throws,
    without_pieces,
)

# --- divisions ---------------------------------------------------------------------------------------------------


_NUMBER = "(0|[1-9][0-9]?)"
_BONUS = re.compile(rf"([a-p][1-9][0-9]?)\+{_NUMBER}/{_NUMBER}")


class BadDivision(IllegalAction):
    """A text is not a canonical division that is legal for the seat; the message never tells how many points it has."""

def read_division(rules: Rules, text: str, own: int, points: int) -> Division:
    """Read the division written ``SEAT:…`` for a seat that plays, over its pieces ``own``, of up to ``points``.

    :raises BadDivision: it is malformed, not canonical, names other squares or spends more than was thrown.
    """
    name, _, listed = text.partition(":")
    seat = next(each for each in rules.seats if each == name)
    if listed == "-":
        return nothing(seat)
    bonuses = tuple(_read_bonus(rules, each) for each in listed.split(","))
    squares = [each.square for each in bonuses]
    if squares != sorted(set(squares)):
        raise BadDivision(message("the squares of a division must be sorted, and none may appear twice"))
    if any(not own >> square & 1 for square in squares):
        raise BadDivision(message("a division of {seat} can only name squares where {seat} has a piece", seat=seat))
    if sum(each.power + each.toughness for each in bonuses) > points:
        raise BadDivision(message("{seat} did not throw that many points", seat=seat))
    return Division(text, seat, bonuses)


def _read_bonus(rules: Rules, text: str) -> Bonus:
    match = _BONUS.fullmatch(text)
    if match is None or match[1] not in rules.board.by_name:
        raise BadDivision(message("{text} is not a square and what it is given, as in c3+2/3", text=quoted(text)))
    power, toughness = int(match[2]), int(match[3])
    if not power + toughness:
        raise BadDivision(message("a square that is given nothing is left out of a division"))
    return bonus(rules.board.by_name[match[1]], power, toughness)


# --- what a seat may think of others -----------------------------------------------------------------------------


Share = tuple[Square, int, int]
"""A square and the power and toughness it is given."""
_MOST_FIGHTERS = 8
"""Of more, only the first are given points."""
_AT_A_TIME = 48
"""The number of divisions that an imagined seat chooses from."""

def imagined(position: Position, seat: Seat, random: Random) -> Position:
    """Draw the secret dice and divisions of all other seats anew."""
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
    """Return the pieces of an army that fight in this combat: kings and queens first, then by sorted square."""
    fighting = 0
    for attacker, opponents in engagements(position):
        for square in (attacker, *opponents):
            fighting |= 1 << square
    own = fighting & position.armies[army]
    return [*bits(own & position.royals), *bits(own & ~position.royals)][:_MOST_FIGHTERS]


def proposed(position: Position, seat: Seat, limit: int) -> list[Division]:
    """Propose at most ``limit`` divisions of all the seat's points over one or two pieces that fight, from all there
    are."""
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
    """Return the division that gives these shares: square, power, toughness."""
    bonuses = tuple(sorted(bonus(*each) for each in shares if each[1] or each[2]))
    return Division(f"{seat}:{','.join(_written(rules, each) for each in bonuses)}", seat, bonuses) if bonuses else (
        nothing(seat)
    )


def _written(rules: Rules, each: Bonus) -> str:
    return f"{rules.board.names[each.square]}+{each.power}/{each.toughness}"


# --- battles -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Clash:
    """Two pieces strike at the same time: what they were before and what they are afterwards."""

    attacker: Square
    defender: Square
    before: tuple[Strength, Strength]
    after: tuple[Strength, Strength]

    @property
    def fallen(self) -> tuple[Square, ...]:
        """The squares of those who are defeated: toughness 0."""
        pieces = zip((self.attacker, self.defender), self.after, strict=True)
        return tuple(square for square, (_, toughness) in pieces if not toughness)


def clash(attacker: Strength, defender: Strength) -> tuple[Strength, Strength]:
    """Return what is left of both: each spends as much power as the other has toughness, at most all it has."""
    spent, suffered = min(attacker[0], defender[1]), min(defender[0], attacker[1])
    return (attacker[0] - spent, attacker[1] - suffered), (defender[0] - suffered, defender[1] - spent)


def fight(position: Position) -> list[Clash]:
    """Fight all clashes of the active army's combat in order, every bonus of ``position`` counting.

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
    """Return the bitboard of everybody who fell."""
    return sum(1 << square for each in clashes for square in each.fallen)


def regicides(position: Position, clashes: list[Clash]) -> set[int]:
    """Return the alliances that killed an enemy king or queen."""
    alliance = position.rules.alliance
    return {
        alliance[position.owner(each.defender if square == each.attacker else each.attacker)]
        for each in clashes for square in each.fallen if position.royals >> square & 1
    }


# --- announcements -----------------------------------------------------------------------------------------------


COMBAT = Announced(message("Contact: combat!"), "swords")


def revealed(position: Position, division: Division, points: int) -> Announced:
    """Announce a division."""
    told = message(
        "{seat} threw {points} and gives: {shares}.",
        seat=division.seat, points=points, shares=shares(position.rules.board, division),
    )
    return Announced(told, "die", tuple(each.square for each in division.bonuses))


def shares(board: Board, division: Division) -> Value:
    """Put into words what a division gives to whom."""
    if not division.bonuses:
        return message("nothing")
    return ", ".join(f"{board.name(each.square)} +{each.power}/+{each.toughness}" for each in division.bonuses)


def clash_told(position: Position, clash: Clash) -> list[Happening]:
    """Tell one clash: who meets whom, who falls, and what is left of the others."""
    squares = clash.attacker, clash.defender
    attacker, defender = map(partial(fighter, position), squares, clash.before)
    one, other = ((position.rules.board.name(square), left) for square, left in zip(squares, clash.after, strict=True))
    told = _clash(attacker, defender, one, other)
    announced = Announced(told, "fallen" if clash.fallen else "swords", squares)
    return [announced, *(Removed(square) for square in clash.fallen)]


def _clash(attacker: Message, defender: Message, one: tuple[str, Strength], other: tuple[str, Strength]) -> Message:
    """Put a clash into words. ``one``, ``other``: where they stand and what is left of them."""
    if not one[1][1] and not other[1][1]:
        return message("The {attacker} fights the {defender}: both fall.", attacker=attacker, defender=defender)
    if one[1][1] and other[1][1]:
        return message(
            "The {attacker} fights the {defender}: {one} is left with {strength}, {other} with {rest}.",
            attacker=attacker, defender=defender, one=one[0], strength=written(one[1]), other=other[0],
            rest=written(other[1]),
        )
    (square, left), (fallen, _) = (one, other) if one[1][1] else (other, one)
    return message(
        "The {attacker} fights the {defender}: {fallen} falls, {square} is left with {strength}.",
        attacker=attacker, defender=defender, fallen=fallen, square=square, strength=written(left),
    )


def fighter(position: Position, square: Square, strength: Strength) -> Message:
    """Name a piece that fights: what, where, and how strong."""
    name, kind = position.rules.board.name(square), PIECE_NAMES[piece_on(position, square).kind]
    return message("{piece} on {square} ({strength})", piece=kind, square=name, strength=written(strength))


def army_removed(position: Position, army: int, pieces: int) -> list[Happening]:
    """Remove an army because its king fell."""
    lost = message("The king of {seat} fell: the whole army leaves.", seat=position.rules.seats[army])
    return [Announced(lost, "crown", tuple(bits(pieces))), *(Removed(square) for square in bits(pieces))]


# --- from the dice to the reveal ---------------------------------------------------------------------------------


Happenings = tuple[Happening, ...]
Next = tuple[Position, Happenings]
"""The next position, and what happened by itself."""


def begin_combat(position: Position) -> Next:
    """Begin a combat: every involved army is about to throw, in seat order."""
    dice = Dice(tuple((army, 0) for army in involved(position)))
    return position._replace(phase=Phase.COMBAT_DICE, dice=dice), (COMBAT,)


def thrown(dice: Dice, army: int, number: int) -> Dice:
    """Return the dice once this army has thrown."""
    numbers = tuple((each, number if each == army else shown) for each, shown in dice.numbers)
    return replace(dice, numbers=numbers)


def throw_combat_die(position: Position, throw: Throw) -> Next:
    """Take the throw of the next army, in secret; after the last one everybody divides."""
    assert position.dice is not None
    dice = thrown(position.dice, still_to_throw(position.dice)[0], throw.number)
    dice = replace(dice, hidden=dice.hidden + 1)
    phase = Phase.COMBAT_DICE if still_to_throw(dice) else Phase.DIVIDE
    return position._replace(phase=phase, dice=dice), ()


def commit(position: Position, division: Division, go_on: Callable[[Position], Next]) -> Next:
    """Take a division; with the last one all are revealed and the battles fought.

    ``go_on`` begins the next turn, if the combat does not end the game.
    """
    assert position.dice is not None
    order = position.rules.seats.index
    divisions = tuple(sorted((*position.dice.divisions, division), key=lambda each: order(each.seat)))
    dice = replace(position.dice, divisions=divisions, hidden=position.dice.hidden + 1)
    position = position._replace(dice=dice)
    if still_to_commit(dice, position.rules):
        return position, ()
    return _resolve(position, dice, go_on)


def _resolve(position: Position, dice: Dice, go_on: Callable[[Position], Next]) -> Next:
    told: list[Happening] = []
    for division, (_, points) in zip(dice.divisions, dice.numbers, strict=True):
        told.append(revealed(position, division, points))
    position = position._replace(dice=None, bonuses=with_divisions(position.bonuses, dice.divisions))
    clashes = fight(position)
    for each in clashes:
        told += clash_told(position, each)
    # An army whose king fell still fights to the end: losses are settled when all clashes are over.
    after, removed = _settle_losses(position, clashes)
    killers = regicides(position, clashes)
    if killers and position.options.finish == "first-kill":
        return over(after, regicide(position, killers)), tuple(told)
    following, happenings = go_on(after)
    return following, (*told, *removed, *happenings)


def _settle_losses(position: Position, clashes: list[Clash]) -> Next:
    """Remove the fallen, with ``last-standing`` also the armies whose king is among them."""
    fallen = fallen_in(clashes)
    if not fallen:
        return position, ()
    after = without_pieces(position, fallen)._replace(quiet=0)
    if position.options.finish != "last-standing":
        return after, ()
    told: list[Happening] = []
    for army, pieces in enumerate(position.armies):
        if pieces & fallen & position.kinds[0]:
            told += army_removed(after, army, after.armies[army])
            after = without_pieces(after, after.armies[army])
    return after, tuple(told)
