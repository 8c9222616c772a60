"""Whoever reads the data directory, or a copy of it, acts as nobody: not as the owner, not for a seat."""

import hashlib
import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from watched_desk import PIN, WatchedDesk

from daemon.services.backups import DAILY, FOLDER
from daemon.storage.file.archive import GAMES, MANIFEST
from daemon.storage.file.schema import MIGRATIONS, SECRETS_UNTIL, prepare
from engine.core.pieces import Seat
from table.messages.new_game import NewGame
from webpanel.access.phones import COOKIE
from webpanel.app import create_app

SECRET = "the-secret-of-a-phone-from-before"
BANNED = "0123456789abcdef"
WORD = re.compile(rb"[\w.-]{20,80}")


def earlier(file: Path) -> None:
    """A file of games of an earlier program, in which a phone holds a seat."""
    prepare(file, MIGRATIONS[:SECRETS_UNTIL])
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("""INSERT INTO games (key, game_id, rules, options, players, screen, started)
                      VALUES ('before', 'pawn-advance', 1, '{}', '{"white": "Ada", "black": "Bo"}', 1, '')""")
        db.execute("INSERT INTO claims VALUES ('before', 'white', ?)", (SECRET,))
        db.execute("INSERT INTO facts VALUES ('banned', ?), ('pin', '000000'), ('table', 'before')",
                   (json.dumps([BANNED]),))
        db.execute("PRAGMA journal_mode = DELETE")


def earlier_archive(path: Path) -> None:
    """A copy that an earlier program made of it."""
    file = path.with_suffix(".games")
    earlier(file)
    data = file.read_bytes()
    file.unlink()
    about = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    said = {"format": 1, "made": "2026-10-01T10:00:00Z", "program": "0.1", "schema": SECRETS_UNTIL, "games": 1,
            "finished": 0, "deleted": 0, "files": {GAMES: about}}
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(MANIFEST, json.dumps(said))
        made.writestr(GAMES, data)


@pytest.fixture
def upgraded(tmp_path: Path) -> Iterator[WatchedDesk]:
    """A desk on the data directory of an earlier program, with a copy that one made."""
    earlier(tmp_path / GAMES)
    (tmp_path / FOLDER).mkdir()
    earlier_archive(tmp_path / FOLDER / "daily-000001.zip")
    with WatchedDesk(tmp_path) as made:
        yield made


def phone_of(app: Flask, secret: str = "") -> FlaskClient:
    made = app.test_client()
    if secret:
        made.set_cookie(COOKIE, secret)
    made.get("/")
    return made


def secret_of(phone: FlaskClient) -> str:
    cookie = phone.get_cookie(COOKIE)
    assert cookie is not None
    return cookie.value


def owner_of(app: Flask, secret: str = "") -> FlaskClient:
    made = phone_of(app, secret)
    assert made.post("/api/owner", json={"pin": PIN}).status_code == 200
    return made


def downloaded(owner: FlaskClient) -> dict[str, bytes]:
    """Every copy that can be had, unpacked: name → content."""
    names = [each["name"] for each in owner.get("/api/backups").get_json()["backups"]]
    found = {}
    for address in ("/api/backup", *(f"/api/backups/{name}" for name in names)):
        with owner.get(address) as answer, zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
            found |= {f"{address} {name}": archive.read(name) for name in archive.namelist()}
    return found


def on_disk(directory: Path) -> dict[str, bytes]:
    """Every file of the data directory, archives unpacked too."""
    found = {str(path): path.read_bytes() for path in directory.rglob("*") if path.is_file()}
    for path in directory.rglob("*.zip"):
        with zipfile.ZipFile(path) as archive:
            found |= {f"{path} {name}": archive.read(name) for name in archive.namelist()}
    return found


def act_as_nobody(app: Flask, found: dict[str, bytes]) -> int:
    """See that no word in what was found makes whoever has it the owner or the holder of a seat; how many there are."""
    words = {word.decode() for data in found.values() for word in WORD.findall(data)}
    words |= {word[at : at + 64] for word in words for at in range(len(word) - 63)}  # columns have nothing in between
    for word in words:
        thief = app.test_client()
        thief.set_cookie(COOKIE, word)
        assert thief.get("/api/phones").status_code == 403, word
        assert thief.get("/api/table").get_json()["held"] == [], word
    return len(words)


def test_nothing_in_a_copy_or_the_data_directory_acts_as_a_phone(app: Flask, desk: WatchedDesk, tmp_path: Path) -> None:
    owner, player = owner_of(app), phone_of(app)
    desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}, True))
    assert owner.put("/api/seats/white").status_code == player.put("/api/seats/black").status_code == 200
    desk.program.desk.backups._backups.make(DAILY)
    found = downloaded(owner) | on_disk(tmp_path)
    for phone in (owner, player):
        assert not [name for name, data in found.items() if secret_of(phone).encode() in data]
    assert act_as_nobody(app, found) > 10
    assert not [name for name, data in downloaded(owner).items() if PIN.encode() in data]
    assert player.get("/api/table").get_json()["held"] == ["black"]


def test_phones_stay_signed_in_through_the_upgrade_and_nothing_of_theirs_is_left_in_clear(
    upgraded: WatchedDesk, tmp_path: Path
) -> None:
    app = create_app(upgraded)
    player = phone_of(app, SECRET)
    assert player.get("/api/table").get_json()["held"] == ["white"]
    found = downloaded(owner_of(app))
    assert len(found) == 4 and not [name for name, data in found.items() if SECRET.encode() in data]
    assert not [name for name, data in on_disk(tmp_path).items() if SECRET.encode() in data]
    act_as_nobody(app, found)


def test_earlier_copies_are_written_anew_also_if_nobody_downloads_them(upgraded: WatchedDesk, tmp_path: Path) -> None:
    upgraded.program.desk.backups._backups.forget_secrets()
    assert not [name for name, data in on_disk(tmp_path).items() if SECRET.encode() in data]
    (one,) = create_app(upgraded).extensions["pawnlight"].desk.backups.listed()
    assert (one.name, one.made, one.games) == ("daily-000001.zip", "2026-10-01T10:00:00Z", 1)


def test_a_copy_that_is_put_back_bans_nobody_and_gives_nobody_a_seat(
    app: Flask, desk: WatchedDesk, tmp_path: Path
) -> None:
    (tmp_path / FOLDER).mkdir()
    earlier_archive(tmp_path / FOLDER / "daily-000001.zip")
    owner = owner_of(app)
    assert owner.post("/api/backups/daily-000001.zip/restore").status_code == 200
    desk.resume("before")
    assert desk.store.banned() == frozenset() and desk.store.pin() == PIN
    assert phone_of(app, SECRET).get("/api/table").get_json()["held"] == []
    assert owner.put("/api/seats/white").status_code == 200


def test_a_ban_that_was_lifted_does_not_come_back_with_an_older_copy(app: Flask, desk: WatchedDesk) -> None:
    owner, guest = owner_of(app), phone_of(app)
    guest.get("/")
    key = next(each["key"] for each in owner.get("/api/phones").get_json()["phones"] if not each["me"])
    assert owner.put(f"/api/phones/{key}/ban").status_code == 200
    copy = desk.program.desk.backups._backups.make(DAILY).name
    assert owner.delete(f"/api/phones/{key}/ban").status_code == 200
    assert owner.post(f"/api/backups/{copy}/restore").status_code == 200
    for panel in (app, create_app(desk)):
        assert phone_of(panel, secret_of(guest)).get("/").status_code == 200


def test_who_holds_a_seat_holds_it_after_an_older_copy_was_put_back(app: Flask, desk: WatchedDesk) -> None:
    owner, player = owner_of(app), phone_of(app)
    key = desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}, True))
    copy = desk.program.desk.backups._backups.make(DAILY).name
    assert player.put("/api/seats/black").status_code == 200
    assert owner.post(f"/api/backups/{copy}/restore").status_code == 200
    desk.resume(key)
    assert player.get("/api/table").get_json()["held"] == ["black"]
