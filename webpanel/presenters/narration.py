"""The story of the game on the table in words, made once for all phones that may know the same."""

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypedDict

from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.game import SPECTATOR, AnyGame, Played
from engine.narration import Banner, StoryMoment
from engine.records.notation import short_name
from webpanel.ports.table_port import Snapshot
from webpanel.presenters.json_cache import to_text
from webpanel.presenters.moments import StoryMomentJson, told_json
from webpanel.text.translations import player_names, translate

log = logging.getLogger(__name__)

LATEST: Final = 40
"""The number of entries that a new phone is sent; it asks for earlier ones."""
TEXTS: Final = 32
"""The most texts kept; a change of the table makes most of them old."""

_Names = Mapping[Seat, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """An action and everything it caused. Entries stay the same objects as long as nobody takes the action back."""

    turn: Seat | None
    short: str
    """The action as people write it; empty where the game does not say how."""
    moments: tuple[StoryMoment, ...]
    before: Any
    """The position before it."""


@dataclass(slots=True)
class _Kept:
    """Entries, and the position after each: a different position shows that another game was played."""

    key: str
    positions: list[Any] = field(default_factory=list)
    entries: tuple[Entry, ...] = ()

    def follow(self, played: Played, seats: frozenset[Seat]) -> None:
        positions = played.positions
        alike = len(self.positions) == len(positions)
        if alike and (not positions or self.positions[-1] is positions[-1]):
            return  # every phone asks after every change: a long game must not be copied for each of them
        same = min(len(self.positions), len(positions))
        while same and self.positions[same - 1] is not positions[same - 1]:
            same -= 1
        del self.positions[same:]
        told = list(self.entries[:same])
        try:
            for before, action, after in zip(
                (played.first, *positions)[same:], played.actions[same:], positions[same:], strict=False
            ):
                game = played.game
                moments = game.tell(before, action, seats)
                told.append(Entry(game.turn_of(before), short_name(game, before, action), moments, before))
                self.positions.append(after)
        finally:  # what could be narrated is kept, even if the next action cannot be
            self.entries = tuple(told)


class Stories:
    """The story of the game on the table, for each set of seats. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[frozenset[Seat], _Kept] = {}
        self._texts: dict[tuple[str, frozenset[Seat], str, int], tuple[tuple[Entry, ...], _Names, str]] = {}

    def entries(self, key: str, played: Played, seats: frozenset[Seat]) -> tuple[Entry, ...]:
        """Return everything so far, as holders of ``seats`` may know it. Earlier entries are not made anew."""
        with self._lock:
            kept = self._kept.get(seats)
            if kept is None or kept.key != key:
                kept = self._kept[seats] = _Kept(key)
            try:
                kept.follow(played, seats)
            except Exception:  # a game that cannot be narrated can still be played
                log.exception("the story of the table cannot be told")
            return kept.entries

    def text(
        self, snapshot: Snapshot, seats: frozenset[Seat], entries: tuple[Entry, ...], first: int, language: str
    ) -> str:
        """Return the entries from number ``first`` on as JSON text, in a language (which must be the one in force).
        After a change nearly all phones lack the same: the text is made once for those with the same rights and
        language."""
        scene = snapshot.scene(frozenset())
        names = player_names(scene.players, scene.computers, scene.engines)
        with self._lock:
            which = snapshot.key, seats, language, first
            known = self._texts.get(which)
            if known is None or known[0] is not entries or known[1] != names:
                if len(self._texts) >= TEXTS:
                    self._texts.clear()
                known = entries, names, to_text(story_json(snapshot, entries, first))
                self._texts[which] = known
            return known[2]


@dataclass(slots=True)
class Reader:
    """The part of the story that one phone has been sent."""

    key: str = ""
    language: str = ""
    entries: tuple[Entry, ...] = ()

    def news(self, key: str, language: str, entries: tuple[Entry, ...]) -> int | None:
        """Return the number of entries that the phone still has right, or ``None`` if it has them all; from now on it
        has."""
        same = _common(self.entries, entries) if (key, language) == (self.key, self.language) else None
        known = same == len(self.entries) == len(entries)
        if same is None or not same:
            same = max(0, len(entries) - LATEST)
        self.key, self.language, self.entries = key, language, entries
        return None if known else same


def _common(some: Sequence[Entry], others: Sequence[Entry]) -> int:
    """Count the common entries at the start: stories of one game share the objects."""
    same = min(len(some), len(others))
    while same and some[same - 1] is not others[same - 1]:
        same -= 1
    return same


class HeadedMomentJson(StoryMomentJson):
    """A moment of the story, as it is told on the board."""

    phase: str
    """The phase that it belongs to."""
    icon: str
    """The picture of that phase."""
    entrances: list[str]
    """The squares on which new pieces enter, or may."""


class StoryEntryJson(TypedDict):
    """An action and all that happened by it."""

    turn: Seat | None
    """The seat whose turn it was; null: nobody's yet."""
    short: str
    """The action as people write it, such as Nf3; empty where the game does not say how."""
    moments: list[HeadedMomentJson]


class StoryJson(TypedDict):
    """The events of a game, action by action."""

    key: str
    """The game; empty: none is on the table."""
    first: int
    """The number of actions before these."""
    entries: list[StoryEntryJson]


def story_json(snapshot: Snapshot, entries: Sequence[Entry], first: int) -> StoryJson:
    """Return the entries from number ``first`` on (counted from 0) as JSON values."""
    told: list[StoryEntryJson] = []
    if snapshot.played is not None:
        game, board = snapshot.played.game, snapshot.played.game.board(snapshot.played.options)
        scene = snapshot.scene(frozenset())
        names = player_names(scene.players, scene.computers, scene.engines)
        told = [_entry_json(game, board, each, names) for each in entries[first:]]
    return {"key": snapshot.key, "first": first, "entries": told}


def _entry_json(game: AnyGame, board: Board, entry: Entry, names: _Names) -> StoryEntryJson:
    described = game.describe(entry.before, SPECTATOR)
    before = Banner(described.phase, described.icon)
    return {
        "turn": entry.turn, "short": entry.short,
        "moments": [_moment_json(board, told, told.banner or before, names) for told in entry.moments],
    }


def _moment_json(board: Board, told: StoryMoment, banner: Banner, names: _Names) -> HeadedMomentJson:
    return {
        **told_json(board, told, names), "phase": translate(banner.phase, names), "icon": banner.icon,
        "entrances": [board.name(square) for square in told.entrances],
    }
