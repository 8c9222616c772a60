"""The builder's ``config.toml``: what is wired up, and where the panel listens. Read, never written by the program."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

from daemon.config_keys import Keys
from daemon.errors import BadConfig

DRIVERS = ("simulated", "gpio", "mcp23017", "tiles")
"""The boards there are drivers for."""
ORDERS = ("rows", "serpentine", "files")
"""Ways to wire the squares of a board, from a1 on: each rank from the left, ranks there and back, each file upwards."""
COLOURS = ("GRB", "RGB", "RBG", "GBR", "BRG", "BGR")
"""Orders in which pixels take their colours; WS2812B: ``GRB``."""
SPI_PIN = 10
_SPI_CHIP_SELECTS = (7, 8)
_I2C_PINS = (2, 3)


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """Which board there is: its driver, and how many files and ranks of squares it has (1–16 each)."""

    driver: str = "simulated"
    files: int = 8
    ranks: int = 8


@dataclass(frozen=True, slots=True)
class ReedsConfig:
    """The switches.

    ``rows``, ``columns``: GPIO numbers (BCM) of a matrix, and ``group_reads``: read it ten times as fast (needs lgpio).
    ``addresses``: I2C addresses of MCP23017 chips. ``order``: which squares lie over the switches, from the first on
    (see :data:`ORDERS`); ``mirrored``: the same seen from below. A board map from the wiring wizard overrules both.
    """

    rows: tuple[int, ...] = (4, 5, 6, 13, 16, 17, 19, 20)
    columns: tuple[int, ...] = (21, 22, 23, 24, 25, 26, 27, 12)
    group_reads: bool = False
    addresses: tuple[int, ...] = (0x20, 0x21, 0x22, 0x23)
    order: str = "rows"
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class RingsConfig:
    """The lights: pixels in each ring (1–24), GPIO number of the data line, what their supply gives in amperes, in
    which order they take their colours, and how the rings are chained (``order``, ``mirrored``: see ``reeds``)."""

    pixels: int = 12
    pin: int = SPI_PIN
    supply_a: float = 2.0
    colours: str = "GRB"
    order: str = "serpentine"
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class ButtonsConfig:
    """GPIO numbers of the push buttons that end a turn, each from its pin to ground."""

    end_turn: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TileConfig:
    """A tile: its serial port, the file and rank (from 0) of its corner square nearest to a1, and its quarter turns
    clockwise."""

    port: str
    file: int = 0
    rank: int = 0
    turn: int = 0


@dataclass(frozen=True, slots=True)
class PanelConfig:
    """Where phones reach the panel. Port 0: any free one."""

    address: str = "0.0.0.0"
    port: int = 8080


@dataclass(frozen=True, slots=True)
class Config:
    """Everything a builder decides."""

    board: BoardConfig = field(default_factory=BoardConfig)
    reeds: ReedsConfig = field(default_factory=ReedsConfig)
    rings: RingsConfig = field(default_factory=RingsConfig)
    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    tiles: tuple[TileConfig, ...] = ()
    panel: PanelConfig = field(default_factory=PanelConfig)
    data_dir: Path = field(default_factory=lambda: default_data_dir())


def default_data_dir() -> Path:
    """``$XDG_DATA_HOME/pawnlight``."""
    return Path(platformdirs.user_data_dir("pawnlight", appauthor=False))


def default_config_file() -> Path:
    """``$XDG_CONFIG_HOME/pawnlight/config.toml``."""
    return Path(platformdirs.user_config_dir("pawnlight", appauthor=False)) / "config.toml"


def load_config(path: Path | None) -> Config:
    """The configuration in a file; without one, that of :func:`default_config_file` if it exists, else the defaults.

    :raises BadConfig: the file cannot be read, or something in it is wrong.
    """
    if path is None:
        usual = default_config_file()
        return _read(usual) if usual.is_file() else Config()
    return _read(path)


def _read(path: Path) -> Config:
    try:
        with path.open("rb") as file:
            return parse_config(tomllib.load(file), path.parent)
    except OSError as error:
        remedy = "give --config a file that exists and that you may read"
        raise BadConfig(f"{path} cannot be read ({error.strerror}): {remedy}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"{path} is not valid TOML: {error}. Mend the file there") from error
    except BadConfig as error:
        raise BadConfig(f"{path}: {error}") from error


def parse_config(data: Mapping[str, Any], base: Path) -> Config:
    """The configuration given as tables of TOML. A relative ``data.dir`` starts at ``base``.

    :raises BadConfig: naming the table, the key, the value and what is allowed.
    """
    file = Keys("", data)
    config = Config(
        board=_board(file.table("board")),
        reeds=_reeds(file.table("reeds")),
        rings=_rings(file.table("rings")),
        buttons=_buttons(file.table("buttons")),
        tiles=tuple(_tile(table) for table in file.tables("tiles")),
        panel=_panel(file.table("panel")),
        data_dir=_data_dir(file.table("data"), base),
    )
    file.finish()
    _check_pins(config)
    _check_board(config)
    return config


def _board(table: Keys) -> BoardConfig:
    usual = BoardConfig()
    board = BoardConfig(
        driver=table.choice("driver", usual.driver, DRIVERS),
        files=table.integer("files", usual.files, 1, 16),
        ranks=table.integer("ranks", usual.ranks, 1, 16),
    )
    table.finish()
    return board


def _reeds(table: Keys) -> ReedsConfig:
    usual = ReedsConfig()
    reeds = ReedsConfig(
        rows=table.pins("rows", usual.rows),
        columns=table.pins("columns", usual.columns),
        group_reads=table.flag("group_reads", usual.group_reads),
        addresses=table.integers(
            "addresses", usual.addresses, 0x20, 0x27, "a list of 1 to 8 different addresses from 0x20 to 0x27"
        ),
        order=table.choice("order", usual.order, ORDERS),
        mirrored=table.flag("mirrored", usual.mirrored),
    )
    table.finish()
    return reeds


def _rings(table: Keys) -> RingsConfig:
    usual = RingsConfig()
    rings = RingsConfig(
        pixels=table.integer("pixels", usual.pixels, 1, 24),
        pin=table.pin("pin", usual.pin),
        supply_a=table.number("supply_a", usual.supply_a, 0.1, 200),
        colours=table.choice("colours", usual.colours, COLOURS),
        order=table.choice("order", usual.order, ORDERS),
        mirrored=table.flag("mirrored", usual.mirrored),
    )
    table.finish()
    return rings


def _buttons(table: Keys) -> ButtonsConfig:
    buttons = ButtonsConfig(end_turn=table.optional_pins("end_turn", ()))
    table.finish()
    return buttons


def _tile(table: Keys) -> TileConfig:
    files = tuple("abcdefghijklmnop")
    tile = TileConfig(
        port=table.text("port", ""),
        file=files.index(table.choice("file", "a", files)),
        rank=table.integer("rank", 1, 1, 16) - 1,
        turn=table.integer("turn", 0, 0, 3),
    )
    table.finish()
    return tile


def _panel(table: Keys) -> PanelConfig:
    usual = PanelConfig()
    panel = PanelConfig(
        address=table.text("address", usual.address), port=table.integer("port", usual.port, 0, 65535)
    )
    table.finish()
    return panel


def _data_dir(table: Keys, base: Path) -> Path:
    given = table.text("dir", "")
    table.finish()
    return base / Path(given).expanduser() if given else default_data_dir()


def _check_pins(config: Config) -> None:
    wires = [*config.reeds.rows, *config.reeds.columns, config.rings.pin, *config.buttons.end_turn]
    for pin in wires:
        if wires.count(pin) > 1:
            where = "reeds.rows, reeds.columns, rings.pin and buttons.end_turn"
            raise BadConfig(f"GPIO {pin} is used twice in {where}: give each wire a pin of its own")
    if config.board.driver == "gpio":
        _check_buses([*config.reeds.rows, *config.reeds.columns, *config.buttons.end_turn], config)
    elif config.board.driver == "mcp23017":
        _check_buses([*config.buttons.end_turn], config)


def _check_buses(pins: list[int], config: Config) -> None:
    """Pins that belong to a bus in use cannot be wires."""
    for pin in pins:
        if config.rings.pin == SPI_PIN and pin in _SPI_CHIP_SELECTS:
            raise BadConfig(f"GPIO {pin} belongs to SPI, which lights on GPIO 10 need: take GPIO 12, say, instead")
        if config.board.driver == "mcp23017" and pin in _I2C_PINS:
            raise BadConfig(f"GPIO {pin} belongs to I2C, which the MCP23017 chips need: take another pin")


def _check_board(config: Config) -> None:
    """A board must have its switches."""
    driver, squares = config.board.driver, config.board.files * config.board.ranks
    switches = reed_count(config)
    if switches is not None and switches < squares:
        what = f"{config.board.files}x{config.board.ranks} squares need {squares} switches, there are {switches}"
        where = "reeds.rows and reeds.columns" if driver == "gpio" else "reeds.addresses (16 for each)"
        raise BadConfig(f"{what} by {where}: mend those, or board.files and board.ranks")
    if driver == "tiles" and not config.tiles:
        raise BadConfig("the driver tiles needs a table [[tiles]] with a port for each tile")
    for number, tile in enumerate(config.tiles, 1):
        if not tile.port:
            raise BadConfig(f"tiles[{number}].port is missing: name its serial port, best one of /dev/serial/by-id")


def reed_count(config: Config) -> int | None:
    """How many switches the driver reads; ``None``: the driver knows itself."""
    if config.board.driver == "gpio":
        return len(config.reeds.rows) * len(config.reeds.columns)
    return 16 * len(config.reeds.addresses) if config.board.driver == "mcp23017" else None
