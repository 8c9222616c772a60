"""The builder's ``config.toml``: the hardware, and the address of the panel. Read, never written by the program."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import platformdirs

from daemon.base.errors import BadConfig
from daemon.config.branches import RANGES, RANGES_WORDS, check_branches, rings_in
from daemon.config.toml_reader import Keys, read_toml, setting
from engine.core.json_fields import check
from engine.core.pieces import Seat
from engine.core.squares import FILE_LETTERS
from engine.records.computer_levels import ENGINE_NAME
from engine.registry import game_ids
from hardware.driver_info import Bus, Options, ReedsDriver, defaults
from hardware.drivers.registry import REEDS, RINGS
from hardware.lights.power import FUSE_SHARE, IDLE_PIXEL_MA

DRIVERS = ("simulated", *REEDS, "tiles")
"""The boards that have a driver."""
ORDERS = ("rows", "serpentine", "files")
"""Orders of wiring the squares, from a1 on: each rank from the left, ranks there and back, each file upwards."""

TLS_PORT = 8883
"""The usual port of brokers for TLS."""
_HOST = re.compile(r"([\w-]{1,63}(\.[\w-]{1,63})*\.?|[0-9A-Fa-f:.]+(%\w+)?)?")
_PREFIX = re.compile(r"[\w-]{1,40}(/[\w-]{1,40}){0,3}", re.ASCII)

_WORD = re.compile(r"[^\x00-\x1f\x7f]{1,1000}")

_LABEL = r"[A-Za-z0-9_-]{1,63}"
_NAME = re.compile(rf"{_LABEL}(\.{_LABEL})*\.?")
_STEPS = r"(/[A-Za-z0-9._~-]{1,100})"
_PATH = re.compile(rf"({_STEPS}+/?)?")
_IP = re.compile(r"(\d{1,3}(\.\d{1,3}){3}|[0-9A-Fa-f]{0,4}(:[0-9A-Fa-f]{0,4}){2,7})?")
_SHOWN = re.compile(
    rf"{_IP.pattern}|{_NAME.pattern}|https?://({_NAME.pattern}|\[[0-9A-Fa-f:]+\])(:\d{{1,5}})?{_STEPS}*/?"
)
_SHOWN_WORDS = "an address as https://board.example.org/, or the name or IP address of a computer"

_SOURCE = re.compile(r"((https|file)://[^\s]+|/[^\x00-\x1f]*)?")
_SOURCE_WORDS = "an address as https://git.example.org/pawnlight.git, or a folder, from / on"

_FILES: Final = tuple(FILE_LETTERS)

SOUNDS = ("illegal", "confirmed", "your_turn", "clock")
"""The sounds of a piezo."""


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """The board: its driver, and its numbers of files and ranks (1–16 each)."""

    driver: str = setting("simulated", Keys.choice, choices=DRIVERS)
    files: int = setting(8, Keys.integer, low=1, high=16)
    ranks: int = setting(8, Keys.integer, low=1, high=16)


@dataclass(frozen=True, slots=True)
class ReedsConfig:
    """The switches.

    ``options``: of all drivers of reeds, complete. ``order``: the squares over the switches, from the first on (see
    :data:`ORDERS`); ``mirrored``: the same seen from below. A board map from the wiring wizard overrules both.
    """

    options: Options = setting(partial(defaults, REEDS.values()), Keys.options, drivers=REEDS)
    order: str = setting("rows", Keys.choice, choices=ORDERS)
    mirrored: bool = setting(False, Keys.flag)


@dataclass(frozen=True, slots=True)
class RingsConfig:
    """The lights: pixels in each ring (1–24), the current of their supply in amperes, the order of the rings in the
    chain (``order``, ``mirrored``: see ``reeds``), their driver, and the options of all drivers of rings, complete."""

    pixels: int = setting(12, Keys.integer, low=1, high=24)
    supply_a: float = setting(2.0, Keys.number, low=0.1, high=200)
    driver: str = setting("neopixel", Keys.choice, choices=RINGS)
    options: Options = setting(partial(defaults, RINGS.values()), Keys.options, drivers=RINGS)
    order: str = setting("serpentine", Keys.choice, choices=ORDERS)
    mirrored: bool = setting(False, Keys.flag)


@dataclass(frozen=True, slots=True)
class BranchConfig:
    """A branch of the lights: the numbers of its rings in the chain, from 0, and the rating of its fuse in amperes."""

    rings: tuple[int, ...] = setting((), lambda table, key, usual: rings_in(
        table.matching(key, "", RANGES, RANGES_WORDS)))
    fuse_a: float = setting(0.0, Keys.number, low=0.1, high=40)


@dataclass(frozen=True, slots=True)
class ButtonsConfig:
    """GPIO numbers of push buttons, each from its pin to ground: those that end the turn of any seat, or one seat's
    alone, take back, pause and resume, and shut the computer down when they are held."""

    end_turn: tuple[int, ...] = setting((), Keys.optional_pins)
    end_turn_white: tuple[int, ...] = setting((), Keys.optional_pins)
    end_turn_red: tuple[int, ...] = setting((), Keys.optional_pins)
    end_turn_black: tuple[int, ...] = setting((), Keys.optional_pins)
    end_turn_blue: tuple[int, ...] = setting((), Keys.optional_pins)
    take_back: tuple[int, ...] = setting((), Keys.optional_pins)
    pause: tuple[int, ...] = setting((), Keys.optional_pins)
    power: tuple[int, ...] = setting((), Keys.optional_pins)

    def of_seat(self, seat: Seat) -> tuple[int, ...]:
        """Return the pins that end this seat's turn alone."""
        by_seat = {
            Seat.WHITE: self.end_turn_white, Seat.RED: self.end_turn_red, Seat.BLACK: self.end_turn_black,
            Seat.BLUE: self.end_turn_blue,
        }
        return by_seat[seat]


@dataclass(frozen=True, slots=True)
class BuzzerConfig:
    """GPIO numbers of piezos, each from its pin to ground, and their sounds (:mod:`daemon.peripherals.sounds`)."""

    pins: tuple[int, ...] = setting((), Keys.optional_pins)
    sounds: tuple[str, ...] = setting(SOUNDS, Keys.choices, choices=SOUNDS)


@dataclass(frozen=True, slots=True)
class TileConfig:
    """A tile: its serial port, the file and rank (from 0) of its corner square nearest to a1, and its quarter turns
    clockwise."""

    port: str = setting("", Keys.text)
    file: int = setting(0, lambda table, key, usual: _FILES.index(table.choice(key, _FILES[usual], _FILES)))
    rank: int = setting(0, lambda table, key, usual: table.integer(key, usual + 1, 1, 16) - 1)
    turn: int = setting(0, Keys.integer, low=0, high=3)


@dataclass(frozen=True, slots=True)
class PanelConfig:
    """The panel: the ``address`` and the ``port`` on which it listens (``::``: all addresses of this machine; port 0:
    any free one).

    ``names``: host names to which it answers besides those of a home, in lower case. ``address_shown``: the address
    that it announces, in print and as a QR code; empty: its best guess. ``prefix``: the path below which a proxy shows
    it; ``proxy``: the address of a proxy that is trusted to say who asks.
    """

    address: str = setting("::", Keys.text)
    port: int = setting(8080, Keys.integer, low=0, high=65535)
    names: tuple[str, ...] = setting((), lambda table, key, usual: tuple(
        each.lower().removesuffix(".")
        for each in table.all_matching(key, usual, _NAME, "names of computers, as board.example.org")
    ))
    address_shown: str = setting("", Keys.matching, pattern=_SHOWN, allowed=_SHOWN_WORDS)
    prefix: str = setting("", lambda table, key, usual: table.matching(
        key, usual, _PATH, "a path that begins with /, as /board").rstrip("/"))
    proxy: str = setting("", Keys.matching, pattern=_IP, allowed="the IP address of a computer")


@dataclass(frozen=True, slots=True)
class BackupConfig:
    """The directory of the daily backups, on another medium; ``None``: in the data directory."""

    directory: Path | None = setting(None, Keys.path)


@dataclass(frozen=True, slots=True)
class UpdateConfig:
    """The place where new versions come from: the address of a git repository, or a folder with a bundle of one; empty:
    none. ``key``: the file that names those whose signed tags are installed (``allowed signers`` of ssh-keygen(1));
    ``None``: any tag is."""

    source: str = setting("", Keys.matching, pattern=_SOURCE, allowed=_SOURCE_WORDS)
    key: Path | None = setting(None, Keys.path)


@dataclass(frozen=True, slots=True)
class ClubConfig:
    """The MQTT broker where boards meet (docs/club.md); without ``broker`` nothing connects.

    ``user``: empty with a password: the board's id. ``prefix``: of all topics of the club; ``name``: of the board in
    the club. ``home_assistant``: true to publish its table there, and ``switches``: true to let it be paused and dimmed
    from there. ``watched``: true to publish its games for those who watch the club. ``results``: the database in which
    the panel of the club stores results; empty: a file of its own.
    """

    broker: str = setting("", Keys.matching, pattern=_HOST, allowed="the name or address of a computer")
    port: int = setting(1883, lambda table, key, usual: table.integer(
        key, TLS_PORT if table.flag("tls", False) else usual, 1, 65535))
    tls: bool = setting(False, Keys.flag)
    ca_file: Path | None = setting(None, Keys.path)
    user: str = setting("", Keys.text)
    password_file: Path | None = setting(None, Keys.path)
    prefix: str = setting(
        "pawnlight", Keys.matching, pattern=_PREFIX, allowed="words of letters, digits, - and _, with / between")
    name: str = setting("Pawnlight", Keys.name)
    home_assistant: bool = setting(False, Keys.flag)
    switches: bool = setting(False, Keys.flag)
    watched: bool = setting(False, Keys.flag)
    results: str = setting("", Keys.text)


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """An outside engine (docs/engines.md): its name on the form of a new game, its program with arguments, the ids of
    the games that it plays (none: all that engines can be told) and its own options. ``helps``: true if it also gives
    hints, warnings and reviews."""

    name: str = setting("", Keys.name)
    command: tuple[str, ...] = setting(
        (), Keys.all_matching, pattern=_WORD, allowed="the program and its arguments, in quotes each")
    games: tuple[str, ...] = setting((), lambda table, key, usual: table.choices(key, usual, game_ids()))
    options: tuple[tuple[str, str], ...] = setting((), Keys.values)
    helps: bool = setting(True, Keys.flag)


@dataclass(frozen=True, slots=True)
class Config:
    """Everything a builder decides."""

    board: BoardConfig = field(default_factory=BoardConfig)
    reeds: ReedsConfig = field(default_factory=ReedsConfig)
    rings: RingsConfig = field(default_factory=RingsConfig)
    branches: tuple[BranchConfig, ...] = ()
    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    buzzer: BuzzerConfig = field(default_factory=BuzzerConfig)
    tiles: tuple[TileConfig, ...] = ()
    panel: PanelConfig = field(default_factory=PanelConfig)
    backup: BackupConfig = field(default_factory=BackupConfig)
    update: UpdateConfig = field(default_factory=UpdateConfig)
    club: ClubConfig = field(default_factory=ClubConfig)
    engines: tuple[EngineConfig, ...] = ()
    data_dir: Path = field(default_factory=lambda: default_data_dir())


def default_data_dir() -> Path:
    """Return ``$XDG_DATA_HOME/pawnlight``."""
    return Path(platformdirs.user_data_dir("pawnlight", appauthor=False))


def default_config_file() -> Path:
    """Return ``$XDG_CONFIG_HOME/pawnlight/config.toml``."""
    return Path(platformdirs.user_config_dir("pawnlight", appauthor=False)) / "config.toml"


_TABLES: Final[Mapping[str, type[Any]]] = {
    "board": BoardConfig, "reeds": ReedsConfig, "rings": RingsConfig, "buttons": ButtonsConfig, "buzzer": BuzzerConfig,
    "panel": PanelConfig, "backup": BackupConfig, "update": UpdateConfig, "club": ClubConfig,
}
"""The tables of the file that stand there once."""


def load_config(path: Path | None) -> Config:
    """Load the configuration in a file; without one, that of :func:`default_config_file` if it exists, else the
    defaults.

    :raises BadConfig: the file cannot be read, or something in it is wrong.
    """
    if path is None:
        usual = default_config_file()
        return _read(usual) if usual.is_file() else Config()
    return _read(path)


def _read(path: Path) -> Config:
    try:
        return parse_config(read_toml(path.read_bytes()), path.parent)
    except OSError as error:
        remedy = "give --config a file that exists and that you may read"
        raise BadConfig(f"{path} cannot be read ({error.strerror}): {remedy}") from error
    except BadConfig as error:
        raise BadConfig(f"{path}: {error}") from error


def parse_config(data: Mapping[str, Any], base: Path) -> Config:
    """Read the configuration from tables of TOML. A relative directory starts at ``base``.

    :raises BadConfig: naming the table, the key, the value and what is allowed.
    """
    file = Keys("", data, base)
    config = Config(
        **{name: file.table(name).read(of) for name, of in _TABLES.items()},
        branches=tuple(table.read(BranchConfig) for table in file.tables("branches")),
        tiles=tuple(table.read(TileConfig) for table in file.tables("tiles")),
        engines=tuple(table.read(EngineConfig) for table in file.tables("engine")),
        data_dir=_data_dir(file.table("data")),
    )
    file.finish()
    _check_pins(config)
    _check_board(config)
    _check_club(config)
    _check_path(config.panel)
    _check_engines(config)
    return config


def _data_dir(table: Keys) -> Path:
    given = table.path("dir")
    table.finish()
    return given or default_data_dir()


def reeds_driver(config: Config) -> ReedsDriver | None:
    """Return the driver of the switches; ``None``: this computer does not read them itself."""
    return REEDS.get(config.board.driver)


def _check_pins(config: Config) -> None:
    """Check that no pin is used twice, and none that belongs to a bus in use."""
    reeds, rings = reeds_driver(config), RINGS[config.rings.driver]
    wires: dict[str, tuple[int, ...]] = {
        f"buttons.{each.name}": getattr(config.buttons, each.name) for each in fields(config.buttons)
    }
    wires["buzzer.pins"] = config.buzzer.pins
    buses: dict[int, Bus] = {}
    claimed_twice: dict[int, tuple[Bus, Bus]] = {}
    if reeds is not None:
        for table, driver, options in (("reeds", reeds, config.reeds.options), ("rings", rings, config.rings.options)):
            wires |= {f"{table}.{name}": pins for name, pins in driver.wires(options).items()}
            own = driver.buses(options)
            claimed_twice |= {pin: (buses[pin], own[pin]) for pin in sorted(buses.keys() & own.keys())}
            buses |= own
    used = [pin for pins in wires.values() for pin in pins]
    for pin in used:
        if used.count(pin) > 1:
            where = ", ".join(name for name, pins in wires.items() if pin in pins)
            raise BadConfig(f"GPIO {pin} is used twice in {where}: give each wire a pin of its own")
        if pin in buses:
            raise BadConfig(f"GPIO {pin} belongs to {buses[pin].words}: take another pin")
    for pin, both in claimed_twice.items():
        if not all(bus.shared for bus in both):
            what = f"GPIO {pin} belongs to {both[0].words}, and to {both[1].words}"
            raise BadConfig(f"{what}: give board.driver and rings.driver a bus each, or choose another of them")


def _check_club(config: Config) -> None:
    if config.club.switches and not config.club.home_assistant:
        raise BadConfig("club.switches are for Home Assistant: set club.home_assistant = true as well")


def _check_engines(config: Config) -> None:
    names = [engine.name for engine in config.engines]
    for number, engine in enumerate(config.engines, 1):
        check(f"engine[{number}].name", engine.name, ENGINE_NAME, lambda reason: BadConfig(str(reason)))
        if not engine.command:
            raise BadConfig(f'engine[{number}].command is missing: name its program, as ["/usr/games/stockfish"]')
        if names.count(engine.name) > 1:
            raise BadConfig(f"engine[{number}].name is {engine.name}, as another engine's: give each a name of its own")


def _check_path(panel: PanelConfig) -> None:
    path = urlsplit(panel.address_shown).path.rstrip("/") if "://" in panel.address_shown else ""
    if path not in ("", panel.prefix):
        remedy = f'set panel.prefix = "{path}" as well, or take the path out'
        raise BadConfig(f"panel.address_shown leads to {path}, where the panel does not know itself to be: {remedy}")


def _check_board(config: Config) -> None:
    """Check that a board has its switches, and its rings their fuses."""
    _check_switches(config, reeds_driver(config))
    if config.branches:
        _check_branches(config)
    if config.board.driver == "tiles" and not config.tiles:
        raise BadConfig("the driver tiles needs a table [[tiles]] with a port for each tile")
    for number, tile in enumerate(config.tiles, 1):
        if not tile.port:
            raise BadConfig(f"tiles[{number}].port is missing: name its serial port, best one of /dev/serial/by-id")


def _check_branches(config: Config) -> None:
    if config.board.driver == "tiles":
        remedy = "take [[branches]] out, and fuse each tile for its share of rings.supply_a"
        raise BadConfig(f"tiles light their rings themselves, an equal share of the supply each: {remedy}")
    check_branches([branch.rings for branch in config.branches], config.board.files * config.board.ranks)
    for number, branch in enumerate(config.branches, 1):
        dark_a, most_a = len(branch.rings) * config.rings.pixels * IDLE_PIXEL_MA / 1000, FUSE_SHARE * branch.fuse_a
        if dark_a >= most_a:
            what = f"the rings of branches[{number}] draw {dark_a:.2f} A even dark, and its fuse carries {most_a:.2f} A"
            raise BadConfig(f"{what} for long: fewer rings, or a larger fuse and wires that are made for it")


def _check_switches(config: Config, driver: ReedsDriver | None) -> None:
    squares = config.board.files * config.board.ranks
    if driver is not None and driver.count(config.reeds.options) < squares:
        switches = driver.count(config.reeds.options)
        what = f"{config.board.files}x{config.board.ranks} squares need {squares} switches, there are {switches}"
        raise BadConfig(f"{what} by {driver.counted_by}: mend those, or board.files and board.ranks")
