"""Time controls in words, and in the form of a new game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, TypedDict

from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.records.time_controls import Control, Controls, Kind, read_control, said
from table.messages.scene import SceneClock
from webpanel.text.translations import seat_name, translate

PRESETS: Final = tuple(
    read_control("preset", text, lambda reason: ValueError(str(reason))) for text in ("300", "600", "900+10", "1800")
)
KINDS: Final[Mapping[Kind, Message]] = {
    Kind.SUDDEN: message("Once for the whole game"),
    Kind.FISCHER: message("Fischer: each turn brings more"),
    Kind.BRONSTEIN: message("Bronstein: a turn gets some back"),
    Kind.TURN: message("Afresh for each turn"),
    Kind.HOURGLASS: message("Hourglass: the others get the time you use"),
}
USUAL: Final = Control(Kind.FISCHER, 900, 10)
"""The initial values of the form for other times."""


@dataclass(frozen=True, slots=True)
class ClockForm:
    """The values of the form of a new game. ``chosen``: empty, one of :data:`PRESETS`, or ``other``; ``common``: for
    all seats, if they do not ``differ``; ``own``: of each seat, ``None`` where it has no clock."""

    chosen: str
    common: Control
    differ: bool
    own: Mapping[Seat, Control | None]


def clock_form(controls: Controls, seats: Sequence[Seat]) -> ClockForm:
    """Return the form as it was filled in for a game with these time controls."""
    found = [controls.get(seat) for seat in seats]
    common = next((each for each in found if each is not None), None)
    differ = common is not None and any(each != common for each in found)
    preset = common in PRESETS and not differ
    chosen = "" if common is None else str(common) if preset else "other"
    shown = USUAL if common is None else common
    return ClockForm(chosen, shown, differ, {seat: controls.get(seat) if differ else shown for seat in Seat})


def told_controls(controls: Controls, seats: Sequence[Seat]) -> str:
    """Describe the time controls of a game; empty: it has no clocks."""
    if not controls:
        return ""
    told = {seat: translate(said(controls[seat]) if seat in controls else message("no clock")) for seat in seats}
    if len(set(told.values())) == 1:
        return told[seats[0]]
    return ", ".join(f"{seat_name(seat)}: {words}" for seat, words in told.items())


class ClockJson(TypedDict):
    """A seat's clock at this moment."""

    left_ms: Annotated[int, {"minimum": 0}]
    runs: bool
    control: str
    """The way its time is given, in words."""


def clocks_json(clocks: Mapping[Seat, SceneClock]) -> dict[Seat, ClockJson]:
    """Return clocks as JSON values."""
    return {
        seat: {"left_ms": clock.left_ms, "runs": clock.runs, "control": translate(clock.control)}
        for seat, clock in clocks.items()
    }
