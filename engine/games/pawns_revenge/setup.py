"""Reads positions that somebody wrote down: any position at all, also one that no game reaches, but no contradiction.

What the rules would do at once they do: a turn that cannot begin ends the game, a movement that is not possible is
passed (docs/protocol.md, *Setting up*).
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.core.errors import BadState
from engine.core.json_fields import check, or_null, quoted, whole
from engine.core.messages import message
from engine.core.pieces import CHANCE, Piece, Seat
from engine.core.squares import Square, bitboard, bits
from engine.games.pawns_revenge.armies import ROGUE_KNIGHT, Strength, base_strengths, bitboards, unassigned, written
from engine.games.pawns_revenge.combat import BadDivision, read_division
from engine.games.pawns_revenge.endings import REASONS, ended, lost_army, over
from engine.games.pawns_revenge.moves import involved
from engine.games.pawns_revenge.position import (
    NOBODY,
    Bonus,
    Dice,
    Division,
    Phase,
    Position,
    Rules,
    actors,
    bonus,
    courage_of_present,
    faces,
)
from engine.games.pawns_revenge.turns import begin_turn, go_on_moving, prowl, scatter_on, throw_off
from engine.records.position_json import StateReader

_BEFORE_THE_FIRST_TURN = (Phase.SCATTER, Phase.ROLL_OFF)
_MID_TURN = (Phase.ROGUE, Phase.MOVE, Phase.COMBAT_DICE, Phase.DIVIDE)


def read_position(rules: Rules, state: Mapping[str, Any]) -> Position:
    """Read the position a state describes.

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


# --- power and toughness -----------------------------------------------------------------------------------------


_STATS = re.compile("(0|[1-9][0-9]{0,5})/(0|[1-9][0-9]{0,5})")


def read_bonuses(reader: StateReader, position: Position) -> tuple[Bonus, ...]:
    """Read what earlier combats added, from ``stats``; pieces left out have nothing added.

    :raises BadState: an entry is malformed, names no army piece, or is below what its piece has anyway.
    """
    nothing: dict[Square, Strength] = {}
    given = reader.field("stats", nothing, lambda label, value: _stats(reader, label, value))
    for square in bits(bitboard(given) & ~position.pieces):
        raise BadState(message("stats: no piece of an army stands on {square}", square=reader.board.name(square)))
    least = unassigned(position)
    bonuses = (_bonus(position, square, least[square], given[square]) for square in sorted(given))
    return tuple(each for each in bonuses if each.power or each.toughness)


def _stats(reader: StateReader, label: str, value: object) -> dict[Square, Strength]:
    if not isinstance(value, Mapping):
        raise BadState(message(
            "{label} must be an object of squares and power/toughness, not {value}", label=label, value=quoted(value)
        ))
    return {reader.named_square(label, name): _strength(f"{label}: {name}", text) for name, text in value.items()}


def _strength(label: str, text: object) -> Strength:
    match = _STATS.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise BadState(message(
            "{label} must be power and toughness such as '2/3', not {text}", label=label, text=quoted(text)
        ))
    return int(match[1]), int(match[2])


def _bonus(position: Position, square: Square, least: Strength, given: Strength) -> Bonus:
    if given[0] < least[0] or given[1] < least[1]:
        name = position.rules.board.name(square)
        raise BadState(message(
            "stats: {name} has at least {least}, not {given}", name=name, least=written(least), given=written(given)
        ))
    return bonus(square, given[0] - least[0], given[1] - least[1])


# --- dice and divisions ------------------------------------------------------------------------------------------


DICE_FIELDS: dict[str, object] = {"dice": {}, "points": {}, "divisions": {}, "committed": []}
"""The fields of this module and what each is where it does not apply."""

Numbers = dict[Seat, int]
"""Seat → number, 0 for null."""

def refuse_dice(reader: StateReader, phase: Phase, *allowed: str) -> None:
    """Refuse any of the four fields that is not empty, but for the allowed ones."""
    for name, empty in DICE_FIELDS.items():
        value = reader.field(name, empty, lambda label, value: value)
        if name not in allowed and value != empty:
            raise BadState(message(
                "{name} must be {empty} in the phase {phase}, not {value}",
                name=name, empty=str(empty), phase=phase, value=quoted(value)
            ))


def read_roll_off(reader: StateReader, position: Position) -> Position:
    """Read the roll-off: all armies throw, or after a tie only some."""
    refuse_dice(reader, position.phase, "dice")
    rules = position.rules
    present = [army for army, pieces in enumerate(position.armies) if pieces]
    numbers = _numbers(reader, "dice", rules.seats, faces("d6"))
    if numbers is None:
        return throw_off(position, present)
    throwing = [army for army, seat in enumerate(rules.seats) if seat in numbers]
    if not set(throwing) <= set(present) or len(throwing) < min(2, len(present)):
        raise BadState(message("dice must name the armies that throw: all with pieces, or those that were tied"))
    return position._replace(dice=_still_throwing(position, numbers))


def read_combat_dice(reader: StateReader, position: Position) -> Position:
    """Read the secret dice of a combat."""
    refuse_dice(reader, position.phase, "dice")
    seats = _involved_seats(position)
    numbers = _numbers(reader, "dice", position.rules.seats, faces(position.options.combat_die))
    if numbers is None:
        numbers = dict.fromkeys(seats, 0)
    _check_involved("dice", numbers, seats)
    return position._replace(dice=_still_throwing(position, numbers))


def read_divide(reader: StateReader, position: Position) -> Position:
    """Read the points thrown, and the divisions that are in."""
    refuse_dice(reader, position.phase, "points", "divisions", "committed")
    seats = _involved_seats(position)
    points = _numbers(reader, "points", position.rules.seats, faces(position.options.combat_die)) or {}
    _check_involved("points", points, seats)
    if 0 in points.values():
        raise BadState(message("points must be numbers: everybody has thrown"))
    divisions = _divisions(reader, position, points)
    position = position._replace(dice=Dice(_in_order(position, points), divisions))
    acting = reader.to_act()
    if acting is not None and set(acting) != set(actors(position)):
        raise BadState(message("to_act must name the seats whose division is not in yet"))
    return position


def _involved_seats(position: Position) -> list[Seat]:
    return [position.rules.seats[army] for army in involved(position)]


def _check_involved(name: str, numbers: Numbers, seats: list[Seat]) -> None:
    if set(numbers) != set(seats):
        raise BadState(message(
            "{name} must name exactly the involved seats: {seats}", name=name, seats=", ".join(seats)
        ))


def _still_throwing(position: Position, numbers: Numbers) -> Dice:
    if 0 not in numbers.values():
        raise BadState(message("dice: nobody is left to throw in the phase {phase}", phase=position.phase))
    return Dice(_in_order(position, numbers))


def _in_order(position: Position, numbers: Numbers) -> tuple[tuple[int, int], ...]:
    return tuple((army, numbers[seat]) for army, seat in enumerate(position.rules.seats) if seat in numbers)


def _numbers(reader: StateReader, name: str, seats: tuple[Seat, ...], allowed: range) -> Numbers | None:
    def read(label: str, value: object) -> Numbers:
        if not isinstance(value, Mapping):
            raise BadState(message(
                "{label} must be an object of seats and numbers, not {value}", label=label, value=quoted(value)
            ))
        return {_seat(label, key, seats): _number(f"{label}: {key}", number, allowed) for key, number in value.items()}

    return reader.field(name, None, read)


def _seat(label: str, name: object, seats: tuple[Seat, ...]) -> Seat:
    for seat in seats:
        if seat == name:
            return seat
    raise BadState(message("{label}: {name} is not a seat of this game", label=label, name=quoted(name)))


def _number(label: str, value: object, allowed: range) -> int:
    return check(label, value, or_null(whole(allowed[0], allowed[-1])), BadState) or 0


def _divisions(reader: StateReader, position: Position, points: Numbers) -> tuple[Division, ...]:
    nothing: dict[Seat, str] = {}
    texts = reader.field("divisions", nothing, lambda label, value: _texts(label, value, position.rules.seats))
    committed = reader.seat_list("committed", tuple(texts))
    if set(committed) != set(texts):
        raise BadState(message("committed must name exactly the seats that have an entry in divisions"))
    if set(texts) >= set(points):
        raise BadState(message("divisions: nobody is left to divide in the phase divide"))
    return tuple(_division(position, seat, texts[seat], points) for seat in position.rules.seats if seat in texts)


def _texts(label: str, value: object, seats: tuple[Seat, ...]) -> dict[Seat, str]:
    if not isinstance(value, Mapping) or not all(isinstance(text, str) for text in value.values()):
        raise BadState(message(
            "{label} must be an object of seats and divisions, not {value}", label=label, value=quoted(value)
        ))
    return {_seat(label, name, seats): text for name, text in value.items()}


def _division(position: Position, seat: Seat, text: str, points: Numbers) -> Division:
    if seat not in points or not text.startswith(f"{seat}:"):
        raise BadState(message(
            "divisions: {text} is not a division of an involved seat {seat}", text=quoted(text), seat=seat
        ))
    own = position.armies[position.rules.army(seat)]
    try:
        return read_division(position.rules, text, own, points[seat])
    except BadDivision as error:
        raise BadState(message("divisions: {text}: {error}", text=quoted(text), error=error.reason)) from error


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
    """True if a game with these options has such a piece."""
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
    """Return the seat in ``to_act``, but for divisions; else the first army."""
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
    """Refuse a ``to_act`` that does not fit the phase; where chance acts, naming the seat whose turn it is will do.
    Divisions: later."""
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
    """Test for a lost army first; then dice and divisions have nothing to be checked against."""
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
