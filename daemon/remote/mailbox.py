"""The letters of this board to others about the games between them, and theirs to it.

What is written follows from the game on the table, as it is on disk; what comes is handed to the table step by step. Of
games that are not on the table, the last letter stands at the broker.
"""

import json
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from club.play.disputes import faults
from club.play.letters import Declined, Invitation, Letter, Voucher, read_letter, write_declined, write_letter
from club.play.sealing import has_signed, seal
from club.play.signing import Signer
from club.play.state import LocalState, RemoteState
from club.play.sync import after, next_heard, tell
from club.transport.errors import BadMessage
from club.transport.messages import Status, in_order
from daemon.remote.deals import KeptDeals
from daemon.remote.invitations import Invitations
from daemon.remote.known_keys import OtherKeys
from daemon.remote.local_state import of_kept, of_table
from daemon.remote.own_identity import OwnIdentity
from daemon.remote.problems import dealt_from_nothing, kind_of, played_elsewhere, same_key, trouble_of
from daemon.remote.suspended_games import Resting, until_over
from daemon.runtime.queue import Orders
from daemon.snapshots.scenes import Scenes, Snapshot
from daemon.storage.games.rows import KeptGame
from daemon.storage.store import Store
from engine.core.errors import EngineError
from engine.core.messages import Message, message
from engine.records.hash_chain import Seals, chained
from engine.registry import find_game
from table.messages.events import CorrectionHeard, EndHeard, GameStuck, OtherBoardSeen, PauseHeard
from table.messages.refusal import Refused
from table.messages.remote_board import RemoteBoard
from webpanel.ports.club_port import Invited, Paired, in_fours

log = logging.getLogger(__name__)

LATEST_GAMES: Final = 20
"""The number of the latest games with other boards whose letters are written again after a start."""
MOST_ANSWERED: Final = 20
"""The most letters about unknown games that are answered: whoever may write to this board must not make it write on and
on."""
PART: Final = "club"
"""The source of warnings, see :data:`daemon.snapshots.scenes.PARTS`."""

SEALS: Final = "seals"
"""The name of a voucher (daemon/storage/file/schema.py)."""

Address = tuple[str, str]
"""The other board, and the key of the game."""


class Mailbox:
    """The mailbox; see :class:`club.member.LetterExchange` and :class:`webpanel.ports.club_port.Club`. May be called
    from any thread."""

    def __init__(
        self, me: Status, signer: Signer, store: Store, orders: Orders, scenes: Scenes,
        others: Callable[[], Sequence[Status]], connected: Callable[[], bool], wake: Callable[[], None],
        resting: Resting, ask: Callable[[], Sequence[Status]] | None = None,
        paired: Callable[[], Sequence[Paired]] = tuple,
    ) -> None:
        """:param others: the boards that are there, as far as is known: at least those with letters. :param connected:
        whether the broker hears us. :param wake: there is something new to write. :param resting: see
        :data:`daemon.remote.suspended_games.Resting`. :param ask: asks the broker for all boards that are there, and
        may wait for them; ``None``: all are known. :param paired: see :meth:`webpanel.ports.club_port.Club.paired`."""
        self.paired = paired
        self._me, self._signer = me, signer
        self._store, self._orders, self._scenes, self._others, self._wake = store, orders, scenes, others, wake
        self._connected, self._resting, self._ask = connected, resting, ask or others
        self._lock = threading.RLock()
        """Held, if at all, before :attr:`daemon.services.game_service.Games.changing`, never the other way round."""
        self._notice: Message | None = None
        self._begin()

    @contextmanager
    def exchanging(self) -> Iterator[None]:
        """Begin anew after the stored data was exchanged. The broker sends the letters of others again."""
        with self._lock:
            try:
                yield
            finally:
                self._begin()

    def _begin(self) -> None:
        self._letters: dict[Address, bytes] | None = None
        self._there: dict[str, RemoteState] = {}
        """Key of a game → the last state received from its other board."""
        self._vouchers: dict[str, Voucher] = {}
        """Key of a game → the voucher of its other board."""
        self._invitations = Invitations()
        self._keys = OtherKeys(self._store, self._wake)
        self._own = OwnIdentity(self._store, self._me.board, self._signer.public_key)
        self._deals = KeptDeals(self._store)
        self._sealed: dict[str, Seals] = {}
        """Key of a game → its seals, if stored since the start."""
        self._cleared: set[str] = set()
        """The keys of games whose other board has cleared its letter."""
        self._on_table = ""
        """The key of the game that was on the table when letters were written last."""
        self._declined: dict[str, str] = {}
        """Key of a game → the reason why the other board does not play it."""
        self._answered = 0
        """The number of letters about unknown games that were answered."""
        self._twins: dict[str, str] = {}
        """Key of a game → the board that invites to it, which signs with the key of this one."""

    # --- the connection ------------------------------------------------------------------------------------------

    def write(self) -> Mapping[Address, bytes]:
        """See :meth:`club.member.LetterExchange.write`."""
        snapshot = self._scenes.snapshot()
        with self._lock:
            if self._letters is None:
                self._letters = self._kept_letters()
            self._look_out(snapshot)
            left, self._on_table = self._on_table, snapshot.key
            if left != snapshot.key and any(key == left for _, key in self._letters):
                self._answer(left)  # its letter lacks the last changes, if they were made without a connection
            on_table = of_table(snapshot.table)
            here = self._deals.with_them(on_table)
            if here is not None:
                if not self._own.is_anothers(here.key):
                    self._follow(here, snapshot)
            elif on_table is not None and on_table.key in self._deals.damaged:
                self._letters[on_table.afar.board, on_table.key] = write_declined(Declined("lost"))
            self._tell_of(snapshot)
            return dict(self._letters)

    def look_around(self) -> None:
        """See :meth:`club.member.LetterExchange.look_around`."""
        self._look_out(self._scenes.snapshot())

    def _look_out(self, snapshot: Snapshot) -> None:
        """Tell the table whether its other board is online."""
        on_table = snapshot.table.on_table
        if on_table is None or on_table.afar is None:
            return
        names = [other.name for other in self._others() if other.board == on_table.afar.board]
        named = [name for name in names if on_table.afar.unnamed and not replace(on_table.afar, name=name).unnamed]
        seen = OtherBoardSeen(self._connected(), bool(names), "".join(named))
        if seen != OtherBoardSeen(snapshot.table.connected, snapshot.table.there):
            self._orders.post(seen, judged_by=snapshot.seating)

    def _follow(self, here: LocalState, snapshot: Snapshot) -> None:
        assert self._letters is not None
        self._take_up(here.key)
        here, there = self._with_signature(here), self._there.get(here.key)
        try:
            here = here if there is None else self._deals.hold(here, there)
            heard = None if there is None else next_heard(here, there)
        except ValueError as error:
            self._deals.complain(here.key, str(error))
            self._letters[here.afar.board, here.key] = self._last_letter(here)
            return
        self._deals.unfair.discard(here.key)
        if there is not None and there.paused != snapshot.table.pause_there:
            self._orders.post(PauseHeard(there.paused), judged_by=snapshot.seating)
        self._letters[here.afar.board, here.key] = self._letter(here)
        if heard is not None and not self._is_settled(here, heard):
            self._orders.post(heard, judged_by=snapshot.seating)

    def _take_up(self, key: str) -> None:
        """Take in the letter that came with the invitation to a game that is played now: it is not sent again unless it
        changes. Its writer's key is pinned."""
        accepted = self._invitations.take_up(key)
        if accepted is not None and self._keys.fits(key, accepted.voucher.public_key):
            self._there.setdefault(key, accepted.state)
            self._vouchers.setdefault(key, accepted.voucher)

    def _letter(self, here: LocalState) -> bytes:
        """Write a letter; empty once both boards know that the game is over, and have signed it: the host knows it
        first."""
        there, voucher = self._there.get(here.key), self._seal(here)
        done = there is not None and there.over and there.chain == chained(here.key, here.sent_actions) and (
            voucher.sealed and self._vouchers[here.key].sealed)
        if here.over and (done if here.afar.numbers else here.key in self._cleared):
            return b""
        return write_letter(Letter(here.key, tell(here, there), voucher, _invitation(here)))

    def _last_letter(self, here: LocalState) -> bytes:
        """Return the last letter to a board that goes back on its commitments: it learns no more than that."""
        told = replace(tell(here, None), deals=(), broken=True)
        return write_letter(Letter(here.key, told, Voucher(self._signer.public_key), _invitation(here)))

    def _seal(self, here: LocalState) -> Voucher:
        """Return this board's voucher. Seals of both boards are stored with the game."""
        there = self._vouchers.get(here.key)
        voucher, seals = seal(here, self._me.board, self._me.name, self._signer, there)
        if seals is not None and self._sealed.get(here.key) != seals:
            self._store.keep_voucher(here.key, SEALS, json.dumps(seals.as_data()))
            self._sealed[here.key] = seals
        return replace(voucher, countersigned=self._lost_signature(here))

    def _lost_signature(self, here: LocalState) -> str:
        """Return the other board's signature, if that board is the host and no longer knows that the game is over: it
        believes its own signature."""
        there = self._there.get(here.key)
        if there is None or there.over or here.afar.numbers or not here.over:
            return ""
        game = self._kept(here.key)
        seals = None if game is None else game.seals
        return "" if seals is None else seals.boards[0].signature

    def _with_signature(self, here: LocalState) -> LocalState:
        """Return the state, marked if this board has signed the game as the other one tells it, and has forgotten
        that."""
        there, voucher = self._there.get(here.key), self._vouchers.get(here.key)
        if there is None or voucher is None or not voucher.countersigned or here.over or not here.afar.numbers:
            return here
        if self._is_sealed(here):
            return here  # the signed end was taken back since
        return replace(here, signed=has_signed(here, there, self._me.board, self._signer, voucher))

    def _is_sealed(self, here: LocalState) -> bool:
        return SEALS in self._store.vouchers(here.key)

    def _is_settled(self, here: LocalState, heard: object) -> bool:
        """True if the news would change a game that both boards have signed, other than by taking back its last action:
        such news comes from a restored backup, and the game stays."""
        undone = isinstance(heard, CorrectionHeard) and heard.count == 1 and here.ended is None
        return isinstance(heard, CorrectionHeard | EndHeard) and not undone and here.over and self._is_sealed(here)

    def _kept_letters(self) -> dict[Address, bytes]:
        """Return the letters of games that were played before this start: they may not have arrived."""
        games = self._store.games_afar(LATEST_GAMES)
        unfinished = [game for game in games if game.end is None or game is games[0]]
        letters = ((game, self._kept_letter(game)) for game in unfinished)
        return {(game.afar.board, game.key): letter for game, letter in letters if letter is not None and game.afar}

    def _kept_letter(self, game: KeptGame) -> bytes | None:
        """Write the letter of a game that is not on the table; ``None``: it does not replay, or is another board's."""
        here = self._kept_here(game)
        if here is None or self._own.is_anothers(here.key):
            return None
        try:
            return self._letter(self._followed(here))
        except ValueError as error:
            self._deals.complain(here.key, str(error))
            return self._last_letter(here)

    def _kept_here(self, game: KeptGame) -> LocalState | None:
        try:
            return self._deals.with_them(of_kept(game, self._store.entry_count(game.key), self._store.lost(game.key)))
        except (EngineError, ValueError) as error:
            log.info("nothing is written of game %s, which does not replay: %s", game.key, error)
            return None

    def _followed(self, here: LocalState) -> LocalState:
        """Advance a game that is not on the table: the other board may have ended it, or ended it otherwise."""
        here, there = self._with_signature(here), self._there.get(here.key)
        if there is None or (here.over and self._is_sealed(here)):
            return here  # what both boards have signed stays
        then, steps = until_over(here, there)
        if not steps:
            return here
        with self._resting(here.key) as rests:
            if not rests or self._store.entry_count(here.key) != here.revision:
                return here  # it has just been played; its players hear of it then
            for each in steps:
                self._store.append(each)
        return then

    def read(self, board: str, key: str, payload: bytes) -> None:
        """See :meth:`club.member.LetterExchange.read`."""
        with self._lock:
            if not payload:
                self._read_cleared(board, key)
                return
            letter, afar = read_letter(payload), self._afar(key)
            self._twins.pop(key, None)
            if afar is not None and afar.board != board:
                raise BadMessage("that game is played with another board")
            if isinstance(letter, Letter) and letter.key != key:
                raise BadMessage("it is about another game")
            self._cleared.discard(key)
            if isinstance(letter, Letter) and letter.voucher.public_key == self._signer.public_key:
                self._refuse_twin(board, key, letter, afar)
            elif isinstance(letter, Declined):
                self._read_declined(key, letter, afar)
            elif afar is not None:
                self._read_told(key, letter, afar)
            else:
                self._read_unknown(board, key, letter)

    def _refuse_twin(self, board: str, key: str, letter: Letter, afar: RemoteBoard | None) -> None:
        """Refuse a letter that proves nothing, as it is signed with the key of this board: people see the remedy.

        :raises BadMessage: always.
        """
        if afar is not None:
            self._declined[key] = "key"
        elif not letter.state.over:
            self._twins[key] = board
            self._decline(board, key, "key")
        self._wake()
        raise BadMessage("the board signs with the key of this one")

    def _decline(self, board: str, key: str, reason: str) -> None:
        if self._letters is not None and (self._answered < MOST_ANSWERED or (board, key) in self._letters):
            self._answered += (board, key) not in self._letters
            self._letters[board, key] = write_declined(Declined(reason))

    def _read_unknown(self, board: str, key: str, letter: Letter) -> None:
        """Take in a letter about an unknown game: it is an invitation, or the game was lost here or is over there."""
        lost = letter.invitation is None or letter.state.judged > 0 or letter.state.over
        if lost:
            self._decline(board, key, "lost")
        if letter.invitation is not None:
            self._invitations.read(board, key, letter.invitation, letter)

    def _read_cleared(self, board: str, key: str) -> None:
        """Take in that a board has cleared its own letter; nobody can clear another one's."""
        self._invitations.withdraw(board, key)
        self._twins.pop(key, None)
        afar = self._afar(key)
        if afar is not None and afar.board == board:
            self._cleared.add(key)
            self._answer(key)

    def _afar(self, key: str) -> RemoteBoard | None:
        """Return the other board of a game; ``None``: there is no such game here.

        :raises BadMessage: it is played on this board alone.
        """
        on_table = self._scenes.snapshot().table.on_table
        if on_table is not None and on_table.key == key:
            afar = on_table.afar
        else:
            game = self._kept(key)
            if game is None:
                return None
            afar = game.afar
        if afar is None:
            raise BadMessage("that game is not between two boards")
        return afar

    def _read_declined(self, key: str, declined: Declined, afar: RemoteBoard | None) -> None:
        if afar is None or not (afar.numbers or declined.reason == "lost"):
            raise BadMessage("nobody was invited to that game")
        lost = "lost" in (declined.reason, self._declined.get(key))
        if key in self._there and not lost and declined.reason != "key":
            raise BadMessage("the board plays that game already")
        self._declined[key] = declined.reason

    def _read_told(self, key: str, letter: Letter, afar: RemoteBoard) -> None:
        told = letter.state
        self._take_up(key)
        if not self._keys.fits(key, letter.voucher.public_key):
            raise BadMessage("the board no longer signs with the key it began the game with")
        here, before = self._here(key), self._there.get(key)
        if here is not None and (fault := faults(here, told)):
            raise BadMessage(fault)
        restored = here is not None and here.over and not told.over and self._is_sealed(here)
        known = told if before is None or afar.numbers or restored else after(here, before, told)
        self._there[key] = known
        if known.revision == told.revision:
            self._vouchers[key] = letter.voucher
        self._declined.pop(key, None)
        self._answer(key)

    def _last_here(self, snapshot: Snapshot) -> LocalState | None:
        """Return the finished game that was on the table at shutdown: it is not restored, but its problems must still
        be shown."""
        key = "" if snapshot.key else self._store.on_table()
        game = self._kept(key) if key in self._there else None
        return None if game is None or game.deleted is not None else self._kept_here(game)

    def _here(self, key: str) -> LocalState | None:
        """Return the state of a game here; ``None``: it is unknown now."""
        snapshot = self._scenes.snapshot()
        if snapshot.key == key:
            return of_table(snapshot.table)
        game = self._kept(key)
        return None if game is None else self._kept_here(game)

    def _answer(self, key: str) -> None:
        """Write the letter of a game that is not on the table; that of the game there is written anyway."""
        if self._letters is not None and key != self._scenes.snapshot().key:
            game = self._kept(key)
            if game is not None and game.afar is not None and (letter := self._kept_letter(game)) is not None:
                self._letters[game.afar.board, key] = letter

    def _kept(self, key: str) -> KeptGame | None:
        """Return a stored game, deleted or not; ``None``: it is not there, or no longer since a backup was restored."""
        try:
            return self._store.game(key, deleted=True)
        except KeyError:
            return None

    # --- what people are told -------------------------------------------------------------------------------------

    def _trouble(self, here: LocalState | None) -> Message | None:
        if here is None:
            return None
        if self._own.is_anothers(here.key):
            return None if here.over else played_elsewhere(here.afar.name)
        here = self._with_signature(here)
        unfair, strange = here.key in self._deals.unfair, self._keys.is_strange(here.key)
        return trouble_of(here, self._there.get(here.key), unfair, strange, self._declined.get(here.key, ""))

    def _to_answer(self) -> Message | None:
        twin = next((other.name for other in self._others() if other.board in self._twins.values()), None)
        if twin is not None:
            return same_key(twin)
        invited = next(iter(self.invitations()), None)
        return None if invited is None else message(
            "{board} invites you to a game: {game}. Answer under New game.", board=invited.board, game=invited.game)

    def _tell_of(self, snapshot: Snapshot) -> None:
        on_table = of_table(snapshot.table)
        here = self._deals.with_them(on_table) or self._last_here(snapshot)
        damaged = on_table is not None and on_table.key in self._deals.damaged
        trouble = dealt_from_nothing(on_table.afar.name) if on_table and damaged else self._trouble(here)
        stuck = trouble is not None and on_table is not None and not on_table.over
        if on_table is not None and stuck != snapshot.table.stuck:
            self._orders.post(GameStuck(stuck), judged_by=snapshot.seating)
        notice = trouble or self._to_answer()
        if notice != self._notice:
            self._notice = notice
            self._scenes.warn(PART, notice)

    # --- the panel -------------------------------------------------------------------------------------------------

    @property
    def board(self) -> str:
        """See :attr:`webpanel.ports.club_port.Club.board`."""
        return self._me.board

    def boards(self) -> Sequence[tuple[str, str]]:
        """See :meth:`webpanel.ports.club_port.Club.boards`."""
        return sorted(((other.board, other.name) for other in self._ask()), key=lambda other: in_order(other[1]))

    def invitations(self) -> Sequence[Invited]:
        """See :meth:`webpanel.ports.club_port.Club.invitations`."""
        with self._lock:
            return tuple(
                Invited(key, _name(self._others(), each.board), *kind_of(each.invitation), each.invitation.seats,
                        each.invitation.clocks)
                for key, each in self._invitations.waiting.items()
            )

    def decline(self, key: str) -> None:
        """See :meth:`webpanel.ports.club_port.Club.decline`."""
        with self._lock:
            refused = self._invitations.refuse(key)
            reason = "no" if kind_of(refused.invitation)[1] is None else "rules"
            if self._letters is not None:
                self._letters[refused.board, key] = write_declined(Declined(reason))
            self._tell_of(self._scenes.snapshot())
        self._wake()

    def accepted(self, key: str) -> None:
        """Note that the game of an invitation is on the table: nobody is asked again, though its board may not know it
        yet."""
        with self._lock:
            self._invitations.accept(key)
            self._tell_of(self._scenes.snapshot())

    def accepting(self, key: str) -> tuple[Invitation, RemoteBoard]:
        """Return an invitation, and the other board of its game.

        :raises KeyError: there is none.
        :raises Refused: the game cannot be played here.
        """
        with self._lock:
            waiting = self._invitations.waiting[key]
            if self._afar(key) is not None:
                raise KeyError(key)  # another phone was quicker
        invitation = waiting.invitation
        if (refusal := kind_of(invitation)[1]) is not None:
            raise Refused(refusal)
        game = find_game(invitation.game)
        seats = game.seats_of(game.read_options(dict(invitation.options)))
        theirs = tuple(seat for seat in seats if seat not in invitation.seats)
        return invitation, RemoteBoard(waiting.board, _name(self._others(), waiting.board), theirs, False)

    def name(self, board: str) -> str:
        """See :meth:`webpanel.ports.club_port.Club.name`."""
        return _name(self._ask(), board)


def _name(others: Iterable[Status], board: str) -> str:
    return next((other.name for other in others if other.board == board), in_fours(board))


def _invitation(here: LocalState) -> Invitation | None:
    """Return the invitation, which goes with every letter of the host."""
    game, options = here.played.game, here.played.options
    return Invitation(
        game.id, game.rules_version, options.as_data(), here.afar.seats, here.controls
    ) if here.afar.numbers else None
