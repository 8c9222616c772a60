"""Seats that a computer plays: when it is asked, when its action counts, and what hands have to do for it."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from engine.core.actions import Action, Footprint
from engine.core.events import Entered, Happening, Moved, Removed
from engine.core.messages import Message, message
from engine.core.pieces import CHANCE, Piece, Seat
from engine.core.squares import Square
from engine.game import EVERYTHING, AnyGame
from table.hands.take_back import last_decision
from table.model.believed_pieces import bare, left_by_hands
from table.model.current_game import GameOnTable
from table.model.state import Table, Thought
from table.model.target import Goal, Unseen, moving

SHOWN_AFTER_S: Final = 0.3
"""The seconds after which a computer is shown to be thinking."""
_WORSE: Final = -0.5
_HOPELESS: Final = -0.9
_TURNS: Final = 4
"""A computer takes a draw, or resigns if asked to, once it has thought so badly of its game in so many turns in a row.
One alone tells little: how far ahead it could look may sway it by that much."""


def question(table: Table, now_s: float) -> Thought | None:
    """Return what a computer is to be asked now, or was asked already.

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
    """True if what a computer chose can be played now. On wood the actions of its turn become one goal for the hands;
    where the board moves by itself, each is shown before the next."""
    goal, on_table = table.goal, table.on_table
    assert on_table is not None
    return _is_free(table) or goal is not None and goal.computer is seat and not by_itself(table)


def _is_free(table: Table) -> bool:
    return table.goal is None and not table.difference


def by_itself(table: Table) -> bool:
    """True if no hands are needed for what happens on the board."""
    return table.on_table is not None and table.on_table.screen and not table.settings.by_hand


def carries(table: Table) -> bool:
    """True while the screen board's own hand has still to set up what was played. When the game is over, it does so
    although players move all pieces themselves: nobody can tap any more."""
    on_table, goal = table.on_table, table.goal
    if on_table is None or goal is None or goal.reason == "repair" or not on_table.screen:
        return False
    if table.stored.paused and table.in_step:
        return False  # it only waits for the end of the pause
    return by_itself(table) or on_table.outcome is not None


def is_shown(table: Table, now_s: float) -> bool:
    """True if a computer has been thinking for so long that people want to know."""
    thought = table.thought
    return thought is not None and thought.action is None and now_s >= thought.since_s + SHOWN_AFTER_S


def scores_of(scores: Mapping[int, float], length: int) -> Mapping[int, float]:
    """Return what computers thought of a game at its first ``length`` actions."""
    return {number: score for number, score in scores.items() if number <= length}


def takes_draw(table: Table, seat: Seat) -> bool:
    """True if a computer stands so much worse that a draw is welcome."""
    return _best_of_late(table, seat) <= _WORSE


def never_resigns(on_table: GameOnTable, seat: Seat) -> Message | None:
    """Say why a computer does not resign, however it stands; ``None``: it may be asked to."""
    game, options = on_table.game, on_table.played.options
    allies = game.allies(options, seat)
    if len({frozenset(game.allies(options, each)) for each in game.seats_of(options)}) > 2:  # all others would win
        return message("With more than two sides a computer plays on to the end.")
    if not on_table.computers.levels.keys() >= set(allies):
        return message("{seat} plays together with a person, who may resign for both.", seat=seat)
    return None


def gives_up(table: Table, seat: Seat) -> bool:
    """True if a computer resigns when somebody asks it to."""
    return _best_of_late(table, seat) <= _HOPELESS


def _best_of_late(table: Table, seat: Seat) -> float:
    """Return what it thought of its game at the best moment of its last turns; before there were so many, the best
    there is."""
    turns = _by_turns(table, seat)
    return max(turns[-_TURNS:]) if len(turns) >= _TURNS else 1.0


def _by_turns(table: Table, seat: Seat) -> list[float]:
    """Return what it thought of its game at the best moment of each of its turns, the latest last."""
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
    """Return what hands have to do for an action that none of them did, then what the rules did by themselves.

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
    """Return what the board has to be brought to after an action; ``seat``: the computer's that chose it.

    Where it changed nothing on any square, somebody has to have seen it.
    """
    assert table.on_table is not None
    moves, old = moving(happenings), table.goal
    squares = 0 if seat is None or moves else _shown(table, footprint)
    if not moves and not squares:
        return old
    unseen = (Unseen(len(table.on_table.played.actions), squares),) if squares else ()
    if old is not None:
        return replace(old, happenings=old.happenings + moves, unseen=old.unseen + unseen, is_lit=False)
    extras = table.covered & ~table.on_table.occupied | table.misplaced
    return Goal("happening", moves, extras, seat, unseen)


def _shown(table: Table, footprint: Footprint) -> int:
    """The squares (bitboard) where an action that changes none of them is shown."""
    return 0 if by_itself(table) else footprint.touches | footprint.returns


def to_be_seen(table: Table) -> Goal | None:
    """Return what shows to whoever may not have seen it what no hand has done since people decided last, and what
    changed no square."""
    on_table = table.on_table
    assert on_table is not None
    game, played = on_table.game, on_table.played
    since = last_decision(on_table) - 1 if last_decision(on_table) else len(played.actions)
    unseen = []
    for back in range(since, 0, -1):
        before, action = played.position_before(back), played.actions[-back]
        changed = _standing(game, before) != _standing(game, played.position_before(back - 1))
        squares = 0 if changed else _shown(table, game.footprint(before, action))
        unseen += [Unseen(len(played.actions) - back + 1, squares)] if squares else []
    if not unseen:
        return None
    actor = game.actor(played.position_before(), played.actions[-1])
    return Goal("happening", computer=Seat(actor), unseen=tuple(unseen))


def _standing(game: AnyGame, position: Any) -> Mapping[Square, Piece]:
    return {each: bare(piece) for each, piece in game.view(position, EVERYTHING).pieces.items()}


def to_tell(on_table: GameOnTable, goal: Goal) -> tuple[int, ...]:
    """The numbers of the actions that lights alone do not tell: they had to do with pieces that stand as before."""
    before, last = on_table.played.position_before(), len(on_table.played.actions)
    touches = on_table.game.footprint(before, on_table.played.actions[-1]).touches
    return tuple(sorted({*(each.number for each in goal.unseen), *((last,) if touches else ())}))


def is_seen(table: Table) -> bool:
    """True if somebody has touched what a computer did without changing any square, since it is lit, if it did that."""
    goal = table.goal
    if goal is None or not goal.unseen:
        return True
    return goal.is_lit and any(touch.lifted and goal.shown >> touch.square & 1 for touch in table.touches)
