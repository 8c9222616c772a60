"""The time of each seat, as it is stored, sent and written in records. ``table/model/clocks.py`` says what runs when.

A time control is written as PGN does: ``600`` (sudden death), ``600+5`` (Fischer: 5 s more after each turn), ``1/60``
(60 s for each turn), ``*180`` (hourglass); ``600d5`` (Bronstein: of each turn up to 5 s are given back) is our own.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from engine.core.errors import BadRecord
from engine.core.json_fields import LIST, OBJECT, TEXT, Complaint, check, one_of, quoted, whole
from engine.core.messages import Message, Value, message
from engine.core.pieces import Seat
from engine.game import Played

LONGEST_S: Final = 24 * 3600
LONGEST_EXTRA_S: Final = 3600
MOST_MS: Final = 100 * 3600 * 1000
"""More than any hourglass can hold, or any clock can gain in a game."""


class Kind(StrEnum):
    """The ways in which a clock gives time."""

    SUDDEN = "sudden"
    """There is no more of it."""
    FISCHER = "fischer"
    """Each turn brings some more."""
    BRONSTEIN = "bronstein"
    """The time that a turn took is given back, up to some."""
    TURN = "turn"
    """Each turn has its own."""
    HOURGLASS = "hourglass"
    """The time that one seat uses goes to the others."""


_WRITTEN: Final[Mapping[Kind, tuple[str, str]]] = {
    Kind.SUDDEN: ("{0}", r"(\d{1,5})"), Kind.FISCHER: ("{0}+{1}", r"(\d{1,5})\+(\d{1,4})"),
    Kind.BRONSTEIN: ("{0}d{1}", r"(\d{1,5})d(\d{1,4})"), Kind.TURN: ("1/{0}", r"1/(\d{1,5})"),
    Kind.HOURGLASS: ("*{0}", r"\*(\d{1,5})"),
}
"""Kind → the form in which it is written, and the pattern that reads it."""


@dataclass(frozen=True, slots=True)
class Control:
    """The time control of a seat. ``time_s``: what it has, at first or for each turn; ``extra_s``: what a turn brings
    (Fischer) or gets back at most (Bronstein), else 0."""

    kind: Kind
    time_s: int
    extra_s: int = 0

    def __str__(self) -> str:
        return _WRITTEN[self.kind][0].format(self.time_s, self.extra_s)


Controls = Mapping[Seat, Control]
"""Of the seats that have a clock."""


@dataclass(frozen=True, slots=True)
class Time:
    """``left_ms``: what a seat has left; ``spent_ms``: what it has used in the present turn."""

    left_ms: int
    spent_ms: int = 0


Times = Mapping[Seat, Time]


@dataclass(frozen=True, slots=True)
class Stamp:
    """The clocks at an action: as it was made, and after it (with what the end of a turn brings)."""

    made: Times
    after: Times


@dataclass(frozen=True, slots=True)
class KeptClocks:
    """The clocks of a game in the middle of it. ``stamps``: one for each action."""

    controls: Controls = field(default_factory=dict)
    times: Times | None = None
    """``None``: as after the last action."""
    stamps: tuple[Stamp, ...] = ()

    @property
    def latest(self) -> Times:
        """The times that are left now."""
        if self.times is not None:
            return self.times
        return self.stamps[-1].after if self.stamps else full(self.controls)

    @property
    def told(self) -> tuple[Stamp, ...]:
        """The stamps; none if no clock has run in any of them: then nobody wrote the times down."""
        at_first = full(self.controls)
        return () if all(stamp == Stamp(at_first, at_first) for stamp in self.stamps) else self.stamps

    def after_action(self, stamp: Stamp | None) -> "KeptClocks":
        """Return the same after another action."""
        return self if stamp is None else KeptClocks(self.controls, None, (*self.stamps, stamp))

    def before_actions(self, count: int) -> "KeptClocks":
        """Return the same before the latest ``count`` (≥ 1) actions."""
        made = self.stamps[-count].made if self.stamps else None
        return KeptClocks(self.controls, made, self.stamps[:-count])


NO_CLOCKS: Final = KeptClocks()


def took(played: Played, controls: Controls, stamps: Sequence[Stamp]) -> tuple[int, ...]:
    """Return how long each action of a game took those who made it, in milliseconds, as the stamps say; 0: they have no
    clock."""
    before, found = full(controls), list[int]()
    for actor, stamp in zip(_actors(played), stamps, strict=False):
        timed = actor is not None and actor in before and actor in stamp.made
        found.append(max(0, stamp.made[actor].spent_ms - before[actor].spent_ms) if actor and timed else 0)
        before = stamp.after
    return (*found, *[0] * (len(played.actions) - len(found)))


def full(controls: Controls) -> Times:
    """Return the times at the beginning of a game."""
    return {seat: Time(control.time_s * 1000) for seat, control in controls.items()}


def said(control: Control) -> Message:
    """Put a time control into words."""
    time, extra = span(control.time_s), span(control.extra_s)
    match control.kind:
        case Kind.SUDDEN:
            return time
        case Kind.FISCHER:
            return message("{time} + {extra} a turn", time=time, extra=extra)
        case Kind.BRONSTEIN:
            return message("{time}, up to {extra} of a turn back", time=time, extra=extra)
        case Kind.TURN:
            return message("{time} a turn", time=time)
        case Kind.HOURGLASS:
            return message("hourglass of {time}", time=time)


def span(time_s: int) -> Message:
    """Write a time in minutes, where it is some, else in seconds."""
    if time_s >= 60 and time_s % 60 == 0:
        return message("{minutes} min", minutes=time_s // 60)
    if time_s > 60:
        return message("{minutes} min {seconds} s", minutes=time_s // 60, seconds=time_s % 60)
    return message("{seconds} s", seconds=time_s)


# --- as data -----------------------------------------------------------------------------------------------------


def read_control(name: Value, value: object, complaint: Complaint) -> Control:
    """Read a time control in its written form; if it is none, raise what ``complaint`` makes of the reason."""
    text = check(name, value, TEXT, complaint)
    for kind, (_, pattern) in _WRITTEN.items():
        match = re.fullmatch(pattern, text, re.ASCII)
        if match is not None:
            time_s, extra_s = (*map(int, match.groups()), 0)[:2]
            check(name, time_s, whole(1, LONGEST_S), complaint)
            # A kind that brings something extra brings at least one second.
            check(name, extra_s, whole(len(match.groups()) - 1, LONGEST_EXTRA_S), complaint)
            return Control(kind, time_s, extra_s)
    raise complaint(message(
        "{field} must be a time control like {examples}, not {value}", field=name,
        examples="600, 600+5, 600d5, 1/60, *180", value=quoted(text),
    ))


def read_controls(data: object, complaint: Complaint) -> dict[Seat, Control]:
    """Read what :func:`controls_data` made; if it is something else, raise what ``complaint`` makes of the reason."""
    seats = one_of(*(seat.value for seat in Seat))
    return {
        Seat(check("a seat", seat, seats, complaint)): read_control(Seat(seat), text, complaint)
        for seat, text in check("clocks", data, OBJECT, complaint).items()
    }


def controls_data(controls: Controls) -> dict[str, str]:
    """Write the same as JSON values."""
    return {seat.value: str(control) for seat, control in controls.items()}


def times_data(times: Times) -> dict[str, list[int]]:
    """Write times as JSON values."""
    return {seat.value: [time.left_ms, time.spent_ms] for seat, time in times.items()}


def read_times(data: object, complaint: Complaint) -> Times:
    """Read what :func:`times_data` made; if it is something else, raise what ``complaint`` makes of the reason."""
    seats = one_of(*(seat.value for seat in Seat))
    return {
        Seat(check("a seat", seat, seats, complaint)): _read_time(str(seat), time, complaint)
        for seat, time in check("times", data, OBJECT, complaint).items()
    }


def _read_time(name: str, value: object, complaint: Complaint) -> Time:
    both = list(check(name, value, LIST, complaint))
    check(name, len(both), whole(2, 2), complaint)
    return Time(*(check(name, each, whole(0, MOST_MS), complaint) for each in both))


def stamp_data(stamp: Stamp) -> list[dict[str, list[int]]]:
    """Write a stamp as JSON values; where an action brought nothing, its times stand there once."""
    made, after = times_data(stamp.made), times_data(stamp.after)
    return [made] if made == after else [made, after]


def read_stamp(data: object, complaint: Complaint) -> Stamp:
    """Read what :func:`stamp_data` made; if it is something else, raise what ``complaint`` makes of the reason."""
    both = list(check("clocks", data, LIST, complaint))
    check("clocks", len(both), whole(1, 2), complaint)
    return Stamp(read_times(both[0], complaint), read_times(both[-1], complaint))


# --- in records --------------------------------------------------------------------------------------------------

HEADER: Final = "TimeControl"
_CLOCK = re.compile(r"\[%clk\s([^\[\]]{0,100})\]")
"""In a comment full of brackets that nobody closes, none is searched to the end from each of them."""
_LEFT = re.compile(r"(\d{1,2}):([0-5]\d):([0-5]\d)(?:\.(\d{1,3})\d*)?", re.ASCII)


def headers(controls: Controls, seats: Sequence[Seat]) -> dict[str, str]:
    """Write ``TimeControl``, or one for each seat where they differ; ``-``: no clock."""
    written = {seat: str(controls[seat]) if seat in controls else "-" for seat in seats}
    if not controls:
        return {}
    if len(set(written.values())) == 1:
        return {HEADER: written[seats[0]]}
    return {f"{seat.capitalize()}{HEADER}": text for seat, text in written.items()}


def read_headers(given: Mapping[str, str], seats: Sequence[Seat]) -> dict[Seat, Control]:
    """Read the time controls that these headers of a record name.

    :raises BadRecord: one of them names none.
    """
    found = {}
    for seat in seats:
        own = f"{seat.capitalize()}{HEADER}"
        name = own if own in given else HEADER
        if given.get(name, "-") not in ("-", "?"):
            found[seat] = read_control(name, given[name], BadRecord)
    return found


def comments(played: Played, stamps: Sequence[Stamp]) -> Iterator[str]:
    """Write what a record says after each action of a game: the time that is left to the seat that took it, if it has
    one."""
    for number, actor in enumerate(_actors(played)):
        time = stamps[number].after.get(actor) if number < len(stamps) and actor is not None else None
        yield "" if time is None else f"{{[%clk {written(time.left_ms)}]}}"


def written(left_ms: int) -> str:
    """Write a time as PGN has it, with tenths of a second if there are any."""
    tenths = left_ms // 100
    minutes, seconds = divmod(tenths // 10, 60)
    whole_s = f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    return f"{whole_s}.{tenths % 10}" if tenths % 10 else whole_s


def read_comment(comment: str) -> int | None:
    """Read the milliseconds that a comment says are left; ``None``: it says nothing of that.

    :raises BadRecord: what it says is no time.
    """
    clock = _CLOCK.search(comment)
    if clock is None:
        return None
    match = _LEFT.fullmatch(told := clock[1].strip())
    if match is None:
        raise BadRecord(message("a time left is written like {example}, not {value}", example="[%clk 0:09:55]",
                                value=told[:40]))
    hours, minutes, seconds = map(int, match.groups()[:3])
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((match[4] or "0").ljust(3, "0"))


def stamps_of(played: Played, controls: Controls, left: Mapping[int, int]) -> tuple[Stamp, ...]:
    """Make stamps for a game of which only is known what was left to whoever acted. ``left``: number of the action
    (from 1) → milliseconds. None if nothing is known: then no time is made up."""
    if not controls or not left:
        return ()
    times, stamps = dict(full(controls)), []
    for number, actor in enumerate(_actors(played), 1):
        if actor is not None and actor in controls and number in left:
            times[actor] = Time(left[number])
        stamps.append(Stamp(dict(times), dict(times)))
    return tuple(stamps)


def _actors(played: Played) -> Iterator[Seat | None]:
    """Yield who took each action; ``None``: chance."""
    for before, action in zip((played.first, *played.positions), played.actions, strict=False):
        actor = played.game.actor(before, action)
        yield actor if isinstance(actor, Seat) else None
