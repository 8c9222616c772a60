"""The one door for vendor libraries. They are optional: the simulated board needs none."""

from importlib import import_module
from typing import Any

from engine.core.messages import message
from hardware.errors import MissingLibrary


def vendor(module: str) -> Any:
    """Import a module of a vendor library.

    :raises MissingLibrary: it is not installed, or refuses to run on this machine (Blinka does so off a Raspberry Pi).
    """
    try:
        return import_module(module)
    except (ImportError, NotImplementedError, RuntimeError, OSError) as error:
        raise MissingLibrary(message(
            "{library} cannot be used here ({error}): install pawnlight[pi] on a Raspberry Pi, or choose the simulated "
            "board",
            library=module, error=str(error),
        )) from error
