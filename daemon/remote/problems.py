"""Problems of a game between two boards, in sentences for people."""

from typing import Final

from club.play.dealing import deals_of, is_committed
from club.play.disputes import at_odds, contradicted, disputed, given_up, parted
from club.play.letters import Invitation
from club.play.state import LocalState, RemoteState
from club.transport.identity import NEW_IDENTITY
from engine.core.errors import EngineError
from engine.core.messages import Message, message
from engine.records.game_record import ABANDONED
from engine.registry import find_game

OTHER_RULES: Final = message(
    "The two boards have different rules of this game: bring the program on both to the same version."
)


def trouble_of(
    here: LocalState, there: RemoteState | None, unfair: bool, strange: bool, declined: str
) -> Message | None:
    """Return the problem with the game on the table, with the remedy; ``None``: there is none.

    :param there: the other board's last state. :param unfair: true if it went back on its commitments.
    :param strange: it signs with another key than before.
    :param declined: why it does not play; empty: it does, or has not answered yet.
    """
    board = here.afar.name
    found = None if there is None else _between(here, there)
    if found is not None:
        return found
    if unfair and not here.over:
        return message("{board} has changed its dice or a secret decision; perhaps it was "
                       "restored from a backup. The game cannot go on: end it.", board=board)
    if strange:
        return message("{board} no longer signs with the key it began the game with: its file board-key was lost, "
                       "or somebody else is writing in its name. Put the file back, or end the game.", board=board)
    if not here.over:
        return _declined(here, declined) if declined else None
    unsigned = declined == "lost" and (here.ended is None or here.ended[1] != ABANDONED)
    return message("{board} does not have this game: it never took it up, or was restored from an older backup. The "
                   "two boards do not sign it.", board=board) if unsigned else None


def _between(here: LocalState, there: RemoteState) -> Message | None:
    """Describe a disagreement between the two boards."""
    board = here.afar.name
    if at_odds(here, there) and not contradicted(here, there):
        return message("The game did not end on {board} as it did here: the two boards do not sign it.", board=board)
    if given_up(here, there):
        return message("{board} has ended the game without a score. End it here, too, or talk to each other.",
                       board=board)
    if here.signed:
        return None  # the other board takes up the rest of the game
    if not here.over and (there.broken or parted(here, there)):
        return message("{board} has a different game from this board: one of the two was perhaps restored from a "
                       "backup. It cannot go on: end it.", board=board)
    if here.over and not there.over and parted(here, there):
        return message("{board} no longer knows that this game is over: it was perhaps restored from a backup. Here it "
                       "stays as it ended.", board=board)
    if disputed(here, there):
        return message("{board} says that the game is over, but nobody here has agreed to that. If it is "
                       "right, resign; otherwise talk to each other.", board=board)
    if contradicted(here, there):
        return message("{board} has not agreed yet that its time was up: until then only this board says so, and "
                       "the game is not signed. The player there can resign; or talk to each other.", board=board)
    return None


def _declined(here: LocalState, reason: str) -> Message:
    board = here.afar.name
    if reason == "rules":
        return OTHER_RULES
    if reason == "lost" and here.afar.numbers and not is_committed(deals_of(here.hand)):  # else no invitation helps
        return message("{board} no longer has this game: it was perhaps restored from an older backup. It goes on once "
                       "people there accept the invitation again, under New game; or end it.", board=board)
    if reason == "lost":
        return message("{board} no longer has this game: it was perhaps restored from an older backup. It cannot go "
                       "on: end it.", board=board)
    if reason == "key":
        return same_key(board)
    return message("{board} does not want to play this game now.", board=board)


def same_key(board: str) -> Message:
    """Describe the problem with a board that signs with this board's key."""
    return message("{board} signs with the same key as this board: one of the two has a copy of the other's card. "
                   "{remedy} Then begin another game.", board=board, remedy=NEW_IDENTITY)


def played_elsewhere(board: str) -> Message:
    """Describe the problem with a game that came with the data of another board, or of this one before it had another
    id."""
    return message("{board} plays this game with another board, and here is a copy of it: the files board-id and "
                   "board-key are not those that it began with. It cannot go on here: end it.", board=board)


def dealt_from_nothing(board: str) -> Message:
    """Describe the problem with a game whose deals this board can no longer read."""
    return message("The stored dice of the game with {board} are damaged. The game cannot go on: "
                   "restore a backup, or end it.", board=board)


def kind_of(invitation: Invitation) -> tuple[str, Message | None]:
    """Return the name of the game of an invitation, and the reason why it cannot be played here, if any."""
    try:
        game = find_game(invitation.game)
        seats = game.seats_of(game.read_options(dict(invitation.options)))
    except EngineError:
        return invitation.game, OTHER_RULES
    same = game.rules_version == invitation.rules
    if same and set(invitation.seats) < set(seats) and invitation.seats:
        return game.name, None
    return game.name, OTHER_RULES
