"""Copies of everything on the panel: for the owner alone, checked before anything is replaced."""

import pytest
from fake_desk import PIN, FakeDesk
from flask.testing import FlaskClient

ANY_BYTES = "application/octet-stream"


@pytest.fixture
def owner(client: FlaskClient) -> FlaskClient:
    """A phone that gave the PIN."""
    assert client.post("/api/owner", json={"pin": PIN}).status_code == 200
    return client


@pytest.mark.parametrize(
    ("method", "address"),
    [("GET", "/api/backup"), ("GET", "/api/backups"), ("POST", "/api/backups"), ("GET", "/api/unreadable"),
     ("GET", "/api/backups/daily-000001.zip"), ("POST", "/api/backups/daily-000001.zip/restore")],
)
def test_copies_are_for_the_owner(client: FlaskClient, desk: FakeDesk, method: str, address: str) -> None:
    assert client.open(address, method=method, data=b"good").status_code == 403
    assert desk.backups.restored == [] and len(desk.backups.kept) == 1
    assert "daily-000001" not in client.get("/backups").get_data(as_text=True)


def test_everything_and_each_copy_can_be_downloaded(owner: FlaskClient) -> None:
    for address, name in (("/api/backup", "pawnlight.zip"), ("/api/backups/daily-000001.zip", "daily-000001.zip")):
        answer = owner.get(address)
        assert (answer.data, answer.mimetype) == (b"good", "application/zip")
        assert name in answer.headers["Content-Disposition"]
        answer.close()


def test_what_is_brought_is_listed_and_put_back_only_when_asked(owner: FlaskClient, desk: FakeDesk) -> None:
    brought = owner.post("/api/backups", data=b"good", content_type=ANY_BYTES).get_json()
    assert (brought["kind"], brought["games"]) == ("brought", 3)
    assert [each["name"] for each in owner.get("/api/backups").get_json()["backups"]][0] == brought["name"]
    assert desk.backups.restored == []
    assert owner.post(f"/api/backups/{brought['name']}/restore").get_json() == {"name": brought["name"]}
    assert desk.backups.restored == [brought["name"]]


def test_a_bad_or_too_large_archive_and_a_name_that_is_none_are_refused_in_words(owner: FlaskClient) -> None:
    for data, content_type, status in (
        (b"bad", ANY_BYTES, 422), (b"good", "text/plain", 415), (bytes(17 * 1024**2), ANY_BYTES, 413),
    ):
        answer = owner.post("/api/backups", data=data, content_type=content_type)
        assert answer.status_code == status and answer.get_json()["error"].endswith(".")
    assert owner.post("/api/backups/daily-000009.zip/restore").status_code == 404
    assert owner.get("/api/backups/..%2Flock").status_code == 404


def test_the_page_shows_what_is_in_each_copy(owner: FlaskClient) -> None:
    page = owner.get("/backups").get_data(as_text=True)
    assert "3 games, 2 finished" in page and "made automatically" in page
    assert "1 deleted (can be restored)" in page
