"""Errors of the rules engine."""

from engine.core.messages import Message


class EngineError(Exception):
    """Root of everything the engine raises. ``code`` is the name used by ``pawnlight protocol``.

    ``reason``: what is wrong, for people. A plain text is not translated.
    """

    code = "engine-error"

    def __init__(self, reason: Message | str) -> None:
        super().__init__(str(reason))
        self.reason = reason if isinstance(reason, Message) else Message("{error}", (("error", reason),))


class UnknownGame(EngineError, LookupError):
    """No registered game has that id."""

    code = "unknown-game"


class BadOption(EngineError, ValueError):
    """An option is unknown, of the wrong type, out of range, or contradicts another."""

    code = "bad-option"


class BadState(EngineError, ValueError):
    """A state given to ``setup`` is malformed or describes no position; the message names the field."""

    code = "bad-state"


class IllegalAction(EngineError, ValueError):
    """The action is malformed or not allowed in this position, which stays as it was."""

    code = "illegal-action"


class GameOver(EngineError, ValueError):
    """The game has ended; no action is possible any more."""

    code = "game-over"


class BadRecord(EngineError, ValueError):
    """A game record cannot be read or does not replay; the message says where."""

    code = "bad-record"


class NoPiece(EngineError, ValueError):
    """A text names no piece."""

    code = "bad-state"


class BadText(EngineError, ValueError):
    """A text that came from outside is none, too long, or has characters that are not let in.

    Its reason names the field and the remedy.
    """

    code = "bad-text"
