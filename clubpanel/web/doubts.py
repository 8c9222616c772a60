"""Refusals that are not the end: a question that is to be answered first, and a form that stays as it was filled in."""

from engine.core.messages import Message
from table.messages.refusal import Refused


class Doubt(Refused):
    """A change was not made, since it may not be meant. ``yes``: the words on the button that makes it."""

    def __init__(self, question: Message, yes: Message) -> None:
        super().__init__(question)
        self.yes = yes


class Kept(Refused):
    """A change was refused, and its form is shown again with all that was filled in."""
