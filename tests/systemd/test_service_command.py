"""The command `pawnlight` as root types it: what tries the board runs within the limits that the service has."""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
UNIT = PROJECT / "systemd/pawnlight.service"
DROP_IN = "[Unit]\nAfter=a.service\n[Service]\n# more\nDeviceAllow=/dev/mem rw\nUser=root\nExecStartPre=/bin/true\n"
TELL = '#!/bin/sh\nfor each; do printf "%s\\n" "$each"; done\n'

Typed = Callable[..., list[str]]


@pytest.fixture
def typed(tmp_path: Path) -> Typed:
    """Types it as root on a machine with systemd, and tells what is run then, word by word."""
    tools, release = tmp_path / "tools", tmp_path / "release"
    (tmp_path / "run/systemd/system").mkdir(parents=True)
    (release / "systemd").mkdir(parents=True)
    (release / "bin").mkdir()
    command = release / "systemd/pawnlight"
    command.write_text((PROJECT / "systemd/pawnlight").read_text())
    command.chmod(0o755)
    tools.mkdir()
    (tmp_path / "unit").write_text(f"# pawnlight.service\n{UNIT.read_text()}\n# override\n{DROP_IN}")
    for path, text in {
        tools / "id": "#!/bin/sh\necho 0\n", tools / "systemd-run": TELL, tools / "runuser": TELL,
        tools / "systemctl": f"#!/bin/sh\n[ \"$*\" = 'cat pawnlight.service' ] && cat {tmp_path / 'unit'}\n",
        release / "bin/python": TELL,
    }.items():
        path.write_text(text)
        path.chmod(0o755)

    def type_it(*words: str, systemd: bool = True) -> list[str]:
        environment = os.environ | {
            "PATH": f"{tools}:{os.environ['PATH']}", "RUN": str(tmp_path / ("run" if systemd else "none"))
        }
        done = subprocess.run(
            [command, *words], env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.splitlines()

    return type_it


def limits(words: list[str]) -> list[str]:
    return [word.removeprefix("--property=") for word in words if word.startswith("--property=")]


@pytest.mark.parametrize("command", ["check", "trial", "wire"])
def test_what_tries_the_board_has_every_limit_of_the_unit_and_of_its_builder(typed: Typed, command: str) -> None:
    words = typed(command, "--debug")
    section = UNIT.read_text().partition("[Service]")[2].partition("[Install]")[0]
    lines = re.findall(r"^[A-Z]\w+=.*$", section, re.M)
    apart = re.compile("Exec|Type|NotifyAccess|Watchdog|Timeout|Restart|Runtime|Environment=")
    kept = [line for line in lines if not apart.match(line)]
    assert len(kept) > 35
    found = limits(words)
    assert [each for each in found if not apart.match(each)] == [*kept, "DeviceAllow=/dev/mem rw", "User=root"]
    assert words[words.index("--") + 1 :][1:] == ["-I", "-m", "daemon", command, "--debug"]
    assert "--wait" in words and "--pipe" in words and "--pty" not in words


def test_its_runtime_directory_is_not_the_one_of_the_service(typed: Typed) -> None:
    """systemd removes it at the end, also if the service has one of that name."""
    found = limits(typed("check"))
    assert "RuntimeDirectory=pawnlight-check" in found and "Environment=LG_WD=/run/pawnlight-check" in found
    assert not any("%" in each for each in found)


def test_boot_files_are_root_s_and_all_else_is_the_user_s(typed: Typed) -> None:
    assert typed("boot-settings", "--yes") == ["-I", "-m", "daemon", "boot-settings", "--yes"]
    assert typed("pin")[:3] == ["-u", "pawnlight", "--"]
    assert typed("check", systemd=False)[:3] == ["-u", "pawnlight", "--"]
