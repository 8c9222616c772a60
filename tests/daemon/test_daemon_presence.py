"""Phones that come and go, in time that the test turns."""

import threading

from daemon.snapshots.presence import FORGET_S, Presence
from webpanel.ports.change_hub import Change, Changes


class Turned:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def test_a_phone_is_gone_since_its_last_stream_ended_and_one_gone_for_long_has_always_been() -> None:
    clock = Turned()
    presence = Presence(Changes(), clock=clock)
    first, second = presence.subscribe("mine"), presence.subscribe("mine")
    first.close()
    assert presence.gone_since("mine") is None
    clock.now_s += 1
    second.close()
    assert presence.gone_since("mine") == clock.now_s
    clock.now_s += FORGET_S
    for other in ("a", "b"):
        presence.subscribe(other).close()
    assert presence.gone_since("mine") == float("-inf")


def test_thousands_who_come_as_somebody_new_each_time_are_forgotten_again() -> None:
    clock = Turned()
    presence = Presence(Changes(), clock=clock)
    for number in range(3000):
        clock.now_s += FORGET_S / 1000
        presence.subscribe(f"phone {number}").close()
        presence.heard(f"phone {number}")
    for moments in (presence._left, presence._heard):
        assert 1000 <= len(moments._at_s) <= 1001


def end(watching: Change, together: threading.Barrier) -> None:
    together.wait()
    watching.close()


def test_a_stream_that_two_threads_end_at_once_has_ended_once() -> None:
    presence = Presence(Changes())
    for _ in range(200):
        given = presence.subscribe("mine"), threading.Barrier(2)
        threads = [threading.Thread(target=end, args=given) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert presence.gone_since("mine") is not None and not presence._streams
