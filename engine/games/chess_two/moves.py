"""The actions of Chess Two as values. Each is made once and shared, so that listing them is mostly looking up."""

from dataclasses import dataclass
from functools import cache

from engine.core.actions import Action
from engine.core.squares import Square
from engine.games.chess_two.geometry import BOARD, square_at


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
    """The move between two squares."""
    text = f"{BOARD.names[source]}{BOARD.names[target]}{_promoted(promotion)}"
    return Move(text, Square(source), Square(target), promotion)


@cache
def attack(source: int, target: int, rest: int, promotion: str = "") -> Attack:
    """The attack on ``target`` after which the attacker stands on ``rest``."""
    names = BOARD.names
    text = f"{names[source]}x{names[target]}@{names[rest]}{_promoted(promotion)}"
    return Attack(text, Square(source), Square(target), Square(rest), promotion)


@cache
def special_move(source: int, target: int) -> SpecialMove:
    """The move of Life or Death between two squares."""
    return SpecialMove(BOARD.names[source] + BOARD.names[target], Square(source), Square(target))


@cache
def heal(source: int, target: int) -> Heal:
    """The Heal by the Life on ``source``."""
    return Heal(f"{BOARD.names[source]}+{BOARD.names[target]}", Square(source), Square(target))


@cache
def kill(source: int, target: int) -> Kill:
    """The Kill by the Death on ``source``."""
    return Kill(f"{BOARD.names[source]}x{BOARD.names[target]}", Square(source), Square(target))


def _castling(*names: str) -> Castling:
    king, king_target, rook, rook_target = (square_at(name) for name in names)
    return Castling(names[0] + names[1], king, king_target, rook, rook_target)


CASTLINGS = {
    True: (_castling("f1", "h1", "i1", "g1"), _castling("f1", "d1", "b1", "e1")),
    False: (_castling("f10", "h10", "i10", "g10"), _castling("f10", "d10", "b10", "e10")),
}
"""What White (true) and Black can do by castling."""
