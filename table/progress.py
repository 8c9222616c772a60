"""How the table goes on: actions played and taken back, and all that follows by itself.

A :class:`Progress` is one step being taken. The functions here change its table and collect effects; nothing waits.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.actions import Footprint
from engine.game import Outcome
from engine.happenings import Entered
from engine.messages import Message, message
from engine.pieces import Seat
from table import hands
from table.deciding import Decision, decide
from table.evidence import without
from table.goal import Goal
from table.refused import Refused
from table.state import PATIENCE_S, GameOnTable, Table, gone_to
from table.suspicion import DOUBT_S, FLUTTER_S, contradicted
from table.taking_back import can_take_back, last_decision, taken_back_whole
from table.thinking import SHOWN_AFTER_S, all_that_moves, goal_of, is_seen, may_move, question
from table.wood import Stands, Wood, left_by_hands
from table.words.effects import DrawChance, Effect, StoreAction, StoreEnd, StoreUndone, Think

NO_GAME = message("There is no game on the table. Start one or continue one first.")
CHANCE_DECIDES = message("Chance is deciding at this moment. Try again when it has.")
COMPUTER_MOVES = message("The computer is moving at this moment. Try again when it has.")

NOTHING_ASKED: Mapping[str, Any] = {
    "draw_agreed": (), "undo_asked": frozenset(), "park_asked": frozenset(), "abandon_asked": frozenset(),
    "next_game": None, "hints_asked": frozenset(), "hint": None,
}
"""What players asked each other, or the computer, is settled once the game goes on."""


@dataclass(slots=True)
class Progress:
    """One step being taken: the table as far as it has come, and the effects so far."""

    table: Table
    now_s: float
    effects: list[Effect] = field(default_factory=list)

    @property
    def on_table(self) -> GameOnTable:
        """The game on the table.

        :raises Refused: there is none.
        """
        if self.table.on_table is None:
            raise Refused(NO_GAME)
        return self.table.on_table

    @property
    def running(self) -> GameOnTable:
        """The game on the table, if it goes on.

        :raises Refused: there is none, or it is over.
        """
        if self.on_table.outcome is not None:
            raise Refused(message("This game is over. Start a new one or continue another."))
        return self.on_table

    def change(self, **changes: Any) -> None:
        self.table = replace(self.table, **changes)

    def store(self, make: Callable[[str, int], Effect]) -> None:
        """Send the next entry of the game to the store."""
        self.change(entries=self.table.entries + 1)
        self.effects.append(make(self.on_table.key, self.table.entries))


# --- what follows by itself --------------------------------------------------------------------------------------


def go_on(taken: Progress) -> None:
    """Do all that is due: reached goals, draws of chance, finished actions, until something has to be waited for."""
    while taken.table.on_table is not None and not taken.table.paused:
        if not (_reach_goal(taken) or _draw(taken) or _think(taken) or _play_hands(taken)):
            return


def _reach_goal(taken: Progress) -> bool:
    table = taken.table
    if table.goal is None:
        return False
    if taken.on_table.outcome is not None and table.difference & ~table.goal.squares:
        taken.change(goal=None, touches=())  # the game is over, and its pieces are being cleared away
        return True
    if _put_back(taken):
        return True
    if not table.in_step:
        taken.table = contradicted(table, taken.now_s)
        return False
    if not is_seen(table):
        return False
    taken.change(goal=None, touches=(), wood=Wood(taken.on_table.stands))
    return True


def _put_back(taken: Progress) -> bool:
    """Instead of what the rules did by themselves, hands have taken back the action that led to it."""
    table, on_table = taken.table, taken.on_table
    if table.goal is None or table.goal.reason != "happening" or not taken_back_whole(on_table, table):
        return False
    if not table.at_rest(taken.now_s):
        return False
    undo(taken, by_hand=True)
    return True


def _draw(taken: Progress) -> bool:
    """Ask chance, once the board is ready for it. Never goes on: the answer comes as an event."""
    table, on_table = taken.table, taken.on_table
    if table.chance_decides or not on_table.chance_acts or not _ready_for_chance(table):
        return False
    by_players = table.settings.typed_dice or table.settings.tapped_dice
    thrower = on_table.game.thrower(on_table.position)
    if not by_players or thrower is None or thrower in on_table.computers.levels:
        ask_chance(taken)
    return False


def ask_chance(taken: Progress) -> None:
    """Let chance decide what it has to."""
    taken.change(awaiting_chance=True)
    chances = taken.on_table.game.chances(taken.on_table.position)
    taken.effects.append(DrawChance(tuple((action.text, weight) for action, weight in chances)))


def _ready_for_chance(table: Table) -> bool:
    """Throws wait for the board to be in step; draws of squares follow each other, so that all are guided at once."""
    assert table.on_table is not None
    goal = table.goal
    if goal is None:
        return not table.difference
    entering = all(isinstance(each, Entered) for each in goal.happenings)
    return table.on_table.game.thrower(table.on_table.position) is None and (goal.reason == "setup" or entering)


def _think(taken: Progress) -> bool:
    """Ask the computer that has to act, once it is its turn, and store what it answers before anybody sees it."""
    asked, thought = taken.table.thought, question(taken.table, taken.now_s)
    taken.change(thought=thought)
    if thought is None:
        return False
    if thought is not asked:
        taken.effects.append(Think(thought.entry, thought.seat))
    elif thought.action is not None and may_move(taken.table, thought.seat):
        hold(taken, thought.action, typed=False)
    return False


def _play_hands(taken: Progress) -> bool:
    table = taken.table
    if table.goal is not None or table.chance_decides:
        return False
    reading = hands.read(table)
    if not table.difference and not reading.complete:
        return _step_in(taken)
    if taken.on_table.outcome is not None and not (reading.taken_back or reading.rethought):
        return False
    if _carry_out(taken, decide(table, reading, taken.now_s)):
        return True
    if table.at_rest(taken.now_s) and not reading.explained:
        taken.table = contradicted(table, taken.now_s)
    return False


def _carry_out(taken: Progress, decision: Decision) -> bool:
    """Take back and play what was decided; ``False``: nothing was."""
    if decision.undo:
        touches = (*taken.table.hand, *taken.table.touches) if decision.rethink else ()
        undo(taken, by_hand=True)
        taken.change(touches=touches, rethought=decision.rethink)
    if decision.commit is not None:
        commit(taken, decision.commit.text, by_hand=True, moment=decision.moment)
    return decision.undo or decision.commit is not None


def finish_hands(taken: Progress, for_good: bool = False) -> None:
    """Play what hands have done, though it has not rested for the settle time: who resigns at once has moved before.

    ``for_good``: a longer action that may be under way is not waited for.
    """
    while _finish_one(taken, PATIENCE_S if for_good else taken.table.settle_s):
        """What follows in the same touches."""


def _finish_one(taken: Progress, rest_s: float) -> bool:
    table = taken.table
    if table.on_table is None or table.on_table.outcome is not None or table.unread is not None:
        return False
    if table.paused or table.goal is not None or table.chance_decides or not table.touches:
        return False
    reading = hands.read(table)
    if not table.difference and not reading.complete:
        return False
    return _carry_out(taken, decide(table, reading, table.last_touch_s + rest_s))


def _step_in(taken: Progress) -> bool:
    """Every square is as it should be: hands may begin anew, unless pieces were exchanged."""
    table = taken.table
    if table.misplaced:
        repair(taken)
        return True
    if table.touches and not hands.read(table).second_thoughts:
        taken.change(touches=(), wood=Wood(taken.on_table.stands))
    return False


def wake_at(table: Table, now_s: float) -> float | None:
    """The next moment at which something is due although nothing happens."""
    moments = [table.flash_until_s]
    if table.thought is not None:
        moments.append(table.thought.since_s + SHOWN_AFTER_S)
    if table.touches:
        moments += [table.last_touch_s + wait_s for wait_s in (table.settle_s, PATIENCE_S)]
    if not table.in_step:
        moments.append(table.stirred_s + DOUBT_S)
    if table.fluttering:
        moments.append(now_s + FLUTTER_S)
    if table.on_table is not None and table.goal is None and not table.paused and table.difference:
        wait_s = decide(table, hands.read(table), now_s).wait_s
        moments += [] if wait_s is None else [wait_s]
    return min((moment for moment in moments if moment > now_s), default=None)


def repair(taken: Progress) -> None:
    """Have the board put right: what hands do until then is not taken for play."""
    table = taken.table
    if table.goal is None and not table.in_step:
        extras = table.covered & ~taken.on_table.occupied | table.misplaced
        taken.change(goal=Goal("repair", extras=extras), touches=())


# --- actions -----------------------------------------------------------------------------------------------------


def commit(
    taken: Progress, text: str, *, by_hand: bool = False, typed: bool = False, stored: bool = False,
    moment: int | None = None,
) -> None:
    """Play an action: the position goes on, and the store is told (unless it was told before).

    ``moment``: the number of the touch before which hands had done it; ``None``: after all touches.
    """
    on_table = taken.running
    action = on_table.game.parse(on_table.position, text)
    footprint = on_table.game.footprint(on_table.position, action)
    acting = on_table.game.actor(on_table.position, action)
    played, happenings = on_table.played.after(action)
    if not stored:
        taken.store(lambda key, entry: StoreAction(key, entry, text, typed))
    if by_hand:
        _let_go(taken, footprint, moment)
    else:
        taken.change(hand=())
    after = gone_to(on_table, played, happenings, by_hand)
    computer = Seat(acting) if acting in on_table.computers.levels else None
    if computer is not None:
        after = replace(after, happenings=all_that_moves(on_table, after.stands, action, happenings))
    taken.change(on_table=after, **NOTHING_ASKED, counted_at_s=None)
    if by_hand:
        believe(taken, left_by_hands(on_table.stands, after.stands, footprint, happenings))
    taken.change(goal=goal_of(taken.table, computer, after.happenings, footprint))
    outcome = played.game.outcome(played.position)
    if outcome is not None:
        _store_end(taken, outcome, "normal")


def _let_go(taken: Progress, footprint: Footprint, moment: int | None) -> None:
    """The touches of this action are accounted for; the others stay to be explained."""
    touches = taken.table.touches
    rest = without(touches, footprint.squares, len(touches) if moment is None else moment)
    taken.change(touches=rest, hand=tuple(each for each in touches if each not in rest))


def believe(taken: Progress, stands: Stands) -> None:
    """So the pieces stand, but for what the sensors saw since."""
    table = taken.table
    taken.change(wood=Wood(stands).after(table.covered, taken.on_table.stands, taken.now_s, table.bump_s))


def undo(taken: Progress, *, by_hand: bool = False) -> None:
    """Take the last action of a person back, and what computers did since; unless hands did it, they are guided to."""
    on_table, refusal = taken.on_table, undo_refusal(taken.table)
    if refusal is not None:
        raise Refused(refusal)
    count = last_decision(on_table)
    back = gone_to(on_table, on_table.played.before(count))
    taken.store(lambda key, entry: StoreUndone(key, entry, count))
    taken.change(
        on_table=back, touches=(), hand=(), goal=None, counted_at_s=None, **NOTHING_ASKED
    )
    if by_hand:
        believe(taken, back.stands)
    else:
        taken.change(goal=Goal("undo", extras=taken.table.covered & ~back.occupied | taken.table.misplaced))


def undo_refusal(table: Table) -> Message | None:
    """Why the last action cannot be taken back; ``None``: it can."""
    on_table = table.on_table
    if on_table is None:
        return NO_GAME
    if table.chance_decides:
        return busy(on_table)
    if on_table.ended is not None:
        return message("The game was ended by its players.")
    if not on_table.played.actions:
        return message("Nothing has been played yet.")
    if not last_decision(on_table):
        return message("Only the computer has played yet.")
    if not can_take_back(on_table, last_decision(on_table)):
        return message("Chance has decided since, or a secret was told: that cannot be taken back.")
    return None


def _store_end(taken: Progress, outcome: Outcome, termination: str) -> None:
    taken.store(lambda key, entry: StoreEnd(key, entry, outcome.winners, outcome.reason, termination))


def end(taken: Progress, winners: tuple[Seat, ...], reason: str) -> None:
    """End the game otherwise than by its rules."""
    if taken.table.chance_decides:  # what it says may be in the store already, where the end would follow it
        raise Refused(busy(taken.on_table))
    finish_hands(taken, for_good=True)
    if taken.on_table.outcome is not None:
        return  # by the rules, with what had just been played
    outcome = Outcome(winners, reason)
    taken.change(on_table=replace(taken.running, ended=outcome), goal=None, touches=(), paused=False, **NOTHING_ASKED)
    _store_end(taken, outcome, reason)


def busy(on_table: GameOnTable) -> Message:
    """Why nothing can be decided before what is being stored is shown."""
    return CHANCE_DECIDES if on_table.chance_acts else COMPUTER_MOVES


def hold(taken: Progress, text: str, typed: bool) -> None:
    """Store an outcome of chance, or what a computer chose, before anybody sees it."""
    on_table = taken.running
    on_table.game.parse(on_table.position, text)
    taken.store(lambda key, entry: StoreAction(key, entry, text, typed))
    taken.change(drawn=text)
