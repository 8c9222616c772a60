"""The current of a frame, and the limits that it is dimmed to: what the supply gives, and what each fuse may carry."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

FULL_CHANNEL_MA: Final = 20.0
"""The current of one colour of one WS2812B pixel at 255 (datasheet; 60 mA per white pixel is the usual rule)."""
IDLE_PIXEL_MA: Final = 1.0
"""The current of a dark pixel, for its controller."""
FUSE_SHARE: Final = 0.75
"""The share of a fuse's rating that it may carry for hours (Littelfuse, Fuseology: not more than 75 % of it)."""
_MA_PER_UNIT: Final = FULL_CHANNEL_MA / 255


@dataclass(frozen=True, slots=True)
class Branch:
    """Rings that have one fuse: their numbers in the chain, from 0, and what is printed on the fuse, in amperes."""

    rings: tuple[int, ...]
    fuse_a: float

    @property
    def most_a(self) -> float:
        """The current that the branch may draw."""
        return FUSE_SHARE * self.fuse_a


@dataclass(frozen=True, slots=True)
class Limit:
    """Pixels that may draw so much together. ``runs``: their bytes in a frame; ``spare_ma``: what they may draw
    beyond the current of dark pixels."""

    runs: tuple[slice, ...]
    spare_ma: float

    def light_ma(self, pixels: bytes) -> float:
        """Return what these pixels draw beyond the current of dark ones."""
        return light_ma(b"".join([pixels[run] for run in self.runs]))


@lru_cache(maxsize=64)
def limits(supply_a: float, branches: tuple[Branch, ...], pixel_count: int, per_ring: int) -> tuple[Limit, ...]:
    """Return the limits of a chain: of its supply, then of each branch."""
    length = 3 * per_ring
    whole = _limit([slice(0, 3 * pixel_count)], supply_a)
    parts = ([slice(ring * length, (ring + 1) * length) for ring in branch.rings] for branch in branches)
    return (whole, *(_limit(runs, branch.most_a) for runs, branch in zip(parts, branches, strict=True)))


def _limit(runs: list[slice], most_a: float) -> Limit:
    idle_ma = sum(run.stop - run.start for run in runs) / 3 * IDLE_PIXEL_MA
    return Limit(tuple(runs), max(0.0, most_a * 1000 - idle_ma))


def drawn_a(pixels: bytes) -> float:
    """Return the current that these pixels draw, in amperes."""
    return (len(pixels) / 3 * IDLE_PIXEL_MA + light_ma(pixels)) / 1000


def light_ma(pixels: bytes) -> float:
    """Return what pixels draw beyond the current of dark ones."""
    return sum(pixels) * _MA_PER_UNIT


def dimmed(full: bytes, brightness: float, within: tuple[Limit, ...]) -> bytes:
    """Return the frame dimmed, all of it alike, to ``brightness`` (0–1) of what the tightest limit allows it.

    Brightness is a share of the brightest the limits permit for this very frame, so that the whole range of the
    setting has an effect on every board.
    """
    shares = [_share(limit.spare_ma * brightness, limit.light_ma(full) * brightness) for limit in within]
    notch = int(brightness * min(shares) * _NOTCHES)
    kept = full.translate(_table(notch, 1))  # no pixel goes out by rounding while the limits have room for it
    fits = all(limit.light_ma(kept) <= limit.spare_ma * brightness for limit in within)
    return kept if fits else full.translate(_table(notch, 0))


def _share(allowed_ma: float, wanted_ma: float) -> float:
    return min(1.0, allowed_ma / wanted_ma if wanted_ma else 1.0)


_NOTCHES: Final = 1024
"""Scales are rounded down to this many notches, so that few tables are ever made."""


@lru_cache(maxsize=2 * _NOTCHES)
def _table(notch: int, least: int) -> bytes:
    return bytes([0, *(max(least, value * notch // _NOTCHES) for value in range(1, 256))])
