"""A game of Chess Two as data: its options, its actions, what stands where, and whose turn it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final, NamedTuple

from engine.core.actions import Action
from engine.core.options import Options, choice_option, int_option
from engine.core.pieces import Piece, Seat
from engine.core.repetition import PositionChain
from engine.core.squares import Square, bits
from engine.game import Outcome
from engine.games.chess_two.geometry import BOARD, RANKS, square_at

# --- options -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChessTwoOptions(Options):
    """The options of the rules page."""

    win: str = choice_option(
        "king", {"king": "Destroying the king", "checkmate": "Checkmate"}, label="Goal",
        help="Destroy the enemy king, or mate him as in chess (then no turn may end in check).",
    )
    close_combat: str = choice_option(
        "steppers", {"steppers": "Pawns and kings", "none": "Nobody", "all": "Everybody"}, label="Close combat",
        help="Who may attack a neighbour, with no square between. Knights leap and are not affected.", advanced=True,
    )
    special: str = choice_option(
        "compulsory", {"compulsory": "Must be used", "optional": "May be left out"}, label="Special move",
        help="Must Life or Death move in every turn that allows it?",
    )
    quiet_limit: int = int_option(
        50, 0, 200, label="Quiet moves until a draw", advanced=True, lowest="Never",
        help="Full moves without an attack, Kill or pawn move after which the game is drawn.",
    )


# --- actions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardAction(Action):
    """An action of the piece on ``source`` that aims at ``target``: all but ``end``."""

    source: Square
    target: Square


@dataclass(frozen=True, slots=True)
class Move(BoardAction):
    """A standard piece goes to an empty square: ``b1b5``, ``e9e10=Q`` (``promotion`` is ``Q``, else empty)."""

    promotion: str


@dataclass(frozen=True, slots=True)
class Castling(BoardAction):
    """King and rook move at once; written as the king's move: ``f1h1``."""

    rook_source: Square
    rook_target: Square


@dataclass(frozen=True, slots=True)
class Attack(BoardAction):
    """A standard piece strikes ``target`` and comes to rest: ``b1xb8@b7``, ``e9xd10@d10=Q``."""

    rest: Square
    promotion: str


@dataclass(frozen=True, slots=True)
class SpecialMove(BoardAction):
    """Life or Death goes one square diagonally: ``a1b2``."""


@dataclass(frozen=True, slots=True)
class Heal(BoardAction):
    """Life on ``source`` gives the piece on ``target`` a Shield and immunity: ``a1+b2``."""


@dataclass(frozen=True, slots=True)
class Kill(BoardAction):
    """Death goes from ``source`` onto ``target`` and destroys what stands there: ``j1xi2``."""


@dataclass(frozen=True, slots=True)
class End(Action):
    """The special move is left out: ``end``."""


END = End("end")


def _promoted(promotion: str) -> str:
    return f"={promotion}" if promotion else ""


@cache
def move(source: int, target: int, promotion: str = "") -> Move:
    """Return the move between two squares."""
    text = f"{BOARD.names[source]}{BOARD.names[target]}{_promoted(promotion)}"
    return Move(text, Square(source), Square(target), promotion)


@cache
def attack(source: int, target: int, rest: int, promotion: str = "") -> Attack:
    """Return the attack on ``target`` after which the attacker stands on ``rest``."""
    names = BOARD.names
    text = f"{names[source]}x{names[target]}@{names[rest]}{_promoted(promotion)}"
    return Attack(text, Square(source), Square(target), Square(rest), promotion)


@cache
def special_move(source: int, target: int) -> SpecialMove:
    """Return the move of Life or Death between two squares."""
    return SpecialMove(BOARD.names[source] + BOARD.names[target], Square(source), Square(target))


@cache
def heal(source: int, target: int) -> Heal:
    """Return the Heal by the Life on ``source``."""
    return Heal(f"{BOARD.names[source]}+{BOARD.names[target]}", Square(source), Square(target))


@cache
def kill(source: int, target: int) -> Kill:
    """Return the Kill by the Death on ``source``."""
    return Kill(f"{BOARD.names[source]}x{BOARD.names[target]}", Square(source), Square(target))


def _castling(*names: str) -> Castling:
    king, king_target, rook, rook_target = (square_at(name) for name in names)
    return Castling(names[0] + names[1], king, king_target, rook, rook_target)


CASTLINGS = {
    True: (_castling("f1", "h1", "i1", "g1"), _castling("f1", "d1", "b1", "e1")),
    False: (_castling("f10", "h10", "i10", "g10"), _castling("f10", "d10", "b10", "e10")),
}
"""The castlings of White (true) and Black."""


# --- what stands where -------------------------------------------------------------------------------------------


class Placement(NamedTuple):
    """All that repetition compares but the side to move. (A named tuple: twice as fast to make as a dataclass.)"""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    white: int
    """All standard pieces of White."""
    black: int
    life: int
    death: int
    shields: int
    immune: int
    """The one square, as a bitboard, that a Heal protects during this turn; 0 if none."""
    castling: int
    """The home squares of the rooks that may still castle."""


PAWN: Final = 0
KNIGHT: Final = 1
ROOK: Final = 3
QUEEN: Final = 4
KING: Final = 5
WHITE: Final = 6
BLACK: Final = 7
LIFE: Final = 8
DEATH: Final = 9
SHIELDS: Final = 10
IMMUNE: Final = 11
CASTLING: Final = 12
"""The place of each bitboard in a placement and in a draft."""

Draft = list[int]
"""A placement being changed."""

KINDS: Final = "PNBRQK"
"""The standard kinds, in the order of their bitboards."""
KIND_INDEX: Final = {kind: index for index, kind in enumerate(KINDS)}
_STANDARD: Final = {
    (white, index, shielded): Piece(Seat.WHITE if white else Seat.BLACK, kind, shielded)
    for white in (True, False) for index, kind in enumerate(KINDS) for shielded in (True, False)
}
"""Every standard piece there is, by side, kind and Shield."""
SHIELDLESS: Final = "QK"
"""Standard pieces that never have a Shield."""
PROMOTIONS: Final = "BNQR"

KING_HOME: Final = {True: 1 << square_at("f1"), False: 1 << square_at("f10")}
ROOK_HOMES: Final = {
    "K": 1 << square_at("i1"), "Q": 1 << square_at("b1"), "k": 1 << square_at("i10"), "q": 1 << square_at("b10"),
}
"""The home square of the rook that each castling right is about."""


def kind_at(board: Placement | Draft, bit: int) -> int:
    """Return the index of the standard piece's kind that stands on the square of ``bit``; 6 if none does."""
    kind = 0
    while kind < WHITE and not board[kind] & bit:
        kind += 1
    return kind


def possible_castling(board: Placement | Draft, rights: int) -> int:
    """Return those of the rights whose king and rook stand at home."""
    for white, side in ((True, WHITE), (False, BLACK)):
        rank = RANKS[0 if white else 9]
        king_home = board[KING] & board[side] & KING_HOME[white]
        rights &= ~rank | (board[ROOK] & board[side] if king_home else 0)
    return rights


def standard_piece(board: Placement, bit: int) -> Piece:
    """Return the standard piece that stands on the square of ``bit``."""
    return _STANDARD[bool(board.white & bit), kind_at(board, bit), bool(board.shields & bit)]


@lru_cache(maxsize=16)  # what an action leads to is asked for by who plays it, who tells of it and who shows it
def pieces(board: Placement) -> Mapping[Square, Piece]:
    """Return every piece by its square, in sorted order."""
    placed = {square: Piece(None, "L") for square in bits(board.life)}
    placed |= {square: Piece(None, "D") for square in bits(board.death)}
    placed |= {square: standard_piece(board, 1 << square) for square in bits(board.white | board.black)}
    return dict(sorted(placed.items()))


def placement_of(placed: dict[Square, Piece]) -> Placement:
    """Return the placement of these pieces, without immunity and castling rights."""
    draft = [0] * len(Placement._fields)
    for square, piece in placed.items():
        bit = 1 << square
        if piece.owner is None:
            draft[LIFE if piece.kind == "L" else DEATH] |= bit
        else:
            draft[KIND_INDEX[piece.kind]] |= bit
            draft[WHITE if piece.owner is Seat.WHITE else BLACK] |= bit
        if piece.shielded:
            draft[SHIELDS] |= bit
    return Placement._make(draft)


def without_immunity(placement: Placement) -> Placement:
    """Return the placement with nobody immune."""
    return placement._replace(immune=0) if placement.immune else placement


def starting_placement() -> Placement:
    """Return the set-up of the rules page."""
    placed = {}
    for rank, seat, back, pawns in ((1, Seat.WHITE, "LRNBQKBNRD", 2), (10, Seat.BLACK, "DRNBQKBNRL", 9)):
        for file, kind in zip("abcdefghij", back, strict=True):
            owner = None if kind in "LD" else seat
            placed[square_at(f"{file}{rank}")] = Piece(owner, kind, kind in "RNB")
            placed[square_at(f"{file}{pawns}")] = Piece(seat, "P", shielded=True)
    return placement_of(placed)._replace(castling=sum(ROOK_HOMES.values()))


# --- the position ------------------------------------------------------------------------------------------------

TurnStart = tuple[bool, Placement]
"""A turn at its start: true if it was White's, and what stood where."""


@dataclass(frozen=True, slots=True)
class Position:
    """All there is to know about a game in progress. Equal positions look alike; their pasts may differ."""

    options: ChessTwoOptions
    placement: Placement
    white: bool
    """True if it is White's turn; true when the game is over."""
    slots: int
    """``STANDARD`` and ``SPECIAL`` as far as unused; 0 when the game is over."""
    quiet_turns: int = 0
    outcome: Outcome | None = None
    loud: bool = field(default=False, compare=False)
    """True if there was an attack, Kill or pawn move in this turn."""
    history: PositionChain[TurnStart] | None = field(default=None, compare=False, repr=False)


def seat_of(white: bool) -> Seat:
    """Return the seat that plays White or Black."""
    return Seat.WHITE if white else Seat.BLACK
