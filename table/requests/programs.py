"""Actions that programs choose for the seats of people: hands carry them out, as they do those of a computer."""

from engine.core.errors import IllegalAction
from engine.core.json_fields import quoted
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from table.hands.reading import read
from table.hands.take_back import correctable_until_s
from table.messages.events import PlayAction, Seats
from table.messages.refusal import Refused
from table.model.current_game import GameOnTable
from table.model.state import Table
from table.requests import remote_play
from table.requests.answers import ANOTHER_SEAT, PAUSED
from table.requests.seen import refuse_unseen_actions
from table.turns.computer_play import may_move
from table.turns.transaction import CHANCE_DECIDES, NO_GAME, OVER, Progress, busy, hold

BY_HAND = message("A lesson is solved by hand.")
REVEALED = message("What was decided in secret is being revealed. Try again in a moment.")
BUSY_BOARD = message("The board is not ready: the lights show what has to be done first.")
HANDS_PLAY = message("Hands are moving pieces, or may still correct what they played. Try again in a moment.")


def on_play_action(taken: Progress, event: PlayAction) -> None:
    """Store an action as a computer's, before anybody sees it."""
    refuse_unseen_actions(event.seen, taken.table)
    reason = refusal(taken.table, event.seats, taken.now_s)
    if reason is not None:
        raise Refused(reason)
    _check_legal(taken.on_table, event)
    hold(taken, event.action, typed=False)


def _check_legal(on_table: GameOnTable, event: PlayAction) -> None:
    """Refuse an action that is not legal; one of another seat in the same words: which are legal there may be secret.
    """
    named = quoted(event.action)
    illegal = Refused(message("{action} is not an action of your seats now. Look again which there are.", action=named))
    try:
        action = on_table.game.parse(on_table.position, event.action)
    except IllegalAction as error:
        if event.seats.issuperset(on_table.seats_to_act):
            raise
        raise illegal from error
    if on_table.game.actor(on_table.position, action) not in event.seats:
        raise illegal


def refusal(table: Table, seats: Seats, now_s: float) -> Message | None:
    """Say why no action of these seats can be played now by a program; ``None``: it can."""
    on_table = table.on_table
    if on_table is None:
        return NO_GAME
    if on_table.outcome is not None:
        return OVER
    if on_table.course is not None:
        return BY_HAND
    if table.stored.paused:
        return PAUSED
    if table.lost_here and on_table.afar is not None:
        return remote_play.lost(table, on_table.afar)
    return _not_its_turn(table, on_table, seats) or _not_ready(table, seats & {*on_table.seats_to_act}, now_s)


def _not_its_turn(table: Table, on_table: GameOnTable, seats: Seats) -> Message | None:
    if table.chance_decides:
        return busy(on_table)
    if on_table.chance_acts:
        return CHANCE_DECIDES
    if table.reveals:
        return REVEALED
    return None if seats & {*on_table.seats_to_act} else ANOTHER_SEAT


def _not_ready(table: Table, acting: frozenset[Seat], now_s: float) -> Message | None:
    """Say why the board cannot show an action of these seats yet."""
    if table.unread is not None:
        return BUSY_BOARD
    if now_s < correctable_until_s(table):
        return HANDS_PLAY
    if not all(may_move(table, seat) for seat in acting):
        return BUSY_BOARD if table.goal is not None else HANDS_PLAY
    return HANDS_PLAY if table.touches and read(table).complete else None
