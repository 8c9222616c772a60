"""The one door for vendor libraries. They are optional: the simulated board needs none."""

from importlib import import_module
from typing import Any

from engine.core.messages import Message, message
from hardware.errors import MissingLibrary
from hardware.platform import raspberry_pi


def vendor(module: str) -> Any:
    """Import a module of a vendor library.

    :raises MissingLibrary: it is not installed, or refuses to run on this machine (Blinka does so off a Raspberry Pi).
    """
    try:
        return import_module(module)
    except NotImplementedError as error:
        raise MissingLibrary(_unknown(module, raspberry_pi()) or _missing(module, error)) from error
    except (ImportError, RuntimeError, OSError) as error:
        raise MissingLibrary(_missing(module, error)) from error


def _missing(module: str, error: Exception) -> Message:
    return message(
        "{library} cannot be used here ({error}): install pawnlight[pi] on a Raspberry Pi, or choose the simulated "
        "board",
        library=module, error=str(error),
    )


def _unknown(module: str, model: str) -> Message | None:
    """Return the reason for a Raspberry Pi newer than the libraries; ``None``: this computer is none."""
    return message(
        "{library} does not know this computer, {model}. Lights on GPIO 10 do without it; for other pins and MCP23017 "
        "tell it which older model it is like, by BLINKA_FORCEBOARD (sudo systemctl edit pawnlight, the guide service)",
        library=module, model=model,
    ) if model else None
