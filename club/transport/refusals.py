"""The log of malformed messages from the broker."""

import logging
from typing import Final

from club.transport.errors import BadMessage

log = logging.getLogger(__name__)

MOST_TOPICS: Final = 1000


class Refusals:
    """A log of malformed messages: one line a topic, until a valid message arrives on it."""

    def __init__(self) -> None:
        self._topics: set[str] = set()

    def refuse(self, topic: str, error: BadMessage) -> None:
        """Log that a message on the topic is malformed and has no effect."""
        if topic not in self._topics and len(self._topics) < MOST_TOPICS:
            self._topics.add(topic)
            log.warning("a message on %r makes no sense: %s", topic[:200], error)

    def forgive(self, topic: str) -> None:
        """Note that a valid message has arrived on the topic."""
        self._topics.discard(topic)
