"""Hints: which piece, which square, and why; one more with every press.

Whoever plays computers alone may have them. Against other people the phones that hold their seats are asked first, once
in a game for each seat.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.actions import Action, Footprint
from engine.messages import Message, message
from engine.pieces import Seat
from table import asking
from table.phrases import in_words
from table.progress import Progress
from table.refused import Refused
from table.state import GameOnTable, Hint, Table
from table.words.effects import Think
from table.words.events import Answer, AskHint, HintFound, Seats
from table.words.scene import SceneHint

PIECE, SQUARE, WHY = 1, 2, 3
"""How much a hint tells."""

_WHY: Final[Mapping[str, Message]] = {
    "wins": message("It wins."),
    "wins-soon": message("It leads to a win."),
    "saves": message("Everything else loses soon."),
    "together": message("It brings pieces together."),
    "forward": message("It comes nearer to the far side."),
    "middle": message("It makes the middle stronger."),
    "near": message("It comes nearer to a king or queen."),
}
_BEST: Final = message("Nothing better was found.")


def asks(table: Table) -> Seat | None:
    """The seat that a hint can be asked for now: a person's that has to choose from actions that can be listed."""
    on_table = table.on_table
    if on_table is None or on_table.outcome is not None or table.goal is not None or table.paused:
        return None
    acting = on_table.game.to_act(on_table.position)
    if len(acting) != 1 or not (on_table.hand_actions or on_table.decisions):
        return None
    return next((seat for seat in acting if isinstance(seat, Seat)), None)


def on_ask_hint(taken: Progress, event: AskHint) -> None:
    """The first hint, or more of it."""
    table, seat = taken.table, asks(taken.table)
    if event.seat not in event.seats or seat is not event.seat:
        raise Refused(message("There is no hint now: it is for whoever is to move."))
    if table.hint is not None:
        taken.change(hint=replace(table.hint, told=min(table.hint.told + 1, WHY)))
        return
    _allow(taken, seat, table.hints_asked - event.seats if table.hints_asked else _others(taken, seat) - event.seats)


def _others(taken: Progress, seat: Seat) -> Seats:
    """The people whom a hint would be against, unless they have agreed to hints for this seat."""
    game, options = taken.running.game, taken.running.played.options
    if seat in taken.table.hints_for:
        return frozenset()
    return frozenset(game.seats_of(options)) - set(taken.running.computers.levels) - set(game.allies(options, seat))


def _allow(taken: Progress, seat: Seat, others: Seats) -> None:
    taken.change(hints_asked=others)
    if others:
        return
    entry = taken.table.entries + 1
    taken.change(hints_for=taken.table.hints_for | {seat}, hint=Hint(entry, seat))
    taken.effects.append(Think(entry, seat, hint=True))


def answer_hints(taken: Progress, event: Answer) -> None:
    """Consent to hints for whoever is to move, or none."""
    seat = asks(taken.table)
    if event.value == asking.YES and seat is not None:
        _allow(taken, seat, taken.table.hints_asked - event.seats)
    else:
        taken.change(hints_asked=frozenset())


def on_hint_found(taken: Progress, event: HintFound) -> None:
    """What was found, if it is still wanted."""
    hint, on_table = taken.table.hint, taken.table.on_table
    if hint is None or on_table is None or hint.entry != event.entry:
        return
    on_table.game.parse(on_table.position, event.action)
    taken.change(hint=replace(hint, action=event.action, reason=event.reason, piece=event.piece))


# --- what is shown -----------------------------------------------------------------------------------------------


def scene_of(table: Table) -> SceneHint | None:
    """For phones: for whom a hint can be asked, and how much was told."""
    seat = asks(table)
    if seat is None or table.thought is not None:
        return None
    told = 0 if table.hint is None else table.hint.told
    return SceneHint(seat, told, seat in table.hints_for, table.hint is None or bool(table.hint.action))


def lit(table: Table) -> int:
    """The squares (bitboard) that a hint shows: of its pieces, then also where they go."""
    found = _found(table)
    if found is None:
        return 0
    footprint, on_table, hint = found[1], table.on_table, table.hint
    assert on_table is not None and hint is not None
    pieces = on_table.owned(footprint.empties | footprint.returns | footprint.through, hint.seat)
    if hint.told < SQUARE and pieces:
        return pieces & table.covered
    return pieces & table.covered | footprint.fills | footprint.swaps | footprint.touches


def _found(table: Table) -> tuple[Action, Footprint] | None:
    hint, on_table = table.hint, table.on_table
    if hint is None or on_table is None or not hint.action:
        return None
    action = on_table.game.parse(on_table.position, hint.action)
    return action, on_table.game.footprint(on_table.position, action)


def sentence(table: Table) -> Message | None:
    """What a hint says, if one was asked for."""
    hint, on_table, found = table.hint, table.on_table, _found(table)
    if hint is None or on_table is None:
        return None
    if found is None:
        return message("A hint is on its way …")
    action, footprint = found
    if hint.told == PIECE and footprint.squares:
        return message("Hint: look at the lit square.")
    said = in_words(on_table, action)
    if hint.told < WHY:
        return message("Hint: {action}.", action=said)
    return message("Hint: {action}. {why}", action=said, why=_why(on_table, hint))


def _why(on_table: GameOnTable, hint: Hint) -> Message:
    kind = on_table.game.piece_names.get(hint.piece)
    if hint.reason == "takes" and kind is not None:
        return message("It takes a {piece}.", piece=kind)
    return _WHY.get(hint.reason, _BEST)
