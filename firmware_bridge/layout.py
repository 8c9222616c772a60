"""The positions of tiles on the board they form together."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.squares import Board, Square
from firmware_bridge.errors import BadLayout

SIDE = 8
"""The rows and columns of a tile."""


@dataclass(frozen=True, slots=True)
class TilePlace:
    """One tile. Its reed *n* is column ``n % 8`` of row ``n // 8``; unturned, row 0 is nearest to rank 1, column 0 to
    file a.

    ``port``: its serial device, best by its stable name under ``/dev/serial/by-id``. ``file``, ``rank``: its corner
    square nearest to a1, from 0 (negative, or reaching over the edge, where the board is smaller than its tiles).
    ``quarter_turns``: clockwise, seen from above.
    """

    port: str
    file: int = 0
    rank: int = 0
    quarter_turns: int = 0


def squares_of(place: TilePlace, board: Board) -> tuple[Square | None, ...]:
    """Return the square over each of a tile's 64 reeds; ``None`` where it lies beyond the board's edge."""
    turned = (_turned(reed % SIDE, reed // SIDE, place.quarter_turns) for reed in range(SIDE**2))
    return tuple(_square(place, board, column, row) for column, row in turned)


def check_layout(places: Sequence[TilePlace], board: Board) -> None:
    """Check that every square lies over one reed, and that every port has one tile.

    :raises BadLayout: the message names the squares or the port.
    """
    ports = [place.port for place in places]
    for port in ports:
        if ports.count(port) > 1:
            raise BadLayout(f"two tiles are said to be at {port}: each needs a port of its own")
    covering = [square for place in places for square in squares_of(place, board) if square is not None]
    bare = [name for square, name in enumerate(board.names) if square not in covering]
    double = [name for square, name in enumerate(board.names) if covering.count(Square(square)) > 1]
    if bare or double:
        raise BadLayout(f"squares without a tile: {_some(bare)}; under two tiles: {_some(double)}")


def _square(place: TilePlace, board: Board, column: int, row: int) -> Square | None:
    file, rank = place.file + column, place.rank + row
    return board.square(file, rank) if board.holds(file, rank) else None


def _turned(column: int, row: int, quarter_turns: int) -> tuple[int, int]:
    for _ in range(quarter_turns % 4):
        column, row = row, SIDE - 1 - column
    return column, row


def _some(names: list[str]) -> str:
    return ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "") or "none"
