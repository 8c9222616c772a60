"""The table that the panel needs, and the rest of the program around it. The daemon implements it.

The panel knows no device and no database: it shows scenes, sends events, and reads the library of games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.game import AnyGame, Played
from engine.records.computer_levels import OutsideEngine
from engine.records.time_controls import Controls
from engine.services.lessons import Course
from engine.services.review import Review
from table.messages.events import AskForSeat, Event, ParkGame, Seen
from table.messages.new_game import NewGame
from table.messages.scene import Scene, SceneClock
from table.messages.settings import Settings
from table.messages.taps import ScreenPieces, Tap
from webpanel.ports.backup_port import Backups
from webpanel.ports.change_hub import Change
from webpanel.ports.club_port import Club
from webpanel.ports.device_port import Device, Part
from webpanel.ports.library_port import Damaged, Shelf
from webpanel.ports.update_port import Updates
from webpanel.ports.workshop_port import Workshop


class Snapshot(Protocol):
    """The table at one moment: nothing in it changes, and nothing in it is of another moment.

    Every answer is made of one snapshot, and every right judged by one: scene and seats of two moments together would
    show a phone secrets of one game that it may know in another.
    """

    @property
    def number(self) -> int:
        """The number of its scenes: rises with every change."""

    def seen_in(self, number: int) -> Seen:
        """Return all that the scene with this number showed and that has been so ever since."""

    def saw_hold(self, number: int, seat: Seat) -> bool:
        """True if the scene with this number showed that the phone that holds this seat now holds it, or nobody does.
        A phone that has given it back meanwhile, and taken it again, holds it anew."""

    @property
    def key(self) -> str:
        """The key of the game on the table, or empty."""

    @property
    def holders(self) -> Mapping[Seat, str]:
        """Seat of that game → token of the phone that holds it."""

    @property
    def screen_pieces(self) -> ScreenPieces | None:
        """The pieces on the screen board, or ``None`` while the game is played on the physical one."""

    @property
    def settings(self) -> Settings:
        """The settings in force."""

    @property
    def played(self) -> Played | None:
        """The game on the table as far as it was played."""

    @property
    def controls(self) -> Controls:
        """The time controls of the seats that have a clock."""

    @property
    def setup(self) -> Mapping[str, Any] | None:
        """The state from which this game began, if it was set up."""

    def asks_for(self, phone: str) -> Seat | None:
        """Return the seat in which a phone wants to play on for another one that is gone, while others are asked."""

    def refused_seat(self, phone: str) -> Message | None:
        """Return why the latest question whether a phone may play on came to nothing; ``None``: it did not."""

    def waits(self, seats: frozenset[Seat]) -> Message | None:
        """Return why no program can play an action of these seats at the time of the call; ``None``: it can."""

    def veiled_from(self, held: frozenset[Seat]) -> frozenset[Seat]:
        """Return those of the seats that a phone holds whose secrets it must not see yet: it has taken them over."""

    def clocks(self) -> Mapping[Seat, SceneClock]:
        """Return the clocks as they stand at the time of the call; empty: nobody has one."""

    def scene(self, seats: frozenset[Seat]) -> Scene:
        """Return the table as a phone that holds these seats may see it."""


@dataclass(frozen=True, slots=True)
class Reviewing:
    """The progress of a review. ``trouble``: the reason why it ended; ``None``: it goes on."""

    done: int
    of: int
    trouble: Message | None = None


class Reviews(Protocol):
    """Reviews of finished games by the computer, one at a time. May be called from any thread."""

    def begin(self, key: str) -> None:
        """Begin to review a game; no change if that is under way.

        :raises KeyError: no such game.
        :raises Refused: it is not over, does not replay, has more than two players, or another one is under way.
        """

    def end(self, key: str) -> None:
        """Stop the review of a game, if it is under way."""

    def progress(self, key: str) -> Reviewing | None:
        """Return the progress of a review; ``None``: it is not under way."""

    def of(self, key: str) -> Review | None:
        """Return the review of a game; ``None``: none was completed."""

    def latest(self, most: int) -> Mapping[str, Review]:
        """Return the reviews of the latest reviewed games that replay, at most so many: key → review."""


class Desk(Protocol):
    """The running program. Every method may be called from any thread and returns soon.

    ``judged_by``: the snapshot by which the requesting phone was found to have the right. If another game is on the
    table by then, or the seats are held by other phones, nothing is done and :class:`Refused` raised.
    """

    shelf: Shelf
    backups: Backups
    reviews: Reviews
    updates: Updates

    @property
    def workshop(self) -> Workshop:
        """The workshop for the board itself."""

    @property
    def club(self) -> Club | None:
        """The club; ``None``: the configuration names no broker."""

    def engines(self, game: AnyGame) -> Sequence[OutsideEngine]:
        """List the ways in which outside engines may play a game. The first time they are started for that, which may
        take some seconds."""

    def snapshot(self) -> Snapshot:
        """Return the table as it is now."""

    def send(self, event: Event, judged_by: Snapshot) -> None:
        """Hand an event to the table and wait until it was handled and stored, at most a second for the disk.

        :raises Refused: the table refused it, or did not answer in 5 s; then it is not done later either.
        """

    def tap(self, tap: Tap, judged_by: Snapshot) -> None:
        """Carry out a tap on the screen board.

        :raises Refused: stale scene, another phone's lift, not this phone's seat, empty square …
        """

    def take_seat(self, seat: Seat, phone: str, judged_by: Snapshot) -> None:
        """Give a seat of the game on the table to a phone. Changes of other seats meanwhile do not matter.

        :raises Refused: another phone holds it.
        """

    def ask_for_seat(self, event: AskForSeat, judged_by: Snapshot) -> None:
        """Have a phone play on in the seat of one that is gone, once the others who are there agree.

        :raises Refused: others were asked about it already, or the table has changed.
        """

    def free_seat(self, seat: Seat, judged_by: Snapshot) -> None:
        """Free a seat, if the phone that held it still holds it."""

    def computer_fails(self) -> bool:
        """True if the computer cannot play at the moment, so that somebody may take over its seats."""

    def take_over(self, seat: Seat, judged_by: Snapshot) -> None:
        """Have a person play on in a seat that a computer plays.

        :raises Refused: the computer is well.
        """

    def start(self, game: NewGame, judged_by: Snapshot, aside: ParkGame) -> str:
        """Begin a game (the one on the table is parked) and return its key. ``aside``: the seats that have to agree;
        the game begins once they all have, maybe after this returned. The other board, if there is one, is invited.

        :raises engine.core.errors.EngineError: unknown game, bad option, a state that describes no position.
        :raises Refused: the physical board is too small, the store does not answer.
        """

    def learn(self, game_id: str, course: Course, screen: bool, judged_by: Snapshot) -> str:
        """Put the current lesson of a course on the table (the game there is parked); nothing of it is stored. Return
        the key by which the table knows it.

        :raises Refused: the physical board is too small.
        """

    def learners(self) -> Sequence[str]:
        """List the names under which lessons were solved."""

    def solved(self, learner: str) -> Mapping[str, Sequence[str]]:
        """Return the lessons that somebody has solved: id of the game → their names. ``learner``: empty for those
        without a name."""

    def accept(
        self, key: str, names: Mapping[Seat, str], screen: bool, judged_by: Snapshot, host: str, aside: ParkGame
    ) -> None:
        """Begin the game to which another board invites. ``names``: of the players here; the rest as in :meth:`start`.

        :raises KeyError: no such invitation.
        :raises Refused: the game cannot be played here.
        """

    def play_paired(self, key: str, screen: bool, judged_by: Snapshot, host: str, aside: ParkGame) -> None:
        """Begin the game that the club has paired for this board, or continue it; the rest as in :meth:`start`.

        :raises KeyError: no such game is to be played here.
        :raises Refused: it cannot be played here.
        """

    def resume(self, key: str, judged_by: Snapshot, aside: ParkGame) -> None:
        """Put a stored, unfinished game on the table (the one there is parked). Does nothing if it is there already.
        ``aside``: the seats that have to agree; the game is put there once they all have, maybe after this returned.

        :raises KeyError: no such game.
        :raises Refused: it is over or no longer replays.
        """

    def restore(self, name: str, judged_by: Snapshot) -> None:
        """Put what is in the archive of this name in the place of everything that is kept, of which a copy stays. The
        game on the table is parked.

        :raises KeyError: there is none of this name.
        """

    def covered(self) -> Sequence[str]:
        """List the squares of the physical board that are covered now, by name.

        :raises Refused: there is none, it does not answer, or the workshop has it.
        """

    def settings(self) -> Settings:
        """Return the settings in force."""

    def change_settings(self, given: Mapping[str, Any]) -> Settings:
        """Change and store the settings that are given by name. The others stay, even if somebody changes them at the
        same time. Return all."""

    def check_pin(self, pin: str) -> bool:
        """True if this is the owner's PIN."""

    def held_seats(self, phone: str) -> int:
        """Count the seats that this phone holds in all unfinished games."""

    def banned(self) -> frozenset[str]:
        """Return the public names of the phones that the owner has banned."""

    def keep_banned(self, names: frozenset[str]) -> None:
        """Store the banned phones."""

    def knowing(self) -> tuple[str, ...]:
        """Return the public names of phones that have given the PIN, the latest first; empty once there is a new
        PIN."""

    def keep_knowing(self, name: str, pin: str) -> None:
        """Keep that a phone has given this PIN, as far as the disk allows; nothing, if there is another one by now."""

    def know_nobody(self) -> None:
        """Keep that nobody has given it, as far as the disk allows."""

    def generation(self) -> str:
        """Return the generation of valid cookies, see :mod:`webpanel.access.phones`."""

    def sign_out(self) -> str:
        """Free the seats of all parked games, and forget the phones that have given the PIN. Store a new generation and
        return it: seats of the game on the table are to be freed once no phone is known by an older one."""

    def free_all_seats(self) -> None:
        """Free the seats of the game on the table."""

    def device(self) -> Device:
        """Return facts about the program and its board."""

    def parts(self) -> Sequence[Part]:
        """List every part of the board and of the computer under it, for the hardware page."""

    def switch_off(self) -> None:
        """Begin to shut down the computer under the board, once what was played is stored.

        :raises Refused: it cannot be done from here, or not everything is stored.
        """

    def damaged(self) -> Damaged | None:
        """Return the game on the table, or the one that should have come back there, if the disk has lost some of
        it."""

    def unreadable(self) -> Mapping[str, str]:
        """Return the stored data besides the games that could not be read: name → text as it was found."""

    def heard(self, phone: str) -> None:
        """Note a request from the phone with this token."""

    def hear_date(self, since_1970_s: float) -> None:
        """Take in the time of a phone (seconds since 1970, UTC). Games are dated by it while no better source is
        known."""

    def today(self) -> str:
        """Return the date (UTC) as ISO 8601; empty while it is unknown."""

    def is_away(self, phone: str) -> bool:
        """True if nothing was heard of the phone with this token for two minutes."""

    def is_lost(self, phone: str) -> bool:
        """True if nothing was heard of that phone for three minutes: its seats may be taken over."""

    def subscribe(self, phone: str = "") -> Change:
        """Subscribe to changes. ``phone``: the token of the phone that listens: it counts as present meanwhile.

        :raises Refused: too many clients (status 503).
        """
