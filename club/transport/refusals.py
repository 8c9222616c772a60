"""What came from the broker and made no sense."""

import logging
from typing import Final

from club.transport.errors import BadMessage

log = logging.getLogger(__name__)

MOST_TOPICS: Final = 1000


class Refusals:
    """Whoever goes on sending what makes no sense is told of once, until something on that topic makes sense again."""

    def __init__(self) -> None:
        self._topics: set[str] = set()

    def refuse(self, topic: str, error: BadMessage) -> None:
        """This came on the topic, and has no effect."""
        if topic not in self._topics and len(self._topics) < MOST_TOPICS:
            self._topics.add(topic)
            log.warning("a message on %r makes no sense: %s", topic[:200], error)

    def forgive(self, topic: str) -> None:
        """This time it made sense."""
        self._topics.discard(topic)
