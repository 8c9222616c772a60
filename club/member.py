"""A board in its club: it announces itself and knows which other boards are online.

Of the boards that it exchanges letters with, it always knows. The list of all others is asked for when somebody wants
to see it, and kept up to date for a while: if each board heard of each, a thousand would send a million messages.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final, Protocol, TypeVar

from club.broadcast.commands import Command, command_topic, read_command
from club.broadcast.home_assistant import discovery, discovery_topic
from club.broadcast.public import PublicGame, game_topic, write_game
from club.broadcast.recording import record_topic
from club.broadcast.rounds import PairedGame, read_round, round_topic
from club.broadcast.table_text import TableText, event_topic, events_between, state_topic, write_state
from club.play.letters import letter_topic, whose_letter
from club.transport.errors import BadMessage
from club.transport.identity import NEW_IDENTITY
from club.transport.link import Broker, Link, OutgoingMessages
from club.transport.messages import Status, board_of, in_order, read_status, status_topic, write_status
from club.transport.refusals import Refusals
from engine.core.messages import Message, counted, message

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_BOARDS: Final = 1000
"""The most other boards that are remembered; a broker may hold more."""
KEEP_LIST_S: Final = 300.0
"""The time that the list of all boards is kept up to date after somebody wanted to see it."""
LIST_S: Final = 2.0
"""The longest that somebody waits for the list."""
_NAMED: Final = 5


class LetterExchange(Protocol):
    """The letters of this board about games with other boards. Called by the thread of the connection."""

    def write(self) -> Mapping[tuple[str, str], bytes]:
        """Return the letters to keep at the broker: (board, key of the game) → payload; an empty payload clears one."""

    def look_around(self) -> None:
        """React to a change of which boards are online, or to the loss of the connection."""

    def read(self, board: str, key: str, payload: bytes) -> None:
        """Take in a letter that a board wrote about a game.

        :raises BadMessage: it makes no sense.
        """


class Member:
    """The MQTT client of this board: it announces the board, publishes its table if wanted, and listens for others. Its
    methods may be called from any thread."""

    def __init__(
        self, broker: Broker, prefix: str, me: Status, look: Callable[[], TableText] | None = None,
        obey: Callable[[Command], None] | None = None, post: LetterExchange | None = None, key: str = "",
        show: Callable[[], PublicGame | None] | None = None,
        records: Callable[[], Mapping[str, bytes]] | None = None,
        copied: Callable[[Message | None], None] | None = None,
        paired_anew: Callable[[], None] | None = None,
    ) -> None:
        """:param prefix: of all topics of the club. :param me: the status of this board while the program runs.

        :param look: returns the state of the table to publish; ``None``: none is. Call :attr:`wake` after a change.
        :param post: exchanges letters about games with other boards; ``None``: none are played. Call :attr:`wake` after
            a change that it has to write about.
        :param key: the fingerprint of the board's signatures, for people.
        :param obey: carries out a command; ``None``: no commands are taken.
        :param show: returns the game on the table for those who watch the club, if there is one; ``None``: nobody may
            watch. Call :attr:`wake` after a change.
        :param records: returns key of a finished game → its message (:mod:`club.broadcast.recording`), for the same;
            an empty message is cleared at the broker. Messages about other games stay there.
        :param copied: see :class:`club.transport.link.Link`.
        :param paired_anew: called by the thread of the connection when :attr:`paired` has changed.
        """
        self._broker, self._prefix, self._me, self.key = broker, prefix, me, key
        self._look, self._obey, self._post, self._show, self._records = look, obey, post, show, records
        self._paired_anew = paired_anew
        self.paired: tuple[PairedGame, ...] = ()
        """The games that the club has paired for this board, as far as is known; they stay while the broker is away."""
        self._paired_before = False
        """True if those were told over an earlier connection, and may have been withdrawn since."""
        self._shown: TableText | None = None
        """The state published last, to find out what has happened since."""
        self._lock = threading.Lock()
        self._others: dict[str, Status] = {}
        self._writers: set[str] = set()
        """The boards that have written letters to this one."""
        self._readers: frozenset[str] = frozenset()
        """The boards that this one writes letters to."""
        self._asked_s = -KEEP_LIST_S
        """The time at which the list was asked for last, after a while in which it was not kept."""
        self._wanted_s = -KEEP_LIST_S
        """The time at which somebody wanted to see the list last."""
        self._listed = threading.Event()
        """Set once the broker has sent the list."""
        self._refusals = Refusals()
        own = status_topic(prefix, me.board)
        will = own, write_status(replace(me, online=False))
        commands = () if obey is None else (command_topic(prefix, me.board, "+"),)
        letters = () if post is None else (letter_topic(prefix, "+", me.board, "+"),)
        self._always = (round_topic(prefix, me.board), *commands, *letters)
        rival = message(
            "The broker {broker} ended the connection. Perhaps another board has the same id {board}, from a copied "
            "card. {remedy}", broker=str(broker), board=me.board, remedy=NEW_IDENTITY,
        )
        self._link = Link(broker, me.board, will, self._topics, self._speak, self._hear, rival, self._lost, copied)
        self.start, self.stop, self.wake = self._link.start, self._link.stop, self._link.wake
        self.reconnect = self._link.reconnect

    @property
    def trouble(self) -> Message | None:
        """The problem with the connection, for people; ``None``: there is none."""
        return self._link.trouble

    @property
    def connected(self) -> bool:
        """True if the broker has accepted the connection."""
        return self._link.connected

    @property
    def state(self) -> Message:
        """The state of the connection, in half a sentence."""
        values = {"broker": str(self._broker), "name": self._me.name, "board": self._me.board}
        if not self._link.connected:
            return message("connecting to {broker} as {name}, id {board}", **values)
        names = sorted((other.name for other in self.others()), key=in_order)
        if not names:
            return message("connected to {broker} as {name}, id {board}; no other board is there", **values)
        more = ["…"] if len(names) > _NAMED else []
        return counted(
            "connected to {broker} as {name}, id {board}; one other board is there: {names}",
            "connected to {broker} as {name}, id {board}; {count} other boards are there: {names}",
            len(names), names=", ".join([*names[:_NAMED], *more]), **values,
        )

    def others(self) -> tuple[Status, ...]:
        """List the other boards that are online: none without a connection. The broker is asked for them if it was not
        lately; the caller waits a moment for the answer."""
        now_s = time.monotonic()
        with self._lock:
            asks = not self._is_list_wanted()
            if asks:
                self._asked_s = now_s
                self._listed.clear()
            self._wanted_s = now_s
        if asks:
            self.wake()
        if self._link.connected:
            self._listed.wait(max(0.0, self._asked_s + LIST_S - now_s))
        return self.known()

    def known(self) -> tuple[Status, ...]:
        """List the other boards that are online, as far as is known without asking: at least those that this one
        exchanges letters with."""
        with self._lock:
            known = tuple(self._others.values())
        return tuple(other for other in known if other.online) if self._link.connected else ()

    def _is_list_wanted(self) -> bool:
        return time.monotonic() < self._wanted_s + KEEP_LIST_S

    # --- in the thread of the connection -------------------------------------------------------------------------

    def _topics(self) -> Iterable[str]:
        """Return the topics to hear of now, and forget what would not be kept up to date."""
        correspondents = self._correspondents()
        # One by one also while all are listed: the broker then tells of one that was left out of the list before.
        wanted = [*self._always, *(status_topic(self._prefix, board) for board in correspondents)]
        if self._is_list_wanted():
            return (*wanted, status_topic(self._prefix, "+"))
        with self._lock:
            for board in self._others.keys() - correspondents:
                del self._others[board]
        return (*wanted, status_topic(self._prefix, self._me.board)) if self._paired_before else wanted

    def _correspondents(self) -> frozenset[str]:
        """Return the boards that this one exchanges letters with."""
        return self._readers | self._writers

    def _lost(self) -> None:
        self._listed.clear()
        self._paired_before = True
        if self._post is not None:
            self._post.look_around()

    def _speak(self) -> OutgoingMessages:
        kept = {status_topic(self._prefix, self._me.board): write_status(self._me)}
        if self._post is not None:
            letters = self._post.write()
            self._readers = frozenset(board for board, _ in letters)
            for (board, key), letter in letters.items():
                kept[letter_topic(self._prefix, self._me.board, board, key)] = letter
        if self._show is not None:
            kept[game_topic(self._prefix, self._me.board)] = write_game(_looked(self._show, None))
        if self._records is not None:
            ended: Mapping[str, bytes] = _looked(self._records, dict[str, bytes]())
            kept |= {record_topic(self._prefix, self._me.board, key): told for key, told in ended.items()}
        return OutgoingMessages(kept, (*self._mark(), *self._events(kept)))

    def _mark(self) -> Iterable[tuple[str, bytes]]:
        """Return a message that comes back to this board after the list of all, so that it knows the list is whole."""
        if self._is_list_wanted() and not self._listed.is_set():
            yield status_topic(self._prefix, self._me.board), write_status(self._me)

    def _events(self, kept: dict[str, bytes]) -> Iterable[tuple[str, bytes]]:
        """Add the state of the table to what the broker keeps, and return what has happened since the last one."""
        if self._look is None:
            return
        before, self._shown = self._shown, _looked(self._look, TableText())
        kept[state_topic(self._prefix, self._me.board)] = write_state(self._shown)
        kept[discovery_topic(self._me.board)] = discovery(self._prefix, self._me, self._obey is not None)
        for event in () if before is None else events_between(before, self._shown):
            yield event_topic(self._prefix, self._me.board), event

    def _hear(self, topic: str, payload: bytes, kept: bool) -> None:
        commands = command_topic(self._prefix, self._me.board, "")
        try:
            if self._obey is not None and topic.startswith(commands):
                self._command(self._obey, topic.removeprefix(commands), payload, kept)
            elif self._post is not None and (letter := whose_letter(self._prefix, topic, self._me.board)) is not None:
                if len(self._writers) < MOST_BOARDS:
                    self._writers.add(letter[0])
                self._post.read(*letter, payload)
                self.wake()  # to answer it
            elif topic == round_topic(self._prefix, self._me.board):
                self._pair(read_round(payload))
            else:
                self._notice(topic, payload, kept)
            self._refusals.forgive(topic)
        except BadMessage as error:
            self._refusals.refuse(topic, error)

    def _pair(self, games: tuple[PairedGame, ...]) -> None:
        before, self.paired, self._paired_before = self.paired, games, False
        if games != before and self._paired_anew is not None:
            self._paired_anew()

    def _command(self, obey: Callable[[Command], None], what: str, payload: bytes, kept: bool) -> None:
        command = read_command(what, payload)
        if kept:  # else it would be obeyed again at every connection
            raise BadMessage("what is to be switched must not be retained")
        obey(command)

    def _notice(self, topic: str, payload: bytes, kept: bool) -> None:
        """Take in the status that a board published."""
        board = board_of(self._prefix, topic)
        status = read_status(board, payload) if payload else None
        if board == self._me.board:
            if not kept:  # it has just been sent: whatever the broker keeps has come before; see _mark
                self._listed.set()
                if self._paired_before:
                    self._pair(())
            return
        with self._lock:
            before = self._others.get(board)
            if status is None:  # the topic was cleared
                self._others.pop(board, None)
            elif before is not None or len(self._others) < MOST_BOARDS or board in self._correspondents():
                self._others[board] = status
        if self._post is not None:
            self._post.look_around()
            if status != before and board in self._writers:
                self.wake()  # people may have been told its code instead of its name


def _looked(look: Callable[[], T], otherwise: T) -> T:
    """Return what is to be published; ``otherwise`` if that fails, so that other boards are seen all the same."""
    try:
        return look()
    except Exception:
        log.exception("the table cannot be shown to the club")
        return otherwise
