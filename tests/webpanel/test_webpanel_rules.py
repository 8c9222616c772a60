"""The rules of every game are shown with their pictures, as its folder has them."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from flask.testing import FlaskClient
from watched_desk import WatchedDesk

from engine.core.options import Option
from engine.registry import find_game, folder_of, game_ids
from table.messages.settings import Settings
from webpanel.text.translations import LANGUAGES, catalogue
from webpanel.views import rules


def written(game_id: str, language: str) -> str:
    """A page as the folder of its game has it."""
    return (folder_of(game_id) / "rules" / f"{language}.md").read_text(encoding="utf-8")


WRITTEN = [(game_id, each) for game_id in game_ids() for each in LANGUAGES
           if (folder_of(game_id) / "rules" / f"{each}.md").exists()]
PARTS = (
    r"^#+ ", r"\]\(([^)#\s]+)\)", r"\]\(#", r"\n\n(>) ", r"^\d\. ", r"^- \*\*(R\d+)\*\*", r"^\|", r"`[^`]+`",
    r"^!\[.*\n\n(\*)[^*]",
)
"""Headings, links and pictures, contents, boxes, steps, rulings, rows, words of programs, what is said of pictures."""
TRANSLATED = [(game_id, language) for game_id, language in WRITTEN if language != "en"]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_has_its_page_with_pictures_that_are_there(client: FlaskClient, game_id: str) -> None:
    page = client.get(f"/rules/{game_id}").get_data(as_text=True)
    assert f">{find_game(game_id).name.replace('&', '&amp;')}</h1>" in page
    pictures = re.findall(r'src="([^"]+/pictures/[^"]+)"', page)
    assert len(pictures) == written(game_id, "en").count("](pictures/")
    for picture in pictures:
        with client.get(picture) as answer:
            assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")


def test_tables_are_tables(client: FlaskClient) -> None:
    assert "<td>" in client.get("/rules/pawn").get_data(as_text=True)


def test_every_header_of_a_table_says_something(client: FlaskClient) -> None:
    """Screen readers name the cells by them."""
    for game_id in game_ids():
        assert "<th></th>" not in client.get(f"/rules/{game_id}").get_data(as_text=True)


def test_pictures_that_are_not_there_are_not_found(client: FlaskClient) -> None:
    for address in ("pawn/pictures/none.svg", "pawn/pictures/../en.md", "none/pictures/start.svg"):
        assert client.get(f"/rules/{address}").status_code == 404


# --- languages ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game_id", "language"), WRITTEN)
def test_the_page_is_in_the_language_of_the_table(
    desk: WatchedDesk, client: FlaskClient, game_id: str, language: str
) -> None:
    desk.save_settings(Settings(language=language))
    page = client.get(f"/rules/{game_id}").get_data(as_text=True)
    assert f'<article class="rules" lang="{language}">' in page
    german = '<h2 id="das-ende" data-section="the-end">Das Ende</h2>'
    assert {"en": '<h2 id="the-end">The end</h2>', "de": german}[language] in page


@pytest.mark.parametrize(("game_id", "language"), WRITTEN)
def test_the_contents_lead_to_the_parts_of_the_page(
    desk: WatchedDesk, client: FlaskClient, game_id: str, language: str
) -> None:
    desk.save_settings(Settings(language=language))
    page = client.get(f"/rules/{game_id}").get_data(as_text=True)
    led_to = [unquote(each) for each in re.findall(r'href="#([^"]+)"', page.partition('<article class="rules"')[2])]
    assert len(led_to) > 5
    assert [each for each in led_to if f'id="{each}"' not in page] == []


def test_a_page_that_nobody_has_translated_is_in_english(
    desk: WatchedDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "en.md").write_text("# Pawn", encoding="utf-8")
    monkeypatch.setattr(rules, "folder_of", lambda game_id: tmp_path)
    desk.save_settings(Settings(language="de"))
    page = client.get("/rules/pawn").get_data(as_text=True)
    assert '<article class="rules" lang="en"><h1 id="pawn">Pawn</h1>' in page


@pytest.mark.parametrize(("game_id", "language"), TRANSLATED)
def test_a_translated_page_has_all_parts_of_the_english_one(game_id: str, language: str) -> None:
    for part in PARTS:
        english, translated = (re.findall(part, written(game_id, each), re.M) for each in ("en", language))
        assert translated == english, part


@pytest.mark.parametrize(("game_id", "language"), WRITTEN)
def test_a_page_calls_options_and_choices_as_the_panel_does(game_id: str, language: str) -> None:
    said, page = catalogue(language).gettext, written(game_id, language)
    for option in find_game(game_id).options:
        assert f"| **{said(option.label)}** | {values(option, language)}. " in page


def values(option: Option, language: str) -> str:
    """Return the values of an option, as the pages write them."""
    to, usual, either, yes, no = {
        "en": ("to", "usual", "or", "yes", "no"), "de": ("bis", "üblich", "oder", "ja", "nein"),
    }[language]
    said = catalogue(language).gettext
    if option.kind == "bool":
        return f"{yes} ({usual}) {either} {no}" if option.default else f"{no} ({usual}) {either} {yes}"
    if option.kind == "choice":
        labels = zip(option.choices, option.choice_labels, strict=True)
        return ", ".join(said(label) + f" ({usual})" * (word == option.default) for word, label in labels)
    if not option.lowest:
        return f"{option.low} {to} {option.high} ({usual}: {option.default})"
    if option.default == option.low:
        return f"{said(option.lowest)} ({usual}), {either} {option.low + 1} {to} {option.high}"
    return f"{said(option.lowest)}, {either} {option.low + 1} {to} {option.high} ({usual}: {option.default})"
