"""The page for those who maintain the code names every part there is, and no other."""

import json
import re
import tomllib
from pathlib import Path

import list_modules

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def section(heading: str) -> str:
    return PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]


def named_in(text: str) -> list[str]:
    return re.findall(r"`([\w.]+)`", text)


def test_the_map_of_modules_is_what_the_script_writes() -> None:
    assert (ROOT / "docs" / "modules.md").read_text("utf-8") == list_modules.page(), "run script/list_modules.py"


def test_every_module_and_folder_says_what_it_is() -> None:
    nothing = re.findall(r"^\| \[`(.*?)`\].*\|  \|$", list_modules.page(), re.M)
    assert nothing == []
    assert re.findall(r"^#+ (`.*`)\n\n\|", list_modules.page(), re.M) == []


def test_every_function_of_the_walk_exists() -> None:
    """A name in backticks belongs to the file named last before it, or is a method of a class named there."""
    text, missing, said = section("One touch, one tap, one letter"), [], 0
    for file, names in re.findall(r"`((?:\w+/)+\w+\.(?:py|js))`((?: `[\w.]+`)?)", text):
        source = (ROOT / file).read_text("utf-8")
        for name in named_in(names):
            said += 1
            owner, _, function = name.rpartition(".")
            found = re.search(rf"^( *)def {function}\(", source, re.M) and (not owner or f"class {owner}" in source)
            missing += [] if found else [f"{file}: {name}"]
    assert said > 20 and missing == []


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
