"""The board in memory misbehaves as switches do, and still ends at the truth."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from waiting import PATIENCE_S

from engine.core.squares import Board, Square
from hardware.board_map import row_wise, wire
from hardware.debounce import Debounced, Sensed, debounce
from hardware.errors import BadFrame, BoardLost, ImpossibleTouch
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import PERFECT, BoardFaults
from hardware.simulated.pieces import Wood
from table.messages.events import SquareLifted, SquarePlaced

BOARD = Board(8, 8)
MAP = wire(BOARD)
REST_S = 0.025
E2, E3, E4, D3, D7 = (BOARD.parse(name) for name in ("e2", "e3", "e4", "d3", "d7"))
START = Wood(BOARD, {E2: "wP", D7: "bP"}, tray={"wQ": 1})
SCRUFFY = BoardFaults(flutter=0.3, missed=0.2)


class Bench:
    """A simulated board with a clock of its own, and what its debounced reeds told."""

    def __init__(self, model: BoardFaults = PERFECT, wood: Wood = START, seed: int = 0) -> None:
        self.now_s = 100.0
        self.board = SimulatedBoard(wire(wood.board), wood, model, lambda: self.now_s, seed)
        self.state, _ = debounce(None, self.board.reeds.read(), self.now_s, REST_S)
        self.told: list[tuple[float, Sensed]] = []
        self.raw_changes = 0

    def run(self, seconds: float, every_s: float = 0.0005) -> None:
        """Let time pass, scanning all the while."""
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            self.now_s += every_s
            self.scan()

    def scan(self) -> None:
        raw = self.board.reeds.read()
        self.raw_changes += (raw ^ self.state.raw).bit_count()
        self.state, touches = debounce(self.state, raw, self.now_s, REST_S)
        self.told += [(round(self.now_s - 100, 3), touch) for touch in touches]

    @property
    def touches(self) -> list[Sensed]:
        return [touch for _, touch in self.told]


def test_a_perfect_board_follows_every_hand_at_once() -> None:
    bench = Bench()
    bench.board.lift(E2)
    assert bench.board.reeds.read() == 1 << D7
    bench.board.place(E4)
    assert bench.board.reeds.read() == 1 << D7 | 1 << E4 == bench.board.wood.occupancy


def test_lift_names_the_piece_and_the_hand_holds_it() -> None:
    bench = Bench()
    assert bench.board.lift(E2) == "wP"
    assert bench.board.wood.holds() == ("wP",)


def test_a_reed_bounces_for_at_most_its_bounce_time_and_debouncing_hides_it() -> None:
    bounces = []
    for seed in range(20):
        bench = Bench(BoardFaults(bounce_s=0.01), seed=seed)
        bench.board.lift(E2)
        assert bench.board.at_rest_s <= 100.0 + 0.01
        bench.run(0.1)
        assert bench.touches == [SquareLifted(E2)]
        bounces.append(bench.raw_changes)
    assert max(bounces) > 1 and all(count % 2 for count in bounces)


def test_a_fluttering_reed_takes_longer_and_tells_the_same() -> None:
    bench = Bench(BoardFaults(flutter=1.0, flutter_s=0.08))
    bench.board.lift(E2)
    bench.run(0.2)
    assert bench.touches == [SquareLifted(E2)]
    assert bench.raw_changes >= 3 and bench.told[0][0] > REST_S + 0.01


def test_a_slid_piece_closes_the_reeds_on_its_way() -> None:
    bench = Bench(replace(PERFECT, step_s=0.1))
    bench.board.slide([E2, E3, E4])
    bench.run(0.5)
    assert bench.touches == [SquareLifted(E2), SquarePlaced(E3), SquareLifted(E3), SquarePlaced(E4)]
    moments = [moment for moment, _ in bench.told]
    assert moments == pytest.approx([0.065, 0.085, 0.165, 0.185], abs=0.0011)


def test_a_fast_slide_leaves_only_its_ends() -> None:
    bench = Bench(replace(PERFECT, step_s=0.02))
    bench.board.slide([E2, E3, E4])
    bench.run(0.5)
    assert bench.touches == [SquareLifted(E2), SquarePlaced(E4)]


def test_a_piece_pushed_off_opens_its_reed_unless_the_magnets_follow_too_closely() -> None:
    opening = Bench(replace(PERFECT, push_gap_s=0.1))
    opening.board.push([E2, E3, D7])
    opening.run(1.0)
    assert opening.touches[-2:] == [SquareLifted(D7), SquarePlaced(D7)]
    tight = Bench(replace(PERFECT, push_gap_s=0.0))
    tight.board.push([E2, E3, D7])
    tight.run(1.0)
    assert tight.touches == [SquareLifted(E2), SquarePlaced(E3), SquareLifted(E3)]
    for bench in (opening, tight):
        assert bench.board.wood.stands == {D7: "wP"}
        assert bench.board.wood.holds() == ("bP",)


def test_a_missed_visit_is_never_seen() -> None:
    bench = Bench(replace(PERFECT, missed=1.0, missed_s=0.4, step_s=0.1))
    bench.board.slide([E2, E3, E4])
    bench.run(1.0)
    assert bench.touches == [SquareLifted(E2), SquarePlaced(E4)]
    assert bench.told[0][0] > 0.4


def test_a_nudge_opens_a_reed_for_a_moment() -> None:
    bench = Bench()
    bench.board.nudge(E2, open_s=0.05)
    bench.run(0.2)
    assert bench.touches == [SquareLifted(E2), SquarePlaced(E2)]
    assert bench.told[1][0] - bench.told[0][0] == pytest.approx(0.05, abs=0.0011)


def test_stuck_and_dead_switches_tell_the_same_whatever_happens() -> None:
    bench = Bench(replace(PERFECT, stuck=frozenset([E4]), dead=frozenset([D7])))
    assert bench.board.reeds.read() == 1 << E2 | 1 << E4
    bench.board.lift(D7)
    bench.board.lift(E2)
    bench.board.place(D3)
    assert bench.board.reeds.read() == 1 << D3 | 1 << E4
    bench.board.misbehave(PERFECT)
    assert bench.board.reeds.read() == 1 << D3


def test_two_hands_work_at_the_same_time() -> None:
    bench = Bench(SCRUFFY)
    bench.board.lift(E2, "white")
    bench.board.lift(D7, "black")
    bench.board.place(E4, hand="white")
    bench.board.place(D3, hand="black")
    bench.run(2.0)
    assert bench.board.wood.stands == {E4: "wP", D3: "bP"}
    assert bench.state.occupancy == 1 << E4 | 1 << D3


def test_the_same_seed_misbehaves_the_same_way() -> None:
    def told(seed: int) -> list[tuple[float, Sensed]]:
        bench = Bench(SCRUFFY, seed=seed)
        for path in ([E2, E3, E4], [E4, D3], [D3, E3, E2]):
            bench.board.slide(path)
            bench.run(0.3)
        return bench.told

    assert told(1) == told(1)
    assert len({str(told(seed)) for seed in range(5)}) > 1


def test_reeds_follow_the_wiring() -> None:
    board = SimulatedBoard(wire(BOARD, reeds=row_wise(BOARD)), START, PERFECT)
    assert board.reeds.read() == 1 << (4 + 8) | 1 << (3 + 6 * 8)


def test_a_new_set_up_stands_as_if_it_had_always_been_there() -> None:
    bench = Bench(SCRUFFY)
    bench.board.slide([E2, E3])
    bench.board.stand(Wood(BOARD, {D3: "wQ"}))
    bench.state = Debounced(bench.board.reeds.read(), bench.board.reeds.read())
    bench.run(1.0)
    assert (bench.state.occupancy, bench.touches) == (1 << D3, [])


@pytest.mark.parametrize(
    "touch",
    [
        lambda board: board.lift(E4),
        lambda board: board.place(E4),
        lambda board: board.slide([E2, D7]),
        lambda board: board.push([E2, E4]),
        lambda board: board.take("bQ"),
        lambda board: board.give(),
        lambda board: board.mark(E4, "wP+"),
        lambda board: board.nudge(E4),
    ],
)
def test_an_impossible_touch_is_refused_and_moves_no_reed(touch: Callable[[SimulatedBoard], None]) -> None:
    bench = Bench(SCRUFFY)
    with pytest.raises(ImpossibleTouch):
        touch(bench.board)
    bench.run(0.5)
    assert (bench.board.wood, bench.told) == (START, [])


def test_the_tray_and_tokens_are_not_felt() -> None:
    bench = Bench()
    bench.board.take("wQ")
    bench.board.give()
    bench.board.mark(E2, "wP+")
    assert bench.board.wood.stands[E2] == "wP+"
    assert bench.board.wood.tray == {"wQ": 1}
    assert bench.board.reeds.read() == START.occupancy


def test_an_unplugged_board_answers_nothing_but_the_wood_can_be_touched() -> None:
    board = SimulatedBoard(MAP, START, PERFECT)
    board.unplug()
    with pytest.raises(BoardLost, match="plug it in"):
        board.reeds.read()
    with pytest.raises(BoardLost):
        board.rings.show(bytes(3 * 768))
    board.lift(E2)
    board.plug_in()
    assert board.reeds.read() == 1 << D7
    board.rings.show(bytes(3 * 768))


def test_rings_remember_the_frame_by_square_and_count_changes() -> None:
    board = SimulatedBoard(wire(Board(2, 1), pixels_per_ring=2))
    board.rings.show(bytes(range(12)))
    board.rings.show(bytes(range(12)))
    assert board.rings.frames == 1
    assert board.rings.at(Square(1)) == ((6, 7, 8), (9, 10, 11))
    with pytest.raises(BadFrame, match="11 bytes for 4 pixels"):
        board.rings.show(bytes(11))
    board.rings.close()
    assert not any(board.rings.shown)


def test_a_square_without_a_ring_shows_nothing() -> None:
    board = SimulatedBoard(wire(Board(2, 1), rings=[Square(1)]))
    assert board.rings.at(Square(0)) == ()


def test_waiting_ends_with_a_touch_from_another_thread() -> None:
    board = SimulatedBoard(MAP, START, PERFECT)
    woken: list[bool] = []
    waiter = threading.Thread(target=lambda: woken.append(board.reeds.wait(PATIENCE_S)))
    waiter.start()
    board.lift(E2)
    waiter.join(PATIENCE_S)
    assert woken == [True]


def test_waiting_ends_when_a_reed_is_due_or_in_vain() -> None:
    board = SimulatedBoard(MAP, START, replace(PERFECT, step_s=0.02))
    assert board.reeds.wait(0.0) is False
    board.slide([E2, E3])
    assert board.reeds.wait(PATIENCE_S) is True  # the touch itself, which has moved no reed yet
    assert board.reeds.wait(PATIENCE_S) is True
    assert board.reeds.read() != START.occupancy


def test_hands_in_many_threads_leave_wood_and_reeds_in_agreement() -> None:
    wood = Wood(BOARD, {Square(n): "wP" for n in range(0, 64, 2)})
    board = SimulatedBoard(MAP, wood, BoardFaults(bounce_s=0.002))

    def player(name: str) -> None:
        for n in range(0, 64, 2):
            try:
                board.lift(Square(n), name)
                board.place(Square(n + 1), hand=name)
            except ImpossibleTouch:
                continue

    players = [threading.Thread(target=player, args=(str(n),)) for n in range(4)]
    for each in players:
        each.start()
    for each in players:
        each.join(PATIENCE_S)
    rest_s = max(0.0, board.at_rest_s - time.monotonic())
    board.reeds.wait(rest_s)
    assert board.wood.pieces == wood.pieces
    assert _read_at_rest(board) == board.wood.occupancy


def _read_at_rest(board: SimulatedBoard) -> int:
    while board.at_rest_s > time.monotonic():
        board.reeds.wait(0.01)
    return board.reeds.read()


habits = st.lists(
    st.tuples(
        st.sampled_from(["lift", "place", "slide", "push", "nudge"]),
        st.lists(st.integers(0, 8).map(Square), min_size=3, max_size=4, unique=True),
        st.floats(0, 0.3),
    ),
    max_size=15,
)
models = st.builds(
    BoardFaults,
    bounce_s=st.sampled_from([0.0, 0.001, 0.01]),
    flutter=st.sampled_from([0.0, 0.5, 1.0]),
    missed=st.sampled_from([0.0, 0.5, 1.0]),
    step_s=st.floats(0.01, 0.3),
    push_gap_s=st.sampled_from([0.0, 0.05, 0.2]),
)


@settings(deadline=None)
@given(habits, models, st.integers(0, 1000))
def test_whatever_hands_do_the_reeds_end_at_the_wood(
    touches: list[tuple[str, list[Square], float]], model: BoardFaults, seed: int
) -> None:
    bench = Bench(model, Wood(Board(3, 3), {Square(0): "wP", Square(4): "bP", Square(8): "wP"}), seed)
    for what, path, wait_s in touches:
        _touch(bench.board, what, path)
        bench.run(wait_s, every_s=0.01)
    bench.now_s = max(bench.now_s, bench.board.at_rest_s) + 0.001
    bench.scan()
    assert bench.board.reeds.read() == bench.board.wood.occupancy
    bench.now_s += REST_S
    bench.scan()
    assert bench.state == Debounced(bench.board.wood.occupancy, bench.board.wood.occupancy)


def _touch(board: SimulatedBoard, what: str, path: Sequence[Square]) -> None:
    doing: dict[str, Callable[[], object]] = {
        "lift": lambda: board.lift(path[0]),
        "place": lambda: board.place(path[0]),
        "slide": lambda: board.slide(path),
        "push": lambda: board.push(path),
        "nudge": lambda: board.nudge(path[0]),
    }
    try:
        doing[what]()
    except ImpossibleTouch:
        return
