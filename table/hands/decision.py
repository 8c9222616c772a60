"""Decides what follows from a reading of the board: play an action, take one back, ask, or wait."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from engine.core.actions import Action, Footprint
from engine.core.squares import Square, bitboard, bits
from engine.game import EVERYTHING, AnyGame
from table.hands.corrected_away import Uncorrected, instead_of, taken_away
from table.hands.evidence import (
    Evidence,
    complete,
    done_before,
    evidence_of,
    in_order,
    refilled,
    taken,
)
from table.hands.reading import Next, Reading, being_taken, reading_of, taken_on
from table.hands.take_back import filled_by_last
from table.model.current_game import GameOnTable, HandAction
from table.model.state import PATIENCE_S, Table


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that follows from a reading at one moment.

    ``undo``: take the last action back (``rethink``: to read what stands there anew). ``commit``: play this one (then).
    ``ask``: these actions are all possible, and no sensor can tell. ``wait_s``: decide again at this moment (monotonic
    seconds).
    """

    commit: Action | None = None
    moment: int | None = None
    """Before which touch that action was done; ``None``: all that was touched on its squares belongs to it."""
    undo: bool = False
    rethink: bool = False
    ask: tuple[HandAction, ...] = ()
    wait_s: float | None = None
    patient: bool = False
    """Waiting for a longer action, or for *end turn*."""
    beside: int = 0
    """Squares (bitboard) where a captured piece may have been set down, while it is waited for that it goes."""
    stands: Action | None = None
    """The one of the actions asked about that the covered squares show, unless a captured piece stands there."""
    uncorrected: tuple[Uncorrected, ...] = ()
    """The captures asked about that may have been made if the last action is no correction."""
    uncorrect: Uncorrected | None = None
    """The capture that was made, as the last action is no correction."""

    @property
    def asks(self) -> bool:
        """True if players are asked which action was played."""
        return bool(self.ask or self.uncorrected)


def decide(table: Table, reading: Reading, now_s: float) -> Decision:
    """Decide what to do about a reading now."""
    assert table.on_table is not None
    captured = None if reading.at_rest else taken_away(table)
    if captured is not None and table.difference & ~captured.beside and not _half_done(table, reading):
        in_hand = bool(reading.nexts)  # perhaps, to move on
        return _after(PATIENCE_S if in_hand else table.settle_s, table, Decision(uncorrect=captured), now_s)
    if reading.taken_back:
        return _after_rest(table, Decision(undo=True), now_s)
    if reading.complete:
        return _finished(table, reading, now_s)
    if reading.nexts and (reading.at_rest or not reading.possible) and not reading.rethought:
        return _followed(table, reading, now_s)
    if reading.rethought and not table.misplaced & ~filled_by_last(table.on_table):  # else pieces were mixed up besides
        return _after_rest(table, Decision(undo=True, rethink=True), now_s)
    if reading.gone_on and table.difference:
        return _gone_on(table, reading, now_s)
    if len(reading.second_thoughts) == 1 and _touched_again(table):
        return _after_rest(table, Decision(undo=True, commit=reading.second_thoughts[0]), now_s)
    if captured is not None:
        return _after(PATIENCE_S, table, Decision(uncorrected=(captured,)), now_s)
    return Decision()


def _half_done(table: Table, reading: Reading) -> bool:
    """True if all that lies there is part of an action under way, of which pieces have come down already."""
    return bool(reading.possible and evidence_of(table).placed) and not (reading.nexts or reading.wrong or reading.idle)


def _gone_on(table: Table, reading: Reading, now_s: float) -> Decision:
    """The last action may have been another one; or its piece was taken, and was set down beside."""
    assert table.on_table is not None
    evidence = evidence_of(table)
    last = filled_by_last(table.on_table)
    captures = taken_on(table.on_table, last, evidence)
    if (captures or being_taken(table.on_table, last, evidence)) and now_s < table.last_touch_s + PATIENCE_S:
        return Decision(wait_s=table.last_touch_s + PATIENCE_S, beside=evidence.placed)
    return _after_rest(table, Decision(ask=(*captures, *reading.gone_on)), now_s)


def _touched_again(table: Table) -> bool:
    """True if the piece too many, at rest on the board, was lifted and put back where it stands: it was meant so."""
    if len(table.recent) < 3:
        return False
    rested, lifted, placed = table.recent[-3:]
    there = rested.square == lifted.square == placed.square and table.difference == 1 << placed.square
    held_s, rested_s = placed.at_s - lifted.at_s, lifted.at_s - rested.at_s
    return there and lifted.lifted and rested_s >= table.settle_s and table.bump_s <= held_s <= PATIENCE_S


def _finished(table: Table, reading: Reading, now_s: float) -> Decision:
    """One action explains all that lies there."""
    done, evidence = reading.complete, evidence_of(table)
    named = _pointed_at(table, reading) if len(done) > 1 else None
    chosen = done[0] if len(done) == 1 else named or _preferred(table, done)
    captures = () if named else tuple(
        dict.fromkeys(chain.from_iterable(_taken_beside(table, each, evidence) for each in done)))
    instead = () if named else _uncorrected(table, done)
    if reading.gone_on or chosen is None and not (captures or instead):
        return _after_rest(table, Decision(ask=(*done, *captures, *reading.gone_on)), now_s)
    meant = done if chosen is None else (chosen,)
    longer = bool(reading.going_on) or any(_longer(each, reading.possible, evidence) for each in meant)
    due_s = table.last_touch_s + (PATIENCE_S if longer or captures or instead else table.settle_s)
    if now_s < due_s:
        return Decision(wait_s=due_s, patient=longer, beside=_beside(meant[0], captures, instead))
    if chosen is None or captures or instead:
        stands = chosen.action if chosen else None
        return Decision(ask=(*meant, *captures), stands=stands, uncorrected=instead)
    return Decision(commit=chosen.action)


def _followed(table: Table, reading: Reading, now_s: float) -> Decision:
    """Another hand goes on already."""
    chosen = _first(table, reading)
    nexts = reading.nexts if chosen is None else (chosen,)
    captures, instead = _instead_of(table, nexts), _uncorrected(table, [each.hand_action for each in nexts])
    if chosen is None or reading.gone_on and reading.at_rest:
        gone_on = () if chosen is None else reading.gone_on
        return _after_rest(table, Decision(ask=(*reading.done, *captures, *gone_on), uncorrected=instead), now_s)
    groups = _under_way(reading, evidence_of(table))
    patient = bool(reading.going_on or groups)
    unsure = _may_be_back(chosen.hand_action, evidence_of(table).before(chosen.moment))
    due_s = table.touches[chosen.moment - 1].at_s + table.settle_s
    if patient or captures or instead or unsure:
        due_s = table.last_touch_s + PATIENCE_S
    if now_s < due_s:
        return Decision(wait_s=due_s, patient=patient, beside=_beside(chosen.hand_action, captures, instead))
    if captures or instead or unsure or groups and _answered(table, chosen):
        return Decision(ask=(chosen.hand_action, *captures, *groups), uncorrected=instead)
    return Decision(commit=chosen.hand_action.action, moment=chosen.moment)


def _uncorrected(table: Table, done: Iterable[HandAction]) -> tuple[Uncorrected, ...]:
    """Return the captures that may have been made instead of any of these, if the last action is no correction."""
    return tuple(chain.from_iterable(instead_of(table, each) for each in done))


def _beside(plain: HandAction, captures: Iterable[HandAction], instead: Iterable[Uncorrected]) -> int:
    """Return the squares (bitboard) where a captured piece may stand, if the plain move was one of these captures."""
    found = plain.footprint.fills if captures else 0
    for each in instead:
        found |= each.beside
    return found


def _may_be_back(capture: HandAction, evidence: Evidence) -> bool:
    """True if taker and victim may as well have been put back, with the piece that follows the taker in the air."""
    return not capture.footprint.fills and bool(refilled(capture.footprint, evidence))


def _taken_beside(table: Table, plain: HandAction, evidence: Evidence) -> tuple[HandAction, ...]:
    """Return the captures that may have been made instead of a plain move: its square may be where the victim stands.

    ``evidence``: up to the moment when that move was done. Its square was filled before the mover left its own, or the
    victim was in the air, too, when a piece came down there.
    """
    on_table, own, whole = table.on_table, plain.footprint, evidence_of(table)
    assert on_table is not None
    landing = evidence.landing(own.fills)
    if landing < 0:
        return ()
    victims = evidence.lifted_before(landing) if in_order(own, evidence) else whole.opened
    return tuple(
        each for each in on_table.hand_actions
        if each.footprint.swaps & victims and not own.empties & ~each.footprint.empties
        and on_table.movers(each) & on_table.movers(plain)
        and taken(each.footprint, whole.within(each.footprint.squares & ~own.fills))
        and not _taker_went_on(table, each.footprint, evidence.before(landing))
    )


def _taker_went_on(table: Table, capture: Footprint, evidence: Evidence) -> bool:
    """True if this capture had come to rest, and its taker was lifted again: then that one is what came down last."""
    own = evidence.within(capture.squares)
    return any(
        own.touches[moment].at_s - own.touches[moment - 1].at_s >= table.settle_s
        for moment in done_before(capture, own) if moment < len(own.touches)
    )


def _instead_of(table: Table, nexts: Iterable[Next]) -> tuple[HandAction, ...]:
    """Return the captures that may have been made, or be under way, instead of plain moves that others follow."""
    found, whole = dict[HandAction, None](), evidence_of(table)
    for each in nexts:
        plain, evidence = each.hand_action, whole.before(each.moment)
        under_way = _under_way_instead(table, plain, evidence.lifted & whole.lifted, whole.in_hands <= 0)
        found |= dict.fromkeys(under_way or _taken_beside(table, plain, evidence))
    return tuple(found)


def _under_way_instead(table: Table, plain: HandAction, in_air: int, all_down: bool) -> tuple[HandAction, ...]:
    """Return the captures by the same piece of what was in the air before it came down, and still is (bitboard).

    ``all_down``: as many pieces have come down as were lifted: then an own one was moved, too, and not captured.
    """
    on_table = table.on_table
    assert on_table is not None
    movers = on_table.movers(plain) if plain.footprint.fills else 0
    victims = in_air & ~on_table.owned(in_air, on_table.actor(plain)) if all_down else in_air
    return tuple(
        each for each in on_table.hand_actions
        if each.footprint.swaps & victims and on_table.movers(each) & movers and each.footprint != plain.footprint
    )


def _under_way(reading: Reading, evidence: Evidence) -> tuple[HandAction, ...]:
    """Return the actions of which all that was touched may be the beginning: the pushed pawn may go first."""
    felt = bitboard({touch.square for touch in evidence.touches})
    return tuple(each for each in reading.possible if not felt & ~each.footprint.squares)


def _answered(table: Table, chosen: Next) -> bool:
    """True if the other side would have answered, with a piece that a group may as well have pushed."""
    assert table.on_table is not None
    actor = table.on_table.actor(chosen.hand_action)
    return any(chosen.on_table.actor(each) != actor for each in chosen.reading.done)


def _first(table: Table, reading: Reading) -> Next | None:
    """The action that was done first. ``None``: no sensor can tell which one was, and it matters."""
    assert table.on_table is not None
    done = [each.hand_action for each in reading.nexts]
    if reading.rivals:
        return None
    if len({each.footprint for each in done}) == 1:
        chosen = done[0] if len(done) == 1 else _preferred(table, done)
        return next((each for each in reading.nexts if each.hand_action is chosen), None)
    others = done[1:]
    alike = disjoint(done) and not any(_order_matters(table.on_table, done[0], other) for other in others)
    return reading.nexts[0] if alike else None


def _after_rest(table: Table, decision: Decision, now_s: float) -> Decision:
    return decision if table.at_rest(now_s) else Decision(wait_s=table.last_touch_s + table.settle_s)


def _after(wait_s: float, table: Table, decision: Decision, now_s: float) -> Decision:
    due_s = table.last_touch_s + wait_s
    return decision if now_s >= due_s else Decision(wait_s=due_s)


def _longer(done: HandAction, possible: Iterable[HandAction], evidence: Evidence) -> bool:
    """True if an action that does all of this one and more may be under way.

    A square that it has to empty, lifted already and covered again, speaks against it.
    """
    untouched = done.footprint.through & ~evidence.opened
    squares, refilled = done.footprint.squares & ~untouched, evidence.opened & evidence.covered
    return any(
        squares != each.footprint.squares and not squares & ~each.footprint.squares
        and not each.footprint.empties & refilled and not complete(each.footprint, evidence)
        for each in possible
    )


def _preferred(table: Table, done: Sequence[HandAction]) -> HandAction | None:
    """The one of several done actions that leaves nobody worse off, if there is one."""
    assert table.on_table is not None
    game, position = table.on_table.game, table.on_table.position
    after = {each: game.successor(position, each.action) for each in done}
    boards = [game.view(each, EVERYTHING).pieces for each in after.values()]
    if any(board != boards[0] for board in boards):
        return _meant_last(table, done) if table.on_table.screen else None
    return next((each for each in done if all(includes(game, after[each], other) for other in after.values())), None)


def _meant_last(table: Table, done: Sequence[HandAction]) -> HandAction | None:
    """Of attacks that differ in their target, the one at the target touched last: on glass nobody slips."""
    if not all(each.footprint.touches for each in done):
        return None
    last_s = [evidence_of(table).last_touch_s(each.footprint.touches) for each in done]
    latest = [each for each, at_s in zip(done, last_s, strict=True) if at_s == max(last_s)]
    return latest[0] if len(latest) == 1 else None


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
    """True if all that can follow ``other`` can follow ``position`` too, at once or after a decision without hands."""
    wanted = (game.to_act(other), {action.text for action in game.actions(other)})

    def offers(candidate: Any) -> bool:
        return game.to_act(candidate) == wanted[0] and wanted[1] <= {each.text for each in game.actions(candidate)}

    return offers(position) or any(
        offers(game.successor(position, action)) for action in game.actions(position)
        if not game.footprint(position, action).squares
    )


def disjoint(hand_actions: Iterable[HandAction]) -> bool:
    """True if no two of these actions have a square in common: both may have been done."""
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
        ends.append([game.view(game.successor(position, action), EVERYTHING) for action in then])
    return ends[0] != ends[1]
