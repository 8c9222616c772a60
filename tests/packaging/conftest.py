"""The archives that others install from, built from a copy of the project, and the program installed from one."""

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_once import made_once

ROOT = Path(__file__).parents[2]
LEFTOVERS = {"pawnlight.egg-info", "build", ".venv", ".hypothesis", "node_modules"}
"""The files that tools make at the root, besides caches."""

sys.path.append(str(ROOT / "tests" / "end_to_end"))


def project_files() -> list[Path]:
    """All files of the project: those that git knows or, in an unpacked archive, all there are."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        found = [Path(name) for name in listed.split("\0") if name]
        return [path for path in found if os.path.lexists(ROOT / path)]
    found = [path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file() or path.is_symlink()]
    return [path for path in found if not is_leftover(path)]


def is_leftover(path: Path) -> bool:
    """True if a tool has made it."""
    return path.parts[0] in LEFTOVERS or path.parts[0].endswith("_cache") or "__pycache__" in path.parts


@pytest.fixture(autouse=True, scope="module")
def _no_other_checkout() -> Iterator[None]:
    """Let the installed or unpacked program answer, not a checkout that the environment names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONPATH", raising=False)
        yield


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, as a fresh clone has it: building leaves files behind."""
    return made_once(tmp_path_factory, "source", copy_project)


def copy_project(folder: Path) -> None:
    """Copy all files of the project into this folder."""
    for path in project_files():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, folder / path, follow_symlinks=False)


def build(kind: str, source: Path, folder: Path) -> None:
    """Have setuptools, which the project names, build an archive of this kind, without a network."""
    code = f"from setuptools.build_meta import build_{kind} as build; build({str(folder)!r})"
    done = subprocess.run([sys.executable, "-c", code], cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def archive(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive."""
    (built,) = made_once(tmp_path_factory, "archive", lambda folder: build("sdist", source, folder)).iterdir()
    return built


@pytest.fixture(scope="session")
def unpacked(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The content of the source archive."""
    (root,) = made_once(tmp_path_factory, "unpacked", lambda folder: unpack(archive, folder)).iterdir()
    return root


def unpack(archive: Path, folder: Path) -> None:
    """Unpack the source archive, by the system: the Python of Bookworm (3.11.2) knows no ``filter`` yet."""
    subprocess.run(["tar", "--extract", "--gzip", "--file", archive, "--directory", folder], check=True)


@pytest.fixture(scope="session")
def wheel(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source archive as an index's visitors get it."""

    def make(folder: Path) -> None:
        # The tests that are in it may run in it meanwhile, in another process, and leave their traces.
        traces = shutil.ignore_patterns(".hypothesis", "__pycache__")
        copy = shutil.copytree(unpacked, tmp_path_factory.mktemp("copy") / "source", ignore=traces)
        build("wheel", copy, folder)

    (built,) = made_once(tmp_path_factory, "wheel", make).iterdir()
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh virtual environment with the program from the wheel; the libraries are those of the tests."""
    return made_once(tmp_path_factory, "installed", lambda folder: install(wheel, folder))


def install(wheel: Path, folder: Path) -> None:
    """Install from the wheel into a new virtual environment."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (packages,) = folder.glob("lib/python3.*/site-packages")
    (libraries,) = Path(sys.prefix).glob("lib/python3.*/site-packages")
    # A path in a .pth file comes last, and .pth files behind it are not read: the checkout is not found by it.
    (packages / "libraries.pth").write_text(f"{libraries}\n")
