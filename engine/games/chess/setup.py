"""Reading and showing chess positions as data (docs/protocol.md, *States*, and protocol.md beside this file)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.core.errors import BadState
from engine.core.json_fields import check, or_null, quoted, whole
from engine.core.messages import Message, message
from engine.core.pieces import CHANCE, TWO_SEATS, Piece
from engine.core.squares import Square
from engine.games.chess.arrays import ARRAYS
from engine.games.chess.attacks import attackers, checks_and_pins, passing_square
from engine.games.chess.endings import REASONS, begun
from engine.games.chess.geometry import BOARD, FIRST_RANKS, LAST_RANKS
from engine.games.chess.position import EMPTY, PHASES, PIECES, ChessOptions, Placement, Position, place
from engine.games.chess.rights import LETTERS, NONE, letters_of, rights_of
from engine.records.position_json import StateReader

MOST_MOVES = 9999
"""The highest number of a move that is let in."""
_ALLOWED = {piece for pieces in PIECES for piece in pieces.values()}
_PASSED_RANKS = (5, 2)
"""By side to move: the rank, from 0, that a pawn of the other side may have stepped over just now."""


def detail(position: Position) -> dict[str, Any]:
    """Tell what of a position is neither pieces nor phase."""
    placement, passing = position.placement, position.placement.en_passant
    return {
        "castling": letters_of(placement),
        "en_passant": BOARD.names[passing.bit_length() - 1] if passing else None,
        "check": bool(position.checkers),
        "quiet": position.quiet,
        "number": position.number,
        "array": position.array,
        "turn": str(TWO_SEATS[placement.side]),
    }


def read_position(options: ChessOptions, state: Mapping[str, Any]) -> Position:
    """Read the position that a state describes; its end is judged at once.

    :raises BadState: naming the field that is wrong.
    """
    reader = StateReader(state, BOARD, TWO_SEATS)
    placement, phase = place(reader.pieces(_may_stand).items()), reader.phase(PHASES)
    position = Position(
        options, phase, placement, reader.integer("quiet", 0), reader.integer("number", 1, 1, MOST_MOVES),
        reader.field("array", None, _read_array),
    )
    letters, passing = reader.field("castling", "KQkq", _read_letters), reader.square("en_passant")
    side = _read_side(reader, phase)
    reader.boolean("check", False)
    reader.finish()
    if phase == "array":
        return _read_draw(reader, position)
    _check_kings(placement)
    position = replace(position, placement=_completed(options, placement._replace(side=side), letters, passing))
    return _read_over(reader, position) if phase == "over" else _read_play(reader, position)


# --- fields ------------------------------------------------------------------------------------------------------


def _may_stand(square: Square, piece: Piece) -> bool | Message:
    """True if this piece may stand there; if not, possibly why."""
    if piece not in _ALLOWED:
        return False
    if piece.kind == "P" and 1 << square & (FIRST_RANKS[0] | LAST_RANKS[0]):
        return message("board: no pawn can stand on {square}", square=BOARD.name(square))
    return True


def _read_array(label: str, value: object) -> int | None:
    return check(f"detail: {label}", value, or_null(whole(0, ARRAYS - 1)), BadState)


def _read_letters(label: str, value: object) -> str:
    if not isinstance(value, str) or value != NONE and (not value or not LETTERS.issuperset(value)):
        raise BadState(message(
            "detail: {label} must hold letters such as KQkq, or be '-', not {value}", label=label, value=quoted(value)
        ))
    return "" if value == NONE else value


def _read_side(reader: StateReader, phase: str) -> int:
    """Read whose turn it is; when the game is over, whose it would be."""
    turn, to_act = reader.seat("turn"), reader.to_act()
    if phase != "play":
        return 0 if turn is None else TWO_SEATS.index(turn)
    if to_act is None:
        to_act = (TWO_SEATS[0] if turn is None else turn,)
    if to_act not in [(seat,) for seat in TWO_SEATS]:
        raise BadState(message("to_act must name white or black while the phase is play"))
    if turn not in (None, *to_act):
        raise BadState(message("detail: turn contradicts to_act"))
    return int(to_act == (TWO_SEATS[1],))


def _completed(options: ChessOptions, placement: Placement, letters: str, passing: Square | None) -> Placement:
    """Add castling and a capture in passing, as far as the pieces allow them."""
    placement = placement._replace(castling=rights_of(placement, letters, options))
    if passing is None or BOARD.rank(passing) != _PASSED_RANKS[placement.side]:
        return placement
    target = 1 << passing
    side = placement.side
    origin, pawn = (target >> 1, target << 1) if side else (target << 1, target >> 1)
    if (origin | target) & (placement.white | placement.black) or not pawn & placement.pawns & placement[7 - side]:
        return placement
    return placement._replace(en_passant=passing_square(placement, target))


# --- phases ------------------------------------------------------------------------------------------------------


def _check_kings(placement: Placement) -> None:
    for seat, pieces in zip(TWO_SEATS, (placement.white, placement.black), strict=True):
        if (placement.kings & pieces).bit_count() != 1:
            raise BadState(message("board: {seat} must have exactly one king", seat=seat))


def _read_draw(reader: StateReader, position: Position) -> Position:
    if position.placement != EMPTY:
        raise BadState(message("board must be empty while the phase is array"))
    if position.array is not None:
        raise BadState(message("detail: array must be null while the phase is array"))
    if position.options.start != "drawn":
        raise BadState(message("phase cannot be array: option start leaves nothing to chance"))
    if reader.to_act() not in (None, (CHANCE,)):
        raise BadState(message("to_act must be chance while the phase is array"))
    _refuse_result(reader)
    return Position(position.options, "array", EMPTY)


def _read_play(reader: StateReader, position: Position) -> Position:
    _refuse_result(reader)
    placement = position.placement
    foe = placement.kings & placement[7 - placement.side]
    occupied = placement.white | placement.black
    if attackers(placement, foe.bit_length() - 1, placement.side, occupied):
        raise BadState(message(
            "board: {seat} is in check, but it is not {seat}'s turn", seat=TWO_SEATS[1 - placement.side]
        ))
    return begun(position.options, placement, position.quiet, position.number, position.array)


def _read_over(reader: StateReader, position: Position) -> Position:
    result = reader.result(REASONS)
    if result is None:
        raise BadState(message("result is missing: the game is over"))
    if len(result.winners) != int(result.reason == "checkmate"):
        raise BadState(message("result: a checkmate has one winner, every other end has none"))
    if reader.to_act():
        raise BadState(message("to_act must be empty when the game is over"))
    checkers, pinned = checks_and_pins(position.placement)
    return replace(position, outcome=result, checkers=checkers, pinned=pinned)


def _refuse_result(reader: StateReader) -> None:
    if reader.result(REASONS) is not None:
        raise BadState(message("result must be null while the game goes on"))
