"""What a tap on the screen board may do, and doing it."""

from collections.abc import Callable
from enum import Enum, auto

from engine.messages import message
from engine.squares import Square
from hardware.simulated import SimulatedBoard
from hardware.wood import Wood
from table import hands
from table.refused import Refused
from table.state import Table
from table.words.scene import Scene
from table.words.screen import Tap, TapKind

Lifted = list[tuple[str, Square | None]]
"""What is in a hand, in the order of lifting, and where it stood (``None``: in the tray)."""


class Blow(Enum):
    """What becomes of the pieces when a lit enemy piece is tapped with another one in the hand."""

    REPLACE = auto()
    """The piece in the hand takes its square."""
    REMOVE = auto()
    """It goes to the tray; where the piece in the hand comes to rest, the next tap says."""
    TOUCH = auto()
    """It is touched and stays; the piece in the hand stays there too."""


def blow_at(table: Table, square: Square) -> Blow:
    """What a tap on an enemy piece means for the actions that may be under way."""
    if table.on_table is None or table.goal is not None or table.paused or not table.difference:
        return Blow.REPLACE
    footprints = [hand_action.footprint for hand_action in hands.read(table).possible]
    if any(footprint.touches >> square & 1 for footprint in footprints):
        return Blow.TOUCH
    return Blow.REMOVE if any(footprint.empties >> square & 1 for footprint in footprints) else Blow.REPLACE


class Freshness:
    """Remembers which scene shows the last change that somebody else than a phone made."""

    def __init__(self) -> None:
        self._last: tuple[str | None, int] = (None, 0)
        self._before = 0

    def changed(self, phone: str | None, number: int) -> None:
        """Somebody (``None``: the board itself) changed what stands on the board; scene ``number`` will show it."""
        if phone != self._last[0]:
            self._before = self._last[1]
        self._last = (phone, number)

    def is_stale(self, tap: Tap, newest: int) -> bool:
        """Whether a tap was made on a scene from before somebody else's change (or on one that never was)."""
        phone, number = self._last
        return not (self._before if phone == tap.phone else number) <= tap.scene <= newest


def check_turn(tap: Tap, scene: Scene, by_hand: bool) -> None:
    """Refuse a tap of a phone that may not touch the board now.

    :raises Refused: with the reason.
    """
    if scene.status == "paused":
        raise Refused(message("The game is paused. Resume it first."))
    if scene.status == "over":
        raise Refused(message("This game is over. Start a new one or continue another."))
    if scene.status in ("setup", "happening", "undo") and not by_hand:
        raise Refused(message("The board is moving pieces itself. Wait a moment."))
    if not tap.seats:
        raise Refused(message("Other phones hold all seats: this one can only look on."), 403)
    acting = {seat for seat in scene.players if seat in scene.to_act}
    if scene.status == "play" and acting and not acting & tap.seats:
        raise Refused(message("It is another player's turn, who holds that seat with another phone."), 403)


def check_hands(tap: Tap, wood: Wood) -> None:
    """Refuse a tap that no hand could do.

    :raises Refused: with the reason.
    """
    if any(phone != tap.phone for phone in wood.hands):
        raise Refused(message("Another phone has a piece in the hand. Wait until it is put down."))
    if tap.kind is not TapKind.LIFT and tap.kind is not TapKind.TAKE and not wood.holds(tap.phone):
        raise Refused(message("There is nothing in the hand. Lift a piece first."))
    if tap.kind is TapKind.TAKE:
        if not wood.tray.get(tap.piece or ""):
            raise Refused(message("The tray has no such piece. Take one that it shows."))
    elif tap.kind is not TapKind.GIVE:
        _check_square(tap, wood)
    if tap.piece is not None and tap.kind in (TapKind.PLACE, TapKind.GIVE) and tap.piece not in wood.holds(tap.phone):
        raise Refused(message("That piece is not in the hand. Lift it first."))


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
        raise Refused(message("A tap that lifts, places or captures needs a square."), 400)
    return tap.square


def carry_out(
    tap: Tap, board: SimulatedBoard, lifted: Lifted, blow: Blow, felt_open: Callable[[Square], None]
) -> Lifted:
    """Do a checked tap and return what is in the hand then.

    ``blow``: what a capture means here; ``felt_open``: waits until a reed is felt to be open.
    """
    hand = tap.phone
    match tap.kind:
        case TapKind.LIFT:
            return [*lifted, (board.lift(_square(tap), hand), tap.square)]
        case TapKind.PLACE:
            piece = tap.piece or board.wood.holds(hand)[-1]
            board.place(_square(tap), piece, hand)
            return _without(lifted, piece)
        case TapKind.CAPTURE:
            return _strike(_square(tap), hand, board, lifted, blow, felt_open)
        case TapKind.TAKE:
            board.take(tap.piece or "", hand)
            return [*lifted, (tap.piece or "", None)]
        case TapKind.GIVE:
            piece = tap.piece or board.wood.holds(hand)[-1]
            board.give(piece, hand)
            return _without(lifted, piece)


def _strike(
    square: Square, hand: str, board: SimulatedBoard, lifted: Lifted, blow: Blow, felt_open: Callable[[Square], None]
) -> Lifted:
    piece = board.wood.holds(hand)[-1]
    struck = board.lift(square, hand)
    felt_open(square)
    if blow is Blow.TOUCH:
        board.place(square, struck, hand)
        return lifted
    if blow is Blow.REPLACE:
        board.place(square, piece, hand)
        lifted = _without(lifted, piece)
    board.give(struck, hand)
    return lifted


def _without(lifted: Lifted, piece: str) -> Lifted:
    """Without the latest of these pieces."""
    number = max((n for n, (each, _) in enumerate(lifted) if each == piece), default=len(lifted))
    return lifted[:number] + lifted[number + 1 :]


def put_back(hand: str, board: SimulatedBoard, lifted: Lifted) -> None:
    """Put what a hand holds back where it was, the latest first; into the tray, if its square is occupied now."""
    for piece, square in reversed(lifted):
        if square is None or square in board.wood.stands:
            board.give(piece, hand)
        else:
            board.place(square, piece, hand)
