"""Rules of running clocks: only while their seats have to decide something; and what happens when one has run out."""

from engine.core.pieces import Seat
from table.hands import reading
from table.hands.displacement import out_of_step
from table.messages.events import (
    Answer,
    EndTurn,
    Event,
    PlayAction,
    Resume,
    Seats,
    SquareLifted,
    SquarePlaced,
    StandsAsShown,
)
from table.model.clocks import KEPT_MS
from table.model.state import Disorder, Table
from table.requests import consent
from table.turns.advance import asked_to_throw, finish_hands
from table.turns.transaction import Progress, keep_times

_SIGNS_OF_LIFE = (SquareLifted, SquarePlaced, Answer, PlayAction, EndTurn, StandsAsShown, Resume)
"""Somebody is at the table."""


def before_event(taken: Progress, event: Event) -> None:
    """Have those lose whose time ran out before an event, whatever comes too late."""
    clocks, goal = taken.table.clocks, taken.table.goal
    if clocks is None:
        return
    if clocks.waits and goal is None and isinstance(event, _SIGNS_OF_LIFE):
        taken.change(clocks=clocks.begin())
        _run(taken)
    _flag(taken)


def after_event(taken: Progress) -> None:
    """Have those clocks run that should."""
    if taken.table.clocks is None:
        return
    _note_disorder(taken)
    _run(taken)
    _flag(taken)
    clocks = taken.table.clocks
    if clocks.unkept_ms >= KEPT_MS or taken.table.stored.paused:
        keep_times(taken)


def _note_disorder(taken: Progress) -> None:
    """Note since when the board has been out of order, as the game stands now: time that nobody gains twice."""
    table, known = taken.table, _disorder(taken.table)
    if known is None and _in_disorder(table, taken.now_s):
        known = Disorder(table.entries, taken.now_s)
    taken.change(disorder=known)


def _disorder(table: Table) -> Disorder | None:
    """Return the first disorder since the last action."""
    return table.disorder if table.disorder is not None and table.disorder.entries == table.entries else None


def _run(taken: Progress) -> None:
    clocks, running = taken.table.clocks, deciding(taken.table, taken.now_s)
    assert clocks is not None
    due = any(clocks.since_ms / 1000 < moment <= taken.now_s for moment in clocks.moments())
    if due or running != clocks.running:
        taken.change(clocks=clocks.run(running, taken.now_s))


def _flag(taken: Progress) -> None:
    """A seat that is out of time loses, unless hands have done its action already. A computer never is: when it answers
    depends on how quick the machine is at that moment. Of its own seats another board says so."""
    if not _late(taken):
        return
    finish_hands(taken, unchecked=True)
    late = _late(taken)
    if late and taken.on_table.outcome is None:
        consent.lose_on_time(taken, late)
        _run(taken)


def _late(taken: Progress) -> Seats:
    clocks, on_table = taken.table.clocks, taken.table.on_table
    if clocks is None or on_table is None:
        return frozenset()
    return clocks.out_of_time(taken.now_s) - on_table.not_here - taken.table.stored.fallen


# --- who has to decide -------------------------------------------------------------------------------------------


def deciding(table: Table, now_s: float) -> Seats:
    """The seats whose clocks run in this state."""
    on_table, clocks = table.on_table, table.clocks
    if on_table is None or clocks is None or clocks.waits or _held_up(table, now_s):
        return frozenset()
    acting = _throwing(table) if on_table.chance_acts else frozenset(on_table.seats_to_act)
    return frozenset(seat for seat in acting & frozenset(clocks.controls) if _is_asked(table, seat))


def _throwing(table: Table) -> Seats:
    """Return the seats that are waited for while chance decides. Between two boards that is the other one: what this
    one has to do for it, it does at once."""
    assert table.on_table is not None
    if table.on_table.afar is not None:
        return frozenset(table.on_table.afar.seats)
    thrower = asked_to_throw(table)
    return frozenset() if thrower is None else frozenset({thrower})


def _held_up(table: Table, now_s: float) -> bool:
    """True if nobody can play: the board is put right, something is being stored, the game stands. A question to other
    players holds nobody up: whoever is to move could think for as long as the answer takes, and ask again."""
    on_table = table.on_table
    assert on_table is not None
    if table.stored.paused or table.unread is not None or on_table.outcome is not None:
        return True
    all_agreed = len(table.stored.draw_agreed) == len(on_table.seats)  # another board is still to say so
    if table.chance_decides or table.on_disk < table.entries or all_agreed:
        return True
    if _in_disorder(table, now_s):
        return not _is_timed(table, now_s)
    return table.goal is not None


def _in_disorder(table: Table, now_s: float) -> bool:
    """True if pieces were knocked or exchanged."""
    if table.on_table is None or table.unread is not None:
        return False
    if table.goal is not None:
        return table.goal.reason == "repair"
    return bool(table.difference) and not table.stored.paused and out_of_step(table, reading.read(table), now_s)


def _is_timed(table: Table, now_s: float) -> bool:
    """True if whoever is to act pays for the disorder: whatever is amiss on glass is put right in one tap, and on wood
    nobody plays for time by it."""
    assert table.on_table is not None
    known = _disorder(table)
    return table.on_table.screen or known is not None and now_s >= known.timed_from_s


def _is_asked(table: Table, seat: Seat) -> bool:
    """True if a seat can decide now: a computer can once it was told how the game stands, and so can another board,
    while it is there. Chance waits for it even if it is off, once it plays: it might know already what comes."""
    on_table = table.on_table
    assert on_table is not None
    if on_table.afar is not None and seat in on_table.afar.seats:
        if on_table.chance_acts:
            return table.connected and table.pause_there is not None
        return table.there and table.reached >= table.entries
    if seat not in on_table.computers.levels:
        return not table.reveals
    return table.thought is not None and table.thought.seat is seat and table.thought.action is None
