"""The queue of the table: its waits end in time, however the system shares out the processor."""

import math
from queue import Empty
from threading import Thread

import pytest
from waiting import PATIENCE_S

from daemon.runtime.queue import Orders
from table.messages.events import Pause

WAITS = 200_000
"""A SimpleQueue that waits so briefly waits for ever after some 30,000 times (before Python 3.13)."""
BRIEF_S = 1e-9


def test_a_wait_ends_also_if_its_time_is_up_as_it_begins() -> None:
    """A busy computer may stop a thread between any two instructions, for longer than the thread wants to wait. Here it
    wants to wait for less time than these take. Each time, nobody was waiting yet when the order before came."""
    orders = Orders()
    ended: list[bool] = []

    def take() -> None:
        for _ in range(WAITS):
            orders.post(Pause())
            orders.next(math.inf)
            with pytest.raises(Empty):
                orders.next(BRIEF_S)
        ended.append(True)

    taker = Thread(target=take, daemon=True)
    taker.start()
    taker.join(PATIENCE_S)
    orders.end()
    assert ended
