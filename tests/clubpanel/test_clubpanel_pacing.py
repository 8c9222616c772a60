"""Pages are told of whatever happens, soon but not all the time."""

from collections.abc import Callable

from clubpanel.web.pacing import Pacer

PAUSE_S = 3.0


class Club:
    """Time passes when it is told to."""

    def __init__(self) -> None:
        self.now_s, self.happened, self.known = 0.0, 0, [0]
        self.due: list[tuple[float, Callable[[], None]]] = []
        self.pacer = Pacer(lambda: self.known.append(self.happened), lambda: PAUSE_S, lambda: self.now_s, self.later)

    def later(self, wait_s: float, work: Callable[[], None]) -> None:
        self.due.append((self.now_s + wait_s, work))

    def happen(self) -> None:
        self.happened += 1
        self.pacer.happened()

    def pass_s(self, seconds: float) -> None:
        self.now_s += seconds
        for due in [each for each in self.due if each[0] <= self.now_s]:
            self.due.remove(due)
            due[1]()


def test_what_happens_after_a_quiet_time_is_told_at_once() -> None:
    club = Club()
    for _ in range(3):
        club.happen()
        club.pass_s(PAUSE_S)
    assert club.known == [0, 1, 2, 3]


def test_what_happens_all_the_time_is_told_now_and_then_and_the_last_of_it_is_not_forgotten() -> None:
    club = Club()
    for _ in range(1000):
        club.happen()
        club.pass_s(0.01)
    assert len(club.known) <= 2 + 1000 * 0.01 / PAUSE_S
    club.pass_s(PAUSE_S)
    assert club.known[-1] == 1000 and not club.due


def test_what_happens_while_it_is_told_is_told_again() -> None:
    club = Club()
    tell = club.pacer._tell

    def tell_late() -> None:
        tell()
        if club.happened == 1:
            club.happen()

    club.pacer._tell = tell_late
    club.happen()
    club.pass_s(PAUSE_S)
    assert club.known == [0, 1, 2]
