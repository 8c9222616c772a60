"""The legal actions that explain what hands did. Whole occupancies are matched first, the order of touches second.

Nothing here guesses: where the sensors cannot tell, the reading says so and the board asks. A move is decided only when
the board is at rest, however long it takes and however many pieces are in the air.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations

from engine.core.actions import Action, Footprint
from engine.core.pieces import Piece
from engine.core.squares import Square, bitboard, bits
from engine.game import Played
from table.hands.evidence import (
    Evidence,
    complete,
    done_before,
    evidence_of,
    explains,
    in_order,
    may_be_complete,
    refilled,
    taken,
    touched,
    without,
)
from table.hands.take_back import (
    before_last,
    exchanged,
    filled_by_last,
    going_on,
    replaced,
    rethinks,
    second_thoughts,
    taking_back,
)
from table.model.current_game import GameOnTable, HandAction, gone_to
from table.model.state import Table, Touch

IN_HAND = 2
"""Pieces that people hold at once; more in the air with another one out of place look like an accident."""
IN_AIR = 6
"""Among so many in the air a piece is looked for that can only go back: a squad, and two more."""
AHEAD = 4
"""The number of actions in a row that are looked for in what lies on the board: as many as a turn of any game has."""
PATIENT = ((24, AHEAD), (36, 3), (64, 2))
"""Up to so many touches so many actions in a row; after more of them one, and what follows it. Every touch may have
ended an action: without a limit, a child that plays with the pieces keeps the board from answering for many seconds."""


Moments = dict[HandAction, list[int]]
"""By action the numbers of the touches before which it was done, the latest first."""


@dataclass(frozen=True, slots=True)
class Next:
    """A done action after which the rest of the difference is explained, too, by what follows it."""

    hand_action: HandAction
    moment: int
    """Before which touch it was done."""
    on_table: GameOnTable
    """The game after it."""
    evidence: Evidence
    """The evidence that is left to be explained then."""
    reading: "Reading"

    @property
    def at_rest(self) -> bool:
        """True if the actions that follow explain everything, with no piece in the air."""
        rest = self.reading
        return bool(rest.complete) or any(each.at_rest for each in rest.nexts)


@dataclass(frozen=True, slots=True)
class Reading:
    """The actions of hands, as far as the sensors tell.

    ``possible``: actions that may be under way. ``complete``: those of them that are done (more than one: presence
    alone cannot tell them apart). ``nexts``: done actions that something else follows already, the other side's next
    action perhaps; ``rivals``: done actions on some of the same squares, if a piece were merely held in the air.
    ``unsaid``: a decision without pieces is awaited, and after it the difference is explained by what follows.
    ``idle``: lifted pieces (bitboard) that none of this can move. ``wrong``: squares where a piece stands that no
    possible action puts there. ``take_back``: the last action reversed explains it (``taken_back``: completely).
    ``rethought``: instead of the last action another one was played. ``second_thoughts``: what may have been played
    instead of a capture. ``going_on``: actions that may be under way, of which the last one was but a part.
    ``gone_on``: done actions that may have been meant instead of the last one; no sensor can tell.
    """

    possible: tuple[HandAction, ...] = ()
    complete: tuple[HandAction, ...] = ()
    nexts: tuple[Next, ...] = ()
    rivals: tuple[HandAction, ...] = ()
    unsaid: Next | None = None
    idle: int = 0
    wrong: int = 0
    take_back: bool = False
    taken_back: bool = False
    rethought: bool = False
    second_thoughts: tuple[Action | None, ...] = ()
    """``None`` among them: nothing, the capture was put back."""
    going_on: tuple[HandAction, ...] = ()
    gone_on: tuple[HandAction, ...] = ()

    @property
    def done(self) -> tuple[HandAction, ...]:
        """The actions that may be what was done, or the first of what was done."""
        return self.complete or (*(each.hand_action for each in self.nexts), *self.rivals)

    @property
    def explained(self) -> bool:
        """True if there is any innocent explanation."""
        played = self.possible or self.done or self.unsaid
        return bool(played or self.take_back or self.rethought or self.second_thoughts)

    @property
    def at_rest(self) -> bool:
        """True if actions explain everything, with no piece in the air."""
        return bool(self.complete) or any(each.at_rest for each in self.nexts)


def read(table: Table) -> Reading:
    """Read the board of a game that is on the table, not paused, and not busy with a goal."""
    assert table.on_table is not None
    return _read(table.on_table, evidence_of(table), table.hand)


@lru_cache(maxsize=32)
def _read(on_table: GameOnTable, evidence: Evidence, hand: tuple[Touch, ...]) -> Reading:
    """A reading follows from these alone, and step, lights and scene all ask for it after every touch."""
    differs = evidence.lifted | evidence.placed
    under_way, done = going_on(on_table, evidence, hand) if differs else ((), ())
    reading = replace(reading_of(on_table, evidence), going_on=under_way, gone_on=done)
    if reading.at_rest or reading.taken_back:
        return reading
    if not differs:
        return replace(reading, second_thoughts=exchanged(on_table, evidence, hand))
    begun = () if reading.wrong else tuple(
        each for each in reading.possible if on_table.movers(each) & evidence.lifted
    )
    if done and begun:
        touching = any(each.footprint.touches and touched(each.footprint, evidence) for each in begun)
        return replace(reading, gone_on=()) if touching else reading
    if done or under_way and reading.wrong | reading.idle and evidence.placed:
        return replace(reading, rethought=True)
    if begun:
        return reading
    otherwise = _explained_otherwise(on_table, evidence, hand) if reading.wrong or not reading.possible else ()
    if otherwise:
        taken = _last_may_be_taken(on_table, evidence)
        return replace(reading, gone_on=otherwise) if taken else replace(reading, rethought=True)
    instead = rethinks(on_table, evidence, hand)
    if instead and (_last_may_be_taken(on_table, evidence) or _taker_put_back(on_table, reading, evidence)):
        return replace(reading, gone_on=instead)
    return replace(reading, rethought=bool(instead))


def _explained_otherwise(
    on_table: GameOnTable, evidence: Evidence, hand: tuple[Touch, ...]
) -> tuple[HandAction, ...]:
    """Return the actions that, in the place of the last one, and with what then followed, explain all that lies there.
    """
    whole, others = replaced(on_table, evidence, hand)
    nexts = reading_of(before_last(on_table), whole).nexts if others else ()
    return tuple(each.hand_action for each in nexts if each.at_rest and each.hand_action in others)


def _last_may_be_taken(on_table: GameOnTable, evidence: Evidence) -> bool:
    """True if a capture of or by a piece that the last action moved was made, or is under way."""
    last = filled_by_last(on_table)
    return bool(taken_on(on_table, last, evidence)) or being_taken(on_table, last, evidence)


def taken_on(on_table: GameOnTable, squares: int, evidence: Evidence) -> tuple[HandAction, ...]:
    """Return the captures of or by a piece on these squares (bitboard) that were made: their own squares tell."""
    return tuple(
        each for each in on_table.hand_actions
        if on_table.victims(each) & ~each.footprint.touches
        and (on_table.victims(each) | on_table.movers(each)) & squares
        and taken(each.footprint, evidence.within(each.footprint.squares))
    )


def being_taken(on_table: GameOnTable, squares: int, evidence: Evidence) -> bool:
    """True if a piece on these squares (bitboard) is in the air, and so is another one that takes it."""
    return any(
        on_table.victims(each) & squares and not (on_table.victims(each) | on_table.movers(each)) & ~evidence.lifted
        for each in on_table.hand_actions
    )


def _taker_put_back(on_table: GameOnTable, reading: Reading, evidence: Evidence) -> bool:
    """True if what came down may be a piece of whoever is to move, put back, while what it might take is in the air."""
    refilled = evidence.opened & evidence.covered
    return any(
        on_table.movers(each) & refilled and on_table.victims(each) & evidence.lifted for each in reading.possible
    )


@lru_cache(maxsize=32)
def reading_of(on_table: GameOnTable, evidence: Evidence, ahead: int = AHEAD) -> Reading:
    """Return which actions explain the evidence, whatever the last action was made of."""
    playable = () if on_table.outcome else on_table.hand_actions
    changed = evidence.lifted | evidence.placed
    if not changed:
        return Reading(complete=_touch_actions(playable, evidence))
    felt = changed | sum({1 << touch.square for touch in evidence.touches})
    concerned = [each for each in playable if each.footprint.squares & felt]
    possible = _taking(on_table, [each for each in concerned if explains(each.footprint, evidence)], evidence)
    done = _complete(possible, evidence)
    back, is_back = taking_back(on_table, evidence)
    nexts, rivals = ((), ()) if done or is_back or not ahead else _followed(on_table, concerned, evidence, ahead)
    if possible or is_back or nexts:
        begun = any(on_table.movers(each) & evidence.lifted for each in possible)
        thoughts = () if begun or is_back or nexts else second_thoughts(on_table, evidence)
        undone = is_back and not done and not begun
        return Reading(possible, done, nexts, rivals, take_back=back, taken_back=undone, second_thoughts=thoughts)
    thoughts = second_thoughts(on_table, evidence)
    if thoughts:
        return Reading(take_back=back, second_thoughts=thoughts)
    unsaid = _unsaid(on_table, evidence) if ahead == AHEAD else None
    if unsaid is not None:
        return Reading(unsaid=unsaid, take_back=back)
    spared = _but_for_idle(on_table, concerned, evidence) if ahead == AHEAD else None
    return replace(spared or _held(concerned, evidence), take_back=back)


def _taking(on_table: GameOnTable, possible: Sequence[HandAction], evidence: Evidence) -> tuple[HandAction, ...]:
    """These actions; once a piece was taken on glass, only those that take it."""
    taken = taken_on_glass(on_table, possible, evidence)
    return tuple(each for each in possible if not taken & ~each.footprint.swaps) or tuple(possible)


def taken_on_glass(on_table: GameOnTable, possible: Iterable[HandAction], evidence: Evidence) -> int:
    """The squares (bitboard) where a tap took a piece of the other side, and its taker stands.

    On wood that piece may have been lifted and put back, with the other one in the hand; no tap does that.
    """
    found = 0
    for each in possible if on_table.screen else ():
        back = each.footprint.swaps & evidence.opened & evidence.covered
        if back and evidence.opened_together(back, on_table.movers(each)):
            found |= back
    return found


def _touch_actions(playable: Iterable[HandAction], evidence: Evidence) -> tuple[HandAction, ...]:
    """Actions done by touch alone: everything stands where it stood."""
    return _best([each for each in playable if each.footprint.touches and complete(each.footprint, evidence)])


def _complete(possible: Iterable[HandAction], evidence: Evidence) -> tuple[HandAction, ...]:
    """The actions that are done; with plain moves those attacks whose target was lifted, but not as a touch."""
    done = _best([each for each in possible if complete(each.footprint, evidence)])
    if any(each.footprint.touches for each in done):
        return done
    attacks = [each for each in possible if each.footprint.touches and may_be_complete(each.footprint, evidence)]
    return (*done, *attacks)


def _best(done: list[HandAction]) -> tuple[HandAction, ...]:
    """Return those that were touched for, where a touch distinguishes actions."""
    witnesses = [each.footprint.swaps | each.footprint.touches for each in done]
    return tuple(
        each for each, own in zip(done, witnesses, strict=True)
        if not any(own != other and not own & ~other for other in witnesses)
    )


# --- several actions in a row ------------------------------------------------------------------------------------


def _followed(
    on_table: GameOnTable, playable: Iterable[HandAction], evidence: Evidence, ahead: int
) -> tuple[tuple[Next, ...], tuple[HandAction, ...]]:
    """The first of several actions that explain everything: the one that was done first, or in the same moment.

    With it its rivals: whoever lifts two pieces and puts one down has not yet told which.
    """
    ahead = min(ahead, next((depth for touches, depth in PATIENT if len(evidence.touches) <= touches), 1))
    moments = _done(playable, evidence)
    found: list[Next] = []
    for each in sorted(moments, key=lambda each: _finished_s(each, moments, evidence)):
        if found and _finished_s(each, moments, evidence) > _finished_s(found[0].hand_action, moments, evidence):
            break
        found += _next(on_table, each, evidence, moments[each], ahead)
    best = _best([each.hand_action for each in found])
    found = [each for each in found if each.hand_action in best]
    if not found:
        return (), ()
    if len(found) == 1:
        found += _crossings(on_table, found[0], moments, evidence, ahead)
    return tuple(found), tuple(
        each for each in _rivals(found, moments, evidence)
        if _leaves_all_in_place(on_table, each, moments, evidence, ahead)
    )


def _crossings(
    on_table: GameOnTable, first: Next, moments: Moments, evidence: Evidence, ahead: int
) -> Iterator[Next]:
    """Yield what else a player may have done with two pieces that were in the air together: each on the other's square.

    It ends otherwise, and is no less likely because the piece played second came down first.
    """
    own = first.hand_action.footprint
    if not first.at_rest or not evidence.before(first.moment).lifted & ~own.squares:
        return
    for each in moments:
        if each.footprint.empties & own.empties and each.footprint.fills != own.fills:
            for other in _next(on_table, each, evidence, moments[each], ahead):
                if other.at_rest and _same_player(on_table, first, other) and _end(first) != _end(other):
                    yield other


def _same_player(on_table: GameOnTable, *nexts: Next) -> bool:
    """True if whoever acts now acts after each of these, too."""
    return all(each.on_table.to_act == on_table.to_act for each in nexts)


def _end(first: Next) -> Mapping[Square, Piece]:
    """Return what stands where after an action and all that follows it at rest."""
    reading = first.reading
    if reading.complete:
        return following(first.on_table, reading.complete[0].action).pieces
    return _end(next(each for each in reading.nexts if each.at_rest))


def _rivals(found: list[Next], moments: Moments, evidence: Evidence) -> Iterator[HandAction]:
    """The actions that may have been done instead, if another piece was in the air at that moment."""
    squares, first = 0, [each.hand_action for each in found]
    for each in first:
        squares |= each.footprint.squares
    if evidence.before(found[0].moment).lifted & ~squares and not any(each.at_rest for each in found):
        yield from (each for each in moments if each not in first and each.footprint.squares & squares)


def _leaves_all_in_place(
    on_table: GameOnTable, hand_action: HandAction, moments: Moments, evidence: Evidence, ahead: int
) -> bool:
    """True if what came down besides is explained after this action; pieces merely held need not be."""
    after = following(on_table, hand_action.action)
    touches = without(hand_action.footprint, evidence, moments[hand_action][0])
    rest = Evidence(after.occupied, evidence.covered, touches, evidence.bump_s)
    return not (rest.placed and reading_of(after, rest, ahead - 1).wrong)


def _finished_s(hand_action: HandAction, moments: Moments, evidence: Evidence) -> float:
    return evidence.touches[moments[hand_action][0] - 1].at_s


def _done(playable: Iterable[HandAction], evidence: Evidence) -> Moments:
    """The actions that were done at some moment, by those moments; if some came in a possible order, only those."""
    felt = 0
    for touch in evidence.touches:
        felt |= 1 << touch.square
    moments = {
        each: found for each in playable
        if not (each.footprint.empties | each.footprint.fills) & ~felt
        and (found := done_before(each.footprint, evidence))
    }
    return {each: found for each, found in moments.items() if in_order(each.footprint, evidence)}


def _next(
    on_table: GameOnTable, hand_action: HandAction, evidence: Evidence, moments: Iterable[int], ahead: int
) -> list[Next]:
    """Return what follows an action, if that explains the rest of the difference; best all that lies there."""
    found: list[Next] = []
    for moment in moments:
        following = _next_after(on_table, hand_action, evidence, moment, ahead)
        if following is not None and following.at_rest:
            return [following]
        found += [following] if following else []
    return found[:1]


def _next_after(
    on_table: GameOnTable, hand_action: HandAction, evidence: Evidence, moment: int, ahead: int
) -> Next | None:
    footprint, after = hand_action.footprint, following(on_table, hand_action.action)
    if refilled(footprint, evidence.before(moment)) and after.to_act != on_table.to_act:
        return None  # nobody steps where a piece of the other side is only about to leave
    touches = without(footprint, evidence, moment)
    rest = Evidence(after.occupied, evidence.covered, touches, evidence.bump_s)
    moved = after.occupied ^ footprint.after(evidence.base)
    if moved:  # by the rules themselves: hands may have begun to do that
        begun = not rest.placed & ~moved and rest.lifted.bit_count() <= IN_HAND + moved.bit_count()
        return Next(hand_action, moment, after, rest, Reading()) if begun else None
    if _out_of_reach(after, rest, ahead):
        return None
    reading = reading_of(after, rest, ahead - 1)
    if not (reading.possible or reading.done) or reading.wrong or reading.idle:
        return None
    return Next(hand_action, moment, after, rest, reading)


def _out_of_reach(on_table: GameOnTable, evidence: Evidence, actions: int) -> bool:
    """True if more squares differ than so many actions change, pieces in hands apart."""
    most = max((each.footprint.squares.bit_count() for each in on_table.hand_actions), default=IN_HAND)
    return (evidence.lifted | evidence.placed).bit_count() > actions * most + 2 * IN_HAND


def _unsaid(on_table: GameOnTable, evidence: Evidence) -> Next | None:
    """The decision without pieces that the player to act still has to make, if that is all that is missing."""
    if len(on_table.decisions) != 1 or not on_table.hand_actions:
        return None
    return _next_after(on_table, HandAction(on_table.decisions[0], Footprint()), evidence, 0, AHEAD - 1)


@lru_cache(maxsize=32)
def following(on_table: GameOnTable, action: Action) -> GameOnTable:
    """The game after one of its legal actions, without its past."""
    game, position = on_table.game, on_table.game.successor(on_table.position, action)
    return gone_to(on_table, Played(game, on_table.played.options, position))


# --- pieces in the air -------------------------------------------------------------------------------------------


def _but_for_idle(on_table: GameOnTable, playable: Sequence[HandAction], evidence: Evidence) -> Reading | None:
    """Read what lies there if one or two of the pieces in the air only go back: ``None`` if that explains nothing,
    either.

    Of several pieces any may do so; otherwise they are the idle ones.
    """
    if not evidence.placed or evidence.lifted.bit_count() > IN_AIR or _able(playable, evidence)[1]:
        return None
    for count in range(1, min(IN_HAND, evidence.in_hands) + 1):
        found: dict[HandAction, None] = {}
        idle: list[int] = []
        for squares in combinations(bits(evidence.lifted), count):
            rest = evidence.within(~bitboard(squares))
            explaining = _explaining(reading_of(on_table, rest, AHEAD - 1), rest)
            found |= dict.fromkeys(explaining)
            idle += [bitboard(squares)] if explaining else []
        if idle:
            return Reading(tuple(found), idle=idle[0] if len(idle) == 1 else 0)
    return None


def _explaining(reading: Reading, evidence: Evidence) -> tuple[HandAction, ...]:
    """The actions of a reading and of what follows it, if they explain all that lies there."""
    if reading.done:
        later = (_explaining(each.reading, each.evidence) for each in reading.nexts)
        return (*reading.done, *chain.from_iterable(later))
    return tuple(each for each in reading.possible if explains(each.footprint, evidence))


def _held(playable: Sequence[HandAction], evidence: Evidence) -> Reading:
    """Each of the pieces in the air by itself, as nothing explains all of them together."""
    possible, idle = _able(playable, evidence)
    wrong = evidence.placed & ~_fills(possible)
    if not wrong and (not idle or evidence.in_hands <= 0):  # each might do, but not all of them together
        wrong = evidence.placed
    return Reading(possible, idle=idle, wrong=wrong)


def _able(playable: Sequence[HandAction], evidence: Evidence) -> tuple[tuple[HandAction, ...], int]:
    """Return what each of the pieces in the air can do by itself, and those that can do nothing."""
    found: dict[HandAction, None] = {}
    idle = 0
    for square in bits(evidence.lifted):
        alone = replace(evidence, covered=evidence.base & ~(1 << square))
        able = [each for each in playable if each.footprint.squares >> square & 1 and explains(each.footprint, alone)]
        found |= dict.fromkeys(able)
        idle |= 0 if able else 1 << square
    return tuple(found), idle


def _fills(possible: Iterable[HandAction]) -> int:
    fills = 0
    for each in possible:
        fills |= each.footprint.fills
    return fills
