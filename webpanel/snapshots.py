"""The whole table as one JSON text, for the phones.

What costs time, turning a scene into text, is done once per change for all phones that see the same.
"""

import json
import threading

from engine.pieces import Seat
from table.words.scene import Scene
from table.words.settings import Settings
from webpanel.scene_json import scene_json

KEPT = 32
"""Texts kept at most; a change of the scene makes all of them old."""


class Snapshots:
    """Scenes as JSON texts, each made once. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._texts: dict[tuple[int, frozenset[Seat], str], str] = {}

    def text(self, scene: Scene, seats: frozenset[Seat], language: str) -> str:
        """The JSON text of a scene as holders of ``seats`` see it, in a language (which must be the one in force)."""
        key = (scene.number, seats, language)
        with self._lock:
            if key not in self._texts:
                if len(self._texts) >= KEPT:
                    self._texts.clear()
                self._texts[key] = to_text(scene_json(scene))
            return self._texts[key]


def to_text(value: object) -> str:
    """Compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def look(settings: Settings) -> dict[str, object]:
    """The settings that change how the board is drawn."""
    return {"palette": settings.palette, "motion": settings.motion, "by_hand": settings.by_hand,
            "typed_dice": settings.typed_dice}
