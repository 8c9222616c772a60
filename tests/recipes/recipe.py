"""Following a recipe of docs/ word by word, in a copy of the project.

A line that ends with a file's name in backquotes and a colon (words may stand between) says which file the fenced
blocks after it are about: a ``diff`` changes it (its lines without sign must be there once), ``po`` is written at its
end, anything else is the whole of it. ``sh`` blocks are what the recipe tries.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "node_modules", "build", "dist", "*.egg-info", "*.pyc.*", ".*_cache", ".hypothesis", "screenshots",
)
"""The files that are not copied. Compiled ones are, so that no copy compiles all anew; but for those being written."""
CACHES = (".mypy_cache", ".import_linter_cache")
"""All that checkers know of the files that a recipe does not change. They look for themselves which those are."""
READ_ONCE = ("constants", "unicode_data")
"""Hypothesis keeps something of each source (by what is in it) and of Unicode: not every copy has it read anew."""
_PARTS = re.compile(
    r"^(?P<about>[^\n]*`[\w./-]+\.\w+`[^`\n]*):$|^(?P<fence>`{3,})(?P<kind>\w+)\n(?P<text>.*?)^(?P=fence)$",
    re.M | re.S,
)


@dataclass(frozen=True)
class Step:
    """A block of the recipe: what is done to a file."""

    file: str
    kind: str
    text: str


def steps(page: Path) -> list[Step]:
    """List all that the recipe writes."""
    found, file = [], ""
    for part in _PARTS.finditer(page.read_text("utf-8")):
        if part["about"]:
            file = re.findall(r"`([\w./-]+\.\w+)`", part["about"])[-1]
        elif part["kind"] != "sh" and file:
            found.append(Step(file, part["kind"], part["text"]))
    return found


def commands(page: Path) -> list[str]:
    """List the commands that the recipe runs."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)
    return [line for block in blocks for line in block.splitlines()]


def short(recipe: list[str]) -> list[str]:
    """Leave out of the commands of a recipe those that try its texts: the recipe for a light tries its own likewise."""
    return [command for command in recipe if "test_webpanel_texts.py" not in command]


def at_once(pytests: Sequence[str]) -> str:
    """Join commands that run pytest, with all of their options: to start it and to find the tests takes longer than
    most of these tests take."""
    given = [shlex.split(command.partition(" -m pytest ")[2]) for command in pytests]
    return shlex.join(["python", "-m", "pytest", *dict.fromkeys(chain.from_iterable(given))])


def copy_project(target: Path) -> Path:
    """Copy the project, without what is made in it."""
    # "build" is left out at the top alone: docs/build are pages.
    def left_out(folder: str, names: list[str]) -> set[str]:
        return set(LEFT_OUT(folder, names)) - ({"build"} if Path(folder) != ROOT else set(CACHES))

    shutil.copytree(ROOT, target, ignore=left_out, symlinks=True)
    (target / ".hypothesis").mkdir()
    for name in READ_ONCE:
        (ROOT / ".hypothesis" / name).mkdir(parents=True, exist_ok=True)
        (target / ".hypothesis" / name).symlink_to(ROOT / ".hypothesis" / name)
    return target


def follow(page: Path, project: Path) -> None:
    """Do what the recipe says, except for its commands."""
    for step in steps(page):
        file = project / step.file
        if step.kind == "diff":
            file.write_text(_patched(file.read_text("utf-8"), step), "utf-8")
        elif step.kind == "po":
            file.write_text(f"{file.read_text('utf-8').rstrip()}\n\n{step.text}", "utf-8")
        else:
            assert not file.exists(), f"{step.file} is there already"
            file.write_text(step.text, "utf-8")


def lost_places(page: Path, project: Path) -> list[str]:
    """List the places that who follows the recipe after somebody else, with another name, would look for in vain."""
    changes = [step for step in steps(page) if step.kind == "diff"]
    return [f"{step.file}:\n{_place(step)}" for step in changes
            if (project / step.file).read_text("utf-8").count(_place(step)) != 1]


def _place(step: Step) -> str:
    return "".join(f"{line[1:]}\n" for line in step.text.splitlines() if not line.startswith("+"))


def _patched(text: str, step: Step) -> str:
    lines, old = step.text.splitlines(), _place(step)
    new = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    assert text.count(old) == 1, f"{step.file} has no such place, or several:\n{old}"
    return text.replace(old, new)


def run(project: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the recipe, with the programs of this environment and the modules of that project."""
    program, *arguments = shlex.split(command)
    here = Path(sys.executable).parent / Path(program).name
    command_line = [here if here.exists() else program, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(project)}
    return subprocess.run(command_line, cwd=project, env=environment, capture_output=True, text=True)
