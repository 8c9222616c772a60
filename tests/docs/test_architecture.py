"""The page for those who carry the code on names every part there is, and no other."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def section(heading: str) -> str:
    return PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]


def named(text: str) -> list[str]:
    return re.findall(r"`(\w+)`", text)


def test_every_file_of_the_daemon_has_its_place_in_the_map() -> None:
    files = {file.stem for file in (ROOT / "daemon").glob("*.py")} - {"__init__"}
    mapped = [name for row in section("Inside `daemon/`").splitlines() for name in named(row)]
    assert sorted(mapped) == sorted(files)


def test_rows_of_the_map_know_later_rows_only() -> None:
    place = {name: number for number, name in enumerate(named(section("Inside `daemon/`")))}
    upwards = [
        f"{name} imports {other}"
        for name in place
        for other in re.findall(r"^from daemon\.(\w+) import", (ROOT / "daemon" / f"{name}.py").read_text(), re.M)
        if place[other] < place[name]
    ]
    assert upwards == []


def test_every_folder_and_every_library_is_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["pi"], *extras["dev"]]
    names = {re.split(r"[<>=;\[ ]", each)[0] for each in wanted}
    explained = section("What depends on what, and why")
    assert len(names) > 20
    assert [name for name in sorted(names) if not re.search(rf"(?<![\w-]){name}(?![\w-])", explained)] == []
    folders = re.findall(r"^(\w+)/ ", PAGE, re.M)
    assert all((ROOT / folder).is_dir() for folder in folders)
    assert {file.parent.name for file in ROOT.glob("*/__init__.py")} <= set(folders)
