"""The table as phones may know it: game, seats and scenes of one moment in one value.

Every answer, every stream and every right is judged by such a value, so nobody reads one game with rights in another.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from daemon.snapshots.seats import Seating
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.game import Played
from engine.records.game_record import Record, write_record
from engine.records.time_controls import Controls
from table.messages.events import Seen
from table.messages.scene import Scene, SceneClock, Status
from table.messages.settings import Settings
from table.messages.taps import ScreenPieces
from table.model.state import Table
from table.output.scene_builder import clocks, scene
from table.requests import programs
from table.requests.seen import seen
from webpanel.ports.change_hub import Changes

log = logging.getLogger(__name__)

FIRST_NUMBERS = 2**40
"""The first number of scenes is drawn below this; JavaScript counts exactly up to 2**53."""

UNSEEN = message("Something is wrong with the picture of the table. The game is kept, and goes on. The log under "
                 "Settings, Hardware says why.")


PARTS: Final = ("power", "switches", "lights", "buttons", "game", "copies", "computer", "engine", "broker", "club")
"""The parts of a table. If several have problems, the first is reported: without switches play has to wait."""


class Snapshot:
    """An immutable snapshot; see :class:`webpanel.ports.table_port.Snapshot`. Scenes are made when first asked for."""

    def __init__(
        self, number: int, table: Table, seating: Seating, trouble: Message | None, pieces: ScreenPieces | None,
        clock: Callable[[], float], before: "Snapshot | None" = None,
    ) -> None:
        """:param before: the snapshot that was the newest so far."""
        self.number, self.table, self.seating, self.screen_pieces = number, table, seating, pieces
        self._trouble, self._clock = trouble, clock
        self._made: dict[frozenset[Seat], Scene] = {}
        self._making = threading.Lock()
        again = before is not None and before.played is self.played
        self._failed: set[str] = before._failed if before is not None and again else set()
        """The parts of scenes whose failure is already logged, in this position."""
        since = {} if before is None or before.key != self.key else before._since
        self._since: Mapping[str, int] = {each: since.get(each, number) for each in (*seen(table), *self._holds())}
        """The first number of the scenes that have shown each of what is so now without a break."""

    @property
    def key(self) -> str:
        """The key of the game on the table, or empty."""
        return self.seating.key

    @property
    def holders(self) -> Mapping[Seat, str]:
        """Seat → token of the phone that holds it."""
        return self.seating.holders

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.table.settings

    def _holds(self) -> Iterator[str]:
        return (_hold(seat, phone) for seat, phone in self.holders.items())

    def seen_in(self, number: int) -> Seen:
        """See :meth:`webpanel.ports.table_port.Snapshot.seen_in`."""
        return frozenset(each for each, since in self._since.items() if since <= number <= self.number)

    def saw_hold(self, number: int, seat: Seat) -> bool:
        """See :meth:`webpanel.ports.table_port.Snapshot.saw_hold`."""
        phone = self.holders.get(seat)
        return phone is None or _hold(seat, phone) in self.seen_in(number)

    @property
    def played(self) -> Played | None:
        """The game on the table as far as it was played."""
        return None if self.table.on_table is None else self.table.on_table.played

    @property
    def controls(self) -> Controls:
        """The time controls of the seats that have a clock."""
        return {} if self.table.clocks is None else self.table.clocks.controls

    @property
    def setup(self) -> Mapping[str, Any] | None:
        """The state from which the game began, if it was set up."""
        return None if self.table.on_table is None else self.table.on_table.setup

    def asks_for(self, phone: str) -> Seat | None:
        """See :meth:`webpanel.ports.table_port.Snapshot.asks_for`."""
        claim = self.table.open_claim
        return claim.seat if claim is not None and claim.phone == phone else None

    def refused_seat(self, phone: str) -> Message | None:
        """See :meth:`webpanel.ports.table_port.Snapshot.refused_seat`."""
        claim = self.table.claim
        return claim.refused if claim is not None and claim.phone == phone else None

    def waits(self, seats: frozenset[Seat]) -> Message | None:
        """See :meth:`webpanel.ports.table_port.Snapshot.waits`."""
        return programs.refusal(self.table, seats, self._clock())

    def veiled_from(self, held: frozenset[Seat]) -> frozenset[Seat]:
        """See :meth:`webpanel.ports.table_port.Snapshot.veiled_from`. A seat that still has to decide in secret has to
        see what about; whoever decides for another seat, too, decides there first."""
        on_table = self.table.on_table
        acting = frozenset(on_table.seats_to_act if on_table is not None else ())
        hidden = held & self.table.stored.veiled
        return frozenset(seat for seat in hidden if seat not in acting or acting & held - hidden)

    def clocks(self) -> Mapping[Seat, SceneClock]:
        """Return the clocks as they stand at the time of the call; empty: nobody has one."""
        return clocks(self.table, self._clock())

    def scene(self, seats: frozenset[Seat]) -> Scene:
        """Return the table as a phone that holds these seats may see it."""
        with self._making:
            if seats not in self._made:
                self._made[seats] = self._make(seats)
            return self._made[seats]

    def _make(self, seats: frozenset[Seat]) -> Scene:
        try:
            made = scene(self.table, seats, self.number, self._clock(), self._part_failed)
        except Exception:
            log.exception("the table cannot be shown")
            status: Status = "empty" if self.table.on_table is None else "play"
            return Scene(self.number, status, UNSEEN, key=self.key, trouble=UNSEEN)
        return replace(made, trouble=made.trouble or self._trouble)

    def _part_failed(self, part: str) -> None:
        if part not in self._failed:
            self._failed.add(part)
            played = self.played
            record = "" if played is None else write_record(Record(played, setup=self.setup))
            log.exception("a part of the scene cannot be made: %s\n%s", part, record)


def _hold(seat: Seat, phone: str) -> str:
    """Name what is seen of a seat that a phone holds."""
    return f"{seat} {phone}"


class Scenes:
    """The newest snapshot. All methods may be called from any thread."""

    def __init__(
        self, changes: Changes, table: Table, pieces: Callable[[str], ScreenPieces | None],
        notice: Message | None = None, clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """:param changes: the subscribers. :param table: the first table.

        :param notice: is said while nothing worse is to be said.
        :param pieces: what stands on the screen board of the game with this key; ``None`` if that is not played there.
        """
        self._changes = changes
        self._clock = clock
        self._pieces = pieces
        self._lock = threading.Lock()
        self._warnings: dict[str, Message | None] = {}
        self._notice = notice
        self._trouble: Message | None = None
        # Each start begins at another number, so that no tap on a scene from before passes for one on a new scene.
        self._newest = Snapshot(secrets.randbelow(FIRST_NUMBERS), table, Seating(), notice, None, clock)

    def snapshot(self) -> Snapshot:
        """Return the table as it is now."""
        return self._newest

    def debounce_s(self) -> float:
        """Return the time that a switch has to rest before its change counts, by the settings in force."""
        return self._newest.settings.debounce_ms / 1000

    @property
    def number(self) -> int:
        """The number of the newest snapshot."""
        return self._newest.number

    def publish(self, table: Table, seating: Seating, trouble: Message | None) -> None:
        """Publish a new table or seating; ``trouble``: another problem to show."""
        with self._lock:
            self._trouble = trouble
            self._renew(table, seating)
        self._changes.publish()

    def warn(self, part: str, warning: Message | None) -> None:
        """Report a problem with this part of the table (see :data:`PARTS`); ``None``: it is over."""
        with self._lock:
            self._warnings[part] = warning
        self.republish()

    def warning(self, part: str) -> Message | None:
        """Return the present problem with this part of the table."""
        return self._warnings.get(part)

    def first_to_show(self, change: Callable[[], None]) -> int:
        """Change something besides the table, and return the number of the first snapshot that will show it."""
        with self._lock:
            change()
            return self._newest.number + 1

    def republish(self) -> None:
        """Publish a change of something besides the table, for example of the pieces on the screen board."""
        with self._lock:
            self._renew(self._newest.table, self._newest.seating)
        self._changes.publish()

    def _renew(self, table: Table, seating: Seating) -> None:
        warning = next((warning for part in PARTS if (warning := self._warnings.get(part))), None)
        trouble, pieces = self._trouble or warning or self._notice, self._pieces(seating.key)
        if pieces is None and seating.key == self._newest.key:  # the board is laid out for the next game already
            pieces = self._newest.screen_pieces
        self._newest = Snapshot(self._newest.number + 1, table, seating, trouble, pieces, self._clock, self._newest)
