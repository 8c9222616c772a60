"""The recipe for a new language is followed in a copy of the project."""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from recipe import ROOT, commands, copy_project, run

PAGE = ROOT / "docs" / "new-language.md"
RECIPE = PAGE.read_text("utf-8")
COMMANDS = commands(PAGE)
CATALOGUE = "webpanel/translations/fr/LC_MESSAGES/messages.po"
LOOK = """
import sys, tempfile; sys.path[:0] = ["tests/support", "tests/webpanel"]
from pathlib import Path; from watched_desk import WatchedDesk
from table.messages.settings import Settings; from webpanel.app import create_app
with tempfile.TemporaryDirectory() as folder, WatchedDesk(Path(folder)) as desk:
    desk.save_settings(Settings(language="fr"))
    print(create_app(desk).test_client().get("/").text)
"""


def block(kind: str) -> str:
    """The one block of the page in this language."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", RECIPE, re.M | re.S)
    return str(found)


def printed(project: Path, command: str) -> str:
    """Return the output of a command that has to succeed."""
    done = run(project, command)
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}{done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with all steps of the page but the last."""
    copy = copy_project(tmp_path_factory.mktemp("recipe") / "project")
    texts = copy / "webpanel" / "text" / "translations.py"
    named, count = re.subn(r"^LANGUAGES: .*\n", block("python"), texts.read_text("utf-8"), flags=re.M)
    assert count == 1
    texts.write_text(named, "utf-8")
    for command in COMMANDS[:-1]:
        printed(copy, command)
    return copy


def keys(catalogue: Path, without: Sequence[str] = ()) -> set[str]:
    """The texts of a catalogue, but those that stand only in these folders."""
    with catalogue.open("rb") as file:
        entries = [entry for entry in read_po(file) if entry.id]
    return {
        str(entry.id) for entry in entries
        if not entry.locations or any(not path.startswith(tuple(without)) for path, _ in entry.locations)
    }


def test_every_text_is_in_the_new_catalogue(project: Path) -> None:
    games = [game.parent for game in project.glob("engine/games/*/game.py")]
    english = [f"{game.relative_to(project)}/" for game in games if not (game / "de.po").exists()]
    french, german = keys(project / CATALOGUE, english), keys(project / CATALOGUE.replace("/fr/", "/de/"))
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
    page = printed(project, shlex.join(["python", "-c", LOOK]))
    assert '<html lang="fr"' in page
    assert french in page and english not in page
    assert "Settings" in page


def test_the_tests_that_the_page_names_are_green(project: Path) -> None:
    assert re.search(r"[1-9]\d* passed", printed(project, COMMANDS[-1]))
