"""The first start from a card that sets itself up. What it calls of the system is played by small programs."""

import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from waiting import PATIENCE_S

CARD = Path(__file__).resolve().parents[2] / "systemd" / "card"
NOTING = '#!/bin/sh\necho "${0##*/} $*" >> "$NOTED"\n'
INSTALLING = NOTING + """
cat "$SETUP_ROOT/etc/pawnlight/config.toml" >> "$NOTED" 2> /dev/null
[ -z "$BOOT_CHANGES" ] || echo dtparam=spi=on >> "$SETUP_ROOT/boot/firmware/config.txt"
"""


@dataclass
class FirstStart:
    """A system that has just been written, with its card in it."""

    root: Path
    env: dict[str, str] = field(default_factory=dict)

    @property
    def work(self) -> Path:
        return self.root / "var/lib/pawnlight-setup"

    @property
    def noted(self) -> list[str]:
        """The calls so far, in order."""
        return (self.root / "noted").read_text().splitlines()

    def card(self, *arguments: str) -> int:
        """Run the script on the card."""
        return self._run(self.root / "boot/firmware/pawnlight/setup", *arguments)

    def unit(self) -> int:
        """Run what the unit of systemd runs."""
        (line,) = (line for line in self._unit_lines() if line.startswith("ExecStart="))
        _, place, how = line.removeprefix("ExecStart=").split()
        return self._run(self.root / place.removeprefix("/"), how)

    def _unit_lines(self) -> list[str]:
        return (self.root / "etc/systemd/system/pawnlight-setup.service").read_text().splitlines()

    def _run(self, script: Path, *arguments: str) -> int:
        env = {"PATH": f"{self.root / 'stubs'}:{os.environ['PATH']}", "SETUP_ROOT": str(self.root),
               "NOTED": str(self.root / "noted"), "BOOT_CHANGES": "", **self.env}
        done = subprocess.run(["bash", str(script), *arguments], env=env, capture_output=True, text=True,
                              timeout=PATIENCE_S)
        return done.returncode


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def start(tmp_path: Path) -> FirstStart:
    """A card whose program has an installer that only notes that it was called."""
    for name in ("systemctl", "apt-get", "raspi-config"):
        program(tmp_path / "stubs" / name, NOTING)
    folder = tmp_path / "boot/firmware/pawnlight"
    shutil.copytree(CARD, folder, ignore=shutil.ignore_patterns("vendor-data"))
    program(tmp_path / "checkout/systemd/install", INSTALLING)
    with tarfile.open(folder / "source.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "checkout", ".")
    (tmp_path / "boot/firmware/config.txt").write_text("arm_64bit=1\n")
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/hostname").write_text("queen\n")
    (tmp_path / "noted").touch()
    return FirstStart(tmp_path)


def calls(start: FirstStart, name: str) -> list[str]:
    return [line for line in start.noted if line.startswith(name)]


def test_what_the_card_prepares_systemd_runs_at_the_next_start_without_the_card_s_partition(start: FirstStart) -> None:
    assert start.card("prepare") == 0
    assert start.noted == [f"systemctl --root={start.root} --quiet enable pawnlight-setup.service"]
    shutil.rmtree(start.root / "boot/firmware/pawnlight")
    assert start.unit() == 0
    assert len(calls(start, "install")) == 1 and "--boot-settings" in calls(start, "install")[0]
    assert not start.work.exists() and not (start.root / "etc/systemd/system/pawnlight-setup.service").exists()
    assert (start.root / "opt/pawnlight/source/systemd/install").exists(), "for going back, and the board's own Wi-Fi"


def test_where_the_system_is_up_it_begins_at_once(start: FirstStart) -> None:
    assert start.card("prepare", "--now") == 0
    assert start.noted[-1] == "systemctl --no-block start pawnlight-setup.service"


def test_a_configuration_and_a_wi_fi_of_its_own_go_along(start: FirstStart) -> None:
    folder = start.root / "boot/firmware/pawnlight"
    (folder / "config.toml").write_text("# mine\n")
    (folder / "hotspot").write_text("\n")
    start.card("prepare")
    assert start.unit() == 0
    assert "--boot-settings --hotspot" in calls(start, "install")[0] and "# mine" in start.noted


def test_what_updates_need_is_installed_too(start: FirstStart) -> None:
    """The tools that `update` gives up without."""
    needed = re.findall(r"sudo apt-get install ([\w -]+)\"", (CARD.parent / "update").read_text())
    start.card("prepare")
    assert start.unit() == 0
    (fetched,) = [line.split() for line in calls(start, "apt-get install")]
    assert needed and {name for each in needed for name in each.split()} <= set(fetched)


def test_a_configuration_that_is_there_is_kept(start: FirstStart) -> None:
    (start.root / "boot/firmware/pawnlight/config.toml").write_text("# mine\n")
    (start.root / "etc/pawnlight").mkdir()
    (start.root / "etc/pawnlight/config.toml").write_text("# older\n")
    start.card("prepare")
    assert start.unit() == 0 and "# older" in start.noted and "# mine" not in start.noted


@pytest.mark.parametrize(("name", "named"), [("raspberrypi", True), ("queen", False)])
def test_a_name_from_imager_is_kept(start: FirstStart, name: str, named: bool) -> None:
    (start.root / "etc/hostname").write_text(f"{name}\n")
    start.card("prepare")
    assert start.unit() == 0
    assert calls(start, "raspi-config") == ["raspi-config nonint do_hostname pawnlight"] * named


@pytest.mark.parametrize("changed", ["yes", ""])
def test_it_starts_again_only_to_put_boot_settings_in_force(start: FirstStart, changed: str) -> None:
    start.env["BOOT_CHANGES"] = changed
    start.card("prepare")
    assert start.unit() == 0
    assert (start.noted[-1] == f"systemctl --root={start.root} reboot") == bool(changed)


@pytest.mark.parametrize("failing", ["apt-get", "raspi-config"])
def test_without_a_network_nothing_is_given_up(start: FirstStart, failing: str) -> None:
    """systemd runs it again until it succeeds; whatever it left half done is done anew."""
    (start.root / "etc/hostname").write_text("raspberrypi\n")
    program(start.root / "stubs" / failing, "#!/bin/sh\nexit 100\n")
    start.card("prepare")
    assert start.unit() != 0 and start.unit() != 0
    assert calls(start, "install") == [] and start.work.exists()
    program(start.root / "stubs" / failing, NOTING)
    assert start.unit() == 0 and len(calls(start, "install")) == 1


def test_an_installation_that_fails_is_tried_again(start: FirstStart) -> None:
    start.card("prepare")
    with tarfile.open(start.work / "source.tar.gz", "w:gz") as archive:
        program(start.root / "broken/systemd/install", NOTING + "exit 1\n")
        archive.add(start.root / "broken", ".")
    assert start.unit() != 0 and start.work.exists() and calls(start, "systemctl --root")[1:] == []


def test_systemd_has_nothing_to_object_to(start: FirstStart, tool: Callable[[str], str]) -> None:
    start.card("prepare")
    program(start.root / "bin/bash", "")
    shutil.copytree("/usr/lib/systemd/system", start.root / "usr/lib/systemd/system", symlinks=True)
    done = subprocess.run([tool("systemd-analyze"), "verify", f"--root={start.root}", "pawnlight-setup.service"],
                          capture_output=True, text=True, timeout=PATIENCE_S)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_cloud_init_s_script_calls_what_the_card_holds() -> None:
    (line,) = [line for line in (CARD / "vendor-data").read_text().splitlines() if "setup" in line and line[0] != "#"]
    assert line.split()[1:] == ["bash", "/boot/firmware/pawnlight/setup", "prepare", "--now"]
