"""Switches that lie: what they show, whatever stands above them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Broken:
    """A broken switch. ``closed``: what it shows; ``None``: it flutters, changing every ``every_s``."""

    closed: bool | None
    every_s: float = 0.0

    def shows(self, covered: bool, now_s: float) -> bool:
        """Return its signal now; ``covered``: whether a piece stands there."""
        return bool(int(now_s / self.every_s) % 2) if self.closed is None else self.closed

    def changes_s(self, now_s: float) -> float | None:
        """Return the time of its next change by itself."""
        return None if self.closed is not None else (int(now_s / self.every_s) + 1) * self.every_s + 1e-6


STUCK, DEAD = Broken(closed=True), Broken(closed=False)
