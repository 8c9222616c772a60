"""Repetition: what has stood on the board before, and how often."""

from engine.core.repetition import stood


def chain(keys):
    past = None
    for key in keys:
        past = stood(past, key)
    return past


def test_every_time_is_counted_and_what_came_back_is_known():
    assert [chain("abab"[:length]).times for length in range(1, 5)] == [1, 1, 2, 2]
    assert chain("ababa").times == 3 and chain("ababa").repeated == {"a", "b"}
    assert chain("abc").repeated == frozenset()


def test_a_chain_that_begins_anew_has_forgotten_all_before():
    assert stood(None, "a").times == 1 and chain("aa").earlier == stood(None, "a")


def test_a_long_chain_takes_no_depth():
    assert chain([number % 4 for number in range(20_000)]).times == 5_000
