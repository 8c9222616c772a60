"""Installations into directories. Everything in them is real, but for `systemctl` where a service is started."""

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import urllib.request
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from made_once import made_once
from waiting import PATIENCE_S, wait_for

PROJECT = Path(__file__).resolve().parents[2]
STANDIN = Path(__file__).with_name("standin.py")
AS_IT_WAS = {
    "etc/group": "root:x:0:\ndialout:x:20:\ngpio:x:986:\n",
    "boot/firmware/config.txt": "arm_boost=1", "boot/firmware/cmdline.txt": "rootwait\n",
    "proc/device-tree/model": "Raspberry Pi 4\0",
}
"""The files of a machine before anything is installed."""
WITH_LIBRARIES = """#!/bin/sh
if [ "$1 $2" = "-m venv" ]; then
  cd "{first}" && exec cp -al bin include lib lib64 pyvenv.cfg "$3"
fi
exec {python} "$@"
"""
"""A Python whose new virtual environments are those of the first release, with all libraries: a release is built in a
third of the time. The program itself is built and installed as ever, and the first release brought its own."""
BUILDING = ("setuptools", "_distutils_hack", "setuptools-*.dist-info")
"""The packages that build the program: those of the tests' environment, so that only the first release fetches them."""
NOTING_SYNC = """#!/bin/sh
echo "$(readlink "$STANDIN_ROOT/opt/pawnlight/current") $*" >> "$STANDIN_ROOT-synced"
"""
"""A `sync` that notes which release was the current one, and what was to be on the card from then on."""
CONFIG = '[panel]\naddress = "127.0.0.1"\nport = 0\n'
LEFT_OUT = (
    ".git", ".venv", "node_modules", "tests", "tools", "build", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis",
)


def found(command: str) -> str:
    """Return the path of a tool. In CI all have to be there: a skipped test fails."""
    path = shutil.which(command, path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if path is None:
        pytest.skip(f"{command} is not installed")
    return path


@pytest.fixture(scope="session")
def tool() -> Callable[[str], str]:
    """Finds tools by their names."""
    return found


def copy_checkout(target: Path) -> Path:
    """Copy all that the installation needs of this checkout."""
    shutil.copytree(PROJECT, target, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
    return target


def copy_root(root: Path, target: Path) -> None:
    """A copy of a root. The many files of the release are linked, not copied: nobody changes those in place. What only
    installing needs is left out, and so are a Pi's boot files.
    """
    shutil.copytree(root, target, symlinks=True, ignore=shutil.ignore_patterns("releases", "boot", "proc"))
    releases, unneeded = "opt/pawnlight/releases", shutil.ignore_patterns("pip*", "setuptools*", "pkg_resources")
    shutil.copytree(root / releases, target / releases, symlinks=True, copy_function=os.link, ignore=unneeded)


class Machine:
    """A directory that stands for a machine, and the checkout somebody has there."""

    def __init__(self, root: Path, checkout: Path) -> None:
        self.root = root
        self.checkout = checkout
        self.opt = root / "opt/pawnlight"
        self.config = root / "etc/pawnlight/config.toml"
        self.data = root / "var/lib/pawnlight"
        self.before = CONFIG
        tools = root.with_name(f"{root.name}-tools")
        tools.mkdir(exist_ok=True)
        if not (tools / "systemctl").exists():
            (tools / "systemctl").symlink_to(STANDIN)
            (tools / "sync").write_text(NOTING_SYNC)
            (tools / "sync").chmod(0o755)
        self.environment = os.environ | {
            "PATH": f"{tools}:{os.environ['PATH']}", "STANDIN_ROOT": str(root), "SETTLE_S": "0.3",
            "STANDIN_FOR": found("systemctl"),
            "PYTHON": sys._base_executable,  # type: ignore[attr-defined]
        }

    def run(self, script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run `install` or `remove` on this machine."""
        command = [str(self.checkout / "systemd" / script), "--root", str(self.root), *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=800)

    def install(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Install without the drivers, which are for a Pi."""
        return self.run("install", "--extras", "none", *arguments)

    def systemctl(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(["systemctl", *arguments], env=self.environment, capture_output=True, text=True)

    def restart(self) -> int:
        return self.systemctl("restart", "pawnlight.service").returncode

    @property
    def status(self) -> str:
        return self.systemctl("show", "--property=StatusText", "--value", "pawnlight.service").stdout.strip()

    @property
    def process(self) -> int:
        return int(self.systemctl("show", "--property=MainPID", "--value", "pawnlight.service").stdout)

    @property
    def log(self) -> str:
        return (self.root / "run/log").read_text()

    @property
    def synced(self) -> list[tuple[str, str]]:
        """Return the calls of `sync`, in order: the release that was the current one, and the words of the call."""
        noted = self.root.with_name(f"{self.root.name}-synced").read_text().splitlines()
        return [(current, words) for current, _, words in (line.partition(" ") for line in noted)]

    @property
    def current(self) -> str:
        return os.readlink(self.opt / "current")

    @property
    def releases(self) -> list[str]:
        return sorted(f"releases/{each.name}" for each in (self.opt / "releases").iterdir())

    def ask(self, path: str, **body: object) -> Any:
        """Return the answer of the running service's panel."""
        url = next(word for word in self.status.split() if word.startswith("http://"))
        headers = {"Content-Type": "application/json", "Cookie": f"pawnlight_phone={'mine' * 8}"}
        if body:
            headers["Game-Key"] = self.ask("/api/table")["scene"]["key"]
        request = urllib.request.Request(url.rstrip("/") + path, json.dumps(body).encode() if body else None, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def end(self) -> None:
        """End what may still run."""
        process = self.process
        if process:
            os.kill(process, signal.SIGKILL)
            wait_for(lambda: not self.process, "the service has ended")


@pytest.fixture(scope="session")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> tuple[Machine, str]:
    """A machine right after the first installation, nothing started, and what was said. For looking only."""
    place = made_once(tmp_path_factory, "fresh", install_first)
    machine = Machine(place / "root", place / "checkout")
    return machine, (place / "said").read_text()


def install_first(place: Path) -> None:
    """Install into a new machine in this place."""
    for name, text in AS_IT_WAS.items():
        (place / "root" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "root" / name).write_text(text)
    done = Machine(place / "root", copy_checkout(place / "checkout")).install("--boot-settings")
    assert done.returncode == 0, done.stderr
    (place / "said").write_text(done.stdout)


@pytest.fixture
def machine(fresh: tuple[Machine, str], tmp_path: Path) -> Iterator[Machine]:
    """A copy of that machine, configured to listen at a free port of this one, to do anything with."""
    copy_root(fresh[0].root, tmp_path / "root")
    machine = Machine(tmp_path / "root", fresh[0].checkout)
    machine.config.write_text(machine.before)
    yield machine
    machine.end()


@pytest.fixture
def bare(fresh: tuple[Machine, str], tmp_path: Path) -> Machine:
    """A machine on which nothing was ever installed, with the checkout that was installed elsewhere."""
    (tmp_path / "root").mkdir()
    return Machine(tmp_path / "root", fresh[0].checkout)


@pytest.fixture
def _libraries_are_there(fresh: tuple[Machine, str], machine: Machine) -> None:
    """Let the program installed on the machine find the libraries in place."""
    python = machine.root.with_name(f"{machine.root.name}-tools") / "python"
    first = fresh[0].opt / fresh[0].current
    python.write_text(WITH_LIBRARIES.format(first=first, python=machine.environment["PYTHON"]))
    python.chmod(0o755)
    machine.environment["PYTHON"] = str(python)
    building = machine.root.with_name(f"{machine.root.name}-building")
    building.mkdir()
    for part in chain.from_iterable(Path(sysconfig.get_path("purelib")).glob(name) for name in BUILDING):
        (building / part.name).symlink_to(part)
    machine.environment |= {"PYTHONPATH": str(building), "PIP_NO_BUILD_ISOLATION": "0"}  # for pip, 0 means none


@pytest.fixture
def running(machine: Machine) -> Machine:
    """The same with the service started."""
    assert machine.restart() == 0, machine.log
    return machine


@pytest.fixture
def new_checkout(tmp_path: Path) -> Callable[..., Path]:
    """Makes a checkout of another version: each change is a file, a text in it, and what stands there instead."""

    def make(*changes: tuple[str, str, str]) -> Path:
        checkout = copy_checkout(tmp_path / "checkout")
        for name, old, new in changes:
            text = (checkout / name).read_text()
            assert text.count(old) == 1, f"{name} has not exactly one {old!r}"
            (checkout / name).write_text(text.replace(old, new))
        return checkout

    return make
