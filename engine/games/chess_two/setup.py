"""Reading and showing Chess Two positions as data (docs/protocol.md, *States*, and protocol.md beside this file)."""

from collections.abc import Mapping
from typing import Any

from engine.core.errors import BadState
from engine.core.json_fields import quoted
from engine.core.messages import Message, message
from engine.core.pieces import TWO_SEATS, Piece, Seat
from engine.core.squares import Square
from engine.game import View
from engine.games.chess_two.checks import checkers
from engine.games.chess_two.endings import REASONS
from engine.games.chess_two.geometry import BOARD, FAR_RANK, LIGHT
from engine.games.chess_two.legality import BOTH_SLOTS, SPECIAL, STANDARD
from engine.games.chess_two.position import (
    KINDS,
    ROOK_HOMES,
    SHIELDLESS,
    ChessTwoOptions,
    Placement,
    Position,
    pieces,
    placement_of,
    possible_castling,
    seat_of,
)
from engine.games.chess_two.turns import begin_turn, resume_turn
from engine.records.position_json import StateReader

TURN = "turn"
OVER = "over"
SLOT_NAMES = {"standard": STANDARD, "special": SPECIAL}
NO_CASTLING = "-"
LIFE, DEATH = Piece(None, "L"), Piece(None, "D")

# --- showing -----------------------------------------------------------------------------------------------------


def view(position: Position) -> View:
    """Return the position as data; nothing in this game is secret."""
    return View(pieces(position.placement), phase(position), to_act(position), _detail(position))


def phase(position: Position) -> str:
    """Return ``turn`` or ``over``."""
    return TURN if position.outcome is None else OVER


def to_act(position: Position) -> tuple[Seat, ...]:
    """Return the seat whose turn it is; nobody when the game is over."""
    return (seat_of(position.white),) if position.outcome is None else ()


def in_check(position: Position) -> bool:
    """True if the seat to act is in check now."""
    return position.outcome is None and bool(
        checkers(position.placement, position.white, position.options.close_combat)
    )


def _detail(position: Position) -> dict[str, Any]:
    board = position.placement
    rights = "".join(right for right, home in ROOK_HOMES.items() if home & board.castling)
    return {
        "slots": sorted(name for name, slot in SLOT_NAMES.items() if slot & position.slots),
        "castling": rights or NO_CASTLING,
        "immune": BOARD.names[board.immune.bit_length() - 1] if board.immune else None,
        "check": in_check(position),
        "quiet_turns": position.quiet_turns,
    }


# --- reading -----------------------------------------------------------------------------------------------------


def read_position(options: ChessTwoOptions, state: Mapping[str, Any]) -> Position:
    """Read the position that a state describes, as its turn goes on from there.

    :raises BadState: naming the field that is wrong.
    """
    reader = StateReader(state, BOARD, TWO_SEATS)
    placed = reader.pieces(_may_stand)
    phase = reader.phase((TURN, OVER))
    board = _read_castling(reader, placement_of(placed))
    board = board._replace(immune=_read_immune(reader, placed))
    quiet_turns = reader.integer("quiet_turns", 0)
    slots = reader.field("slots", BOTH_SLOTS, _slots)
    reader.boolean("check", False)
    reader.finish()
    if phase == OVER:
        return _read_over(reader, options, board, quiet_turns)
    return _read_turn(reader, Position(options, board, _read_side(reader), slots, quiet_turns))


def _may_stand(square: Square, piece: Piece) -> bool | Message:
    """Return True if this piece may stand there, else the reason why not."""
    bit, name = 1 << square, BOARD.name(square)
    if piece == LIFE:
        return bool(LIGHT & bit) or message("board: Life stands on light squares, and {square} is dark", square=name)
    if piece == DEATH:
        return not LIGHT & bit or message("board: Death stands on dark squares, and {square} is light", square=name)
    if piece.owner not in TWO_SEATS or piece.kind not in KINDS:
        return False
    if piece.kind == "P" and FAR_RANK[piece.owner is Seat.WHITE] & bit:
        return message("board: a pawn on {square} would have been promoted", square=name)
    if piece.shielded and piece.kind in SHIELDLESS:
        return message("board: kings and queens have no Shield, nor has the one on {square}", square=name)
    return True


def _read_castling(reader: StateReader, board: Placement) -> Placement:
    rights = reader.field("castling", sum(ROOK_HOMES.values()), _castling)
    return board._replace(castling=possible_castling(board, rights))


def _castling(label: str, value: object) -> int:
    letters = value if isinstance(value, str) and value != NO_CASTLING else ""
    given = [right for right in ROOK_HOMES if right in letters]
    if value != ("".join(given) or NO_CASTLING):
        raise BadState(message(
            "detail: {label} must hold letters of KQkq in this order, or be '-', not {value}",
            label=label, value=quoted(value)
        ))
    return sum(ROOK_HOMES[right] for right in given)


def _read_immune(reader: StateReader, placed: Mapping[Square, Piece]) -> int:
    square = reader.square("immune")
    if square is None:
        return 0
    piece = placed.get(square)
    if piece is None or piece.owner is None or piece.kind in SHIELDLESS:
        raise BadState(message(
            "immune: no piece that may have a Shield stands on {square}", square=BOARD.names[square]
        ))
    return 1 << square


def _slots(label: str, value: object) -> int:
    given = list(value) if isinstance(value, list | tuple) else [value]
    names = [name for name in given if isinstance(name, str) and name in SLOT_NAMES]
    if names != given or isinstance(value, str):
        raise BadState(message(
            "detail: {label} must be a list of 'standard' and 'special', not {value}", label=label, value=quoted(value)
        ))
    if len(set(names)) != len(names):
        raise BadState(message("detail: {label} names a slot twice", label=label))
    return sum(SLOT_NAMES[name] for name in names)


def _read_side(reader: StateReader) -> bool:
    given = reader.to_act()
    if given is not None and given not in ((Seat.WHITE,), (Seat.BLACK,)):
        raise BadState(message("to_act must name the one seat whose turn it is"))
    return given is None or given == (Seat.WHITE,)


def _read_turn(reader: StateReader, position: Position) -> Position:
    if reader.result(REASONS) is not None:
        raise BadState(message("result must be null while the phase is turn"))
    board = position.placement
    for side, seat in ((board.white, Seat.WHITE), (board.black, Seat.BLACK)):
        if (board.kings & side).bit_count() != 1:
            raise BadState(message("board: {seat} must have exactly one king", seat=seat))
    if not position.slots:
        raise BadState(message("detail: slots must not be empty during a turn"))
    if position.slots == BOTH_SLOTS:
        return begin_turn(position.options, board, position.white, position.quiet_turns)
    return resume_turn(position)


def _read_over(reader: StateReader, options: ChessTwoOptions, board: Placement, quiet_turns: int) -> Position:
    result = reader.result(REASONS)
    if result is None:
        raise BadState(message("result is missing: say who won, and why"))
    if reader.to_act():
        raise BadState(message("to_act must be empty when the game is over"))
    return Position(options, board._replace(immune=0), True, 0, quiet_turns, result)
