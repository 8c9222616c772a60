"""Docstrings and comments cite pages, sections, points and rulings that there are.

Written ``docs/play.md`` (a page), ``docs/play.md, *Two hands*`` (a section of it), ``docs/play.md, 12–14`` (points). In
what belongs to a game, words in italics that begin with a capital are a section of its rules, and R4 is a ruling there.
"""

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.registry import folder_of, games

ROOT = Path(__file__).parents[2]
PACKAGES = [path.parent.name for path in sorted(ROOT.glob("*/__init__.py"))]
FILES = [path for folder in (*PACKAGES, "script", "tests", "tools") for path in sorted((ROOT / folder).rglob("*.py"))]
OTHERS = [path for folder in (*PACKAGES, "script", "systemd") for path in sorted((ROOT / folder).rglob("*"))
          if path.suffix in {".js", ".css", ".html", ".sh", ".toml", ".service", ".rules"}]
GAMES = [folder_of(game.id) for game in games()]
PLACES = [ROOT, ROOT / "docs", *GAMES]
PAGE = re.compile(r"(?<![\w/.:-])[\w./-]*\w\.md\b")
SECTION = re.compile(r"\*([A-Z][^*]+)\*")
OF_A_PAGE = re.compile(r"(docs/[\w/-]+\.md)((?:,? (?:and )?\*[A-Z][^*]+\*)+)")


def texts(path: Path) -> list[str]:
    """The docstrings of a file, those of names too, and its comments: each in one line."""
    constants = [node.value for node in ast.walk(ast.parse(path.read_text("utf-8")))
                 if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
    with path.open("rb") as file:
        comments = [token.string for token in tokenize.tokenize(file.readline) if token.type == tokenize.COMMENT]
    return [" ".join(each.value.split()) for each in constants if isinstance(each.value, str)] + comments


def game_of(path: Path) -> Path | None:
    """The folder of the game that a file belongs to."""
    mine = [game for game in GAMES if game in path.parents or path.stem.startswith(f"test_{game.name}_")]
    return max(mine, key=lambda game: len(game.name), default=None)


@cache
def headings(page: Path) -> set[str]:
    return set(re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.M))


@cache
def rulings(game: Path) -> set[str]:
    return set(re.findall(r"^- \*\*(R\d+)\*\*", (game / "rules" / "en.md").read_text("utf-8"), re.M))


def missing(path: Path, text: str) -> Iterator[str]:
    """Yield the pages and sections that a docstring or comment cites and that are not there."""
    for name in PAGE.findall(text):
        if not any((place / name).is_file() for place in [path.parent, *PLACES]):
            yield name
    for name, sections in OF_A_PAGE.findall(text):
        yield from (f"{name}, *{each}*" for each in SECTION.findall(sections) if each not in headings(ROOT / name))
    text, game = OF_A_PAGE.sub("", text), game_of(path)
    for folder in [game] if game else GAMES if re.search(r"\brules pages?\b", text) else []:
        there = headings(folder / "rules" / "en.md")
        yield from (f"*{each}*" for each in SECTION.findall(text) if each not in there)
    if game:
        yield from (each for each in re.findall(r"\bR\d+\b", text) if each not in rulings(game))


def points(text: str) -> Iterator[int]:
    """The points of play that a text cites: *12–14* is all of them."""
    if "docs/play.md" in text:
        for first, last in re.findall(r"(?:docs/play\.md, |\()(\d+)(?:–(\d+))?", text):
            yield from range(int(first), int(last or first) + 1)
    if found := re.match(r"# --- (\d+(?:, \d+)*):", text):
        yield from map(int, found[1].split(", "))


@pytest.mark.parametrize("folder", sorted({path.relative_to(ROOT).parts[0] for path in FILES}))
def test_what_docstrings_and_comments_cite_is_there(folder):
    said = [(path, text) for path in FILES if path.is_relative_to(ROOT / folder) for text in texts(path)]
    assert [(str(path), cited) for path, text in said for cited in missing(path, text)] == []
    there = set(map(int, re.findall(r"^\*\*(\d+)\. ", (ROOT / "docs" / "play.md").read_text("utf-8"), re.M)))
    cited = {point for _, text in said for point in points(text)}
    assert there and cited <= there
    assert folder != "tests" or {1, 5, 12, 13, 14, 16} <= cited


def test_pages_that_other_files_cite_are_there():
    cited = {name for path in OTHERS for name in re.findall(r"\bdocs/[\w/-]+\.md\b", path.read_text("utf-8"))}
    assert cited and [name for name in cited if not (ROOT / name).is_file()] == []


@pytest.mark.parametrize(("file", "text", "told"), [
    ("engine/games/pawn/turns.py", "Passing (design.md).", ["design.md"]),
    ("engine/games/pawn/turns.py", "Passing (protocol.md, beside this file).", []),
    ("tests/table/test_pace.py", "Two hands (docs/play.md, *Two hands*).", []),
    ("tests/table/test_pace.py", "Two hands (docs/play.md, *Three hands*).", ["docs/play.md, *Three hands*"]),
    ("tests/engine/test_pawn_setup.py", "Pawn: setting up (its rules page, *Data*; R7, R8).", ["*Data*", "R8"]),
    ("tests/engine/test_pawn_advance_end.py", "*The march*; R8.", []),
    ("tests/engine/test_advice.py", "The rules pages, *The end* and *The march*.", ["*The march*"]),
    ("tests/engine/test_game.py", "*The march*, R40.", []),
])
def test_a_wrong_citation_is_found(file, text, told):
    assert list(dict.fromkeys(missing(ROOT / file, text))) == told  # once, however many games have no such section


def test_wrong_points_are_found():
    assert list(points("Bumps (docs/play.md, 3) and touches (8).")) == [3, 8]
    assert list(points("In step again (docs/play.md, 12–14).")) == [12, 13, 14]
    assert list(points("# --- 5, 6: settling ---")) == [5, 6]
