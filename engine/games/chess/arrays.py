"""The 960 ways in which the pieces can start, numbered as everywhere (rules page, *What you can choose*)."""

from functools import cache
from itertools import combinations
from typing import Final

ARRAYS: Final = 960
USUAL: Final = 518
"""The number of the start that everybody knows."""
_KNIGHTS: Final = tuple(combinations(range(5), 2))


@cache
def back_rank(number: int) -> str:
    """Return the kinds of pieces on the first rank, from a to h, in start ``number`` (0–959)."""
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    rank = [""] * 8
    rank[2 * light + 1] = rank[2 * dark] = "B"
    rank[_free(rank)[queen]] = "Q"
    free = _free(rank)
    for place in _KNIGHTS[knights]:
        rank[free[place]] = "N"
    for file, kind in zip(_free(rank), "RKR", strict=True):
        rank[file] = kind
    return "".join(rank)


def _free(rank: list[str]) -> list[int]:
    return [file for file, kind in enumerate(rank) if not kind]
