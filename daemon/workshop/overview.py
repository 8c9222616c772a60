"""An overview of every part of the board and of its computer, with their problems, for one page of the panel."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from daemon.boards.board import RealBoard, WiredBoard
from daemon.boards.factory import map_file
from daemon.boards.tile_board import TiledBoard
from daemon.config.schema import ButtonsConfig, Config, reeds_driver
from daemon.workshop.checks import health
from daemon.workshop.checks.boot_settings import changes_for
from engine.core.messages import Message, message
from engine.core.squares import Board
from hardware.board_map import BoardMap
from hardware.boot_files import BadBootFile
from hardware.driver_info import ReedsDriver
from hardware.platform import MODEL
from webpanel.ports.device_port import Part, SquareWiring

if TYPE_CHECKING:
    from club.member import Member

ANSWERS = message("answers")
OTHER = message("answers, with other firmware than this program's")
LEARNT = message("as the wizard learnt it")
CONFIGURED = message("as the configuration says")
SILENT = message("does not answer: see the switches")
UNKNOWN = message("not known while the switches do not answer")


def parts(
    config: Config, real: RealBoard | None, warning: Callable[[str], Message | None], estimate_a: float,
    root: Path = Path("/"), member: "Member | None" = None,
) -> tuple[Part, ...]:
    """Return all parts: first what is still to be done on a Raspberry Pi, then the board's.

    :param warning: returns the problem with a part of the table (see :data:`daemon.snapshots.scenes.PARTS`).
    :param estimate_a: the current that the lights draw now. :param member: the club client, if there is one.
    """
    beside = _beside(config, real, warning, estimate_a)
    club = () if member is None else _club(member)
    to_do = (Part(message("Still to do"), each) for each in _still_to_do(config, real, root))
    return (*to_do, *_board(config, real, warning), *beside, *club, *_computer(config, root))


def _still_to_do(config: Config, real: RealBoard | None, root: Path) -> Iterator[Message]:
    """Yield the steps from a program that was just installed to a board that plays, as far as they can be seen."""
    if not (root / MODEL).exists():
        return
    if config.board.driver == "simulated":
        yield message(
            "Write into /etc/pawnlight/config.toml what is wired up, then sudo systemctl restart pawnlight: the guide "
            "“First light, step by step” leads you. Until then you can play on the screen."
        )
    elif isinstance(real, WiredBoard) and not map_file(config).exists():
        yield message("Run the wiring wizard in the workshop, below: it learns which switch lies under which square.")
    with suppress(OSError, BadBootFile):  # the self-test and the command tell of those
        if changes_for(config, root):
            yield message("The boot files lack what the board needs: sudo pawnlight boot-settings, then sudo reboot.")


def _board(config: Config, real: RealBoard | None, warning: Callable[[str], Message | None]) -> Iterator[Part]:
    driver = reeds_driver(config)
    if isinstance(real, TiledBoard):
        yield from _tiles(config, real)
    elif isinstance(real, WiredBoard) and driver is not None:
        yield from _switches(config, driver, warning("switches"))
        yield _lights(config, real, warning("lights"))
        state = LEARNT if map_file(config).exists() else CONFIGURED
        yield Part(message("Board map"), state, wires=_wires(real.board_map))
    else:
        yield Part(message("Board"), message("the screen board alone: nothing is wired up"))


def _tiles(config: Config, real: TiledBoard) -> Iterator[Part]:
    whole, troubles, renewable = Board(config.board.files, config.board.ranks), real.troubles(), real.renewable()
    for tile in config.tiles:
        name = message("Tile {square} ({port})", square=whole.name(whole.square(tile.file, tile.rank)), port=tile.port)
        trouble, offered = troubles.get(tile.port), tile.port in renewable
        state = None if trouble else OTHER if offered else ANSWERS
        yield Part(name, state, trouble, tile.port if offered else "")


def _switches(config: Config, driver: ReedsDriver, trouble: Message | None) -> Iterator[Part]:
    count = driver.count(config.reeds.options)
    yield Part(
        message("Switches"), message("driver {name}, {all} switches", name=driver.name, all=count), trouble
    )
    for chip in driver.chips(config.reeds.options):
        name = message("Chip {name}", name=chip)
        if trouble is None:
            yield Part(name, ANSWERS)
        elif re.search(rf"(?<!\w){re.escape(chip)}(?!\w)", str(trouble)):  # not the 1 of a 12
            yield Part(name, None, SILENT)
        else:
            yield Part(name, UNKNOWN)


def _lights(config: Config, real: WiredBoard, trouble: Message | None) -> Part:
    figures = message(
        "driver {name}, {pixels} pixels in each ring, {all} in the chain",
        name=config.rings.driver, pixels=real.board_map.pixels_per_ring, all=real.board_map.pixel_count,
    )
    return Part(message("Lights"), figures, trouble)


def _wires(board_map: BoardMap) -> Sequence[Sequence[SquareWiring]]:
    board = board_map.board
    rows = ([board.square(file, rank) for file in range(board.files)] for rank in reversed(range(board.ranks)))
    return [
        [SquareWiring(board.name(square), board_map.reed(square), board_map.first_pixels[square]) for square in row]
        for row in rows
    ]


def _beside(
    config: Config, real: RealBoard | None, warning: Callable[[str], Message | None], estimate_a: float
) -> Iterator[Part]:
    if real is not None:
        yield _supply(estimate_a, config.rings.supply_a)
    if config.buttons != ButtonsConfig() or config.buzzer.pins:
        yield Part(message("Buttons and piezo"), CONFIGURED, warning("buttons"))
    trouble = warning("copies")
    yield Part(message("Copies"), None if trouble else message("made each day"), trouble)


def _supply(estimate_a: float, supply_a: float) -> Part:
    name, figures = message("Supply of the lights"), {"now": round(estimate_a, 1), "most": round(supply_a, 1)}
    if estimate_a <= supply_a:
        return Part(name, message(
            "an estimated {now} A of {most} A; lights that would need more are dimmed to that", **figures
        ))
    return Part(name, None, message(
        "Even dark, the rings draw an estimated {now} A, more than the {most} A of their supply. So all lights stay "
        "off: take a stronger supply, and enter it in the configuration (rings, supply_a).", **figures
    ))


def _club(member: "Member") -> Sequence[Part]:
    return (
        Part(message("Club"), member.state, member.trouble),
        Part(message("Signature in the club"), message("signs games with the key {digits}", digits=member.key)),
    )


def _computer(config: Config, root: Path) -> Iterator[Part]:
    for label, value in health.board_facts(config, root):
        yield Part(label, None, value) if health.is_trouble(value) else Part(label, value)
