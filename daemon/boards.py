"""Making the board that the builder's configuration names. One explicit table; nothing is detected."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from daemon.config import Config, reed_count
from daemon.errors import BadConfig
from daemon.surface import RealBoard, WiredBoard
from daemon.tiled import TiledBoard
from engine.messages import message
from engine.squares import Board, Square
from firmware_bridge.errors import BadLayout
from firmware_bridge.layout import TilePlace, check_layout
from hardware.board_map import (
    BoardMap,
    check_fits,
    load,
    mirrored,
    row_wise,
    serpentine,
    square_wise,
    wire,
)
from hardware.drivers import Wiring, open_reeds, open_rings
from hardware.errors import BadBoardMap, BoardLost
from hardware.ports import Reeds

log = logging.getLogger(__name__)

MAP_FILE: Final = "board-map.json"
"""Where in the data directory the wiring wizard keeps what it learnt."""

_ORDERS: Final[Mapping[str, Callable[[Board], tuple[Square, ...]]]] = {
    "rows": row_wise, "serpentine": serpentine, "files": square_wise,
}


def make_board(config: Config) -> RealBoard | None:
    """The board there is beside the screen board; ``None``: there is none.

    :raises BadConfig: the configuration or the board map does not fit the board.
    :raises hardware.errors.HardwareError: it cannot be used; the message has the remedy.
    """
    return DRIVERS[config.board.driver](config)


def check_board(config: Config) -> None:
    """That the configuration fits the board, as far as it can be told without the board.

    :raises BadConfig: it does not.
    """
    if config.board.driver == "tiles":
        with _layout():
            check_layout(places_of(config), Board(config.board.files, config.board.ranks))
    elif config.board.driver != "simulated":
        map_of(config)


@contextmanager
def _layout() -> Iterator[None]:
    try:
        yield
    except BadLayout as error:
        raise BadConfig(f"[[tiles]]: {error}") from error


def places_of(config: Config) -> list[TilePlace]:
    """Where the tiles lie."""
    return [TilePlace(tile.port, tile.file, tile.rank, tile.turn) for tile in config.tiles]


def make_wired(config: Config) -> WiredBoard:
    """A board of reeds and rings. That its reeds do not answer yet is no error: they are asked again and again.

    :raises BadConfig: the board map does not fit.
    :raises hardware.errors.HardwareError: what the drivers raise.
    """
    board_map = map_of(config)
    wiring = wiring_of(config, board_map.pixel_count)
    reeds = PatientReeds(lambda: open_reeds(config.board.driver, wiring), board_map.reed_count)
    try:
        columns = len(config.reeds.columns) if config.board.driver == "gpio" else 0
        return WiredBoard(board_map, reeds, open_rings("neopixel", wiring), columns)
    except BaseException:
        reeds.close()
        raise


def make_tiled(config: Config) -> TiledBoard:
    """A board of tiles.

    :raises BadConfig: they do not cover it.
    """
    with _layout():
        return TiledBoard(places_of(config), Board(config.board.files, config.board.ranks))


DRIVERS: Final[Mapping[str, Callable[[Config], RealBoard | None]]] = {
    "simulated": lambda config: None,
    "gpio": make_wired,
    "mcp23017": make_wired,
    "tiles": make_tiled,
}
"""Driver → how to make its board. The simulated board is the screen board, which is always there."""


def wiring_of(config: Config, pixel_count: int) -> Wiring:
    """What the drivers need to know."""
    return Wiring(
        rows=config.reeds.rows,
        columns=config.reeds.columns,
        group_reads=config.reeds.group_reads,
        addresses=config.reeds.addresses,
        pixels=pixel_count,
        ring_pin=f"GPIO{config.rings.pin}",
        order=config.rings.colours,
    )


def map_file(config: Config) -> Path:
    """Where the board map is, once the wizard has written it."""
    return config.data_dir / MAP_FILE


def map_of(config: Config) -> BoardMap:
    """The board map that the wizard wrote; without one, what the configuration says.

    :raises BadConfig: the one written does not fit the configuration.
    """
    path = map_file(config)
    usual = usual_map(config)
    if not path.exists():
        return usual
    try:
        found = load(path)
        check_fits(found, usual.reed_count, usual.pixel_count)
        if found.board != usual.board:
            raise BadBoardMap(f"it is for {found.board.files}x{found.board.ranks} squares")
    except (BadBoardMap, OSError) as error:
        remedy = "run 'pawnlight wire' again, or take the file away"
        raise BadConfig(f"the board map {path} does not fit ({error}): {remedy}") from error
    return found


def usual_map(config: Config) -> BoardMap:
    """The board map that follows from the configuration alone."""
    board = Board(config.board.files, config.board.ranks)
    reeds = _order(board, config.reeds.order, config.reeds.mirrored)
    spare = (reed_count(config) or board.size) - board.size
    rings = _order(board, config.rings.order, config.rings.mirrored)
    return wire(board, [*reeds, *[None] * spare], rings, config.rings.pixels)


def _order(board: Board, name: str, is_mirrored: bool) -> tuple[Square, ...]:
    order = _ORDERS[name](board)
    return mirrored(board, order) if is_mirrored else order


class PatientReeds:
    """Reeds that are opened as soon as they answer. See :class:`hardware.ports.Reeds`."""

    def __init__(self, open_them: Callable[[], Reeds], count: int) -> None:
        """:raises hardware.errors.HardwareError: they cannot be used, whoever waits."""
        self.count = count
        self._open = open_them
        self._reeds: Reeds | None = None
        self._closed = False
        try:
            self._reeds = open_them()
        except BoardLost as error:
            log.warning("the board does not answer yet: %s", error)

    def read(self) -> int:
        """One scan.

        :raises BoardLost: they do not answer, or were closed.
        """
        if self._closed:
            raise BoardLost(message("the reeds were closed"))
        if self._reeds is None:
            self._reeds = self._open()
        return self._reeds.read()

    def close(self) -> None:
        """Let go of them."""
        self._closed = True
        if self._reeds is not None:
            self._reeds.close()
