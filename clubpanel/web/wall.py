"""The state that the pages of the club's panel share: boards, results, tournaments, organisers."""

import logging
import threading
import time
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, cast

from flask import current_app
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from club.broadcast.public import PublicGame
from club.broadcast.recording import MOST_GAMES, read_recorded
from club.broadcast.rounds import PairedGame
from club.transport.errors import BadMessage
from club.transport.link import Broker
from club.watcher import Watcher
from clubpanel.results.records import Records
from clubpanel.results.store import Results
from clubpanel.tournament.books import BooksCache
from clubpanel.tournament.journal import Journal
from clubpanel.tournament.rounds import to_play
from clubpanel.web.drawing import SHARE, Drawing
from clubpanel.web.organisers import Organisers
from clubpanel.web.pacing import Pacer
from clubpanel.web.part import Part
from engine.core.messages import Message
from webpanel.access.context import EXTENSION
from webpanel.limits.rate_limits import Tries
from webpanel.ports.change_hub import Changes
from webpanel.server.event_streams import OpenStreams

log = logging.getLogger(__name__)

STREAMS: Final = 100
"""The most pages open at a time; each keeps a thread."""
LOOK_S: Final = 0.0007
"""The processor time to notify a page and to send it the wall, in seconds."""
MOST_WAITING: Final = 1000
RECORDS_PER_BOARD: Final = (20, 60.0)
"""Records accepted from a board, and the seconds within which."""

State = tuple[int, bool, Message | None]


class WatchedClub:
    """A watched club. ``addresses``: of the panel, the most likely first; empty: not known yet. ``names``: the host
    names of its machine, besides."""

    def __init__(self, broker: Broker, prefix: str, database: Engine, now: Callable[[], str], pin: str) -> None:
        """:param now: the date and time in ISO 8601 (UTC); empty while it is not known. ``pin``: of the organisers."""
        self.results, self.journal = Results(database, now), Journal(database, now)
        self.records = Records(database)
        self.bookkeeper = BooksCache(self.results, self.journal)
        self.organisers = Organisers(pin)
        self.addresses: tuple[str, ...] = ()
        self.names: tuple[str, ...] = ()
        self.news = self.told = 0
        """The number of changes heard so far, and the number of those that pages were notified of."""
        self.drawings = defaultdict[tuple[str, str, str], Drawing[Any, Part]](Drawing)
        """The renderings, by the part, its language and the URL prefix of the panel, which its links need."""
        self._counting = threading.Lock()
        self._pacer = Pacer(self._tell, self.pause_s)
        self._results_pacer = Pacer(self.changed, lambda: self.bookkeeper.pause_s)
        self.changes = Changes(STREAMS)
        self.streams = OpenStreams()
        self.watcher = Watcher(broker, prefix, self._heard, self._take_record, self._lost, self._paired)
        self._to_play: Mapping[str, Sequence[PairedGame]] = {}
        """The games that boards are to play, as published last."""
        self._records_told = Tries(RECORDS_PER_BOARD, time.monotonic)
        self._records_read: dict[str, deque[bytes]] = defaultdict(lambda: deque(maxlen=2 * MOST_GAMES))
        """The hashes of the latest records of each board: after a reconnection the broker sends all of them again."""
        self._waiting: OrderedDict[tuple[str, str], tuple[PublicGame, bool]] = OrderedDict()
        """The games that could not be stored yet, and whether each is older than these results."""
        self._begins: bool | None = None
        """True if boards are heard for the first time over this connection; ``None``: nothing was heard yet."""

    def _is_older(self, kept: bool) -> bool:
        """True if a game that ends now is older than these results: the broker had it before anybody stored any."""
        if self._begins is None:
            try:
                self._begins = self.results.begin()
            except SQLAlchemyError:
                return False  # reported when something has to be stored
        return kept and self._begins

    def _lost(self) -> None:
        """Note that games may have ended while there was no connection."""
        if self._begins:
            self._begins = False

    def _heard(self, board: str, game: PublicGame | None, kept: bool) -> None:
        older = self._is_older(kept)
        if game is not None:
            self._waiting[board, game.key] = game, older
            self._waiting.move_to_end((board, game.key))
        self._keep()
        self._note()

    def _note(self) -> None:
        with self._counting:
            self.news += 1
        self._pacer.happened()

    def changed(self) -> None:
        """React to a change of results or tournaments: pages and boards are told."""
        self.bookkeeper.renew()
        self._note()
        self.watcher.wake()

    def _paired(self) -> Mapping[str, Sequence[PairedGame]]:
        try:
            self._to_play = to_play(self.bookkeeper.books())
        except SQLAlchemyError as error:  # what boards were told stays true for now
            log.error("the games of the round cannot be read: %s", str(error).partition("\n")[0])
        return self._to_play

    def _take_record(self, board: str, key: str, payload: bytes, kept: bool) -> None:
        """Take in a finished game. Its record may be the only message of it, if another game has begun since. Replaying
        a record takes time, so the number of records a board may send is limited.

        :raises BadMessage: it is malformed, or the board sends too many.
        """
        said = sha256(payload).digest()
        if not payload or said in self._records_read[board]:
            return
        if self._records_told.wait_s(board) > 0:
            raise BadMessage("too many records come from this board")
        self._records_told.count(board)
        game, record = read_recorded(board, key, payload)
        try:
            self.results.note(board, game, self._is_older(kept))
            if record is not None:
                self.records.keep(board, key, record)
            self._records_read[board].append(said)
        except SQLAlchemyError as error:  # not lost: the broker keeps it, too
            log.error("a record cannot be kept: %s", str(error).partition("\n")[0])
        self._hear_result()

    def _hear_result(self) -> None:
        self.bookkeeper.heard()
        self._results_pacer.happened()

    def pause_s(self) -> float:
        """Return the pause in seconds between two notifications of pages, such that they take a tenth of a
        processor."""
        drawn_s = (each.pause_s for each in tuple(self.drawings.values()))
        return max(SHARE * LOOK_S * self.streams.count, max(drawn_s, default=0.0))

    def _tell(self) -> None:
        self.told = self.news
        self.changes.publish()

    def state(self) -> State:
        """Return the state that the wall depends on."""
        return self.news, self.watcher.connected, self.watcher.trouble

    def is_told(self, state: State) -> bool:
        """True if a rendering of this state contains everything that pages were notified of; they will be notified of
        the rest."""
        return state[0] >= self.told and state[1:] == self.state()[1:]

    def _keep(self) -> None:
        try:
            while self._waiting:
                (board, key), (game, older) = next(iter(self._waiting.items()))
                if self.results.note(board, game, older):
                    self._hear_result()
                del self._waiting[board, key]
        except SQLAlchemyError as error:
            if len(self._waiting) == 1:  # logged once, tried again at every message
                log.error("results cannot be kept for now: %s", str(error).partition("\n")[0])
            while len(self._waiting) > MOST_WAITING:
                self._waiting.popitem(last=False)


def wall() -> WatchedClub:
    """Return the wall that the present request belongs to."""
    return cast(WatchedClub, current_app.extensions[EXTENSION])
