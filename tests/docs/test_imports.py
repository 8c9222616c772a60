"""Imports between packages: every package has a rule, and what a rule cannot say is checked here.

The rules themselves are in pyproject.toml; ``lint-imports`` checks them.
"""

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import cache
from importlib.metadata import packages_distributions, requires
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
RULES = PROJECT["tool"]["importlinter"]
CONTRACTS = RULES["contracts"]
TOP = {file.parent.name for file in ROOT.glob("*/__init__.py")}
ON_MICROCONTROLLERS = {"machine", "micropython", "rp2"}
"""The modules that MicroPython has."""
CARRIERS = ("flask", "flask-babel")
"""Libraries that promise what they are made of: werkzeug and markupsafe, babel."""

READERS = {
    "engine/core/json_fields.py": "the one reader of JSON",
    "daemon/config/toml_reader.py": "the one reader of TOML",
    "hardware/lights/light_table.py": "a file of the package",
    "club/broadcast/recording.py": "what it has just written",
    "webpanel/presenters/films.py": "what the panel has just written",
}
"""The places that may call Python's own readers of JSON and TOML, and what they are given there."""


def packages() -> set[str]:
    """All packages of the program, but those of the games: these have one rule for all."""
    found = {".".join(file.parent.relative_to(ROOT).parts) for top in TOP for file in (ROOT / top).rglob("__init__.py")}
    return {name for name in found if not fnmatchcase(name, "engine.games.*")}


def names(requirements: Iterable[str]) -> set[str]:
    """The libraries that are required, without versions."""
    return {re.split(r"[<>=!~;\[( ]", each)[0].lower() for each in requirements}


def product() -> list[Path]:
    return [file for top in TOP for file in (ROOT / top).rglob("*.py")]


@cache
def imports(file: Path) -> set[str]:
    """The modules that a file names, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def ruled() -> set[str]:
    """The modules that the rules name, beside that nothing circles."""
    found = set()
    for contract in CONTRACTS:
        inside = [f"{container}." for container in contract.get("containers", ())] or [""]
        layers = [name for layer in contract.get("layers", ()) for name in layer.split(" | ")]
        found |= {container + name for container in inside for name in layers}
        for kind in ("source_modules", "modules", "protected_modules"):
            found |= set(contract.get(kind, ()))
    return found


def test_every_package_has_a_rule() -> None:
    assert sorted(packages() - ruled()) == []
    assert "engine.games.*" in ruled()
    assert set(RULES["root_packages"]) == TOP


def test_nothing_circles_in_any_package() -> None:
    (circles,) = [contract for contract in CONTRACTS if contract["type"] == "acyclic_siblings"]
    assert set(circles["ancestors"]) == TOP


def test_the_program_imports_itself_and_what_it_depends_on_and_no_test() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = names([*PROJECT["project"]["dependencies"], *extras["pi"]])
    wanted |= {name for each in CARRIERS for name in names(requires(each) or [])}
    known, own = packages_distributions(), TOP | set(sys.stdlib_module_names) | ON_MICROCONTROLLERS
    strangers = defaultdict(set)
    for file in product():
        allowed = wanted | (names(extras["club"]) if "clubpanel" in file.parts else set())
        for name in {module.partition(".")[0] for module in imports(file)} - own:
            if not allowed & names(known.get(name, ())):
                strangers[name].add(str(file.relative_to(ROOT)))
    assert dict(strangers) == {}


def test_drivers_are_named_by_the_table_of_drivers_alone() -> None:
    files = (ROOT / "hardware/drivers").glob("*.py")
    drivers = {f"hardware.drivers.{file.stem}" for file in files if "\nDRIVER" in file.read_text()}
    assert len(drivers) > 3
    named = {driver: [file.name for file in product() if driver in imports(file)] for driver in drivers}
    assert named == {driver: ["registry.py"] for driver in drivers}


def test_what_comes_from_outside_or_from_disk_is_read_by_one_reader() -> None:
    """Python's own takes NaN, endless numbers and the last of several equal names, and raises what nobody awaits."""
    found = {
        str(file.relative_to(ROOT)) for file in product()
        if {"tomllib", "json.load", "json.loads"} & (imports(file) | called(file))
    }
    assert sorted(found - READERS.keys()) == []


def called(file: Path) -> set[str]:
    """Return the ``module.function`` names in a file."""
    nodes = ast.walk(ast.parse(file.read_text("utf-8")))
    return {f"{each.value.id}.{each.attr}" for each in nodes
            if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)}
