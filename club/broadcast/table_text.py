"""The state of the table as published to everybody; nothing in it is secret."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from club.transport.messages import VERSION

LONGEST_SENTENCE: Final = 255
"""In characters: the longest state that Home Assistant accepts."""
YOUR_TURN: Final = "your_turn"
GAME_OVER: Final = "game_over"


@dataclass(frozen=True, slots=True)
class TableText:
    """The table in words, as spectators may know it; empty where there is nothing to say.

    ``key``: of the game, to distinguish it from the next one; it is not published. ``turn``: the names of the players
    to act; ``last``: the last action; ``result``: the end; ``clocks``: everybody's time left; ``brightness``: of the
    lights, in per cent; ``termination``: the kind of end, as in :class:`club.broadcast.public.PublicGame`.
    """

    key: str = ""
    game: str = ""
    turn: str = ""
    last: str = ""
    result: str = ""
    paused: bool = False
    actions: int = 0
    brightness: int = 0
    clocks: str = ""
    termination: str = ""


def state_topic(prefix: str, board: str) -> str:
    """Return the topic on which a board publishes the state of its table."""
    return f"{prefix}/{board}/state"


def event_topic(prefix: str, board: str) -> str:
    """Return the topic on which a board publishes events."""
    return f"{prefix}/{board}/event"


def write_state(shown: TableText) -> bytes:
    """Encode a state for the broker."""
    return _line({
        "game": shown.game, "turn": shown.turn, "last": shorten(shown.last), "result": shorten(shown.result),
        "paused": shown.paused, "actions": shown.actions, "brightness": shown.brightness,
        "clocks": shorten(shown.clocks), "termination": shown.termination,
    })


def events_between(before: TableText, after: TableText) -> Iterator[bytes]:
    """Yield the events worth announcing in another room, when ``after`` follows ``before``: somebody's turn, the
    end."""
    if after.turn and (after.key, after.turn) != (before.key, before.turn):
        yield _line({"event_type": YOUR_TURN, "player": after.turn, "game": after.game})
    if after.result and (after.key, after.result) != (before.key, before.result):
        yield _line({
            "event_type": GAME_OVER, "result": shorten(after.result), "termination": after.termination,
            "game": after.game,
        })


def shorten(sentence: str) -> str:
    """Shorten a sentence to what Home Assistant accepts."""
    return sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[: LONGEST_SENTENCE - 1]}…"


def _line(said: dict[str, Any]) -> bytes:
    return json.dumps({"version": VERSION, **said}, ensure_ascii=False).encode()
