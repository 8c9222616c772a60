"""Sentences become the language of the table: every text of the panel has its German, with the same fields."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po
from fake_desk import FakeDesk
from flask import Flask

import webpanel
from engine.messages import Message, message
from engine.pieces import Seat
from table.words import Settings
from webpanel.texts import FOLDER, ending, script_texts, translate

ROOT = Path(webpanel.__file__).parent.parent
KEYWORDS = {"_": None, "gettext": None, "message": None, "Message": None}


def german() -> Catalog:
    with (FOLDER / "de" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale="de")


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{\w+\}|%\(\w+\)s", text))


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
        assert ending("touchdown", "normal") == "ein Bauer ist drüben angekommen"


def test_a_language_there_is_no_catalogue_for_is_english(desk: FakeDesk, app: Flask) -> None:
    desk.table = FakeDesk().table
    desk.save_settings(Settings(language="tlh"))
    with app.test_request_context():
        assert translate(message("Battle")) == "Battle"


def test_endings_are_told_in_words_known_or_not(app: Flask) -> None:
    with app.test_request_context():
        assert ending("touchdown", "normal") == "a pawn reached the far side"
        assert ending("captures", "resignation") == "by resignation"
        assert ending("some-new-reason", "normal") == "some new reason"
        assert translate(message("{seat} wins: {reason}.", seat=Seat.WHITE, reason=Message("touchdown"))) == (
            "White wins: a pawn reached the far side."
        )


def test_every_german_text_has_the_fields_of_its_key() -> None:
    entries = [entry for entry in german() if entry.id and entry.string]
    assert len(entries) > 500
    assert [entry.id for entry in entries if fields(entry.id) != fields(entry.string)] == []


def test_every_text_of_the_panel_has_its_german() -> None:
    known = {entry.id for entry in german() if entry.string}
    with (ROOT / "webpanel" / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    found = {
        text for name, _line, text, _comments, _context in extract_from_dir(
            ROOT / "webpanel", [(pattern.removeprefix("webpanel/"), method) for pattern, method in methods
                                if pattern.startswith("webpanel/")], {}, KEYWORDS,
        ) if isinstance(text, str) and text
    }
    assert len(found) > 300
    assert sorted(found - known) == []


@pytest.mark.parametrize("text", ["can move", "To the table"])
def test_scripts_get_their_own_texts_alone(text: str) -> None:
    assert (text in script_texts("de")) == (text == "can move")
    assert script_texts("en") == {}
