"""The errors of tiles."""

from collections.abc import Mapping

from engine.core.messages import Message


class TileError(Exception):
    """The root of all errors of this package."""


class BadLayout(TileError, ValueError):
    """The tiles do not cover the board: they overlap or leave squares without a reed."""


class TilesLost(TileError, ConnectionError):
    """Some tile does not answer, so the occupancy is not fully known. ``missing``: port → the reason, half a
    sentence."""

    def __init__(self, missing: Mapping[str, Message]) -> None:
        super().__init__("; ".join(f"tile at {port}: {reason}" for port, reason in missing.items()))
        self.missing = missing


class FlashFailed(TileError):
    """A tile did not get its firmware. ``reason``: the cause and the remedy, half a sentence."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason
