"""The interfaces of drivers: reeds and rings."""

from typing import Protocol

Rgb = tuple[int, int, int]
"""Red, green, blue, each 0–255."""


class Reeds(Protocol):
    """The switches under the squares: ``read`` tells which are closed.

    Implementations *must* return the raw state of all switches at one moment as a bitboard over reed indices
    (0 … count-1; the board map turns reeds into squares) and raise :class:`hardware.errors.BoardLost` when the board
    does not answer.
    They *must not* debounce, block longer than one scan, or call anybody back. They are used by one thread.

    >>> class Stuck:  # a driver of four reeds, the last of which is always closed
    ...     count = 4
    ...     def read(self) -> int:
    ...         return 1 << 3
    ...     def close(self) -> None:
    ...         pass
    >>> reeds: Reeds = Stuck()
    >>> f"{reeds.read():04b}"
    '1000'
    """

    count: int

    def read(self) -> int:
        """Scan the reeds: bit *n* is set while reed *n* is closed."""

    def close(self) -> None:
        """Let go of the device; may be called twice."""


class Rings(Protocol):
    """The lights under the squares: one chain of ``count`` pixels.

    ``show`` *must* put out all pixels in chain order in one go, and may drop a frame equal to the last one. It is
    called when the lights change, and not otherwise: a driver whose device may forget a frame, or whose network may
    lose one, has to send it again by itself.
    They are used by one thread, which need not be the reeds' thread.

    >>> class Printed:  # a driver of two pixels that prints their colours
    ...     count = 2
    ...     def show(self, pixels: bytes) -> None:
    ...         print(tuple(pixels[:3]), tuple(pixels[3:]))
    ...     def close(self) -> None:
    ...         self.show(bytes(6))
    >>> rings: Rings = Printed()
    >>> rings.show(bytes([0, 255, 0, 0, 0, 64]))
    (0, 255, 0) (0, 0, 64)
    >>> rings.close()
    (0, 0, 0) (0, 0, 0)
    """

    count: int

    def show(self, pixels: "bytes") -> None:
        """Show a frame: three bytes (red, green, blue) per pixel, in chain order, ``3 * count`` long.

        :raises hardware.errors.BoardLost: the device does not answer.
        """

    def close(self) -> None:
        """Go dark and let go of the device; may be called twice."""
