"""Warnings: what hands have done is looked at before it counts, for seats that want it. Nothing is played meanwhile.

Whoever is warned puts the piece back and plays something else, or lifts it and puts it down there again, or says on a
phone that it is meant so; where the other side has replied on the board, it was. Any other touch settles nothing, and
however the game ends meanwhile, it ends without that move. An answer that takes too long is not waited for.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.core.actions import Action
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.core.squares import bitboard
from table.hands import reading
from table.hands.decision import Decision, decide
from table.messages.events import BlunderFound
from table.model.current_game import GameOnTable
from table.model.state import PATIENCE_S, Checked, Table
from table.turns.help_consent import no_help, opposed

LEAST_LOSS: Final = 0.3
"""The least that a move gives away, of the 2 between won and lost, to be warned of."""
WAIT_S: Final = 10.0
"""The longest wait for an answer: the first one takes a small computer seconds, as a process has to start."""

_HOW: Final[Mapping[str, Message]] = {"loses": message("That loses soon.")}
_WORSE: Final = message("Something else is much better.")


def is_wanted(table: Table, seat: Seat) -> bool:
    """True if a seat is to be warned, and everybody whom that is against has agreed."""
    return seat in table.stored.warnings and no_help(table) is None and not opposed(table, seat)


def to_check(table: Table, decision: Decision, now_s: float) -> Checked | None:
    """Return what has to be known of what hands have done before it counts; as it is, if that was asked already.
    ``None``: nothing has. Once another hand goes on, it is too late to ask. A warning that was told stands also once
    warnings are switched off."""
    action, on_table = decision.commit, table.on_table
    if action is None or on_table is None or decision.undo:
        return None
    seat, entry = Seat(on_table.game.actor(on_table.position, action)), table.entries + 1
    asked = table.checked
    if asked is not None and (asked.entry, asked.action) != (entry, action.text):
        asked = None  # that was about something else
    if asked is not None and asked.loss is not None:
        return asked if asked.loss >= LEAST_LOSS and not _is_meant(on_table, action, table, asked.told_s) else None
    if decision.moment is not None or not is_wanted(table, seat):
        return None
    if asked is None:
        return Checked(entry, seat, action.text, now_s)
    return asked if now_s < asked.since_s + WAIT_S else None


def _is_meant(on_table: GameOnTable, action: Action, table: Table, told_s: float) -> bool:
    """True if hands have said since a warning that they mean it: its pieces were touched again, or all of a reply to it
    lies on the board."""
    touched = bitboard({touch.square for touch in table.touches if touch.at_s > told_s})
    if not touched:
        return False
    game, footprint = on_table.game, on_table.game.footprint(on_table.position, action)
    if touched & footprint.squares:
        return True
    stood, after = footprint.after(on_table.occupied), game.successor(on_table.position, action)
    replies = (game.footprint(after, each) for each in game.actions(after))
    return any(each.after(stood) == table.covered != stood and not (each.squares & ~each.through) & ~touched
               for each in replies)


def found(table: Table, event: BlunderFound, now_s: float) -> Table:
    """Note what the computer thinks of an action that waits for it."""
    asked = table.checked
    if asked is None or (asked.entry, asked.action) != (event.entry, event.action) or asked.loss is not None:
        return table
    return table.having(checked=replace(asked, loss=event.loss, reason=event.reason, piece=event.piece, told_s=now_s))


def unplayed(table: Table) -> Checked | None:
    """Return what is being looked at, or was warned of: it lies on the board, and does not count yet."""
    asked = table.checked
    if asked is None or table.goal is not None or table.stored.paused:
        return None
    decision = decide(table, reading.read(table), table.last_touch_s + PATIENCE_S)
    return asked if to_check(table, decision, asked.since_s) is asked else None


def told(table: Table) -> Checked | None:
    """The warning that is open now: what it is about lies on the board."""
    asked = unplayed(table)
    return None if asked is None or asked.loss is None else asked


def lit(table: Table) -> int:
    """The squares (bitboard) that a warning is about: where pieces were put."""
    warned, on_table = told(table), table.on_table
    if warned is None or on_table is None:
        return 0
    action = on_table.game.parse(on_table.position, warned.action)
    footprint = on_table.game.footprint(on_table.position, action)
    return (footprint.fills | footprint.swaps | footprint.touches) & table.covered


def sentence(table: Table) -> Message | None:
    """Say the warning, if there is one."""
    warned, on_table = told(table), table.on_table
    if warned is None or on_table is None:
        return None
    if on_table.screen:
        return message("Careful: {why} Put it back, or play it anyway.", why=why(table, warned))
    return message("Careful: {why} Put it back; or lift it and put it down there again, if you mean it.",
                   why=why(table, warned))


def why(table: Table, warned: Checked) -> Message:
    """Say what is wrong with it, in a sentence."""
    kind = None if table.on_table is None else table.on_table.game.piece_names.get(warned.piece)
    if warned.reason == "gives-up" and kind is not None:
        return message("That gives up a {piece}.", piece=kind)
    return _HOW.get(warned.reason, _WORSE)
