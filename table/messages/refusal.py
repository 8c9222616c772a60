"""The one way to say no, whoever says it: the table, the store, the screen board, the panel."""

from engine.core.messages import Message


class Refused(Exception):
    """Something was not done, and nothing changed. ``reason`` says what, why and what now.

    ``status``: the HTTP status that fits, by which programs tell kinds of refusals apart.
    """

    def __init__(self, reason: Message, status: int = 409) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.status = status
