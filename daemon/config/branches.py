"""The branches of the lights as ``config.toml`` writes them: ranges of rings, counted along the chain from 1."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from daemon.base.errors import BadConfig

RANGES: Final = re.compile(r"[1-9]\d{0,2}(-[1-9]\d{0,2})?(, ?[1-9]\d{0,2}(-[1-9]\d{0,2})?){0,63}")
RANGES_WORDS: Final = "rings as they follow in the chain, the first is 1: 1-16, or 1-8, 17-24"


def rings_in(text: str) -> tuple[int, ...]:
    """Return the rings in a text of ranges: in order, counted from 0, one that is named twice twice."""
    ends = [[int(number) for number in each.split("-")] for each in text.split(",")]
    return tuple(sorted(ring - 1 for pair in ends for ring in range(min(pair), max(pair) + 1)))


def as_ranges(rings: Iterable[int]) -> str:
    """Return rings in order, which are counted from 0, as a text of ranges."""
    runs = [[ring for _, ring in run] for _, run in groupby(enumerate(rings, 1), lambda each: each[1] - each[0])]
    return ", ".join(f"{run[0] + 1}-{run[-1] + 1}" if len(run) > 1 else f"{run[0] + 1}" for run in runs)


def check_branches(branches: Sequence[Sequence[int]], ring_count: int) -> None:
    """Check that each ring of a chain is in one branch.

    :raises BadConfig: naming the rings that are in none or in two, or that are not there.
    """
    named = [ring for rings in branches for ring in rings]
    for ring in named:
        where = ", ".join(f"branches[{number}].rings" for number, rings in enumerate(branches, 1) if ring in rings)
        if ring >= ring_count:
            what = f"{where} names ring {ring + 1}, and the chain has {ring_count}, one for each square"
            raise BadConfig(f"{what}: mend it, or board.files and board.ranks")
        if named.count(ring) > 1:
            raise BadConfig(f"ring {ring + 1} is named twice in {where}: each ring has one fuse")
    missing = sorted(set(range(ring_count)) - set(named))
    if missing:
        raise BadConfig(f"rings {as_ranges(missing)} are in no branch: add them to the branch whose fuse they have")
