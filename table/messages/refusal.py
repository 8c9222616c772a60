"""The one way to say no, whoever says it: the table, the store, the screen board, the panel."""

from typing import Final

from engine.core.messages import Message, message

OTHER_GAME: Final = message(
    "That game is no longer on the table; nothing was changed. Look at the table, then try again."
)
"""The reason for refusing an act that is about another game than the one on the table."""
BOARD_CHANGED: Final = message("The board has changed since. Look again, then tap.")
"""The reason for refusing an act that is about something in the game that has passed."""
QUESTION_ANSWERED: Final = message(
    "That question has been answered in the meantime. Look at the board for what is asked now."
)
"""The reason for refusing an answer to another question than is asked now."""


class Refused(Exception):
    """Something was not done, and nothing changed. ``reason`` says what, why and what now.

    ``status``: the HTTP status that fits, by which programs tell kinds of refusals apart.
    """

    def __init__(self, reason: Message, status: int = 409) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.status = status
