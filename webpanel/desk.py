"""What the panel needs from the program it is built into. The daemon implements it.

The panel knows no device and no database: it shows scenes, sends events, and reads the shelf of games.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import IO, Final, Protocol

from engine.game import Played
from engine.messages import Message
from engine.pieces import Seat
from table.words.events import Event, ParkGame
from table.words.scene import Scene
from table.words.screen import ScreenPieces, Tap
from table.words.settings import Settings


@dataclass(frozen=True, slots=True)
class ShelfGame:
    """A game in the store. Times as UTC ISO 8601 text, empty where neither the machine nor a phone knew it.

    ``winners``: ``None`` while not over.
    """

    key: str
    game_id: str
    game_name: str
    options: Mapping[str, int | bool | str]
    players: Mapping[Seat, str]
    screen: bool
    started: str
    ended: str
    winners: tuple[Seat, ...] | None
    reason: str
    termination: str
    actions: tuple[str, ...]
    """All of them; none in a list of games."""
    on_table: bool
    broken: str = ""
    """Why the game no longer replays; such a game can be downloaded, not continued."""
    damaged: bool = False
    """Whether it is broken because it could not be read from the disk; then its actions, say, may be missing here."""
    setup: Mapping[str, object] | None = None
    """The state it began from, if that was set up."""
    length: int = 0
    """How many actions it has, in lists too."""
    host: str = ""
    """The public name of the phone that started it or brought it in; empty: nobody knows. No page tells it."""
    deleted: str | None = None
    """Since when it is deleted, maybe empty; ``None``: it is not."""
    computers: Mapping[Seat, int] = field(default_factory=dict)
    """The seats that a computer plays, and its level there."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which games of the shelf are meant: those that fulfil all of it.

    ``over``: whether they are finished; ``None``: no matter. ``result``: ``won``, ``drawn`` or ``abandoned``.
    ``computers``: whether a computer plays in them; ``None``: no matter.
    ``whole``: only those that replay as far as is known. ``deleted``: those that are deleted instead of those that are
    not. ``host``: started by the phone with this public name.
    """

    over: bool | None = None
    game_id: str = ""
    player: str = ""
    result: str = ""
    whole: bool = False
    deleted: bool = False
    host: str = ""
    computers: bool | None = None


EVERY_GAME: Final = Selection()
"""That is not deleted."""
RESTORABLE_DAYS: Final = 30
"""How long a deleted game can be restored. Its days are not counted while nobody knows the date."""


@dataclass(frozen=True, slots=True)
class Total:
    """How often somebody played, won, drew and lost."""

    name: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Damaged:
    """A game of which the disk has lost something. ``told``: what that means for whoever wants to play it; ``whole``:
    the table still knows all of it."""

    key: str
    told: Message
    whole: bool


class Shelf(Protocol):
    """The games kept on disk. Every method may be called from any thread."""

    def games(self, which: Selection = EVERY_GAME, first: int = 0, most: int = 100) -> Sequence[ShelfGame]:
        """Games without their actions, the latest first: at most so many, after so many others."""

    def count(self, which: Selection = EVERY_GAME) -> int:
        """How many games these are."""

    def totals(self, which: Selection) -> Sequence[Total]:
        """A line per named player, the one with most wins first. Abandoned games do not count."""

    def head_to_head(self, which: Selection) -> Sequence[Total]:
        """How the player of the selection fared against each other one; a line is named after the other."""

    def players(self) -> Sequence[str]:
        """Names of those who finished games here, to choose from."""

    def kinds(self) -> Mapping[str, str]:
        """The games that were finished here: id → name."""

    def game(self, key: str) -> ShelfGame:
        """One game.

        :raises KeyError: no such game, or it is deleted.
        """

    def host(self, key: str) -> str:
        """The public name of the phone that started a game, deleted or not; empty: nobody knows.

        :raises KeyError: no such game.
        """

    def record(self, key: str) -> str:
        """The game in the record format; a running one ends before the first secret action. What is left of a damaged
        one comes as JSON, unless it is on the table, which knows all of it.

        :raises KeyError: no such game.
        """

    def import_record(self, text: str, host: str = "") -> str:
        """Keep the game of a record and return its key. ``host``: the public name of the phone that brings it.

        :raises engine.errors.BadRecord: naming the first bad line or action.
        """

    def delete(self, key: str) -> None:
        """Delete a game that is not on the table. It can be restored for :data:`RESTORABLE_DAYS`.

        :raises KeyError: no such game.
        :raises Refused: it is on the table.
        """

    def restore(self, key: str) -> None:
        """Put a deleted game back where it was, in lists and scores.

        :raises KeyError: none with this key is deleted.
        """


class Snapshot(Protocol):
    """The table at one moment: nothing in it changes, and nothing in it is of another moment.

    Every answer is made of one snapshot, and every right judged by one: scene and seats of two moments, put together,
    would tell a phone what it may know in one game about another.
    """

    @property
    def number(self) -> int:
        """The number of its scenes: rises with every change."""

    @property
    def key(self) -> str:
        """The game on the table, or empty."""

    @property
    def holders(self) -> Mapping[Seat, str]:
        """Seat of that game → token of the phone that holds it."""

    @property
    def screen_pieces(self) -> ScreenPieces | None:
        """What stands on the screen board, or ``None`` while the game is played on wood."""

    @property
    def settings(self) -> Settings:
        """The settings in force."""

    @property
    def played(self) -> Played | None:
        """The game on the table as far as it was played."""

    def scene(self, seats: frozenset[Seat]) -> Scene:
        """The table as a phone that holds these seats may see it."""


class Subscription(AbstractContextManager["Subscription"], Protocol):
    """Tells one client that something changed. Leaving the context ends it."""

    def changes(self, heartbeat_s: float) -> Iterator[bool]:
        """``True`` when the scene changed since the last ``True``, ``False`` when nothing did for ``heartbeat_s``.

        Ends when the program stops. Changes that come faster than they are read fold into one.
        """

    def close(self) -> None:
        """End :meth:`changes` at once. Called from another thread; may be called twice.

        :class:`webpanel.changes.Changes` is a ready implementation of all of this.
        """


@dataclass(frozen=True, slots=True)
class Device:
    """Facts for the hardware and about pages."""

    board: str
    """Driver name, ``simulated`` …"""
    files: int
    ranks: int
    addresses: tuple[str, ...]
    """URLs under which phones reach the panel, the best first."""
    version: str
    amperes: float
    """What the lights may draw at most (``supply_a`` of the configuration)."""
    estimate_a: float
    """What the last frame draws by estimate."""
    log: tuple[str, ...]
    """The latest lines of the log."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the board, or of the computer under it.

    ``state``: half a sentence. ``trouble``: what is wrong with it and what to do, said instead; ``None``: nothing that
    is known of. ``port``: of a tile to which this program's firmware can be given; empty: nothing to give.
    """

    name: Message
    state: Message
    trouble: Message | None = None
    port: str = ""


@dataclass(frozen=True, slots=True)
class Work:
    """What the workshop shows: the task under way, what to do, what did not fit, the answers offered with their labels,
    how much is done, what was found, facts (label and value), and the squares with their states.

    ``squares``: name → ``known``, ``dead``, ``covered``, ``answered``, ``asked`` or empty.
    """

    task: str
    sentence: Message
    hint: Message | None
    choices: tuple[tuple[str, Message], ...]
    done: int
    of: int
    findings: tuple[Message, ...]
    facts: tuple[tuple[Message, Message], ...]
    squares: Mapping[str, str]
    files: int
    ranks: int


class Workshop(Protocol):
    """Learning the wiring of the real board (``wire``), testing it (``check``), and giving a tile its firmware
    (``renew``), which needs no board: games go on meanwhile. May be called from any thread."""

    def open(self, task: str, port: str = "") -> None:
        """Begin a task; one under way ends. ``port``: of the tile that is given its firmware.

        :raises Refused: there is no real board, a game is on the table, the task is not for this board, there is no
            such tile, or a tile is being given its firmware.
        """

    def say(self, answer: str) -> None:
        """Give one of the answers offered.

        :raises Refused: no task is under way, or what was learnt cannot be kept.
        """

    def close(self) -> None:
        """End the task under way, if there is one."""

    def work(self) -> Work | None:
        """What to show; ``None``: no task is under way."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of everything. ``kind``: ``daily``, ``replaced`` (what was there before something was put back) or
    ``brought`` (by the owner); ``made``: UTC, ISO 8601, maybe empty; ``program``: the version that made it;
    ``deleted``: games that can be restored, not among ``games``."""

    name: str
    kind: str
    made: str
    program: str
    games: int
    finished: int
    deleted: int
    size: int


class Backups(Protocol):
    """Copies of everything that is kept. May be called from any thread.

    All methods raise :class:`Refused` when the disk fails, or an archive is damaged.
    """

    def listed(self) -> Sequence[Backup]:
        """All of them, the latest first."""

    def fresh(self) -> IO[bytes]:
        """An archive of what is kept now. The caller closes it."""

    def open(self, name: str) -> IO[bytes]:
        """The archive of this name.

        :raises KeyError: there is none.
        """

    def take_in(self, archive: IO[bytes]) -> Backup:
        """Keep an archive that the owner brings; nothing is put back by that."""

    def restore(self, name: str) -> None:
        """Put what is in an archive in the place of everything that is kept, of which a copy stays. A game on the table
        is parked.

        :raises KeyError: there is none of this name.
        """


class Desk(Protocol):
    """The running program. Every method may be called from any thread and returns soon.

    ``judged_by``: the snapshot by which the phone that asks was found to be allowed to. If another game is on the table
    by then, or the seats are held by other phones, nothing is done and :class:`Refused` raised.
    """

    shelf: Shelf
    workshop: Workshop
    backups: Backups

    def snapshot(self) -> Snapshot:
        """The table as it is now."""

    def send(self, event: Event, judged_by: Snapshot) -> None:
        """Hand an event to the table and wait until it was dealt with.

        :raises Refused: the table refused it, or did not answer in 5 s; then it is not done later either.
        """

    def tap(self, tap: Tap, judged_by: Snapshot) -> None:
        """Do on the screen board what a tap says.

        :raises Refused: stale scene, another phone's lift, not this phone's seat, empty square …
        """

    def take_seat(self, seat: Seat, phone: str, judged_by: Snapshot) -> None:
        """Give a seat of the game on the table to a phone. Who takes other seats meanwhile does not matter.

        :raises Refused: another phone holds it.
        """

    def free_seat(self, seat: Seat, judged_by: Snapshot) -> None:
        """Free a seat, if the phone that held it holds it still."""

    def computer_fails(self) -> bool:
        """Whether the computer cannot play at the moment, so that somebody may take its seats over."""

    def take_over(self, seat: Seat, judged_by: Snapshot) -> None:
        """Have a person play on in a seat that a computer plays.

        :raises Refused: the computer is well.
        """

    def start(
        self, game_id: str, options: Mapping[str, object], players: Mapping[Seat, str], screen: bool,
        judged_by: Snapshot, host: str, aside: ParkGame, computers: Mapping[Seat, int],
    ) -> str:
        """Begin a game (the one on the table is parked) and return its key. ``host``: the public name of the phone that
        starts it. ``computers``: the seats that a computer plays, and its level there.
        ``aside``: whose consent that needs; it begins once they have all agreed, maybe after this returned.

        :raises engine.errors.EngineError: unknown game, bad option.
        :raises Refused: the physical board is too small, the store does not answer.
        """

    def resume(self, key: str, judged_by: Snapshot, aside: ParkGame) -> None:
        """Put a stored, unfinished game on the table (the one there is parked). Does nothing if it is there already.
        ``aside``: whose consent that needs; it is put there once they have all agreed, maybe after this returned.

        :raises KeyError: no such game.
        :raises Refused: it is over or no longer replays.
        """

    def settings(self) -> Settings:
        """The settings in force."""

    def save_settings(self, settings: Settings) -> None:
        """Put settings in force and keep them."""

    def check_pin(self, pin: str) -> bool:
        """Whether this is the owner's PIN."""

    def held_seats(self, phone: str) -> int:
        """How many seats this phone holds in all games that are not over."""

    def banned(self) -> frozenset[str]:
        """The public names of the phones that the owner has banned."""

    def keep_banned(self, names: frozenset[str]) -> None:
        """Keep that these are, and no others."""

    def knowing(self) -> tuple[str, ...]:
        """The public names of phones that have given the PIN, the latest first; nobody once there is a new PIN."""

    def keep_knowing(self, names: tuple[str, ...]) -> None:
        """Keep that these have, as far as the disk allows."""

    def device(self) -> Device:
        """Facts about the program and its board."""

    def parts(self) -> Sequence[Part]:
        """Every part of the board and of the computer under it, for the hardware page."""

    def switch_off(self) -> None:
        """Switch off the computer under the board, once what was played is stored. Begun, not done, on return.

        :raises Refused: it cannot be done from here, or not everything is stored.
        """

    def damaged(self) -> Damaged | None:
        """The game on the table, or the one that should have come back there, if the disk has lost some of it."""

    def unreadable(self) -> Mapping[str, str]:
        """What was kept beside the games and could not be read: name → text as it was found."""

    def heard(self, phone: str) -> None:
        """The phone with this token asked for something."""

    def hear_date(self, since_1970_s: float) -> None:
        """A phone says what time it is (seconds since 1970, UTC). Games are dated by it while nothing else is known."""

    def is_away(self, phone: str) -> bool:
        """Whether nothing was heard of the phone with this token for two minutes."""

    def subscribe(self, phone: str = "") -> Subscription:
        """Be told about changes. ``phone``: the token of the phone that listens: it counts as present meanwhile.

        :raises Refused: too many clients (status 503).
        """
