"""The hands over the screen board: those of the phones, by taps, and the board's own.

Tedious work (set-up, marches, clearing) is done by the board's own hand after the animation, unless the settings leave
it to the players. A lift is put back some time after its phone has gone, and with it everything of the action it
belongs to.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from daemon.base.thread import Worker
from daemon.screen import automatic_moves, refusals, taps
from daemon.screen.state import OnScreen, ScreenGame
from daemon.snapshots.presence import Presence
from daemon.snapshots.scenes import Scenes, Snapshot
from daemon.snapshots.seats import CHANGED, Seating
from engine.core.messages import message
from engine.core.squares import Square, bits
from engine.game import EVERYTHING
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.pieces import Wood
from table.messages.refusal import BOARD_CHANGED, OTHER_GAME, Refused
from table.messages.taps import Tap, TapKind
from table.model.state import Table
from table.model.target import Goal
from table.output import touchscreen
from table.requests.seen import refuse_unseen_actions

log = logging.getLogger(__name__)

FELT_S = 1.0
"""The longest time that a tap waits for the table to register the tap before it."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The times at which the board's own hand works, and how much longer than the debounce time a reed stays open in a
    swap.

    ``hold_s``: the time after which a lift is put back if its phone has gone, or if another phone wants to touch the
    board.
    """

    before_setup_s: float = 0.4
    before_happening_s: float = 1.2
    before_clearing_s: float = 0.3
    open_s: float = 0.03
    hold_s: float = 10.0


USUAL_PACE = Pace()


class ScreenBoard(Worker):
    """The hands over the screen board, while there is one. All public methods may be called from any thread."""

    def __init__(
        self, on_screen: OnScreen, scenes: Scenes, presence: Presence, pace: Pace = USUAL_PACE,
        clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__("screen")
        self._on_screen = on_screen
        self._scenes = scenes
        self._presence = presence
        self._pace = pace
        self._clock = clock
        self._sleep = sleep
        self._hands = threading.RLock()
        self._news = False
        self._table = Table()
        self._freshness = taps.Freshness()

    # --- the table -----------------------------------------------------------------------------------------------

    def lay_out(self, key: str, board: SimulatedBoard | None) -> None:
        """Work on this board from now on, for the game with this key; ``None``: the game is played on the physical
        board."""
        self._on_screen.game = None if board is None else ScreenGame(key, board)
        self._freshness.changed(self._scenes.number + 1)

    def notice(self, table: Table) -> None:
        """Take in a change of the table. Returns at once."""
        with self._changed:
            self._table = table
            self._wake()

    def _wake(self) -> None:
        with self._changed:
            self._news = True
            self._changed.notify_all()

    # --- phones --------------------------------------------------------------------------------------------------

    def tap(self, tap: Tap, judged_by: Seating | None) -> None:
        """Carry out a tap. ``judged_by``: the seating by which the phone was found to have the right.

        :raises Refused: with the reason, in words.
        """
        with self._hands:
            newest, game = self._scenes.snapshot(), self._on_screen.game
            if judged_by is not None and newest.seating != judged_by:
                raise Refused(CHANGED if newest.key == judged_by.key else OTHER_GAME)
            if game is None or game.key != newest.key:
                raise Refused(message(
                    "No game is being played on the screen board. Start one there, or play on the physical board."
                ))
            scene = newest.scene(frozenset())
            taps.check_turn(tap, scene, self._table.settings.by_hand, self._mends(tap, game.board.wood))
            self._make_way(tap.phone, game)
            taps.check_hands(tap, game.board.wood)
            if self._freshness.is_stale(tap, scene.number):
                raise Refused(BOARD_CHANGED)
            _refuse_decided(tap, newest)
            self._refuse_disorder(tap, game)
            self._freshness.changed(scene.number + 1)
            try:
                self._carry_out(tap, game)
            finally:
                self._scenes.republish()
        self._wake()

    def _refuse_disorder(self, tap: Tap, game: ScreenGame) -> None:
        """Refuse what no rule has a use for, once everything that was tapped before is felt.

        :raises Refused: with the reason.
        """
        wood = game.board.wood
        for square in bits(self._table.occupancy ^ wood.occupancy):
            if not self._felt(square, square in wood.stands):
                return
        refusals.refuse_disorder(tap, self._table, self._scenes.snapshot().scene(frozenset()).now, self._clock())

    def _carry_out(self, tap: Tap, game: ScreenGame) -> None:
        if not game.board.wood.hands:
            game.held_since_s = self._clock()
        if tap.kind is not TapKind.RETURN or not self._put_back_whole(game):
            fingers = taps.PhoneHand(tap.phone, game.board, self._felt)
            game.lifted = fingers.carry_out(tap, game.lifted, self._blow_at, _wanted(self._table))

    def _mends(self, tap: Tap, wood: Wood) -> bool:
        """True if the phone holds a piece, or takes one out of the tray that is missing on the board: it may put that
        down whoever is to move, or nobody could go on."""
        wanted = _wanted(self._table)
        missing = wanted.keys() - wood.stands.keys()
        takes = tap.kind is TapKind.TAKE and automatic_moves.lies_ready(wood, wanted, missing)
        return takes or bool(wood.holds(tap.phone))

    def _blow_at(self, square: Square) -> taps.Blow:
        return taps.blow_at(self._table, square)

    def _make_way(self, phone: str, game: ScreenGame) -> None:
        """Put back a piece that another phone has held for too long, whatever that phone goes on sending."""
        for other in game.board.wood.hands:
            if other != phone and self._clock() >= game.held_since_s + self._pace.hold_s:
                self._put_back(other, game)

    def _put_back(self, phone: str, game: ScreenGame) -> None:
        if not self._put_back_whole(game):
            taps.PhoneHand(phone, game.board, self._felt).put_back(game.lifted, _wanted(self._table))
            game.lifted = []
        self._freshness.changed(self._scenes.number + 1)
        self._scenes.republish()

    def _put_back_whole(self, game: ScreenGame) -> bool:
        """Put back everything of the action under way; ``False``: there is none.

        Half of it may be another action, or one that nobody can finish without what was in the hand.
        """
        before = touchscreen.interrupted(self._table)
        if before is not None:
            self._put_right(game, {square: str(piece) for square, piece in before.items()})
        return before is not None

    def _felt(self, square: Square, covered: bool) -> bool:
        """Wait until the table has registered that a square is covered, or free; whether it believes that does not
        matter. ``False`` if it has not for so long that it may miss it."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._stopping or self._table.occupancy >> square & 1 == covered, FELT_S
            )

    def _open_s(self) -> float:
        return self._table.settings.debounce_ms / 1000 + self._pace.open_s

    # --- the board's own hand ------------------------------------------------------------------------------------

    def _run(self) -> None:
        wake_s: float | None = None
        while self._wait(wake_s):
            try:
                with self._hands:
                    wake_s = self._lend_a_hand()
            except Exception:  # the players can still move every piece themselves
                log.exception("the screen board's own hand failed")
                wake_s = None

    def _wait(self, wake_s: float | None) -> bool:
        """Wait until there is news or something is due; ``False`` at the end."""
        timeout_s = None if wake_s is None else max(0.0, wake_s - self._clock())
        with self._changed:
            self._changed.wait_for(lambda: self._news or self._stopping, timeout_s)
            self._news = False
            return not self._stopping

    def _lend_a_hand(self) -> float | None:
        """Do what is due, and return when something will be."""
        table, game = self._table, self._on_screen.game
        setting_up = table.goal is not None and table.goal.reason == "setup"
        if game is None or table.on_table is None or game.key != table.on_table.key or table.unread is not None:
            return None
        if table.stored.paused and not setting_up:
            return None
        if table.goal is not game.goal:
            game.goal, game.since_s, game.done = table.goal, self._clock(), False
        self._put_tokens_right(game, table)
        self._stock(game, table)
        if self._is_amiss(game, table) and not self._put_back_whole(game):
            self._put_right(game, _wanted(table))
        if table.settings.by_hand and table.on_table.outcome is None:  # once it is over nobody can tap any more
            return self._return_lifts(game)
        if table.goal is not None:
            return self._reach_goal(game, table, table.goal)
        self._finish_action(game, table)
        return self._clear_hand(game, table) or self._return_lifts(game)

    def _put_tokens_right(self, game: ScreenGame, table: Table) -> None:
        """Change what no reed senses (Shields, a promoted piece) without a hand, once the board is in step."""
        wood, wanted = game.board.wood, _wanted(table)
        if table.goal is None and not table.touches and not wood.hands and wood.occupancy == table.covered:
            changed = automatic_moves.exchanged(wood, wanted)
            if changed is not wood:
                game.board.stand(changed)
                self._scenes.republish()

    def _stock(self, game: ScreenGame, table: Table) -> None:
        """Fill the tray with the pieces that players may put on the board: by hand everything that is missing, else new
        pieces."""
        wood = game.board.wood
        needed = _wanted(table) if table.settings.by_hand else {}
        stocked = automatic_moves.stocked(wood, {**needed, **_entering(table)})
        if stocked is not wood:
            game.board.stand(stocked)
            self._scenes.republish()

    def _is_amiss(self, game: ScreenGame, table: Table) -> bool:
        """True if the table assumes a piece in a hand that stands where another one belongs: no reed sensed which of
        two came down, and nobody could put down the piece it asks for."""
        wood = game.board.wood
        held = touchscreen.held(table) if wood.occupancy == table.covered and not wood.hands else 0
        return bool(held) and not automatic_moves.lies_ready(wood, _wanted(table), bits(held))

    def _reach_goal(self, game: ScreenGame, table: Table, goal: Goal) -> float | None:
        due_s = game.since_s + self._delay_s(goal)
        if game.done:
            return None
        if self._clock() < due_s:
            return due_s
        game.done = True
        self._put_right(game, _wanted(table))
        if goal.reason == "setup":  # what a lesson before has left is back in the box
            game.board.stand(replace(game.board.wood, tray={}))
        return None

    def _put_right(self, game: ScreenGame, wanted: Mapping[Square, str]) -> None:
        """Put every piece where it should stand, and empty all hands."""
        cleared = automatic_moves.cleared(game.board.wood, wanted)
        if cleared.occupancy != game.board.wood.occupancy:
            emptied = [square for square in game.board.wood.stands if square not in cleared.stands]
            game.board.stand(cleared)
            self._sleep(self._open_s())
            for square in emptied:  # on a busy computer a reed may be scanned later than it opened
                self._felt(square, False)
        game.lifted = []
        self._stand(game, automatic_moves.filled(cleared, wanted))

    def _delay_s(self, goal: Goal) -> float:
        return self._pace.before_happening_s if goal.reason == "happening" else self._pace.before_setup_s

    def _finish_action(self, game: ScreenGame, table: Table) -> None:
        """Move the last piece of the only action that can be meant: the rook of a castling, a pawn taken in passing."""
        wood, left = game.board.wood, touchscreen.left(table)
        if left is not None and not wood.hands and wood.occupancy == table.covered:
            self._stand(game, automatic_moves.moved(wood, *left))

    def _clear_hand(self, game: ScreenGame, table: Table) -> float | None:
        """Put captured pieces into the tray, once the board is in step."""
        wood = game.board.wood
        assert table.on_table is not None
        if any(square is None for _, square in game.lifted):
            return None  # taken out of the tray a moment ago, to be put on the board
        if not wood.hands or wood.occupancy != table.on_table.occupied or table.covered != table.on_table.occupied:
            game.since_s = self._clock()
            return None
        due_s = game.since_s + self._pace.before_clearing_s
        if self._clock() < due_s:
            return due_s
        game.lifted = []
        self._stand(game, automatic_moves.put_away(wood))
        self._wake()  # what waited for an empty hand, the queen that a pawn becomes, comes now
        return None

    def _return_lifts(self, game: ScreenGame) -> float | None:
        """Put back the pieces lifted by a phone that has gone."""
        for phone in game.board.wood.hands:
            gone_s = self._presence.gone_since(phone)
            if gone_s is not None and self._clock() >= max(gone_s, game.held_since_s) + self._pace.hold_s:
                self._put_back(phone, game)
        return self._clock() + self._pace.hold_s / 10 if game.board.wood.hands else None

    def _stand(self, game: ScreenGame, wood: Wood) -> None:
        """Replace the pieces. Taps on the earlier picture come too late from now on."""
        self._freshness.changed(self._scenes.first_to_show(partial(game.board.stand, wood)))
        self._scenes.republish()


def _refuse_decided(tap: Tap, newest: Snapshot) -> None:
    """Refuse a tap if something was played since its scene, other than by hands: these were taps, or showed it before
    the table counted it.

    :raises Refused: in words.
    """
    on_table = newest.table.on_table
    if on_table is not None and not on_table.by_hand:
        refuse_unseen_actions(newest.seen_in(tap.scene), newest.table)


def _entering(table: Table) -> dict[Square, str]:
    """Return a square for each kind of piece that the player to act may put on the board out of the box."""
    assert table.on_table is not None
    game, found = table.on_table, dict[str, Square]()
    for each in game.hand_actions if table.goal is None else ():
        if each.footprint.fills and not each.footprint.empties:
            after = game.game.view(game.game.successor(game.position, each.action), EVERYTHING).pieces
            found.update({str(after[square]): square for square in bits(each.footprint.fills) if square in after})
    return {square: piece for piece, square in found.items()}


def _wanted(table: Table) -> dict[Square, str]:
    """Return the pieces that should stand on the board, by square."""
    pieces = {} if table.on_table is None else table.on_table.pieces
    return {square: str(piece) for square, piece in pieces.items()}
