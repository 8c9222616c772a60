"""Test settings of a game, for tests and benches: the module ``testing`` of its folder. All of it may be left out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.actions import Footprint
from engine.core.options import OptionValue
from engine.registry import folder_of, load

SQUARE = r"[a-p]\d\d?"
"""The pattern of a square's name."""
Variant = Mapping[str, OptionValue]
Refine = Callable[[Any, str, Footprint], str]


@dataclass(frozen=True, slots=True)
class Strength:
    """The strength of the computer in a game that somebody has taught it, in shares of the points.

    ``step``: what a level gets at least against the one below; ``luck``: so many levels need not, as dice decide.
    ``outside``: what the highest level gets at least against a player that shares nothing with it. ``apart``: levels
    that ten games are enough to tell apart, as ``stronger:weaker``.
    """

    step: float
    outside: float
    apart: tuple[str, ...] = ("3:1",)
    luck: int = 0


@dataclass(frozen=True, slots=True)
class Trials:
    """The settings for trying a game: how much of it, and what is peculiar to it."""

    variants: tuple[Variant, ...] = ({},)
    """Options of whole games, the usual ones first: a set for every board, and for what is hard to keep up with."""
    robot_games: int = 100
    """The number of games that the robot plays in a full campaign, each with options of its own."""
    searched_games: int = 10
    """The number of random games that are searched for actions that look alike to reeds."""
    opening: int = 30
    """The number of actions that are sure to be played before a random game ends."""
    short: Variant = field(default_factory=dict)
    """Options with which a game is over sooner, where it would last very long by taps."""
    shortest: Variant = field(default_factory=dict)
    """Options with which a game at random is over soonest, if not those of ``short``."""
    between: Variant = field(default_factory=dict)
    """Options of a game between two boards, which throw and hide what the usual ones do not."""
    judge_games: int = 4
    """The number of games that show that its judge does not mislead: more where luck decides, or who begins."""
    endless: Variant = field(default_factory=dict)
    """The options with any of which a game need not end, as its rules say."""
    speed: float = 0.5
    """The least ratio to python-chess that the rules must reach, counting leaves and listing actions."""
    timed: Variant = field(default_factory=dict)
    """Options the speed is measured with: chance before the first move aside."""
    forms: Mapping[str, str] = field(default_factory=lambda: {"move": ".*"})
    """The name of an action on the game's ambiguity page → pattern of its text; the first that fits counts."""
    refine: Refine = lambda position, form, footprint: form
    """A finer name for a form, by what it does to the board."""
    strength: Strength | None = None
    """The strength that was measured; ``None``: nobody has measured it."""
    golden: tuple[str, ...] = ()
    """Patterns of texts, each of which some golden transcript of the game plays: ``tests/golden/<id>-*.txt``, outside
    its folder. Without them it needs none."""


def trials_of(game_id: str) -> Trials:
    """Load the test settings of a game.

    :raises UnknownGame: no game has that id.
    """
    if not (folder_of(game_id) / "testing.py").exists():
        return Trials()
    trials: Trials = load(game_id, "testing").TRIALS
    return trials
