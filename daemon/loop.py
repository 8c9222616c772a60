"""The one thread that owns the table.

Everything that happens is an order in one queue; each is a step of the table. What the step shows goes to the lamps
first, then what it wants done is handed on, then the phones are told. Nothing here waits for a disk, a ring or a phone.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from typing import Protocol

from daemon.memory import Memory
from daemon.seating import CHANGED, FreeSeat, Seating, TakeSeat
from daemon.storage.writer import Acknowledgement, Job, KeepHolder, KeepStanding, Note, PutOnTable
from engine.messages import Message, message
from engine.pieces import Seat
from table.refused import Refused
from table.state import Table
from table.step import step
from table.words.effects import DrawChance, Effect, Refuse
from table.words.events import (
    ActionStored,
    BoardLaidOut,
    ChanceDrawn,
    ContinueGame,
    Event,
    ParkGame,
    Standing,
    StartGame,
    TimePassed,
)

log = logging.getLogger(__name__)

ANSWER_S = 5.0
"""How long somebody who sent an event waits for it to be dealt with."""
SHORTEST_WAIT_S = 0.001
PUBLISH_S = 0.005
"""How long after a change the phones are told. The rings have their light by then, undisturbed by all the threads that
telling wakes, and changes that belong together (a march, a swept board) are told as one."""
FAULTS = 3
FAULTS_WITHIN_S = 10.0
"""So many faults within so short a time: the game is taken off the table."""

FAULT = message(
    "The table ran into a fault of its own and went on from what is stored. Look whether the last move is still there."
)
PUT_AWAY = message(
    "The table ran into a fault of its own again and again, and put the game away. It is kept and can be continued; "
    "the log under Settings, Hardware says more."
)
NO_ANSWER = message("The table did not answer in time. Look at the board, and try again.")


def unwatched() -> float:
    """For a loop whose signs of life nobody wants."""
    return math.inf


class Outside(Protocol):
    """What the loop acts upon. Every method is called in the loop's thread and returns at once."""

    def show(self, table: Table, now_s: float) -> None:
        """Light the rings as the table says."""

    def keep(self, job: Job | Note) -> None:
        """Put something on disk."""

    def draw(self, outcomes: tuple[tuple[str, int], ...]) -> str:
        """Let chance decide."""

    def lay_out(self, event: StartGame | ContinueGame, game_number: int) -> None:
        """Get the board ready that this game is played on. What stands on it is posted for the game of this number."""

    def look_again(self, game_number: int) -> None:
        """Read the board anew, for the game of this number. What was felt before counts no more."""

    def publish(self, table: Table, seating: Seating, trouble: Message | None) -> None:
        """Tell everybody that the table changed, or who sits at it."""


class _Reply:
    """Where somebody waits for an order to be dealt with. Nothing is done any more for somebody who has given up."""

    def __init__(self) -> None:
        self._deciding = threading.Lock()
        self._begun = self._given_up = False
        self._done = threading.Event()
        self._refusal: Message | None = None

    def begin(self) -> bool:
        """The order's turn has come. ``False``: too late."""
        with self._deciding:
            self._begun = True
            return not self._given_up

    def give(self, refusal: Message | None) -> None:
        self._refusal = refusal
        self._done.set()

    def wait(self, timeout_s: float) -> Message | None:
        if not self._done.wait(timeout_s) and self._give_up():
            return NO_ANSWER
        return self._refusal if self._done.wait(timeout_s) else NO_ANSWER

    def _give_up(self) -> bool:
        with self._deciding:
            self._given_up = not self._begun
            return self._given_up


@dataclass(frozen=True, slots=True)
class _Order:
    """An event, and who is to be told. ``game_number``: the game it belongs to; ``None``: whichever is on the table.

    ``judged_by``: how people sat when the phone that sent it was found to be allowed to; ``None``: no phone did.
    ``holders``: who holds which seat of the game that it puts on the table.
    """

    event: Event | TakeSeat | FreeSeat
    reply: _Reply | None = None
    game_number: int | None = None
    judged_by: Seating | None = None
    holders: Mapping[Seat, str] = field(default_factory=dict)


class TableLoop:
    """Takes steps in a thread of its own. :meth:`post`, :meth:`ask` and :attr:`table` are for all threads."""

    def __init__(
        self,
        outside: Outside,
        table: Table,
        clock: Callable[[], float] = time.monotonic,
        alive: Callable[[], float] = unwatched,
    ) -> None:
        """:param alive: is called again and again as long as steps are taken, at the latest after the seconds that it
        returned.
        """
        self._outside = outside
        self._clock = clock
        self._alive = alive
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._table = table
        self._seating = Seating()
        self._memory = Memory()
        self._game_number = 0
        self._trouble: Message | None = None
        self._faults: list[float] = []
        self._publish_at_s: float | None = None
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self._table

    @property
    def game_number(self) -> int:
        """The number of the game on the table, counted since the start: touches and stored entries belong to one."""
        return self._game_number

    def start(self) -> None:
        """Begin to take steps."""
        self._thread.start()

    def stop(self, timeout_s: float) -> bool:
        """End after what is queued. ``False`` if it takes longer."""
        self._orders.put(None)
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def post(self, event: Event, game_number: int | None = None) -> None:
        """Queue an event. ``game_number``: the game it belongs to; if that is off the table by then, it is dropped."""
        self._orders.put(_Order(event, None, game_number))

    def ask(
        self,
        event: Event | TakeSeat | FreeSeat,
        judged_by: Seating | None = None,
        holders: Mapping[Seat, str] | None = None,
        timeout_s: float = ANSWER_S,
    ) -> Message | None:
        """Queue an event and wait until it was dealt with. Returns why it was refused, or ``None``.

        :param judged_by: how people sat when the phone that sends it was found to be allowed to: if they sit
            differently by then, it is refused.
        :param holders: who holds which seat of the game that the event puts on the table.
        """
        reply = _Reply()
        self._orders.put(_Order(event, reply, None, judged_by, holders or {}))
        return reply.wait(timeout_s)

    def stored(self, job: Job | Note, answer: Acknowledgement) -> None:
        """The writer's answer to a job. Whether storing works concerns every game."""
        self.post(answer, job.game_number if isinstance(job, Job) and isinstance(answer, ActionStored) else None)

    # --- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        self._mark_unpublished()
        while (order := self._next()) is not None:
            self._take(order)
        self._publish()

    def _next(self) -> _Order | None:
        """The next order; phones are told meanwhile, when that is due."""
        while True:
            if self._publish_at_s is not None and self._publish_at_s <= self._clock():
                self._publish()
            try:
                return self._orders.get(timeout=self._wait_s())
            except Empty:
                if self._table.wake_at_s is not None and self._table.wake_at_s <= self._clock():
                    return _Order(TimePassed())

    def _wait_s(self) -> float | None:
        """How long there is nothing to do but wait for orders; ``None``: for ever. Gives a sign of life."""
        alive_s = self._alive()
        due_s = [at_s - self._clock() for at_s in (self._table.wake_at_s, self._publish_at_s) if at_s is not None]
        wait_s = min(alive_s, *due_s, math.inf)
        return None if wait_s == math.inf else max(SHORTEST_WAIT_S, wait_s)

    def _take(self, order: _Order) -> None:
        """Deal with one order. Whatever goes wrong, the table goes on."""
        assert threading.current_thread() is self._thread, "only the loop's thread may change the table"
        if order.reply is not None and not order.reply.begin():
            return
        refusal: Message | None = FAULT
        try:
            refusal = self._deal(order)
        except Exception:  # what the event says may be secret: the log names its kind alone
            log.exception("the table failed on %s", type(order.event).__name__)
            self._recover()
        finally:
            if order.reply is not None:
                self._publish()  # who asked looks at once
                order.reply.give(refusal)

    def _deal(self, order: _Order) -> Message | None:
        if order.game_number is not None and order.game_number != self._game_number:
            return None
        event, judged_by = order.event, order.judged_by
        if judged_by is not None and judged_by.key != self._seating.key:
            return CHANGED
        if isinstance(event, TakeSeat | FreeSeat):
            return self._change_seat(event)
        if judged_by is not None and judged_by != self._seating:
            return CHANGED
        if isinstance(event, StartGame | ContinueGame):
            return self._change_game(event, order.holders)
        return self._adopt(*step(self._table, event, self._clock()), event)

    def _change_seat(self, event: TakeSeat | FreeSeat) -> Message | None:
        try:
            self._seating = self._seating.after(event)
        except Refused as refused:
            return refused.reason
        self._outside.keep(KeepHolder(self._seating.key, event.seat, self._seating.holders.get(event.seat)))
        return None

    def _change_game(self, event: StartGame | ContinueGame, holders: Mapping[Seat, str]) -> Message | None:
        """Put a game on the table; if it is refused, the one that is there stays."""
        now_s = self._clock()
        cleared, _ = step(self._table, ParkGame(), now_s)
        refusal = _refusal(step(cleared, event, now_s)[1])
        if refusal is not None:
            return refusal
        self._game_number += 1
        self._seating = Seating(event.key, holders)
        self._memory = self._memory.after_event(event)
        self._trouble = None
        self._outside.lay_out(event, self._game_number)
        laid_out, _ = step(cleared, BoardLaidOut(), now_s)
        if isinstance(event, ContinueGame):
            self._outside.keep(PutOnTable(event.key))
        return self._adopt(*step(laid_out, event, now_s), event)

    def _adopt(self, table: Table, effects: tuple[Effect, ...], event: Event) -> Message | None:
        changed = isinstance(event, TimePassed) or replace(table, wake_at_s=self._table.wake_at_s) != self._table
        before, self._table = self._table, table
        try:
            if changed:
                self._outside.show(table, self._clock())
                self._mark_unpublished()
        finally:  # even if nobody could see it: what was played is stored
            self._carry_out(effects)
            self._keep_standing(before, table)
        if isinstance(event, ActionStored):
            self._trouble = None
        if before.on_table is not None and table.on_table is None:
            self._memory, self._seating = Memory(), Seating()
            self._outside.keep(PutOnTable(""))
        return _refusal(effects)

    def _carry_out(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            if isinstance(effect, DrawChance):
                self.post(ChanceDrawn(self._outside.draw(effect.outcomes)), self._game_number)
            elif not isinstance(effect, Refuse):
                self._memory = self._memory.after_effect(effect)
                self._outside.keep(Job(effect, self._game_number))

    def _keep_standing(self, before: Table, table: Table) -> None:
        if table.on_table is None:
            return
        same_game = before.on_table is not None and before.on_table.key == table.on_table.key
        if table.standing != (before.standing if same_game else Standing()):
            self._outside.keep(KeepStanding(table.standing))

    # --- faults --------------------------------------------------------------------------------------------------

    def _recover(self) -> None:
        """Go on from what was given to the store, with what stands on the board now."""
        now_s = self._clock()
        self._faults = [at_s for at_s in self._faults if now_s - at_s < FAULTS_WITHIN_S] + [now_s]
        old = self._table
        self._game_number += 1
        self._outside.look_again(self._game_number)
        table, _ = step(Table(settings=old.settings), BoardLaidOut(), now_s)
        again = self._memory.game if len(self._faults) < FAULTS else None
        self._trouble = FAULT if again is not None else PUT_AWAY
        try:
            self._table = table if again is None else step(table, replace(again, standing=old.standing), now_s)[0]
        except Exception:
            log.exception("the game on the table cannot be continued")
            self._table, self._trouble = table, PUT_AWAY
        if self._table.on_table is None:
            self._seating = Seating()
        self._outside.show(self._table, now_s)
        self._mark_unpublished()

    # --- publishing ----------------------------------------------------------------------------------------------

    def _mark_unpublished(self) -> None:
        if self._publish_at_s is None:
            self._publish_at_s = self._clock() + PUBLISH_S

    def _publish(self) -> None:
        self._publish_at_s = None
        self._outside.publish(self._table, self._seating, self._trouble)


def _refusal(effects: tuple[Effect, ...]) -> Message | None:
    return next((effect.reason for effect in effects if isinstance(effect, Refuse)), None)
