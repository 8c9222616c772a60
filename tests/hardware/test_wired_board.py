"""The simulated board's wood felt through the real drivers: wiring, driver, board map and debounce in one."""

from importlib import import_module
from random import Random

import pytest

from engine.core.squares import Board, Square
from hardware.board_map import BoardMap, mirrored, row_wise, serpentine, wire
from hardware.debounce import Debounced, Sensed, debounce
from hardware.driver_info import defaults
from hardware.drivers.registry import REEDS
from hardware.ports import Reeds
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import BoardFaults
from hardware.simulated.pieces import Wood

BOARD = Board(8, 8)
REST_S = 0.025


@pytest.mark.parametrize("driver", REEDS)
@pytest.mark.parametrize(
    "board_map",
    [
        wire(BOARD, reeds=row_wise(BOARD)),
        wire(BOARD, reeds=serpentine(BOARD)),
        wire(BOARD, reeds=mirrored(BOARD, row_wise(BOARD))),
    ],
)
def test_whatever_hands_do_the_driver_tells_the_same_as_the_board_itself(
    driver: str, board_map: BoardMap, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s, chance = 0.0, Random(4)
    wood = Wood(BOARD, {Square(n): "wP" for n in range(0, 64, 3)})
    board = SimulatedBoard(board_map, wood, BoardFaults(flutter=0.2, missed=0.1), lambda: now_s, seed=4)
    options = defaults(REEDS.values())
    import_module(f"circuits.reeds_{driver}").connect(monkeypatch, options, board.scan)
    through, itself = REEDS[driver].open(options), board.reeds
    states = [debounce(None, board_map.occupancy(reeds.read()), now_s, REST_S)[0] for reeds in (through, itself)]
    told: list[list[Sensed]] = [[], []]
    for _ in range(60):
        _touch_somewhere(board, chance)
        for _ in range(20):
            now_s += 0.005
            for n, reeds in enumerate((through, itself)):
                raw = board_map.occupancy(reeds.read())
                states[n], touches = debounce(states[n], raw, now_s, REST_S)
                told[n] += touches
    assert told[0] == told[1]
    assert len(told[0]) > 60
    now_s += 5
    assert _at_rest(through, board_map, states[0], now_s) == board.wood.occupancy
    through.close()


def _touch_somewhere(board: SimulatedBoard, chance: Random) -> None:
    stands = board.wood.stands
    start = chance.choice(sorted(stands))
    end = chance.choice([Square(n) for n in range(64) if n not in stands])
    if board.wood.holds():
        board.place(end)
    elif chance.random() < 0.5:
        board.lift(start)
    else:
        board.slide([start, end])


def _at_rest(reeds: Reeds, board_map: BoardMap, state: Debounced, now_s: float) -> int:
    for moment_s in (now_s, now_s + REST_S):
        state, _ = debounce(state, board_map.occupancy(reeds.read()), moment_s, REST_S)
    return state.occupancy
