"""Chance is drawn by weight, from a source that tests can hand in."""

from collections import Counter
from random import Random

from daemon.base.randomness import draw


def test_outcomes_come_up_as_often_as_their_weight_says() -> None:
    random = Random(7)
    drawn = Counter(draw([("two", 1), ("seven", 6)], random) for _ in range(7000))
    assert set(drawn) == {"two", "seven"}
    assert 5 < drawn["seven"] / drawn["two"] < 7


def test_the_same_source_draws_the_same() -> None:
    outcomes = [(f"+{file}1", 1) for file in "abcdefgh"]
    first, second = Random(3), Random(3)
    assert [draw(outcomes, first) for _ in range(50)] == [draw(outcomes, second) for _ in range(50)]


def test_without_a_source_the_system_draws() -> None:
    outcomes = [(f"+{file}1", 1) for file in "abcdefgh"]
    assert {draw(outcomes) for _ in range(500)} == {text for text, _ in outcomes}
