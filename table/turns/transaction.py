"""A step being taken: actions played, taken back, held until they are stored; games ended.

The functions here and in ``table/turns/advance.py`` change its table and collect effects; nothing waits.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from engine.core.actions import Action, Footprint
from engine.core.messages import Message, message
from engine.core.pieces import CHANCE, Seat
from engine.game import Outcome, Played
from engine.records.game_record import NORMAL, OUT_OF_TIME
from engine.records.time_controls import Stamp
from table.hands.corrected_away import Uncorrected
from table.hands.evidence import evidence_of, without
from table.hands.take_back import can_take_back, last_decision
from table.messages.effects import Effect, KeepTimes, StoreAction, StoreEnd, StoreUndone
from table.messages.events import NextGame, Proposal, Seats, Topic
from table.messages.refusal import Refused
from table.messages.remote_board import RemoteBoard
from table.model.believed_pieces import BelievedPieces, Stands, left_by_hands
from table.model.current_game import GameOnTable, gone_to
from table.model.playback import playback_of
from table.model.state import Table
from table.model.target import Goal
from table.turns import lessons
from table.turns.computer_play import all_that_moves, goal_of, scores_of

NO_GAME = message("There is no game on the table. Start one or continue one first.")
OVER = message("This game is over. Start a new one or continue another.")
CHANCE_HAS_DECIDED = message("Chance has decided since, or a secret has been revealed: that cannot be taken back.")
CHANCE_DECIDES = message("Chance is deciding right now. Try again in a moment.")
COMPUTER_MOVES = message("The computer is moving right now. Try again once it has moved.")
ACTION_COUNTS = message("An action is just being stored. Try again in a moment.")

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
            raise Refused(OVER)
        return self.on_table

    def change(self, **changes: Any) -> None:
        if any(getattr(self.table, name) is not value for name, value in changes.items()):
            self.table = self.table.having(**changes)

    def keep(self, **changes: Any) -> None:
        """Change what lasts besides the actions of the game."""
        stored = replace(self.table.stored, **changes)
        if stored != self.table.stored:
            self.change(stored=stored)

    def propose(self, topic: Topic, asked: Seats, next_game: NextGame | None = None) -> bool:
        """Await the consent of these seats, as the only ones that are asked about it.

        :return: whether nobody has to be asked: nothing is proposed any more.
        """
        others = {each: proposal for each, proposal in self.table.stored.proposals.items() if each != topic}
        self.keep(proposals=others | {topic: Proposal(asked, next_game)} if asked else others)
        return not asked

    def settle(self) -> None:
        """Drop what players asked each other, or the computer: that is over once the game goes on."""
        self.change(hint=None, checked=None)
        self.keep(draw_agreed=(), draw_declined=(), proposals={})

    def stamp(self, action: Action, made_s: float, took_ms: int | None = None) -> Stamp | None:
        """Return what the clocks say at the next action, made then; ``None``: there are none. ``took_ms``: how long it
        took, if another board says so."""
        clocks, game, position = self.table.clocks, self.on_table.game, self.on_table.position
        if clocks is None:
            return None
        owner, next_owner = game.turn_of(position), game.turn_of(game.successor(position, action))
        stamped = clocks.after_action(owner, next_owner != owner, made_s, game.actor(position, action), took_ms)
        self.change(clocks=stamped)
        return stamped.stamps[-1]

    def store(self, make: Callable[[str, int], Effect]) -> None:
        """Send the next entry of the game to the store."""
        self.change(entries=self.table.entries + 1)
        if self.on_table.course is None:
            self.effects.append(make(self.on_table.key, self.table.entries))
        else:
            self.change(on_disk=self.table.entries)  # no action of a lesson is kept


def commit(
    taken: Progress, text: str, *, by_hand: bool = False, typed: bool = False, stored: bool = False,
    moment: int | None = None, made_s: float | None = None,
) -> None:
    """Play an action: the position goes on, and the store is told (unless it was told before).

    ``moment``: the number of the touch before which hands had done it; ``None``: after all touches. ``made_s``: when it
    was decided, where that was later.
    """
    on_table = taken.running
    action = on_table.game.parse(on_table.position, text)
    footprint = on_table.game.footprint(on_table.position, action)
    acting = on_table.game.actor(on_table.position, action)
    played, happenings = on_table.played.after(action)
    if not stored:
        made_s = (_done_s(taken, moment) if by_hand else taken.now_s) if made_s is None else made_s
        stamp = taken.stamp(action, made_s)
        taken.store(lambda key, entry: StoreAction(key, entry, text, typed, stamp))
    if by_hand:
        _let_go(taken, footprint, moment)
    else:
        taken.change(hand=())
    after = replace(
        gone_to(on_table, played, happenings, by_hand), instead=on_table.hand_actions if by_hand else (),
        corrected=taken.table.rethought,
    )
    computer = Seat(acting) if stored and acting != CHANCE else None
    if computer is not None:
        happenings = all_that_moves(on_table, after.stands, action, happenings)
    ongoing = on_table.happenings if acting == CHANCE and taken.table.goal is not None else ()
    after = replace(after, happenings=ongoing + happenings)  # new pawns are drawn while the march is still being shown
    taken.change(on_table=after, counted_at_s=None)
    taken.settle()
    if by_hand:
        believe(taken, left_by_hands(on_table.stands, after.stands, footprint, happenings))
    taken.change(goal=goal_of(taken.table, computer, happenings, footprint))
    if computer is None:
        _tell(taken, played)
    if on_table.course is not None:
        taken.table = lessons.judged(taken.table, on_table, action)
        solved = lessons.newly_solved(on_table, taken.on_table)
        if solved is not None:
            taken.effects.append(solved)
        return
    if after.outcome is not None:
        store_end(taken, after.outcome, NORMAL)


def _tell(taken: Progress, played: Played) -> None:
    """Have the rings tell what has happened, on wood and if that is wanted: of the screen board, phones tell it."""
    settings = taken.table.settings
    if settings.told_on_wood and not taken.on_table.screen:
        shown = playback_of(played, taken.table.playback, taken.now_s, settings.language, settings.told_quickly)
        taken.change(playback=shown)


def _done_s(taken: Progress, moment: int | None) -> float:
    """Return when hands had done what is being played: what stands still since is nobody's time to think."""
    touches = taken.table.touches[:moment]
    return touches[-1].at_s if touches else taken.now_s


def _let_go(taken: Progress, footprint: Footprint, moment: int | None) -> None:
    """The touches of this action are accounted for; the others stay to be explained, unless all is as it should be.

    Then they belong to it, too: what was touched on the way may show later that it was another one.
    """
    touches, in_step = taken.table.touches, taken.table.covered == footprint.after(taken.on_table.occupied)
    evidence = evidence_of(taken.table)
    rest = () if in_step else without(footprint, evidence, len(touches) if moment is None else moment)
    taken.change(touches=rest, hand=tuple(each for each in touches if each not in rest))


def believe(taken: Progress, stands: Stands) -> None:
    """So the pieces stand, but for what the sensors saw since."""
    table = taken.table
    taken.change(wood=BelievedPieces(stands).after(table.covered, taken.on_table.stands, taken.now_s, table.bump_s))


def undo(taken: Progress, *, by_hand: bool = False) -> None:
    """Take the last action of a person back, and what computers did since; unless hands did it, they are guided to."""
    on_table, refusal = taken.on_table, undo_refusal(taken.table)
    if refusal is not None:
        raise Refused(refusal)
    take_back(taken, last_decision(on_table), by_hand=by_hand)


def take_back(taken: Progress, count: int, *, by_hand: bool = False) -> None:
    """Take the last actions back, whoever made them."""
    on_table = replace(taken.on_table, ended=None)
    back = gone_to(on_table, on_table.played.before(count))
    taken.store(lambda key, entry: StoreUndone(key, entry, count))
    if taken.table.clocks is not None:
        taken.change(clocks=taken.table.clocks.before_actions(count))
    taken.change(
        on_table=back, scores=scores_of(taken.table.scores, len(back.played.actions)), touches=(), hand=(), goal=None,
        playback=None, counted_at_s=None,
    )
    taken.keep(fallen=frozenset())
    taken.settle()
    if by_hand:
        believe(taken, back.stands)
    else:
        taken.change(goal=Goal("undo", extras=taken.table.covered & ~back.occupied | taken.table.misplaced))


def uncorrect(taken: Progress, found: Uncorrected) -> None:
    """Let the last action be what it was before it seemed to be corrected, and the capture of its piece follow."""
    undo(taken, by_hand=True)
    taken.change(touches=found.touches)
    commit(taken, found.first.action.text, by_hand=True, moment=found.moment)
    commit(taken, found.capture.action.text, by_hand=True)


def undo_refusal(table: Table) -> Message | None:
    """Say why the last action cannot be taken back; ``None``: it can."""
    on_table = table.on_table
    if on_table is None:
        return NO_GAME
    if table.chance_decides:
        return busy(on_table)
    if on_table.course is not None:
        return message("In a lesson nothing has to be taken back: wrong moves are taken back automatically.")
    if on_table.ended is not None and on_table.ended.reason == OUT_OF_TIME:
        return message("Time ran out: the game is over.")
    if on_table.ended is not None:
        return message("The game was ended by its players.")
    if not on_table.played.actions:
        return message("Nothing has been played yet.")
    if on_table.afar is not None:
        return _answered(on_table, on_table.afar)
    if not last_decision(on_table):
        return message("Only the computer has played so far.")
    if not can_take_back(on_table, last_decision(on_table)):
        return CHANCE_HAS_DECIDED
    return None


def _answered(on_table: GameOnTable, afar: RemoteBoard) -> Message | None:
    """The same between two boards: only the last action is still one's own."""
    if not can_take_back(on_table):
        return CHANCE_HAS_DECIDED
    if last_decision(on_table) != 1:
        return message("{board} has played since: that cannot be taken back.", board=afar.name)
    return None


def store_end(taken: Progress, outcome: Outcome, termination: str) -> None:
    """Have the store know how the game ended."""
    taken.store(lambda key, entry: StoreEnd(key, entry, outcome.winners, outcome.reason, termination))


def end_at_once(taken: Progress, winners: tuple[Seat, ...], reason: str) -> None:
    """The same, whatever hands are doing."""
    hidden = taken.on_table.game.undisclosed(taken.on_table.position)
    if taken.on_table.afar is not None and hidden:  # what is not revealed stands for nothing
        take_back(taken, hidden)
    outcome = Outcome(winners, reason)
    ended = replace(taken.on_table, ended=outcome, outcome=outcome)
    taken.change(on_table=ended, goal=None, playback=None, touches=())
    taken.keep(paused=False)
    taken.settle()
    store_end(taken, outcome, reason)


def busy(on_table: GameOnTable) -> Message:
    """Say why nothing can be decided before what is being stored is shown."""
    if on_table.chance_acts:
        return CHANCE_DECIDES
    return COMPUTER_MOVES if on_table.not_here.intersection(on_table.to_act) else ACTION_COUNTS


def hold(taken: Progress, text: str, typed: bool, took_ms: int | None = None, score: float | None = None) -> None:
    """Store an outcome of chance, or what a computer chose or another board played, before anybody sees it. ``score``:
    what the computer thinks of its game."""
    on_table = taken.running
    action = on_table.game.parse(on_table.position, text)
    if on_table.course is not None:
        commit(taken, text, typed=typed)
        return
    stamp = taken.stamp(action, taken.now_s, took_ms)
    taken.store(lambda key, entry: StoreAction(key, entry, text, typed, stamp, score))
    taken.change(drawn=text)
    if score is not None:
        taken.change(scores={**taken.table.scores, len(on_table.played.actions) + 1: score})


def repair(taken: Progress) -> None:
    """Have the board put right: what hands do until then is not taken for play."""
    table = taken.table
    if table.goal is None and not table.in_step:
        extras = table.covered & ~taken.on_table.occupied | table.misplaced
        taken.change(goal=Goal("repair", extras=extras), touches=())


def keep_times(taken: Progress) -> None:
    """Have the store know what the clocks say."""
    clocks = taken.table.clocks
    if clocks is not None and clocks.kept != (times := clocks.at(taken.now_s)):
        taken.change(clocks=replace(clocks, kept=times))
        taken.effects.append(KeepTimes(taken.on_table.key, times))
