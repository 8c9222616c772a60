"""Chance. The only place where numbers are drawn."""

from collections.abc import Sequence
from random import Random, SystemRandom
from typing import Final

SEEDS: Final = 2**31
"""How many seeds a computer's luck may be made of."""


def draw(outcomes: Sequence[tuple[str, int]], random: Random | None = None) -> str:
    """One of the outcomes, drawn by weight.

    :param outcomes: text and weight (≥ 1) of each; at least one.
    :param random: where the numbers come from; the system's entropy if left out.
    """
    source = SystemRandom() if random is None else random
    (drawn,) = source.choices([text for text, _ in outcomes], [weight for _, weight in outcomes])
    return drawn


def draw_seed() -> int:
    """What a computer's luck is to be made of in a game."""
    return SystemRandom().randrange(SEEDS)
