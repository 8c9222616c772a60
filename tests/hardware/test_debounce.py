"""A reed's change counts once the reed has rested (board-play: presence is all the sensors tell)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.squares import Square, bitboard
from hardware.debounce import Debounced, Sensed, debounce, next_deadline
from table.messages.events import BoardRead, SquareLifted, SquarePlaced

REST_S = 0.025
A, B, C = Square(0), Square(9), Square(63)


def run(readings: list[tuple[float, int]], start: int = 0) -> list[tuple[float, Sensed]]:
    """The touches of a series of readings after a first one at time 0, each with its moment."""
    state, first = debounce(None, start, 0.0, REST_S)
    assert first == (BoardRead(start),)
    told: list[tuple[float, Sensed]] = []
    for now_s, raw in readings:
        state, touches = debounce(state, raw, now_s, REST_S)
        told += [(now_s, touch) for touch in touches]
    return told


def test_the_first_reading_is_taken_as_it_is_and_fires_nothing() -> None:
    covered = bitboard([A, C])
    state, touches = debounce(None, covered, 5.0, REST_S)
    assert touches == (BoardRead(covered),)
    assert state.occupancy == covered
    assert debounce(state, covered, 9.0, REST_S)[1] == ()


def test_a_placed_piece_counts_after_it_rested_and_only_once() -> None:
    readings = [(1.000, 1 << A), (1.024, 1 << A), (1.026, 1 << A), (2.0, 1 << A)]
    assert run(readings) == [(1.026, SquarePlaced(A))]


def test_a_lifted_piece_counts_after_it_rested() -> None:
    assert run([(1.0, 0), (1.03, 0)], start=1 << A) == [(1.03, SquareLifted(A))]


def test_a_bouncing_reed_fires_once_and_counts_from_its_last_bounce() -> None:
    bouncing = [(1 + n / 1000, (n + 1) % 2 << A) for n in range(11)]
    assert run([*bouncing, (1.034, 1 << A), (1.036, 1 << A)]) == [(1.036, SquarePlaced(A))]


def test_a_reed_that_flutters_slowly_keeps_its_state_until_it_rests() -> None:
    fluttering = [(1 + n * 0.02, (n + 1) % 2 << A) for n in range(51)]
    assert run(fluttering) == []
    assert run([*fluttering, (2.03, 1 << A)]) == [(2.03, SquarePlaced(A))]


def test_a_change_that_goes_back_in_time_leaves_no_trace() -> None:
    assert run([(1.0, 1 << A), (1.02, 0), (1.1, 0)]) == []


def test_one_fluttering_reed_does_not_hold_up_another() -> None:
    flutter = [(1 + n * 0.01, 1 << B | ((n + 1) % 2 << A)) for n in range(10)]
    assert run(flutter) == [(1.03, SquarePlaced(B))]


def test_changes_are_told_in_the_order_they_began_even_if_found_together() -> None:
    assert run([(1.0, 1 << C), (1.01, 1 << C | 1 << B), (1.5, 1 << C | 1 << B)]) == [
        (1.5, SquarePlaced(C)),
        (1.5, SquarePlaced(B)),
    ]


def test_of_the_same_moment_lifts_come_before_places() -> None:
    told = run([(1.0, 1 << A), (1.5, 1 << A)], start=1 << B)
    assert [touch for _, touch in told] == [SquareLifted(B), SquarePlaced(A)]


def test_without_debounce_time_every_reading_is_believed() -> None:
    state, _ = debounce(None, 0, 0.0, 0.0)
    assert debounce(state, 1 << A, 0.001, 0.0)[1] == (SquarePlaced(A),)


def test_the_deadline_is_when_the_oldest_unrest_ripens() -> None:
    state, _ = debounce(None, 0, 0.0, REST_S)
    assert next_deadline(None, REST_S) is None
    assert next_deadline(state, REST_S) is None
    state, _ = debounce(state, 1 << A, 1.0, REST_S)
    state, _ = debounce(state, 1 << A | 1 << B, 1.01, REST_S)
    deadline = next_deadline(state, REST_S)
    assert deadline == 1.0 + REST_S
    assert debounce(state, state.raw, deadline, REST_S)[1] == (SquarePlaced(A),)


readings = st.lists(st.tuples(st.floats(0.0, 0.06), st.integers(0, 0xFF)), min_size=1, max_size=40)


@settings(deadline=None)
@given(readings, st.integers(0, 0xFF))
def test_events_retell_the_occupancy_and_end_at_what_rests(steps: list[tuple[float, int]], start: int) -> None:
    state, _ = debounce(None, start, 0.0, REST_S)
    told, now_s = start, 0.0
    for wait_s, raw in [*steps, (0.0, steps[-1][1]), (1.0, steps[-1][1])]:
        now_s += wait_s
        state, touches = debounce(state, raw, now_s, REST_S)
        told = _retold(told, touches)
        assert told == state.occupancy
    assert told == steps[-1][1]
    assert state == Debounced(told, told)


def _retold(occupancy: int, touches: tuple[Sensed, ...]) -> int:
    for touch in touches:
        assert not isinstance(touch, BoardRead)
        assert bool(occupancy >> touch.square & 1) is isinstance(touch, SquareLifted)
        occupancy ^= 1 << touch.square
    return occupancy


@settings(deadline=None)
@given(readings)
def test_nothing_is_believed_that_did_not_rest(steps: list[tuple[float, int]]) -> None:
    state, _ = debounce(None, 0, 0.0, REST_S)
    now_s, history = 0.0, [(0.0, 0)]
    for wait_s, raw in steps:
        now_s += wait_s
        history.append((now_s, raw))
        state, touches = debounce(state, raw, now_s, REST_S)
        for touch in touches:
            assert not isinstance(touch, BoardRead)
            assert _rested_s(history, touch.square) >= REST_S - 1e-9


def _rested_s(history: list[tuple[float, int]], square: Square) -> float:
    """For how long the readings agree about a square, up to now."""
    end_s, last = history[-1]
    since_s = end_s
    for now_s, raw in reversed(history):
        if (raw ^ last) >> square & 1:
            break
        since_s = now_s
    return end_s - since_s
