"""The start of games, and the pieces needed."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.core.messages import Message, counted, message
from engine.core.pieces import CHANCE, Piece, Seat
from engine.game import EVERYTHING, AnyGame

DRAWS = 64
"""The most chance decisions before the first move that are followed."""

CHESS_SET = {"pawn": 8, "rook": 2, "knight": 2, "bishop": 2, "queen": 1, "king": 1}
"""The number of each piece that a chess set has in each of its two colours."""
FEW = 2
"""Up to so many pieces beyond one chess set do not count as a second set."""
STAND_INS = {"pikeman": "pawn", "castle": "rook", "vicar": "bishop", "champion": "king"}
"""Pieces that look like others of a chess set."""

SEAT_ORDER = {seat: number for number, seat in enumerate(Seat)}


def first_with_pieces(game: AnyGame, options: Any) -> Any:
    """Return the first position with pieces. Where chance decides first, one of its outcomes is taken."""
    position = game.start(options)
    for _ in range(DRAWS):
        if game.to_act(position) != (CHANCE,) or game.occupied(position):
            break
        position = game.successor(position, game.edges(position)[0])
    return position


def pieces_needed(game: AnyGame, options: Any) -> Sequence[tuple[Piece, int]]:
    """Count the pieces at the start with these options, by owner and kind.

    Chance that decides first places pieces, it does not make more of them.
    """
    pieces = game.view(first_with_pieces(game, options), EVERYTHING).pieces.values()
    counted = Counter(Piece(piece.owner, piece.kind) for piece in pieces)
    return sorted(counted.items(), key=lambda entry: _order(entry[0]))


def whence(game: AnyGame, needed: Sequence[tuple[Piece, int]]) -> Sequence[Message]:
    """Describe how many chess sets these pieces take, and what else is needed."""
    named = [(piece.owner, _kind(game, piece), count) for piece, count in needed]
    colours = len({owner for owner, kind, _ in named if kind in CHESS_SET})
    each = max((-(-count // CHESS_SET[kind]) for _, kind, count in named if kind in CHESS_SET), default=0)
    sets = each * -(-colours // 2)
    more = sum(max(0, count - CHESS_SET[kind]) for _, kind, count in named if kind in CHESS_SET) // max(1, colours)
    told = counted("One chess set has them.", "It takes {count} chess sets.", sets)
    if sets > 1 and more <= FEW:
        told = counted("It takes a chess set and one more piece of each colour.",
                       "It takes a chess set and {count} more pieces of each colour.", more)
    if colours > 2:
        told = message("It takes {sets} chess sets, in as many colours as there are players.", sets=sets)  # never one
    return [*([told] if sets else []), *([game.beside] if game.beside else [])]


def _kind(game: AnyGame, piece: Piece) -> str:
    name = game.piece_names[piece.kind].key
    return STAND_INS.get(name, name)


def _order(piece: Piece) -> tuple[int, str]:
    return (len(SEAT_ORDER) if piece.owner is None else SEAT_ORDER[piece.owner], piece.kind)
