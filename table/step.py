"""The table as a pure step: ``step(state, event, now_s) -> (state, effects)``.

Whatever happens (a touch, a die, a word from the store, a wish from a phone) becomes an event; what has to be done
about it outside (store, draw, refuse) comes back as effects. One thread calls this; nothing here waits.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.core.errors import EngineError
from engine.core.messages import message
from engine.core.squares import Square, bits
from engine.game import Played
from engine.records.game_record import NORMAL, begin
from engine.records.time_controls import KeptClocks
from engine.registry import find_game
from table.hands.faulty_reeds import REMEMBERED, believed_again, disbelieved, doubtful, fluttering
from table.messages.effects import Effect, Refuse, StoreGame
from table.messages.events import (
    NOTHING_STORED,
    AbandonGame,
    ActionHeard,
    ActionStored,
    Answer,
    AskForSeat,
    AskHint,
    AskToResign,
    BlunderFound,
    BoardLaidOut,
    BoardRead,
    ChanceDrawn,
    ChangeSettings,
    ContinueGame,
    CorrectionHeard,
    DrawDeclined,
    EndHeard,
    EndTurn,
    Event,
    GameStuck,
    HintFound,
    HolderBack,
    MoveChosen,
    OfferDraw,
    OtherBoardSeen,
    ParkGame,
    Pause,
    PauseHeard,
    PlayAction,
    Reached,
    Resign,
    Resume,
    SeatTaken,
    SetHelp,
    SetManual,
    SetWarnings,
    SquareLifted,
    SquarePlaced,
    StandsAsShown,
    StartGame,
    StoredState,
    StoreFailed,
    StoreWorks,
    TakeBack,
    TakeOver,
    TimePassed,
    TimeRanOut,
    TouchManual,
)
from table.messages.refusal import Refused
from table.model.believed_pieces import BelievedPieces, Stands, recalled
from table.model.clocks import Clocks, begun
from table.model.current_game import GameOnTable, gone_to
from table.model.state import FLASH_S, TOUCHES, Table, Touch
from table.model.target import Goal
from table.requests import answers, consent, hints, pause, programs, prompts, remote_play
from table.requests.clock_rules import after_event, before_event
from table.requests.seen import refuse_unseen_actions
from table.turns import computer_play, light_help, warnings
from table.turns.advance import go_on, wake_at
from table.turns.transaction import Progress, commit, hold, store_end
from table.turns.waiting import note_wait


def step(table: Table, event: Event, now_s: float) -> tuple[Table, tuple[Effect, ...]]:
    """The table after an event at ``now_s`` (monotonic seconds), and what has to be done about it.

    A refused event leaves the table as it was and yields a :class:`Refuse`.
    """
    before = Progress(table, now_s)
    before_event(before, event)
    taken = replace(before, effects=[*before.effects])
    try:
        _HANDLERS[type(event)](taken, event)
        if type(event) not in _QUIET:
            taken.change(stirred_s=now_s)
    except (Refused, EngineError) as error:
        taken = replace(before, effects=[*before.effects, Refuse(error.reason)])
    if taken.table.unread is None:
        _follow(taken)
    _unveil(taken)
    prompts.number_questions(taken)
    _note_lasting(taken, table.wood)
    return taken.table, tuple(taken.effects)


def _unveil(taken: Progress) -> None:
    """Show seats that were taken over all of theirs, once nothing is secret any more."""
    on_table = taken.table.on_table
    if taken.table.stored.veiled and on_table is not None and not on_table.game.undisclosed(on_table.position):
        taken.keep(veiled=frozenset())


def _note_lasting(taken: Progress, before: BelievedPieces) -> None:
    """Note what is believed to stand on the board, and what has been seen, with what lasts."""
    table = taken.table
    as_before = table.wood is before or table.unread is not None
    if not as_before:
        taken.keep(wood=table.wood.as_data(), mixed=table.wood.mixed_later)
    taken.keep(seen=table.seen)


def _follow(taken: Progress) -> None:
    """Do all that follows from what stands on the board."""
    _watch(taken)
    _feel(taken)
    go_on(taken)
    after_event(taken)
    note_wait(taken)
    doubted = doubtful(taken.table, taken.now_s)
    taken.change(doubted=doubted, wake_at_s=wake_at(taken.table, taken.now_s))


def _watch(taken: Progress) -> None:
    """Disbelieve switches that flutter, until they are still again. There are none under glass: a finger is quick."""
    table = taken.table
    on_glass = table.on_table is None or table.on_table.screen
    flutters = 0 if on_glass else fluttering(table, taken.now_s)
    if flutters & ~table.fluttering:
        taken.table = disbelieved(taken.table, flutters & ~table.fluttering)
    if table.fluttering & ~flutters:
        taken.table = believed_again(taken.table, table.fluttering & ~flutters)


def _feel(taken: Progress) -> None:
    """Believe of the wood what follows from what is covered now."""
    table = taken.table
    wanted = table.on_table.stands if table.on_table is not None else {}
    wood = table.wood.after(table.covered, wanted, taken.now_s, table.bump_s)
    if wood is not table.wood:
        taken.change(wood=wood)


# --- events: touches ---------------------------------------------------------------------------------------------


def _on_touch(taken: Progress, event: SquareLifted | SquarePlaced) -> None:
    lifted = isinstance(event, SquareLifted)
    bit = 1 << event.square
    if prompts.whether_exchanged(taken.table):
        taken.change(touches=())  # whoever goes on leaves that question open
    occupancy = taken.table.occupancy & ~bit if lifted else taken.table.occupancy | bit
    taken.change(occupancy=occupancy)
    if not taken.table.stored.manual & bit:
        _note_touch(taken, event.square, lifted)


def _note_touch(taken: Progress, square: Square, lifted: bool) -> None:
    table = taken.table
    if table.on_table is None or table.stored.paused:
        return
    touch = Touch(square, lifted, taken.now_s)
    taken.change(playback=None, recent=(*table.recent, touch)[-REMEMBERED:])
    if not table.fluttering >> square & 1:
        taken.change(touches=(*table.touches, touch)[-TOUCHES:], rethought=None, stirred_s=taken.now_s)


def _on_board_laid_out(taken: Progress, event: BoardLaidOut) -> None:
    taken.change(occupancy=0, unread={}, wake_at_s=None)


def _on_board_read(taken: Progress, event: BoardRead) -> None:
    unread = taken.table.unread
    if unread is not None:
        read = taken.table.having(occupancy=event.occupancy, unread=None)
        taken.table = _set_up(read, unread) if read.on_table is not None else read
        return
    before, manual = taken.table.occupancy, taken.table.stored.manual
    taken.change(occupancy=event.occupancy)
    for square in bits(before & ~event.occupancy & ~manual):
        _note_touch(taken, square, lifted=True)
    for square in bits(event.occupancy & ~before & ~manual):
        _note_touch(taken, square, lifted=False)


def _on_set_manual(taken: Progress, event: SetManual) -> None:
    bit = 1 << event.square
    manual = taken.table.stored.manual | bit if event.manual else taken.table.stored.manual & ~bit
    told = taken.table.stored.told & ~bit | taken.on_table.occupied & bit & manual
    kept = tuple(each for each in taken.table.contradictions if each[0] != event.square)
    wood = taken.table.wood
    if event.manual:
        wood = wood.corrected(event.square, taken.on_table.stands)
    taken.change(contradictions=kept, counted_at_s=None, wood=wood)
    taken.keep(manual=manual, told=told)


def _on_touch_manual(taken: Progress, event: TouchManual) -> None:
    bit = 1 << event.square
    refuse_unseen_actions(event.seen, taken.table)
    if not taken.table.stored.manual & bit:
        raise Refused(message("The board feels this square itself. Put it on manual first."))
    if bool(taken.table.stored.told & bit) == event.covered:
        return
    taken.keep(told=taken.table.stored.told ^ bit)
    _note_touch(taken, event.square, not event.covered)


# --- events: chance and store ------------------------------------------------------------------------------------


def _on_chance(taken: Progress, event: ChanceDrawn) -> None:
    if taken.table.awaiting_chance:
        taken.change(awaiting_chance=False)
        hold(taken, event.action, typed=False)


def _on_move_chosen(taken: Progress, event: MoveChosen) -> None:
    thought, on_table = taken.table.thought, taken.table.on_table
    if thought is None or on_table is None or thought.entry != event.entry or thought.action is not None:
        return  # it was not asked for this any more
    on_table.game.parse(on_table.position, event.action)
    taken.change(thought=replace(thought, action=event.action, score=event.score))


def _on_blunder_found(taken: Progress, event: BlunderFound) -> None:
    taken.table = warnings.found(taken.table, event, taken.now_s)


def _on_stored(taken: Progress, event: ActionStored) -> None:
    table = taken.table
    taken.change(on_disk=max(table.on_disk, event.entry))
    if event.entry < table.entries or table.on_table is None:
        return
    if table.drawn is not None:
        taken.change(drawn=None)
        commit(taken, table.drawn, stored=True)
    elif table.on_table.by_hand and table.on_table.afar is None:  # there, what was played counts once it is there
        taken.change(flash_until_s=taken.now_s + FLASH_S)


def _on_store_failed(taken: Progress, event: StoreFailed) -> None:
    taken.change(trouble=event.reason)


def _on_store_works(taken: Progress, event: StoreWorks) -> None:
    taken.change(trouble=None)


# --- events: games -----------------------------------------------------------------------------------------------


def _on_start(taken: Progress, event: StartGame) -> None:
    new = event.game
    game = find_game(new.game_id)
    options = game.read_options(new.options)
    _put_on_table(taken, event, begin(game, options, new.setup), replace(NOTHING_STORED, help=new.help))
    if event.course is not None:
        taken.change(entries=0, on_disk=0)
        return
    taken.change(entries=0, on_disk=-1)
    taken.effects.append(StoreGame(event.key, replace(new, options=options.as_data())))


def _on_continue(taken: Progress, event: ContinueGame) -> None:
    _put_on_table(taken, event, event.played, event.stored)
    taken.change(entries=event.entries, on_disk=event.entries)
    if taken.on_table.outcome is not None:  # the power failed when its last action was on disk and its end was not
        store_end(taken, taken.on_table.outcome, NORMAL)


def _put_on_table(taken: Progress, event: StartGame | ContinueGame, played: Played, stored: StoredState) -> None:
    game = event.game
    on_table = gone_to(GameOnTable(
        event.key, played, tuple(game.players.items()), game.screen, computers=game.computers, setup=game.setup,
        course=event.course if isinstance(event, StartGame) else None, afar=game.afar,
    ), played)
    occupancy = taken.table.occupancy & on_table.board.all  # of a larger board perhaps, until this one is read
    fresh = Table(
        taken.table.settings, stored, occupancy, on_table, board=on_table.board, clocks=_clocks(event),
        scores=event.scores if isinstance(event, ContinueGame) else {},
    )
    known = taken.table.wood.stands if taken.table.board == on_table.board else {}
    unseen = isinstance(event, ContinueGame) and stored.seen < event.entries
    fresh = replace(fresh, goal=Goal("setup", then=computer_play.to_be_seen(fresh) if unseen else None))
    read = taken.table.unread is None
    taken.table = _set_up(fresh, known) if read else replace(fresh, unread=known)


def _clocks(event: StartGame | ContinueGame) -> Clocks | None:
    """Return the clocks of a game that begins or goes on. Players who have just accepted an invitation are there."""
    afar = event.game.afar
    if isinstance(event, ContinueGame):
        return begun(event.clocks, () if afar is None else afar.seats)
    clocks = begun(KeptClocks(event.game.controls), () if afar is None else afar.seats)
    return clocks if clocks is None or afar is None or afar.numbers else clocks.begin()


def _set_up(table: Table, known: Stands) -> Table:
    """Return the table at the beginning of a game's set-up, on a board that was read."""
    assert table.on_table is not None
    stands = table.on_table.stands
    wood = recalled(table.stored.wood, table.covered, stands, known, table.stored.mixed)
    extras = table.covered & ~table.on_table.occupied | wood.misplaced(stands)
    then = None if table.goal is None else table.goal.then
    return table.having(wood=wood, goal=Goal("setup", extras=extras, then=then))


def _on_settings(taken: Progress, event: ChangeSettings) -> None:
    taken.change(settings=event.settings)


def _on_time(taken: Progress, event: TimePassed) -> None:
    """Do nothing: all that is due is done after every event."""


_QUIET = {
    TimePassed, SquareLifted, SquarePlaced, BoardRead, ActionStored, StoreFailed, StoreWorks, ActionHeard,
    CorrectionHeard, EndHeard, DrawDeclined, GameStuck, Reached, TimeRanOut, OtherBoardSeen, PauseHeard,
}
"""After these events the board may be as much at rest as before; touches tell by themselves whether it is."""

_HANDLERS: dict[type, Callable[[Progress, Any], None]] = {
    SquareLifted: _on_touch,
    SquarePlaced: _on_touch,
    BoardLaidOut: _on_board_laid_out,
    BoardRead: _on_board_read,
    TimePassed: _on_time,
    ChanceDrawn: _on_chance,
    MoveChosen: _on_move_chosen,
    ActionHeard: remote_play.on_action_heard,
    CorrectionHeard: remote_play.on_correction_heard,
    EndHeard: remote_play.on_end_heard,
    DrawDeclined: remote_play.on_draw_declined,
    Reached: remote_play.on_reached,
    TimeRanOut: remote_play.on_time_ran_out,
    OtherBoardSeen: remote_play.on_other_board_seen,
    GameStuck: remote_play.on_game_stuck,
    PauseHeard: pause.on_pause_heard,
    HintFound: hints.on_hint_found,
    BlunderFound: _on_blunder_found,
    AskHint: hints.on_ask_hint,
    SetHelp: light_help.on_set_help,
    SetWarnings: hints.on_set_warnings,
    SeatTaken: hints.on_seat_taken,
    AskForSeat: consent.on_ask_for_seat,
    HolderBack: consent.on_holder_back,
    ActionStored: _on_stored,
    StoreFailed: _on_store_failed,
    StoreWorks: _on_store_works,
    StartGame: _on_start,
    ContinueGame: _on_continue,
    Answer: answers.on_answer,
    PlayAction: programs.on_play_action,
    EndTurn: answers.on_end_turn,
    StandsAsShown: answers.on_stands_as_shown,
    TakeBack: consent.on_take_back,
    Pause: pause.on_pause,
    Resume: pause.on_resume,
    Resign: consent.on_resign,
    OfferDraw: consent.on_offer_draw,
    TakeOver: consent.on_take_over,
    AskToResign: consent.on_ask_to_resign,
    ParkGame: consent.on_park,
    AbandonGame: consent.on_abandon,
    SetManual: _on_set_manual,
    TouchManual: _on_touch_manual,
    ChangeSettings: _on_settings,
}
