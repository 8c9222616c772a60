"""However many look at however many boards: the wall is drawn once for all, and never shown as it no longer is."""

import threading
from itertools import count

from waiting import PATIENCE_S, wait_for

from clubpanel.web.drawing import LONGEST_REST_S, SHARE, Drawing

COST_S = 0.2


class Wall:
    """Time passes by drawing and by resting alone."""

    def __init__(self) -> None:
        self.now_s = self.worked_s = 0.0
        self.rests: list[float] = []
        self.news = self.draws = 0
        self.drawing = Drawing[int, str](lambda: self.now_s, self.rest, lambda: self.worked_s)

    def rest(self, wait_s: float) -> None:
        self.rests.append(wait_s)
        self.now_s += wait_s
        self.news += 1  # something happens meanwhile: that is to be in the drawing, too

    def draw(self) -> str:
        self.draws += 1
        self.now_s += COST_S
        self.worked_s += COST_S
        return f"as of {self.news}"

    def look(self) -> str:
        return self.drawing.drawn(lambda: self.news, self.draw)


def test_a_hundred_who_look_at_the_same_cost_one_drawing() -> None:
    wall = Wall()
    assert {wall.look() for _ in range(100)} == {"as of 0"}
    assert wall.draws == 1


def test_what_changes_all_the_time_takes_a_tenth_of_a_processor_and_is_never_old() -> None:
    wall = Wall()
    for _ in range(50):
        wall.news += 1
        assert wall.look() == f"as of {wall.news}"
    assert wall.worked_s / wall.now_s < 1.1 / SHARE
    assert max(wall.rests) <= LONGEST_REST_S


class Counted:
    """A lock that knows how many have asked for it."""

    def __init__(self) -> None:
        self._lock, self.asked = threading.Lock(), 0

    def __enter__(self) -> None:
        self.asked += 1
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def test_all_who_wait_while_it_changes_all_the_time_are_shown_one_drawing() -> None:
    drawing, lock, go_on, news = Drawing[int, str](rest=lambda _: None), Counted(), threading.Event(), count()
    drawing._lock = lock  # type: ignore[assignment]
    draws, seen, begun = count(1), list[str](), threading.Event()

    def draw() -> str:
        begun.set()
        assert go_on.wait(PATIENCE_S)
        return f"drawing {next(draws)}"

    def look() -> None:
        seen.append(drawing.drawn(lambda: next(news), draw))

    looking = [threading.Thread(target=look) for _ in range(51)]
    looking[0].start()
    assert begun.wait(PATIENCE_S), "the first one draws"
    for each in looking[1:]:
        each.start()
    wait_for(lambda: lock.asked == 51, "all others, who came too late for that")
    go_on.set()
    for each in looking:
        each.join(PATIENCE_S)
    assert sorted(seen) == ["drawing 1"] + ["drawing 2"] * 50
