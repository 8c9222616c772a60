"""The whole table as one JSON text, for the phones.

Turning a scene into text takes time, so it is done once per change for all phones that see the same.
"""

import json
import threading
from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, TypedDict

from table.messages.settings import PALETTES, Settings

KEPT = 64
"""The most texts kept; a change of the scene makes all of them old."""


class Snapshots:
    """A cache of texts about a scene that several phones share, each made once. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._texts: dict[tuple[object, ...], str] = {}

    def text(self, about: tuple[object, ...], make: Callable[[], str]) -> str:
        """Return the result of ``make`` from the first call with ``about``, which must hold everything that the result
        depends on."""
        with self._lock:
            known = self._texts.get(about)
            if known is None:
                known = make()
                if len(self._texts) >= KEPT:
                    self._texts.clear()
                self._texts[about] = known
            return known


def to_text(value: object) -> str:
    """Return compact JSON; dataclasses become objects."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=asdict)


class LookJson(TypedDict):
    """The settings that change how the board is drawn."""

    palette: Annotated[str, {"enum": PALETTES}]
    motion: bool
    by_hand: bool
    typed_dice: bool


def look(settings: Settings) -> LookJson:
    """Return the settings that change how the board is drawn."""
    return {"palette": settings.palette, "motion": settings.motion, "by_hand": settings.by_hand,
            "typed_dice": settings.typed_dice}
