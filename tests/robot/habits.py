"""Ways in which people do an action: plainly, or hesitating, by way of a wrong square, with the victim first …

Every habit takes fingers and a plan, and leaves the board as the plan says.
"""

from collections.abc import Callable

from broken import Broken
from fingers import HAND, Fingers
from plans import Plan

from engine.core.squares import Square, bits
from table.model.current_game import HandAction
from table.model.state import PATIENCE_S

EXCHANGE_S = 0.2
"""The least time that hands need to put one piece where another one stood, beside what their reeds flutter."""

Habit = Callable[[Fingers, Plan], None]


def habits_for(plan: Plan) -> list[Habit]:
    """The habits with which an action can be done, the likelier ones several times."""
    found: list[Habit] = [plainly] * 3
    if plan.is_step:
        found += [hesitating, by_way_of_a_wrong_square, by_way_of_a_right_square, while_adjusting_another, sliding]
        found.append(fluttering)
    if plan.footprint.through:
        found += [piece_by_piece] * 3
    moved = plan.footprint.empties | plan.footprint.through
    colours = {plan.before[square][0] for square in bits(moved)}
    if moved.bit_count() > 1 and len(colours) == 1 and not plan.footprint.touches:
        found.append(thinking_halfway)  # an enemy piece lifted after so long may be on its way to a move of its own
    if plan.is_capture:
        found += [enemy_first, pushing, cancelling_first, holding_for_long, victim_beside, off_centre]
        found.append(fluttering)
    if plan.is_kill:
        found.append(victim_beside)
    return found


def plainly(fingers: Fingers, plan: Plan) -> None:
    """Take up what has to leave, own pieces first or last, and put down what belongs there, in any order."""
    footprint = plan.footprint
    if footprint.touches:
        touching(fingers, plan)
        return
    fingers.lift_slowly(footprint.empties | footprint.swaps | footprint.returns, 0.05, 0.5)
    fingers.rest(EXCHANGE_S if footprint.swaps else 0.0)
    fingers.place_slowly(plan.after, footprint.fills | footprint.swaps | footprint.returns, 0.05, 0.25)


def fluttering(fingers: Fingers, plan: Plan) -> None:
    """Put the piece down so that its reed flutters for a while."""
    (target,) = bits(plan.footprint.fills | plan.footprint.swaps)
    fingers.lift_slowly(plan.footprint.empties | plan.footprint.swaps, 0.05, 0.5)
    fingers.rest(2 * EXCHANGE_S)
    fingers.place(target, plan.after[target])
    fingers.rest(0.05)
    fingers.rig.broken[target] = Broken(None, fingers.random.uniform(0.03, 0.2))
    fingers.rest(2.5)
    del fingers.rig.broken[target]
    fingers.rest(0.5)


def touching(fingers: Fingers, plan: Plan) -> None:
    """Actor up, target up and down, actor down, with time to look at the lights in between."""
    footprint = plan.footprint
    fingers.lift_slowly(footprint.empties | footprint.returns, 0.3, 1.0)
    for square in bits(footprint.touches):
        fingers.lift(square)
        fingers.rest(0.3, 1.0)
        fingers.place(square, plan.before[square])
        fingers.rest(0.3, 1.0)
    fingers.place_slowly(plan.after, footprint.fills | footprint.returns, 0.0)


def piece_by_piece(fingers: Fingers, plan: Plan) -> None:
    """Move every piece of a group, one after the other, in any order."""
    _one_after_the_other(fingers, plan, 1.0)


def thinking_halfway(fingers: Fingers, plan: Plan) -> None:
    """The same, but think for so long that what lies there may count as a shorter action."""
    _one_after_the_other(fingers, plan, PATIENCE_S + 1.0)


def _one_after_the_other(fingers: Fingers, plan: Plan, most_s: float) -> None:
    footprint = plan.footprint
    waiting = list(bits(footprint.fills | footprint.swaps | footprint.through))
    fingers.lift_slowly(footprint.swaps, 0.2)
    for square in fingers.shuffled(bits(footprint.empties | footprint.through)):
        fingers.lift(square)
        fingers.rest(0.1, most_s)
        free = [square for square in waiting if not fingers.stands(square)]
        if free:
            square = fingers.random.choice(free)
            waiting.remove(square)
            fingers.place(square, plan.after[square])
            fingers.rest(0.1, most_s)
    for square in waiting:
        fingers.place(square, plan.after[square])
        fingers.rest(0.1)


# --- captures ----------------------------------------------------------------------------------------------------


def enemy_first(fingers: Fingers, plan: Plan) -> None:
    fingers.lift(*bits(plan.footprint.swaps))
    fingers.rest(0.1, 2.0)
    fingers.lift(*bits(plan.footprint.empties))
    fingers.rest(0.3)
    fingers.place_slowly(plan.after, plan.footprint.swaps, 0.0)


def pushing(fingers: Fingers, plan: Plan) -> None:
    (origin,), (target,) = bits(plan.footprint.empties), bits(plan.footprint.swaps)
    fingers.rig.board.push([origin, target], HAND)
    fingers.rig.board.give(hand=HAND)


def holding_for_long(fingers: Fingers, plan: Plan) -> None:
    """Think with the own piece in the air until the board asks what it took, and only then take."""
    fingers.lift(*bits(plan.footprint.empties))
    fingers.rest(PATIENCE_S, 2 * PATIENCE_S)
    fingers.lift(*bits(plan.footprint.swaps))
    fingers.rest(0.1, 1.0)
    fingers.place_slowly(plan.after, plan.footprint.swaps, 0.0)


def cancelling_first(fingers: Fingers, plan: Plan) -> None:
    """Take both pieces up, think again, put both back, the own one first, and then do it after all."""
    fingers.lift_slowly(plan.footprint.empties | plan.footprint.swaps, 0.2)
    fingers.place_slowly(plan.before, plan.footprint.empties, 0.1, 1.0)
    fingers.place_slowly(plan.before, plan.footprint.swaps, 1.0)
    plainly(fingers, plan)


def victim_beside(fingers: Fingers, plan: Plan) -> None:
    """Set the captured piece down where its taker might go, or where it might have gone itself, and take it off later.

    Taker and victim are lifted and put down in any order.
    """
    footprint = plan.footprint
    (origin,) = bits(footprint.returns if plan.is_kill else footprint.empties)
    (target,) = bits(footprint.empties if plan.is_kill else footprint.swaps)
    beside = square_beside(fingers, origin)
    if beside is None:
        return plainly(fingers, plan)
    for step in fingers.random.choice(BESIDE):
        if step in "TV":
            fingers.lift(origin if step == "T" else target)
            fingers.rest(0.1, 1.0)
        elif step == "v":
            fingers.place(beside, plan.before[target])
            fingers.rest(EXCHANGE_S, 1.0)
        else:
            landing = origin if plan.is_kill else target
            fingers.place(landing, plan.after[landing])
            fingers.rest(0.05, 1.0)
    fingers.rest(0.05, 2 * PATIENCE_S)
    fingers.lift(beside)
    return fingers.rest(0.3)


def square_beside(fingers: Fingers, origin: Square) -> Square | None:
    """A free square where the piece on one might go, or where a piece might have gone in the last move."""
    on_table = fingers.on_table
    own = [each for each in on_table.hand_actions if each.footprint.empties == 1 << origin]
    plain = [each for each in (*own, *on_table.instead) if _is_plain(each)]
    return _any_filled(fingers, [
        each for each in plain if not any(fingers.stands(square) for square in bits(each.footprint.fills))
    ])


BESIDE = ("VvTt", "TVvt", "VTvt", "TVtv", "VTtv")
"""The orders in which taker and victim are lifted (``T``, ``V``) and put down, the victim beside (``t``, ``v``)."""


def off_centre(fingers: Fingers, plan: Plan) -> None:
    """Take, and let the taker stand so badly that it closes the next square, too, until it is straightened."""
    plainly(fingers, plan)
    beside = _elsewhere(fingers, plan)
    if beside is not None:
        fingers.place(beside, fingers.rig.board.wood.holds(HAND)[-1])  # a magnet is a magnet
        fingers.rest(0.05, 2.5)
        fingers.lift(beside)
        fingers.rest(0.3)


def _elsewhere(fingers: Fingers, plan: Plan) -> Square | None:
    """A free square where the taker might have gone instead."""
    return _any_filled(fingers, _others(fingers, plan))


def _others(fingers: Fingers, plan: Plan) -> list[HandAction]:
    """The plain moves that might have been made instead."""
    return [
        each for each in fingers.on_table.hand_actions
        if each.footprint.empties == plan.footprint.empties and _is_plain(each)
    ]


def _is_plain(hand_action: HandAction) -> bool:
    footprint = hand_action.footprint
    return footprint.fills.bit_count() == 1 and not footprint.swaps | footprint.touches


def _any_filled(fingers: Fingers, plain: list[HandAction]) -> Square | None:
    return next(bits(fingers.random.choice(plain).footprint.fills)) if plain else None


# --- plain moves -------------------------------------------------------------------------------------------------


def hesitating(fingers: Fingers, plan: Plan) -> None:
    """Take the piece up, put it back, and then do it after all."""
    fingers.lift_slowly(plan.footprint.empties, 0.1, 4.0)
    fingers.place_slowly(plan.before, plan.footprint.empties, 0.05, 1.0)
    plainly(fingers, plan)


def by_way_of_a_wrong_square(fingers: Fingers, plan: Plan) -> None:
    """Put the piece where it may not go, see that, and correct it.

    Nor where it could have gone in the last action instead: a neutral piece would be read as that, corrected.
    """
    (origin,) = bits(plan.footprint.empties)
    legal = 0
    for hand_action in (*fingers.on_table.hand_actions, *fingers.on_table.instead):
        legal |= hand_action.footprint.fills
    free = [square for square in bits(fingers.on_table.board.all & ~legal) if square not in plan.before]
    if not free:
        return plainly(fingers, plan)
    wrong = fingers.random.choice(free)
    fingers.lift(origin)
    fingers.place(wrong, plan.before[origin])
    fingers.rest(1.0)
    fingers.lift(wrong)
    fingers.rest(0.1)
    return fingers.place_slowly(plan.after, plan.footprint.fills, 0.0)


def by_way_of_a_right_square(fingers: Fingers, plan: Plan) -> None:
    """Put the piece where it may go, let it rest so long that it counts, and go on to where it was meant to be."""
    (origin,), first = bits(plan.footprint.empties), _on_the_way(fingers, plan)
    if first is None or plan.footprint.fills >> first & 1:
        return plainly(fingers, plan)
    fingers.lift(origin)
    fingers.rest(0.1, 0.5)
    fingers.place(first, plan.before[origin])
    fingers.rest(0.35, 1.2)
    fingers.lift(first)
    fingers.rest(0.1, 1.0)
    return fingers.place_slowly(plan.after, plan.footprint.fills, 0.0)


def _on_the_way(fingers: Fingers, plan: Plan) -> Square | None:
    """A free square where the piece might have gone instead, and the game would go on.

    Not where it might then go on itself: taking it up again is read as that (docs/ambiguity.md).
    """
    game, position = fingers.on_table.game, fingers.on_table.position
    found = []
    for each in _others(fingers, plan):
        there = game.successor(position, each.action)
        goes_on = any(game.footprint(there, next_).sources & each.footprint.fills for next_ in game.actions(there))
        if game.outcome(there) is None and not goes_on:
            found.append(each)
    return _any_filled(fingers, found)


def while_adjusting_another(fingers: Fingers, plan: Plan) -> None:
    """Straighten a piece that has nothing to do with it, first."""
    others = [square for square in plan.before if not plan.footprint.squares >> square & 1]
    if others:
        fingers.rig.board.nudge(fingers.random.choice(others), fingers.random.uniform(0.03, 0.2))
        fingers.rest(0.5)
    plainly(fingers, plan)


def sliding(fingers: Fingers, plan: Plan) -> None:
    """Push the piece along a straight line of free squares, if there is one; else carry it."""
    (origin,), (target,) = bits(plan.footprint.empties), bits(plan.footprint.fills)
    path = _line(fingers, origin, target)
    promotes = plan.before[origin] != plan.after[target]
    if not path or promotes or any(square in plan.before for square in path[1:]):
        return plainly(fingers, plan)
    return fingers.rig.board.slide(path)


def _line(fingers: Fingers, origin: Square, target: Square) -> list[Square]:
    """The squares from one to the other; none if they do not lie on a line."""
    board = fingers.on_table.board
    files, ranks = board.file(target) - board.file(origin), board.rank(target) - board.rank(origin)
    steps = max(abs(files), abs(ranks))
    if files % steps or ranks % steps:
        return []
    return [board.square(board.file(origin) + files // steps * n, board.rank(origin) + ranks // steps * n)
            for n in range(steps + 1)]
