"""A board in its club: it announces itself and knows which other boards are online."""

import logging
import threading
from collections.abc import Callable, Mapping
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
        self._refusals = Refusals()
        own = status_topic(prefix, me.board)
        will = own, write_status(replace(me, online=False))
        commands = () if obey is None else (command_topic(prefix, me.board, "+"),)
        letters = () if post is None else (letter_topic(prefix, "+", me.board, "+"),)
        # The round before the statuses: what the broker keeps of it comes before it sends our own status back.
        subscriptions = (round_topic(prefix, me.board), status_topic(prefix, "+"), *commands, *letters)
        rival = message(
            "The broker {broker} ended the connection. Perhaps another board has the same id {board}, from a copied "
            "card. {remedy}", broker=str(broker), board=me.board, remedy=NEW_IDENTITY,
        )
        self._link = Link(broker, me.board, will, subscriptions, self._speak, self._hear, rival, self._lost, copied)
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
        """List the other boards that are online, as far as is known: none without a connection."""
        with self._lock:
            known = tuple(self._others.values())
        return tuple(other for other in known if other.online) if self._link.connected else ()

    def _speak(self) -> OutgoingMessages:
        kept = {status_topic(self._prefix, self._me.board): write_status(self._me)}
        if self._post is not None:
            for (board, key), letter in self._post.write().items():
                kept[letter_topic(self._prefix, self._me.board, board, key)] = letter
        if self._show is not None:
            kept[game_topic(self._prefix, self._me.board)] = write_game(_looked(self._show, None))
        if self._records is not None:
            ended: Mapping[str, bytes] = _looked(self._records, dict[str, bytes]())
            kept |= {record_topic(self._prefix, self._me.board, key): told for key, told in ended.items()}
        if self._look is None:
            return OutgoingMessages(kept)
        before, self._shown = self._shown, _looked(self._look, TableText())
        kept[state_topic(self._prefix, self._me.board)] = write_state(self._shown)
        kept[discovery_topic(self._me.board)] = discovery(self._prefix, self._me, self._obey is not None)
        topic = event_topic(self._prefix, self._me.board)
        events = () if before is None else events_between(before, self._shown)
        return OutgoingMessages(kept, tuple((topic, event) for event in events))

    def _hear(self, topic: str, payload: bytes, kept: bool) -> None:
        commands = command_topic(self._prefix, self._me.board, "")
        try:
            if self._obey is not None and topic.startswith(commands):
                self._command(self._obey, topic.removeprefix(commands), payload, kept)
            elif self._post is not None and (letter := whose_letter(self._prefix, topic, self._me.board)) is not None:
                self._post.read(*letter, payload)
                self.wake()  # to answer it
            elif topic == round_topic(self._prefix, self._me.board):
                self._pair(read_round(payload))
            else:
                self._notice(topic, payload)
            self._refusals.forgive(topic)
        except BadMessage as error:
            self._refusals.refuse(topic, error)

    def _lost(self) -> None:
        self._paired_before = True
        if self._post is not None:
            self._post.look_around()

    def _pair(self, games: tuple[PairedGame, ...]) -> None:
        before, self.paired, self._paired_before = self.paired, games, False
        if games != before and self._paired_anew is not None:
            self._paired_anew()

    def _command(self, obey: Callable[[Command], None], what: str, payload: bytes, kept: bool) -> None:
        command = read_command(what, payload)
        if kept:  # else it would be obeyed again at every connection
            raise BadMessage("what is to be switched must not be retained")
        obey(command)

    def _notice(self, topic: str, payload: bytes) -> None:
        """Take in the status that a board published."""
        board = board_of(self._prefix, topic)
        status = read_status(board, payload) if payload else None
        with self._lock:
            if status is None:  # the topic was cleared
                self._others.pop(board, None)
            elif board != self._me.board and (board in self._others or len(self._others) < MOST_BOARDS):
                self._others[board] = status
        if board == self._me.board and self._paired_before:  # the broker keeps no round, or it would have come before
            self._pair(())
        if self._post is not None:
            self._post.look_around()


def _looked(look: Callable[[], T], otherwise: T) -> T:
    """Return what is to be published; ``otherwise`` if that fails, so that other boards are seen all the same."""
    try:
        return look()
    except Exception:
        log.exception("the table cannot be shown to the club")
        return otherwise
