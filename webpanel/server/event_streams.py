"""The open event streams, with limits per phone and per address. Each keeps a thread."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from engine.core.messages import Message, message
from table.messages.refusal import Refused
from webpanel.ports.change_hub import Change

STREAMS_PER_ADDRESS: Final = 24
"""Several phones may share an address behind a router."""
STREAMS_PER_PHONE: Final = 4
"""The most pages of one browser that show the table at once; the next takes the place of the oldest."""
FULL: Final = message("Many screens are watching: this one asks for the table every few seconds.")
ELSEWHERE: Final = message("The table is open on newer pages of this phone. Tap here to show it on this one.")

Rank = Callable[[str], int]
"""The rank of a phone's stream: that of a player is highest, then that of the owner."""
ONLOOKER, OWNER, PLAYER = range(3)


class Stream:
    """A stream that is open, or was."""

    def __init__(self, subscription: Change, phone: str, address: str) -> None:
        self.phone, self.address = phone, address
        self.replaced_by: Message | None = None
        """The reason why it was ended in favour of another."""
        self.changes, self.close = subscription.changes, subscription.close

    def give_way(self, why: Message) -> None:
        """End the stream, and tell its page why."""
        self.replaced_by = why
        self.close()

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class OpenStreams:
    """All event streams. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: list[Stream] = []

    def open(
        self, phone: str, address: str, subscribe: Callable[[], Change], rank: Rank = lambda phone: ONLOOKER
    ) -> Stream:
        """Open a stream on the subscription that ``subscribe`` returns. Give it back by :meth:`end`.

        A phone that has too many loses its oldest. If its address has too many, or ``subscribe`` refuses because there
        are, the newest of lower rank goes; among onlookers an address that has more loses one.

        :raises Refused: nobody has to give way (status 429), or ``subscribe`` refuses.
        """
        with self._lock:
            own = [stream for stream in self._open if stream.phone == phone]
            if len(own) >= STREAMS_PER_PHONE:
                self._give_way(own[0], ELSEWHERE)
            here = [stream for stream in self._open if stream.address == address]
            if len(here) >= STREAMS_PER_ADDRESS and not self._outrank(here, phone, rank):
                raise Refused(FULL, 429)
            try:
                subscription = subscribe()
            except Refused:
                if not self._outrank(self._open, phone, rank):
                    self._make_room(address, phone, rank)
                subscription = subscribe()
            stream = Stream(subscription, phone, address)
            self._open.append(stream)
            return stream

    @property
    def phones(self) -> frozenset[str]:
        """The phones with an open stream."""
        with self._lock:
            return frozenset(stream.phone for stream in self._open)

    @property
    def count(self) -> int:
        """The number of open streams."""
        return len(self._open)

    def _outrank(self, streams: Sequence[Stream], phone: str, rank: Rank) -> bool:
        """End the newest stream of the lowest rank, if that is below this phone's. False: there is none."""
        ranks = [rank(stream.phone) for stream in streams]
        least = min(ranks, default=PLAYER)
        if least >= rank(phone):
            return False
        self._give_way([stream for stream, its in zip(streams, ranks, strict=True) if its == least][-1], FULL)
        return True

    def _make_room(self, address: str, phone: str, rank: Rank) -> None:
        """End the oldest stream of at most this phone's rank, of the address that has most of them, unless this one
        would then have as many."""
        alike = [stream for stream in self._open if rank(stream.phone) <= rank(phone)]
        per_address = Counter(stream.address for stream in alike)
        for most, count in per_address.most_common(1):
            if count > per_address[address] + 1:
                self._give_way(next(stream for stream in alike if stream.address == most), FULL)

    def _give_way(self, stream: Stream, why: Message) -> None:
        self._open.remove(stream)
        stream.give_way(why)

    def end(self, stream: Stream) -> None:
        """End a stream; may be called more than once."""
        stream.close()
        with self._lock:
            if stream in self._open:
                self._open.remove(stream)

    def has(self, phone: str) -> bool:
        """True if a phone has an open stream."""
        with self._lock:
            return any(stream.phone == phone for stream in self._open)

    def end_of(self, phone: str) -> None:
        """End all streams of a phone."""
        with self._lock:
            streams = [stream for stream in self._open if stream.phone == phone]
        for stream in streams:
            stream.close()

    def close(self) -> None:
        """End all streams."""
        with self._lock:
            streams = tuple(self._open)
        for stream in streams:
            stream.close()
