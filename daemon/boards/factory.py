"""Construction of the board that the builder's configuration names. One explicit table; nothing is detected."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from daemon.base.errors import BadConfig
from daemon.boards.board import RealBoard, WiredBoard
from daemon.boards.reconnect import PatientReeds, PatientRings
from daemon.config.schema import Config, reeds_driver
from engine.core.messages import Message
from engine.core.squares import Board, Square
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
from hardware.driver_info import Need, ReedsDriver
from hardware.drivers.registry import RINGS
from hardware.errors import BadBoardMap
from hardware.lights.power import Branch
from hardware.lights.worst_pictures import usual_a

if TYPE_CHECKING:
    from daemon.boards.tile_board import TiledBoard

log = logging.getLogger(__name__)

MAP_FILE: Final = "board-map.json"
"""The file in the data directory in which the wiring wizard stores the board map."""

_ORDERS: Final[Mapping[str, Callable[[Board], tuple[Square, ...]]]] = {
    "rows": row_wise, "serpentine": serpentine, "files": square_wise,
}


def make_board(config: Config) -> RealBoard | None:
    """Make the physical board; ``None``: there is only the screen board.

    :raises BadConfig: the configuration or the board map does not fit the board.
    """
    reeds = reeds_driver(config)
    if reeds is not None:
        return make_wired(config, reeds)
    return make_tiled(config) if config.board.driver == "tiles" else None


def check_board(config: Config) -> None:
    """Check that the configuration fits the board, as far as that is possible without the board.

    :raises BadConfig: it does not.
    """
    if config.board.driver == "tiles":
        with _layout():
            check_layout(places_of(config), Board(config.board.files, config.board.ranks))
    elif reeds_driver(config) is not None:
        map_of(config)


@contextmanager
def _layout() -> Iterator[None]:
    try:
        yield
    except BadLayout as error:
        raise BadConfig(f"[[tiles]]: {error}") from error


def places_of(config: Config) -> list[TilePlace]:
    """Return the places of the tiles."""
    return [TilePlace(tile.port, tile.file, tile.rank, tile.turn) for tile in config.tiles]


def branches_of(config: Config) -> tuple[Branch, ...]:
    """Return the branches of the lights."""
    return tuple(Branch(branch.rings, branch.fuse_a) for branch in config.branches)


def weak_branches(config: Config) -> Iterator[str]:
    """Yield a warning for each branch of the lights whose fuse does not even carry the usual picture."""
    for number, branch in enumerate(branches_of(config), 1):
        needed_a = usual_a(branch, config.rings.pixels)
        if needed_a > branch.most_a:
            yield (
                f"the lights will often be dim, or dark: the fuse of branches[{number}] carries {branch.most_a:.2f} A "
                f"for long, and {needed_a:.2f} A are needed when pieces that may move are lit. Is fuse_a what is "
                "printed on the fuse? Otherwise fewer rings, or a larger fuse and wires that are made for it"
            )


def make_wired(config: Config, driver: ReedsDriver) -> WiredBoard:
    """Make a board of reeds and rings. Parts that cannot be used yet are no error: they are tried again and again.

    :raises BadConfig: the board map does not fit.
    """
    board_map = map_of(config)
    for warning in weak_branches(config):
        log.warning("%s", warning)
    reeds, rings, pixels = config.reeds.options, config.rings, board_map.pixel_count
    return WiredBoard(
        board_map,
        PatientReeds(lambda: driver.open(reeds), board_map.reed_count),
        PatientRings(lambda: RINGS[rings.driver].open(rings.options, pixels), pixels),
        driver.matrix_columns(reeds),
        branches_of(config),
    )


def make_tiled(config: Config) -> "TiledBoard":
    """Make a board of tiles.

    :raises BadConfig: they do not cover it.
    """
    from daemon.boards.tile_board import TiledBoard  # a table without tiles starts without it

    with _layout():
        return TiledBoard(places_of(config), Board(config.board.files, config.board.ranks))


def needs_of(config: Config) -> tuple[Need, ...]:
    """Return the device files that the drivers of the board open."""
    reeds = reeds_driver(config)
    if reeds is None:
        return ()
    return (*reeds.needs(config.reeds.options), *RINGS[config.rings.driver].needs(config.rings.options))


def light_hindrances(config: Config) -> tuple[Message, ...]:
    """Return all reasons why the lights of the configuration cannot be lit here, each with its remedy."""
    if reeds_driver(config) is None:
        return ()
    return tuple(RINGS[config.rings.driver].hindrances(config.rings.options, pixels_of(config)))


def pixels_of(config: Config) -> int:
    """Count the pixels of one chain of all rings."""
    return config.board.files * config.board.ranks * config.rings.pixels


def map_file(config: Config) -> Path:
    """Return the path of the board map, once the wizard has written it."""
    return config.data_dir / MAP_FILE


def map_of(config: Config) -> BoardMap:
    """Return the board map that the wizard wrote; without one, the map that the configuration describes.

    :raises BadConfig: the one written does not fit the configuration.
    """
    path = map_file(config)
    usual = usual_map(config)
    if not path.exists():
        return usual
    try:
        found = _lit_as_configured(load(path), usual)
        check_fits(found, usual.reed_count, usual.pixel_count)
        if found.board != usual.board:
            raise BadBoardMap(f"it is for {found.board.files}x{found.board.ranks} squares")
    except (BadBoardMap, OSError) as error:
        remedy = "run 'pawnlight wire' again, or take the file away"
        raise BadConfig(f"the board map {path} does not fit ({error}): {remedy}") from error
    return found


def _lit_as_configured(found: BoardMap, usual: BoardMap) -> BoardMap:
    """Keep the switches of a map made for rings of another size; the lights are wired as the configuration says."""
    if (found.pixels_per_ring, found.pixel_count) == (usual.pixels_per_ring, usual.pixel_count):
        return found
    log.warning("the lights are not those of the board map: run the wiring wizard again. Until then they are taken "
                "to be wired as the configuration says")
    return replace(
        found, first_pixels=usual.first_pixels, pixels_per_ring=usual.pixels_per_ring, pixel_count=usual.pixel_count
    )


def usual_map(config: Config) -> BoardMap:
    """Return the board map that follows from the configuration alone."""
    board = Board(config.board.files, config.board.ranks)
    reeds = _order(board, config.reeds.order, config.reeds.mirrored)
    driver = reeds_driver(config)
    spare = driver.count(config.reeds.options) - board.size if driver is not None else 0
    rings = _order(board, config.rings.order, config.rings.mirrored)
    return wire(board, [*reeds, *[None] * spare], rings, config.rings.pixels)


def _order(board: Board, name: str, is_mirrored: bool) -> tuple[Square, ...]:
    order = _ORDERS[name](board)
    return mirrored(board, order) if is_mirrored else order
