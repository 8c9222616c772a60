"""Whatever changes the data directory is killed right before each change it makes there. At the next start everything
is there, as it was before or as it should be after, or words say where it is.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from preloading import compiled

HERE = Path(__file__).parent
WORK = (
    "first start", "upgrade", "going back", "restore", "restore of the oldest copy", "restore over a damaged file",
    "daily copy", "upload", "sign out",
)


@pytest.fixture(scope="session")
def killing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(HERE / "kill_at.c", tmp_path_factory.mktemp("preloaded"))


@pytest.mark.parametrize("name", WORK)
def test_nothing_is_lost_wherever_it_is_killed(name: str, killing: Path, in_memory: Path, full: bool) -> None:
    found = killed(name, killing, in_memory, *((1, 1) if full else (100, 4)))
    assert found["failures"] == [], found["failures"][0]
    assert found["kills"] > 5


def killed(name: str, library: Path, folder: Path, *one_of: int) -> dict[str, Any]:
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": str(HERE.parent.parent)}
    command = [sys.executable, str(HERE / "killed_work.py"), name, str(library), str(folder), *map(str, one_of)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
