"""The whole table as one JSON text, for the phones.

What costs time, turning a scene into text, is done once per change for all phones that see the same.
"""

import json
import threading
from collections.abc import Callable

from table.messages.settings import Settings

KEPT = 64
"""Texts kept at most; a change of the scene makes all of them old."""


class Snapshots:
    """What was made for one phone and is the same for others: texts about a scene, each made once. Safe to use from any
    thread."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._texts: dict[tuple[object, ...], str] = {}

    def text(self, about: tuple[object, ...], make: Callable[[], str]) -> str:
        """What ``make`` returned when it was first asked for with ``about``, which must hold all that it depends on."""
        with self._lock:
            known = self._texts.get(about)
            if known is None:
                known = make()
                if len(self._texts) >= KEPT:
                    self._texts.clear()
                self._texts[about] = known
            return known


def to_text(value: object) -> str:
    """Compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def look(settings: Settings) -> dict[str, object]:
    """The settings that change how the board is drawn."""
    return {"palette": settings.palette, "motion": settings.motion, "by_hand": settings.by_hand,
            "typed_dice": settings.typed_dice}
