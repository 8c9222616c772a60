"""Advances the table by itself: goals that are reached, throws, computers, and what hands have done."""

from dataclasses import replace
from math import inf

from engine.core.events import Entered
from engine.core.pieces import Seat
from engine.core.squares import bitboard
from table.hands.decision import Decision, decide
from table.hands.faulty_reeds import believed_at_s, contradicted, doubts_at_s
from table.hands.reading import read
from table.hands.take_back import correctable_until_s, corrected, taken_back_whole
from table.messages.effects import DrawChance, Think
from table.messages.refusal import Refused
from table.model.believed_pieces import BelievedPieces
from table.model.state import PATIENCE_S, TOUCHES, Table, Touch
from table.model.target import Goal
from table.turns import warnings
from table.turns.computer_play import SHOWN_AFTER_S, is_seen, may_move, question
from table.turns.transaction import Progress, busy, commit, end_at_once, hold, repair, uncorrect, undo


def go_on(taken: Progress) -> None:
    """Do all that is due: reached goals, draws of chance, finished actions, until something has to be waited for."""
    while taken.table.on_table is not None and not taken.table.stored.paused:
        if not (_reach_goal(taken) or _draw(taken) or _think(taken) or _play_hands(taken)):
            return


def _reach_goal(taken: Progress) -> bool:
    table = taken.table
    if table.goal is None:
        return False
    if _cleared_away(taken, table.goal):
        taken.change(goal=None, touches=())
        return True
    if _put_back(taken):
        return True
    if not table.in_step:
        taken.table = contradicted(table, taken.now_s)
        return False
    if table.goal.unseen and not table.goal.is_lit:
        taken.change(goal=replace(table.goal, is_lit=True), touches=())
    if not is_seen(taken.table):
        return False
    taken.change(goal=table.goal.then, touches=(), wood=BelievedPieces(taken.on_table.stands))
    return True


def _cleared_away(taken: Progress, goal: Goal) -> bool:
    """True if the game is over, and hands do something else than what its rules did last, or than correcting it."""
    stray = taken.table.difference & ~goal.squares
    if taken.on_table.outcome is None or not stray:
        return False
    own = bitboard(touch.square for touch in taken.table.hand)
    return not _may_be_corrected(taken) or bool(stray & ~taken.table.covered & ~own)


def _put_back(taken: Progress) -> bool:
    """Instead of what the rules did by themselves, hands have taken back or corrected the action that led to it."""
    table, on_table = taken.table, taken.on_table
    if table.goal is None or table.goal.reason != "happening" or not table.at_rest(taken.now_s):
        return False
    rethought = corrected(on_table, table)
    if not rethought and not taken_back_whole(on_table, table):
        return False
    return _carry_out(taken, Decision(undo=True, rethink=rethought))


def _draw(taken: Progress) -> bool:
    """Ask chance, once the board is ready for it. Never goes on: the answer comes as an event."""
    table, on_table = taken.table, taken.on_table
    if table.chance_decides or not on_table.chance_acts or on_table.acts_afar or not draws_may_follow(table):
        return False
    if asked_to_throw(table) is None and not _may_be_corrected(taken):
        ask_chance(taken)
    return False


def asked_to_throw(table: Table) -> Seat | None:
    """Return the seat that throws a die on the table or by a tap; ``None``: chance needs nobody."""
    on_table, settings = table.on_table, table.settings
    assert on_table is not None
    thrower = on_table.game.thrower(on_table.position) if settings.typed_dice or settings.tapped_dice else None
    return None if thrower in on_table.not_here else thrower


def ask_chance(taken: Progress) -> None:
    """Let chance decide what it has to."""
    taken.change(awaiting_chance=True)
    chances = taken.on_table.game.chances(taken.on_table.position)
    taken.effects.append(DrawChance(tuple((action.text, weight) for action, weight in chances)))


def draws_may_follow(table: Table) -> bool:
    """True if chance may decide now. Throws wait for the board to be in step, and for a computer's action to be carried
    out; draws of squares follow a march and each other, so that all is guided at once."""
    assert table.on_table is not None
    goal = table.goal
    if goal is None:
        return not table.difference
    guided = goal.computer is None or all(isinstance(each, Entered) for each in goal.happenings)
    return guided and table.on_table.game.thrower(table.on_table.position) is None


def _think(taken: Progress) -> bool:
    """Ask the computer that has to act, once it is its turn, and store what it answers before anybody sees it."""
    asked, thought = taken.table.thought, question(taken.table, taken.now_s)
    taken.change(thought=thought)
    if thought is None:
        return False
    if thought is not asked:
        clocks = taken.table.clocks
        within_s = None if clocks is None else clocks.patience_s(thought.seat)
        taken.effects.append(Think(thought.entry, thought.seat, within_s=within_s))
    elif thought.action is not None and may_move(taken.table, thought.seat) and not _may_be_corrected(taken):
        hold(taken, thought.action, typed=False, score=thought.score)
    return False


def _may_be_corrected(taken: Progress) -> bool:
    return taken.now_s < correctable_until_s(taken.table)


def _play_hands(taken: Progress) -> bool:
    table = taken.table
    if table.goal is not None or table.chance_decides or table.lost_here:
        return False
    reading = read(table)
    if not table.difference and not reading.complete:
        return _step_in(taken)
    decision = decide(table, reading, taken.now_s)
    if taken.on_table.outcome is not None and not (decision.undo or decision.uncorrect):
        return False
    if waits_for_check(taken, decision):
        return False
    if _carry_out(taken, decision):
        return True
    if table.at_rest(taken.now_s) and not reading.explained:
        taken.table = contradicted(table, taken.now_s)
    return False


def waits_for_check(taken: Progress, decision: Decision) -> bool:
    """Have the computer look at what hands have done, if its player wants that; whether it must not count yet."""
    checked = warnings.to_check(taken.table, decision, taken.now_s)
    if checked is None:
        return False
    if checked is not taken.table.checked:
        hint = taken.table.hint  # one that is on its way would never come: there is one question at a time
        taken.change(checked=checked, hint=hint if hint is None or hint.found else None)
        taken.effects.append(Think(checked.entry, checked.seat, check=checked.action))
    return True


def _carry_out(taken: Progress, decision: Decision) -> bool:
    """Take back and play what was decided; ``False``: nothing was."""
    if decision.undo:
        touches = (*taken.table.hand, *taken.table.touches) if decision.rethink else ()
        corrected = taken.on_table.played.actions[-1] if decision.rethink else None
        undo(taken, by_hand=True)
        taken.change(touches=touches, rethought=corrected)
    if decision.commit is not None:
        commit(taken, decision.commit.text, by_hand=True, moment=decision.moment)
    if decision.uncorrect is not None:
        uncorrect(taken, decision.uncorrect)
    return decision.undo or decision.commit is not None or decision.uncorrect is not None


def finish_hands(taken: Progress, go_on: bool = False, unchecked: bool = False) -> None:
    """Play what hands have done, though it has not rested for the settle time: who resigns at once has moved before.

    ``go_on``: a longer action that may be under way is waited for, as hands can go on with it afterwards.
    ``unchecked``: what the computer is still looking at for its player counts, too; what that one was warned of never.
    """
    while _finish_one(taken, taken.table.settle_s if go_on else PATIENCE_S, unchecked):
        pass  # what follows in the same touches


def _finish_one(taken: Progress, rest_s: float, unchecked: bool) -> bool:
    table = taken.table
    if table.on_table is None or table.on_table.outcome is not None or table.unread is not None:
        return False
    if table.stored.paused or table.goal is not None or table.chance_decides or table.lost_here or not table.touches:
        return False
    reading = read(table)
    if not table.difference and not reading.complete:
        return False
    decision = decide(table, reading, table.last_touch_s + rest_s)
    checked = warnings.to_check(table, decision, taken.now_s)
    if checked is not None and (not unchecked or checked.loss is not None):
        return False
    return _carry_out(taken, decision)


def _step_in(taken: Progress) -> bool:
    """Every square is as it should be: hands may begin anew, unless pieces were exchanged."""
    table = taken.table
    if table.misplaced:
        repair(taken)
        return True
    if table.touches and not read(table).second_thoughts:
        taken.change(touches=(), hand=_with_what_was_put_back(table), wood=BelievedPieces(taken.on_table.stands))
    return False


def _with_what_was_put_back(table: Table) -> tuple[Touch, ...]:
    """Return the touches of the last action, with those of its squares since: the time to correct it begins anew."""
    squares = bitboard(touch.square for touch in table.hand)
    return (*table.hand, *(touch for touch in table.touches if squares >> touch.square & 1))[-TOUCHES:]


def wake_at(table: Table, now_s: float) -> float | None:
    """The next moment at which something is due although nothing happens."""
    moments = [table.flash_until_s, correctable_until_s(table)]
    if table.thought is not None:
        moments.append(table.thought.since_s + SHOWN_AFTER_S)
    if table.touches:
        moments += [table.last_touch_s + wait_s for wait_s in (table.settle_s, PATIENCE_S)]
    if not table.in_step:
        moments.append(doubts_at_s(table))
    moments += believed_at_s(table)
    if table.on_table is not None and table.goal is None and not table.stored.paused and table.difference:
        wait_s = decide(table, read(table), now_s).wait_s
        moments += [] if wait_s is None else [wait_s]
    if table.checked is not None and table.checked.loss is None:
        moments.append(table.checked.since_s + warnings.WAIT_S)
    if table.playback is not None:
        moments += table.playback.moments()
    if table.clocks is not None:
        moments += table.clocks.moments()
    if table.disorder is not None:
        moments.append(table.disorder.timed_from_s)
    if table.wait is not None:
        moments.append(table.wait.silent_at_s)
    return min((moment for moment in moments if now_s < moment < inf), default=None)


def end(taken: Progress, winners: tuple[Seat, ...], reason: str) -> None:
    """End the game otherwise than by its rules."""
    if taken.table.chance_decides:  # what it says may be in the store already, where the end would follow it
        raise Refused(busy(taken.on_table))
    finish_hands(taken)
    if taken.on_table.outcome is None:  # else by the rules, with what had just been played
        end_at_once(taken, winners, reason)
