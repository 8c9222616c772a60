"""The recipe for a new lesson is followed word by word in a copy of the project; the tests of lessons run with it."""

import shlex
from pathlib import Path

import pytest
from recipe import ROOT, commands, copy_project, follow, lost_places, run, short

PAGE = ROOT / "docs" / "new-lesson.md"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy, with everything done that the recipe writes."""
    copy = copy_project(tmp_path_factory.mktemp("recipe") / "project")
    follow(PAGE, copy)
    return copy


def test_the_lesson_comes_second(project: Path) -> None:
    code = "from engine.services.lessons import lessons_of; print(*(lesson.name for lesson in lessons_of('pawn')))"
    told = run(project, shlex.join(["python", "-c", code]))
    assert told.stdout.split()[:3] == ["step", "free", "jump"], told.stderr


def test_whoever_adds_another_lesson_finds_the_same_places(project: Path) -> None:
    assert lost_places(PAGE, project) == []


@pytest.mark.some_or_all("command", short(commands(PAGE)), commands(PAGE))
def test_what_the_recipe_tries_is_green(project: Path, command: str) -> None:
    done = run(project, command)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
