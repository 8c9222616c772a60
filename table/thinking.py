"""Seats that a computer plays: when it is asked, when its action counts, and what hands have to do for it."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Final

from engine.actions import Action, Footprint
from engine.happenings import Entered, Happening, Moved, Removed
from engine.messages import Message, message
from engine.pieces import CHANCE, Piece, Seat
from engine.squares import Square
from table.game_on_table import GameOnTable
from table.goal import Goal, moving
from table.state import Table, Thought
from table.wood import bare, left_by_hands

SHOWN_AFTER_S: Final = 0.3
"""Whoever answers sooner is not shown to be thinking."""
_WORSE: Final = -0.5
_HOPELESS: Final = -0.9
_TURNS: Final = 4
"""A computer takes a draw, or resigns if asked to, once it has thought so badly of its game in so many turns in a row.
One alone tells little: how far ahead it could look may sway it by that much."""


def question(table: Table, now_s: float) -> Thought | None:
    """What a computer is to be asked now, or was asked already.

    It is asked once people have done what is theirs; with its own actions hands may still be busy.
    """
    assert table.on_table is not None
    seat, asked, entry = table.on_table.computer_acts, table.thought, table.entries + 1
    if seat is None or table.chance_decides:
        return None
    if asked is not None and (asked.seat, asked.entry) == (seat, entry):
        return asked
    ready = _is_free(table) or table.goal is not None and table.goal.computer is not None
    return Thought(entry, seat, now_s) if ready else None


def may_move(table: Table, seat: Seat) -> bool:
    """Whether what a computer chose can be played now. On wood the actions of its turn become one goal for the hands;
    where the board moves by itself, each is shown before the next."""
    goal, on_table = table.goal, table.on_table
    assert on_table is not None
    return _is_free(table) or goal is not None and goal.computer is seat and not by_itself(table)


def _is_free(table: Table) -> bool:
    return table.goal is None and not table.difference


def by_itself(table: Table) -> bool:
    """Whether no hands are needed for what happens on the board."""
    return table.on_table is not None and table.on_table.screen and not table.settings.by_hand


def is_shown(table: Table, now_s: float) -> bool:
    """Whether a computer has been thinking for so long that people want to know."""
    thought = table.thought
    return thought is not None and thought.action is None and now_s >= thought.since_s + SHOWN_AFTER_S


def scores_of(scores: Mapping[int, float], length: int) -> Mapping[int, float]:
    """What computers thought of a game at its first ``length`` actions."""
    return {number: score for number, score in scores.items() if number <= length}


def takes_draw(table: Table, seat: Seat) -> bool:
    """Whether a computer stands so much worse that a draw is welcome."""
    return _best_of_late(table, seat) <= _WORSE


def never_resigns(on_table: GameOnTable, seat: Seat) -> Message | None:
    """Why a computer does not resign, however it stands; ``None``: it may be asked to."""
    game, options = on_table.game, on_table.played.options
    allies = game.allies(options, seat)
    if len({frozenset(game.allies(options, each)) for each in game.seats_of(options)}) > 2:  # all others would win
        return message("Between more than two sides a computer plays on to the end.")
    if not on_table.computers.levels.keys() >= set(allies):
        return message("{seat} plays together with a person, who may resign for both.", seat=seat)
    return None


def gives_up(table: Table, seat: Seat) -> bool:
    """Whether a computer resigns if somebody asks it to."""
    return _best_of_late(table, seat) <= _HOPELESS


def _best_of_late(table: Table, seat: Seat) -> float:
    """What it thought of its game at the best moment of its last turns; before there were so many, the best there
    is."""
    turns = _by_turns(table, seat)
    return max(turns[-_TURNS:]) if len(turns) >= _TURNS else 1.0


def _by_turns(table: Table, seat: Seat) -> list[float]:
    """What it thought of its game at the best moment of each of its turns, the latest last."""
    assert table.on_table is not None
    played = table.on_table.played
    actors = map(played.game.actor, (played.first, *played.positions), played.actions)
    decided = [(number, actor) for number, actor in enumerate(actors, 1) if actor != CHANCE]
    own = (group for actor, group in groupby(decided, key=itemgetter(1)) if actor == seat)
    scores = ([table.scores[number] for number, _ in group if number in table.scores] for group in own)
    return [max(each) for each in scores if each]


def lit(table: Table, now_s: float) -> int:
    """The squares (bitboard) of the pieces that a computer is thinking for, once that is shown."""
    thought, on_table = table.thought, table.on_table
    if thought is None or on_table is None or not is_shown(table, now_s):
        return 0
    own = sum(1 << square for square, piece in on_table.pieces.items() if piece.owner is thought.seat)
    return own & table.covered


# --- carrying out ------------------------------------------------------------------------------------------------


def all_that_moves(
    before: GameOnTable, after: Mapping[Square, Piece], action: Action, happenings: tuple[Happening, ...]
) -> tuple[Happening, ...]:
    """What hands have to do for an action that none of them did, then what the rules did by themselves.

    ``after``: what the next position wants on each square.
    """
    footprint = before.game.footprint(before.position, action)
    return (*_by_hands(before.stands, left_by_hands(before.stands, after, footprint, happenings)), *happenings)


def _by_hands(before: Mapping[Square, Piece], after: Mapping[Square, Piece]) -> list[Happening]:
    gone = {square: piece for square, piece in before.items() if after.get(square) != piece}
    moved: list[Happening] = []
    for square, piece in after.items():
        if before.get(square) != piece:
            source = next((each for each, other in gone.items() if other == piece), None)
            moved.append(Entered(square, piece) if source is None else Moved(source, square))
            gone.pop(square if source is None else source, None)
    return [*(Removed(square) for square in gone), *moved]


def goal_of(
    table: Table, seat: Seat | None, happenings: tuple[Happening, ...], footprint: Footprint
) -> Goal | None:
    """What the board has to be brought to after an action; ``seat``: the computer's that chose it.

    Where it changed nothing on any square, somebody has to have seen it.
    """
    assert table.on_table is not None
    moves, old = moving(happenings), table.goal
    unseen = 0 if seat is None or moves else _shown(table, footprint)
    if not moves and not unseen:
        return old
    if old is not None:
        return replace(old, happenings=old.happenings + moves, shown=old.shown | unseen)
    extras = table.covered & ~table.on_table.occupied | table.misplaced
    return Goal("happening", moves, extras, seat, unseen)


def _shown(table: Table, footprint: Footprint) -> int:
    """The squares (bitboard) where an action that changes none of them is shown."""
    return 0 if by_itself(table) else footprint.touches | footprint.returns


def to_be_seen(table: Table) -> Goal | None:
    """What shows the last action to whoever may not have seen it: it was no hand's, and changed no square."""
    on_table = table.on_table
    assert on_table is not None
    if not on_table.played.actions:
        return None
    game, before, action = on_table.game, on_table.played.position_before(), on_table.played.actions[-1]
    actor = game.actor(before, action)
    changed = {each: bare(piece) for each, piece in game.view(before).pieces.items()} != on_table.stands
    shown = 0 if changed or actor not in on_table.not_here else _shown(table, game.footprint(before, action))
    return Goal("happening", computer=Seat(actor), shown=shown) if shown else None


def touched_last(on_table: GameOnTable) -> bool:
    """Whether the last action had to do with a piece that stands as before: to be told, as no light can."""
    before = on_table.played.position_before()
    return bool(on_table.game.footprint(before, on_table.played.actions[-1]).touches)


def is_seen(table: Table) -> bool:
    """Whether somebody has touched what a computer did without changing any square, if it did."""
    shown = 0 if table.goal is None else table.goal.shown
    return not shown or any(touch.lifted and shown >> touch.square & 1 for touch in table.touches)
