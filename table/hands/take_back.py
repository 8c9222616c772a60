"""Taking back by hand: the last action put back as it was, or another one put in its place."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import inf

from engine.core.actions import Action, Footprint
from engine.core.pieces import CHANCE, Seat
from engine.core.squares import bitboard
from table.hands.evidence import (
    Evidence,
    complete,
    done_before,
    evidence_of,
    explains,
    in_order,
    may_be_complete,
    pushes,
    takers_landed,
)
from table.model.current_game import GameOnTable, HandAction, gone_to
from table.model.state import Table, Touch
from table.model.target import moving


def can_take_back(on_table: GameOnTable, count: int = 1) -> bool:
    """True if the last actions can be undone at all: not across chance, nor a revealed secret, nor in a lesson."""
    played = on_table.played
    if len(played.actions) < count or on_table.course is not None:
        return False
    if on_table.afar is not None and on_table.chance_acts:  # the boards may have thrown already
        return False
    game, positions = played.game, [played.position_before(each) for each in range(count, -1, -1)]
    secret = any(game.undisclosed(position) for position in positions)
    return not secret and all(game.to_act(position) != (CHANCE,) for position in positions[:-1])


def correctable_until_s(table: Table) -> float:
    """Return until when chance, computers and the end of a game leave the hands that have just played time to correct
    themselves: for ever, while they hold what they moved.

    Long ago if they do not: fingers on glass say what they mean.
    """
    on_table, hand = table.on_table, table.hand
    if on_table is None or not on_table.by_hand or on_table.screen or not hand:
        return -inf
    squares, until_s = {touch.square for touch in hand}, hand[-1].at_s + table.settings.correction_ms / 1000
    for touch in table.touches:
        held = until_s == inf
        if touch.at_s < until_s and (touch.square in squares or held and not touch.lifted):
            squares.add(touch.square)  # wherever it comes down, it may be lifted again
            until_s = inf if touch.lifted else touch.at_s + table.settings.correction_ms / 1000
    return until_s


def last_decision(on_table: GameOnTable) -> int:
    """Count the last actions that are undone together: a person's here, or chance's, and what computers or another
    board did since. 0: nobody else has played."""
    played, game = on_table.played, on_table.game
    for count in range(1, len(played.actions) + 1):
        if game.actor(played.position_before(count), played.actions[-count]) not in on_table.not_here:
            return count
    return 0


def last_own(table: Table) -> Seat | None:
    """The seat whose last action nobody has answered yet, neither by an action nor by lifting a piece: as hands on wood
    do, its player may take that back without asking.
    """
    on_table = table.on_table
    if on_table is None or table.difference or last_decision(on_table) != 1:
        return None
    return _of_a_player(on_table.game.actor(on_table.played.position_before(), on_table.played.actions[-1]))


def _of_a_player(actor: object) -> Seat | None:
    return actor if isinstance(actor, Seat) else None


@lru_cache(maxsize=32)
def last_footprint(on_table: GameOnTable) -> Footprint | None:
    """Return what hands did last, if the same hands may still take it back: neither the rules have moved anything
    since, nor have the players ended the game."""
    if not on_table.by_hand or on_table.ended or moving(on_table.happenings) or not can_take_back(on_table):
        return None
    return on_table.game.footprint(on_table.played.position_before(), on_table.played.actions[-1])


def filled_by_last(on_table: GameOnTable) -> int:
    """The squares (bitboard) that pieces came to by the last action, if hands may still take it back."""
    last = last_footprint(on_table)
    return 0 if last is None else last.fills | last.swaps


def taking_back(on_table: GameOnTable, evidence: Evidence) -> tuple[bool, bool]:
    """Return whether the last action reversed explains the difference, in part and completely."""
    last = last_footprint(on_table)
    if last is None:
        return False, False
    back = last.reversed
    return explains(back, evidence), complete(back, evidence)


def taken_back_whole(on_table: GameOnTable, table: Table) -> bool:
    """True if hands, asked to do what the rules did by themselves, have put the last action back instead."""
    if not on_table.by_hand or not can_take_back(on_table):
        return False
    before = on_table.played.position_before()
    footprint = on_table.game.footprint(before, on_table.played.actions[-1])
    back = footprint.reversed
    evidence = Evidence(footprint.after(on_table.game.occupied(before)), table.covered, table.touches, table.bump_s)
    return complete(back, evidence) and all(back.squares >> touch.square & 1 for touch in table.touches)


def corrected(on_table: GameOnTable, table: Table) -> bool:
    """True if hands, asked to do what the rules did by themselves, have corrected the last action instead.

    Its piece was slid on to where another action ends: in the time left for that, or not to where the rules want it.
    """
    if not table.hand or not table.touches or table.goal is None or not can_take_back(on_table):
        return False
    before = on_table.played.position_before()
    last = on_table.game.footprint(before, on_table.played.actions[-1])
    whole = _since_before(on_table, evidence_of(table), table.hand)
    elsewhere = (last.after(whole.base) ^ table.covered) & ~table.goal.squares
    soon = table.touches[0].at_s <= table.hand[-1].at_s + table.settings.correction_ms / 1000
    return bool(_corrections(on_table, last, whole) and (elsewhere or soon))


def rethinks(on_table: GameOnTable, evidence: Evidence, hand: tuple[Touch, ...]) -> tuple[HandAction, ...]:
    """The actions that the piece that acted last may have gone on to do instead.

    ``hand``: the touches up to the last action.
    """
    last = last_footprint(on_table)
    if last is None or not (last.fills | last.swaps | last.returns) & evidence.opened:
        return ()
    return _corrections(on_table, last, _since_before(on_table, evidence, hand))


def _corrections(on_table: GameOnTable, last: Footprint, whole: Evidence) -> tuple[HandAction, ...]:
    """Return the other actions of the piece that acted last which all touches together show, in a possible order."""
    return tuple(
        each for each in _instead(on_table, last, whole)
        if takers_landed(each.footprint, whole) and _taken_from_there(each.footprint, last, whole)
    )


def replaced(
    on_table: GameOnTable, evidence: Evidence, hand: tuple[Touch, ...]
) -> tuple[Evidence, tuple[HandAction, ...]]:
    """Return the evidence since before the last action, and what may have been done instead of it.

    The piece that acted last had made another one, which counted before it was corrected, or did so afterwards: squares
    tell. Where it had only slid over a square, it had not stopped.
    """
    last = last_footprint(on_table)
    if last is None or not (last.fills | last.swaps | last.returns) & evidence.opened:
        return evidence, ()
    whole, others = alternatives(on_table, evidence, hand)
    felt = bitboard(touch.square for touch in whole.touches)
    done = {each: done_before(each.footprint, whole) for each in others if not each.footprint.squares & ~felt}
    return whole, tuple(
        each for each, moments in done.items()
        if moments and (each.action == on_table.corrected or moments[0] > len(hand))
    )


def alternatives(
    on_table: GameOnTable, evidence: Evidence, hand: tuple[Touch, ...]
) -> tuple[Evidence, tuple[HandAction, ...]]:
    """Return the evidence since before the last action, and what its piece could have done instead: nothing, if hands
    did not do it, or may not take it back."""
    last = last_footprint(on_table) if hand else None
    if last is None:
        return evidence, ()
    others = tuple(each for each in on_table.instead if each.footprint != last and _same_piece(each, last))
    return _since_before(on_table, evidence, hand), others


@lru_cache(maxsize=8)
def before_last(on_table: GameOnTable) -> GameOnTable:
    """The game before its last action: always the same one, so that what was read of it is not read again."""
    return gone_to(on_table, on_table.played.before())


def _taken_from_there(capture: Footprint, last: Footprint, whole: Evidence) -> bool:
    """True if the victim's square was filled after the taker had left the one where it stood after the last action.

    Or its victim may have stood there: it was in the air when a piece came down on that square.
    """
    stood = last.fills | last.swaps
    landing, there = whole.landing(capture.swaps & ~last.swaps), whole.landing(stood)
    if min(landing, there) < 0 or capture.swaps & whole.lifted_before(there):
        return True
    left_s = max((each.at_s for each in whole.touches if each.lifted and stood >> each.square & 1), default=-inf)
    return left_s <= whole.touches[landing].at_s + whole.bump_s


def going_on(
    on_table: GameOnTable, evidence: Evidence, hand: tuple[Touch, ...]
) -> tuple[tuple[HandAction, ...], tuple[HandAction, ...]]:
    """The actions that hands may be doing instead of the last one, which was but a part of them; and those done.

    A squad, say, half of which rested for so long that it was taken for a dual. ``hand``: what the last action was
    made of.
    """
    last = last_footprint(on_table) if hand and evidence.touches else None
    if last is None:
        return (), ()
    felt = bitboard(touch.square for touch in evidence.touches)
    squares, whole = last.squares & ~last.through | felt, _since_before(on_table, evidence, hand)
    found = tuple(
        each for each in on_table.instead
        if not squares & ~each.footprint.squares and felt & ~last.squares and explains(each.footprint, whole)
        and (pushes(each.footprint) or in_order(each.footprint, whole))
    )
    if _may_begin_anew(on_table, evidence):
        return found, ()
    return found, tuple(each for each in found if complete(each.footprint, whole))


def _may_begin_anew(on_table: GameOnTable, evidence: Evidence) -> bool:
    """True if all that was felt is that pieces of whoever is to move were lifted: to be taken, or to be moved."""
    before = on_table.played.position_before()
    if on_table.game.actor(before, on_table.played.actions[-1]) in on_table.to_act:
        return False
    return all(touch.lifted and on_table.owner(touch.square) in on_table.to_act for touch in evidence.touches)


def _since_before(on_table: GameOnTable, evidence: Evidence, hand: tuple[Touch, ...]) -> Evidence:
    """The evidence as if the last action, made of the touches of ``hand``, had not been played yet."""
    return replace(evidence, base=_occupied_before(on_table), touches=(*hand, *evidence.touches))


def _occupied_before(on_table: GameOnTable) -> int:
    return on_table.game.occupied(on_table.played.position_before())


def exchanged(on_table: GameOnTable, evidence: Evidence, hand: tuple[Touch, ...]) -> tuple[Action, ...]:
    """The other captures that may have been made instead of the last one, with all squares covered as before.

    Its taker and another piece that it might have taken were in the air together, and may have changed places.
    """
    last = last_footprint(on_table)
    if last is None or not last.swaps or not last.swaps & evidence.opened:
        return ()
    return tuple(
        each.action for each in _instead(on_table, last, _since_before(on_table, evidence, hand))
        if evidence.opened_together(last.swaps, each.footprint.swaps & ~last.swaps)
    )


def _instead(on_table: GameOnTable, last: Footprint, whole: Evidence) -> Iterator[HandAction]:
    """Yield what the piece that acted last may have done instead, as far as squares and touches tell.

    ``whole``: the evidence as if that action had not been played.
    """
    for each in on_table.instead:
        if each.action.text != on_table.played.actions[-1].text and _same_piece(each, last):
            if may_be_complete(each.footprint, whole):
                yield each


def _same_piece(other: HandAction, last: Footprint) -> bool:
    sources = last.empties | last.returns
    return bool((other.footprint.empties | other.footprint.returns) & sources)


def second_thoughts(on_table: GameOnTable, evidence: Evidence) -> tuple[Action | None, ...]:
    """After a capture with both pieces in the air, a piece more than there should be: what was played instead?

    Then the piece that closed the target's reed may have been the captured one, put back.
    """
    last = last_footprint(on_table)
    if last is None or not last.swaps or evidence.lifted or evidence.opened:
        return ()
    base = _occupied_before(on_table)
    if evidence.covered == base:
        return (None,)
    return tuple(
        each.action for each in on_table.instead
        if not each.footprint.swaps | each.footprint.touches and evidence.covered == each.footprint.after(base)
    )
