"""Statistics of many finished games, as values and as shown. Abandoned games do not count."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from engine.core.errors import EngineError
from engine.core.messages import Message
from engine.registry import find_game
from table.messages.queries import MOST_MONTHS, GameKind
from webpanel.text.translations import day, language, number, percent, translate

MOST_WEEKS: Final = 16
"""Games of a shorter time than that are counted by week."""
WIDTH: Final = 300
_TOP, _GROUND = 6, 92


@dataclass(frozen=True, slots=True)
class Line:
    """Numbers over time as bars. ``path``: of the bars in a picture 300 wide and 100 high; ``marks``: label and number
    of each, for those who do not see it; ``weekly``: true for weeks, false for months."""

    path: str
    most: int
    marks: Sequence[tuple[str, int]]
    weekly: bool


def line_of(days: Mapping[date, int]) -> Line | None:
    """Return the bars of games by week, of a longer time by month, up to the latest one and without gaps; ``None``:
    there are too few to compare."""
    if not days:
        return None
    weekly = (max(days) - min(days)).days < MOST_WEEKS * 7
    counts: Counter[date] = Counter()
    for each, count in days.items():
        counts[_begin(each, weekly)] += count
    known = [*_without_gaps(min(counts), max(counts), weekly)][-MOST_MONTHS:]
    if len(known) < 2:
        return None
    most = max(counts[each] for each in known)
    step = WIDTH / len(known)
    path = " ".join(_bar(step * (place + 0.15), step * 0.7, counts[each] / most) for place, each in enumerate(known))
    return Line(path, most, [(_label(each, weekly), counts[each]) for each in known], weekly)


def _bar(left: float, width: float, part: float) -> str:
    """Return the path of a bar; ``part``: its height, as a part of the highest."""
    return f"M{left:.1f},{_GROUND}v{-part * (_GROUND - _TOP):.1f}h{width:.1f}V{_GROUND}z"


def _begin(at: date, weekly: bool) -> date:
    """Return the first day of a date's week (a Monday), or of its month."""
    return at - timedelta(at.weekday()) if weekly else at.replace(day=1)


def _without_gaps(first: date, last: date, weekly: bool) -> Iterator[date]:
    while first < last:
        yield first
        first = _begin(first + timedelta(7 if weekly else 31), weekly)
    yield last


def _label(begin: date, weekly: bool) -> str:
    if weekly:
        return day(begin.isoformat())
    return f"{begin.month}/{begin.year}" if language() == "de" else f"{begin:%Y-%m}"


def name_of(kind: GameKind) -> str:
    """Return the name of the game."""
    try:
        return find_game(kind.game_id).name
    except EngineError:  # of another version of the program
        return kind.game_id


def options_in_words(kind: GameKind) -> str:
    """Describe the options that are not as usual: "Rounds 3 · Placement: By the player"."""
    try:
        declared = find_game(kind.game_id).options
    except EngineError:  # the game is unknown, or had other options in another version
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
    """Return a share in whole per cent."""
    return percent(part / whole) if whole else "–"
