"""The purposes of moves in Pawn's Revenge: fights with good odds, kings and queens within reach, pieces that stand
together or out of reach."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from engine.core.squares import Square, bits
from engine.games.pawns_revenge.armies import piece_on, strengths
from engine.games.pawns_revenge.imagined_combat import Combat, Planning, combat_of, gain
from engine.games.pawns_revenge.moves import enemies, engagements, fronts, in_contact, involved, list_moves
from engine.games.pawns_revenge.position import ROLLS, Move, Phase, Position
from engine.services.evaluation import Purpose

_FIGHTS: Final = 300
"""The number of fights that tell the odds of a combat."""
_ROUNDS: Final = 250
_DIVISIONS: Final = 14
"""The rounds in which all learn how to divide points for it, and the number of divisions that each chooses from."""
_BETTER: Final = 1.25
"""So many times as often as the other side a side must win a fight for its odds to be better."""
_EVEN: Final = 1.1
_HARDER: Final = 1.5
"""So many times as often as it wins it a side may lose a fight that is even, or that is worth it for several
enemies."""
_HAPPENS: Final = 0.05
"""The share of fights in which something happens that is worth a word."""
_FEWER_THROWS: Final = 2
_NEAR: Final = 5
"""The distance up to which a piece counts as near a king or queen."""


class Odds(NamedTuple):
    """The odds of a combat, as shares of its fights: an enemy's king or queen falls, an own one falls, the own side
    gains, the own side loses."""

    regicide: float
    own_regicide: float
    gains: float
    losses: float


def purposes(position: Position, move: Move, own_army: int) -> Iterator[Purpose]:
    """List what a move is good for, the weightiest first."""
    stood = position._replace(active=own_army)
    after = moved(stood, move)
    yield from _attacks(stood, after, move)
    yield from _guards(stood, after, move)
    yield from _hunts(stood, after, move)
    if not in_contact(after, own_army) >> move.target & 1:
        yield from _keeps_safe(stood, after, move)
        yield from _approaches(stood, after, move)
    yield from _safe_as_few(stood, after, move)


def moved(position: Position, move: Move) -> Position:
    """Return a position once a piece of the active army has moved, before anything follows from that."""
    army, both = position.active, move.both
    armies = (*position.armies[:army], position.armies[army] ^ both, *position.armies[army + 1:])
    kings, queens, rooks, knights, bishops = (
        kind ^ both if kind >> move.source & 1 else kind for kind in position.kinds
    )
    bonuses = tuple(sorted(
        each._replace(square=move.target) if each.square == move.source else each for each in position.bonuses
    ))
    return position._replace(
        armies=armies, kinds=(kings, queens, rooks, knights, bishops), empty=position.empty ^ both,
        moved=(*position.moved, move.target), bonuses=bonuses,
    )


# --- fights ------------------------------------------------------------------------------------------------------


@lru_cache(256)
def odds(position: Position) -> Odds:
    """Estimate the odds of the combat that the active army is in, if all divide their points sensibly."""
    combat, random = combat_of(position), Random(0)
    alliance = position.rules.alliance[position.active]
    planning = Planning(combat, position.active, None, _DIVISIONS, random)
    for _ in range(_ROUNDS):
        planning.round()
    found = [_end(combat, planning.fall(), alliance) for _ in range(_FIGHTS)]
    return Odds(*(sum(each[number] for each in found) / _FIGHTS for number in range(4)))


def _end(combat: Combat, fallen: Sequence[Square], alliance: int) -> tuple[bool, bool, bool, bool]:
    royals = [combat.alliances[combat.owners[each]] == alliance for each in fallen if combat.royals >> each & 1]
    worth = gain(combat, fallen, alliance)
    return False in royals, True in royals, worth > 0, worth < 0


def _attacks(before: Position, after: Position, move: Move) -> Iterator[Purpose]:
    """Name whom the moved piece fights, if the odds are good; else that it improves those of a fight that is on."""
    if not involved(after):
        return
    met = dict(engagements(after)).get(move.target, ())
    now, had = odds(after), odds(before) if involved(before) else None
    ends = after.options.finish == "first-kill"
    royal = next((each for each in met if after.royals >> each & 1), None)
    if royal is not None and ends and now.regicide >= max(_HAPPENS, now.own_regicide * _BETTER):
        yield _about("attacks-royal", after, royal)
    if now.own_regicide > now.regicide:
        return
    if _joins(before, met) and had is not None and now.gains - now.losses > had.gains - had.losses + _HAPPENS:
        yield Purpose("better-fight", squares=_names(after, met))
    elif met and had is None and now.gains >= _BETTER * now.losses:
        yield _about("attacks", after, met[0])
    elif met:
        yield from _fights(before, after, move, met)


def _joins(before: Position, met: Sequence[Square]) -> bool:
    """True if one of these enemies was in a fight already: it is the same fight."""
    fought = {foe for _, foes in engagements(before) for foe in foes}
    return not fought.isdisjoint(met)


def _fights(before: Position, after: Position, move: Move, met: Sequence[Square]) -> Iterator[Purpose]:
    """Say what there is for a fight in which the odds are no better."""
    royal, now = _nearer(before, after, move), odds(after)
    strength = strengths(after)
    even = now.gains * _EVEN >= now.losses and sum(strength[move.target]) >= sum(strength[met[0]])
    if royal is not None:
        fought = in_contact(before, before.active) >> move.source & 1
        name = "nears-fighting" if fought else "nears-evenly" if even else "nears-risking"
        yield _about(name, after, royal)
    elif even and _foremost(after) >> met[0] & 1:
        yield _about("meets-foremost", after, met[0])
    elif len(met) > 1 and now.gains * _HARDER >= now.losses:
        yield Purpose("attacks-several", squares=_names(after, met))
    elif even:
        yield _about("attacks-evenly", after, met[0])


def _foremost(position: Position) -> int:
    """Return the enemies that are nearest to a king or queen of the active army."""
    foes = enemies(position, position.active)
    reached = position.royals & position.armies[position.active]
    for _ in range(_NEAR):
        reached = position.rules.grid.around(reached)
        if reached & foes:
            return reached & foes
    return 0


# --- reach -------------------------------------------------------------------------------------------------------


def reach(position: Position, army: int) -> list[int]:
    """Return for every throw the squares that the army could come to with its first move."""
    turn = position._replace(active=army, phase=Phase.MOVE, moved=())
    found = []
    for throw in ROLLS:
        targets = 0
        for _, arrived in fronts(turn._replace(roll=throw.number)):
            targets |= arrived
        found.append(targets)
    return found


def throws_at(position: Position, army: int, squares: int) -> int:
    """Count the throws with which an army could attack a piece on one of these squares with its first move."""
    around = position.rules.grid.around(squares)
    return sum(bool(targets & around) for targets in reach(position, army))


def _throws_of_foes(position: Position, squares: int) -> int:
    return max(throws_at(position, foe, squares) for foe in position.rules.foes[position.active])


def _guards(before: Position, after: Position, move: Move) -> Iterator[Purpose]:
    """Name the king or queen that fewer throws can attack, and none more."""
    own, own_after = (each.royals & each.armies[each.active] for each in (before, after))
    foes = enemies(before, before.active)
    if before.rules.grid.around(own) & foes or before.rules.grid.around(own_after) & foes:
        return
    for square in bits(own):
        target = move.target if square == move.source else square
        had, has = _throws_of_foes(before, 1 << square), _throws_of_foes(after, 1 << target)
        if had - has >= _FEWER_THROWS or had > has == 0:
            yield _about("guards-royal", before, square)


def _hunts(before: Position, after: Position, move: Move) -> Iterator[Purpose]:
    """Name the king or queen that the moved piece could attack next, and could not before."""
    alone = after._replace(armies=_alone(after, 1 << move.target))
    was = before._replace(armies=_alone(before, 1 << move.source))
    met = after.rules.grid.around(after.armies[after.active])
    for square in bits(after.royals & enemies(after, after.active) & ~met):
        has = throws_at(alone, after.active, 1 << square)
        if has and not throws_at(was, after.active, 1 << square):
            yield _about("hunts", after, square)


def _alone(position: Position, squares: int) -> tuple[int, ...]:
    """Return all armies, of the active one only the pieces on these squares."""
    return tuple(
        pieces & squares if army == position.active else pieces for army, pieces in enumerate(position.armies)
    )


def _keeps_safe(before: Position, after: Position, move: Move) -> Iterator[Purpose]:
    """Name what the moved piece has against being attacked: nobody can, or whoever does has to fight another, too."""
    target = 1 << move.target
    around = after.rules.grid.around
    attacked_from = _attack_squares(after, target)
    if not attacked_from:
        if not involved(after) and _attack_squares(before, 1 << move.source):
            yield Purpose("gets-away", piece_on(before, move.source).kind, _names(before, [move.source]))
        return
    others = after.armies[after.active] & ~target
    if not attacked_from & ~around(others) and around(target) & others:
        yield Purpose("side-by-side", squares=_names(after, bits(around(target) & others)))


def _safe_as_few(before: Position, after: Position, move: Move) -> Iterator[Purpose]:
    """Say that no throw lets the moved piece be attacked, where at most half of the moves are as safe."""
    if involved(after) or _attack_squares(after, 1 << move.target):
        return
    others = [each for each in list_moves(before) if isinstance(each, Move)]
    safe = sum(not _attack_squares(moved(before, each), 1 << each.target) for each in others)
    if 2 * safe <= len(others):
        yield Purpose("safe-from-throws", squares=_names(after, [move.target]))


def _approaches(before: Position, after: Position, move: Move) -> Iterator[Purpose]:
    """Name the enemy's king or queen that the moved piece comes nearer to than most moves would bring one."""
    royal = _nearer(before, after, move)
    if royal is not None:
        safe = not involved(after) and not _attack_squares(after, 1 << move.target)
        yield _about("approaches-safely" if safe else "approaches", after, royal)


def _nearer(before: Position, after: Position, move: Move) -> Square | None:
    """Find the enemy's king or queen that the moved piece has come nearer to; ``None``: none, or half of the moves
    bring a piece as near to one."""
    grid, royals = after.rules.grid, after.royals & enemies(after, after.active)
    around, target = 1 << move.target, 0
    for _ in range(_NEAR):
        around = grid.around(around)
        target = around & royals
        if target:
            break
    as_near = royals
    while target and not as_near >> move.target & 1:
        as_near = grid.around(as_near)
    targets = [each.target for each in list_moves(before) if isinstance(each, Move)]
    many = 2 * sum(as_near >> each & 1 for each in targets) > len(targets)
    return None if not target or many or as_near >> move.source & 1 else next(bits(target))


@lru_cache(256)
def _attack_squares(position: Position, square: int) -> int:
    """Return the squares from which the foes could attack a piece with their first move of the next turn."""
    around, found = position.rules.grid.around(square), 0
    for foe in position.rules.foes[position.active]:
        for targets in reach(position, foe):
            found |= targets & around
    return found


def _about(name: str, position: Position, square: Square) -> Purpose:
    return Purpose(name, piece_on(position, square).kind, _names(position, [square]))


def _names(position: Position, squares: Iterable[Square]) -> tuple[str, ...]:
    return tuple(position.rules.board.name(each) for each in squares)
