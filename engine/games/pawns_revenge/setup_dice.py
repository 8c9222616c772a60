"""Reading ``dice``, ``points``, ``divisions`` and ``committed``, each allowed only in the phases it belongs to."""

from collections.abc import Mapping

from engine.core.errors import BadState
from engine.core.json_fields import check, or_null, quoted, whole
from engine.core.messages import message
from engine.core.pieces import Seat
from engine.games.pawns_revenge.actions import Division, faces
from engine.games.pawns_revenge.contact import involved
from engine.games.pawns_revenge.divisions import BadDivision, read_division
from engine.games.pawns_revenge.opening import throw_off
from engine.games.pawns_revenge.position import Dice, Phase, Position
from engine.games.pawns_revenge.view import actors
from engine.records.position_json import StateReader

DICE_FIELDS: dict[str, object] = {"dice": {}, "points": {}, "divisions": {}, "committed": []}
"""The fields of this module and what each is where it does not apply."""

Numbers = dict[Seat, int]
"""Seat → number, 0 for null."""


def refuse_dice(reader: StateReader, phase: Phase, *allowed: str) -> None:
    """All four fields must be empty, but for the allowed ones."""
    for name, empty in DICE_FIELDS.items():
        value = reader.field(name, empty, lambda label, value: value)
        if name not in allowed and value != empty:
            raise BadState(message(
                "{name} must be {empty} in the phase {phase}, not {value}",
                name=name, empty=str(empty), phase=phase, value=quoted(value)
            ))


def read_roll_off(reader: StateReader, position: Position) -> Position:
    """The roll-off: all armies throw, or after a tie only some."""
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
    """The secret dice of a combat."""
    refuse_dice(reader, position.phase, "dice")
    seats = _involved_seats(position)
    numbers = _numbers(reader, "dice", position.rules.seats, faces(position.options.combat_die))
    if numbers is None:
        numbers = dict.fromkeys(seats, 0)
    _check_involved("dice", numbers, seats)
    return position._replace(dice=_still_throwing(position, numbers))


def read_divide(reader: StateReader, position: Position) -> Position:
    """The points thrown, and the divisions that are in."""
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
