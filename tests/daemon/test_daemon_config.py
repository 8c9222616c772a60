"""The builder's configuration: what is right is read, what is wrong is refused in a sentence."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from daemon.base.errors import BadConfig
from daemon.boards.factory import branches_of
from daemon.config.branches import as_ranges, rings_in
from daemon.config.schema import DRIVERS, BranchConfig, Config, EngineConfig, TileConfig, load_config, parse_config
from hardware.driver_info import Bus, RingsDriver
from hardware.drivers.registry import RINGS
from hardware.lights.power import Branch

FULL = """
[board]
driver = "simulated"
files = 10
ranks = 16

[reeds]
rows = [4, 5]
columns = [6, 7, 8]

[rings]
pixels = 16
pin = 18
supply_a = 4

[panel]
address = "127.0.0.1"
port = 8090

[data]
dir = "games"
"""


BRANCH = '[[branches]]\nrings = "{}"\nfuse_a = {}\n'


def config_of(text: str) -> Config:
    return parse_config(tomllib.loads(text), Path("/somewhere"))


def test_every_setting_is_read() -> None:
    config = config_of(FULL)
    assert (config.board.driver, config.board.files, config.board.ranks) == ("simulated", 10, 16)
    assert (config.reeds.options["rows"], config.reeds.options["columns"]) == ((4, 5), (6, 7, 8))
    assert (config.rings.pixels, config.rings.options["pin"], config.rings.supply_a) == (16, 18, 4.0)
    assert (config.panel.address, config.panel.port) == ("127.0.0.1", 8090)


def test_the_wires_of_a_board_are_read() -> None:
    config = config_of(
        '[board]\ndriver = "gpio"\n[reeds]\ngroup_reads = true\norder = "serpentine"\nmirrored = true\n'
        '[rings]\ncolours = "RGB"\norder = "files"\nmirrored = true\n[buttons]\nend_turn = [18, 9]\n'
    )
    assert config.reeds.options["group_reads"]
    assert (config.reeds.order, config.reeds.mirrored) == ("serpentine", True)
    assert (config.rings.options["colours"], config.rings.order, config.rings.mirrored) == ("RGB", "files", True)
    assert config.buttons.end_turn == (18, 9)


def test_the_default_wires_leave_the_pins_of_buses_free() -> None:
    """GPIO 2 and 3 are I2C, 7 to 11 SPI, 14 and 15 the serial line."""
    reeds = config_of('[board]\ndriver = "gpio"').reeds.options
    assert not {2, 3, 7, 8, 9, 10, 11, 14, 15} & {*reeds["rows"], *reeds["columns"]}
    assert len({*reeds["rows"], *reeds["columns"]}) == 16


def test_tiles_are_read() -> None:
    config = config_of(
        '[board]\ndriver = "tiles"\nfiles = 16\n[[tiles]]\nport = "/dev/tile0"\n'
        '[[tiles]]\nport = "/dev/tile1"\nfile = "i"\nrank = 1\nturn = 2\n'
    )
    assert config.tiles == (TileConfig("/dev/tile0"), TileConfig("/dev/tile1", 8, 0, 2))


def test_branches_of_the_lights_are_read() -> None:
    config = config_of(
        '[board]\nfiles = 4\nranks = 2\n[[branches]]\nrings = "1-3, 8"\nfuse_a = 5\n'
        '[[branches]]\nrings = "7,6-4"\nfuse_a = 7.5\n'
    )
    assert config.branches == (BranchConfig((0, 1, 2, 7), 5.0), BranchConfig((3, 4, 5, 6), 7.5))
    assert branches_of(config) == (Branch((0, 1, 2, 7), 5.0), Branch((3, 4, 5, 6), 7.5))


@pytest.mark.parametrize("rings", [(0,), (0, 1), (3, 7, 8, 9, 63), tuple(range(64))])
def test_ranges_of_rings_are_written_as_they_are_read(rings: tuple[int, ...]) -> None:
    assert rings_in(as_ranges(rings)) == rings


def test_engines_are_read() -> None:
    config = config_of(
        '[[engine]]\nname = "Mine"\ncommand = ["/opt/mine", "--uci"]\ngames = ["chess"]\n'
        'options = { Hash = 32, "Own Book" = true, Style = "wild" }\n[[engine]]\nname = "Other"\ncommand = ["other"]\n'
    )
    options = (("Hash", "32"), ("Own Book", "true"), ("Style", "wild"))
    assert config.engines == (
        EngineConfig("Mine", ("/opt/mine", "--uci"), ("chess",), options), EngineConfig("Other", ("other",)))


def test_chips_are_read() -> None:
    config = config_of('[board]\ndriver = "mcp23017"\n[reeds]\naddresses = [0x20, 0x21, 0x22, 0x24]')
    assert config.reeds.options["addresses"] == (32, 33, 34, 36)


def test_pins_of_a_driver_that_is_not_in_use_are_free() -> None:
    assert config_of('[board]\ndriver = "mcp23017"\n[buttons]\nend_turn = [4, 21]').buttons.end_turn == (4, 21)


def test_a_relative_data_directory_starts_beside_the_file() -> None:
    assert config_of(FULL).data_dir == Path("/somewhere/games")


def test_what_is_left_out_takes_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/xdg")
    config = config_of("")
    assert (config.board.files, config.panel.port, config.rings.pixels) == (8, 8080, 12)
    assert config.data_dir == Path("/xdg/pawnlight")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[bord]\nfiles = 8", "bord is not known here: did you mean board?"),
        ("[panel]\nprot = 80", "panel.prot is not known here: did you mean port?"),
        ("[panel]\nzzz = 80", "panel.zzz is not known here: there are address, port, names, address_shown, "
         "prefix, proxy"),
        ("board = 8", "board must be a table, written [board], not 8"),
        ('[board]\ndriver = "wood"', f"board.driver must be one of {', '.join(DRIVERS)}, not 'wood'"),
        ("[board]\nfiles = 17", "board.files must be a whole number from 1 to 16, not 17"),
        ("[board]\nranks = true", "board.ranks must be a whole number from 1 to 16, not True"),
        ("[rings]\npixels = 0", "rings.pixels must be a whole number from 1 to 24, not 0"),
        ("[rings]\nsupply_a = 0", "rings.supply_a must be a number from 0.1 to 200, not 0"),
        ("[rings]\npin = 28", "rings.pin must be a GPIO number from 0 to 27, not 28"),
        ("[reeds]\nrows = [1, 99]", "reeds.rows must be a list of 1 to 16 GPIO numbers from 0 to 27, not [1, 99]"),
        ('[board]\ndriver = "gpio"\n[reeds]\nrows = [10]', "GPIO 10 is used twice in reeds.rows, rings.pin: give each"),
        ("[reeds]\ngroup_reads = 1", "reeds.group_reads must be true or false, not 1"),
        ("[reeds]\naddresses = [0x28]", "reeds.addresses must be a list of 1 to 8 different addresses from 0x20"),
        ("[reeds]\naddresses = [32, 32]", "reeds.addresses must be a list of 1 to 8 different addresses"),
        ('[reeds]\norder = "spiral"', "reeds.order must be one of rows, serpentine, files, not 'spiral'"),
        ('[rings]\ncolours = "RGBW"', "rings.colours must be one of GRB, RGB, RBG, GBR, BRG, BGR, not 'RGBW'"),
        ("[rings]\nmirrored = 0", "rings.mirrored must be true or false, not 0"),
        ('[board]\ndriver = "gpio"\n[buttons]\nend_turn = [4]', "GPIO 4 is used twice in buttons.end_turn, reeds.rows"),
        ("[buttons]\nend_turn = 4", "buttons.end_turn must be a list of up to 16 GPIO numbers from 0 to 27, not 4"),
        ('[board]\ndriver = "gpio"\n[reeds]\ncolumns = [7]', "GPIO 7 belongs to SPI, which lights on GPIO 10 need"),
        ('[board]\ndriver = "gpio"\n[reeds]\nrows = [4]', "8x8 squares need 64 switches, there are 8"),
        ('[board]\ndriver = "mcp23017"\n[reeds]\naddresses = [32]', "there are 16 by reeds.addresses"),
        ('[board]\ndriver = "mcp23017"\n[buttons]\nend_turn = [2]', "GPIO 2 belongs to I2C"),
        (
            '[board]\ndriver = "74hc165"\n[reeds]\nspi_bus = 0',
            "GPIO 10 belongs to SPI 0, which the shift registers need: take another pin",
        ),
        ('[board]\ndriver = "74hc165"\n[reeds]\nload_pin = 20', "GPIO 20 belongs to SPI 1"),
        ("[reeds]\nspeed_khz = 5", "reeds.speed_khz must be a whole number from 10 to 5000 (kHz), not 5"),
        ('[board]\ndriver = "74hc165"\n[reeds]\nchips = 7', "there are 56 by reeds.chips (8 for each)"),
        ('[board]\ndriver = "tiles"', "the driver tiles needs a table [[tiles]] with a port for each tile"),
        ('[[tiles]]\nfile = "a"', "tiles[1].port is missing"),
        ('[[tiles]]\nport = "x"\nfile = "q"', "tiles[1].file must be one of a, b"),
        ('[[tiles]]\nport = "x"\nrank = 0', "tiles[1].rank must be a whole number from 1 to 16, not 0"),
        ('[[tiles]]\nport = "x"\nturn = 4', "tiles[1].turn must be a whole number from 0 to 3, not 4"),
        (BRANCH.format("1-64", 0), "branches[1].fuse_a must be a number from 0.1 to 40, not 0"),
        (BRANCH.format("1-64", -5), "branches[1].fuse_a must be a number from 0.1 to 40, not -5"),
        ('[[branches]]\nrings = "1-64"', "branches[1].fuse_a must be a number from 0.1 to 40, not 0.0"),
        ("[[branches]]\nfuse_a = 5", "branches[1].rings must be rings as they follow in the chain, the first is 1: 1"),
        (BRANCH.format("0-63", 5), "branches[1].rings must be rings as they follow in the chain"),
        (BRANCH.format("1-65", 5), "branches[1].rings names ring 65, and the chain has 64, one for each square: mend"),
        (BRANCH.format("1-16", 5) + BRANCH.format("17-40, 42-63", 5), "rings 41, 64 are in no branch: add them to"),
        (
            BRANCH.format("1-33", 5) + BRANCH.format("33-64", 5),
            "ring 33 is named twice in branches[1].rings, branches[2].rings: each ring has one fuse",
        ),
        (BRANCH.format("1-64, 8", 5), "ring 8 is named twice in branches[1].rings: each ring has one fuse"),
        (BRANCH.format("1-64", 1), "the rings of branches[1] draw 0.77 A even dark, and its fuse carries 0.75 A"),
        (
            '[board]\ndriver = "tiles"\n[[tiles]]\nport = "x"\n' + BRANCH.format("1-64", 5),
            "tiles light their rings themselves, an equal share of the supply each: take [[branches]] out",
        ),
        ('[tiles]\nport = "x"', "tiles must be tables, each written [[tiles]]"),
        ('[[engine]]\ncommand = ["x"]', "engine[1].name must be a name of up to 40 characters"),
        *((f'[[engine]]\nname = "{name}"\ncommand = ["x"]', "engine[1].name must be a name of at most 40 visible")
          for name in ("a\u200db", "a\ue000b", "\U0001f3f4\U000e0067")),
        ('[[engine]]\nname = "A"', "engine[1].command is missing"),
        ('[[engine]]\nname = "A"\ncommand = "x"', "engine[1].command must be a list of"),
        ('[[engine]]\nname = "A"\ncommand = ["x"]\ngames = ["go"]', "engine[1].games must be a list of any of"),
        ('[[engine]]\nname = "A"\ncommand = ["x"]\noptions = { Hash = 1.5 }', "engine[1].options must be a table of"),
        (2 * '[[engine]]\nname = "A"\ncommand = ["x"]\n', "as another engine's: give each a name of its own"),
        ("[panel]\nport = 65536", "panel.port must be a whole number from 0 to 65535, not 65536"),
        ("[club]\nborker = 1", "club.borker is not known here: did you mean broker?"),
        ('[club]\nbroker = "mqtt://home"', "club.broker must be the name or address of a computer, not 'mqtt://home'"),
        ("[club]\nport = 0", "club.port must be a whole number from 1 to 65535, not 0"),
        ('[club]\nprefix = "a/+"', "club.prefix must be words of letters, digits, - and _, with / between, not 'a/+'"),
        ("[club]\nswitches = true", "club.switches are for Home Assistant: set club.home_assistant = true as well"),
        ('[club]\nprefix = ""', "club.prefix must be words of letters"),
        ('[club]\nname = "  "', "club.name must be a name of up to 40 characters, not ''"),
        (f'[club]\nname = "{"x" * 41}"', "club.name: at most 40 characters are allowed"),
        ("[panel]\nnames = 'board.example.org'", "panel.names must be a list of names of computers"),
        ("[panel]\nnames = ['http://board.example.org']", "panel.names must be a list of names of computers"),
        ("[panel]\nnames = ['']", "panel.names must be a list of names of computers"),
        ("[panel]\nprefix = 'board'", "panel.prefix must be a path that begins with /"),
        ("[panel]\nprefix = '/a\"b'", "panel.prefix must be a path that begins with /"),
        ("[panel]\nproxy = 'localhost'", "panel.proxy must be the IP address of a computer"),
        ("[panel]\naddress_shown = '192.168.1.20:8080'", "panel.address_shown must be an address as https://"),
        ("[panel]\naddress_shown = 'ftp://board'", "panel.address_shown must be an address as https://"),
        ("[panel]\naddress_shown = 'https://a.example/b/'", 'set panel.prefix = "/b" as well, or take the path out'),
        ("[panel]\naddress = 1", "panel.address must be a text in quotes, not 1"),
    ],
)
def test_what_is_wrong_is_named_with_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(BadConfig) as caught:
        config_of(text)
    assert said in str(caught.value)


def with_lights_on(monkeypatch: pytest.MonkeyPatch, pin: int, bus: Bus) -> None:
    """There is a driver ``other`` of lights, on a bus that this pin belongs to."""
    other = replace(RINGS["neopixel"], name="other", options=(), buses=lambda options: {pin: bus})
    monkeypatch.setitem(cast("dict[str, RingsDriver]", RINGS), "other", other)


def test_two_drivers_on_a_bus_that_cannot_be_shared_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with_lights_on(monkeypatch, 18, Bus("SPI 1, which the pixels need"))
    said = (
        "GPIO 18 belongs to SPI 1, which the shift registers need, and to SPI 1, which the pixels need: "
        "give board.driver and rings.driver a bus each"
    )
    with pytest.raises(BadConfig, match=said):
        config_of('[board]\ndriver = "74hc165"\n[rings]\ndriver = "other"')
    assert config_of('[board]\ndriver = "74hc165"\n[reeds]\nspi_bus = 0\n[rings]\ndriver = "other"')


def test_chips_with_addresses_may_be_on_one_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    with_lights_on(monkeypatch, 2, Bus("I2C, which the pixels need", shared=True))
    assert config_of('[board]\ndriver = "mcp23017"\n[rings]\ndriver = "other"').rings.driver == "other"


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[panel]\nport = 8099\n")
    assert load_config(file).panel.port == 8099


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r"none\.toml cannot be read \(No such file.*: give --config a file"):
        load_config(tmp_path / "none.toml")


def test_where_a_proxy_shows_the_panel_is_read() -> None:
    written = """
        [panel]
        names = ["Board.example.org.", "board"]
        address_shown = "https://board.example.org/chess"
        prefix = "/chess/"
        proxy = "::1"
    """
    panel = parse_config(tomllib.loads(written), Path()).panel
    assert panel.names == ("board.example.org", "board")
    assert (panel.address_shown, panel.prefix, panel.proxy) == ("https://board.example.org/chess", "/chess", "::1")


@pytest.mark.parametrize("shown", ["", "board", "board.fritz.box", "192.168.1.20", "fd00::2", "http://[fd00::2]:81/"])
def test_an_address_that_is_shown_may_be_written_in_several_ways(shown: str) -> None:
    assert parse_config({"panel": {"address_shown": shown}}, Path()).panel.address_shown == shown


@pytest.mark.parametrize("content", [b"[panel\nport = 80", b"\xff\xfe"])
def test_a_file_that_is_not_toml_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(content)
    with pytest.raises(BadConfig, match=r"config\.toml: it is not (valid TOML|UTF-8)"):
        load_config(file)


@pytest.mark.parametrize(("written", "reason"), [
    (b"a = " + b"[" * 2_000 + b"]" * 2_000, "nested too deeply"),
    (b"a = " + b"{a=" * 2_000 + b"1" + b"}" * 2_000, "nested too deeply"),
    (b"[panel]\nport = " + b"9" * 5_000, "a number in it has too many digits"),
    (b"[panel]\nport = 0x" + b"f" * 5_000, "panel.port must be a whole number from 0 to 65535, not 0xfff"),
    (b"[board]\nfiles = 8\nfiles = 9", "'files = 9'. Mend the file there"),
    (b"[board]\nfiles = 8\nfiles = 9\nranks = 8\n", "'files = 9'. Mend the file there"),
    (b"[board]\n[board]", r"'\[board\]'. Mend the file there"),
    (b'[club]\n\nname = "B\xf6rd"', r"not UTF-8 \(at line 3\). Save the file as UTF-8"),
    (b'[data]\ndir = "~nosuchuser/x"', r"data\.dir: nobody knows the home in '~nosuchuser/x': write the whole path"),
    (b'[backup]\ndirectory = "~nosuchuser/x"', r"backup\.directory: nobody knows the home"),
    (b'[club]\nca_file = "~nosuchuser/x"', r"club\.ca_file: nobody knows the home"),
    (b"", None), (b"\xef\xbb\xbf[board]\nfiles = 8", None),
], ids=lambda given: ascii(given)[:40])
def test_whatever_is_in_the_file_is_read_or_refused_with_the_place_and_a_remedy(
    tmp_path: Path, written: bytes, reason: str | None
) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(written)
    if reason is None:
        assert load_config(file) == Config()
        return
    with pytest.raises(BadConfig, match=rf"config\.toml: .*{reason}") as refused:
        load_config(file)
    assert len(str(refused.value)) < len(str(file)) + 200


@pytest.mark.parametrize("host", ["broker", "broker.local", "192.168.1.7", "fd00::7", "fe80::1%eth0", "böse-burg.de"])
def test_a_broker_is_named_as_any_computer(host: str) -> None:
    club = config_of(f'[club]\nbroker = "{host}"').club
    assert (club.broker, club.port, club.tls, club.prefix, club.name) == (host, 1883, False, "pawnlight", "Pawnlight")


def test_files_of_a_club_lie_beside_the_configuration_and_tls_has_a_port_of_its_own() -> None:
    club = config_of('[club]\nbroker = "b"\ntls = true\nca_file = "ca.crt"\npassword_file = "/etc/secret"').club
    assert (club.port, club.ca_file, club.password_file) == (8883, Path("/somewhere/ca.crt"), Path("/etc/secret"))
    assert config_of('[club]\ntls = true\nport = 1234').club.port == 1234


def test_what_is_wrong_in_a_file_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[panel]\nport = -1\n")
    with pytest.raises(BadConfig, match=r"config\.toml: panel\.port must be"):
        load_config(file)


def test_without_a_file_the_usual_one_is_read_if_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load_config(None) == Config()
    (tmp_path / "pawnlight").mkdir()
    (tmp_path / "pawnlight" / "config.toml").write_text("[panel]\nport = 8123\n")
    assert load_config(None).panel.port == 8123
