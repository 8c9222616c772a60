"""The address of the panel, spelt by the rings of a real board until a phone has found it: a living room has no
terminal.

Without any network they show a sign for that instead.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from daemon.boards.board import BoardPicture, Lighting, RealBoard, Surface
from daemon.peripherals.symbols import CROSS, WAVES, drawn
from daemon.runtime.queue import LeaveBoard, Orders, UseBoard, nothing
from engine.core.squares import Board
from table.messages.lights import Lights

PART_S: Final = 1.5
"""The time for which a part stands: long enough to read, and far from any flicker."""
LINES: Final = 5
GLYPHS: Final = {
    "0": ("###", "#.#", "#.#", "#.#", "###"),
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"),
    "3": ("###", "..#", "###", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", "..#", "..#", "..#"),
    "8": ("###", "#.#", "###", "#.#", "###"),
    "9": ("###", "#.#", "###", "..#", "###"),
    "a": ("...", ".##", "#.#", "#.#", ".##"),
    "b": ("#..", "##.", "#.#", "#.#", "##."),
    "c": ("...", ".##", "#..", "#..", ".##"),
    "d": ("..#", ".##", "#.#", "#.#", ".##"),
    "e": ("...", ".#.", "###", "#..", ".##"),
    "f": (".##", "#..", "###", "#..", "#.."),
    "[": ("##", "#.", "#.", "#.", "##"),
    "]": ("##", ".#", ".#", ".#", "##"),
    ".": (".", ".", ".", ".", "#"),
    ":": (".", "#", ".", "#", "."),
}
"""The characters of addresses, those of IPv6 too."""


class TextLighting:
    """A lighting that shows one part of a text after the other, over and over
    (:class:`daemon.boards.board.Lighting`)."""

    def __init__(self, inner: Lighting, board: Board, text: Callable[[], str]) -> None:
        """:param text: asked anew for each round. It may contain digits, points and colons, else the board is dark;
            empty: there is no network.
        """
        self._inner = inner
        self._board = board
        self._text = text
        self._parts: Iterator[Lights] = iter(())
        self._lights: Lights = {}
        self._next_s = 0.0

    def light(self, picture: BoardPicture, now_s: float, supply_a: float) -> tuple[float, float | None]:
        """See :meth:`daemon.boards.board.Lighting.light`."""
        if now_s >= self._next_s:
            self._lights = self._next_part()
            self._next_s = now_s + PART_S
        drawn_a, _ = self._inner.light(replace(picture, lights=self._lights), now_s, supply_a)
        return drawn_a, self._next_s

    def darken(self) -> None:
        """See :meth:`daemon.boards.board.Lighting.darken`."""
        self._inner.darken()

    def _next_part(self) -> Lights:
        """Return the lights of the next part; none after the last one, to separate the rounds."""
        part = next(self._parts, None)
        if part is not None:
            return part
        self._parts = iter(told(self._text(), self._board))
        return {}


class AddressDisplay:
    """A sign that spells the panel's address on a real board. All methods may be called from any thread."""

    def __init__(self, real: RealBoard | None, orders: Orders, address: Callable[[], str]) -> None:
        """:param address: see :class:`TextLighting`."""
        self._real = real
        self._orders = orders
        self._address = address
        self._surface: Surface | None = None

    def begin(self) -> None:
        """Spell the address, if there is a real board on which no game is played."""
        if self._real is not None:
            whole = self._real.cut(self._real.board)
            self._surface = replace(whole, lighting=TextLighting(whole.lighting, whole.board, self._address))
            self._orders.ask(UseBoard(self._surface, nothing))

    def end(self) -> None:
        """Stop spelling."""
        surface, self._surface = self._surface, None
        if surface is not None:
            self._orders.post(LeaveBoard(surface))


def told(text: str, board: Board) -> list[Lights]:
    """Return the lights to show one after the other: the parts of a text, or the sign for no network."""
    if not text:
        return [drawn(WAVES, board), drawn(CROSS, board)]
    return [spelt(part, board) for part in parts(text, board.files)]


def parts(text: str, files: int) -> list[str]:
    """Cut a text into parts that stand side by side on so many files; none, if it cannot be spelt."""
    if not set(text) <= set(GLYPHS):
        return []
    found = [""]
    for letter in text:
        if found[-1] and _width(found[-1] + letter) > files:
            found.append("")
        found[-1] += letter
    return found


def _width(text: str) -> int:
    return sum(len(GLYPHS[letter][0]) + 1 for letter in text) - 1


def spelt(text: str, board: Board) -> Lights:
    """Return the lights of one part, read from White's side. Boards lower or narrower than a letter show what fits."""
    return drawn([".".join(GLYPHS[letter][line] for letter in text) for line in range(LINES)], board)
