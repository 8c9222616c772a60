"""Which legal actions explain what hands did? Whole occupancies are matched first, the order of touches second.

Nothing here guesses: where the sensors cannot tell, the reading says so and the board asks.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.actions import Action, Footprint
from engine.pieces import CHANCE
from engine.squares import bits
from table.evidence import Evidence, complete, evidence_of, explains
from table.state import GameOnTable, HandAction, Table, hand_actions, moving

TWO_HANDS = 2
"""How many pieces can be in the air at once without any single action explaining it."""
KNOCK = 3
"""From how many unexplained squares on the board counts as knocked, not as a slip."""



@dataclass(frozen=True, slots=True)
class Reading:
    """What hands are doing, as far as the sensors tell.

    ``possible``: actions that may be under way. ``complete``: those of them that are done (more than one: presence
    alone cannot tell them apart). ``first``: done actions after which another one explains the rest (two hands).
    ``wrong``: squares where a piece stands that no possible action puts there. ``take_back``: the last action
    reversed explains it (``taken_back``: completely). ``second_thoughts``: what was played instead of a capture.
    """

    possible: tuple[HandAction, ...] = ()
    complete: tuple[HandAction, ...] = ()
    first: tuple[HandAction, ...] = ()
    wrong: int = 0
    take_back: bool = False
    taken_back: bool = False
    second_thoughts: tuple[Action | None, ...] = ()
    """``None`` among them: nothing, the capture was put back."""

    @property
    def done(self) -> tuple[HandAction, ...]:
        """The actions that may be what was done, or the first of what two hands did."""
        return self.complete or self.first

    @property
    def explained(self) -> bool:
        """Whether there is any innocent explanation."""
        return bool(self.possible or self.first or self.take_back or self.second_thoughts)


def read(table: Table) -> Reading:
    """Read the board of a game that is on the table, not paused, and not busy with a goal."""
    assert table.on_table is not None
    return reading_of(table.on_table, evidence_of(table))


@lru_cache(maxsize=16)
def reading_of(on_table: GameOnTable, evidence: Evidence) -> Reading:
    """A reading follows from these two alone, and step, lights and scene all ask for it after every touch."""
    playable = () if on_table.outcome else on_table.hand_actions
    changed = evidence.lifted | evidence.placed
    if not changed:
        return Reading(complete=_touch_actions(playable, evidence))
    possible = tuple(
        each for each in playable if each.footprint.squares & changed and explains(each.footprint, evidence)
    )
    done = _best([hand_action for hand_action in possible if complete(hand_action.footprint, evidence)])
    back, is_back = _taking_back(on_table, evidence)
    if possible or is_back:
        begun = any(on_table.movers(hand_action) & evidence.lifted for hand_action in possible)
        thoughts = () if begun or is_back else _second_thoughts(on_table, evidence)
        undone = is_back and not done and not begun
        return Reading(possible, done, take_back=back, taken_back=undone, second_thoughts=thoughts)
    first = _first_of_two(on_table, playable, evidence)
    if first:
        return Reading(possible=first, first=first)
    thoughts = _second_thoughts(on_table, evidence)
    possible, wrong = _slips(playable, evidence)
    return Reading(possible, wrong=wrong, take_back=back, second_thoughts=thoughts)


def _touch_actions(playable: Iterable[HandAction], evidence: Evidence) -> tuple[HandAction, ...]:
    """Actions done by touch alone: everything stands where it stood."""
    return _best([each for each in playable if each.footprint.touches and complete(each.footprint, evidence)])


def _best(done: list[HandAction]) -> tuple[HandAction, ...]:
    """Where a touch distinguishes two actions, the one that was touched for."""
    witnesses = [hand_action.footprint.swaps | hand_action.footprint.touches for hand_action in done]
    return tuple(
        hand_action for hand_action, own in zip(done, witnesses, strict=True)
        if not any(own != other and not own & ~other for other in witnesses)
    )


def _first_of_two(on_table: GameOnTable, playable: Iterable[HandAction], evidence: Evidence) -> tuple[HandAction, ...]:
    """Done actions after which a legal action of the next position explains the rest of the difference.

    With them their rivals: done actions on some of the same squares, if a piece were merely held in the air. Whoever
    lifts two pieces and puts one down has not yet told which.
    """
    changed = evidence.lifted | evidence.placed
    moments = {
        each: moment for each in playable
        if each.footprint.squares & changed and (moment := _done_before(each.footprint, evidence)) is not None
    }
    done = list(moments)
    found = [hand_action for hand_action in done if _goes_on(on_table, hand_action, evidence, moments[hand_action])]
    taken = 0
    for hand_action in found:
        taken |= hand_action.footprint.squares
    return _best([hand_action for hand_action in done if hand_action in found or hand_action.footprint.squares & taken])


def _done_before(footprint: Footprint, evidence: Evidence) -> int | None:
    """Before which touch the action was last done; ``None``: it never was.

    The next piece may already stand on a square that the first one has left.
    """
    own = footprint.squares
    for touch in range(len(evidence.touches), 0, -1):
        if own >> evidence.touches[touch - 1].square & 1 and complete(footprint, evidence.before(touch).within(own)):
            return touch
    return None


def _goes_on(on_table: GameOnTable, hand_action: HandAction, evidence: Evidence, moment: int) -> bool:
    """Whether a legal action after this one explains the rest of the difference."""
    position = on_table.game.successor(on_table.position, hand_action.action)
    own = hand_action.footprint.squares
    rest_touches = tuple(
        touch for number, touch in enumerate(evidence.touches) if number >= moment or not own >> touch.square & 1
    )
    rest = Evidence(on_table.game.occupied(position), evidence.covered, rest_touches)
    after = rest.lifted | rest.placed
    return any(
        each.footprint.squares & after and explains(each.footprint, rest)
        for each in hand_actions(on_table.game, position)
    )


def _slips(playable: Iterable[HandAction], evidence: Evidence) -> tuple[tuple[HandAction, ...], int]:
    """The actions of one or two pieces in the air, and the squares where one was wrongly put down."""
    lifted = list(bits(evidence.lifted))
    if not 1 <= len(lifted) <= TWO_HANDS or evidence.placed.bit_count() > len(lifted):
        return (), 0
    found: list[HandAction] = []
    for square in lifted:
        alone = replace(evidence, covered=evidence.base & ~(1 << square))
        able = [each for each in playable if each.footprint.squares >> square & 1 and explains(each.footprint, alone)]
        if not able:
            return (), 0
        found += able
    fills = 0
    for hand_action in found:
        fills |= hand_action.footprint.fills
    return tuple(found), evidence.placed & ~fills


# --- taking back -------------------------------------------------------------------------------------------------


def can_take_back(on_table: GameOnTable) -> bool:
    """Whether the last action can be undone at all: not across chance, not across a revealed secret."""
    played = on_table.played
    if not played.actions:
        return False
    game, before = played.game, played.before().position
    secret = game.undisclosed(before) or game.undisclosed(played.position)
    return game.to_act(before) != (CHANCE,) and not secret


def _last_footprint(on_table: GameOnTable) -> Footprint | None:
    """What hands did last, if the same hands may still take it back: the rules have moved nothing since."""
    if not on_table.by_hand or moving(on_table.happenings) or not can_take_back(on_table):
        return None
    return on_table.game.footprint(on_table.played.before().position, on_table.played.actions[-1])


def _taking_back(on_table: GameOnTable, evidence: Evidence) -> tuple[bool, bool]:
    """Whether the last action reversed explains the difference, in part and completely."""
    last = _last_footprint(on_table)
    if last is None:
        return False, False
    back = last.reversed
    return explains(back, evidence), complete(back, evidence)


def _second_thoughts(on_table: GameOnTable, evidence: Evidence) -> tuple[Action | None, ...]:
    """After a capture with both pieces in the air, a piece more than there should be: what was played instead?

    Then the piece that closed the target's reed may have been the captured one, put back.
    """
    last = _last_footprint(on_table)
    if last is None or not last.swaps or evidence.lifted or evidence.opened:
        return ()
    before = on_table.played.before().position
    base = on_table.game.occupied(before)
    if evidence.covered == base:
        return (None,)
    return tuple(
        each.action for each in hand_actions(on_table.game, before)
        if not each.footprint.swaps | each.footprint.touches and evidence.covered == each.footprint.after(base)
    )
