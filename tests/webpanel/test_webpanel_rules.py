"""The rules of every game are shown with their pictures, as its folder has them."""

import re
from pathlib import Path

import pytest
from fake_desk import FakeDesk
from flask.testing import FlaskClient

from engine.options import Option
from engine.registry import find_game, folder_of, game_ids
from table.words.settings import Settings
from webpanel import page_rules
from webpanel.texts import LANGUAGES, catalogue


def written(game_id: str, language: str) -> str:
    """A page as the folder of its game has it."""
    return (folder_of(game_id) / "rules" / f"{language}.md").read_text(encoding="utf-8")


WRITTEN = [(game_id, each) for game_id in game_ids() for each in LANGUAGES
           if (folder_of(game_id) / "rules" / f"{each}.md").exists()]
TRANSLATED = [(game_id, language) for game_id, language in WRITTEN if language != "en"]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_has_its_page_with_pictures_that_are_there(client: FlaskClient, game_id: str) -> None:
    page = client.get(f"/rules/{game_id}").get_data(as_text=True)
    assert f"<h1>{find_game(game_id).name.replace('&', '&amp;')}</h1>" in page
    pictures = re.findall(r'src="([^"]+/pictures/[^"]+)"', page)
    assert len(pictures) == written(game_id, "en").count("](pictures/")
    for picture in pictures:
        with client.get(picture) as answer:
            assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")


def test_tables_are_tables(client: FlaskClient) -> None:
    assert "<td>" in client.get("/rules/pawn").get_data(as_text=True)


def test_pictures_that_are_not_there_are_not_found(client: FlaskClient) -> None:
    for address in ("pawn/pictures/none.svg", "pawn/pictures/../en.md", "none/pictures/start.svg"):
        assert client.get(f"/rules/{address}").status_code == 404


# --- languages ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game_id", "language"), WRITTEN)
def test_the_page_is_in_the_language_of_the_table(
    desk: FakeDesk, client: FlaskClient, game_id: str, language: str
) -> None:
    desk.save_settings(Settings(language=language))
    page = client.get(f"/rules/{game_id}").get_data(as_text=True)
    assert f'<article class="rules" lang="{language}">' in page
    assert f"<h2>{ {'en': 'The end', 'de': 'Das Ende'}[language] }</h2>" in page


def test_a_page_that_nobody_has_translated_is_in_english(
    desk: FakeDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "en.md").write_text("# Pawn", encoding="utf-8")
    monkeypatch.setattr(page_rules, "folder_of", lambda game_id: tmp_path)
    desk.save_settings(Settings(language="de"))
    assert '<article class="rules" lang="en"><h1>Pawn</h1>' in client.get("/rules/pawn").get_data(as_text=True)


@pytest.mark.parametrize(("game_id", "language"), TRANSLATED)
def test_a_translated_page_has_all_parts_of_the_english_one(game_id: str, language: str) -> None:
    for part in (r"^#+ ", r"\]\((\S+)\)", r"^- \*\*(R\d+)\*\*", r"^\|", r"`[^`]+`", r"^\*(?=[^*].*\*$)"):
        english, translated = (re.findall(part, written(game_id, each), re.M) for each in ("en", language))
        assert translated == english, part


@pytest.mark.parametrize(("game_id", "language"), WRITTEN)
def test_a_page_calls_options_and_choices_as_the_panel_does(game_id: str, language: str) -> None:
    said, page = catalogue(language).gettext, written(game_id, language)
    for option in find_game(game_id).options:
        assert f"| **{said(option.label)}** `{option.name}` | {values(option, language)}. " in page


def values(option: Option, language: str) -> str:
    """What an option can be, as the pages write it."""
    to, usual, yes, no = {"en": ("to", "default", "yes", "no"), "de": ("bis", "\u00fcblich", "ja", "nein")}[language]
    if option.kind == "int":
        return f"{option.low} {to} {option.high} ({option.default})".replace("-", "\u2212")
    if option.kind == "bool":
        return f"{yes} ({usual}), {no}" if option.default else f"{no} ({usual}), {yes}"
    said = catalogue(language).gettext
    named = {word: f"{said(label)} `{word}`" for word, label in zip(option.choices, option.choice_labels, strict=True)}
    named[str(option.default)] += f" ({usual})"
    return ", ".join(named.values())
