"""The wiring of a board: which reed and which pixels belong to which square.

A reed is numbered by its driver (0 … count-1); a ring is the run of ``pixels_per_ring`` pixels of the chain that begins
at its *first pixel*. A square without a reed is never covered, one without a ring stays dark; both are allowed, because
a builder with one dead switch wants to play. The text form is JSON and lives in the data directory.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from engine.core.json_fields import check, read_json, whole
from engine.core.squares import Board, Square, bits
from hardware.errors import BadBoardMap

VERSION: Final = 1
MAX_PIXELS_PER_RING: Final = 24
MAX_WIRE: Final = 65536
"""The bound for reed and pixel numbers: catches a typing error before it becomes a gigantic frame."""
_KEYS: Final = (
    "version", "files", "ranks", "pixels_per_ring", "pixel_count", "colours", "reed_count", "reeds", "rings",
)
_COLOURS: Final = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")


@dataclass(frozen=True, slots=True)
class BoardMap:
    """The wiring of the squares of a board. Build one with :func:`wire` or :func:`parse`, which check it.

    >>> board = Board(8, 8)
    >>> board_map = wire(board, reeds=serpentine(board))  # the wire of rank 2 runs back from h2
    >>> board.sorted_names(board_map.occupancy(1 << 8))
    ['h2']
    >>> board_map.reed(board.parse("a2"))
    15
    """

    board: Board
    reeds: tuple[Square | None, ...]
    """The square over each reed, by reed number; ``None``: no square of this board."""
    first_pixels: tuple[int | None, ...]
    """The first pixel of each square's ring in the chain, by square; ``None``: the square has no ring."""
    pixels_per_ring: int = 12
    pixel_count: int = 768
    """The length of the chain, including pixels that light no square."""
    colours: str = "RGB"
    """The colours that the pixels show for the bytes sent as red, green and blue, in this order. Anything but ``RGB``
    corrects a driver that was configured with the wrong order."""

    @property
    def reed_count(self) -> int:
        """The number of reeds of the device, unused ones included."""
        return len(self.reeds)

    def occupancy(self, reading: int) -> int:
        """Return the covered squares, from a reading over reed numbers. Reeds that are not in the map are ignored."""
        covered = 0
        for reed in bits(reading & ((1 << len(self.reeds)) - 1)):
            square = self.reeds[reed]
            if square is not None:
                covered |= 1 << square
        return covered

    def reed(self, square: Square) -> int | None:
        """Return the number of the reed under a square."""
        return self.reeds.index(square) if square in self.reeds else None


# --- orders of wiring --------------------------------------------------------------------------------------------


def square_wise(board: Board) -> tuple[Square, ...]:
    """Return the squares along the files, in the order of their numbers: a1 a2 … b1 b2 …"""
    return tuple(Square(number) for number in range(board.size))


def row_wise(board: Board) -> tuple[Square, ...]:
    """Return the squares along the ranks, every one from the left: a1 b1 … h1 a2 b2 …"""
    return tuple(board.square(file, rank) for rank in range(board.ranks) for file in range(board.files))


def serpentine(board: Board) -> tuple[Square, ...]:
    """Return the squares along the ranks, there and back: a1 b1 … h1 h2 g2 … a2 a3 …"""
    order: list[Square] = []
    for rank in range(board.ranks):
        row = [board.square(file, rank) for file in range(board.files)]
        order += reversed(row) if rank % 2 else row
    return tuple(order)


def mirrored(board: Board, order: Iterable[Square]) -> tuple[Square, ...]:
    """Mirror an order, as when wiring from below the board: file a becomes the last file."""
    return tuple(board.square(board.files - 1 - board.file(square), board.rank(square)) for square in order)


# --- building ----------------------------------------------------------------------------------------------------


def wire(
    board: Board,
    reeds: Iterable[Square | None] | None = None,
    rings: Iterable[Square | None] | None = None,
    pixels_per_ring: int = 12,
    colours: str = "RGB",
) -> BoardMap:
    """Make a map from the order in which squares are wired. ``None`` for an order: as squares are numbered.

    :param reeds: the square over reed 0, 1, … (``None`` in it: that reed lies under no square).
    :param rings: the squares of the chain in order; ``None`` in it: a ring that lights no square.
    :raises BadBoardMap: a square twice or not on the board, a count out of range.
    """
    under = square_wise(board) if reeds is None else tuple(reeds)
    chain = square_wise(board) if rings is None else tuple(rings)
    starts = [(square, ring * pixels_per_ring) for ring, square in enumerate(chain) if square is not None]
    first_pixels: list[int | None] = [None] * board.size
    for square, first in starts:
        if not 0 <= square < board.size or first_pixels[square] is not None:
            raise BadBoardMap(f"ring at pixel {first}: square number {square} is not on the board or has a ring")
        first_pixels[square] = first
    made = BoardMap(board, under, tuple(first_pixels), pixels_per_ring, len(chain) * pixels_per_ring, colours)
    return checked(made)


def area(whole: BoardMap, board: Board) -> BoardMap:
    """Make the map for a smaller ``board`` laid on a bigger one, a1 on a1.

    :raises BadBoardMap: the smaller board does not fit there.
    """
    if not whole.board.holds(board.files - 1, board.ranks - 1):
        raise BadBoardMap(
            f"a {board.files}x{board.ranks} board does not fit on the {whole.board.files}x{whole.board.ranks} one"
        )
    small = square_wise(board)
    there = {whole.board.square(board.file(square), board.rank(square)): square for square in small}
    first_pixels = tuple(whole.first_pixels[square] for square in there)
    reeds = tuple(None if square is None else there.get(square) for square in whole.reeds)
    return replace(whole, board=board, reeds=reeds, first_pixels=first_pixels)


def check_fits(board_map: BoardMap, reed_count: int, pixel_count: int) -> None:
    """Check that a map was made for a device of this size.

    :raises BadBoardMap: it was not.
    """
    counts = (("reeds", board_map.reed_count, reed_count), ("pixels", board_map.pixel_count, pixel_count))
    for what, mapped, there in counts:
        if mapped != there:
            raise BadBoardMap(f"the board map has {mapped} {what}, the device {there}: run the wiring wizard again")


def checked(board_map: BoardMap) -> BoardMap:
    """Return the map itself if it is sound.

    :raises BadBoardMap: naming what is not.
    """
    if not 1 <= board_map.pixels_per_ring <= MAX_PIXELS_PER_RING:
        raise BadBoardMap(f"pixels_per_ring: {board_map.pixels_per_ring} is not between 1 and {MAX_PIXELS_PER_RING}")
    if board_map.colours not in _COLOURS:
        raise BadBoardMap(f"colours: {board_map.colours!r} is none of {', '.join(_COLOURS)}")
    _check_reeds(board_map)
    _check_rings(board_map)
    return board_map


def _check_reeds(board_map: BoardMap) -> None:
    seen: dict[Square, int] = {}
    for reed, square in enumerate(board_map.reeds):
        if square is None:
            continue
        if not 0 <= square < board_map.board.size:
            raise BadBoardMap(f"reed {reed}: square number {square} is not on the board")
        if square in seen:
            raise BadBoardMap(f"{board_map.board.name(square)} has two reeds: {seen[square]} and {reed}")
        seen[square] = reed


def _check_rings(board_map: BoardMap) -> None:
    starts = sorted((first, square) for square, first in enumerate(board_map.first_pixels) if first is not None)
    names = board_map.board.names
    for (first, square), (following, other) in zip(starts, starts[1:], strict=False):
        if following < first + board_map.pixels_per_ring:
            raise BadBoardMap(f"the rings of {names[square]} and {names[other]} overlap at pixel {following}")
    if starts and not 0 <= starts[0][0] <= starts[-1][0] <= board_map.pixel_count - board_map.pixels_per_ring:
        raise BadBoardMap(f"a ring lies outside the chain of {board_map.pixel_count} pixels")


# --- text form ---------------------------------------------------------------------------------------------------


def dump(board_map: BoardMap) -> str:
    """Return the map as JSON text that :func:`parse` reads back as the same map."""
    board = board_map.board
    reeds = {board.name(square): reed for reed, square in enumerate(board_map.reeds) if square is not None}
    rings = {board.names[square]: first for square, first in enumerate(board_map.first_pixels) if first is not None}
    data = {
        "version": VERSION,
        "files": board.files,
        "ranks": board.ranks,
        "pixels_per_ring": board_map.pixels_per_ring,
        "pixel_count": board_map.pixel_count,
        "colours": board_map.colours,
        "reed_count": board_map.reed_count,
        "reeds": reeds,
        "rings": rings,
    }
    return json.dumps(data, indent=1) + "\n"


def parse(text: str) -> BoardMap:
    """Read a map from its text.

    :raises BadBoardMap: the text is not JSON, or an entry is missing, unknown, out of range or contradicts another.
    """
    data = read_json(text, lambda reason: BadBoardMap(f"the board map is {reason}"))
    if not isinstance(data, dict):
        raise BadBoardMap("the board map is not a JSON object")
    if unknown := sorted(data.keys() ^ set(_KEYS)):
        raise BadBoardMap(f"{unknown[0]}: this entry is missing or unknown")
    if not whole(VERSION, VERSION).good(data["version"]):
        raise BadBoardMap(f"version: {data['version']!r} is not {VERSION}; run the wiring wizard again")
    return _from_data(data)


def _from_data(data: Mapping[str, Any]) -> BoardMap:
    board = Board(_number(data, "files", 1, 16), _number(data, "ranks", 1, 16))
    reeds: list[Square | None] = [None] * _number(data, "reed_count", 0, MAX_WIRE)
    for square, reed in _wires(board, data, "reeds", len(reeds)):
        if reeds[reed] is not None:
            raise BadBoardMap(f"reeds: {board.name(square)} has reed {reed}, which another square has already")
        reeds[reed] = square
    pixel_count = _number(data, "pixel_count", 0, MAX_WIRE)
    first_pixels: list[int | None] = [None] * board.size
    for square, first in _wires(board, data, "rings", pixel_count):
        first_pixels[square] = first
    per_ring = _number(data, "pixels_per_ring", 1, MAX_PIXELS_PER_RING)
    return checked(BoardMap(board, tuple(reeds), tuple(first_pixels), per_ring, pixel_count, str(data["colours"])))


def _wires(board: Board, data: Mapping[str, Any], key: str, end: int) -> list[tuple[Square, int]]:
    entries = data[key]
    if not isinstance(entries, dict):
        raise BadBoardMap(f"{key}: not an object of square names and numbers")
    for name in entries:
        if name not in board.by_name:
            raise BadBoardMap(f"{key}: the board has no square {name!r}")
    return [(board.parse(name), _number(entries, name, 0, end - 1, f"{key}: ")) for name in entries]


def _number(data: Mapping[str, Any], key: str, least: int, most: int, where: str = "") -> int:
    return check(f"{where}{key}", data[key], whole(least, most), lambda reason: BadBoardMap(str(reason)))


def load(path: Path) -> BoardMap:
    """Read the map in a file.

    :raises BadBoardMap: the file does not hold one.
    :raises OSError: the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadBoardMap(f"{path} is not UTF-8 text") from error
    return parse(text)


def save(board_map: BoardMap, path: Path) -> None:
    """Write the map to a file, whole or not at all.

    :raises OSError: the file cannot be written.
    """
    fresh = path.with_name(path.name + ".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(dump(board_map))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)  # its new name has to be on disk too
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
