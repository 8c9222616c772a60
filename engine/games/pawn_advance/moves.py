"""Moves of Pawn Advance Chess: those of a turn, the march, reinforcements.

Pawns never stand on the far base row while a game goes on, so shifts by one rank cannot wrap from one file into the
next.
"""

from engine.core.events import Announced, Entered, Happening, Moved
from engine.core.messages import message
from engine.core.pieces import CHANCE, TWO_SEATS, Actor
from engine.core.squares import Square, bits
from engine.games.pawn_advance.endings import by_captures, decided, out_of_rounds
from engine.games.pawn_advance.position import (
    BASE_ROWS,
    MOVES_A_TURN,
    PAWNS,
    Entry,
    Pair,
    PawnAdvanceOptions,
    Position,
    Step,
)

MARCH = Announced(message("March"), "fast-forward")
REINFORCEMENTS = Announced(message("Reinforcements"), "plus")


def opener(options: PawnAdvanceOptions, round: int) -> int:
    """Return the side that opens a round, counted from 1."""
    return 1 if options.first == "alternate" and round % 2 == 0 else 0


def allowance(options: PawnAdvanceOptions, round: int, side: int) -> int:
    """Return the number of moves in a turn: four, but for the very first of the game (R8)."""
    return options.opening_moves if round == 1 and side == opener(options, round) else MOVES_A_TURN


def _can_move(side: int, own: int, enemy: int, unmoved: int) -> bool:
    """True if any of the unmoved pawns has a move: ``any(origins(…))`` without the double steps, most likely first."""
    if side == 0:
        return bool(unmoved & ~(own | enemy) >> 1 or unmoved & (enemy << 7 | enemy >> 9))
    return bool(unmoved & ~(own | enemy) << 1 or unmoved & (enemy << 9 | enemy >> 7))


def origins(position: Position) -> tuple[int, int, int, int]:
    """Return the pawns that can step, double-step, capture towards file a, capture towards file h now, as bitboards."""
    side = position.side
    own, enemy = position.pawns[side], position.pawns[1 - side]
    empty, unmoved = ~(own | enemy), own & ~position.moved
    if side == 0:
        step = unmoved & (empty >> 1)
        return step, step & BASE_ROWS[0] & (empty >> 2), unmoved & (enemy << 7), unmoved & (enemy >> 9)
    step = unmoved & (empty << 1)
    return step, step & BASE_ROWS[1] & (empty << 2), unmoved & (enemy << 9), unmoved & (enemy >> 7)


# --- the march ---------------------------------------------------------------------------------------------------


def marchers(pawns: Pair) -> Pair:
    """Return the pawns of each side that the march takes one square forward, judged by the position before it."""
    white, black = pawns
    empty = ~(white | black)
    # Two pawns with one empty square between them stop each other: neither may take it.
    up = white & (empty >> 1) & ~(black >> 2)
    down = black & (empty << 1) & ~(white << 2)
    # A pawn right behind one that marches can march, too.
    while behind := white & (up >> 1) & ~up:
        up |= behind
    while behind := black & (down << 1) & ~down:
        down |= behind
    return up, down


def _march(position: Position) -> tuple[Position, list[Happening]]:
    up, down = marchers(position.pawns)
    white, black = position.pawns
    happenings: list[Happening] = [MARCH]
    # Those in front go first, so that each target is free when it is reached.
    happenings += [Moved(square, Square(square + 1)) for square in reversed(list(bits(up)))]
    happenings += [Moved(square, Square(square - 1)) for square in bits(down)]
    marched = position._replace(
        pawns=(white & ~up | up << 1, black & ~down | down >> 1), stirred=position.stirred or bool(up | down)
    )
    return marched, happenings


# --- how a game goes on after an action --------------------------------------------------------------------------


def settle(position: Position) -> tuple[Position, tuple[Happening, ...]]:
    """Pass empty turns, march and change phases until somebody can act or the game is over."""
    happenings: list[Happening] = []
    while position.phase == "battle" and not (position.moves_left and any(origins(position))):
        if position.side == opener(position.options, position.round):
            position = position._replace(side=1 - position.side, moved=0, moves_left=MOVES_A_TURN)
        else:
            position, marched = _march(position._replace(moved=0, moves_left=0))
            happenings += marched
            position, announced = _after_march(position)
            happenings += announced
    return position, tuple(happenings)


def _after_march(position: Position) -> tuple[Position, list[Happening]]:
    ended = decided(position) or out_of_rounds(position)
    return (ended, []) if ended else reinforce(position, due(position))


def due(position: Position) -> Pair:
    """Return how many pawns each side receives if its reinforcements began now."""
    options = position.options
    white, black = (
        max(0, min(
            options.spawn,
            (BASE_ROWS[side] & ~position.pawns[side]).bit_count(),
            options.supply - position.pawns[side].bit_count() if options.supply else options.spawn,
        ))
        for side in (0, 1)
    )
    return white, black


def reinforce(position: Position, to_place: Pair) -> tuple[Position, list[Happening]]:
    """Begin the reinforcements, or what follows if there is nothing to place."""
    if not any(to_place):
        return _next_round(position) if position.stirred else (by_captures(position, "standstill"), [])
    first = opener(position.options, position.round)
    side = first if to_place[first] else 1 - first
    position = position._replace(phase="reinforce", side=side, to_place=to_place)
    return position, [REINFORCEMENTS]


def _next_round(position: Position) -> tuple[Position, list[Happening]]:
    number = position.round + 1
    position = position._replace(
        phase="battle", round=number, side=opener(position.options, number),
        moves_left=MOVES_A_TURN, to_place=(0, 0), stirred=False,
    )
    return position, [Announced(message("Battle: round {number}", number=number), "swords")]


def move(position: Position, step: Step) -> tuple[Position, tuple[Happening, ...]]:
    """Return the position after a legal move, and what followed by itself."""
    options, pawns, phase, side, moved, moves_left, round_, captures, to_place, _, _ = position
    target = 1 << step.target
    own, enemy = pawns[side] ^ (1 << step.origin) | target, pawns[1 - side]
    moved |= target
    if enemy & target:
        enemy ^= target
        captures = (captures[0] + 1, captures[1]) if side == 0 else (captures[0], captures[1] + 1)
    position = Position(
        options, (own, enemy) if side == 0 else (enemy, own), phase, side, moved, moves_left - 1, round_, captures,
        to_place, True,
    )
    if not enemy or target & BASE_ROWS[1 - side]:
        return decided(position) or position, ()
    if moves_left > 1 and _can_move(side, own, enemy, own & ~moved):
        return position, ()
    return settle(position)


def independent(position: Position, one: Step, other: Step) -> bool:
    """True if both moves can be made, in either order: of two pawns, neither in the other's way or ending anything."""
    if position.moves_left < 2 or one.origin == other.origin:
        return False
    ends = 1 << one.target | 1 << other.target
    if ends & (position.pawns[1 - position.side] | BASE_ROWS[1 - position.side]):
        return False
    way, other_way = _way(one), _way(other)
    return not (way & (other_way | 1 << other.origin) or other_way & 1 << one.origin)


def _way(step: Step) -> int:
    """Return the squares a pawn enters by a step or a double step."""
    middle = (step.origin + step.target) // 2
    return 1 << step.target | (0 if middle == step.origin else 1 << middle)


def enter(position: Position, entry: Entry) -> tuple[Position, tuple[Happening, ...]]:
    """Return the position after a pawn has entered, and what followed by itself."""
    side = position.side
    counts, pawns = list(position.to_place), list(position.pawns)
    counts[side] -= 1
    pawns[side] |= 1 << entry.square
    happenings: list[Happening] = []
    if position.options.placement == "random":
        # A pawn that a player places is put there by the hand: it does not enter by itself.
        happenings.append(Entered(entry.square, PAWNS[side]))
    position = position._replace(
        pawns=(pawns[0], pawns[1]), to_place=(counts[0], counts[1]), stirred=True,
        side=side if counts[side] else 1 - side,
    )
    if any(counts):
        return position, tuple(happenings)
    position, announced = _next_round(position)
    position, followed = settle(position)
    return position, (*happenings, *announced, *followed)


def to_act(position: Position) -> tuple[Actor, ...]:
    """Return who acts now."""
    if position.phase == "over":
        return ()
    if position.phase == "reinforce" and position.options.placement == "random":
        return (CHANCE,)
    return (TWO_SEATS[position.side],)
