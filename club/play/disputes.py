"""Disagreements of two boards about their game: nothing that the other one tells next settles them. Pure."""

from club.play.dealing import split_time
from club.play.state import LocalState, RemoteState, common, is_agreed, is_bound, is_final, is_whole, remote_actions
from engine.core.pieces import Seat
from engine.records.game_record import ABANDONED, BY_AGREEMENT, OUT_OF_TIME
from engine.records.hash_chain import chained


def faults(here: LocalState, there: RemoteState) -> str:
    """Return the contradiction in the state of the other board; empty: there is none."""
    seats = here.played.game.seats_of(here.played.options)
    actions = remote_actions(here, there)
    if actions is not None and len(actions) == there.number and chained(here.key, actions) != there.chain:
        return "its actions do not make its chain"
    if actions is not None and len(actions) > there.number:
        return "it has more actions than it says"
    if any((split_time(action)[0] != action) != bool(here.controls) for action in there.actions):
        return "it does not tell how long each action took, or does in a game without clocks"
    if there.ended is not None and (there.ended[1] not in BY_AGREEMENT or not set(there.ended[0]) <= set(seats)):
        return "the game cannot have ended so"
    return ""


def parted(here: LocalState, there: RemoteState) -> bool:
    """True if the boards can never agree again: the host has lost actions that the other one has, as after restoring a
    backup, or it claims other dice than were thrown."""
    if here.afar.numbers:
        return there.judged > here.revision and not here.signed
    actions = remote_actions(here, there)
    if actions is None or is_final(here, there):
        return False
    alike = common(here, there)
    if alike < min(len(actions), len(here.actions)) and is_bound(here, alike):
        return True
    return is_whole(here, there) and _was_answered(here, alike)


def _was_answered(here: LocalState, alike: int) -> bool:
    """True if the host has answered an action of the seats here, of those after ``alike``: it cannot be without that
    action unless it has lost it."""
    game, count, open_action = here.played.game, len(here.actions), False
    for number in range(alike, count):
        hidden, actor = game.undisclosed(here.played.position_before(count - number)), here.actor(number)
        own = isinstance(actor, Seat) and not here.theirs(actor)
        if open_action and not own:
            return True
        open_action = open_action or (own and not hidden)
    return False


def at_odds(here: LocalState, there: RemoteState) -> bool:
    """True if the game is over on both boards, but not in the same way."""
    return here.over and there.over and (here.ended, chained(here.key, here.sent_actions)) != (there.ended, there.chain)


def disputed(here: LocalState, there: RemoteState) -> bool:
    """True if the other board says that the game has ended, in a way that this board does not accept."""
    if here.over or there.ended is None or here.sent_actions != remote_actions(here, there):
        return False
    return here.afar.numbers or not is_agreed(here, *there.ended)


def contradicted(here: LocalState, there: RemoteState) -> bool:
    """True if this board has ended the game by a claim on time, and the other one, which knows that, does not agree."""
    claimed = here.ended is not None and here.ended[1] == OUT_OF_TIME and not set(here.ended[0]) <= set(here.afar.seats)
    gives_in = there.over or there.out_of_time or there.giving_up
    knows = there.judged == here.revision and here.sent_actions == remote_actions(here, there)
    return claimed and not gives_in and knows


def given_up(here: LocalState, there: RemoteState) -> bool:
    """True if people at the other board have abandoned the game, and nobody here has."""
    if here.over or there.ended is None or there.ended[1] != ABANDONED:
        return False
    return here.afar.numbers or not is_agreed(here, *there.ended)
