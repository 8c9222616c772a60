"""The columns of a game's clocks."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress

from daemon.base.errors import Unreadable
from daemon.storage.games.columns import stored_json, unreadable
from engine.records.time_controls import (
    NO_CLOCKS,
    Controls,
    KeptClocks,
    Stamp,
    Times,
    controls_data,
    full,
    read_controls,
    read_stamp,
    read_times,
    stamp_data,
    times_data,
)


def controls_text(controls: Controls) -> str | None:
    """Write the column of the time controls; ``None``: nobody has a clock."""
    return json.dumps(controls_data(controls)) if controls else None


def stamp_text(stamp: Stamp | None) -> str | None:
    """Write the column of the clocks' times at an action."""
    return None if stamp is None else json.dumps(stamp_data(stamp), separators=(",", ":"))


def set_times(db: sqlite3.Connection, key: str, times: Times) -> None:
    """Store the present times of a game's clocks."""
    db.execute("UPDATE games SET times = ? WHERE key = ?", (json.dumps(times_data(times)), key))


def read_clocks(controls_text: str | None, times_text: str | None, stamp_texts: Sequence[str | None]) -> KeptClocks:
    """Read the clocks of a game. Unreadable times are replaced by earlier ones: the game goes on all the same.

    :raises Unreadable: the time controls are malformed.
    """
    if controls_text is None:
        return NO_CLOCKS
    controls = read_controls(stored_json(controls_text), unreadable)
    return KeptClocks(controls, _times(times_text, controls), _stamps(stamp_texts, controls))


def _times(text: str | None, controls: Controls) -> Times | None:
    with suppress(Unreadable):  # then the stamps hold the times of the last action
        times = None if text is None else read_times(stored_json(text), unreadable)
        return times if times is not None and set(times) == set(controls) else None
    return None


def _stamps(texts: Sequence[str | None], controls: Controls) -> tuple[Stamp, ...]:
    stamps, times = list[Stamp](), full(controls)
    for text in texts:
        stamp = _stamp(text, controls) or Stamp(times, times)
        stamps.append(stamp)
        times = stamp.after
    return tuple(stamps)


def _stamp(text: str | None, controls: Controls) -> Stamp | None:
    with suppress(Unreadable):  # then the times are those of the action before
        stamp = None if text is None else read_stamp(stored_json(text), unreadable)
        return stamp if stamp is not None and set(stamp.made) == set(stamp.after) == set(controls) else None
    return None
