"""The first things that strangers look for are there and agree: licence, credits, version, changelog, tests."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

from engine.registry import games

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
"""The headings of Keep a Changelog."""


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


# --- licence and credits -----------------------------------------------------------------------------------------


def licences(page: str) -> list[str]:
    """The texts of licences quoted on a page, as one line each."""
    quoted = re.findall(r"(?:^>.*\n)+", page, re.M)
    return [" ".join(text.replace(">", " ").split()) for text in quoted if "MIT License" in text]


def test_the_licence_is_mit_and_so_says_the_package() -> None:
    text = read("LICENSE")
    assert text.startswith("MIT License\n\nCopyright (c) 2026 the Pawnlight authors\n")
    assert PROJECT["license"] == "MIT"
    assert PROJECT["authors"] == [{"name": "the Pawnlight authors"}]
    assert set(PROJECT["license-files"]) == {"LICENSE", "docs/credits.md"}


def test_the_notice_of_chess_two_is_kept_whole() -> None:
    (theirs,) = licences(read("docs/credits.md"))
    ours = " ".join(read("LICENSE").split())
    assert theirs == ours.replace("2026 the Pawnlight authors", "2025 ManaBanker")


def test_the_credits_name_games_as_the_program_does() -> None:
    """Not all: a newcomer's own page says whose it is."""
    rows = [line for line in read("docs/credits.md").splitlines() if line.startswith("| ")]
    credited = [row.split("|")[1].strip() for row in rows if not row.startswith(("| game", "| ---"))]
    assert len(credited) >= 5
    assert set(credited) <= {game.name for game in games()}


# --- version and changelog ---------------------------------------------------------------------------------------


def test_the_changelog_is_kept_in_the_usual_form() -> None:
    headings = re.findall(r"^## (.*)$", read("CHANGELOG.md"), re.M)
    assert headings[0] == "Unreleased"
    released = [re.fullmatch(r"(\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)", heading) for heading in headings[1:]]
    assert released and all(released), headings
    found = [(tuple(map(int, match[1].split("."))), match[2]) for match in released if match]
    assert found == sorted(found, reverse=True)
    assert set(re.findall(r"^### (.*)$", read("CHANGELOG.md"), re.M)) <= set(KINDS)


def test_the_version_is_that_of_the_latest_release() -> None:
    latest = re.findall(r"^## (\d\S*) - ", read("CHANGELOG.md"), re.M)[0]
    assert PROJECT["version"] == latest == version("pawnlight")


def test_every_python_that_is_promised_is_named() -> None:
    named = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    assert named == ["3.11", "3.12", "3.13"]
    assert PROJECT["requires-python"] == f">={named[0]}"
    assert f"Python {named[0]} to {named[-1]}" in read("CONTRIBUTING.md")


# --- how to contribute -------------------------------------------------------------------------------------------


def test_the_page_for_contributors_names_every_folder_of_tests() -> None:
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}
    named = set(re.findall(r"tests/(\w+)", read("CONTRIBUTING.md")))
    assert named - {"support"} == folders
