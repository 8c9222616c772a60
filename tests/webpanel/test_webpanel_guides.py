"""The guides on the panel: all of docs/ that people read, with links and pictures that lead somewhere."""

import re
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest
from flask.testing import FlaskClient

from webpanel.text.guides import ABOUT, READERS, guides, reader_of, title
from webpanel.views import guides as page_guides

DOCS = Path(__file__).parents[2] / "docs"
ADDRESSES = [
    f"/guides/{page.relative_to(DOCS)}" for page in sorted([*DOCS.glob("*.md"), *DOCS.glob("build/*.md")])
]


def article(client: FlaskClient, address: str) -> str:
    """The page itself, without what the panel puts around it."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.get_data(as_text=True).partition("<article")[2].partition("</article>")[0]


def test_four_doors_lead_to_all_guides_each_behind_one_of_them_and_back(client: FlaskClient) -> None:
    doors = re.findall(r'<a class="card door" href="(/guides/\w+)"', client.get("/guides").text)
    assert doors == [f"/guides/{reader}" for reader in ("players", "builders", "clubs", "programmers")]
    behind = {door: re.findall(r'<a href="(/guides/[^"]+\.md)"', client.get(door).text) for door in doors}
    assert [found[0] for found in behind.values()] == [
        "/guides/play.md", "/guides/build/README.md", "/guides/club.md", "/guides/integrators.md",
    ]
    assert sorted(address for found in behind.values() for address in found) == sorted(ADDRESSES)
    assert all(f'href="{door}"' in client.get(address).text for door, found in behind.items() for address in found)


def test_no_door_leads_to_readers_that_there_are_not(client: FlaskClient) -> None:
    assert client.get("/guides/nobody").status_code == 404


def test_every_guide_that_a_door_shows_first_is_there() -> None:
    assert {name for first in READERS.values() for name in first} <= set(guides())


def test_the_rules_lead_to_the_guides_and_the_hardware_to_what_helps(client: FlaskClient) -> None:
    assert 'href="/guides"' in client.get("/rules").get_data(as_text=True)
    assert 'href="/guides/build/trouble.md"' in client.get("/hardware").get_data(as_text=True)


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_link_of_a_guide_leads_somewhere_on_the_panel(client: FlaskClient, address: str) -> None:
    page = article(client, address)
    links = [urljoin(address, link) for link in re.findall(r'href="([^"]+)"', page)]
    for link in links:
        where, anchor = urldefrag(link)
        if where.startswith("http"):
            continue
        answer = client.get(where)
        assert answer.status_code == 200, link
        assert not anchor or f'id="{anchor}"' in answer.get_data(as_text=True), link


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_picture_of_a_guide_is_shown(client: FlaskClient, address: str) -> None:
    for picture in re.findall(r'src="([^"]+)"', article(client, address)):
        with client.get(urljoin(address, picture)) as answer:
            assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml"), picture


def test_there_are_pictures_in_guides(client: FlaskClient) -> None:
    assert sum(article(client, address).count("<img") for address in ADDRESSES) >= 5


def test_links_to_rules_lead_to_the_panels_own_and_links_to_code_are_text(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    links = "[Pawn](../engine/games/pawn/rules/en.md), [code](../engine/game.py), [here](#page)"
    page.write_text(f"# Page\n\n{links}\n", encoding="utf-8")
    monkeypatch.setattr(page_guides, "guides", lambda: {"page": page})
    shown = article(client, "/guides/page.md")
    assert '<a href="/rules/pawn">Pawn</a>, <a>code</a>, <a href="#page">here</a>' in shown


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_guide_needs_what_the_policy_of_the_panel_forbids(client: FlaskClient, address: str) -> None:
    assert not re.search(r'style="|src="(https?:)?//', article(client, address))


@pytest.mark.parametrize("name", ["none.md", "rules/none.md", "../README.md", "../README.svg", "%2e%2e/README.md"])
def test_what_is_no_guide_is_not_found(client: FlaskClient, name: str) -> None:
    assert client.get(f"/guides/{name}").status_code == 404


def test_every_guide_begins_with_its_title() -> None:
    assert all(file.read_text("utf-8").startswith(f"# {title(file)}\n") for file in guides().values())


def test_contents_lead_to_every_section_below_the_title(client: FlaskClient) -> None:
    page = article(client, "/guides/play.md")
    contents = page.partition("</h1>")[2].partition("<details")[2].partition("</details>")[0]
    assert re.findall(r'href="#([^"]+)"', contents) == re.findall(r'<h2 id="([^"]+)"', page)
    assert "`" not in contents and len(contents) < page.index("<h2"), "words alone, before the text"


def test_every_guide_for_those_who_do_not_program_says_what_it_is_for(client: FlaskClient) -> None:
    assert {name for name in guides() if reader_of(name) != "programmers"} - ABOUT.keys() == set()
    assert "Play chess against Stockfish" in client.get("/guides/players").text
