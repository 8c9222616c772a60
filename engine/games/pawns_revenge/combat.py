"""A combat from its secret dice to the reveal (rules page, *Combat*)."""

from collections.abc import Callable
from dataclasses import replace

from engine.core.actions import Throw
from engine.core.events import Happening
from engine.games.pawns_revenge.actions import Division
from engine.games.pawns_revenge.battle import Clash, fallen_in, fight, regicides
from engine.games.pawns_revenge.contact import involved
from engine.games.pawns_revenge.endings import over, regicide
from engine.games.pawns_revenge.position import Dice, Phase, Position, still_to_commit, still_to_throw, without_pieces
from engine.games.pawns_revenge.story import COMBAT, army_removed, clash_told, revealed
from engine.games.pawns_revenge.strength import with_divisions

Told = tuple[Happening, ...]
Next = tuple[Position, Told]
"""The next position, and what happened by itself."""


def begin_combat(position: Position) -> Next:
    """Every involved army is about to throw, in seat order."""
    dice = Dice(tuple((army, 0) for army in involved(position)))
    return position._replace(phase=Phase.COMBAT_DICE, dice=dice), (COMBAT,)


def thrown(dice: Dice, army: int, number: int) -> Dice:
    """The dice once this army has thrown."""
    numbers = tuple((each, number if each == army else shown) for each, shown in dice.numbers)
    return replace(dice, numbers=numbers)


def throw_combat_die(position: Position, throw: Throw) -> Next:
    """The next army throws, in secret; after the last one everybody divides."""
    assert position.dice is not None
    dice = thrown(position.dice, still_to_throw(position.dice)[0], throw.number)
    dice = replace(dice, hidden=dice.hidden + 1)
    phase = Phase.COMBAT_DICE if still_to_throw(dice) else Phase.DIVIDE
    return position._replace(phase=phase, dice=dice), ()


def commit(position: Position, division: Division, go_on: Callable[[Position], Next]) -> Next:
    """A division is in; with the last one all are revealed and the battles fought.

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
    after, removed = _settle_losses(position, clashes)
    killers = regicides(position, clashes)
    if killers and position.options.finish == "first-kill":
        return over(after, regicide(position, killers)), tuple(told)
    following, happenings = go_on(after)
    return following, (*told, *removed, *happenings)


def _settle_losses(position: Position, clashes: list[Clash]) -> Next:
    """The fallen leave; with ``last-standing`` so do the armies whose king is among them."""
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
