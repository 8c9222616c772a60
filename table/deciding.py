"""What follows from a reading of the board: play an action, take one back, ask, or wait."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.actions import Action
from engine.game import AnyGame
from engine.squares import Square, bits
from table.evidence import Evidence, complete, evidence_of
from table.hands import Reading
from table.state import PATIENCE_S, Reach, Table


@dataclass(frozen=True, slots=True)
class Decision:
    """What follows from a reading at one moment.

    ``commit``: play this action. ``undo``: take the last one back. ``ask``: these actions are all possible, and no
    sensor can tell. ``wait_s``: decide again at this moment (monotonic seconds).
    """

    commit: Action | None = None
    undo: bool = False
    ask: tuple[Reach, ...] = ()
    wait_s: float | None = None
    patient: bool = False
    """Waiting for a longer action, or for *end turn*."""


def decide(table: Table, reading: Reading, now_s: float) -> Decision:
    """What to do about a reading now."""
    evidence = evidence_of(table)
    if reading.taken_back:
        return _after_rest(table, Decision(undo=True), now_s)
    done = reading.complete or reading.first
    if not done:
        return Decision()
    chosen = done[0] if len(done) == 1 else _preferred(table, done, bool(reading.first)) or _pointed_at(table, done)
    if chosen is None or table.knocked:
        return _after_rest(table, Decision(ask=done), now_s)
    longer = not reading.first and _longer(chosen, reading.possible, evidence)
    due_s = table.last_touch_s + (PATIENCE_S if longer else table.settle_s)
    if reading.first:  # the other hand goes on
        due_s = evidence.last_touch_s(chosen.footprint.squares) + table.settle_s
    return Decision(commit=chosen.action) if now_s >= due_s else Decision(wait_s=due_s, patient=longer)


def _after_rest(table: Table, decision: Decision, now_s: float) -> Decision:
    return decision if table.at_rest(now_s) else Decision(wait_s=table.last_touch_s + table.settle_s)


def _longer(done: Reach, possible: Iterable[Reach], evidence: Evidence) -> bool:
    """Whether an action that does all of this one and more may be under way.

    A square that it has to empty, lifted already and covered again, speaks against it.
    """
    untouched = done.footprint.through & ~evidence.opened
    squares, refilled = done.footprint.squares & ~untouched, evidence.opened & evidence.covered
    return any(
        squares != reach.footprint.squares and not squares & ~reach.footprint.squares
        and not reach.footprint.empties & refilled and not complete(reach.footprint, evidence)
        for reach in possible
    )


def _preferred(table: Table, done: tuple[Reach, ...], two_hands: bool) -> Reach | None:
    """The one of several done actions that leaves nobody worse off, if there is one."""
    assert table.sitting is not None
    game, position = table.sitting.game, table.sitting.position
    if two_hands:
        return _earliest(table, done)
    after = {reach: game.successor(position, reach.action) for reach in done}
    boards = [game.view(each).pieces for each in after.values()]
    if any(board != boards[0] for board in boards):
        return None
    return next((reach for reach in done if all(includes(game, after[reach], each) for each in after.values())), None)


def pointers(done: Sequence[Reach], covered: int) -> dict[Square, Reach]:
    """The covered squares that only one of these actions has to do with: touching one says which it was."""
    found: dict[Square, Reach] = {}
    for reach in done:
        others = 0
        for each in done:
            others |= 0 if each is reach else each.footprint.squares
        found |= dict.fromkeys(bits(reach.footprint.squares & ~others & covered), reach)
    return found


def _pointed_at(table: Table, done: tuple[Reach, ...]) -> Reach | None:
    """The one of several done actions that a touch was meant to name, after the board had come to rest and asked."""
    evidence, named = evidence_of(table), pointers(done, table.covered)
    touches = evidence.touches
    for number in range(len(touches) - 1, 0, -1):
        rested = touches[number].at_s - touches[number - 1].at_s >= table.settle_s
        if rested and all(complete(reach.footprint, evidence.before(number)) for reach in done):
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


def _earliest(table: Table, done: tuple[Reach, ...]) -> Reach | None:
    """Of actions that two hands did side by side, the one finished first; none if they exclude each other."""
    squares = 0
    for reach in done:
        if squares & reach.footprint.squares:
            return None
        squares |= reach.footprint.squares
    evidence = evidence_of(table)
    return min(done, key=lambda reach: evidence.last_touch_s(reach.footprint.squares))
