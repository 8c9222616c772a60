"""Positions that somebody wrote down: any position at all, also one that no game reaches, but no contradiction.

What the rules would do at once they do: a turn that cannot begin ends the game, a movement that is not possible is
passed (docs/protocol.md, *Setting up*).
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.errors import BadState
from engine.core.json_fields import check, or_null, whole
from engine.core.messages import message
from engine.core.pieces import CHANCE, Piece
from engine.core.squares import Square, bits
from engine.games.pawns_revenge.armies import ROGUE_KNIGHT, base_strengths, bitboards
from engine.games.pawns_revenge.contact import involved
from engine.games.pawns_revenge.endings import REASONS, ended, lost_army, over
from engine.games.pawns_revenge.opening import scatter_on
from engine.games.pawns_revenge.position import NOBODY, Phase, Position, courage_of_present
from engine.games.pawns_revenge.rules import Rules
from engine.games.pawns_revenge.setup_dice import DICE_FIELDS, read_combat_dice, read_divide, read_roll_off, refuse_dice
from engine.games.pawns_revenge.setup_stats import read_bonuses
from engine.games.pawns_revenge.turns import begin_turn, go_on_moving, prowl
from engine.games.pawns_revenge.view import actors
from engine.records.position_json import StateReader

_BEFORE_THE_FIRST_TURN = (Phase.SCATTER, Phase.ROLL_OFF)
_MID_TURN = (Phase.ROGUE, Phase.MOVE, Phase.COMBAT_DICE, Phase.DIVIDE)


def read_position(rules: Rules, state: Mapping[str, Any]) -> Position:
    """The position a state describes.

    :raises BadState: naming the field that is wrong.
    """
    reader = StateReader(state, rules.board, rules.seats)
    reader.integer("players", rules.options.players, rules.options.players, rules.options.players)
    position = _read_turn(reader, _read_board(reader, rules))
    if position.phase is not Phase.OVER and reader.result(REASONS) is not None:
        raise BadState(message("result must be null while the phase is {phase}", phase=position.phase))
    position = _READERS[position.phase](reader, position)
    reader.finish()
    return position


# --- the board ---------------------------------------------------------------------------------------------------


def _read_board(reader: StateReader, rules: Rules) -> Position:
    exists = rules.grid.exists
    holes = reader.square_set("holes")
    for square in bits(holes & ~exists):
        raise BadState(message("holes: {square} is on the missing chessboard", square=rules.board.name(square)))
    pieces = reader.pieces(lambda square, piece: bool(exists >> square & 1) and _plays(rules, piece))
    for square in pieces:
        if holes >> square & 1:
            raise BadState(message("holes: a piece stands on {square}", square=rules.board.name(square)))
    armies, kinds, rogue = bitboards(pieces, rules.seats)
    if rogue.bit_count() > 1:
        raise BadState(message("board: there is only one rogue knight"))
    empty = exists & ~holes & ~sum(1 << square for square in pieces)
    phase = Phase(reader.phase([each.value for each in Phase]))
    return Position(rules, phase, armies, kinds, empty, holes, rogue)


def _plays(rules: Rules, piece: Piece) -> bool:
    """Whether a game with these options has such a piece."""
    if piece.owner is None:
        return piece == ROGUE_KNIGHT and bool(rules.options.rogue_knight)
    return piece.owner in rules.seats and piece.kind in base_strengths(rules.options) and not piece.shielded


# --- the turn ----------------------------------------------------------------------------------------------------


def _read_turn(reader: StateReader, position: Position) -> Position:
    position = position._replace(active=_read_active(reader, position), quiet=reader.integer("quiet_turns", 0))
    position = position._replace(roll=_read_roll(reader, position.phase), moved=_read_moved(reader, position))
    armies = position.rules.seats.index
    courage = sum(1 << armies(seat) for seat in reader.seat_list("courage"))
    if position.phase is Phase.ROLL:
        courage &= ~(1 << position.active)
    position = position._replace(courage=courage_of_present(courage, position.armies))
    position = position._replace(bonuses=read_bonuses(reader, position))
    _check_to_act(reader, position)
    return position


def _read_active(reader: StateReader, position: Position) -> int:
    seat = reader.seat("active")
    if position.phase in _BEFORE_THE_FIRST_TURN:
        if seat is not None:
            raise BadState(message("active must be null in the phase {phase}", phase=position.phase))
        return NOBODY
    if seat is not None:
        return position.rules.army(seat)
    if reader.given("active"):
        if position.phase is not Phase.OVER:
            raise BadState(message("active must be a seat in the phase {phase}", phase=position.phase))
        return NOBODY
    return _default_active(reader, position)


def _default_active(reader: StateReader, position: Position) -> int:
    """The seat in ``to_act``, but for divisions; else the first army."""
    acting = reader.to_act()
    if position.phase is not Phase.DIVIDE and acting is not None and len(acting) == 1 and acting[0] != CHANCE:
        return position.rules.army(acting[0])
    return next((army for army, pieces in enumerate(position.armies) if pieces), 0)


def _read_roll(reader: StateReader, phase: Phase) -> int:
    roll: int = reader.field("roll", 0, _roll)
    if phase in _MID_TURN and not roll:
        raise BadState(message("roll is missing: the phase {phase} needs the number thrown", phase=phase))
    if phase in (*_BEFORE_THE_FIRST_TURN, Phase.ROLL) and roll:
        raise BadState(message("roll must be null in the phase {phase}", phase=phase))
    return roll


def _roll(label: str, value: object) -> int:
    return check(label, value, or_null(whole(1, 6)), BadState) or 0


def _read_moved(reader: StateReader, position: Position) -> tuple[Square, ...]:
    moved = reader.squares("moved")
    if moved and position.phase in (*_BEFORE_THE_FIRST_TURN, Phase.ROLL, Phase.ROGUE):
        raise BadState(message("moved must be empty in the phase {phase}", phase=position.phase))
    own = position.armies[position.active] if position.active != NOBODY else 0
    for square in moved:
        if not own >> square & 1:
            raise BadState(message(
                "moved: no piece of the active army stands on {square}", square=position.rules.board.name(square)
            ))
    return moved


def _check_to_act(reader: StateReader, position: Position) -> None:
    """``to_act`` must fit the phase; where chance acts, naming the seat whose turn it is will do. Divisions: later."""
    given = reader.to_act()
    if given is None or position.phase is Phase.DIVIDE:
        return
    allowed = [actors(position)]
    if position.active != NOBODY and position.phase is not Phase.OVER:
        allowed.append((position.rules.seats[position.active],))
    if given not in allowed:
        acting = ", ".join(allowed[0]) or "nobody"
        raise BadState(message(
            "to_act contradicts the phase {phase}: it must name {acting}", phase=position.phase, acting=acting
        ))


# --- by phase ----------------------------------------------------------------------------------------------------


def _scatter(reader: StateReader, position: Position) -> Position:
    refuse_dice(reader, position.phase)
    position = scatter_on(position)
    if position.phase is not Phase.SCATTER:
        raise BadState(message("phase: nothing is left to scatter"))
    return position


def _roll_off(reader: StateReader, position: Position) -> Position:
    if not any(position.armies):
        refuse_dice(reader, position.phase)
        return begin_turn(position, 0)
    return read_roll_off(reader, position)


def _turn(reader: StateReader, position: Position) -> Position:
    refuse_dice(reader, position.phase)
    return begin_turn(position, position.active)


def _rogue(reader: StateReader, position: Position) -> Position:
    refuse_dice(reader, position.phase)
    if not position.rogue:
        raise BadState(message("board: the rogue knight is missing"))
    return position if prowl(position) else _move(reader, position._replace(phase=Phase.MOVE))


def _move(reader: StateReader, position: Position) -> Position:
    refuse_dice(reader, position.phase)
    return go_on_moving(position)[0]


def _combat(read: Callable[[StateReader, Position], Position]) -> Callable[[StateReader, Position], Position]:
    def read_combat(reader: StateReader, position: Position) -> Position:
        if not involved(position):
            raise BadState(message("phase: there is no combat without contact of the active army"))
        return read(reader, position)

    return read_combat


def _mid_turn(read: Callable[[StateReader, Position], Position]) -> Callable[[StateReader, Position], Position]:
    """Lost army is tested first; then dice and divisions have nothing to be checked against."""
    def read_mid_turn(reader: StateReader, position: Position) -> Position:
        outcome = lost_army(position)
        if outcome is None:
            return read(reader, position)
        for name in DICE_FIELDS:
            reader.field(name, None, lambda label, value: value)
        return over(position, outcome)

    return read_mid_turn


def _over(reader: StateReader, position: Position) -> Position:
    refuse_dice(reader, position.phase)
    outcome = reader.result(REASONS) or ended(position)
    if outcome is None:
        raise BadState(message("result is missing: the position does not decide this game"))
    alliances = {position.rules.alliance_seats(number) for number in position.rules.alliance}
    if outcome.winners and outcome.winners not in alliances:
        raise BadState(message("result: winners must be one army, one whole alliance, or nobody"))
    return over(position, outcome)


_READERS: dict[Phase, Callable[[StateReader, Position], Position]] = {
    Phase.SCATTER: _scatter,
    Phase.ROLL_OFF: _roll_off,
    Phase.ROLL: _turn,
    Phase.ROGUE: _mid_turn(_rogue),
    Phase.MOVE: _mid_turn(_move),
    Phase.COMBAT_DICE: _mid_turn(_combat(read_combat_dice)),
    Phase.DIVIDE: _mid_turn(_combat(read_divide)),
    Phase.OVER: _over,
}
