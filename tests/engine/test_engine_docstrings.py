"""Docstrings: the examples in them are true, and they begin with a verb, a noun or "True if"."""

import ast
import doctest
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "opponents")
FILES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
EXAMPLES = [path for path in FILES if ">>> " in path.read_text("utf-8")]
BUILT_ON = {
    "engine/core/actions.py": ("Action", "Footprint"),
    "engine/core/options.py": ("Options",),
    "engine/core/pieces.py": ("Piece",),
    "engine/core/squares.py": ("Board",),
    "engine/game.py": ("Game", "Played"),
    "engine/narration.py": ("Story",),
    "engine/records/position_json.py": ("StateReader",),
    "engine/services/evaluation.py": ("Judge",),
    "engine/services/lessons.py": ("Lesson",),
    "opponents/search.py": ("Search",),
}
"""The classes that whoever writes a game or an opponent meets first."""
NOUN_CLAUSE = re.compile(r"(what|whether|who|whose|how|where|when|which|why)\b", re.I)


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def docstrings(path: Path) -> Iterator[tuple[str, str]]:
    """The docstrings of a file with their places, those below the values of a module or class too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            for each in node.body:
                if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant):
                    yield f"{path.relative_to(ROOT)}:{each.lineno}", str(each.value.value)


@pytest.mark.parametrize("path", EXAMPLES, ids=module_of)
def test_every_example_prints_what_it_shows(path: Path) -> None:
    failed, tried = doctest.testmod(import_module(module_of(path)))
    assert tried and not failed


@pytest.mark.parametrize("name", BUILT_ON)
def test_what_others_build_on_has_an_example(name: str) -> None:
    module = import_module(module_of(ROOT / name))
    for each in BUILT_ON[name]:
        assert ">>> " in getattr(module, each).__doc__, f"{name}: {each}"


def test_no_docstring_begins_with_a_noun_clause() -> None:
    """A function says what it does (verb first), a value what it is (noun first), a predicate begins "True if"."""
    found = dict(each for path in FILES for each in docstrings(path))
    assert len(found) > 1000
    assert {place: text.splitlines()[0] for place, text in found.items() if NOUN_CLAUSE.match(text)} == {}
