"""Reading a position that somebody wrote down, reachable or not, and judging it at once."""

from collections.abc import Mapping
from typing import Any

from engine.core.errors import BadState
from engine.core.messages import message
from engine.core.pieces import CHANCE, TWO_SEATS, Actor, Seat
from engine.core.squares import bitboard, bits
from engine.games.pawn_advance import moves
from engine.games.pawn_advance.endings import REASONS, decided, out_of_rounds
from engine.games.pawn_advance.position import BOARD, MOVES_A_TURN, PAWNS, Pair, PawnAdvanceOptions, Position
from engine.records.position_json import StateReader

PHASES = ("battle", "reinforce", "over")


def read_position(options: PawnAdvanceOptions, state: Mapping[str, Any]) -> Position:
    """Read the position that a state describes.

    :raises BadState: naming the field that is wrong.
    """
    reader = StateReader(state, BOARD, TWO_SEATS)
    blank = _read_common(reader, options)
    read = {"battle": _read_battle, "reinforce": _read_reinforce, "over": _read_over}[blank.phase]
    position = read(reader, blank)
    reader.finish()
    return position


def _read_common(reader: StateReader, options: PawnAdvanceOptions) -> Position:
    placed = reader.pieces(lambda _, piece: piece in PAWNS)
    if not placed:
        raise BadState(message("board is empty: at least one side must have a pawn"))
    white, black = (bitboard(square for square in placed if placed[square] == pawn) for pawn in PAWNS)
    captures = reader.counts("captures", dict.fromkeys(TWO_SEATS, 0))
    return Position(
        options, (white, black), reader.phase(PHASES), 0, round=reader.integer("round", 1, low=1),
        captures=(captures[Seat.WHITE], captures[Seat.BLACK]),
    )


def _read_battle(reader: StateReader, position: Position) -> Position:
    _refuse_result(reader, position)
    _refuse_to_place(reader)
    given = reader.to_act()
    if given is not None and given not in ((Seat.WHITE,), (Seat.BLACK,)):
        raise BadState(message("to_act must name white or black in the battle"))
    side = moves.opener(position.options, position.round) if given is None else TWO_SEATS.index(Seat(given[0]))
    moved = reader.square_set("moved")
    for square in bits(moved & ~position.pawns[side]):
        seat = TWO_SEATS[side]
        raise BadState(message("moved: no pawn of {seat} stands on {square}", seat=seat, square=BOARD.name(square)))
    moves_left = reader.integer("moves_left", MOVES_A_TURN, low=1, high=MOVES_A_TURN)
    stirred = bool(moved) or moves_left < moves.allowance(position.options, position.round, side)
    position = position._replace(side=side, moved=moved, moves_left=moves_left, stirred=stirred)
    return decided(position) or moves.settle(position)[0]


def _read_reinforce(reader: StateReader, position: Position) -> Position:
    _refuse_result(reader, position)
    _refuse_turn(reader)
    given = reader.to_act()
    to_place = _read_to_place(reader, position, given)
    ended = decided(position) or out_of_rounds(position)
    position = ended or moves.settle(moves.reinforce(position, to_place)[0])[0]
    if given is not None and position.phase == "reinforce" and given != moves.to_act(position):
        raise BadState(message("to_act contradicts the rest: {seat} must place now", seat=moves.to_act(position)[0]))
    return position


def _read_to_place(reader: StateReader, position: Position, given: tuple[Actor, ...] | None) -> Pair:
    """Read what is still to be placed: at most what is due now. The opener is done if the other seat is to act."""
    by_chance = position.options.placement == "random"
    if given is not None and given not in (((CHANCE,),) if by_chance else ((Seat.WHITE,), (Seat.BLACK,))):
        raise BadState(message(
            "to_act must name {actors} in these reinforcements", actors='chance' if by_chance else 'white or black'
        ))
    due = dict(zip(TWO_SEATS, moves.due(position), strict=True))
    first = TWO_SEATS[moves.opener(position.options, position.round)]
    opener_done = given is not None and not by_chance and given != (first,)
    counts = reader.counts("to_place", {**due, first: 0} if opener_done else due)
    return min(due[Seat.WHITE], counts[Seat.WHITE]), min(due[Seat.BLACK], counts[Seat.BLACK])


def _read_over(reader: StateReader, position: Position) -> Position:
    _refuse_turn(reader)
    _refuse_to_place(reader)
    result = reader.result(REASONS)
    if reader.to_act():
        raise BadState(message("to_act must be empty when the game is over"))
    ended = decided(position)
    if ended is None and result is None:
        raise BadState(message("result is missing: the board does not decide this game"))
    return ended or position._replace(outcome=result)


def _refuse_result(reader: StateReader, position: Position) -> None:
    if reader.result(REASONS) is not None:
        raise BadState(message("result must be null while the phase is {phase}", phase=position.phase))


def _refuse_turn(reader: StateReader) -> None:
    if reader.square_set("moved"):
        raise BadState(message("detail: moved must be empty outside the battle"))
    reader.integer("moves_left", 0, high=0)


def _refuse_to_place(reader: StateReader) -> None:
    if any(reader.counts("to_place", dict.fromkeys(TWO_SEATS, 0)).values()):
        raise BadState(message("detail: to_place must be zero outside the reinforcements"))
