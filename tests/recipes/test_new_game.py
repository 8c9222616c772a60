"""The recipe for a new game is followed word by word in a copy of the project; nothing else in it changes."""

import hashlib
import re
import shlex
from pathlib import Path

import pytest
from recipe import ROOT, at_once, commands, copy_project, run

PAGE = ROOT / "docs" / "new-game.md"
RECIPE = PAGE.read_text("utf-8")
FILES = dict(re.findall(r"^`(engine/games/breakthrough/\S+)`\n\n```\w+\n(.*?)^```$", RECIPE, re.M | re.S))
COMMANDS = commands(PAGE)
TRYING = [command for command in COMMANDS if "script/" not in command]
OF_THE_GAME = [command for command in TRYING if "--game" in command]
LEFT_OUT = "python -m pytest tests/firmware_bridge tests/daemon/test_daemon_showing.py"
"""Tests that are given every game, too, but that the recipe does not name."""
EVERY_TEXT = "python -m pytest tests/recipes/test_new_language.py::test_every_text_is_in_the_new_catalogue"
SHORT = [
    at_once([*(command for command in TRYING if "pytest" in command and command not in OF_THE_GAME), EVERY_TEXT]),
    *(command for command in TRYING if "pytest" not in command),
]
"""The commands without those that try the game: they run at once, with the tests that the recipe leaves out."""
MADE = {"__pycache__", ".hypothesis", "node_modules", "screenshots"}
"""Folders that tests make."""


def fingerprints(project: Path) -> dict[str, str]:
    """Every file of a project that somebody wrote, with what it holds."""
    return {
        str(path.relative_to(project)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in project.rglob("*") if path.is_file() and not path.is_symlink()
        and not any(part in MADE or part.endswith("_cache") for part in path.relative_to(project).parts)
    }


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A copy of the project, and what it held before the recipe."""
    project = copy_project(tmp_path_factory.mktemp("recipe") / "project")
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
    assert len(needed) == 12
    assert {f"engine/games/breakthrough/{name}" for name in needed} <= FILES.keys()
    assert len(COMMANDS) >= 6


def test_the_copy_plays_the_new_game(project: Path) -> None:
    code = "import engine.registry as found; print(found.__file__, found.find_game('breakthrough').name)"
    told = run(project, shlex.join(["python", "-c", code]))
    assert told.stdout.split() == [str(project / "engine" / "registry.py"), "Breakthrough"]


@pytest.mark.some_or_all("command", SHORT, TRYING)
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


@pytest.fixture(scope="module")
def lettered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the game of the recipe, but for its pieces: they are drawn as their letter, which no
    other game has."""
    copy = copy_project(tmp_path_factory.mktemp("lettered") / "project")
    for name, text in FILES.items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text(re.sub(r'"([wb]?)P"', r'"\1S"', text).replace('("pawn")', '("stone")'), "utf-8")
    done = run(copy, "python script/draw_board.py breakthrough")
    assert done.returncode == 0, done.stderr
    return copy


def test_pieces_may_have_letters_that_no_other_game_has(lettered: Path) -> None:
    """Pictures of pages and pictures to share, the robot's box, rules and counts; and the wooden boards' box."""
    tried = (
        "tests/docs/test_rules.py tests/engine/test_perft.py tests/webpanel/test_webpanel_pictures.py"
        " tests/robot/test_robot.py::test_what_reeds_saw_is_what_is_played[0-breakthrough]"
        " -k 'breakthrough or has_no_words'"
    )
    done = run(lettered, f"python -m pytest -q -p no:xdist {tried}")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    paths = "import sys; sys.path += ['tests/support', 'tests/end_to_end']; import wooden"
    box = run(lettered, shlex.join(["python", "-c", f"{paths}; print(wooden.BOX['wS'] > 0)"]))
    assert box.stdout.split() == ["True"], box.stderr


@pytest.mark.timeout(0)
def test_the_suite_is_green_with_one_game_more(project: Path, full: bool) -> None:
    """``--full``: all of it but these tests, browsers too; else whatever is given the game, but for the robot, which
    plays it in the test before."""
    all_of_it = "python -m pytest tests --ignore=tests/recipes/test_new_game.py -n 6 --dist worksteal"
    if full:
        (project / "node_modules").symlink_to(ROOT / "node_modules")
    done = run(project, all_of_it if full else at_once([*OF_THE_GAME, LEFT_OUT]).replace(" tests/robot", ""))
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    last = done.stdout.splitlines()[-1]
    assert re.search(r"[1-9]\d* passed", last) and "skipped" not in last
