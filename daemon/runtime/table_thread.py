"""The one thread that owns the table.

Everything that happens is an order in one queue; each is a step of the table. The lights of the step go to the lamps
first, then its effects are carried out, then the phones are notified. Nothing here waits for a disk, a ring or a phone.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from queue import Empty

from daemon.base.thread import Worker
from daemon.runtime.active_board import ActiveBoard
from daemon.runtime.computer_player import CHECK_NODES, HINT_NODES, Question
from daemon.runtime.engines import AskedEngine
from daemon.runtime.queue import LeaveBoard, Order, Orders, UseBoard
from daemon.runtime.recovery import RememberedGame
from daemon.snapshots.scenes import Scenes
from daemon.snapshots.seats import CHANGED, FreeSeat, Seating, TakeSeat
from daemon.storage.writer import DeleteUnplayed, Job, KeepHolder, KeepState, PutOnTable, Writer
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.records.game_record import ABANDONED
from table.messages.effects import DrawChance, Effect, GiveSeat, Keep, KeepSolved, PutNext, Refuse, StoreAction, Think
from table.messages.events import (
    NOTHING_STORED,
    ActionStored,
    BoardLaidOut,
    ChanceDrawn,
    ContinueGame,
    Event,
    ParkGame,
    SeatTaken,
    StartGame,
    TimePassed,
)
from table.messages.refusal import OTHER_GAME, Refused
from table.model.state import Table
from table.step import step

log = logging.getLogger(__name__)

SHORTEST_WAIT_S = 0.001
PUBLISH_S = 0.005
"""The time after a change until phones are notified. The rings have their light by then, undisturbed by all the threads
that wake up, and changes that belong together (a march, a swept board) are sent as one."""
PUBLISH_AGAIN_S = 1.0
"""The time after a failed notification until the next."""
FAULTS = 3
FAULTS_WITHIN_S = 10.0
"""The number of faults within this time after which the game is taken off the table."""

FAULT = message(
    "The table had an internal fault and went on from what is stored. Check whether the last move is still there."
)
PARKED = message(
    "The table had internal faults again and again, and parked the game. It is kept and can be continued; "
    "the log under Settings, Hardware says more."
)
NOT_FREE = message("Park the game on the table first: the whole board is needed.")


def unwatched() -> float:
    """Return infinity: for a loop without a watchdog."""
    return math.inf


def nobody_is_lost(phone: str) -> bool:
    """Return false: for a table whose phones never leave."""
    return False


def nobody_thinks(question: Question | None) -> None:
    """Ignore a question: for a table without computers."""


def nobody_is_seated(engines: frozenset[AskedEngine]) -> None:
    """Ignore which engines play: for a table without computers."""


class TableLoop(Worker):
    """A thread that takes the steps of the table; whatever else it calls returns at once. Other threads give orders."""

    def __init__(
        self,
        orders: Orders,
        stage: ActiveBoard,
        writer: Writer,
        scenes: Scenes,
        draw: Callable[[Sequence[tuple[str, int]]], str],
        table: Table,
        clock: Callable[[], float] = time.monotonic,
        alive: Callable[[], float] = unwatched,
        think: Callable[[Question | None], None] = nobody_thinks,
        seat_engines: Callable[[frozenset[AskedEngine]], None] = nobody_is_seated,
        is_lost: Callable[[str], bool] = nobody_is_lost,
    ) -> None:
        """:param draw: lets chance decide between outcomes with weights.

        :param alive: is called again and again as long as steps are taken, at the latest after the seconds that it
            returned.
        :param think: has a question of a computer's seat answered; ``None``: nothing is asked any more.
        :param seat_engines: learns which outside engines have something to do in the game on the table.
        :param is_lost: true if a phone has been gone for so long that its seat may be given to another.
        """
        super().__init__("table")
        self._orders = orders
        self._stage = stage
        self._writer = writer
        self._scenes = scenes
        self._table = table
        self._draw = draw
        self._clock = clock
        self._alive = alive
        self._think = think
        self._seat_engines = seat_engines
        self._is_lost = is_lost
        self._seating = Seating()
        self._memory = RememberedGame()
        self._game_number = 0
        """The number of the game on the table, counted since the start: touches and stored entries belong to one."""
        self._replaced = ""
        """The key of a game that left the table for another before its first move; it is deleted once a game that is
        stored has come."""
        self._trouble: Message | None = None
        self._faults: list[float] = []
        self._publish_at_s: float | None = None

    def stop(self, timeout_s: float) -> bool:
        """End the thread after the queued orders. ``False`` if it takes longer."""
        self._orders.end()
        return super().stop(timeout_s)

    # --- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        self._mark_unpublished()
        while (order := self._next()) is not None:
            self._take(order)
        self._publish()

    def _next(self) -> Order | None:
        """Wait for the next order; notify phones meanwhile, when that is due."""
        while True:
            if self._publish_at_s is not None and self._publish_at_s <= self._clock():
                self._publish()
            try:
                return self._orders.next(self._wait_s())
            except Empty:
                if self._table.wake_at_s is not None and self._table.wake_at_s <= self._clock():
                    return Order(TimePassed())

    def _wait_s(self) -> float:
        """Return for how long there is nothing to do but wait for orders, maybe for ever. Feeds the watchdog."""
        alive_s = self._alive()
        due_s = [at_s - self._clock() for at_s in (self._table.wake_at_s, self._publish_at_s) if at_s is not None]
        return max(SHORTEST_WAIT_S, min(alive_s, *due_s, math.inf))

    def _take(self, order: Order) -> None:
        """Handle one order. Whatever goes wrong, the table goes on."""
        assert threading.current_thread() is self._thread, "only the loop's thread may change the table"
        if order.reply is not None and not order.reply.begin():
            return
        refusal: Message | None = FAULT
        try:
            refusal = self._deal(order)
        except Exception:  # the content of the event may be secret: the log names only its kind
            log.exception("the table failed on %s", type(order.wish).__name__)
            self._recover()
        finally:
            if order.reply is not None:
                self._publish()  # the sender looks at once
                order.reply.give(refusal)

    def _deal(self, order: Order) -> Message | None:
        if order.game_number is not None and order.game_number != self._game_number:
            return None
        wish, judged_by = order.wish, order.judged_by
        if judged_by is not None and judged_by.key != self._seating.key:
            return OTHER_GAME
        if isinstance(wish, TakeSeat | FreeSeat):  # before seats are compared: changes of other seats do not matter
            return self._change_seat(wish)
        if judged_by is not None and judged_by != self._seating:
            return CHANGED
        if isinstance(wish, UseBoard | LeaveBoard):
            return self._lend_board(wish)
        if isinstance(wish, StartGame | ContinueGame):
            return self._change_game(wish, order.holders)
        return self._adopt(*step(self._table, wish, self._clock()), wish)

    def _lend_board(self, wish: UseBoard | LeaveBoard) -> Message | None:
        if isinstance(wish, LeaveBoard):
            self._stage.leave(wish.surface, self._table.settings, self._game_number)
            self._stage.show(self._table, self._clock())
        elif self._table.on_table is not None and not wish.over_game:
            return NOT_FREE
        else:
            self._stage.use(wish, self._table.settings)
        return None

    def _change_seat(self, event: TakeSeat | FreeSeat) -> Message | None:
        before = self._seating.holders
        try:
            self._seating = self._seating.after(event)
        except Refused as refused:
            return refused.reason
        self._keep_holder(event.seat)
        if isinstance(event, TakeSeat) and before.get(event.seat) != event.phone:
            taken = SeatTaken(event.seat)
            return self._adopt(*step(self._table, taken, self._clock()), taken)
        return None

    def _keep_holder(self, seat: Seat) -> None:
        if self._table.on_table is None or self._table.on_table.course is None:  # nothing of a lesson is stored
            self._writer.put(KeepHolder(self._seating.key, seat, self._seating.holders.get(seat)))

    def _give_seat(self, effect: GiveSeat) -> Message | None:
        """Give the seat of a phone that is gone to another, unless that one is back."""
        holder = self._seating.holders.get(effect.seat)
        if holder is not None and (holder != effect.holder or not self._is_lost(holder)):
            return CHANGED
        taken = SeatTaken(effect.seat, lost=True)
        self._adopt(*step(self._table, taken, self._clock()), taken)  # first: the new phone must not see any secret
        self._seating = self._seating.passed_on(effect.seat, effect.phone)
        self._keep_holder(effect.seat)
        return None

    def _change_game(self, event: StartGame | ContinueGame, holders: Mapping[Seat, str]) -> Message | None:
        """Put a game on the table; if it is refused, the one that is there stays."""
        now_s = self._clock()
        cleared, left = step(self._table, ParkGame(), now_s)
        stays = None if self._table.on_table is None else _refusal(left)
        refusal = stays or _refusal(step(cleared, event, now_s)[1])
        if refusal is not None:
            return refusal
        if event.key != self._seating.key:
            self._carry_out(left)  # effects of the last action in the other game
        self._game_number += 1
        self._seating = Seating(event.key, holders)
        self._memory = self._memory.after_event(event)
        self._trouble = None
        self._stage.lay_out(event, self._game_number)
        laid_out, _ = step(cleared, BoardLaidOut(), now_s)
        lesson = isinstance(event, StartGame) and event.course is not None
        if lesson:
            self._writer.put(PutOnTable(""))
        elif isinstance(event, ContinueGame):
            self._writer.put(PutOnTable(event.key))
        replaced, refusal = self._table, self._adopt(*step(laid_out, event, now_s), event)
        self._note_leaving(replaced, left, for_another=True)
        if not lesson:
            self._delete_replaced(event.key)
        return refusal

    def _adopt(self, table: Table, effects: tuple[Effect, ...], event: Event) -> Message | None:
        changed = isinstance(event, TimePassed) or replace(table, wake_at_s=self._table.wake_at_s) != self._table
        before, self._table = self._table, table
        self._seat_engines(_engines_in(table))
        try:
            if changed:  # lights first: they do not wait for what the step stores or asks (docs/decisions.md)
                self._stage.show(table, self._clock())
                self._mark_unpublished()
        finally:  # even if nothing could be shown: what was played is stored
            self._carry_out(effects)
            self._keep_state(before, table)
            if not _is_awaited(table):
                self._think(None)
        not_given = [self._give_seat(effect) for effect in effects if isinstance(effect, GiveSeat)]
        if isinstance(event, ActionStored):
            self._trouble = None
        if before.on_table is not None and table.on_table is None:
            self._memory, self._seating = RememberedGame(), Seating()
            self._writer.put(PutOnTable(""))
            self._note_leaving(before, effects, any(isinstance(effect, PutNext) for effect in effects))
        return _refusal(effects) or next(filter(None, not_given), None)

    def _note_leaving(self, table: Table, effects: tuple[Effect, ...], for_another: bool) -> None:
        """Note whether a game that leaves the table goes once another is there. ``table``: with that game. ``effects``:
        those of its leaving; ``for_another``: nobody parked it for its own sake."""
        left = table.on_table
        if left is None or left.course is not None:
            return
        being_stored = table.drawn is not None and not left.chance_acts
        played = being_stored or any(isinstance(effect, StoreAction) for effect in effects)
        unplayed = left.is_unplayed and not played
        self._replaced = left.key if unplayed and for_another else ""
        if unplayed and left.ended is not None and left.ended.reason == ABANDONED:
            self._writer.put(DeleteUnplayed(left.key))

    def _delete_replaced(self, key: str) -> None:
        """Delete the unplayed game that this one replaces: its own way to the disk has begun before."""
        if self._replaced not in ("", key):
            self._writer.put(DeleteUnplayed(self._replaced))
        self._replaced = ""

    def _carry_out(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            if isinstance(effect, DrawChance):
                self._orders.post(ChanceDrawn(self._draw(effect.outcomes)), self._game_number)
            elif isinstance(effect, PutNext):
                self._orders.agree(effect.game)
            elif isinstance(effect, Think):
                self._ask(effect)
            elif isinstance(effect, KeepSolved):
                self._writer.put(effect)
            elif not isinstance(effect, Refuse | GiveSeat):
                self._memory = self._memory.after_effect(effect)
                self._writer.put(effect if isinstance(effect, Keep) else Job(effect, self._game_number))

    def _ask(self, effect: Think) -> None:
        game = self._table.on_table
        if game is not None:
            nodes = HINT_NODES if effect.hint else CHECK_NODES if effect.check is not None else None
            self._think(Question(
                effect.entry, effect.seat, game.played, game.computers, game.setup, self._game_number, nodes,
                effect.hint, effect.within_s, check=effect.check,
            ))

    def _keep_state(self, before: Table, table: Table) -> None:
        if table.on_table is None or table.on_table.course is not None:
            return
        same_game = before.on_table is not None and before.on_table.key == table.on_table.key
        if table.stored is not before.stored if same_game else table.stored != NOTHING_STORED:
            self._writer.put(KeepState(table.stored))

    # --- faults --------------------------------------------------------------------------------------------------

    def _recover(self) -> None:
        """Go on from what was given to the store, with the present occupancy. Another failure is logged, and does not
        end the thread."""
        now_s = self._clock()
        self._faults = [at_s for at_s in self._faults if now_s - at_s < FAULTS_WITHIN_S] + [now_s]
        self._game_number += 1
        self._attempt(lambda: self._stage.look_again(self._game_number))
        self._table, self._trouble = self._remembered(now_s)
        self._attempt(lambda: self._think(None))
        if self._table.on_table is None:
            self._seating = Seating()
        self._attempt(lambda: self._stage.show(self._table, now_s))
        self._mark_unpublished()

    def _remembered(self, now_s: float) -> tuple[Table, Message]:
        """Return the table with its game as far as it was played, if that can go on, and the sentence for phones."""
        table, stored = Table(settings=self._table.settings), self._table.stored
        try:
            table = step(table, BoardLaidOut(), now_s)[0]
            again = self._memory.game if len(self._faults) < FAULTS else None
            if again is not None:
                return step(table, replace(again, stored=stored), now_s)[0], FAULT
        except Exception:
            log.exception("the game on the table cannot be continued")
        return table, PARKED

    def _attempt(self, act: Callable[[], object]) -> None:
        """Do something on which the game does not depend; log a failure."""
        try:
            act()
        except Exception:
            log.exception("the table goes on without it")

    # --- publishing ----------------------------------------------------------------------------------------------

    def _mark_unpublished(self) -> None:
        if self._publish_at_s is None:
            self._publish_at_s = self._clock() + PUBLISH_S

    def _publish(self) -> None:
        self._publish_at_s = None
        try:
            self._scenes.publish(self._table, self._seating, self._trouble)
        except Exception:
            log.exception("phones cannot be told of the table; they are told again soon")
            self._publish_at_s = self._clock() + PUBLISH_AGAIN_S


def _engines_in(table: Table) -> frozenset[AskedEngine]:
    """Return the outside engines that play in the game on the table, and the one that helps people; nothing if it is
    over."""
    game = table.on_table
    if game is None or game.outcome is not None:
        return frozenset()
    return frozenset({None, *game.computers.engines.values()})


def _is_awaited(table: Table) -> bool:
    """True if an answer of the computer is awaited."""
    looked_for = table.hint is not None and table.hint.found is None
    checking = table.checked is not None and table.checked.loss is None
    return table.thought is not None or looked_for or checking


def _refusal(effects: tuple[Effect, ...]) -> Message | None:
    return next((effect.reason for effect in effects if isinstance(effect, Refuse)), None)
