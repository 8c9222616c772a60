"""Oversights: the moves of its own that a weaker player does not think of, and the answers that it does not foresee."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.core.actions import Action
from engine.services.evaluation import FOE, OWN, Judge, Noisy


class Sight:
    """The sight of a player in one decision. It overlooks a move wherever it looks, but never a noisy one of its own.

    ``overlooks``: the share of its own quiet actions that it does not think of; ``unforeseen``: that of the other
    side's actions, noisy ones among them."""

    def __init__(self, judge: Judge, overlooks: float, unforeseen: float, random: Random) -> None:
        self._judge, self._random = judge, random
        self._shares = {OWN: overlooks, FOE: unforeseen}
        self._overlooked: dict[tuple[int, str], bool] = {}

    def of(self, position: Any, side: int, actions: Sequence[Action]) -> Sequence[Action]:
        """List the actions of a side that are seen: at least the last one, which promises least."""
        noisy = {each.text for _, each in self._judge.noisy(position, False)} if side == OWN else frozenset[str]()
        return [each for each in actions if each.text in noisy or self._sees(side, each)] or actions[-1:]

    def of_noisy(self, side: int, noisy: Sequence[Noisy]) -> Sequence[Noisy]:
        """List the noisy actions of a side that are seen."""
        return noisy if side == OWN else [each for each in noisy if self._sees(side, each[1])]

    def _sees(self, side: int, action: Action) -> bool:
        key = side, action.text
        if key not in self._overlooked:
            self._overlooked[key] = self._random.random() < self._shares[side]
        return not self._overlooked[key]
