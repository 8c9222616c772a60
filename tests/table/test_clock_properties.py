"""The invariants of clocks, whatever happens: time is charged to those who used it, to the millisecond."""

from hypothesis import given
from hypothesis import strategies as st

from engine.core.pieces import Seat
from engine.records.time_controls import Control, KeptClocks, Kind
from table.model.clocks import Clocks, begun, milliseconds

SEATS = (Seat.WHITE, Seat.RED, Seat.BLACK)
KINDS = st.sampled_from([kind for kind in Kind if kind is not Kind.HOURGLASS])
CONTROLS = st.builds(Control, KINDS, st.integers(1, 7200), st.integers(0, 60))
SPANS = st.lists(st.tuples(st.sets(st.sampled_from(SEATS)), st.floats(0, 500)), max_size=30)


def clocks_of(*controls: Control) -> Clocks:
    clocks = begun(KeptClocks(dict(zip(SEATS, controls, strict=True))))
    assert clocks is not None
    return clocks


def played(clocks: Clocks, spans) -> tuple[Clocks, dict[Seat, int]]:
    """The clocks after these spans of time, and how long each seat had to decide."""
    now_s, used_ms = 1000.0, dict.fromkeys(SEATS, 0)
    for running, span_s in spans:
        clocks = clocks.run(frozenset(running), now_s)
        before_ms, now_s = milliseconds(now_s), now_s + span_s
        for seat in running:
            used_ms[seat] += milliseconds(now_s) - before_ms
    return clocks.run(frozenset(), now_s), used_ms


@given(CONTROLS, CONTROLS, CONTROLS, SPANS)
def test_what_is_charged_is_the_time_in_which_the_seat_had_to_decide(white, red, black, spans):
    clocks, used_ms = played(clocks_of(white, red, black), spans)
    for seat in SEATS:
        had_ms = clocks.controls[seat].time_s * 1000
        assert clocks.times[seat].left_ms == max(0, had_ms - used_ms[seat])
        assert clocks.times[seat].spent_ms == min(had_ms, used_ms[seat])


@given(st.lists(st.integers(1, 7200), min_size=3, max_size=3), SPANS)
def test_no_sand_is_lost_in_hourglasses(times_s, spans):
    clocks, _ = played(clocks_of(*(Control(Kind.HOURGLASS, time_s) for time_s in times_s)), spans)
    assert sum(time.left_ms for time in clocks.times.values()) == 1000 * sum(times_s)
    assert all(time.left_ms >= 0 for time in clocks.times.values())


@given(CONTROLS, CONTROLS, CONTROLS, SPANS, st.sampled_from((*SEATS, None)), st.booleans(), st.floats(0, 10))
def test_an_action_takes_nothing_and_taking_it_back_leaves_what_was_thought(
    white, red, black, spans, owner, ends, late_s
):
    clocks, _ = played(clocks_of(white, red, black), spans)
    after = clocks.after_action(owner, ends, 2000.0)
    for seat in SEATS:
        had, has = clocks.times[seat], after.times[seat]
        assert has.left_ms >= min(had.left_ms, clocks.controls[seat].time_s * 1000)
        if clocks.controls[seat].kind is Kind.BRONSTEIN:
            assert has.left_ms <= had.left_ms + had.spent_ms, "more than was used is never given back"
    going_on = after.run(frozenset(SEATS), 3000.0).run(frozenset(), 3000.0 + late_s)
    assert going_on.before_actions(1).times == clocks.times


@given(CONTROLS, CONTROLS, CONTROLS, st.sets(st.sampled_from(SEATS), min_size=1), st.floats(0, 8000))
def test_whoever_is_out_of_time_was_so_first_and_not_a_moment_before(white, red, black, running, passed_s):
    clocks = clocks_of(white, red, black).run(frozenset(running), 1000.0)
    first_ms = min(clocks.times[seat].left_ms for seat in running)
    late = clocks.out_of_time(1000.0 + passed_s)
    assert bool(late) == (milliseconds(1000.0 + passed_s) - 1_000_000 >= first_ms)
    assert all(clocks.times[seat].left_ms == first_ms for seat in late)
