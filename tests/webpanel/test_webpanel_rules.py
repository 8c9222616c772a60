"""The rules of every game are shown with their pictures, as docs/rules has them."""

import re

import pytest
from flask.testing import FlaskClient

from engine.registry import find_game, game_ids


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
