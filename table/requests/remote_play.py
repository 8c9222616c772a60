"""Games between two boards: what the other one says, and what cannot be decided here alone."""

from dataclasses import replace

from engine.core.messages import Message, message
from engine.core.pieces import CHANCE, Seat
from engine.records.game_record import ABANDONED, BY_AGREEMENT, OUT_OF_TIME
from table.messages.effects import KeepName
from table.messages.events import (
    ActionHeard,
    Answer,
    CorrectionHeard,
    DrawDeclined,
    EndHeard,
    GameStuck,
    OtherBoardSeen,
    Reached,
    TimeRanOut,
)
from table.messages.remote_board import RemoteBoard
from table.model.current_game import GameOnTable
from table.model.state import FLASH_S, Table
from table.requests import consent
from table.turns.advance import draws_may_follow, end
from table.turns.computer_play import may_move
from table.turns.transaction import Progress, end_at_once, hold, take_back


def on_action_heard(taken: Progress, event: ActionHeard) -> None:
    """Store the next action before anybody sees it, as soon as the board is ready for it."""
    table, on_table = taken.table, taken.table.on_table
    if on_table is None or not _counts(table, event.entry) or on_table.outcome is not None or table.stored.paused:
        return
    action = on_table.game.parse(on_table.position, event.action)
    actor = on_table.game.actor(on_table.position, action)
    if draws_may_follow(table) if actor == CHANCE else may_move(table, Seat(actor)):
        hold(taken, event.action, typed=False, took_ms=event.took_ms)


def on_correction_heard(taken: Progress, event: CorrectionHeard) -> None:
    """Take actions back, whatever happened since. If it is just what is secret, both boards reveal it now: it comes
    again with what the other one threw and decided."""
    on_table = taken.table.on_table
    if on_table is not None and _counts(taken.table, event.entry) and event.count <= len(on_table.played.actions):
        hidden = on_table.game.undisclosed(on_table.position)
        again = len(on_table.played.actions) - hidden if hidden == event.count else None
        take_back(taken, event.count)
        taken.keep(revealed_after=again)


def on_end_heard(taken: Progress, event: EndHeard) -> None:
    """The game is over; or it was already, as it is heard now, but for another reason."""
    on_table = taken.table.on_table
    if on_table is None or event.reason not in BY_AGREEMENT or not _counts(taken.table, event.entry):
        return
    same = on_table.ended is not None and on_table.ended.winners == event.winners
    if on_table.outcome is None or same:
        end_at_once(taken, event.winners, event.reason)


def on_draw_declined(taken: Progress, event: DrawDeclined) -> None:
    """Tell those who offered it so, until somebody moves."""
    on_table = taken.table.on_table
    if on_table is not None and on_table.outcome is None and on_table.not_here.issuperset(event.seats):
        taken.keep(draw_agreed=(), draw_declined=event.seats)


def on_time_ran_out(taken: Progress, event: TimeRanOut) -> None:
    """The other board measures its own seats: what it says of them ends the game, once this one has said so."""
    on_table = taken.table.on_table
    if on_table is None or on_table.afar is None or on_table.outcome is not None or taken.table.chance_decides:
        return
    if event.seat in on_table.afar.seats and on_table.afar.numbers:
        consent.lose_on_time(taken, frozenset({event.seat}))


def on_other_board_seen(taken: Progress, event: OtherBoardSeen) -> None:
    """Know whether it can be waited for, and what it is called."""
    taken.change(connected=event.connected, there=event.there)
    on_table = taken.table.on_table
    if on_table is None or on_table.afar is None or not event.name or on_table.outcome is not None:
        return
    code, afar = on_table.afar.name, replace(on_table.afar, name=event.name)
    players = tuple((seat, event.name if seat in afar.seats and name == code else name)
                    for seat, name in on_table.players)
    taken.table = taken.table.with_game(afar=afar, players=players)
    taken.effects.append(KeepName(on_table.key, afar, dict(players)))


def on_game_stuck(taken: Progress, event: GameStuck) -> None:
    """Know whether people are offered to end the game here alone."""
    taken.change(stuck=event.stuck)


def answer_alone(taken: Progress, event: Answer) -> None:
    """The game ends here without a score, whatever becomes of it on the other board."""
    end(taken, (), ABANDONED)


def answer_claim(taken: Progress, event: Answer) -> None:
    """The other board, whose time is long up, does not answer: its seats lose."""
    clocks = taken.table.clocks
    assert clocks is not None
    consent.lose(taken, clocks.overdue(taken.now_s), OUT_OF_TIME)


def _counts(table: Table, entry: int) -> bool:
    """True if something that the other board said is about the game as it is now, and the board can be told."""
    on_table = table.on_table
    if on_table is None or on_table.afar is None or table.unread is not None or table.chance_decides:
        return False
    return entry == table.entries + 1


def on_reached(taken: Progress, event: Reached) -> None:
    """Note how much of the game the other board has now."""
    table = taken.table
    if table.on_table is None or table.on_table.afar is None or event.entry > table.entries:
        return
    risen = event.entry > table.reached
    taken.change(reached=event.entry)
    if risen and table.on_table.by_hand and event.entry == table.entries:
        taken.change(flash_until_s=taken.now_s + FLASH_S)


def lost(table: Table, afar: RemoteBoard) -> Message:
    """Say why nothing is played here any more, though the game is not over yet."""
    if table.stored.fallen:
        return message("The time of {seat} is up. {board} still has to hear of it.", seat=min(table.stored.fallen),
                       board=afar.name)
    seat = min(table.stored.giving_up)
    return message("{seat} resigns. {board} still has to hear of it.", seat=seat, board=afar.name)


def sentence(table: Table, on_table: GameOnTable) -> Message | None:
    """Say who is waited for, if it is the other board."""
    afar = on_table.afar
    if afar is None:
        return None
    if table.lost_here:
        return lost(table, afar)
    if not on_table.acts_afar and not table.reveals:
        return None
    if table.connected and not table.there and afar.unnamed:
        return message("Waiting for the board with the code {board}. It is not here: if it is on, compare the code "
                       "with the one that it shows at the end of New game.", board=afar.name)
    if table.reached < table.entries:
        return message("Played. It is on its way to {board}.", board=afar.name)
    if not table.connected:
        return message("Waiting for {board}: this board has no connection at the moment.", board=afar.name)
    if not table.there:
        return message("Waiting for {board}: it is off, or has no connection at the moment.", board=afar.name)
    if on_table.chance_acts:
        return message("Both boards throw. {board} still has to do its part …", board=afar.name)
    return message("{board} moves now. Moves made there appear here by themselves.", board=afar.name)
