"""The boot settings that a board needs: shown, asked, written, with a copy of the old files."""

import io
import resource
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from daemon.config.schema import Config, load_config
from daemon.workshop.checks.boot_settings import BootFilesLeft, set_boot_files
from daemon.workshop.checks.health import MODEL
from hardware.boot_files import CMDLINE, CONFIG

BOOT = {CONFIG: "[pi4]\narm_boost=1\n[all]\n#dtparam=spi=on", CMDLINE: "console=tty1 root=/dev/mmcblk0p2 rootwait\n"}


class Terminal(io.StringIO):
    """Somebody who can be asked."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """The root of a Raspberry Pi 4."""
    for name, text in {MODEL: "Raspberry Pi 4 Model B Rev 1.2\0", **BOOT}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def configured(pi: Path, text: str) -> Config:
    (pi / "config.toml").write_text(text)
    return load_config(pi / "config.toml")


def said(pi: Path, text: str = "", may_write: bool | None = True, lines: io.StringIO | None = None) -> tuple[bool, str]:
    out = io.StringIO()
    return set_boot_files(configured(pi, text), pi, may_write, lines or io.StringIO(), out), out.getvalue()


def boot(pi: Path) -> dict[str, str]:
    return {name: (pi / name).read_text() for name in BOOT}


def files(pi: Path) -> list[str]:
    return sorted(path.name.partition(".txt")[0] for path in (pi / CONFIG).parent.iterdir())


def test_reeds_and_rings_that_have_an_option_of_the_same_name_each_get_their_own(pi: Path) -> None:
    config = configured(pi, '[board]\ndriver = "74hc165"\n[reeds]\nspi_bus = 1')
    rings = replace(config.rings, options={**config.rings.options, "spi_bus": 0})
    set_boot_files(replace(config, rings=rings), pi, True, io.StringIO(), io.StringIO())
    assert "dtoverlay=spi1-1cs" in boot(pi)[CONFIG]


def test_the_change_is_shown_written_once_and_kept_as_it_was(pi: Path) -> None:
    done, told = said(pi, '[board]\ndriver = "mcp23017"')
    assert done and "+dtparam=spi=on" in told and "+dtparam=i2c_arm=on" in told and "+core_freq_min=500" in told
    assert "rootwait spidev.bufsiz=8192" in told and told.endswith("put it in force: sudo reboot\n")
    kept = [path for path in (pi / CONFIG).parent.iterdir() if path.name not in ("config.txt", "cmdline.txt")]
    assert sorted(path.read_text() for path in kept) == sorted(BOOT.values())
    after = boot(pi)
    assert said(pi, '[board]\ndriver = "mcp23017"') == (True, "The boot files have all that this board needs.\n")
    assert boot(pi) == after and len(files(pi)) == 4


@pytest.mark.parametrize(
    ("answer", "written"), [("y\n", True), ("Yes\n", True), ("\n", False), ("n\n", False), ("", False)]
)
def test_nothing_is_written_without_a_yes(pi: Path, answer: str, written: bool) -> None:
    done, told = said(pi, may_write=None, lines=Terminal(answer))
    assert done == written == (boot(pi) != BOOT)
    assert ("Nothing was changed" in told) == (not written)


def test_where_nobody_can_be_asked_it_is_only_shown(pi: Path) -> None:
    done, told = said(pi, may_write=None, lines=io.StringIO("y\n"))
    assert not done and "+dtparam=spi=on" in told and boot(pi) == BOOT and len(files(pi)) == 2


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ("", True),  # nothing is wired up yet: the lights count as they would be
        ("[rings]\npin = 18", False),
        ("[rings]\npixels = 1", True),
        ('[board]\ndriver = "tiles"\n[[tiles]]\nport = "/dev/ttyACM0"', False),
        ('[board]\ndriver = "74hc165"\n[rings]\npin = 12', True),
    ],
)
def test_only_what_the_board_needs_is_set(pi: Path, text: str, lacks: bool) -> None:
    _, told = said(pi, text, may_write=False)
    assert ("lack this" in told) == lacks
    assert ("bufsiz" in told) == (text == "")


def test_other_computers_have_nothing_to_set(pi: Path, tmp_path: Path) -> None:
    (pi / MODEL).unlink()
    assert said(pi) == (True, "The boot files have all that this board needs.\n")


def test_a_file_that_cannot_be_written_is_left_whole(pi: Path) -> None:
    """The limit of the process stands for a card that is full, or read-only."""
    call = ["-m", "daemon", "boot-settings", "--yes", "--root", str(pi), "--config", str(pi / "config.toml")]
    configured(pi, "")
    done = subprocess.run(
        [sys.executable, "-B", *call], capture_output=True, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8)),
    )
    assert done.returncode == 1 and "was left as it is" in done.stderr
    assert boot(pi) == BOOT and len(files(pi)) == 2


def test_a_file_that_cannot_be_read_is_named(pi: Path) -> None:
    (pi / CMDLINE).unlink()
    with pytest.raises(BootFilesLeft, match="cmdline.txt was left as it is"):
        said(pi)
