"""The request in a sentence, for all who obey it or judge whether it can be obeyed."""

from engine.core.messages import Message


def innermost(said: Message) -> Message:
    """Return the request of a sentence, without what is said around it."""
    values = dict(said.values)
    for name in ("said", "first", "repair"):
        wrapped = values.get(name)
        if isinstance(wrapped, Message):
            return innermost(wrapped)
    return said
