"""Docstrings say what a function does or what a value is: none begins with a question word, which hides the verb."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
QUESTION = re.compile(r"(What|Whether|Who|Whose|How|Where|When|Which|Why)\b")
FOLDERS = sorted({path.parent.name for path in ROOT.glob("*/__init__.py")} | {"script", "tests", "tools"})
SCRIPTS = {"webpanel": 3, "clubpanel": 3}
"""Folder → the most comments in a hundred of its scripts, of those that begin with ``/**``, that may begin with one. It
only ever goes down."""


def blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield block


def docstrings(source: str) -> Iterator[str]:
    """Yield the docstrings of modules, classes, functions and names."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(source)):
        for block in blocks(node):
            before = [node, *block]
            for owner, each in zip(before, block, strict=False):
                said = each.value.value if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) else None
                if isinstance(said, str) and isinstance(owner, (*documented, ast.Assign, ast.AnnAssign)):
                    yield said.strip()


def comments(source: str) -> Iterator[str]:
    """Yield the text of the comments of a script that document something, without its types."""
    for found in re.findall(r"/\*\*(.*?)\*/", source, re.S):
        text = " ".join(re.sub(r"^ *\* ?", "", found, flags=re.M).split())
        if text and not text.startswith("@"):
            yield text


def questions(said: list[str]) -> float:
    """Return the share in a hundred that begins with a question word."""
    return 100 * sum(QUESTION.match(each) is not None for each in said) / len(said)


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_docstring_begins_with_a_question_word(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    said = [each for file in files for each in docstrings(file.read_text("utf-8"))]
    assert said
    assert [each for each in said if QUESTION.match(each)] == []


@pytest.mark.parametrize("folder", SCRIPTS)
def test_few_comments_of_scripts_begin_with_a_question_word(folder: str) -> None:
    files = sorted((ROOT / folder / "static").rglob("*.js"))
    said = [each for file in files for each in comments(file.read_text("utf-8"))]
    assert questions(said) < SCRIPTS[folder], [each for each in said if QUESTION.match(each)]


def test_docstrings_of_every_kind_are_found() -> None:
    source = '''"""A module."""
LIMIT = 3
"""A name."""
if LIMIT:
    size: int = 4
    """How large."""
class Thing:
    """A class."""
    def __init__(self) -> None:
        """Make it."""
        "a text".strip()
        self.size = 4
        """What it is."""
        self.size += 1
        """Not of a name."""
'''
    assert sorted(docstrings(source)) == ["A class.", "A module.", "A name.", "How large.", "Make it.", "What it is."]
    assert questions(["How large.", "What it is.", "However it is, this names nothing.", "Whatever comes."]) == 50


def test_comments_of_scripts_are_found() -> None:
    source = """/** Draw it. */
/** @type {string} */
/**
 * What it
 * is.
 *
 * @param {string} name
 */
/* not one */"""
    assert list(comments(source)) == ["Draw it.", "What it is. @param {string} name"]
