"""The page for those who maintain the code names every part there is, and no other."""

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def section(heading: str) -> str:
    return PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]


def named(text: str) -> list[str]:
    return re.findall(r"`(\w+)`", text)


def daemon_files() -> dict[str, Path]:
    return {file.stem: file for file in (ROOT / "daemon").rglob("*.py") if file.stem != "__init__"}


def imported(file: Path) -> list[str]:
    """The files of the daemon that a file imports from."""
    text = file.read_text("utf-8")
    inside = re.findall(r"^from daemon\.(?:\w+\.)?(\w+) import", text, re.M)
    whole = re.findall(r"^from daemon(?:\.\w+)? import (.+)$", text, re.M)
    return [name for name in (*inside, *", ".join(whole).split(", ")) if name in daemon_files()]


def test_every_file_of_the_daemon_has_its_place_in_the_map() -> None:
    rows = section("Inside `daemon/`").splitlines()
    assert sorted(name for row in rows for name in named(row)) == sorted(daemon_files())
    for folder in {file.parent for file in daemon_files().values()} - {ROOT / "daemon"}:
        (row,) = [row for row in rows if f"`{folder.name}/`" in row]
        assert set(named(row)) == {file.stem for file in folder.glob("*.py")} - {"__init__"}


def test_rows_of_the_map_know_later_rows_only() -> None:
    files = daemon_files()
    place = {name: number for number, name in enumerate(named(section("Inside `daemon/`")))}
    upwards = [
        f"{name} imports {other}" for name in place for other in imported(files[name]) if place[other] < place[name]
    ]
    assert upwards == []


def test_every_folder_and_every_library_is_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["pi"], *extras["dev"]]
    names = {re.split(r"[<>=;\[ ]", each)[0] for each in wanted}
    names |= set(json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"])
    explained = section("What depends on what, and why")
    assert len(names) > 20
    assert [name for name in sorted(names) if not re.search(rf"(?<![\w-]){name}(?![\w-])", explained)] == []
    folders = re.findall(r"^(\w+)/ ", PAGE, re.M)
    assert all((ROOT / folder).is_dir() for folder in folders)
    assert {file.parent.name for file in ROOT.glob("*/__init__.py")} <= set(folders)
