"""Settings that owners change on the panel."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

PALETTES: Final = ("default", "colour-blind", "high-contrast")
RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "brightness": (1, 100), "settle_ms": (100, 2000), "debounce_ms": (5, 200), "bump_ms": (0, 500),
    "correction_ms": (0, 5000),
}
"""The smallest and the largest value of the settings that are numbers."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that owners change on the panel. Times in milliseconds."""

    brightness: int = 60
    """Percent of what the power budget allows."""
    palette: str = "default"
    """One of :data:`PALETTES`."""
    motion: bool = True
    """True if lights move; without, roles differ by shape and colour alone."""
    settle_ms: int = 300
    """Rest after a touch before it counts."""
    debounce_ms: int = 25
    """Rest of a reed before its change counts."""
    bump_ms: int = 150
    """A square that opens for less was bumped, not touched."""
    correction_ms: int = 1500
    """Time after the last touch in which hands may correct what they have played, before chance or a computer acts."""
    one_by_one: bool = False
    """A board that is put right is shown piece by piece, each with its square, instead of all at once."""
    told_on_wood: bool = True
    """Rings show what the rules do by themselves moment by moment, while they ask for the pieces."""
    told_quickly: bool = True
    """Actions of the rules themselves are told briefly once everybody has had two turns, on rings and phones."""
    by_hand: bool = False
    """Screen board only: players do set-up, march and clearing themselves."""
    typed_dice: bool = False
    """Dice are thrown on the table and typed in by the throwing seat."""
    tapped_dice: bool = False
    """The throwing seat lets its dice roll by a tap; otherwise they roll by themselves."""
    hints: bool = True
    """True if players may have hints at all; lessons always show what solves them."""
    language: str = "en"
