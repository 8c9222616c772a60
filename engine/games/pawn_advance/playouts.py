"""Pawn Advance Chess played on to its end in no time: one side by a rule, the other at random.

To whoever looks for the best answer all turns are lost alike against which there is one. Few find it, so it matters
after which turn games are lost most seldom. Bitboards alone are moved here, always upwards: a game to its end costs
as much as a few positions that are judged.
"""

from collections.abc import Callable

from engine.games.pawn_advance.moves import marchers, opener
from engine.games.pawn_advance.position import BASE_ROWS, MOVES_A_TURN, Pair, PawnAdvanceOptions, Position

Luck = Callable[[], float]
_FAR = BASE_ROWS[1]
_ROWS = tuple(BASE_ROWS[0] << rank for rank in range(8))
_MOST_ROUNDS = 20
"""After so many more captures decide, where a game need not end."""
_UPSIDE_DOWN = bytes(int(f"{squares:08b}"[::-1], 2) for squares in range(256))


def turned(squares: int) -> int:
    """Turn the board round, to the squares as the other side sees them: the first rank is the eighth."""
    return int.from_bytes(squares.to_bytes(8, "little").translate(_UPSIDE_DOWN), "little")


def played_on(position: Position, side: int, luck: Luck) -> float:
    """Play on to the end, ``side`` by the rule, and return how that ended for it: 1 won, 0 drawn, −1 lost."""
    options, pawns, taken = position.options, position.pawns, list(position.captures)
    number, due, left = position.round, position.to_place, position.moves_left
    first = opener(options, number)
    movers = () if position.phase != "battle" else (first, 1 - first) if position.side == first else (1 - first,)
    unmoved = pawns[position.side] & ~position.moved
    while position.phase != "over":
        for mover in movers:
            before = pawns[1 - mover]
            pawns = _turn(pawns, mover, unmoved, left, luck, mover == side)
            taken[mover] += (before ^ pawns[1 - mover]).bit_count()
            if pawns[mover] & BASE_ROWS[1 - mover] or not pawns[1 - mover]:
                return 1.0 if mover == side else -1.0
            unmoved, left = pawns[1 - mover], MOVES_A_TURN
        if movers:
            pawns, due = _marched(pawns), (options.spawn, options.spawn)
            if pawns[0] & BASE_ROWS[1] or pawns[1] & BASE_ROWS[0] or number == options.rounds:
                break
        if number >= position.round + _MOST_ROUNDS:
            break
        pawns = _entered(pawns, first, due, options, luck)
        number += 1
        first = opener(options, number)
        movers, unmoved, left = (first, 1 - first), pawns[first], MOVES_A_TURN
    return _worth(pawns, taken[side] - taken[1 - side], side)


def _turn(pawns: Pair, side: int, unmoved: int, left: int, luck: Luck, ruled: bool) -> Pair:
    """Return the pawns after a turn of a side, or what there was time for."""
    if side == 0:
        return _moved(*pawns, unmoved, left, luck, ruled)
    black, white = _moved(turned(pawns[1]), turned(pawns[0]), turned(unmoved), left, luck, ruled)
    return turned(white), turned(black)


def _moved(own: int, enemy: int, unmoved: int, left: int, luck: Luck, ruled: bool) -> Pair:
    """Return the pawns of both sides after so many moves of one: at random, unless by the rule it arrives or takes."""
    for _ in range(left):
        empty = ~(own | enemy)
        steps, to_a, to_h = unmoved << 1 & empty, unmoved >> 7 & enemy, unmoved << 9 & enemy
        if ruled and (to_a | to_h | steps & _FAR):
            target = _best(steps, to_a | to_h)
            origin = target >> 9 if target & to_h else target << 7 if target & to_a else target >> 1
        else:
            origin, target = _any((steps, (steps & _ROWS[1]) << 1 & empty, to_h, to_a), luck)
        own, enemy, unmoved = own & ~origin | target, enemy & ~target, unmoved & ~origin
        if not target or target & _FAR or not enemy:
            break
    return own, enemy


def _any(kinds: tuple[int, ...], luck: Luck) -> tuple[int, int]:
    """Draw one of the moves, all equally likely, and return the squares it goes from and to; nowhere if there is none.
    ``kinds``: where steps, double steps, captures towards file h and towards file a go."""
    which = int(luck() * sum(map(int.bit_count, kinds)))
    for targets, ahead in zip(kinds, (1, 2, 9, -7), strict=True):
        if which < targets.bit_count():
            target = _one(targets, which)
            return (target >> ahead if ahead > 0 else target << -ahead), target
        which -= targets.bit_count()
    return 0, 0


def _one(squares: int, which: int) -> int:
    """Return one of the squares, counted from 0."""
    for _ in range(which):
        squares &= squares - 1
    return squares & -squares


def _best(steps: int, caught: int) -> int:
    """Choose where a move goes by the rule: to the far row, else to the enemy that has come nearest."""
    arrives = (steps | caught) & _FAR
    found = arrives or next(caught & row for row in _ROWS if caught & row)
    return found & -found


def _marched(pawns: Pair) -> Pair:
    up, down = marchers(pawns)
    white, black = pawns
    return white & ~up | up << 1, black & ~down | down >> 1


def _entered(pawns: Pair, first: int, due: Pair, options: PawnAdvanceOptions, luck: Luck) -> Pair:
    """Return the pawns once those that are due have entered, wherever."""
    entered = list(pawns)
    for side in (first, 1 - first):
        owned = options.supply - entered[side].bit_count() if options.supply else due[side]
        for _ in range(min(due[side], owned)):
            empty = BASE_ROWS[side] & ~entered[side]
            if not empty:
                break
            entered[side] |= _one(empty, int(luck() * empty.bit_count()))
    return entered[0], entered[1]


def _worth(pawns: Pair, more: int, side: int) -> float:
    """Return the worth of an end: who has arrived, or is alone on the board, has won, else who has taken more."""
    arrived = [bool(pawns[each] & BASE_ROWS[1 - each]) or not pawns[1 - each] for each in (side, 1 - side)]
    decides = arrived[0] - arrived[1] if any(arrived) else more
    return float((decides > 0) - (decides < 0))
