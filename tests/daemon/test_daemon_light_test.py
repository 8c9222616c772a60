"""The test of the lights: what shines when, what is asked, and what follows from the answers."""

from daemon.workshop.checks.light_test import (
    AGAIN,
    ALL,
    LIGHT_S,
    NEXT,
    SOME,
    LightTest,
    answer,
    choices,
    findings,
    lit,
    running,
    sentence,
)
from daemon.workshop.checks.self_test import WHITE
from engine.core.squares import Board

BOARD = Board(3, 2)
AFTER_S = LIGHT_S * BOARD.size + 0.01


def said(*answers: str) -> LightTest:
    test = LightTest(BOARD, 0.0)
    for each in answers:
        test = answer(test, each, AFTER_S)
    return test


def names(lights: object) -> list[str]:
    assert isinstance(lights, dict) and set(lights.values()) == {WHITE}
    return [BOARD.name(square) for square in lights]


def test_every_square_is_lit_in_turn_rank_by_rank() -> None:
    test = LightTest(BOARD, 10.0)
    shown = [names(lit(test, 10.0 + LIGHT_S * (n + 0.5))) for n in range(BOARD.size)]
    assert shown == [["a1"], ["b1"], ["c1"], ["a2"], ["b2"], ["c2"]]
    assert running(test, 9.0) == BOARD.parse("a1"), "a clock that lags behind changes nothing"


def test_while_they_run_nothing_is_asked_and_no_answer_counts() -> None:
    test = LightTest(BOARD, 0.0)
    assert choices(test, 0.1) == () and str(sentence(test, 0.1)).startswith("Every square is lit in turn")
    assert answer(test, ALL, 0.1) is test


def test_nobody_s_answer_is_no_success() -> None:
    assert not said().passed and not said().done
    assert [str(each) for each in findings(said())] == ["Still open: does every square light up?"]
    assert lit(said(), AFTER_S) is None, "the lights are free for the switches' test meanwhile"


def test_that_all_shone_is_the_end_of_it() -> None:
    test = said(ALL)
    assert test.passed and findings(test) == () and sentence(test, AFTER_S) is None
    assert [value for value, _ in choices(test, AFTER_S)] == [AGAIN]


def test_they_run_again_on_demand_and_all_is_forgotten() -> None:
    test = answer(said(SOME, "a1", NEXT, NEXT), AGAIN, 100.0)
    assert test == LightTest(BOARD, 100.0)


def test_dark_squares_are_named_rank_by_rank() -> None:
    test = said(SOME)
    assert str(sentence(test, AFTER_S)) == "Rank 1 is lit, all of it. Which of its squares are dark?"
    assert names(lit(test, AFTER_S)) == ["a1", "b1", "c1"]
    assert [value for value, _ in choices(test, AFTER_S)] == ["a1", "b1", "c1", NEXT]
    test = said(SOME, "b1", NEXT)
    assert names(lit(test, AFTER_S)) == ["a2", "b2", "c2"]
    test = said(SOME, "b1", NEXT, "c2", NEXT)
    assert test.done and not test.passed and lit(test, AFTER_S) is None
    assert [str(each) for each in findings(test)] == ["Squares that stay dark: b1, c2."]


def test_a_square_named_by_mistake_is_taken_back() -> None:
    labels = [str(label) for _, label in choices(said(SOME, "b1"), AFTER_S)]
    assert labels == ["a1 is dark", "b1 is lit after all", "c1 is dark", "The others are lit"]
    assert said(SOME, "b1", "b1", NEXT, NEXT).passed


def test_answers_that_are_not_offered_change_nothing() -> None:
    for test, wrong in ((said(), "a1"), (said(), NEXT), (said(SOME), "a2"), (said(SOME), ALL), (said(ALL), SOME)):
        assert answer(test, wrong, AFTER_S) is test
