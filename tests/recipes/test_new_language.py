"""The recipe for a new language is followed in a copy of the project."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
RECIPE = (ROOT / "docs" / "new-language.md").read_text("utf-8")
COMMANDS = [line for block in re.findall(r"^```sh\n(.*?)^```$", RECIPE, re.M | re.S) for line in block.splitlines()]
CATALOGUE = "webpanel/translations/fr/LC_MESSAGES/messages.po"
LEFT_OUT = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "node_modules", "screenshots")
LOOK = """
import sys, tempfile; sys.path[:0] = ["tests", "tests/webpanel"]
from pathlib import Path; from watched_desk import WatchedDesk
from table.words.settings import Settings; from webpanel.app import create_app
with tempfile.TemporaryDirectory() as folder, WatchedDesk(Path(folder)) as desk:
    desk.save_settings(Settings(language="fr"))
    print(create_app(desk).test_client().get("/").text)
"""


def block(kind: str) -> str:
    """The one block of the page in this language."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", RECIPE, re.M | re.S)
    return str(found)


def run(project: Path, command: str) -> str:
    """What a command of the page prints, with the programs of this environment and the modules of that project."""
    program, *arguments = shlex.split(command)
    here = Path(sys.executable).parent / Path(program).name
    surroundings = {**os.environ, "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [here if here.exists() else program, *arguments], cwd=project, env=surroundings, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}{done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with all steps of the page but the last."""
    copy = tmp_path_factory.mktemp("language") / "project"
    # "build" is also a folder of docs/, which the guides need.
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT, symlinks=True)
    shutil.copytree(ROOT / "docs" / "build", copy / "docs" / "build")
    texts = copy / "webpanel" / "texts.py"
    named, count = re.subn(r"^LANGUAGES: .*\n", block("python"), texts.read_text("utf-8"), flags=re.M)
    assert count == 1
    texts.write_text(named, "utf-8")
    for command in COMMANDS[:-1]:
        run(copy, command)
    return copy


def keys(catalogue: Path) -> set[str]:
    """The texts of a catalogue."""
    with catalogue.open("rb") as file:
        return {str(entry.id) for entry in read_po(file) if entry.id}


def test_every_text_is_in_the_new_catalogue(project: Path) -> None:
    french, german = keys(project / CATALOGUE), keys(project / CATALOGUE.replace("/fr/", "/de/"))
    for own in project.glob("engine/games/*/de.po"):
        german |= keys(own)
    assert len(french) > 500
    assert sorted(french ^ german) == [], "the German of the project is complete, and not more"
    assert not (project / "messages.pot").exists()


def test_what_is_translated_is_shown_and_the_rest_is_english(project: Path) -> None:
    entry = block("po")
    english, french = re.findall(r'"(.+)"', entry)
    catalogue = project / CATALOGUE
    empty = f'msgid "{english}"\nmsgstr ""\n'
    written = catalogue.read_text("utf-8")
    assert written.count(empty) == 1
    catalogue.write_text(written.replace(empty, entry), "utf-8")
    page = run(project, shlex.join(["python", "-c", LOOK]))
    assert '<html lang="fr"' in page
    assert french in page and english not in page
    assert "Settings" in page


def test_the_tests_that_the_page_names_are_green(project: Path) -> None:
    assert re.search(r"[1-9]\d* passed", run(project, COMMANDS[-1]))
