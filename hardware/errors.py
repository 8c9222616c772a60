"""The errors of a board."""

from engine.core.messages import Message


class HardwareError(Exception):
    """The root of all errors of the hardware package."""


class PartUnusable(HardwareError):
    """A part of the board cannot be used as things are.

    ``reason``: half a sentence for people that names the part and the cause, with the remedy where there is one.
    """

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class BoardLost(PartUnusable, OSError):
    """The device does not answer (unplugged, no power, bus error); reading or showing may work again later."""


class BadBoardMap(HardwareError, ValueError):
    """A board map is malformed or does not fit its board or device; the message names the entry."""


class BadLights(HardwareError, ValueError):
    """The table of lights is not as it must be; the message names the place."""


class BadWiring(PartUnusable, ValueError):
    """A driver was given a pin, address, colour order or count that it cannot use; the message names it."""


class BadFrame(HardwareError, ValueError):
    """A frame has not three bytes for every pixel of the chain."""


class MissingLibrary(PartUnusable, ImportError):
    """The vendor library of a driver is not installed or does not run on this machine; the message has the remedy."""


class ImpossibleTouch(HardwareError, ValueError):
    """A simulated hand was asked for something that no hand can do; the pieces stay as they were."""
