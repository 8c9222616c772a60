"""How games begin: how many of which piece they need, and how that looks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.game import AnyGame
from engine.pieces import CHANCE, Piece, Seat

DRAWS = 64
"""Chance decisions before the first move that are followed at most."""

SEAT_ORDER = {seat: number for number, seat in enumerate(Seat)}


@dataclass(frozen=True, slots=True)
class Crest:
    """How a game looks at its start, as a small picture. ``dots``: file and rank from the top left, and whose piece."""

    files: int
    ranks: int
    dots: tuple[tuple[int, int, str], ...]


def _start(game: AnyGame, options: Any) -> Any:
    """The first position with pieces. Where chance decides first, one of its outcomes is taken."""
    position = game.start(options)
    for _ in range(DRAWS):
        if game.to_act(position) != (CHANCE,) or game.occupied(position):
            break
        position = game.successor(position, game.edges(position)[0])
    return position


def pieces_needed(game: AnyGame, options: Any) -> Sequence[tuple[Piece, int]]:
    """The pieces that stand at the start with these options and their numbers, by owner and kind.

    Chance that decides first places pieces, it does not make more of them.
    """
    pieces = game.view(_start(game, options)).pieces.values()
    counted = Counter(Piece(piece.owner, piece.kind) for piece in pieces)
    return sorted(counted.items(), key=lambda entry: _order(entry[0]))


@cache
def crest(game: AnyGame) -> Crest:
    """The start of a game with its usual options."""
    options = game.read_options({})
    board = game.board(options)
    dots = (
        (board.file(square), board.ranks - 1 - board.rank(square), str(piece.owner or "nobody"))
        for square, piece in game.view(_start(game, options)).pieces.items()
    )
    return Crest(board.files, board.ranks, tuple(dots))


def _order(piece: Piece) -> tuple[int, str]:
    return (len(SEAT_ORDER) if piece.owner is None else SEAT_ORDER[piece.owner], piece.kind)
