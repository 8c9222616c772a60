"""Turns: scattering and the roll-off before the first; roll, rogue knight, moves, contact (rules page, *A turn*)."""

from functools import cache

from engine.core.actions import Throw
from engine.core.events import Announced, Entered, Happening, Moved, Removed
from engine.core.messages import counted, message
from engine.core.pieces import Seat
from engine.core.squares import Square
from engine.games.pawns_revenge.armies import ROGUE_KNIGHT, bitboards, starting_pieces
from engine.games.pawns_revenge.combat import Happenings, Next, begin_combat, thrown
from engine.games.pawns_revenge.endings import ended, lost_army, over
from engine.games.pawns_revenge.moves import can_move, enemies
from engine.games.pawns_revenge.position import (
    Bonus,
    Dice,
    Draw,
    Kinds,
    Move,
    PawnsRevengeOptions,
    Phase,
    Position,
    bonus,
    rules_of,
    still_to_throw,
    without_pieces,
)

_BONUSES_LAPSE = Announced(message("A turn without combat: all bonuses are gone."), "lapse")
_ROGUE_DISTANCE = 3


# --- a turn ------------------------------------------------------------------------------------------------------


def begin_turn(position: Position, army: int) -> Position:
    """Begin this army's turn, if nothing ends the game before it."""
    outcome = ended(position)
    if outcome is not None:
        return over(position, outcome)
    # The +1/+1 of a rolled 1 lasts until the army plays again.
    courage = position.courage & ~(1 << army)
    return position._replace(phase=Phase.ROLL, active=army, roll=0, moved=(), courage=courage, dice=None)


def next_turn(position: Position) -> Next:
    """Begin the turn of the next army in seat order that has pieces."""
    count, army = len(position.armies), position.active
    for turn in range(1, count + 1):
        following = (army + turn) % count
        if position.armies[following]:
            break
    return begin_turn(position, following), ()


def take_roll(position: Position, throw: Throw) -> Next:
    """Take the movement roll, and do whatever follows until somebody has to decide."""
    number, active = throw.number, position.active
    position = position._replace(phase=Phase.MOVE, roll=number, quiet=position.quiet + 1)
    told: Happenings = ()
    if number == 1 and position.armies[active]:
        position = position._replace(courage=position.courage | 1 << active)
        told = (_strengthened(position.rules.seats[active]),)
    if number == position.options.rogue_knight and prowl(position):
        return position._replace(phase=Phase.ROGUE), told
    return go_on_moving(position, told)


def prowl(position: Position) -> int:
    """Return the squares the rogue knight may go to."""
    if not position.rogue:
        return 0
    neighbours = position.rules.grid.neighbours[position.rogue.bit_length() - 1]
    return neighbours & ~position.royals & ~position.holes


def move_rogue(position: Position, draw: Draw) -> Next:
    """Move the rogue knight one square, and destroy who stands there; nobody moves before it has."""
    source, target = Square(position.rogue.bit_length() - 1), draw.square
    told: list[Happening] = []
    if position.pieces >> target & 1:
        told += [_rogue_destroys(target, position.rules.board.name(target)), Removed(target)]
        position = without_pieces(position, 1 << target)._replace(quiet=0)
    told.append(Moved(source, target))
    empty = (position.empty | position.rogue) & ~(1 << target)
    position = position._replace(phase=Phase.MOVE, rogue=1 << target, empty=empty)
    # It may have destroyed the last piece of an army.
    outcome = lost_army(position)
    if outcome is not None:
        return over(position, outcome), tuple(told)
    return go_on_moving(position, tuple(told))


def take_move(position: Position, move: Move) -> Next:
    """Move a piece, with the bonus it carries."""
    rules, _, armies, kinds, empty, holes, rogue, active, roll, moved, bonuses, courage, quiet, _, _ = position
    both = move.both
    if both & (kinds[0] | kinds[1] | kinds[2] | kinds[3] | kinds[4]):
        kinds = _kinds_after(kinds, move)
    if bonuses:
        bonuses = _bonuses_after(bonuses, move)
    if move.direction in rules.advances[active]:
        quiet = 0
    armies = (*armies[:active], armies[active] ^ both, *armies[active + 1:])
    return go_on_moving(Position(
        rules, Phase.MOVE, armies, kinds, empty ^ both, holes, rogue, active, roll, (*moved, move.target),
        bonuses, courage, quiet,
    ))


def _kinds_after(kinds: Kinds, move: Move) -> Kinds:
    kings, queens, rooks, knights, bishops = (kind ^ move.both if kind & move.both else kind for kind in kinds)
    return kings, queens, rooks, knights, bishops


def _bonuses_after(bonuses: tuple[Bonus, ...], move: Move) -> tuple[Bonus, ...]:
    return tuple(sorted(
        bonus(move.target, each.power, each.toughness) if each.square == move.source else each for each in bonuses
    ))


def go_on_moving(position: Position, told: Happenings = ()) -> Next:
    """Wait for a (further) move if there is one; otherwise combat, or the next turn."""
    if can_move(position):
        return position, told
    if position.roll > 1 and not position.moved:
        told = (*told, _no_move(position.rules.seats[position.active], position.roll))
    following, happenings = _after_movement(position)
    return following, (*told, *happenings) if told else happenings


def _after_movement(position: Position) -> Next:
    if position.rules.grid.around(position.armies[position.active]) & enemies(position, position.active):
        return begin_combat(position)
    if not position.bonuses:
        return next_turn(position)
    following, _ = next_turn(position._replace(bonuses=()))
    return following, (_BONUSES_LAPSE,)


# --- before the first turn ---------------------------------------------------------------------------------------




def start(options: PawnsRevengeOptions) -> Position:
    """Return the first position of a game."""
    rules = rules_of(options)
    pieces = starting_pieces(options)
    armies, kinds, _ = bitboards(pieces, rules.seats)
    empty = rules.grid.exists & ~sum(1 << square for square in pieces)
    return scatter_on(Position(rules, Phase.SCATTER, armies, kinds, empty))


def draws_hole(position: Position) -> bool:
    """True if the next thing to be scattered is a hole."""
    return position.holes.bit_count() < position.options.bombed and bool(position.empty)


def scatter_on(position: Position) -> Position:
    """Go on scattering, or to the roll-off when nothing is left to scatter."""
    if draws_hole(position) or rogue_starts(position):
        return position._replace(phase=Phase.SCATTER)
    armies = [army for army, pieces in enumerate(position.armies) if pieces]
    return throw_off(position, armies) if armies else begin_turn(position, 0)


def rogue_starts(position: Position) -> int:
    """Find where the rogue knight may start: at least 3 king steps from the nearest piece, else as far away as
    possible."""
    if not position.options.rogue_knight or position.rogue:
        return 0
    for distance in range(_ROGUE_DISTANCE, 0, -1):
        far = position.empty & position.rules.grid.beyond(position.pieces, distance)
        if far:
            return far
    return 0


def scatter(position: Position, draw: Draw) -> Next:
    """Put a hole, or the rogue knight, on the square drawn."""
    bit = 1 << draw.square
    position = position._replace(empty=position.empty & ~bit)
    if draw.text.startswith("hole:"):
        told = _bombed(draw.square, position.rules.board.name(draw.square))
        return scatter_on(position._replace(holes=position.holes | bit)), (told,)
    return scatter_on(position._replace(rogue=bit)), (Entered(draw.square, ROGUE_KNIGHT),)


def throw_off(position: Position, armies: list[int]) -> Position:
    """Have these armies throw, in seat order, for who begins."""
    return position._replace(phase=Phase.ROLL_OFF, dice=Dice(tuple((army, 0) for army in armies)))


def throw_first(position: Position, throw: Throw) -> Next:
    """Take the throw of the next army; after the last one the highest begins, or those tied for highest throw again."""
    assert position.dice is not None
    dice = thrown(position.dice, still_to_throw(position.dice)[0], throw.number)
    if still_to_throw(dice):
        return position._replace(dice=dice), ()
    highest = max(number for _, number in dice.numbers)
    best = [army for army, number in dice.numbers if number == highest]
    if len(best) > 1:
        return throw_off(position, best), (_tied(len(best)),)
    begun = begin_turn(position, best[0])
    return begun, (_begins(position.rules.seats[best[0]]),) if begun.phase is Phase.ROLL else ()


# --- announcements -----------------------------------------------------------------------------------------------


@cache
def _bombed(square: Square, name: str) -> Announced:
    """Announce that a hole was drawn."""
    return Announced(message("{square} is bombed out.", square=name), "hole", (square,))


@cache
def _begins(seat: Seat) -> Announced:
    """Announce that the roll-off is decided."""
    return Announced(message("{seat} has the highest throw and begins.", seat=seat), "die")


@cache
def _tied(count: int) -> Announced:
    """Announce that the roll-off goes on."""
    tie = counted("A tie: {count} player throws again.", "A tie: {count} players throw again.", count)
    return Announced(tie, "die")


@cache
def _strengthened(seat: Seat) -> Announced:
    """Announce that a one was rolled."""
    return Announced(message("Every piece of {seat} is +1/+1 until {seat} plays again.", seat=seat), "shield")


@cache
def _no_move(seat: Seat, number: int) -> Announced:
    """Announce that the roll cannot be used."""
    return Announced(message("{seat} has no move with a {number}.", seat=seat, number=number), "pass")


@cache
def _rogue_destroys(square: Square, name: str) -> Announced:
    """Announce that the rogue knight found somebody."""
    return Announced(message("The rogue knight destroys the piece on {square}.", square=name), "knight", (square,))
