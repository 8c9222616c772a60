"""Sentences become the language of the table: every text that people see has its German, with the same fields."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from fake_desk import FakeDesk
from flask import Flask

import webpanel
from engine.messages import Message, message
from engine.pieces import Seat
from engine.registry import folder_of, game_ids
from table.words.settings import Settings
from webpanel import texts
from webpanel.texts import catalogue, ending, script_texts, translate, translated

ROOT = Path(webpanel.__file__).parent.parent
PACKAGES = ("engine", "table", "hardware", "firmware_bridge", "webpanel", "daemon")
KEYWORDS = {"_": None, "gettext": None, "message": None, "Message": None}


def german() -> Catalog:
    return translated("de")


def only_in_english(file: str) -> bool:
    """Whether a file belongs to a game that nobody has translated: without rules in German, without words in German."""
    folders = map(folder_of, game_ids())
    return any(folder in (ROOT / file).parents and not (folder / "rules" / "de.md").exists() for folder in folders)


def is_message(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "message"


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{\w+\}|%\(\w+\)s", text))


def test_every_text_of_the_scripts_reaches_the_phones_in_german() -> None:
    """The pages carry the texts that the catalogue says come from scripts."""
    scripts = extract_from_dir(ROOT / "webpanel" / "static", [("**.js", "javascript")], keywords=KEYWORDS)
    found = {text for _name, _line, text, _comments, _context in scripts if isinstance(text, str) and text}
    assert len(found) > 100
    assert sorted(found - set(script_texts("de"))) == []


def test_seats_become_names_and_values_are_translated_too(app: Flask) -> None:
    said = message("{seat} must capture the {piece} on {square}, or loses.", seat=Seat.WHITE, piece=message("queen"),
                   square="e8")
    with app.test_request_context():
        assert translate(said, {Seat.WHITE: "Anna"}) == "Anna must capture the queen on e8, or loses."
        assert translate(said) == "White must capture the queen on e8, or loses."
        assert translate(Message("")) == ""


def test_the_language_is_the_tables(desk: FakeDesk, app: Flask) -> None:
    desk.save_settings(Settings(language="de"))
    with app.test_request_context():
        assert translate(message("{seat} moves one more pawn.", seat=Seat.BLACK)) == "Schwarz zieht noch einen Bauern."
        assert ending("pawn-advance", "touchdown") == "ein Bauer ist drüben angekommen"


def test_a_language_there_is_no_catalogue_for_is_english(desk: FakeDesk, app: Flask) -> None:
    desk.table = FakeDesk().table
    desk.save_settings(Settings(language="tlh"))
    with app.test_request_context():
        assert translate(message("Battle")) == "Battle"


def test_endings_are_told_in_words_known_or_not(app: Flask) -> None:
    with app.test_request_context():
        assert ending("pawn-advance", "touchdown") == "a pawn reached the far side"
        assert ending("pawn-advance", "captures", "resignation") == "by resignation"
        assert ending("pawn-advance", "some-new-reason") == "some new reason"
        assert ending("no-longer-known", "touchdown") == "touchdown"
        assert ending("no-longer-known", "captures", "resignation") == "by resignation"


def test_every_german_text_has_the_fields_of_its_key() -> None:
    entries = [entry for entry in german() if entry.id and entry.string]
    assert len(entries) > 500
    assert [entry.id for entry in entries if fields(entry.id) != fields(entry.string)] == []


def test_every_text_that_people_see_has_its_german() -> None:
    known = {entry.id for entry in german() if entry.string}
    with (ROOT / "webpanel" / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    found = {
        text for name, _line, text, _comments, _context in extract_from_dir(ROOT, methods, options, KEYWORDS)
        if isinstance(text, str) and text and not only_in_english(name)
    }
    assert len(found) > 600
    assert sorted(found - known) == []


def test_a_game_may_bring_a_catalogue_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The words of the program come first where both have them."""
    own = 'msgid "Advance!"\nmsgstr "Vorwärts!"\n\nmsgid "Pause"\nmsgstr "Unterbrechung"\n'
    (tmp_path / "de.po").write_text(own, "utf-8")
    monkeypatch.setattr(texts, "folder_of", lambda game_id: tmp_path)
    merged = translated("de")
    assert (merged["Advance!"].string, merged["Pause"].string) == ("Vorwärts!", german_of("Pause"))


def german_of(text: str) -> str:
    return catalogue("de").gettext(text)


def test_every_key_is_written_where_the_catalogues_find_it() -> None:
    """A key in a variable would be translated by chance alone."""
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    calls = [(file, node) for file in files for node in ast.walk(ast.parse(file.read_text())) if is_message(node)]
    assert len(calls) > 300
    hidden = [f"{file}:{call.lineno}" for file, call in calls if not isinstance(call.args[0], ast.Constant)]
    assert hidden == []


@pytest.mark.parametrize("text", ["can move", "To the table"])
def test_scripts_get_their_own_texts_alone(text: str) -> None:
    assert (text in script_texts("de")) == (text == "can move")
    assert script_texts("en") == {}
