"""The unit file as systemd's own checkers see it, and the files beside it."""

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE_S

from daemon.config.schema import DRIVERS, Config, UpdateConfig, load_config
from daemon.peripherals.shutdown import request_file
from daemon.services.updates import ServiceUpdates
from hardware.drivers.registry import RINGS

SYSTEMD = Path(__file__).resolve().parents[2] / "systemd"
SCRIPTS = ("install", "remove", "update", "hotspot", "portal", "start", "started", "pawnlight", "lib.sh", "card/setup",
           "card/vendor-data")
Analyze = Callable[..., "subprocess.CompletedProcess[str]"]
EXPOSURE = 25
"""The most that `systemd-analyze security` may say, in tenths."""


@pytest.fixture
def analyze(tool: Callable[[str], str]) -> Analyze:
    """Runs `systemd-analyze`."""
    command = tool("systemd-analyze")
    return lambda *arguments: subprocess.run([command, *arguments], capture_output=True, text=True, timeout=PATIENCE_S)


@pytest.fixture
def root(fresh: Any, tmp_path: Path) -> Path:
    """A root with the installed service and the units of the system that the service refers to."""
    shutil.copytree(fresh[0].root, tmp_path / "root", symlinks=True, copy_function=os.link)
    unit = tmp_path / "root/etc/systemd/system/pawnlight.service"
    text = unit.read_text()
    unit.unlink()  # a link
    unit.write_text(text)
    shutil.copytree("/usr/lib/systemd/system", tmp_path / "root/usr/lib/systemd/system", symlinks=True)
    return tmp_path / "root"


def test_the_installed_unit_has_nothing_that_systemd_objects_to(root: Path, analyze: Analyze) -> None:
    for tool in ("rm", "systemctl"):
        (root / "usr/bin").mkdir(exist_ok=True)
        shutil.copy(f"/usr/bin/{tool}", root / "usr/bin")
    for unit in ("pawnlight-portal.socket", "pawnlight-portal@.service"):
        shutil.copy(SYSTEMD / unit, root / "etc/systemd/system")
    beside = [f"pawnlight-{name}.{kind}" for name in ("off", "update") for kind in ("path", "service")]
    ours = ("pawnlight.service", *beside)
    done = analyze("verify", f"--root={root}", *ours, "pawnlight-portal.socket", "pawnlight-portal@1.service")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [("systemd/start\n", "systemd/begin\n", "is not executable"), ("RestartSec=", "RestratSec=", "Unknown key")],
)
def test_the_check_finds_a_wrong_command_and_a_wrong_word(
    root: Path, analyze: Analyze, right: str, wrong: str, said: str
) -> None:
    unit = root / "etc/systemd/system/pawnlight.service"
    assert unit.read_text().count(right) == 1
    unit.write_text(unit.read_text().replace(right, wrong))
    assert said in analyze("verify", f"--root={root}", "pawnlight.service").stderr


@pytest.mark.parametrize("name", ["pawnlight.service", "pawnlight-portal@.service"])
def test_the_services_are_hardly_exposed(analyze: Analyze, name: str) -> None:
    unit = str(SYSTEMD / name)
    done = analyze("security", "--offline=yes", "--no-pager", f"--threshold={EXPOSURE}", unit)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_the_measure_of_exposure_can_fail(tmp_path: Path, analyze: Analyze) -> None:
    unit = tmp_path / "pawnlight.service"
    lines = (SYSTEMD / "pawnlight.service").read_text().splitlines()
    unit.write_text("\n".join(line for line in lines if not line.startswith(("SystemCallFilter", "User="))))
    assert analyze("security", "--offline=yes", "--no-pager", f"--threshold={EXPOSURE}", str(unit)).returncode == 1


def settings(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", (SYSTEMD / "pawnlight.service").read_text(), re.MULTILINE)


def test_the_service_is_not_root_and_sees_what_identifies_a_pi() -> None:
    """`ProcSubset=pid` would hide /proc/device-tree, by which the libraries of the drivers know the Pi."""
    assert settings("User") == ["pawnlight"] and settings("CapabilityBoundingSet") == [""]
    assert settings("ProcSubset") == []


def test_it_is_watched_and_started_again_without_end() -> None:
    assert (settings("Type"), settings("Restart")) == (["notify"], ["on-failure"])
    assert settings("StartLimitIntervalSec") == ["0"]
    assert int(settings("WatchdogSec")[0]) > 0


def test_only_the_devices_of_the_drivers_are_open() -> None:
    assert settings("DevicePolicy") == ["closed"]
    devices = {each.removeprefix("char-").removesuffix(" rw") for each in settings("DeviceAllow")}
    assert devices == {"gpiochip", "spi", "i2c", "ttyACM", "ttyUSB", "/dev/gpiomem", "/dev/pio0", "/dev/vcio"}


def test_what_systemd_waits_for_to_switch_off_is_the_file_that_the_program_makes() -> None:
    """%t is /run for system units: systemd.unit(5). The file is taken away before anything else is done: systemd looks
    again as soon as the unit has ended (systemd.path(5))."""
    (runtime,) = settings("RuntimeDirectory")
    request = request_file({"RUNTIME_DIRECTORY": f"/run/{runtime}"})
    path, off = ((SYSTEMD / f"pawnlight-off.{kind}").read_text() for kind in ("path", "service"))
    (watched,) = re.findall(r"^PathExists=(.*)$", path, re.MULTILINE)
    assert Path(watched.replace("%t", "/run")) == request
    assert re.findall(r"^ExecStart=\S+ (.*)$", off, re.MULTILINE) == [f"-f {watched}", "--no-block poweroff"]
    assert "pawnlight-off.path" in settings("Wants")[0].split() and "PartOf=pawnlight.service\n" in path


def test_what_systemd_waits_for_to_update_is_the_file_that_the_program_makes(tmp_path: Path) -> None:
    """And the one that stands there while an update is under way, so that a power cut is followed by its end."""
    path, service = ((SYSTEMD / f"pawnlight-update.{kind}").read_text() for kind in ("path", "service"))
    asked, under_way = re.findall(r"^PathExists=(.*)$", path, re.MULTILINE)
    runtime, state = tmp_path / "run/pawnlight", tmp_path / "var/lib/pawnlight"
    runtime.mkdir(parents=True)
    ServiceUpdates(UpdateConfig(), {"RUNTIME_DIRECTORY": str(runtime), "STATE_DIRECTORY": str(state)}).look()
    assert (tmp_path / asked.replace("%t", "run")).read_text() == "look\n"
    (own,) = re.findall(r"^StateDirectory=(.*)$", service, re.MULTILINE)
    assert under_way == f"/var/lib/{own}/under-way"
    assert "pawnlight-update.path" in settings("Wants")[0].split() and "PartOf=pawnlight.service\n" in path


def test_everything_that_the_scripts_write_is_open_to_updates() -> None:
    """`ProtectSystem=strict` closes all but what the unit names, so each place in lib.sh lies in one of those."""
    service = (SYSTEMD / "pawnlight-update.service").read_text()
    (opened,) = re.findall(r"^ReadWritePaths=(.*)$", service, re.MULTILINE)
    (own,) = re.findall(r"^StateDirectory=(.*)$", service, re.MULTILINE)
    allowed = [Path(each.lstrip("-")) for each in opened.split()] + [Path("/var/lib") / own]
    script = f'set -a; . "{SYSTEMD}/lib.sh"; set_paths ""; env'
    done = subprocess.run(["bash", "-c", script], env={"PATH": os.environ["PATH"]}, capture_output=True, text=True,
                          timeout=PATIENCE_S, check=True)
    names = re.findall(r"^  (\w+)=\$root/", (SYSTEMD / "lib.sh").read_text(), re.MULTILINE)
    places = {name: Path(place) for name, _, place in (line.partition("=") for line in done.stdout.splitlines())}
    assert names
    assert [name for name in names if not any(places[name].is_relative_to(each) for each in allowed)] == []


def test_lgpio_gets_a_directory_that_it_may_write() -> None:
    assert settings("Environment") == ["LG_WD=%t/pawnlight"] and settings("RuntimeDirectory") == ["pawnlight"]


# --- the files beside the unit -----------------------------------------------------------------------------------


def test_the_scripts_pass_shellcheck(tool: Callable[[str], str]) -> None:
    done = subprocess.run(
        [tool("shellcheck"), "--external-sources", *(f"systemd/{name}" for name in SCRIPTS)],
        cwd=SYSTEMD.parent, capture_output=True, text=True, timeout=PATIENCE_S,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_every_script_is_among_the_checked() -> None:
    files = [path for path in SYSTEMD.rglob("*") if path.is_file()]
    bash = {str(path.relative_to(SYSTEMD)) for path in files if "bash" in path.read_text().partition("\n")[0]}
    assert bash == set(SCRIPTS)


def test_the_sample_configuration_changes_nothing() -> None:
    config = load_config(SYSTEMD / "config.toml")
    assert config == Config()


def test_the_sample_configuration_shows_every_setting_with_its_default(tmp_path: Path) -> None:
    """Taking every comment sign away that stands before a setting gives the defaults again; tiles and branches have
    none."""
    sample = (SYSTEMD / "config.toml").read_text()
    blocks = [block for block in sample.split("\n\n") if "[[" not in block]
    text = re.sub(r"^#(\w+ = )", r"\1", "\n\n".join(blocks), flags=re.MULTILINE)
    (tmp_path / "config.toml").write_text(text)
    assert load_config(tmp_path / "config.toml") == Config()
    shown = {table: set(settings) for table, settings in tomllib.loads(text).items()}
    tables = [(each.name, getattr(Config(), each.name)) for each in fields(Config)]
    assert shown == {name: settings_of(table) for name, table in tables if is_dataclass(table)}


@pytest.mark.parametrize(("table", "drivers"), [("board", DRIVERS), ("rings", tuple(RINGS))])
def test_the_sample_configuration_names_every_driver(table: str, drivers: tuple[str, ...]) -> None:
    sample = (SYSTEMD / "config.toml").read_text()
    (comment,) = re.findall(rf"^\[{table}\]\n((?:#.*\n)*?)#driver = ", sample, re.M)
    assert sorted(re.findall(r'^#   "([^"]+)": ', comment, re.M)) == sorted(drivers)


def settings_of(table: Any) -> set[str]:
    """The keys of a table, those of drivers among them."""
    options = set(getattr(table, "options", {}))
    return {each.name for each in fields(table)} - {"options"} | options


def test_the_rule_for_tiles_names_the_pico_and_keeps_modem_commands_away() -> None:
    lines = (SYSTEMD / "70-pawnlight.rules").read_text().splitlines()
    (rule,) = [line for line in lines if "tty" in line and not line.startswith("#")]
    wanted = {'ATTRS{idVendor}=="2e8a"', 'ATTRS{idProduct}=="0005"', 'ENV{ID_MM_PORT_IGNORE}="1"'}
    assert wanted <= set(rule.split(", "))


def test_the_rule_for_the_pi_5_gives_its_lights_to_the_group_of_the_pins() -> None:
    lines = (SYSTEMD / "70-pawnlight.rules").read_text().splitlines()
    (rule,) = [line for line in lines if "pio" in line and not line.startswith("#")]
    assert rule.split(", ") == ['SUBSYSTEM=="*-pio"', 'GROUP="gpio"', 'MODE="0660"']
    assert "--subsystem-match='*-pio'" in (SYSTEMD / "lib.sh").read_text(), "asked for at once, not after a restart"
