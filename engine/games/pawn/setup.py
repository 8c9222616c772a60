"""Reading a Pawn position that somebody wrote down."""

from collections.abc import Mapping
from typing import Any

from engine.core.errors import BadState
from engine.core.json_fields import quoted
from engine.core.messages import message
from engine.core.pieces import TWO_SEATS, Seat
from engine.core.squares import bitboard
from engine.games.pawn.catalogue import BOARD
from engine.games.pawn.endings import REASONS, is_stalemate, over
from engine.games.pawn.moves import striking
from engine.games.pawn.patterns import NO_PATTERNS, Patterns, find_patterns, named_patterns, united
from engine.games.pawn.position import PAWNS, PHASES, PawnOptions, Position
from engine.games.pawn.turns import begin_turn, end_turn
from engine.records.position_json import StateReader


def read_position(options: PawnOptions, state: Mapping[str, Any]) -> Position:
    """Read the position described by a state; endings and passes apply to it at once.

    :raises BadState: naming the field that is wrong.
    """
    reader = StateReader(state, BOARD, TWO_SEATS)
    placed = reader.pieces(lambda _, piece: piece in PAWNS)
    phase = reader.phase(PHASES)
    if not placed:
        raise BadState(message("board is empty: at least one side must have a pawn"))
    white, black = (bitboard(square for square, piece in placed.items() if piece == pawn) for pawn in PAWNS)
    position = Position(options, phase, 0, (white, black), reader.integer("quiet_turns", 0))
    _check_pawns(reader, position)
    position = _read_over(reader, position) if phase == "over" else _read_turn(reader, position)
    reader.finish()
    return position


def _check_pawns(reader: StateReader, position: Position) -> None:
    """Refuse a number of pawns that contradicts the board, which tells it; a state may repeat it."""
    counts = {seat: pawns.bit_count() for seat, pawns in zip(TWO_SEATS, position.sides, strict=True)}
    if reader.counts("pawns", counts) != counts:
        raise BadState(message("detail: pawns contradicts the board"))


def _read_over(reader: StateReader, position: Position) -> Position:
    result = reader.result(REASONS)
    if reader.to_act():
        raise BadState(message("to_act must be empty when the game is over"))
    _refuse_new_patterns(reader)
    white, black = position.sides
    if not white or not black:
        return over(position, "elimination")
    if is_stalemate(white, black):
        return over(position, "stalemate")
    if result is None:
        raise BadState(message("result is missing: the board does not decide this game"))
    return position._replace(outcome=result)


def _read_turn(reader: StateReader, position: Position) -> Position:
    if reader.result(REASONS) is not None:
        raise BadState(message("result must be null while the game goes on"))
    given = reader.to_act()
    if given not in (None, (Seat.WHITE,), (Seat.BLACK,)):
        raise BadState(message("to_act must name white or black while the phase is {phase}", phase=position.phase))
    position = position._replace(side=int(given == (Seat.BLACK,)))
    if position.phase == "move":
        _refuse_new_patterns(reader)
        return begin_turn(position)[0]
    position = position._replace(fresh=_read_new_patterns(reader, position))
    if not all(position.sides):
        return over(position, "elimination")
    return position if any(position.fresh) else end_turn(position)[0]


def _refuse_new_patterns(reader: StateReader) -> None:
    if reader.given("new_patterns"):
        raise BadState(message("detail: new_patterns belongs to the phase strike alone"))


def _read_new_patterns(reader: StateReader, position: Position) -> Patterns:
    own, enemy = position.sides[position.side], position.sides[1 - position.side]
    able = named_patterns(striking(find_patterns(own), own, enemy))

    def read(label: str, names: object) -> Patterns:
        if not isinstance(names, list | tuple):
            raise BadState(message("detail: {label} must be a list, not {names}", label=label, names=quoted(names)))
        for name in names:
            if not isinstance(name, str) or name not in able:
                raise BadState(message(
                    "detail: {label}: {name} is not a dual or threepiece of that side that can capture",
                    label=label, name=quoted(name)
                ))
        if len(set(names)) != len(names):
            raise BadState(message("detail: {label} names a pattern twice", label=label))
        return united(able[name] for name in names)

    return reader.field("new_patterns", NO_PATTERNS, read)
