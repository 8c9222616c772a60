"""How one turn follows another: roll, rogue knight, moves, contact (rules page, *A turn*)."""

from engine.core.actions import Throw
from engine.core.events import Happening, Moved, Removed
from engine.core.squares import Square
from engine.games.pawns_revenge import story
from engine.games.pawns_revenge.actions import Bonus, Draw, Move, bonus
from engine.games.pawns_revenge.combat import Next, Told, begin_combat
from engine.games.pawns_revenge.contact import enemies
from engine.games.pawns_revenge.endings import ended, lost_army, over
from engine.games.pawns_revenge.moves import can_move
from engine.games.pawns_revenge.position import Kinds, Phase, Position, without_pieces


def begin_turn(position: Position, army: int) -> Position:
    """This army's turn, if nothing ends the game before it."""
    outcome = ended(position)
    if outcome is not None:
        return over(position, outcome)
    courage = position.courage & ~(1 << army)
    return position._replace(phase=Phase.ROLL, active=army, roll=0, moved=(), courage=courage, dice=None)


def next_turn(position: Position) -> Next:
    """The turn of the next army in seat order that has pieces."""
    count, army = len(position.armies), position.active
    for turn in range(1, count + 1):
        following = (army + turn) % count
        if position.armies[following]:
            break
    return begin_turn(position, following), ()


def take_roll(position: Position, throw: Throw) -> Next:
    """The movement roll, and whatever follows until somebody has to decide."""
    number, active = throw.number, position.active
    position = position._replace(phase=Phase.MOVE, roll=number, quiet=position.quiet + 1)
    told: Told = ()
    if number == 1 and position.armies[active]:
        position = position._replace(courage=position.courage | 1 << active)
        told = (story.courage(position.rules.seats[active]),)
    if number == position.options.rogue_knight and prowl(position):
        return position._replace(phase=Phase.ROGUE), told
    return go_on_moving(position, told)


def prowl(position: Position) -> int:
    """The squares the rogue knight may go to."""
    if not position.rogue:
        return 0
    neighbours = position.rules.grid.neighbours[position.rogue.bit_length() - 1]
    return neighbours & ~position.royals & ~position.holes


def move_rogue(position: Position, draw: Draw) -> Next:
    """The rogue knight goes one square and destroys who stands there; nobody moves before it has."""
    source, target = Square(position.rogue.bit_length() - 1), draw.square
    told: list[Happening] = []
    if position.pieces >> target & 1:
        told += [story.rogue_destroys(target, position.rules.board.name(target)), Removed(target)]
        position = without_pieces(position, 1 << target)._replace(quiet=0)
    told.append(Moved(source, target))
    empty = (position.empty | position.rogue) & ~(1 << target)
    position = position._replace(phase=Phase.MOVE, rogue=1 << target, empty=empty)
    outcome = lost_army(position)
    if outcome is not None:
        return over(position, outcome), tuple(told)
    return go_on_moving(position, tuple(told))


def take_move(position: Position, move: Move) -> Next:
    """A piece moves, with the bonus it carries."""
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


def go_on_moving(position: Position, told: Told = ()) -> Next:
    """Wait for a (further) move if there is one; otherwise combat, or the next turn."""
    if can_move(position):
        return position, told
    if position.roll > 1 and not position.moved:
        told = (*told, story.no_move(position.rules.seats[position.active], position.roll))
    following, happenings = _after_movement(position)
    return following, (*told, *happenings) if told else happenings


def _after_movement(position: Position) -> Next:
    if position.rules.grid.around(position.armies[position.active]) & enemies(position, position.active):
        return begin_combat(position)
    if not position.bonuses:
        return next_turn(position)
    following, _ = next_turn(position._replace(bonuses=()))
    return following, (story.BONUSES_LAPSE,)
