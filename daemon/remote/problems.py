"""What people are told of a game between two boards that does not go on as it should."""

from typing import Final

from club.play.between import Here, Told, contradicted, disputed, parted
from club.play.letters import Invitation
from engine.core.errors import EngineError
from engine.core.messages import Message, message
from engine.registry import find_game

OTHER_RULES: Final = message(
    "The two boards have different rules of this game: bring the program on both to the same version."
)


def trouble_of(here: Here, there: Told | None, unfair: bool, strange: bool, declined: str) -> Message | None:
    """What is wrong with the game on the table, with the remedy; ``None``: nothing.

    :param there: what the other board told last. :param unfair: it went back on what it had committed itself to.
    :param strange: it signs with another key than before.
    :param declined: why it does not play; empty: it does, or has not answered yet.
    """
    board = here.afar.name
    if there is not None and parted(here, there):
        return message("{board} has a different game from this board: one of the two was perhaps restored from a "
                       "backup. It cannot go on: end it.", board=board)
    if there is not None and disputed(here, there):
        return message("{board} says that the game is over, which nobody here has agreed to. If it is right, "
                       "resign; otherwise talk to each other.", board=board)
    if there is not None and contradicted(here, there):
        return message("{board} has not agreed yet that its time was up: until then only this board says so, and "
                       "the game is not signed. Whoever plays there can resign; or talk to each other.", board=board)
    if unfair:
        return message("{board} has gone back on its dice, or on what it had decided in secret. The game cannot go on: "
                       "end it.", board=board)
    if strange:
        return message("{board} no longer signs with the key it began the game with: its file board-key was lost, "
                       "or somebody else is writing in its name. Put the file back, or end the game.", board=board)
    if not declined or here.over:
        return None
    return OTHER_RULES if declined == "rules" else message(
        "{board} does not want to play this game now.", board=board)


def dealt_from_nothing(board: str) -> Message:
    """What is told of a game if this board can no longer read what it is dealt from."""
    return message("What this board had kept of the dice in the game with {board} is damaged. The game cannot go on: "
                   "restore a backup, or end it.", board=board)


def kind_of(invitation: Invitation) -> tuple[str, Message | None]:
    """The name of a game that somebody invites to, and why it cannot be played here, if so."""
    try:
        game = find_game(invitation.game)
        seats = game.seats_of(game.read_options(dict(invitation.options)))
    except EngineError:
        return invitation.game, OTHER_RULES
    same = game.rules_version == invitation.rules
    if same and set(invitation.seats) < set(seats) and invitation.seats:
        return game.name, None
    return game.name, OTHER_RULES
