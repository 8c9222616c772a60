"""Sentences become the language of the table: every text that people see has its German, with the same fields."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from flask import Flask
from watched_desk import WatchedDesk

import webpanel
from engine.core.messages import Message, counted, message
from engine.core.pieces import Seat
from engine.registry import folder_of, game_ids
from table.messages.settings import Settings
from webpanel.text import translations
from webpanel.text.translations import catalogue, ending, language, script_texts, translate, translated

ROOT = Path(webpanel.__file__).parent.parent
PACKAGES = ("engine", "table", "opponents", "club", "clubpanel", "hardware", "firmware_bridge", "webpanel", "daemon")
KEYWORDS = {
    "_": None, "gettext": None, "message": None, "Message": None, "ngettext": (1, 2), "counted": (1, 2),
}


def german() -> Catalog:
    return translated("de")


@cache
def only_in_english(file: str) -> bool:
    """True if a file belongs to a game that nobody has translated: without rules in German, without texts in German."""
    folders = map(folder_of, game_ids())
    return any(folder in (ROOT / file).parents and not (folder / "rules" / "de.md").exists() for folder in folders)


def is_message(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "message"


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{\w+\}|%\(\w+\)s", text))


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """A text, or what it is for one and for several."""
    return (text,) if isinstance(text, str) else tuple(text)


@cache
def extracted() -> frozenset[tuple[str, ...]]:
    """The texts that people see, with their plurals."""
    with (ROOT / "webpanel" / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    found = extract_from_dir(ROOT, methods, options, KEYWORDS)
    return frozenset(forms(text) for name, _line, text, *_ in found if text and not only_in_english(name))


def test_every_text_of_the_scripts_reaches_the_phones_in_german() -> None:
    """The pages carry the texts that the catalogue says come from scripts."""
    scripts = extract_from_dir(ROOT / "webpanel" / "static" / "js", [("**.js", "javascript")], keywords=KEYWORDS)
    found = {forms(text)[0] for _name, _line, text, _comments, _context in scripts if text}
    assert len(found) > 100
    assert sorted(found - set(script_texts("de"))) == []


def test_no_catalogue_names_a_file_that_is_gone() -> None:
    catalogues = [*translations.FOLDER.rglob("*.po"), *(ROOT / "engine" / "games").glob("*/*.po")]
    lines = [line for path in catalogues for line in path.read_text("utf-8").splitlines() if line.startswith("#: ")]
    named = {re.sub(r":\d+$", "", name) for line in lines for name in line[3:].split()}
    assert len(named) > 100 and sorted(name for name in named if not (ROOT / name).is_file()) == []


@pytest.mark.parametrize(("other", "anders"), [
    (r".\brolls?\b|\brolled\b|\bRolls?\b", r"\b(werfen|werft|wirft|geworfen|rollt|rollen)\b"),
    (r"\bput\w* (it|the game|their game) aside|be put aside", r"beiseite(zu)?legen|weg(zu)?legen|weggelegt|weglegt"),
    (r"\b[Bb]attle die\b|\bskirmish", r"[Gg]efecht"),
], ids=["throw", "park", "combat"])
def test_a_thing_has_one_word(other: str, anders: str) -> None:
    """A die is thrown, whatever a state calls its number; a game is parked."""
    assert [text for translations in extracted() for text in translations if re.search(other, text)] == []
    assert [entry.id for entry in german() if any(re.search(anders, text) for text in forms(entry.string))] == []


def test_seats_become_names_and_values_are_translated_too(app: Flask) -> None:
    said = message("{seat} must capture the {piece} on {square}, or loses.", seat=Seat.WHITE, piece=message("queen"),
                   square="e8")
    with app.test_request_context():
        assert translate(said, {Seat.WHITE: "Anna"}) == "Anna must capture the queen on e8, or loses."
        assert translate(said) == "White must capture the queen on e8, or loses."
        assert translate(Message("")) == ""


def test_german_sentences_name_a_piece_beside_the_word_that_has_the_case(desk: WatchedDesk, app: Flask) -> None:
    desk.save_settings(Settings(language="de"))
    gives_up = message("That gives up a {piece}.", piece=message("queen"))
    careful = message("Careful: {why} Put it back, or play it anyway.", why=gives_up)
    hint = message("{hint} {why}", hint=message("Hint: {action}.", action="Turm von a1 nach a5"),
                   why=message("It takes a {piece}.", piece=message("queen")))
    with app.test_request_context():
        assert translate(careful).startswith("Vorsicht: Damit verschenkst du eine Figur (Dame). Stell zurück, was")
        assert translate(hint) == "Tipp: Turm von a1 nach a5. Damit schlägst du eine Figur (Dame)."


def test_the_language_is_the_tables(desk: WatchedDesk, app: Flask) -> None:
    desk.save_settings(Settings(language="de"))
    with app.test_request_context():
        told = counted("{seat} moves one more pawn.", "{seat} moves {count} different pawns.", 1, seat=Seat.BLACK)
        assert translate(told) == "Schwarz zieht noch einen Bauern."
        assert ending("pawn-advance", "touchdown") == "ein Bauer ist drüben angekommen"


def test_a_language_there_is_no_catalogue_for_is_english(desk: WatchedDesk, app: Flask) -> None:
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
    assert [entry.id for entry in entries if not says_the_same(forms(entry.id), forms(entry.string))] == []


def says_the_same(keys: tuple[str, ...], translations: tuple[str, ...]) -> bool:
    """True if the fields are the same. A text for one may leave out the number."""
    number = {"{count}", "%(num)s"} if len(keys) > 1 else set()
    return len({frozenset(fields(text) - number) for text in (*keys, *translations)}) == 1


def test_every_text_that_people_see_has_its_german() -> None:
    known = {forms(entry.id) for entry in german()}
    assert len(extracted()) > 600
    assert sorted(extracted() - known) == []


def test_no_sentence_begins_right_behind_another() -> None:
    """A merge that keeps the lines of two sides makes one text of both."""
    joined = re.compile(r"[a-zäöüß)][.!?][A-ZÄÖÜ]")
    assert [entry.id for entry in german() if any(joined.search(form) for form in forms(entry.string))] == []
    assert [text for text in extracted() if any(joined.search(form) for form in text)] == []


def test_no_text_has_marks_that_only_a_manual_would_print() -> None:
    """A page shows a backtick as it is."""
    assert [text for text in extracted() if any("`" in form for form in text)] == []
    assert [entry.id for entry in german() if any("`" in form for form in forms(entry.string))] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_counted_is_said_for_any_number(app: Flask, desk: WatchedDesk, language: str) -> None:
    desk.save_settings(Settings(language=language))
    plurals = [text for text in extracted() if len(text) > 1]
    assert len(plurals) > 12
    with app.test_request_context():
        for one, several in plurals:
            said = {count: said_of(one, several, count) for count in (0, 1, 2, 5)}
            assert said[1] != said[2].replace("2", "1") or language == "de", f"the same of one and of several: {said}"
            assert all(str(count) in said[count] for count in (0, 2, 5)), f"the number is missing: {said}"
            assert len({text.replace(str(count), "") for count, text in said.items() if count != 1}) == 1


def said_of(one: str, several: str, count: int) -> str:
    """A text of any package or template with its number, and what else it is filled with left open."""
    known = catalogue(language())
    return known.ngettext(one, several, count).replace("{count}", str(count)).replace("%(num)s", str(count))


def test_a_number_that_is_told_is_counted() -> None:
    """Nobody is told of "1 new pawns". Players are at least two, or a span."""
    plain = {text for text in extracted() if len(text) == 1}
    assert {text for (text,) in plain if fields(text) & {"{count}", "%(num)s", "%(count)s", "%(all)s"}} == {
        "Continue (%(count)s)", "{piece}: {count} in the tray", "%(count)s deleted (can be restored)",
        "%(count)s players",
    }


def test_a_language_may_have_more_kinds_of_numbers_than_two(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    few = 'msgid "{count} pawn"\nmsgid_plural "{count} pawns"\nmsgstr[0] "{count} pionek"\nmsgstr[1] "{count} pionki"\n'
    source = "#: webpanel/static/js/new.js:1\n" + few + 'msgstr[2] "{count} pionków"\n'
    (tmp_path / "pl" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "pl" / "LC_MESSAGES" / "messages.po").write_text(source, "utf-8")
    monkeypatch.setattr(translations, "FOLDER", tmp_path)
    monkeypatch.setattr(translations, "LANGUAGES", {"pl": "Polski"})
    said = [catalogue("pl").ngettext("{count} pawn", "{count} pawns", count) for count in (1, 2, 5, 22, 112)]
    one, few, many = (f"{{count}} {word}" for word in ("pionek", "pionki", "pionków"))
    assert said == [one, few, many, few, many]
    assert script_texts("pl") == {"{count} pawn": {"one": one, "few": few, "many": many}}


@pytest.mark.parametrize(
    ("count", "said"), [(0, "Anna gets 0 pawns"), (1, "Anna gets a pawn"), (2, "Anna gets 2 pawns")]
)
def test_a_message_of_a_number_is_said_without_a_catalogue(app: Flask, count: int, said: str) -> None:
    told = counted("{seat} gets a pawn", "{seat} gets {count} pawns", count, seat=Seat.WHITE)
    with app.test_request_context():
        assert translate(told, {Seat.WHITE: "Anna"}) == said
    assert str(told) == said.replace("Anna", "white")


def test_a_game_may_bring_a_catalogue_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The words of the program come first where both have them."""
    own = 'msgid "Advance!"\nmsgstr "Vorwärts!"\n\nmsgid "Pause"\nmsgstr "Unterbrechung"\n'
    (tmp_path / "de.po").write_text(own, "utf-8")
    monkeypatch.setattr(translations, "folder_of", lambda game_id: tmp_path)
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
