"""Texts that harm: none is taken in, and a store or a file that holds some already stops nothing."""

import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from daemon.app.run_table import _notice
from daemon.base.errors import BadConfig
from daemon.config.schema import load_config
from daemon.services.library import record_of
from daemon.storage.file.games_file import FILE_NAME
from daemon.system.logging_setup import LatestLines
from engine.core.errors import BadText
from engine.records.game_record import read_record
from webpanel.app import create_app

HARM = "Ann\ud800a\u202e"
MENDED = "Ann\ufffda\ufffd"
PAGES = (
    "/", "/new/pawn-advance", "/scores", "/continue", "/seats", "/seat/white", "/settings", "/hardware", "/api/games",
)


def opens(phone: FlaskClient, *more: str) -> bool:
    return [page for page in (*PAGES, *more) if phone.get(page).status_code != 200] == []


def spoil(directory: Path, key: str, name: str) -> None:
    """Write a name into a kept game that no version of the program should have let in."""
    with closing(sqlite3.connect(directory / FILE_NAME)) as db, db:
        db.execute("UPDATE games SET players = ? WHERE key = ?", (json.dumps({"white": name, "black": "Bo"}), key))


@pytest.mark.parametrize(("name", "shown"), [(HARM, MENDED), ("x" * 200_000, "x" * 40)], ids=["harm", "length"])
def test_a_name_that_is_kept_already_is_repaired_after_a_restart_and_every_page_opens(
    new_table: Any, tmp_path: Path, name: str, shown: str
) -> None:
    with new_table(tmp_path) as table:
        key = table.start()
        other = table.desk.shelf.import_record(record_of(table.store.game(key)))
    spoil(tmp_path, key, name)
    spoil(tmp_path, other, name)
    with new_table(tmp_path) as table:
        table.until(lambda scene: scene.key == key and scene.status == "play")
        phone = create_app(table.desk).test_client()
        assert opens(phone, f"/games/{key}", f"/api/games/{key}/record", f"/games/{other}")
        assert phone.get("/api/table").get_json()["scene"]["names"]["white"] == shown
        assert max(len(phone.get(page).data) for page in PAGES) < 100_000
        assert read_record(table.desk.shelf.record(other)).players["white"] == shown


def test_a_name_that_harms_reaches_neither_the_table_nor_the_store(table: Any) -> None:
    phone = create_app(table.desk).test_client()
    refused = phone.post("/api/games", json={"game": "pawn-advance", "screen": True, "players": {"white": HARM}})
    assert refused.status_code == 400 and "U+D800" in refused.get_json()["error"]
    record = f'[Game "pawn-advance"]\n[Rules "1"]\n[White "{HARM}"]\n\n'
    refused = phone.post("/api/games/import", json={"record": record})
    assert refused.status_code == 400 and "U+D800" in refused.get_json()["error"]
    with pytest.raises(BadText):
        table.desk.shelf.import_record('[Game "pawn-advance"]\n[Rules "1"]\n[Date "\ud800"]\n\n')
    assert table.store.games() == () and table.scene.status == "empty"


def test_what_is_logged_can_always_be_shown(table: Any, logged_errors: list[logging.LogRecord]) -> None:
    lines = LatestLines()
    log = logging.getLogger("tests.texts")
    log.addHandler(lines)
    log.error("a file called %s\nand more", HARM)
    log.removeHandler(lines)
    (line,) = lines.lines()
    assert line.endswith(f"a file called {MENDED}\nand more") and line.encode()


def test_a_file_whose_name_is_no_text_can_be_told(tmp_path: Path) -> None:
    notice = _notice(tmp_path / "caf\udce9.toml")
    assert notice is not None and "caf\ufffd.toml" in str(notice)


@pytest.mark.parametrize("written", ['"a\\u202eb"', '"a\\u0007b"', f'"{"x" * 2000}"'])
def test_a_configuration_with_text_that_harms_is_refused_with_its_key(tmp_path: Path, written: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f"[panel]\naddress = {written}\n")
    with pytest.raises(BadConfig, match=r"panel\.address: .*(Take it out|Shorten it)"):
        load_config(file)
