"""The one queue to the thread of the table (:mod:`daemon.runtime.table_thread`): touches, requests, answers."""

import math
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from queue import Empty, Queue

from daemon.boards.board import Surface
from daemon.snapshots.seats import FreeSeat, Seating, TakeSeat
from daemon.storage.writer import Acknowledgement, Job, Note
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from table.messages.events import ActionStored, Event, NextGame

ANSWER_S = 5.0
"""The time that the sender of an event waits for it to be handled."""
NO_ANSWER = message("The table did not answer in time. Look at the board, and try again.")


def nothing() -> None:
    """Do nothing: for users of a board who need no notice that they have to give it up."""


@dataclass(frozen=True, slots=True)
class UseBoard:
    """A request to scan and light a board while no game is on the table. ``ended``: called in the table's thread once a
    game needs the board. ``over_game``: true to use it even during a game, which then gets no touches until the board
    is left."""

    surface: Surface
    ended: Callable[[], None]
    over_game: bool = False


@dataclass(frozen=True, slots=True)
class LeaveBoard:
    """A request to give a board back: let it rest until the next game, or return to the one on the table."""

    surface: Surface


Wish = Event | TakeSeat | FreeSeat | UseBoard | LeaveBoard
"""A request to the table's thread."""


class Reply:
    """The reply to an order, for which somebody waits. An order is not carried out after they have given up."""

    def __init__(self) -> None:
        self._deciding = threading.Lock()
        self._begun = self._given_up = False
        self._done = threading.Event()
        self._refusal: Message | None = None

    def begin(self) -> bool:
        """Note that the order's turn has come. ``False``: too late."""
        with self._deciding:
            self._begun = True
            return not self._given_up

    def give(self, refusal: Message | None) -> None:
        """Give the reply: the order was handled."""
        self._refusal = refusal
        self._done.set()

    def wait(self, timeout_s: float) -> Message | None:
        """Wait for the reason why the order was refused, or ``None``. Once it has begun, wait as long again."""
        if not self._done.wait(timeout_s) and self._give_up():
            return NO_ANSWER
        return self._refusal if self._done.wait(timeout_s) else NO_ANSWER

    def _give_up(self) -> bool:
        with self._deciding:
            self._given_up = not self._begun
            return self._given_up


@dataclass(frozen=True, slots=True)
class Order:
    """A request, with the reply that somebody waits for. ``game_number``: the game it belongs to; ``None``: whichever
    is on the table.

    ``judged_by``: the seating by which the sender was found to have the right; ``None``: it was no phone. ``holders``:
    the holders of the seats of the game that it puts on the table.
    """

    wish: Wish
    reply: Reply | None = None
    game_number: int | None = None
    judged_by: Seating | None = None
    holders: Mapping[Seat, str] = field(default_factory=dict)


class Orders:
    """The orders for the table, the oldest first. :meth:`next` is for the table's thread, the rest for all.

    Its length is not limited: nobody who gives an order waits for room.
    """

    def __init__(self) -> None:
        # No SimpleQueues: before Python 3.13, one that is asked to wait for some milliseconds waits for ever if the
        # system runs other threads for longer than that just as it begins to wait.
        self._waiting: Queue[Order | None] = Queue()
        self._agreed: Queue[NextGame] = Queue()

    def post(self, wish: Wish, game_number: int | None = None, judged_by: Seating | None = None) -> None:
        """Queue a request. ``game_number``: the game it belongs to; if that is off the table by then, it is dropped.
        ``judged_by``: the seating when it was made: if that has changed by then, it is dropped, too."""
        self._waiting.put(Order(wish, None, game_number, judged_by))

    def ask(
        self,
        wish: Wish,
        judged_by: Seating | None = None,
        holders: Mapping[Seat, str] | None = None,
        timeout_s: float = ANSWER_S,
    ) -> Message | None:
        """Queue a request and wait until it was handled. Return the reason why it was refused, or ``None``.

        :param judged_by: how people sat when the phone that sends it was found to be allowed to: if they sit
            differently by then, it is refused.
        :param holders: who holds which seat of the game that the wish puts on the table.
        """
        reply = Reply()
        self._waiting.put(Order(wish, reply, None, judged_by, holders or {}))
        return reply.wait(timeout_s)

    def agree(self, game: NextGame) -> None:
        """Queue a game that the players agreed on. The thread that gave the decisive order puts it on the table."""
        self._agreed.put(game)

    def agreed(self) -> NextGame | None:
        """Return the game that the players agreed on; each is returned once."""
        try:
            return self._agreed.get_nowait()
        except Empty:
            return None

    def stored(self, job: Job | Note, answer: Acknowledgement) -> None:
        """Queue the writer's answer to a job. Whether storing works concerns every game."""
        self.post(answer, job.game_number if isinstance(job, Job) and isinstance(answer, ActionStored) else None)

    def end(self) -> None:
        """End the queue: no order after this is handled."""
        self._waiting.put(None)

    def next(self, wait_s: float) -> Order | None:
        """Wait for the oldest order; ``None``: the end.

        :raises queue.Empty: none came for so long.
        """
        return self._waiting.get(timeout=None if wait_s == math.inf else wait_s)
