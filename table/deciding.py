"""What follows from a reading of the board: play an action, take one back, ask, or wait."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.actions import Action
from engine.game import AnyGame
from engine.squares import Square, bits
from table.evidence import Evidence, complete, evidence_of
from table.hands import Reading, reading_of
from table.state import PATIENCE_S, GameOnTable, HandAction, Table


@dataclass(frozen=True, slots=True)
class Decision:
    """What follows from a reading at one moment.

    ``commit``: play this action. ``undo``: take the last one back. ``ask``: these actions are all possible, and no
    sensor can tell. ``wait_s``: decide again at this moment (monotonic seconds).
    """

    commit: Action | None = None
    undo: bool = False
    ask: tuple[HandAction, ...] = ()
    wait_s: float | None = None
    patient: bool = False
    """Waiting for a longer action, or for *end turn*."""


def decide(table: Table, reading: Reading, now_s: float) -> Decision:
    """What to do about a reading now."""
    evidence = evidence_of(table)
    if reading.taken_back:
        return _after_rest(table, Decision(undo=True), now_s)
    done = reading.done
    if not done:
        return Decision()
    chosen = done[0] if len(done) == 1 else _pointed_at(table, reading) or _preferred(table, reading)
    if chosen is None or table.knocked:
        return _after_rest(table, Decision(ask=done), now_s)
    longer = not reading.first and _longer(chosen, reading.possible, evidence)
    due_s = table.last_touch_s + (PATIENCE_S if longer else table.settle_s)
    if reading.first:  # the other hand goes on
        due_s = evidence.last_touch_s(chosen.footprint.squares) + table.settle_s
    return Decision(commit=chosen.action) if now_s >= due_s else Decision(wait_s=due_s, patient=longer)


def _after_rest(table: Table, decision: Decision, now_s: float) -> Decision:
    return decision if table.at_rest(now_s) else Decision(wait_s=table.last_touch_s + table.settle_s)


def _longer(done: HandAction, possible: Iterable[HandAction], evidence: Evidence) -> bool:
    """Whether an action that does all of this one and more may be under way.

    A square that it has to empty, lifted already and covered again, speaks against it.
    """
    untouched = done.footprint.through & ~evidence.opened
    squares, refilled = done.footprint.squares & ~untouched, evidence.opened & evidence.covered
    return any(
        squares != each.footprint.squares and not squares & ~each.footprint.squares
        and not each.footprint.empties & refilled and not complete(each.footprint, evidence)
        for each in possible
    )


def _preferred(table: Table, reading: Reading) -> HandAction | None:
    """The one of several done actions that leaves nobody worse off, if there is one."""
    assert table.on_table is not None
    game, position, done = table.on_table.game, table.on_table.position, reading.done
    if reading.first:
        return _earliest(table.on_table, done, evidence_of(table))
    after = {each: game.successor(position, each.action) for each in done}
    boards = [game.view(each).pieces for each in after.values()]
    if any(board != boards[0] for board in boards):
        return None
    return next((one for one in done if all(includes(game, after[one], each) for each in after.values())), None)


def pointers(reading: Reading, covered: int) -> dict[Square, HandAction]:
    """The covered squares that only one of the done actions has to do with: touching one says which it was.

    None while two hands are at work: what is lifted then is not finished.
    """
    found: dict[Square, HandAction] = {}
    for hand_action in reading.complete if len(reading.complete) > 1 else ():
        others = 0
        for each in reading.complete:
            others |= 0 if each is hand_action else each.footprint.squares
        found |= dict.fromkeys(bits(hand_action.footprint.squares & ~others & covered), hand_action)
    return found


def _pointed_at(table: Table, reading: Reading) -> HandAction | None:
    """The one of several done actions that a touch was meant to name, after the board had come to rest and asked."""
    assert table.on_table is not None
    evidence, named = evidence_of(table), pointers(reading, table.covered)
    touches = evidence.touches
    for number in range(len(touches) - 1, 0, -1):
        rested = touches[number].at_s - touches[number - 1].at_s >= table.settle_s
        if rested and reading_of(table.on_table, evidence.before(number)).complete == reading.complete:
            meant = {named[touch.square] for touch in touches[number:] if touch.square in named}
            return meant.pop() if len(meant) == 1 else None
    return None


def includes(game: AnyGame, position: Any, other: Any) -> bool:
    """Whether all that can follow ``other`` can follow ``position`` too, at once or after a decision without hands."""
    wanted = (game.to_act(other), {action.text for action in game.actions(other)})

    def offers(candidate: Any) -> bool:
        return game.to_act(candidate) == wanted[0] and wanted[1] <= {each.text for each in game.actions(candidate)}

    return offers(position) or any(
        offers(game.successor(position, action)) for action in game.actions(position)
        if not game.footprint(position, action).squares
    )


def _earliest(on_table: GameOnTable, done: tuple[HandAction, ...], evidence: Evidence) -> HandAction | None:
    """Of actions that two hands did side by side, the one finished first.

    ``None`` if they exclude each other, or were finished in the same moment and their order matters.
    """
    if not disjoint(done):
        return None
    finished_s = {each: evidence.last_touch_s(each.footprint.squares) for each in done}
    first = min(done, key=lambda each: finished_s[each])
    rivals = [each for each in done if each is not first and finished_s[each] == finished_s[first]]
    return None if any(_order_matters(on_table, first, rival) for rival in rivals) else first


def disjoint(hand_actions: Iterable[HandAction]) -> bool:
    """Whether no two of these actions have a square in common: both may have been done."""
    squares = 0
    for hand_action in hand_actions:
        if squares & hand_action.footprint.squares:
            return False
        squares |= hand_action.footprint.squares
    return True


def _order_matters(on_table: GameOnTable, one: HandAction, other: HandAction) -> bool:
    game, ends = on_table.game, []
    for first, second in ((one, other), (other, one)):
        position = game.successor(on_table.position, first.action)
        then = [action for action in game.actions(position) if action.text == second.action.text]
        ends.append([game.view(game.successor(position, action)) for action in then])
    return ends[0] != ends[1]
