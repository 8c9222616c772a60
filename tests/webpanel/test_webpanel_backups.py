"""Copies of everything on the panel: for the owner alone, checked before anything is replaced."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from watched_desk import PIN, WatchedDesk

from daemon.services.backups import DAILY, Backups
from engine.core.pieces import Seat
from table.messages.new_game import NewGame
from webpanel.access.game_key import GAME_HEADER

ANY_BYTES = "application/octet-stream"
COPY = "daily-000001.zip"


@pytest.fixture
def desk(desk: WatchedDesk) -> WatchedDesk:
    """Three games, two of them finished, another one that is deleted, and the copy of a day."""
    for key, winners in (("one", ()), ("two", ()), ("three", None), ("four", ())):
        desk.finish(key=key, winners=winners)
    desk.store.delete("four")
    assert Backups(desk.store, desk.directory).make(DAILY).name == COPY
    return desk


@pytest.fixture
def owner(client: FlaskClient) -> FlaskClient:
    """A phone that gave the PIN."""
    assert client.post("/api/owner", json={"pin": PIN}).status_code == 200
    return client


def copies(desk: WatchedDesk) -> list[str]:
    return [copy.name for copy in desk.backups.listed()]


def games(desk: WatchedDesk) -> list[str]:
    return [game.key for game in desk.shelf.games()]


@pytest.mark.parametrize(
    ("method", "address"),
    [("GET", "/api/backup"), ("GET", "/api/backups"), ("POST", "/api/backups"), ("GET", "/api/unreadable"),
     ("GET", f"/api/backups/{COPY}"), ("POST", f"/api/backups/{COPY}/restore")],
)
def test_copies_are_for_the_owner(
    client: FlaskClient, another: Callable[[], FlaskClient], desk: WatchedDesk, method: str, address: str
) -> None:
    another().post("/api/owner", json={"pin": PIN})
    desk.store.delete("one")
    with desk.backups.open(COPY) as good:
        assert client.open(address, method=method, data=good.read(), content_type=ANY_BYTES).status_code == 403
    assert copies(desk) == [COPY] and games(desk) == ["three", "two"]
    assert "daily-000001" not in client.get("/backups").get_data(as_text=True)


def test_everything_and_each_copy_can_be_downloaded(owner: FlaskClient) -> None:
    for address, name in (("/api/backup", "pawnlight.zip"), (f"/api/backups/{COPY}", COPY)):
        with owner.get(address) as answer:
            assert answer.data.startswith(b"PK") and answer.mimetype == "application/zip"
            assert name in answer.headers["Content-Disposition"]


def test_what_is_brought_is_listed_and_put_back_only_when_asked(owner: FlaskClient, desk: WatchedDesk) -> None:
    with owner.get("/api/backup") as fresh:
        everything = fresh.data
    desk.store.delete("one")
    brought = owner.post("/api/backups", data=everything, content_type=ANY_BYTES).get_json()
    assert (brought["kind"], brought["games"]) == ("brought", 3)
    assert [each["name"] for each in owner.get("/api/backups").get_json()["backups"]][0] == brought["name"]
    assert games(desk) == ["three", "two"]
    assert owner.post(f"/api/backups/{brought['name']}/restore").get_json() == {"name": brought["name"]}
    assert games(desk) == ["three", "two", "one"]
    assert copies(desk)[0].startswith("replaced-"), "what was there before stays"


def test_a_bad_or_too_large_archive_and_a_name_that_is_none_are_refused_in_words(
    owner: FlaskClient, desk: WatchedDesk
) -> None:
    with desk.backups.open(COPY) as file:
        good = file.read()
    for data, content_type, status in (
        (b"bad", ANY_BYTES, 422), (good[:-20], ANY_BYTES, 422), (good, "text/plain", 415),
        (bytes(17 * 1024**2), ANY_BYTES, 413),
    ):
        answer = owner.post("/api/backups", data=data, content_type=content_type)
        assert answer.status_code == status and answer.get_json()["error"].endswith(".")
    assert copies(desk) == [COPY]
    assert owner.post("/api/backups/daily-000009.zip/restore").status_code == 404
    assert owner.get("/api/backups/..%2Flock").status_code == 404


def test_the_page_shows_what_is_in_each_copy(owner: FlaskClient) -> None:
    page = owner.get("/backups").get_data(as_text=True)
    assert "3 games, 2 finished" in page and "made automatically" in page
    assert "1 deleted (can be restored)" in page


def test_copies_of_one_day_are_told_apart_by_the_time(
    owner: FlaskClient, desk: WatchedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = [datetime(2026, 11, 21, hour, 30).astimezone() for hour in (21, 7)]
    made = [replace(each, made=at.isoformat()) for each in desk.backups.listed() for at in times]
    monkeypatch.setattr(type(desk.backups), "listed", lambda _: made)
    page = owner.get("/backups", headers={"Accept-Language": "en-GB"}).text
    assert re.findall(r"<strong>([^<]+)</strong>", page) == ["21 Nov 2026, 21:30", "21 Nov 2026, 07:30"]


GAME = NewGame("pawn-advance", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True)


@pytest.mark.parametrize("was_there", [False, True])
def test_a_game_that_began_since_the_page_was_loaded_is_neither_parked_nor_replaced(
    owner: FlaskClient, desk: WatchedDesk, was_there: bool
) -> None:
    shown = desk.start(GAME) if was_there else ""
    begun = desk.start(GAME)
    refused = owner.post(f"/api/backups/{COPY}/restore", headers={GAME_HEADER: shown})
    assert refused.status_code == 409 and refused.headers[GAME_HEADER] == begun
    assert refused.get_json()["error"].startswith("That game is no longer on the table; nothing was changed.")
    assert desk.snapshot().key == begun and copies(desk) == [COPY]
    assert owner.post(f"/api/backups/{COPY}/restore", headers={GAME_HEADER: begun}).status_code == 200, "now it knows"
    assert desk.snapshot().key == "" and games(desk) == ["three", "two", "one"]


@pytest.mark.parametrize("was_there", [False, True])
def test_a_game_that_begins_while_a_copy_is_on_its_way_is_neither_parked_nor_replaced(
    owner: FlaskClient, desk: WatchedDesk, monkeypatch: pytest.MonkeyPatch, was_there: bool
) -> None:
    """The table's thread decides: the next game begins between the request and that."""
    if was_there:
        desk.start(GAME)
    path, begun = Backups.path, []

    def late(kept: Backups, name: str) -> Path:
        begun.append(desk.start(GAME))
        return path(kept, name)

    monkeypatch.setattr(Backups, "path", late)
    assert owner.post(f"/api/backups/{COPY}/restore").status_code == 409
    assert desk.snapshot().key == begun[-1] and copies(desk) == [COPY]
