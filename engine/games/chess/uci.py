"""Chess told to outside engines, in the words of their protocol (UCI)."""

from typing import Final

from engine.game import Played
from engine.games.chess.geometry import BOARD, FIRST_RANKS
from engine.games.chess.moves import list_moves
from engine.games.chess.notation import write_position
from engine.games.chess.position import Castling, Move, Placement, Position
from engine.services.uci import UciGame

_USUAL_ROOKS: Final = sum(1 << BOARD.parse(name) for name in ("a1", "h1", "a8", "h8"))
_USUAL_KINGS: Final = tuple(1 << BOARD.parse(name) for name in ("e1", "e8"))


def tell(played: Played) -> UciGame:
    """Tell a game from where the pieces stood; where they stand is nothing that engines choose."""
    positions = [each for each in (played.first, *played.positions) if each.phase == "play"]
    chess960 = _is_chess960(positions[0].placement)
    made = played.actions[len(played.actions) - len(positions) + 1:]
    return UciGame(
        write_position(positions[0]),
        tuple(_write(each, chess960) for each in made if isinstance(each, Move | Castling)), chess960,
    )


def moves(position: Position, chess960: bool) -> dict[str, Move | Castling]:
    """List the legal moves as engines write them: ``e2e4``, ``e7e8q``; castling as ``e1g1``, or in Chess960 as the king
    taking his rook. A claim is none of them."""
    return {_write(move, chess960): move for move in list_moves(position)}


def _write(move: Move | Castling, chess960: bool) -> str:
    if isinstance(move, Move):
        return BOARD.name(move.origin) + BOARD.name(move.target) + move.promotion.lower()
    return BOARD.name(move.king) + BOARD.name(move.rook if chess960 else move.king_target)


def _is_chess960(placement: Placement) -> bool:
    """True if somebody may castle whose king or rook is not where it is in the usual game."""
    for side, square in enumerate(_USUAL_KINGS):
        rooks = placement.castling & FIRST_RANKS[side]
        if rooks & ~_USUAL_ROOKS or rooks and not placement.kings & placement[6 + side] & square:
            return True
    return False
