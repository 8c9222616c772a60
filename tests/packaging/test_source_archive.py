"""The source archive is the whole project: what a checkout can do, it can."""

import os
import subprocess
import sys
from pathlib import Path

SAMPLE = ["tests/docs/test_project.py", "tests/engine/test_old_records.py", "tests/systemd/test_service_unit.py"]
"""Tests that read files of the project."""
LARGE_SAMPLE = [
    *SAMPLE, "tests/docs/test_pages.py", "tests/daemon/test_daemon_schema.py", "tests/webpanel/test_webpanel_guides.py",
]
"""From every layer, with ``--full``; without those that copy the project or film it."""
WITHOUT = "not installed_unit and not wrong_command"
"""Nor those that install the program first, which takes longer than all the others."""


def all_files(folder: Path) -> set[str]:
    """Relative paths of all files, following links to folders."""
    walked = os.walk(folder, followlinks=True)
    return {str(Path(root, name).relative_to(folder)) for root, _, names in walked for name in names}


def test_it_holds_every_file_of_the_project(source: Path, unpacked: Path) -> None:
    ours = {name for name in all_files(source) if not name.startswith("pawnlight.egg-info")}
    assert len(ours) > 300
    assert sorted(ours - all_files(unpacked)) == []


def test_scripts_can_be_run(unpacked: Path) -> None:
    for script in ("script/bootstrap", "script/play", "script/test", "systemd/install", "systemd/remove", ".ci/run"):
        assert os.access(unpacked / script, os.X_OK), script


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in this folder."""
    return subprocess.run([sys.executable, "-B", *arguments], cwd=folder, capture_output=True, text=True)


def test_its_tests_run_in_it(unpacked: Path, full: bool) -> None:
    found = run(unpacked, "-c", "import engine; print(engine.__file__)").stdout.strip()
    assert Path(found).is_relative_to(unpacked)
    sample = LARGE_SAMPLE if full else SAMPLE
    done = run(unpacked, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", WITHOUT, *sample)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
