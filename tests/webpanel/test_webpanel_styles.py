"""The panel's style sheets hold nothing that no page uses.

A class or id counts as used where a template's attribute, a script's string or a string of the panel's Python names it.
Rules that are dead for another reason (two names that never meet in one element) are not found.
"""

import re
from pathlib import Path

import clubpanel
import webpanel
from engine.core.pieces import Seat

PANEL = Path(webpanel.__file__).parent
SHEETS = {path.name: path.read_text("utf-8") for path in sorted((PANEL / "static" / "css").glob("*.css"))}
NAMES = r'\b(?:class|id)="((?:\{\{.*?\}\}|\{%.*?%\}|[^"])*)"'
COMPOSED = ("icon-", "tint-")
"""Classes that begin so are put together: the picture's name follows, or the number of the colours."""


def texts(pattern: str) -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted(PANEL.glob(pattern)))


def words(literals: list[str]) -> set[str]:
    return {word for literal in literals for word in re.findall(r"[\w-]+", literal)}


def used() -> set[str]:
    """Every word that may be a class or an id on a page."""
    attributes = re.findall(NAMES, texts("templates/**/*.html"))
    scripts = texts("static/js/**/*.js")
    toggled = re.findall(r"^\s*(\w+):", scripts, re.MULTILINE)  # classes by name: {told: …, full: …}
    python = re.findall(r'"([a-z][\w-]*)"', texts("*.py"))
    return words(attributes) | words(re.findall(r'"[^"\n]*"|`[^`]*`', scripts)) | {*toggled, *python}


def selectors(sheet: str) -> list[str]:
    plain = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    heads = re.findall(r"([^{};]+)\{", plain)
    return [one.strip() for head in heads if not head.strip().startswith("@") for one in head.split(",")]


def dead(sheet: str, known: set[str]) -> list[str]:
    """The selectors with a class or an id that nothing names."""
    return [
        selector for selector in selectors(sheet)
        if any(
            name not in known and not name.startswith(COMPOSED)
            for name in re.findall(r"[.#]([A-Za-z][\w-]*)", selector)
        )
    ]


def test_every_rule_is_for_something_that_a_page_can_hold() -> None:
    known = used()
    assert {name: dead(sheet, known) for name, sheet in SHEETS.items() if dead(sheet, known)} == {}


def test_every_rule_of_a_club_is_for_something_that_its_pages_can_hold() -> None:
    club = Path(clubpanel.__file__).parent
    pages = "\n".join(path.read_text("utf-8") for path in sorted((club / "templates").glob("*.html")))
    known = words(re.findall(NAMES, pages)) | {seat.value for seat in Seat}
    assert dead((club / "static" / "club.css").read_text("utf-8"), known) == []


def test_every_kind_of_field_that_a_rule_is_for_stands_on_a_page() -> None:
    pages = texts("templates/**/*.html") + texts("static/js/**/*.js")
    kinds = set(re.findall(r'input\[type="(\w+)"\]', "\n".join(SHEETS.values())))
    assert "text" in kinds
    assert {kind for kind in kinds if not re.search(rf'type(="|: "){kind}"', pages)} == set()


def test_a_rule_for_nothing_is_found() -> None:
    sheet = ".frame .square { color: red } /* .unheard-of */ @media print { #board, .unheard-of > p { margin: 0 } }"
    assert dead(sheet, used()) == [".unheard-of > p"]


def test_every_property_of_our_own_is_read_and_every_animation_plays() -> None:
    others = (texts(pattern) for pattern in ("templates/**/*.html", "static/js/**/*.js", "static/*.svg"))
    everything = "\n".join([*SHEETS.values(), *others])
    properties = set(re.findall(r"(--[\w-]+)\s*:", everything))
    assert len(properties) > 10
    assert {name for name in properties if not re.search(rf"var\({name}\b(?!-)", everything)} == set()
    animations = set(re.findall(r"@keyframes ([\w-]+)", everything))
    assert {name for name in animations if not re.search(rf"animation[^;}}]*[\s:]{name}\b", everything)} == set()
