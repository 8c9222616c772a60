"""Installed from a wheel, without the project beside it, the program has all that it and its panel refer to."""

import re
import subprocess
import zipfile
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from table_process import TableProcess
from waiting import PATIENCE_S

from engine.registry import game_ids

ROOT = Path(__file__).parents[2]
PACKAGES = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))


def run(installed: Path, *arguments: str) -> str:
    """Return the output of the installed command, run far from any checkout."""
    done = subprocess.run([installed / "bin" / "pawnlight", *arguments], cwd=installed, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def table(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableProcess]:
    """The installed program, with its panel."""
    with TableProcess(tmp_path_factory.mktemp("data"), [str(installed / "bin" / "pawnlight")]) as process:
        yield process


def page(table: TableProcess, address: str) -> str:
    """A page of the panel, or a picture."""
    line = HTTPConnection("127.0.0.1", table.port, timeout=PATIENCE_S)
    try:
        line.request("GET", address)
        answer = line.getresponse()
        text = answer.read().decode()
        assert answer.status == 200, address
        return text
    finally:
        line.close()


def test_every_package_is_in_it_and_nothing_but_them(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        tops = {name.partition("/")[0] for name in opened.namelist()}
    assert {name for name in tops if not name.endswith(".dist-info")} == set(PACKAGES)


def test_the_tables_of_lights_are_in_it(wheel: Path) -> None:
    here = {f"hardware/lights/{path.name}" for path in (ROOT / "hardware" / "lights").iterdir() if path.is_file()}
    with zipfile.ZipFile(wheel) as opened:
        assert here <= set(opened.namelist())


def test_the_licences_are_in_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = {name.partition("/")[2] for name in opened.namelist()}
        (about,) = [opened.read(name).decode() for name in opened.namelist() if name.endswith("/METADATA")]
    assert {"licenses/LICENSE", "licenses/docs/credits.md"} <= names
    assert "\nLicense-Expression: MIT\n" in about


def test_the_program_that_answers_is_the_installed_one(installed: Path) -> None:
    code = "import webpanel, daemon; print(webpanel.__file__, daemon.__file__)"
    python = installed / "bin" / "python"
    told = subprocess.run([python, "-c", code], cwd=installed, capture_output=True, text=True).stdout
    assert all(Path(file).is_relative_to(installed) for file in told.split())


def test_every_guide_can_be_printed(installed: Path) -> None:
    names = [line.split()[0] for line in run(installed, "guide").splitlines()]
    assert {"play", "build/trouble", "protocol"} <= set(names)
    files = {name: ROOT / "docs" / f"{name}.md" for name in names}
    files |= {name: ROOT / "docs" / name / "README.md" for name, file in files.items() if not file.exists()}
    assert run(installed, "guide", "play") == files["play"].read_text("utf-8")
    # The others in one process: to start one for each takes longer than to print them.
    code = "import sys, daemon.cli; [daemon.cli.main(['guide', name]) for name in sys.argv[1:]]"
    python = installed / "bin" / "python"
    done = subprocess.run([python, "-c", code, *names], cwd=installed, capture_output=True, text=True)
    assert done.stdout == "".join(files[name].read_text("utf-8") for name in names)


def test_every_guide_is_on_the_panel_with_its_pictures(table: TableProcess) -> None:
    doors = re.findall(r'href="(/guides/\w+)"', page(table, "/guides"))
    guides = [guide for door in doors for guide in re.findall(r'<a href="(/guides/[^"]+\.md)"', page(table, door))]
    assert len(guides) >= 15
    for guide in guides:
        folder = guide.rpartition("/")[0]
        for picture in re.findall(r'src="(pictures/[^"]+)"', page(table, guide)):
            assert page(table, f"{folder}/{picture}").startswith("<svg")


def test_the_rules_of_every_game_are_on_the_panel_with_their_pictures(table: TableProcess) -> None:
    games = re.findall(r'href="(/rules/[\w-]+)"', page(table, "/rules"))
    assert games == [f"/rules/{game_id}" for game_id in game_ids()]
    for game in games:
        pictures = re.findall(r'src="(/rules/[^"]+)"', page(table, game))
        assert pictures and all("<svg" in page(table, picture) for picture in pictures)


def test_the_installed_table_speaks_german(table: TableProcess) -> None:
    table.configure(language="de")
    assert "<h1>Anleitungen</h1>" in page(table, "/guides")
