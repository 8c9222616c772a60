"""What the rules did by themselves, told as happenings: found by comparing what hands leave with what is there."""

from engine.core.actions import Action
from engine.core.events import Announced, Changed, Happening, Removed
from engine.core.messages import message
from engine.core.pieces import Piece
from engine.core.squares import Square, bits
from engine.games.chess_two.checks import checkers
from engine.games.chess_two.effects import hands_moves, struck_off
from engine.games.chess_two.legality import BOTH_SLOTS
from engine.games.chess_two.moves import Heal
from engine.games.chess_two.placement import Placement, pieces
from engine.games.chess_two.position import Position, seat_of


def happenings(before: Position, action: Action, after: Position) -> tuple[Happening, ...]:
    """Removals, then pieces that look different now, then what is worth saying aloud."""
    left = _left_by_hands(before.placement, action)
    stands = pieces(after.placement)
    gone = [square for square in sorted(left) if square not in stands]
    found: list[Happening] = [Removed(square) for square in gone]
    found += [Changed(square, piece) for square, piece in stands.items() if left[square] != piece]
    return (*found, *_announced(before, action, after, [left[square] for square in gone]))


def _left_by_hands(board: Placement, action: Action) -> dict[Square, Piece]:
    left = dict(pieces(board))
    for square in bits(struck_off(board, action)):
        del left[square]
    for source, stop in hands_moves(action):
        left[Square(stop)] = left.pop(Square(source))
    return left


def _announced(before: Position, action: Action, after: Position, gone: list[Piece]) -> list[Announced]:
    found = []
    if any(piece.owner is not None for piece in gone):
        found.append(Announced(message("The piece passed Death without a Shield and is removed"), "skull"))
    if any(piece.owner is None for piece in gone):
        found.append(Announced(message("Life and Death annihilate each other"), "star"))
    if isinstance(action, Heal):
        found.append(Announced(message("Healed: immune until the end of the opponent's next turn"), "heart"))
    return found + _announced_turn(before, after)


def _announced_turn(before: Position, after: Position) -> list[Announced]:
    found = []
    if after.slots == BOTH_SLOTS:
        if after.white == before.white:
            found.append(Announced(message("{seat} cannot act and passes.", seat=seat_of(not after.white)), "hand"))
        if checkers(after.placement, after.white, after.options.close_combat):
            found.append(Announced(message("{seat} is in check.", seat=seat_of(after.white)), "alert"))
    return found
