"""A game of Pawn's Revenge as data: its options and what they come to, its actions, its position."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from engine.core.actions import Action, Throw
from engine.core.errors import BadOption
from engine.core.messages import message
from engine.core.options import Options, bool_option, choice_option, int_option
from engine.core.pieces import CHANCE, TWO_SEATS, Actor, Seat
from engine.core.squares import Board, Square
from engine.game import Outcome
from engine.games.pawns_revenge.geometry import DIRECTIONS, Grid, Step, forward_of, grid_of

# --- options -----------------------------------------------------------------------------------------------------


SEATS = {2: TWO_SEATS, 3: (Seat.WHITE, Seat.RED, Seat.BLACK), 4: tuple(Seat)}
"""Number of players → the seats that play, in seat order."""

@dataclass(frozen=True, slots=True)
class PawnsRevengeOptions(Options):
    """The options of the rules page."""

    players: int = int_option(
        2, 2, 4, label="Players", help="Two play on one chessboard, three on three, four on four chessboards."
    )
    combat_die: str = choice_option(
        "d6", {"d6": "6 sides", "d8": "8 sides", "d10": "10 sides", "2d6": "Two dice"}, label="Combat die",
        help="The dice that players throw in secret for bonus points in a combat.",
    )
    stride: str = choice_option(
        "one", {"one": "One square", "two": "One or two", "roll": "Up to the number thrown"}, label="Stride",
        help="How far a piece may go. Kings and queens may always go two squares.",
    )
    finish: str = choice_option(
        "first-kill", {"first-kill": "Once a king or queen is killed", "last-standing": "Once only one army is left"},
        label="End of the game", help="Does the game go on without an army whose king fell? 3 or 4 players.",
    )
    teams: str = choice_option(
        "none",
        {"none": "Everybody for themselves", "opposite": "Two against two", "three-on-one": "Three against one"},
        label="Teams", help="4 players: opposite corners together, or all against White's larger army.",
    )
    bombed: int = int_option(
        0, 0, 64, label="Bombed squares",
        help="How many empty squares are holes that nothing may enter or pass. At most a quarter of the board.",
    )
    rogue_knight: int = int_option(
        0, 0, 6, label="Rogue knight", lowest="None",
        help="Throwing this number sets loose a knight that belongs to nobody.",
    )
    army: str = choice_option(
        "pawns",
        {"pawns": "Pawns only", "classic": "Rooks, knights and bishops too", "hundred": "A hundred pawns"},
        label="Army", advanced=True,
        help="2 players: the pieces of chess with strengths of their own, all moving like pawns. 3 or 4 players: "
        "25 pawns and a queen for each.",
    )
    retreat: bool = bool_option(
        False, label="Retreat", advanced=True, help="Pieces may also go backward."
    )
    quiet_limit: int = int_option(
        50, 0, 200, label="Quiet turns", advanced=True, lowest="Never",
        help="The game is drawn after this many turns per army with neither a loss nor an advance.",
    )
    pawn_power: int = int_option(
        1, 1, 9, label="Power of pawns", advanced=True, help="How hard every pawn strikes without bonus points."
    )
    pawn_toughness: int = int_option(
        1, 1, 9, label="Toughness of pawns", advanced=True, help="How much every pawn can take without bonus points."
    )
    royal_power: int = int_option(
        2, 1, 9, label="Power of kings and queens", advanced=True,
        help="How hard kings and queens strike without bonus points.",
    )
    royal_toughness: int = int_option(
        3, 1, 9, label="Toughness of kings and queens", advanced=True,
        help="How much kings and queens can take without bonus points.",
    )
    rook_power: int = int_option(
        2, 1, 9, label="Power of rooks", advanced=True,
        help="Armies with rooks: how hard they strike without bonus points.",
    )
    rook_toughness: int = int_option(
        1, 1, 9, label="Toughness of rooks", advanced=True,
        help="Armies with rooks: how much they can take without bonus points.",
    )
    knight_power: int = int_option(
        2, 1, 9, label="Power of knights", advanced=True,
        help="Armies with knights: how hard they strike without bonus points.",
    )
    knight_toughness: int = int_option(
        2, 1, 9, label="Toughness of knights", advanced=True,
        help="Armies with knights: how much they can take without bonus points.",
    )
    bishop_power: int = int_option(
        1, 1, 9, label="Power of bishops", advanced=True,
        help="Armies with bishops: how hard they strike without bonus points.",
    )
    bishop_toughness: int = int_option(
        3, 1, 9, label="Toughness of bishops", advanced=True,
        help="Armies with bishops: how much they can take without bonus points.",
    )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play, in seat order."""
        return SEATS[self.players]


def check_combination(options: PawnsRevengeOptions) -> None:
    """Refuse options that make no sense together.

    :raises BadOption: naming the option that does not fit the number of players.
    """
    most = grid_of(options.players).exists.bit_count() // 4
    if options.bombed > most:
        raise BadOption(message(
            "Bombed squares: at most a quarter of the board, which is {most} for {players} players",
            most=most, players=options.players,
        ))
    if options.army == "classic" and options.players != 2:
        raise BadOption(message("Army: rooks, knights and bishops are for 2 players"))
    if options.army == "hundred" and (options.players == 2 or options.teams == "three-on-one"):
        raise BadOption(message("Army: a hundred pawns are for 3 or 4 players, and not for three against one"))
    if options.finish == "last-standing" and options.players == 2:
        raise BadOption(message("End of the game: going on until one army is left is for 3 or 4 players"))
    if options.teams != "none" and options.players != 4:
        raise BadOption(message("Teams: these are for 4 players"))


def alliance_of(options: PawnsRevengeOptions, seat: Seat) -> int:
    """Return the number of the alliance a seat belongs to: seats with the same number do not fight each other."""
    if options.teams == "opposite":
        return 0 if seat in TWO_SEATS else 1
    if options.teams == "three-on-one":
        return 0 if seat is Seat.WHITE else 1
    return options.seats.index(seat)


# --- actions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move(Action):
    """A piece goes straight from ``source`` to ``target`` in a direction (0–7). ``both``: bitboard of the two."""

    source: Square
    target: Square
    direction: int
    both: int


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Chance draws ``square``: for a hole, or for the rogue knight to enter or to go to."""

    square: Square


class Bonus(NamedTuple):
    """The points that combat adds to the piece on a square."""

    square: Square
    power: int
    toughness: int


@lru_cache(maxsize=1 << 14)
def bonus(square: Square, power: int, toughness: int) -> Bonus:
    """Return a bonus, shared by all positions that have it: armies may carry dozens, and positions shall stay small."""
    return Bonus(square, power, toughness)


@dataclass(frozen=True, slots=True)
class Division(Action):
    """A division of its points by ``seat``. Squares sorted, nobody given nothing."""

    seat: Seat
    bonuses: tuple[Bonus, ...]


@cache
def arrivals(board: Board, direction: int, distance: int) -> tuple[Move | None, ...]:
    """Return target square → the move that arrives there after ``distance`` squares in ``direction`` (``None``: from
    off the board)."""
    files, ranks = (distance * each for each in DIRECTIONS[direction])
    moves: list[Move | None] = []
    for target in map(Square, range(board.size)):
        file, rank = board.file(target) - files, board.rank(target) - ranks
        source = board.square(file, rank) if board.holds(file, rank) else None
        moves.append(None if source is None else _move(board, source, target, direction))
    return tuple(moves)


def _move(board: Board, source: Square, target: Square, direction: int) -> Move:
    return Move(board.names[source] + board.names[target], source, target, direction, 1 << source | 1 << target)


@cache
def draws(board: Board, word: str) -> tuple[Draw, ...]:
    """Return square → the action that draws it: ``hole:d4`` or ``rogue:e5``."""
    return tuple(Draw(f"{word}:{name}", Square(square)) for square, name in enumerate(board.names))


ROLLS = tuple(Throw(f"roll:{number}", number) for number in range(1, 7))

_WEIGHTS = {
    "d6": dict.fromkeys(range(1, 7), 1),
    "d8": dict.fromkeys(range(1, 9), 1),
    "d10": dict.fromkeys(range(1, 11), 1),
    "2d6": {total: 6 - abs(total - 7) for total in range(2, 13)},
}


def faces(die: str) -> range:
    """Return the numbers a die (``d6``, ``d8``, ``d10``, ``2d6``) can show."""
    numbers = _WEIGHTS[die]
    return range(min(numbers), max(numbers) + 1)


@cache
def throws(word: str, seat: Seat, die: str) -> tuple[tuple[Throw, int], ...]:
    """List what a seat may throw, with weights, sorted by text: ``first:white=5`` (roll-off), ``die:white=5``
    (combat)."""
    outcomes = [(Throw(f"{word}:{seat}={number}", number), weight) for number, weight in _WEIGHTS[die].items()]
    return tuple(sorted(outcomes, key=lambda outcome: outcome[0].text))


@cache
def throw_actions(word: str, seat: Seat, die: str) -> tuple[Throw, ...]:
    """List :func:`throws` without the weights."""
    return tuple(action for action, _ in throws(word, seat, die))


@cache
def nothing(seat: Seat) -> Division:
    """Return the division that gives nothing to anybody."""
    return Division(f"{seat}:-", seat, ())


# --- what the options come to ------------------------------------------------------------------------------------


FORWARD, SIDEWAYS, FORWARD_DIAGONAL = (0,), (2, -2), (1, -1)
_DIRECTIONS_OF_ROLL = {
    2: FORWARD_DIAGONAL, 3: FORWARD_DIAGONAL, 4: FORWARD + SIDEWAYS, 5: FORWARD_DIAGONAL, 6: FORWARD,
}
_PIECES_OF_ROLL = (0, 0, 1, 1, 1, 2, 2)

Line = tuple[int, int, tuple[tuple[Move | None, ...], ...]]
"""One direction a roll allows: shift and inside of its step, and per distance the moves by target."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The moves that a roll lets an army make. ``pieces``: how many different pieces move. ``all_stride``: whether
    every mover may go as far as kings and queens, or only one square."""

    pieces: int
    lines: tuple[Line, ...]
    all_stride: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game. Lists are indexed by army; two rules are equal when their options are."""

    options: PawnsRevengeOptions
    seats: tuple[Seat, ...] = field(compare=False)
    grid: Grid = field(compare=False, repr=False)
    forward: tuple[int, ...] = field(compare=False, repr=False)
    alliance: tuple[int, ...] = field(compare=False, repr=False)
    foes: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    plans: tuple[tuple[Plan, ...], ...] = field(compare=False, repr=False)
    """Army → roll (0–6) → plan."""
    ways: tuple[tuple[Step, ...], ...] = field(compare=False, repr=False)
    """Army → every step that any roll allows."""
    advances: tuple[frozenset[int], ...] = field(compare=False, repr=False)
    """Army → the directions whose moves end a quiet spell (F and D; none where pieces may retreat)."""

    @property
    def board(self) -> Board:
        """The board, missing squares included."""
        return self.grid.board

    def army(self, seat: Seat) -> int:
        """Return the index of a seat that plays."""
        return self.seats.index(seat)

    def alliance_seats(self, alliance: int) -> tuple[Seat, ...]:
        """Return all members of an alliance, fallen ones included."""
        return tuple(seat for seat, number in zip(self.seats, self.alliance, strict=True) if number == alliance)


@lru_cache(maxsize=256)
def rules_of(options: PawnsRevengeOptions) -> Rules:
    """Work out the rules that follow from checked options."""
    seats, grid = options.seats, grid_of(options.players)
    forward = tuple(forward_of(options.players, seat) for seat in seats)
    alliance = tuple(alliance_of(options, seat) for seat in seats)
    armies = range(len(seats))
    return Rules(
        options, seats, grid, forward, alliance,
        foes=tuple(tuple(other for other in armies if alliance[other] != alliance[army]) for army in armies),
        plans=tuple(tuple(_plan(options, grid, ahead, roll) for roll in range(7)) for ahead in forward),
        ways=tuple(_ways(options, grid, ahead) for ahead in forward),
        advances=tuple(_advances(options, ahead) for ahead in forward),
    )


def _turned(options: PawnsRevengeOptions, ahead: int, relative: tuple[int, ...]) -> tuple[int, ...]:
    """Turn directions in an army's frame into those of the board; reversed ones too where pieces may retreat."""
    allowed = [(ahead + each) % 8 for each in relative]
    if options.retreat:
        allowed += [(each + 4) % 8 for each in allowed if (each + 4) % 8 not in allowed]
    return tuple(allowed)


def _plan(options: PawnsRevengeOptions, grid: Grid, ahead: int, roll: int) -> Plan:
    reach = roll if options.stride == "roll" else 2
    lines = tuple(
        (grid.steps[way].shift, grid.steps[way].inside, tuple(arrivals(grid.board, way, 1 + n) for n in range(reach)))
        for way in _turned(options, ahead, _DIRECTIONS_OF_ROLL.get(roll, ()))
    )
    return Plan(_PIECES_OF_ROLL[roll], lines, options.stride != "one")


def _ways(options: PawnsRevengeOptions, grid: Grid, ahead: int) -> tuple[Step, ...]:
    ways = _turned(options, ahead, FORWARD + FORWARD_DIAGONAL + SIDEWAYS)
    return tuple(grid.steps[way] for way in ways)


def _advances(options: PawnsRevengeOptions, ahead: int) -> frozenset[int]:
    relative = () if options.retreat else FORWARD + FORWARD_DIAGONAL
    return frozenset((ahead + each) % 8 for each in relative)


# --- the position ------------------------------------------------------------------------------------------------


NOBODY = -1
"""The active army before the first turn."""

KINDS = "KQRNB"
"""The kinds of piece kept as bitboards of their own, in the order of ``Position.kinds``; all others are pawns."""

Kinds = tuple[int, int, int, int, int]


class Phase(StrEnum):
    """The phases of the rules page."""

    SCATTER = "scatter"
    ROLL_OFF = "roll-off"
    ROLL = "roll"
    ROGUE = "rogue"
    MOVE = "move"
    COMBAT_DICE = "combat-dice"
    DIVIDE = "divide"
    OVER = "over"


SECRET_PHASES = (Phase.COMBAT_DICE, Phase.DIVIDE)
_CHANCE_PHASES = (Phase.SCATTER, Phase.ROLL_OFF, Phase.ROLL, Phase.ROGUE, Phase.COMBAT_DICE)


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice of a roll-off or of a combat, and what came of them."""

    numbers: tuple[tuple[int, int], ...]
    """(army, number thrown, 0 while still to throw) for every army that throws, in seat order."""
    divisions: tuple[Division, ...] = ()
    """Those committed, in seat order."""
    hidden: int = field(default=0, compare=False)
    """The number of actions of this combat that were taken so far and are still secret (none before a set-up
    position)."""


class Position(NamedTuple):
    """All there is to know. Squares are bitboards unless said otherwise; an army is an index into ``rules.seats``."""

    rules: Rules
    phase: Phase
    armies: tuple[int, ...]
    kinds: Kinds
    """Kings, queens, rooks, knights, bishops of all armies."""
    empty: int
    """Squares that a piece may enter: no piece, no rogue knight, no hole, and part of the board."""
    holes: int = 0
    rogue: int = 0
    """The rogue knight's square, 0 if there is none."""
    active: int = NOBODY
    roll: int = 0
    """The movement roll of this turn, 0 before it."""
    moved: tuple[Square, ...] = ()
    """The squares of pieces that moved this turn, in order."""
    bonuses: tuple[Bonus, ...] = ()
    """By sorted square, without those that are nil."""
    courage: int = 0
    """Bit set of the armies with the +1/+1 of a rolled 1."""
    quiet: int = 0
    dice: Dice | None = None
    outcome: Outcome | None = None

    @property
    def options(self) -> PawnsRevengeOptions:
        """The options of the game."""
        return self.rules.options

    @property
    def pieces(self) -> int:
        """All squares an army's piece stands on."""
        united = 0
        for army in self.armies:
            united |= army
        return united

    @property
    def royals(self) -> int:
        """All squares a king or queen stands on."""
        return self.kinds[0] | self.kinds[1]

    def owner(self, square: Square) -> int:
        """Return the army whose piece stands on a square that holds one."""
        return next(army for army, pieces in enumerate(self.armies) if pieces >> square & 1)


def still_to_throw(dice: Dice) -> list[int]:
    """Return the armies that have not thrown yet, in seat order."""
    return [army for army, number in dice.numbers if not number]


def next_to_throw(position: Position) -> Seat:
    """Return the seat whose turn it is to throw, in a roll-off or for a combat."""
    assert position.dice is not None
    return position.rules.seats[still_to_throw(position.dice)[0]]


def still_to_commit(dice: Dice, rules: Rules) -> list[int]:
    """Return the armies whose division is not in yet, in seat order."""
    committed = {division.seat for division in dice.divisions}
    return [army for army, _ in dice.numbers if rules.seats[army] not in committed]


def without_pieces(position: Position, fallen: int) -> Position:
    """Take these pieces off the board, with all that belonged to them."""
    kings, queens, rooks, knights, bishops = (kind & ~fallen for kind in position.kinds)
    armies = tuple(army & ~fallen for army in position.armies)
    return position._replace(
        armies=armies,
        kinds=(kings, queens, rooks, knights, bishops),
        empty=position.empty | fallen,
        moved=tuple(square for square in position.moved if not fallen >> square & 1),
        bonuses=tuple(bonus for bonus in position.bonuses if not fallen >> bonus.square & 1),
        courage=courage_of_present(position.courage, armies),
    )


def courage_of_present(courage: int, armies: tuple[int, ...]) -> int:
    """Return courage without the armies that are out (they have no pieces)."""
    return sum(1 << army for army, pieces in enumerate(armies) if pieces and courage >> army & 1)


def actors(position: Position) -> tuple[Actor, ...]:
    """Return who acts now."""
    seats = position.rules.seats
    if position.phase in _CHANCE_PHASES:
        return (CHANCE,)
    if position.phase is Phase.MOVE:
        return (seats[position.active],)
    if position.dice is not None:
        return tuple(seats[army] for army in still_to_commit(position.dice, position.rules))
    return ()
