"""The program, with a board of wood on reeds that misbehave: hands of another process move its pieces."""

import threading
from collections import Counter
from multiprocessing.connection import Client, Listener
from pathlib import Path
from typing import Any, Final

from unhurried import unhurried

from daemon.boards.board import WiredBoard
from daemon.config.schema import Config
from engine.core.squares import Board
from engine.registry import games
from hardware.board_map import wire
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import BoardFaults
from hardware.simulated.pieces import Wood

FOLDERS: Final = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "support")]
WOODEN: Final = unhurried(
    f"import sys; sys.path += {FOLDERS}; "
    "import daemon.app.program, wooden; daemon.app.program.make_board = wooden.make_wooden"
)
"""The command."""

BOARD: Final = Board(10, 10)
REEDS: Final = BoardFaults(flutter=0.05, missed=0.02)
"""They bounce, flutter now and then, and follow a magnet far too late, or never."""
BOX: Final = Counter({f"{seat}{kind}": 64 for game in games() for seat in "wbrun" for kind in game.piece_names})
PORT: Final = "hands"
"""The file in the data directory that says where hands come in."""


def make_wooden(config: Config) -> WiredBoard:
    """Instead of the board that the configuration names."""
    seed = config.club.name if config.club else ""
    board = SimulatedBoard(wire(BOARD), Wood(BOARD, tray=dict(BOX)), REEDS, seed=sum(seed.encode()))
    listener = Listener(("127.0.0.1", 0))
    (config.data_dir / PORT).write_text(str(listener.address[1]))
    threading.Thread(target=_let_in, args=(listener, board), daemon=True).start()
    return WiredBoard(board.board_map, board.reeds, board.rings)


def _let_in(listener: Listener, board: SimulatedBoard) -> None:
    with listener, listener.accept() as hands:
        while True:
            try:
                touch, square, piece = hands.recv()
            except EOFError:
                return
            hands.send(_do(board, touch, square, piece))


def _do(board: SimulatedBoard, touch: str, square: str, piece: str) -> dict[str, str]:
    """Make a touch, and return the pieces after it."""
    if touch == "lift":
        board.lift(BOARD.parse(square))
        board.give()
    elif touch == "place":
        board.take(piece)
        board.place(BOARD.parse(square))
    return {BOARD.name(where): standing for where, standing in board.wood.stands.items()}


class Hands:
    """Over the board of a program that runs: what is lifted goes into the box, and comes out of it again."""

    def __init__(self, data: Path) -> None:
        self._line: Any = Client(("127.0.0.1", int((data / PORT).read_text())))

    def close(self) -> None:
        self._line.close()

    def stands(self) -> dict[str, str]:
        """Return the pieces as they really stand."""
        return self._do("look")

    def lift(self, square: str) -> None:
        self._do("lift", square)

    def place(self, square: str, piece: str) -> None:
        self._do("place", square, piece)

    def _do(self, touch: str, square: str = "", piece: str = "") -> dict[str, str]:
        self._line.send((touch, square, piece))
        stands: dict[str, str] = self._line.recv()
        return stands
