"""Signs on the rings of a real board, without words: a picture over the whole board each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from daemon.boards.board import BoardPicture, Lighting
from engine.core.squares import Board
from table.messages.lights import Light, Lights, Role

POWER: Final = (
    "...#...",
    ".#.#.#.",
    "#..#..#",
    "#..#..#",
    "#.....#",
    ".#...#.",
    "..###..",
)
"""The sign for a shutdown: a broken circle with a stroke, as on the switch of a lamp."""
WAVES: Final = (
    ".#####.",
    "#.....#",
    "..###..",
    ".#...#.",
    "...#...",
)
"""The sign for a network, as phones draw it."""
CROSS: Final = (
    "#.....#",
    ".#...#.",
    "..#.#..",
    "...#...",
    "..#.#..",
    ".#...#.",
    "#.....#",
)
"""The sign that negates the one before."""


def drawn(rows: Sequence[str], board: Board) -> Lights:
    """Return the lights of a picture, read from White's side, from the first file on and half-way up. A board that is
    too small shows the part that fits."""
    lowest = max(0, (board.ranks - len(rows)) // 2)
    return {
        board.square(file, rank): Light(Role.MOVE)
        for rank, row in enumerate(reversed(rows), lowest)
        for file, dot in enumerate(row)
        if dot == "#" and board.holds(file, rank)
    }


class SymbolLighting:
    """A lighting that always shows the same picture. See :class:`daemon.boards.board.Lighting`."""

    def __init__(self, inner: Lighting, lights: Lights) -> None:
        self._inner = inner
        self._lights = lights

    def light(self, picture: BoardPicture, now_s: float, supply_a: float) -> tuple[float, float | None]:
        """See :meth:`daemon.boards.board.Lighting.light`."""
        return self._inner.light(replace(picture, lights=self._lights), now_s, supply_a)

    def darken(self) -> None:
        """See :meth:`daemon.boards.board.Lighting.darken`."""
        self._inner.darken()
