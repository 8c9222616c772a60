"""What can go wrong with tiles."""

from collections.abc import Mapping

from engine.core.messages import Message


class TileError(Exception):
    """Root of everything this package raises."""


class BadLayout(TileError, ValueError):
    """The tiles do not lie on the board as told: they overlap or leave squares without a reed."""


class TilesLost(TileError, ConnectionError):
    """Some tile does not answer, so nobody knows the whole occupancy. ``missing``: port → why, half a sentence."""

    def __init__(self, missing: Mapping[str, Message]) -> None:
        super().__init__("; ".join(f"tile at {port}: {reason}" for port, reason in missing.items()))
        self.missing = missing


class FlashFailed(TileError):
    """A tile did not get its firmware. ``reason``: why, and what to do, half a sentence."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason
