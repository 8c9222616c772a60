"""However many look at however many boards: the wall is drawn once for all, and never shown as it no longer is."""

from clubpanel.drawing import LONGEST_REST_S, SHARE, Drawing

COST_S = 0.2


class Wall:
    """Time passes by drawing and by resting alone."""

    def __init__(self) -> None:
        self.now_s = self.worked_s = 0.0
        self.rests: list[float] = []
        self.news = self.draws = 0
        self.drawing = Drawing(lambda: self.now_s, self.rest, lambda: self.worked_s)

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
