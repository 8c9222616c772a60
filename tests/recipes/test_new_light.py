"""The recipe for a new light is followed word by word in a copy of the project; the tests of lights run with it."""

import shlex
from pathlib import Path

import pytest
from recipe import ROOT, at_once, commands, copy_project, follow, lost_places, run

PAGE = ROOT / "docs" / "new-light.md"
TOOLS = ROOT / "node_modules"
MAKING = [command for command in commands(PAGE) if "script/" in command]
TRYING = [command for command in commands(PAGE) if "script/" not in command]
SHORT = [TRYING[0], at_once(TRYING[1:])]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy, with everything done that the recipe writes and makes."""
    if not (TOOLS / ".bin" / "esbuild").exists():
        pytest.skip("the tools for JavaScript are not set up (script/bootstrap --dev, with npm installed)")
    copy = copy_project(tmp_path_factory.mktemp("recipe") / "project")
    (copy / "node_modules").symlink_to(TOOLS)
    follow(PAGE, copy)
    for command in MAKING:
        done = run(copy, command)
        assert done.returncode == 0, done.stderr
    return copy


def test_the_recipe_makes_and_tries_something() -> None:
    assert (len(MAKING), len(TRYING)) == (3, 3)


def test_the_light_is_known_to_rings_tiles_panel_and_pages(project: Path) -> None:
    code = (
        "from hardware.lights.shapes import FORMS; from table.messages.lights import Role; "
        "from firmware_bridge.firmware import looks; "
        "print(FORMS[Role('manual')].shape, looks.ROLES[-1], looks.__file__)"
    )
    told = run(project, shlex.join(["python", "-c", code]))
    assert told.stdout.split() == ["sickle", "manual", str(project / "firmware_bridge/firmware/looks.py")], told.stderr
    script = project / "webpanel/static/js/board/lights.js"
    assert '["manual", _("This square is on manual' in script.read_text("utf-8")
    assert '"manual"' in (project / "webpanel/types/wire.d.ts").read_text("utf-8")
    assert "This square is on manual" in (project / "webpanel/static/bundles/table/page.js").read_text("utf-8")
    assert (project / "docs/pictures/lights/manual.svg").is_file()


def test_whoever_adds_another_light_finds_the_same_places(project: Path) -> None:
    assert lost_places(PAGE, project) == []


@pytest.mark.some_or_all("command", SHORT, TRYING)
def test_what_the_recipe_tries_is_green(project: Path, command: str) -> None:
    done = run(project, command)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
