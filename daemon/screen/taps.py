"""Taps on the screen board: checking them, and carrying them out."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from daemon.screen.automatic_moves import bare
from engine.core.actions import Footprint
from engine.core.messages import message
from engine.core.squares import Square, bits
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.pieces import Wood
from table.messages.refusal import Refused
from table.messages.scene import Scene
from table.messages.taps import Tap, TapKind
from table.model.state import Table
from table.output import touchscreen
from table.turns.transaction import COMPUTER_MOVES

Homes = Mapping[Square, str]
"""The pieces that belong on the squares."""
Lifted = list[tuple[str, Square | None]]
"""The pieces in a hand, in the order of lifting, and their origins (``None``: the tray)."""


class Fate(Enum):
    """The fate of a piece that is tapped with another one in the hand."""

    TAKEN = auto()
    """It goes to the tray."""
    TOUCHED = auto()
    """It stays."""
    PUSHED = auto()
    """It comes into the hand: the next tap says where it stands then; if there is none, it was taken."""


@dataclass(frozen=True, slots=True)
class Blow:
    """A tap on a piece with another one in the hand.

    ``rest``: the square where the other one comes to stand; ``None``: the next tap says it.
    """

    fate: Fate
    rest: Square | None


def blow_at(table: Table, square: Square) -> Blow:
    """Interpret a tap on a piece, by the actions that may be under way."""
    doing = touchscreen.at_work(table)
    possible = doing.reading.possible if doing else ()
    struck = [each.footprint for each in possible if doing and doing.on_table.victims(each) >> square & 1]
    fate = Fate.TAKEN
    if any(each.touches >> square & 1 for each in struck):
        fate = Fate.TOUCHED
    elif any(each.empties.bit_count() == each.fills.bit_count() for each in struck):
        fate = Fate.PUSHED
    return Blow(fate, _rest(struck, square))


def _rest(struck: Sequence[Footprint], square: Square) -> Square | None:
    """Return the square where the striking piece can come to stand, if there is only one."""
    if all(each.swaps >> square & 1 for each in struck):
        return square
    rests = 0
    for each in struck:
        rests |= each.fills | each.returns | each.swaps & 1 << square
    return next(bits(rests)) if rests.bit_count() == 1 else None


class Freshness:
    """The scene that shows the last change of the pieces. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # its own: threads that move pieces hold theirs while they wait for the table
        self._last = 0

    def changed(self, number: int) -> None:
        """Note that the pieces on the board change, by a tap or by themselves; scene ``number`` will show it."""
        with self._lock:
            self._last = max(self._last, number)

    def is_stale(self, tap: Tap, newest: int) -> bool:
        """True if a tap was made on a scene from before that (or on one that never was): that phone's own taps, too,
        make an earlier page of it an old one. Their answers tell the number to go on with."""
        with self._lock:
            return not self._last <= tap.scene <= newest


def check_turn(tap: Tap, scene: Scene, by_hand: bool, mends: bool) -> None:
    """Refuse a tap of a phone that may not touch the board now. ``mends``: it holds a piece, which may be put down even
    after the turn has passed, or takes one that is missing on the board.

    :raises Refused: with the reason.
    """
    if scene.status == "paused":
        raise Refused(message("The game is paused. Resume it first."))
    if scene.status == "over":
        raise Refused(message("This game is over. Start a new one or continue another."))
    if scene.status in ("setup", "happening", "undo") and not by_hand:
        raise Refused(message("The board is moving pieces itself. Wait a moment."))
    if not tap.seats:
        raise Refused(message("All seats are taken: this phone can only watch."), 403)
    acting = {seat for seat in scene.players if seat in scene.to_act}
    puts_right = mends and tap.kind not in (TapKind.LIFT, TapKind.CAPTURE)
    if scene.status == "play" and acting and not acting & tap.seats and not puts_right:
        if acting <= scene.computers.keys():
            raise Refused(COMPUTER_MOVES, 403)
        raise Refused(message("It is the turn of another player, who holds that seat with another phone."), 403)


def check_hands(tap: Tap, wood: Wood) -> None:
    """Refuse a tap that no hand could do.

    :raises Refused: with the reason.
    """
    if any(phone != tap.phone for phone in wood.hands):
        raise Refused(message("Another phone is holding a piece. Wait until it is put down."))
    if tap.kind is not TapKind.LIFT and tap.kind is not TapKind.TAKE and not wood.holds(tap.phone):
        raise Refused(message("No piece is lifted. Tap one first."))
    if tap.kind is TapKind.TAKE:
        if not wood.tray.get(tap.piece or ""):
            raise Refused(message("The tray has no such piece. Take one that it shows."))
    elif tap.kind not in (TapKind.GIVE, TapKind.RETURN):
        _check_square(tap, wood)
    if tap.piece is not None and tap.kind in (TapKind.PLACE, TapKind.GIVE) and tap.piece not in wood.holds(tap.phone):
        raise Refused(message("That piece is not lifted. Tap it first."))


def _check_square(tap: Tap, wood: Wood) -> None:
    square = _square(tap)
    if not 0 <= square < wood.board.size:
        raise Refused(message("The board has no such square."), 400)
    name = wood.board.name(square)
    if tap.kind is TapKind.PLACE and square in wood.stands:
        raise Refused(message("{square} is occupied. Capture the piece there, or tap an empty square.", square=name))
    if tap.kind is not TapKind.PLACE and square not in wood.stands:
        raise Refused(message("{square} is empty. Tap a piece.", square=name))


def _square(tap: Tap) -> Square:
    if tap.square is None:
        raise Refused(message("Name the square to lift from, put on or capture."), 400)
    return tap.square


@dataclass(frozen=True, slots=True)
class PhoneHand:
    """The hand of one phone on the board. ``felt``: waits until a square is registered as covered, or as free; true if
    it was."""

    phone: str
    board: SimulatedBoard
    felt: Callable[[Square, bool], bool]

    @property
    def latest(self) -> str:
        """The piece taken last."""
        return self.board.wood.holds(self.phone)[-1]

    def carry_out(self, tap: Tap, lifted: Lifted, blow: Callable[[Square], Blow], homes: Homes) -> Lifted:
        """Carry out a checked tap and return the pieces in the hand after it. ``blow``: interprets a capture here.

        :raises Refused: the table did not feel it in time. Then all is as before, for half of it may be another action.
        """
        before = self.board.wood
        try:
            return self._do(tap, lifted, blow, homes)
        except Refused:
            self.board.stand(before)
            raise

    def _do(self, tap: Tap, lifted: Lifted, blow: Callable[[Square], Blow], homes: Homes) -> Lifted:
        board, phone = self.board, self.phone
        match tap.kind:
            case TapKind.LIFT:
                return [*lifted, (board.lift(_square(tap), phone), tap.square)]
            case TapKind.PLACE:
                return self._place(_square(tap), tap.piece or self.latest, lifted)
            case TapKind.CAPTURE:
                return self._strike(_square(tap), lifted, blow)
            case TapKind.TAKE:
                board.take(tap.piece or "", phone)
                return [*lifted, (tap.piece or "", None)]
            case TapKind.GIVE:
                piece = tap.piece or self.latest
                board.give(piece, phone)
                return _without(lifted, piece)
            case TapKind.RETURN:
                self.put_back(lifted, homes)
                return []

    def _place(self, square: Square, piece: str, lifted: Lifted) -> Lifted:
        self._until_felt(square, False)  # fingers on a screen are quicker than on a board
        self.board.place(square, piece, self.phone)
        self.felt(square, True)  # so that a game that is parked in the next moment includes the move
        return _without(lifted, piece)

    def _strike(self, square: Square, lifted: Lifted, blow_at: Callable[[Square], Blow]) -> Lifted:
        for _, origin in lifted:
            if origin is not None and origin not in self.board.wood.stands:
                self._until_felt(origin, False)  # a blow is interpreted by the piece in the hand
        blow, striker = blow_at(square), self.latest
        struck = self.board.lift(square, self.phone)
        self._until_felt(square, False)
        if blow.fate is Fate.TOUCHED:
            self.board.place(square, struck, self.phone)
            self._until_felt(square, True)  # a touch counts while the striker is in the hand
        elif blow.fate is Fate.TAKEN:
            self.board.give(struck, self.phone)
        else:
            lifted = [*lifted, (struck, square)]
        return lifted if blow.rest is None else self._place(blow.rest, striker, lifted)

    def _until_felt(self, square: Square, covered: bool) -> None:
        if not self.felt(square, covered):
            raise Refused(message("The table is too busy to feel that. Look at the board, then tap again."), 503)

    def put_back(self, lifted: Lifted, homes: Homes) -> None:
        """Put the held pieces where they belong, the latest first; into the tray, if that is nowhere, or taken."""
        for piece, square in reversed(lifted):
            home = _home(piece, square, homes, self.board.wood)
            if home is None:
                self.board.give(piece, self.phone)
            else:
                self.felt(home, False)
                self.board.place(home, piece, self.phone)
                self.felt(home, True)


def _home(piece: str, square: Square | None, homes: Homes, wood: Wood) -> Square | None:
    """Return the square where a piece belongs: its origin, if such a piece belongs there; else a free square that lacks
    one; ``None``: there is none, or it comes from the tray."""
    lacking = [each for each, wanted in homes.items() if each not in wood.stands and bare(wanted) == bare(piece)]
    if square is None or not lacking:
        return None
    return square if square in lacking else lacking[0]


def _without(lifted: Lifted, piece: str) -> Lifted:
    """Return the pieces without the latest of this kind."""
    number = max((n for n, (each, _) in enumerate(lifted) if each == piece), default=len(lifted))
    return lifted[:number] + lifted[number + 1 :]
