"""What owners set on the panel."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """What owners set on the panel. Times in milliseconds."""

    brightness: int = 60
    """Percent, 1–100, of what the power budget allows."""
    palette: str = "default"
    """``default``, ``colour-blind`` or ``high-contrast``."""
    motion: bool = True
    """Whether lights move; without, roles differ by shape and colour alone."""
    settle_ms: int = 300
    """Rest after a touch before it counts, 100–2000."""
    debounce_ms: int = 25
    """Rest of a reed before its change counts, 5–200."""
    by_hand: bool = False
    """Screen board only: players do set-up, march and clearing themselves."""
    typed_dice: bool = False
    """Dice are thrown on the table and typed in by the throwing seat."""
    language: str = "en"
