"""Errors of the opponents."""

from engine.core.messages import Message


class OpponentsError(Exception):
    """Root of everything the opponents raise."""


class BadRequest(OpponentsError, ValueError):
    """A request is malformed, or asks what cannot be answered. Programs are told, so it is not translated."""

    code = "bad-request"

    def __init__(self, reason: Message | str) -> None:
        super().__init__(str(reason))


class EngineFailed(OpponentsError):
    """An outside engine is of no use now. ``why``: one of :data:`engine.records.computer_levels.FAILURES`."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(f"{why}: {detail}" if detail else why)
        self.why = why
