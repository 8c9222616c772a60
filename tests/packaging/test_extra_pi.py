"""The requirements of a Raspberry Pi can be installed there: each has a wheel, or what compiles it is asked for first.

Asks the package index, so the network is needed.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SYSTEMS = {"bookworm": ("3.11", "2_36"), "trixie": ("3.13", "2_40")}
"""Their Python, and the newest C library that they run programs for (Trixie's 2.41 has no name in uv yet)."""
COMPILED_WITH = {"rpi-ws281x": {"gcc", "python3-dev"}}


@pytest.fixture(params=SYSTEMS)
def packages(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, bool]:
    """The packages that the extra brings onto a 64-bit Raspberry Pi OS: name → whether there is a wheel for it."""
    python, library = SYSTEMS[request.param]
    lock = tmp_path / "pylock.toml"
    done = subprocess.run(
        [
            sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--extra", "pi", "--python-version", python,
            "--python-platform", f"aarch64-manylinux_{library}", "--constraints", "constraints.txt",
            "--format", "pylock.toml", "--output-file", str(lock), "pyproject.toml",
        ],
        cwd=ROOT, capture_output=True, text=True, timeout=800,
    )
    if "error sending request" in done.stderr or "dns error" in done.stderr:
        pytest.skip("the package index cannot be reached")
    assert done.returncode == 0, done.stderr
    return {each["name"]: bool(each.get("wheels")) for each in tomllib.loads(lock.read_text("utf-8"))["packages"]}


def test_everything_has_a_wheel_or_its_compiler_is_asked_for_first(packages: dict[str, bool]) -> None:
    assert {"gpiod", "adafruit-blinka", "rpi-ws281x", "gpiozero"} <= set(packages)
    needed = {tool for name, wheel in packages.items() if not wheel for tool in COMPILED_WITH[name]}
    install = (ROOT / "systemd" / "install").read_text("utf-8")
    (asked,) = re.findall(r'the drivers need a compiler: sudo apt-get install ([\w -]+)"', install)
    assert needed <= set(asked.split())
