"""Repetition: a chain of the positions that have stood on the board, which each shares with the one before it.

A position keeps its :class:`PositionChain` in a field that is not compared, for positions that look alike are
equal, whatever came before: ``past: PositionChain[Key] | None = field(default=None, compare=False, repr=False)``.
"""

from collections.abc import Hashable
from typing import Generic, NamedTuple, Optional, TypeVar

K = TypeVar("K", bound=Hashable)


class PositionChain(NamedTuple, Generic[K]):
    """A link of the chain, the latest position first."""

    key: K
    """All that makes two positions the same: what stands where, whose turn it is, what may still be done."""
    times: int
    """The number of times it has stood there, this time included."""
    repeated: frozenset[K]
    """All that have stood there more than once."""
    earlier: Optional["PositionChain[K]"]


def stood(past: PositionChain[K] | None, key: K) -> PositionChain[K]:
    """Add a position to the chain. ``past``: ``None`` where nothing from before can come back, as after a capture:
    then it begins anew.
    """
    link = past
    while link is not None and link.key != key:
        link = link.earlier
    repeated = frozenset[K]() if past is None else past.repeated
    if link is None:
        return PositionChain(key, 1, repeated, past)
    return PositionChain(key, link.times + 1, repeated | {key}, past)
