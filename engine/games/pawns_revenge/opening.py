"""Before the first turn: holes and the rogue knight are scattered, then everybody throws for who begins."""

from engine.core.actions import Throw
from engine.core.events import Entered
from engine.games.pawns_revenge import story
from engine.games.pawns_revenge.actions import Draw
from engine.games.pawns_revenge.armies import ROGUE_KNIGHT, bitboards, starting_pieces
from engine.games.pawns_revenge.combat import Next, thrown
from engine.games.pawns_revenge.options import PawnsRevengeOptions
from engine.games.pawns_revenge.position import Dice, Phase, Position, still_to_throw
from engine.games.pawns_revenge.rules import rules_of
from engine.games.pawns_revenge.turns import begin_turn

_ROGUE_DISTANCE = 3


def start(options: PawnsRevengeOptions) -> Position:
    """The first position of a game."""
    rules = rules_of(options)
    pieces = starting_pieces(options)
    armies, kinds, _ = bitboards(pieces, rules.seats)
    empty = rules.grid.exists & ~sum(1 << square for square in pieces)
    return scatter_on(Position(rules, Phase.SCATTER, armies, kinds, empty))


def draws_hole(position: Position) -> bool:
    """Whether the next thing to be scattered is a hole."""
    return position.holes.bit_count() < position.options.bombed and bool(position.empty)


def scatter_on(position: Position) -> Position:
    """Go on scattering, or to the roll-off when nothing is left to scatter."""
    if draws_hole(position) or rogue_starts(position):
        return position._replace(phase=Phase.SCATTER)
    armies = [army for army, pieces in enumerate(position.armies) if pieces]
    return throw_off(position, armies) if armies else begin_turn(position, 0)


def rogue_starts(position: Position) -> int:
    """Where the rogue knight may start: at least 3 king steps from the nearest piece, else as far away as possible."""
    if not position.options.rogue_knight or position.rogue:
        return 0
    for distance in range(_ROGUE_DISTANCE, 0, -1):
        far = position.empty & position.rules.grid.beyond(position.pieces, distance)
        if far:
            return far
    return 0


def scatter(position: Position, draw: Draw) -> Next:
    """A hole, or the rogue knight, on the square drawn."""
    bit = 1 << draw.square
    position = position._replace(empty=position.empty & ~bit)
    if draw.text.startswith("hole:"):
        told = story.bombed(draw.square, position.rules.board.name(draw.square))
        return scatter_on(position._replace(holes=position.holes | bit)), (told,)
    return scatter_on(position._replace(rogue=bit)), (Entered(draw.square, ROGUE_KNIGHT),)


def throw_off(position: Position, armies: list[int]) -> Position:
    """These armies throw, in seat order, for who begins."""
    return position._replace(phase=Phase.ROLL_OFF, dice=Dice(tuple((army, 0) for army in armies)))


def throw_first(position: Position, throw: Throw) -> Next:
    """The next army throws; after the last one the highest begins, or those tied for highest throw again."""
    assert position.dice is not None
    dice = thrown(position.dice, still_to_throw(position.dice)[0], throw.number)
    if still_to_throw(dice):
        return position._replace(dice=dice), ()
    highest = max(number for _, number in dice.numbers)
    best = [army for army, number in dice.numbers if number == highest]
    if len(best) > 1:
        return throw_off(position, best), (story.tied(len(best)),)
    begun = begin_turn(position, best[0])
    return begun, (story.begins(position.rules.seats[best[0]]),) if begun.phase is Phase.ROLL else ()
