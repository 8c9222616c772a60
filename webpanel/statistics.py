"""What many finished games say together, as values and as it is shown. Abandoned games do not count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import EngineError
from engine.messages import Message
from engine.registry import find_game
from webpanel.texts import language, number, translate

MOST_MONTHS: Final = 24
"""Months that the line over time reaches back."""
WIDTH: Final = 300
_TOP, _GROUND = 6, 92


@dataclass(frozen=True, slots=True)
class Kind:
    """Games of one kind with the same options. ``white``: how many White won. ``length``: actions in the mean, 0 where
    nobody knows; ``shortest`` and ``longest`` as well."""

    game_id: str
    options: Mapping[str, Any]
    played: int
    white: int
    drawn: int
    length: float
    shortest: int
    longest: int


@dataclass(frozen=True, slots=True)
class Pair:
    """How two players fared against each other. ``one`` won ``ahead`` times, ``other`` ``behind`` times."""

    one: str
    other: str
    played: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """``months``: year and month (``2026-11``) → how many games began then, those without games left out."""

    kinds: Sequence[Kind]
    pairs: Sequence[Pair]
    months: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Line:
    """Numbers over time as a line. ``points``: of a polyline in a picture 300 wide and 100 high; ``marks``: label and
    number of each, for those who do not see it."""

    points: str
    most: int
    marks: Sequence[tuple[str, int]]


def line_of(months: Mapping[str, int]) -> Line | None:
    """Games by month up to the latest one, without gaps; ``None``: there are too few months for a line."""
    known = _without_gaps(months)[-MOST_MONTHS:]
    if len(known) < 2:
        return None
    most = max(months.get(month, 0) for month in known)
    marks = [(_month(month), months.get(month, 0)) for month in known]
    points = " ".join(
        f"{WIDTH * place / (len(marks) - 1):.1f},{_GROUND - (_GROUND - _TOP) * count / most:.1f}"
        for place, (_, count) in enumerate(marks)
    )
    return Line(points, most, marks)


def _without_gaps(months: Mapping[str, int]) -> list[str]:
    if not months:
        return []
    first, last = (_count(month) for month in (min(months), max(months)))
    return [f"{at // 12:04}-{at % 12 + 1:02}" for at in range(max(first, last - MOST_MONTHS + 1), last + 1)]


def _count(month: str) -> int:
    return 12 * int(month[:4]) + int(month[5:7]) - 1


def _month(month: str) -> str:
    return f"{int(month[5:7])}/{month[:4]}" if language() == "de" else f"{month[:4]}-{month[5:7]}"


def name_of(kind: Kind) -> str:
    """The name of the game."""
    try:
        return find_game(kind.game_id).name
    except EngineError:  # of another version of the program
        return kind.game_id


def options_in_words(kind: Kind) -> str:
    """The options that are not as usual: "Rounds 3 · Placement: By the player"."""
    try:
        declared = find_game(kind.game_id).options
    except EngineError:  # a game of a version that had another one
        return ""
    unusual = [each for each in declared if kind.options.get(each.name, each.default) != each.default]
    return " · ".join(f"{translate(Message(each.label))}: {_said(each, kind.options[each.name])}" for each in unusual)


def _said(option: Any, value: Any) -> str:
    if option.kind == "choice" and value in option.choices:
        return translate(Message(option.choice_labels[option.choices.index(value)]))
    if option.kind == "bool":
        return "✓" if value else "–"
    if option.lowest and value == option.low:
        return translate(Message(option.lowest))
    return number(value) if isinstance(value, int) else str(value)


def share(part: int, whole: int) -> str:
    """A share in whole per cent."""
    return f"{round(100 * part / whole)} %" if whole else "–"
