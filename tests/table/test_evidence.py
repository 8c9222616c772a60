"""Evidence of the sensors: the past can be looked up in the touches."""

import random

from engine.core.actions import Footprint
from table.hands.evidence import Evidence, done_before
from table.model.state import Touch


def test_the_evidence_before_a_touch_is_the_board_of_that_moment():
    chance = random.Random(3)
    for _ in range(200):
        base = covered = chance.getrandbits(6)
        touches, seen = [], [base]
        for number in range(12):
            square = chance.randrange(6)
            touches.append(Touch(square, bool(covered >> square & 1), float(number)))
            covered ^= 1 << square
            seen.append(covered)
        evidence = Evidence(base, covered, tuple(touches))
        for number, then in enumerate(seen):
            assert evidence.before(number) == Evidence(base, then, tuple(touches[:number]))


def test_what_one_touch_has_done_was_done_before_the_second():
    entered = Touch(5, False, 1.0)
    evidence = Evidence(1 << 6, 1 << 5, (entered, Touch(6, True, 2.0)))
    assert done_before(Footprint(fills=1 << 5), evidence) == [1]
