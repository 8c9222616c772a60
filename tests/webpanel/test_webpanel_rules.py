"""The rules of every game are shown with their pictures, as docs/rules has them."""

import re
from pathlib import Path

import pytest
from fake_desk import FakeDesk
from flask.testing import FlaskClient

from engine.options import Option
from engine.registry import find_game, game_ids
from table.words.settings import Settings
from webpanel import page_rules
from webpanel.texts import LANGUAGES, catalogue


def written(game_id: str, language: str) -> str:
    """A page as docs/rules has it."""
    name = f"{game_id}.md" if language == "en" else f"{game_id}.{language}.md"
    return (page_rules.PAGES / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_has_its_page_with_pictures_that_are_there(client: FlaskClient, game_id: str) -> None:
    page = client.get(f"/rules/{game_id}").get_data(as_text=True)
    assert f"<h1>{find_game(game_id).name.replace('&', '&amp;')}</h1>" in page
    pictures = re.findall(r'src="(pictures/[^"]+)"', page)
    assert pictures
    for picture in pictures:
        with client.get(f"/rules/{picture}") as answer:
            assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")


def test_tables_are_tables(client: FlaskClient) -> None:
    assert "<td>" in client.get("/rules/pawn").get_data(as_text=True)


def test_pictures_that_are_not_there_are_not_found(client: FlaskClient) -> None:
    assert client.get("/rules/pictures/none.svg").status_code == 404
    assert client.get("/rules/pictures/../pawn.md").status_code == 404


# --- languages ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", game_ids())
def test_the_page_is_in_the_language_of_the_table(desk: FakeDesk, client: FlaskClient, game_id: str) -> None:
    desk.save_settings(Settings(language="de"))
    page = client.get(f"/rules/{game_id}").get_data(as_text=True)
    assert '<article class="rules" lang="de">' in page and "<h2>Das Ende</h2>" in page
    desk.save_settings(Settings(language="en"))
    page = client.get(f"/rules/{game_id}").get_data(as_text=True)
    assert '<article class="rules" lang="en">' in page and "<h2>The end</h2>" in page


def test_a_page_that_nobody_has_translated_is_in_english(
    desk: FakeDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "pawn.md").write_text("# Pawn", encoding="utf-8")
    monkeypatch.setattr(page_rules, "PAGES", tmp_path)
    desk.save_settings(Settings(language="de"))
    assert '<article class="rules" lang="en"><h1>Pawn</h1>' in client.get("/rules/pawn").get_data(as_text=True)


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
@pytest.mark.parametrize("game_id", game_ids())
def test_a_translated_page_has_all_parts_of_the_english_one(game_id: str, language: str) -> None:
    for part in (r"^#+ ", r"\]\((\S+)\)", r"^- \*\*(R\d+)\*\*", r"^\|", r"`[^`]+`", r"^\*(?=[^*].*\*$)"):
        english, translated = (re.findall(part, written(game_id, each), re.M) for each in ("en", language))
        assert translated == english, part


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", game_ids())
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
