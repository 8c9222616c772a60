"""A table that is played on the screen board, in simulated time: phones above, the table's step below.

The board, its reeds, the hands over it, the scenes that phones see and who is there are those of the program; only its
threads are not: what the ``screen`` thread does, and waits for, is done between two scans.
"""

from collections.abc import Callable
from typing import Any

from rig import Rig

from daemon.boards.board import ScreenSensor
from daemon.screen.board import FELT_S, USUAL_PACE, ScreenBoard
from daemon.screen.state import OnScreen
from daemon.snapshots.presence import Presence
from daemon.snapshots.scenes import Scenes
from daemon.snapshots.seats import Seating
from engine.core.squares import Square
from engine.game import Played
from hardware.simulated.faults import PERFECT
from hardware.simulated.pieces import Wood
from table.messages.events import ChangeSettings, ContinueGame, Event, Sensed
from table.messages.new_game import NewGame
from table.messages.settings import Settings
from table.model.state import Table
from webpanel.ports.change_hub import Changes

KEY = "game-1"


class Hands(ScreenBoard):
    """The hands over the screen board, in the time of a rig."""

    def __init__(self, rig: "GlassRig", on_screen: OnScreen) -> None:
        super().__init__(
            on_screen, rig.scenes, rig.presence, USUAL_PACE, clock=lambda: rig.now_s, sleep=rig.wait
        )
        self._rig = rig
        self._due_s: float | None = None

    def _felt(self, square: Square, covered: bool) -> bool:
        return self._rig.wait_until(lambda: self._rig.table.occupancy >> square & 1 == covered, FELT_S)

    @property
    def due_s(self) -> float | None:
        """Return the time at which the board's own hand has something to do; ``None``: nothing."""
        return self._rig.now_s if self._news else self._due_s

    def help(self) -> None:
        """Lend a hand, as the thread does when there is news or something is due."""
        self._news = False
        self._due_s = self._lend_a_hand()


class GlassRig(Rig):
    """The whole of it, for one game."""

    def __init__(self, played: Played, setup: dict[str, Any] | None, seed: int) -> None:
        self.hands: Hands | None = None
        self._busy = False
        board = played.game.board(played.options)
        self._sensor: ScreenSensor | None = None
        super().__init__(board, PERFECT, seed)
        self.on_screen, changes = OnScreen(), Changes()
        self.scenes = Scenes(changes, Table(), self.on_screen.pieces, clock=lambda: self.now_s)
        self.presence = Presence(changes, clock=lambda: self.now_s)
        self.seating = Seating(KEY)
        self.hands = Hands(self, self.on_screen)
        self.hands.lay_out(KEY, self.board)
        self.board.stand(Wood(board))
        seats = {seat: seat.name for seat in played.game.seats_of(played.options)}
        game = NewGame(played.game.id, played.options.as_data(), seats, True, setup=setup)
        self.send(ContinueGame(KEY, game, played, len(played.actions)))

    def settle_down(self, settings: Settings) -> None:
        """Let the board set everything up; these settings hold from then on."""
        self.wait(3.0)
        self.send(ChangeSettings(settings))

    # --- time ----------------------------------------------------------------------------------------------------

    def scan(self) -> None:
        """Read the reeds, and let the board's own hand do what is due, unless it or a finger is at work already."""
        super().scan()
        while not self._busy and self.hands is not None and (due_s := self.hands.due_s) is not None:
            if due_s > self.now_s:
                return
            self.work(self.hands.help)
            super().scan()

    def _feel(self) -> tuple[Sensed, ...]:
        self._sensor = self._sensor or ScreenSensor(self.board)
        return self._sensor.feel(self.now_s, 0.0)

    def work(self, do: Callable[[], None]) -> None:
        """Let hands do something that takes time."""
        self._busy = True
        try:
            do()
        finally:
            self._busy = False

    def _next_s(self) -> float:
        due_s = None if self._busy or self.hands is None else self.hands.due_s
        return super()._next_s() if due_s is None else max(self.now_s + 1e-6, min(super()._next_s(), due_s))

    def wait_until(self, reached: Callable[[], bool], most_s: float) -> bool:
        """Let time pass until something is so; ``False`` if that took too long."""
        end_s = self.now_s + most_s
        self.scan()
        while not reached() and self.now_s < end_s:
            self.now_s = min(end_s, self._next_s())
            self.scan()
        return reached()

    # --- the table -----------------------------------------------------------------------------------------------

    def send(self, event: Event) -> None:
        """One event into the table, and everything that follows from it; phones are told."""
        before = self.table
        super().send(event)
        if self.table is not before and self.hands is not None:
            self.hands.notice(self.table)
            self.scenes.publish(self.table, self.seating, None)
