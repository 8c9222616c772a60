"""Reading an Advancing Chess position that somebody wrote down."""

from collections.abc import Mapping
from typing import Any

from engine.core.errors import BadState
from engine.core.json_fields import check, or_null, whole
from engine.core.messages import message
from engine.core.pieces import CHANCE, TWO_SEATS, Seat
from engine.core.squares import Square
from engine.games.advancing_chess.endings import REASONS, judge
from engine.games.advancing_chess.position import (
    ARRAYS,
    BOARD,
    PHASES,
    PIECES,
    AdvancingChessOptions,
    Kinds,
    Position,
    place,
)
from engine.records.position_json import StateReader

_ALLOWED = {piece for pieces in PIECES for piece in pieces.values()}


def read_position(options: AdvancingChessOptions, state: Mapping[str, Any]) -> Position:
    """Read the position described by a state; its endings are judged at once.

    :raises BadState: naming the field that is wrong.
    """
    reader = StateReader(state, BOARD, TWO_SEATS)
    placed = reader.pieces(lambda _, piece: piece in _ALLOWED)
    phase = reader.phase(PHASES)
    sides, kinds = place(placed.items())
    array = reader.field("array", None, _read_array)
    read = {"array": _read_draw, "play": _read_play, "over": _read_over}[phase]
    position = read(reader, Position(options, phase, 0, sides, kinds, array))
    _check_intruder(reader, position)
    reader.finish()
    return position


def _read_array(label: str, value: object) -> int | None:
    return check(f"detail: {label}", value, or_null(whole(0, ARRAYS - 1)), BadState)


def _read_draw(reader: StateReader, position: Position) -> Position:
    if position.kinds != Kinds():
        raise BadState(message("board must be empty while the phase is array"))
    if position.array is not None:
        raise BadState(message("detail: array must be null while the phase is array"))
    if position.options.array >= 0:
        raise BadState(message("phase cannot be array: option array leaves nothing to chance"))
    if reader.to_act() not in (None, (CHANCE,)):
        raise BadState(message("to_act must be chance while the phase is array"))
    _refuse_result(reader)
    return position


def _read_play(reader: StateReader, position: Position) -> Position:
    _refuse_result(reader)
    given = reader.to_act()
    if given not in (None, (Seat.WHITE,), (Seat.BLACK,)):
        raise BadState(message("to_act must name white or black while the phase is play"))
    return judge(position._replace(side=int(given == (Seat.BLACK,))))


def _read_over(reader: StateReader, position: Position) -> Position:
    result = reader.result(REASONS)
    if result is None:
        raise BadState(message("result is missing: the game is over"))
    if len(result.winners) != 1:
        raise BadState(message("result: winners must name one seat, there is no draw in this game"))
    if reader.to_act():
        raise BadState(message("to_act must be empty when the game is over"))
    return position._replace(outcome=result)


def _refuse_result(reader: StateReader) -> None:
    if reader.result(REASONS) is not None:
        raise BadState(message("result must be null while the game goes on"))


def _check_intruder(reader: StateReader, position: Position) -> None:
    """Refuse an intruder that contradicts the board, which tells who it is; a state may repeat it."""
    given: Square | None = reader.square("intruder", position.intruder)
    if given != position.intruder:
        raise BadState(message("detail: intruder contradicts the board"))
