"""Advances a parked two-board game: it ends when the other board ends it or its players lose. Nothing else happens in
it before it is on the table again. Pure."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Final

from club.play.dealing import public, tail
from club.play.state import RESIGNED, LocalState, RemoteState
from club.play.sync import RemoteEvent, next_heard
from engine.core.pieces import Seat
from engine.records.game_record import NORMAL, OUT_OF_TIME, replay, winners_without
from table.messages.effects import StoreAction, StoreEnd, StoreUndone
from table.messages.events import ActionHeard, CorrectionHeard, EndHeard, Resign, TimeRanOut

MOST_STEPS: Final = 1000
"""More than any letter leads to: an endless sequence is not followed."""

Step = StoreAction | StoreUndone | StoreEnd

Resting = Callable[[str], AbstractContextManager[bool]]
"""A context for the game of a key; it yields true if the game is parked or over, with all of it on disk, and keeps it
so."""


def until_over(here: LocalState, there: RemoteState) -> tuple[LocalState, tuple[Step, ...]]:
    """Follow the other board's state, and return this board's then, with the steps that lead there; the same state and
    no steps, if they lead to no end.

    :raises ValueError: the other board revealed what cannot be.
    """
    now, steps = here, list[Step]()
    while len(steps) < MOST_STEPS:
        more = _steps(now, next_heard(now, there))
        if not more:
            break
        now, steps = _after(now, more), [*steps, *more]
    return (now, tuple(steps)) if now.over or here.over else (here, ())


def _steps(here: LocalState, heard: RemoteEvent | None) -> tuple[Step, ...]:
    """Return the steps that the table would have stored; none if people or a clock are needed."""
    match heard:
        case ActionHeard(entry, text) if not here.controls:
            return _played(here, entry, text)
        case CorrectionHeard(entry, count) if not here.controls:
            return (StoreUndone(here.key, entry, count),)
        case EndHeard(_, winners, reason):
            return _ended(here, winners, reason)
        case Resign(seat):
            return _ended(here, winners_without(here.played, {seat}, RESIGNED), RESIGNED)
        case TimeRanOut(seat):
            return _ended(here, winners_without(here.played, {seat}, OUT_OF_TIME), OUT_OF_TIME)
    return ()


def _played(here: LocalState, entry: int, text: str) -> tuple[Step, ...]:
    played = replay(here.whole, (text,))
    outcome = played.game.outcome(played.position)
    action = StoreAction(here.key, entry, text)
    return (action,) if outcome is None else (
        action, StoreEnd(here.key, entry + 1, outcome.winners, outcome.reason, NORMAL))


def _ended(here: LocalState, winners: tuple[Seat, ...], reason: str) -> tuple[Step, ...]:
    """Return the steps that end the game. Actions that were not revealed are undone."""
    hidden = (StoreUndone(here.key, here.revision + 1, len(here.tail)),) if here.tail else ()
    return *hidden, StoreEnd(here.key, here.revision + 1 + len(hidden), winners, reason, reason)


def _after(here: LocalState, steps: tuple[Step, ...]) -> LocalState:
    whole, ended = here.whole, here.ended
    for step in steps:
        match step:
            case StoreAction(action=text):
                whole = replay(whole, (text,))
            case StoreUndone(count=count):
                whole, ended = whole.before(count), None
            case StoreEnd(winners=winners, reason=reason, termination=termination):
                ended = None if termination == NORMAL else (winners, reason)
    return replace(here, played=public(whole), tail=tail(whole), ended=ended, revision=steps[-1].entry)
