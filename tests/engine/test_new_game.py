"""The recipe for a new game is followed word by word in a copy of the project; nothing else in it changes."""

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPE = (ROOT / "docs" / "new-game.md").read_text("utf-8")
FILES = dict(re.findall(r"^`(engine/games/breakthrough/\S+)`\n\n```\w+\n(.*?)^```$", RECIPE, re.M | re.S))
COMMANDS = [
    line for block in re.findall(r"^```sh\n(.*?)^```$", RECIPE, re.M | re.S) for line in block.splitlines()
]
LEFT_OUT = {".git", ".venv", "build", "dist", ".hypothesis", ".pytest_cache", "node_modules", "screenshots"}


def left_out(folder: str, names: list[str]) -> set[str]:
    """What nobody wrote: at the top of the project, and compiled modules anywhere."""
    made = LEFT_OUT if Path(folder) == ROOT else set()
    return {name for name in names if name in made or name == "__pycache__" or name.endswith(".egg-info")}


def fingerprints(project: Path) -> dict[str, str]:
    """Every file of a project that somebody wrote, with what it holds."""
    return {
        str(path.relative_to(project)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in project.rglob("*") if path.is_file() and not path.is_symlink()
        and not any(part == "__pycache__" or part.endswith("_cache") for part in path.relative_to(project).parts)
    }


def run(project: Path, command: str) -> subprocess.CompletedProcess[str]:
    """A command of the page, with the programs of this environment and the modules of that project."""
    program, *arguments = shlex.split(command)
    here = Path(sys.executable).parent / Path(program).name
    environment = {**os.environ, "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([here, *arguments], cwd=project, env=environment, capture_output=True, text=True)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A copy of the project, and what it held before the recipe."""
    project = tmp_path_factory.mktemp("recipe") / "project"
    shutil.copytree(ROOT, project, ignore=left_out, symlinks=True)
    return project, fingerprints(project)


@pytest.fixture(scope="module")
def project(before: tuple[Path, dict[str, str]]) -> Path:
    """The copy with the files of the recipe, and its drawings and lists made."""
    copy, _ = before
    for name, text in FILES.items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text(text, "utf-8")
    for command in COMMANDS:
        if "script/" in command:
            done = run(copy, command)
            assert done.returncode == 0, done.stderr
    return copy


def test_the_recipe_has_files_and_commands() -> None:
    needed = re.findall(r"^\| `([\w./]+)` \|", RECIPE.partition("And these, where")[0], re.M)
    assert len(needed) == 11
    assert {f"engine/games/breakthrough/{name}" for name in needed} <= FILES.keys()
    assert len(COMMANDS) >= 6


def test_the_copy_plays_the_new_game(project: Path) -> None:
    code = "import engine.registry as found; print(found.__file__, found.find_game('breakthrough').name)"
    told = run(project, shlex.join(["python", "-c", code]))
    assert told.stdout.split() == [str(project / "engine" / "registry.py"), "Breakthrough"]


@pytest.mark.parametrize("command", [each for each in COMMANDS if "script/" not in each])
def test_what_the_recipe_tries_is_green(project: Path, command: str) -> None:
    done = run(project, command)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    if "pytest" in command:
        assert re.search(r"[1-9]\d* passed", done.stdout) and "failed" not in done.stdout


def test_nothing_outside_the_folder_of_the_games_has_changed(
    before: tuple[Path, dict[str, str]], project: Path
) -> None:
    old, new = before[1], fingerprints(project)
    changed = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    assert {name for name in changed if not name.startswith("engine/games/breakthrough/")} == {"engine/games/README.md"}
