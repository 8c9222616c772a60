"""Figures and how they are printed."""

import math
from collections.abc import Sequence


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share (0–1) of all values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def say(what: str, figure: str, target: str = "") -> None:
    """Print one line."""
    print(f"{what:<58} {figure:>22}  {target}", flush=True)


def say_times(what: str, times_s: Sequence[float], target: str = "") -> None:
    """Print the median and the 99th percentile of times, in milliseconds."""
    p50, p99 = (1000 * percentile(times_s, share) for share in (0.5, 0.99))
    say(f"{what} ({len(times_s)}x)", f"p50 {p50:.2f}  p99 {p99:.2f} ms", target)
