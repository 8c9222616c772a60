"""What the panel needs from the program it is built into. The daemon implements it.

The panel knows no device and no database: it shows scenes, sends events, and reads the shelf of games.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.game import Played
from engine.records.time_controls import Controls
from engine.services.lessons import Course
from engine.services.review import Review
from table.messages.events import Event, ParkGame
from table.messages.new_game import NewGame
from table.messages.scene import Scene, SceneClock
from table.messages.settings import Settings
from table.messages.taps import ScreenPieces, Tap
from webpanel.ports.backup_port import Backups
from webpanel.ports.club_port import Club
from webpanel.ports.device_port import Device, Part
from webpanel.ports.library_port import Damaged, Shelf
from webpanel.ports.workshop_port import Workshop


class Snapshot(Protocol):
    """The table at one moment: nothing in it changes, and nothing in it is of another moment.

    Every answer is made of one snapshot, and every right judged by one: scene and seats of two moments, put together,
    would tell a phone what it may know in one game about another.
    """

    @property
    def number(self) -> int:
        """The number of its scenes: rises with every change."""

    @property
    def since(self) -> int:
        """The number of the first scene that showed what :attr:`seen` tells."""

    @property
    def seen(self) -> tuple[int, int, int]:
        """What the *end turn* button is about. See :class:`table.messages.events.EndTurn`."""

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

    @property
    def controls(self) -> Controls:
        """Of the seats that have a clock."""

    @property
    def setup(self) -> Mapping[str, Any] | None:
        """The state that this game began from, if that was not the usual start."""

    def clocks(self) -> Mapping[Seat, SceneClock]:
        """The clocks, as they stand when this is asked; empty: nobody has one."""

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

        :class:`webpanel.ports.change_hub.Changes` is a ready implementation of all of this.
        """


@dataclass(frozen=True, slots=True)
class Reviewing:
    """How far a game is looked through. ``trouble``: why that ended; ``None``: it goes on."""

    done: int
    of: int
    trouble: Message | None = None


class Reviews(Protocol):
    """Games that are over, looked through by the computer, one at a time. May be called from any thread."""

    def begin(self, key: str) -> None:
        """Begin to look through a game; nothing new if that is under way.

        :raises KeyError: no such game.
        :raises Refused: it is not over, does not replay, has more than two players, or another one is under way.
        """

    def end(self, key: str) -> None:
        """Stop that, if it is under way."""

    def progress(self, key: str) -> Reviewing | None:
        """How far it is; ``None``: it is not under way."""

    def of(self, key: str) -> Review | None:
        """What was found; ``None``: it was never looked through to its end."""


class Desk(Protocol):
    """The running program. Every method may be called from any thread and returns soon.

    ``judged_by``: the snapshot by which the phone that asks was found to be allowed to. If another game is on the table
    by then, or the seats are held by other phones, nothing is done and :class:`Refused` raised.
    """

    shelf: Shelf
    backups: Backups
    reviews: Reviews

    @property
    def workshop(self) -> Workshop:
        """What is done with the board itself."""

    @property
    def club(self) -> Club | None:
        """The boards that this one meets; ``None``: the configuration names no broker."""

    def snapshot(self) -> Snapshot:
        """The table as it is now."""

    def send(self, event: Event, judged_by: Snapshot) -> None:
        """Hand an event to the table and wait until it was dealt with and is kept, at most a second for the disk.

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

    def start(self, game: NewGame, judged_by: Snapshot, aside: ParkGame) -> str:
        """Begin a game (the one on the table is parked) and return its key. ``aside``: whose consent that needs; it
        begins once they have all agreed, maybe after this returned. The other board, if there is one, is invited.

        :raises engine.core.errors.EngineError: unknown game, bad option, a state that describes no position.
        :raises Refused: the physical board is too small, the store does not answer.
        """

    def learn(self, game_id: str, course: Course, screen: bool, judged_by: Snapshot) -> str:
        """Put the lesson that a course is at on the table (the game there is parked); nothing of it is kept. Returns
        the key that the table knows it by.

        :raises Refused: the physical board is too small.
        """

    def learners(self) -> Sequence[str]:
        """The names under which lessons were solved."""

    def solved(self, learner: str) -> Mapping[str, Sequence[str]]:
        """Which lessons somebody has solved: id of the game → their names. ``learner``: empty for who gave none."""

    def accept(
        self, key: str, names: Mapping[Seat, str], screen: bool, judged_by: Snapshot, host: str, aside: ParkGame
    ) -> None:
        """Begin the game that another board invites to. ``names``: of the players here; the rest as in :meth:`start`.

        :raises KeyError: no such invitation.
        :raises Refused: the game cannot be played here.
        """

    def resume(self, key: str, judged_by: Snapshot, aside: ParkGame) -> None:
        """Put a stored, unfinished game on the table (the one there is parked). Does nothing if it is there already.
        ``aside``: whose consent that needs; it is put there once they have all agreed, maybe after this returned.

        :raises KeyError: no such game.
        :raises Refused: it is over or no longer replays.
        """

    def covered(self) -> Sequence[str]:
        """The squares of the physical board that are covered now, by name.

        :raises Refused: there is none, it does not answer, or the workshop has it.
        """

    def settings(self) -> Settings:
        """The settings in force."""

    def change_settings(self, given: Mapping[str, Any]) -> Settings:
        """Put the settings that are given by name in force and keep them. The others stay, also where somebody changes
        them at the same time. Return all.
        """

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

    def keep_knowing(self, name: str, pin: str) -> None:
        """Keep that a phone has given this PIN, as far as the disk allows; nothing, if there is another one by now."""

    def know_nobody(self) -> None:
        """Keep that nobody has given it, as far as the disk allows."""

    def generation(self) -> str:
        """Which cookies of phones are good, see :mod:`webpanel.access.phones`."""

    def sign_out(self) -> str:
        """Have no phone hold a seat in any game that is put aside, and none known that has given the PIN. Keep a new
        generation and return it: seats of the game on the table are to be freed once no phone is known by an older one.
        """

    def free_all_seats(self) -> None:
        """Free the seats of the game on the table."""

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
        """What was kept besides the games and could not be read: name → text as it was found."""

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
