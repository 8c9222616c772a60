"""Randomness: the only module that draws numbers."""

from collections.abc import Sequence
from random import Random, SystemRandom
from typing import Final

SEEDS: Final = 2**31
"""The number of seeds for a computer player's randomness."""


def draw(outcomes: Sequence[tuple[str, int]], random: Random | None = None) -> str:
    """Draw one of the outcomes, by weight.

    :param outcomes: text and weight (≥ 1) of each; at least one.
    :param random: where the numbers come from; the system's entropy if left out.
    """
    source = SystemRandom() if random is None else random
    (drawn,) = source.choices([text for text, _ in outcomes], [weight for _, weight in outcomes])
    return drawn


def draw_seed() -> int:
    """Draw the seed of a computer player's randomness in a game."""
    return SystemRandom().randrange(SEEDS)
