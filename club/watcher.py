"""A watcher of a club: all boards and the games that they publish. It publishes the games of a round alone."""

import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from club.broadcast.public import PublicGame, game_topic, read_game, whose_game
from club.broadcast.recording import record_topic, whose_record
from club.broadcast.rounds import PairedGame, round_topic, write_round
from club.member import MOST_BOARDS
from club.transport.errors import BadMessage
from club.transport.link import Broker, Link, OutgoingMessages
from club.transport.messages import Status, board_of, in_order, read_status, status_topic
from club.transport.refusals import Refusals
from engine.core.messages import Message, message


@dataclass(frozen=True, slots=True)
class KnownBoard:
    """A board as far as it is known. ``game``: the one it publishes now, or published last; ``mark``: differs whenever
    that does."""

    status: Status
    game: PublicGame | None = None
    mark: str = ""


class Watcher:
    """A listener to all boards of a club. Its methods may be called from any thread."""

    def __init__(
        self, broker: Broker, prefix: str, heard: Callable[[str, PublicGame | None, bool], None],
        take_record: Callable[[str, str, bytes, bool], None], lost: Callable[[], None] | None = None,
        paired: Callable[[], Mapping[str, Sequence[PairedGame]]] = dict,
    ) -> None:
        """:param heard: called by the thread of the connection at news of a board, with the game that it publishes, and
            true if the broker had retained that.

        :param take_record: called by that thread with a board, the key of a finished game, its message
            (:mod:`club.broadcast.recording`), and true if the broker had retained it. It may raise :class:`BadMessage`.
        :param lost: called by that thread when a connection has ended.
        :param paired: returns board → the games that it is to play, none where those of before are withdrawn; called by
            that thread. Call :attr:`wake` after a change.
        """
        self._prefix, self._heard, self._take_record, self._paired = prefix, heard, take_record, paired
        self._lock = threading.Lock()
        self._status: dict[str, Status] = {}
        self._games: dict[str, tuple[PublicGame, str]] = {}
        self._refusals = Refusals()
        topics = status_topic(prefix, "+"), game_topic(prefix, "+"), record_topic(prefix, "+", "+")
        # Several watchers may share one user of the broker, so each draws its own client id. A broker that is set up as
        # docs/club.md says puts the user in its place.
        client = f"club-{secrets.token_hex(8)}"
        rival = message(
            "The broker {broker} ended the connection. Another program seems to connect there as the same user {user} "
            "(this one did with the client id {client}), and the broker lets only one of the two stay. Give each "
            "program a user of its own: 'pawnlight guide club' tells how.",
            broker=str(broker), user=broker.user or "-", client=client,
        )
        self._link = Link(broker, client, None, lambda: topics, self._speak, self._hear, rival, lost)
        self.start, self.stop, self.wake = self._link.start, self._link.stop, self._link.wake

    @property
    def trouble(self) -> Message | None:
        """The problem with the connection, for people; ``None``: there is none."""
        return self._link.trouble

    @property
    def connected(self) -> bool:
        """True if the broker has accepted the connection. Without one, nobody knows which boards are online."""
        return self._link.connected

    def boards(self) -> tuple[KnownBoard, ...]:
        """List all boards, sorted by name."""
        with self._lock:
            found = [self._watched(status) for status in self._status.values()]
        return tuple(sorted(found, key=lambda each: (in_order(each.status.name), each.status.board)))

    def board(self, board: str) -> KnownBoard:
        """Return a board by its id.

        :raises KeyError: there is none.
        """
        with self._lock:
            return self._watched(self._status[board])

    def _watched(self, status: Status) -> KnownBoard:
        game, mark = self._games.get(status.board, (None, ""))
        return KnownBoard(status, game, mark)

    # --- in the thread of the connection -------------------------------------------------------------------------

    def _speak(self) -> OutgoingMessages:
        games = self._paired()
        return OutgoingMessages({round_topic(self._prefix, board): write_round(games[board]) for board in games})

    def _hear(self, topic: str, payload: bytes, kept: bool) -> None:
        try:
            ended = whose_record(self._prefix, topic)
            if ended is not None:
                self._take_record(*ended, payload, kept)
                self._refusals.forgive(topic)
                return
            board = whose_game(self._prefix, topic)
            if board is not None:
                self._see(board, payload)
            else:
                board = board_of(self._prefix, topic)
                self._notice(board, payload)
        except BadMessage as error:
            self._refusals.refuse(topic, error)
            return
        self._refusals.forgive(topic)
        game, _ = self._games.get(board, (None, ""))
        self._heard(board, game, kept)

    def _see(self, board: str, payload: bytes) -> None:
        game = read_game(payload)
        with self._lock:
            if game is None:
                self._games.pop(board, None)
            elif board in self._games or len(self._games) < MOST_BOARDS:
                self._games[board] = game, sha256(payload).hexdigest()[:16]

    def _notice(self, board: str, payload: bytes) -> None:
        status = read_status(board, payload) if payload else None
        with self._lock:
            if status is None:  # the topic was cleared
                self._status.pop(board, None)
            elif board in self._status or len(self._status) < MOST_BOARDS:
                self._status[board] = status
