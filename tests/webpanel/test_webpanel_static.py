"""Scripts, styles and drawings: named by a hash of them all, kept by phones for good, and packed."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from browser import PLAYERS
from flask import Flask
from flask.testing import FlaskClient
from watched_desk import WatchedDesk

import clubpanel
import webpanel
from clubpanel.app import static_files as club_files
from table.messages.new_game import NewGame
from webpanel.access.url_prefix import PrefixMiddleware
from webpanel.app import STATIC, static_files
from webpanel.server.static_files import StaticFile, StaticFiles, files_in

VERSION = static_files().version
PACKED = {"Accept-Encoding": "gzip"}
GRID = "js/board/grid.js"
WORDS = (STATIC / GRID).read_bytes()


def test_pages_name_them_by_the_hash_and_nothing_else(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    for page in ("/", "/new", "/settings", "/scores", "/clock", "/guides"):
        named = re.findall(r'(?:src|href)="([^"]*/static/[^"]*)', client.get(page, follow_redirects=True).text)
        assert len(named) > 3 and all(each.startswith(f"/static/{VERSION}/") for each in named), page


def templates(package: ModuleType) -> str:
    """The text of all templates of a panel."""
    folder = Path(package.__file__ or "").parent / "templates"
    return "".join(each.read_text("utf-8") for each in sorted(folder.iterdir()))


def test_every_page_loads_a_bundle() -> None:
    modules = re.findall(r'<script type="module" src="([^"]+)', templates(webpanel))
    assert len(modules) > 10 and [each for each in modules if not each.startswith("/static/bundles/")] == []


@pytest.mark.parametrize(("package", "files"), [(webpanel, static_files), (clubpanel, club_files)])
def test_what_templates_name_is_there(package: ModuleType, files: Callable[[], StaticFiles]) -> None:
    named = set(re.findall(r'"/static/([^"#{]+)["#]', templates(package)))
    assert len(named) > 3
    with Flask("named").test_request_context():
        assert {files().answer(each).status_code for each in named} == {200}


def test_below_a_path_the_hash_comes_after_it(app: Flask) -> None:
    app.wsgi_app = PrefixMiddleware(app.wsgi_app, "/club")  # type: ignore[method-assign]
    for page in ("/club/settings", "/club/static/nothing"):
        assert f'href="/club/static/{VERSION}/bundles/panel.css"' in app.test_client().get(page).text
    assert app.test_client().get(f"/club/static/{VERSION}/{GRID}").data == WORDS


def test_an_address_with_the_hash_is_kept_for_good(client: FlaskClient) -> None:
    for name in sorted(files_in(STATIC)):
        answer = client.get(f"/static/{VERSION}/{name}")
        assert answer.data == (STATIC / name).read_bytes(), name
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Set-Cookie" not in answer.headers, "what a proxy may keep is nobody's own"


@pytest.mark.parametrize("before", ["", "0123456789abcdef/"], ids=["none", "that of another version"])
def test_without_the_hash_or_with_another_the_present_file_is_asked_for_each_time(
    client: FlaskClient, before: str
) -> None:
    """A page that was open during an update goes on; a manifest and a bookmark lead to what there is."""
    first = client.get(f"/static/{before}{GRID}")
    assert first.data == WORDS and first.headers["Cache-Control"] == "no-cache"
    again = client.get(f"/static/{before}{GRID}", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and again.data == b""
    older = client.get(f"/static/{before}{GRID}", headers={"If-None-Match": 'W/"0123456789abcdef"'})
    assert older.data == WORDS


@pytest.mark.parametrize("name", [
    "nothing", "js", "../app.py", f"{VERSION}/../app.py", f"{VERSION}/", f"{VERSION}/nothing", VERSION,
    f"{VERSION}/{VERSION}/{GRID}", f"{VERSION}//{GRID}", f"{VERSION}/js/../{GRID}",
])
def test_nothing_else_is_found_and_that_is_not_kept(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/static/{name}", follow_redirects=False)
    assert answer.status_code in (308, 404) and "max-age" not in answer.headers.get("Cache-Control", "")


def test_the_hash_changes_with_every_byte_and_every_name() -> None:
    files = {"a.js": b"one", "b.js": b"two"}
    others = [{"a.js": b"one", "b.js": b"twO"}, {"a.js": b"onetwo", "b.js": b""}, {"a.js": b"one", "c.js": b"two"},
              {"a.js": b"one"}, {"a.js": b"two", "b.js": b"one"}]
    assert len({StaticFiles(each).version for each in [files, *others]}) == 6
    assert StaticFiles(dict(reversed(files.items()))).version == StaticFiles(files).version
    assert re.fullmatch("[0-9a-f]{16}", StaticFiles(files).version)


def test_an_update_below_a_running_panel_does_not_change_what_the_hash_means(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("old")
    files, app = StaticFiles(files_in(tmp_path)), Flask("updated", static_folder=None)
    files.teach(app)
    (tmp_path / "a.js").write_text("new")
    assert app.test_client().get(f"/static/{files.version}/a.js").data == b"old"


# --- packed ------------------------------------------------------------------------------------------------------


def test_text_is_packed_for_those_who_can_read_it(client: FlaskClient) -> None:
    address = f"/static/{VERSION}/{GRID}"
    plain, packed = client.get(address), client.get(address, headers={"Accept-Encoding": "br, gzip;q=0.5"})
    assert packed.headers["Content-Encoding"] == "gzip" and gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert "Content-Encoding" not in plain.headers
    assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
    refused = client.get(address, headers={"Accept-Encoding": "gzip;q=0, br"})
    assert "Content-Encoding" not in refused.headers and refused.data == plain.data
    assert plain.mimetype == packed.mimetype and plain.mimetype.endswith("/javascript")


@pytest.mark.parametrize("page", ["/", "/settings", "/guides", "/nowhere"])
def test_pages_are_packed_as_well(client: FlaskClient, page: str) -> None:
    client.get("/")  # from now on it has its cookies
    plain, packed = client.get(page), client.get(page, headers=PACKED)
    assert gzip.decompress(packed.data) == plain.data and len(packed.data) < len(plain.data) / 2
    assert plain.headers["Vary"] == packed.headers["Vary"] and "Accept-Encoding" in plain.headers["Vary"]
    assert int(packed.headers["Content-Length"]) == len(packed.data) and "Content-Encoding" not in plain.headers


def test_answers_to_programs_are_not_packed(client: FlaskClient) -> None:
    answer = client.get("/api/table", headers=PACKED)
    assert "Content-Encoding" not in answer.headers and answer.get_json()


def test_a_picture_that_would_not_get_smaller_is_sent_as_it_is() -> None:
    noise = bytes(range(256))
    assert StaticFile("noise.png", noise).packed is noise


def test_all_of_them_take_little_memory() -> None:
    """They are kept whole and packed."""
    files = [StaticFile(name, content) for name, content in files_in(STATIC).items()]
    assert sum(len(each.content) + len(each.packed) for each in files) < 1_750_000
