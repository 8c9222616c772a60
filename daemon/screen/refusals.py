"""Refusals of taps that no rule has a use for: no board can keep hands from such things, but a screen can."""

from collections.abc import Mapping
from typing import Final

from engine.core.messages import Message, message
from engine.core.squares import Square
from table.hands.displacement import astray
from table.hands.reading import Reading, read
from table.messages.events import SquareLifted, SquarePlaced
from table.messages.refusal import Refused
from table.messages.taps import Tap, TapKind
from table.model.current_game import GameOnTable
from table.model.state import Table
from table.output import touchscreen
from table.step import step

_EVENTS: Final[Mapping[TapKind, type[SquareLifted | SquarePlaced]]] = {
    TapKind.LIFT: SquareLifted, TapKind.PLACE: SquarePlaced,
}


def refuse_disorder(tap: Tap, table: Table, now: Message, now_s: float) -> None:
    """Refuse a tap that would bring the board out of step, or take back what this phone did not play.

    Where the board is out of step already, or being set up, anything may be moved: it has to be put right. ``now``: the
    sentence that says what to do.

    :raises Refused: with the reason.
    """
    on_table, square = table.on_table, tap.square
    if on_table is None or square is None or table.goal is not None or not _is_in_order(table):
        return
    if tap.kind is TapKind.CAPTURE and not touchscreen.targets(table) >> square & 1:
        raise Refused(_idle(table, on_table, square, now))
    if tap.kind not in _EVENTS:
        return
    after, _ = step(table, _EVENTS[tap.kind](square), now_s)  # tried only: nothing of it is carried out
    if not _is_in_order(after) or _takes_back(tap, on_table, after):
        raise Refused(_idle(table, on_table, square, now) if tap.kind is TapKind.LIFT else _closed(on_table, square))


def _is_in_order(table: Table) -> bool:
    """True if what is in the hand, if anything is, can be played or put back, and the rest stands as it should."""
    reading = _reading(table)
    if reading is None:
        return table.goal is None or table.goal.reason != "repair"
    idle = 0 if reading.take_back else reading.idle
    return not reading.wrong | idle and not astray(table, reading)


def _reading(table: Table) -> Reading | None:
    playing = table.on_table is not None and table.goal is None and not table.stored.paused and table.unread is None
    return read(table) if playing and table.difference else None


def _takes_back(tap: Tap, on_table: GameOnTable, after: Table) -> bool:
    """True if the tap takes back, or begins to, the last action of a seat that the phone may not act for."""
    played = on_table.played
    if not played.actions or on_table.game.actor(played.position_before(), played.actions[-1]) in tap.seats:
        return False
    if after.on_table is not None and after.on_table.played.actions[:len(played.actions)] != played.actions:
        return True
    reading = _reading(after)
    if reading is None:
        return False
    return reading.taken_back or reading.rethought or reading.take_back and not (reading.possible or reading.done)


def _idle(table: Table, on_table: GameOnTable, square: Square, now: Message) -> Message:
    """Say why a piece cannot be taken up, or struck."""
    piece, acting = table.wood.stands.get(square), on_table.seats_to_act
    if not on_table.hand_actions:
        return message("No piece can be moved now. {now}", now=now)
    if piece is not None and piece.owner is not None and piece.owner not in acting:
        return message("That is {seat}'s, and it cannot be taken now.", seat=piece.owner)
    if piece is None or piece.kind not in on_table.game.piece_names:
        return message("That piece cannot move now. Tap another one.")
    return message("The {piece} on {square} cannot move now. Tap another piece.",
                   piece=on_table.game.piece_names[piece.kind], square=on_table.board.name(square))


def _closed(on_table: GameOnTable, square: Square) -> Message:
    return message("Nothing may go to {square} now. Tap another square, or put the piece back.",
                   square=on_table.board.name(square))
