"""The page of updates and its addresses: what everybody sees, and what the owner may do."""

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from watched_desk import PIN, WatchedDesk

from daemon.config.schema import UpdateConfig
from daemon.services.updates import ServiceUpdates
from webpanel.text.changelog import changes_between

CHANGELOG = """# Changelog

## Unreleased

- not yet

## 90.1.0 - 2027-02-03

### Added

#### For players

- **A game** with [rules](docs/play.md#rules), <script>alert(1)</script>.

#### For builders

- A driver.

### Fixed

#### For players

- A light.

## 90.0.0 - 2027-01-02

- Everything.

## 0.0.1

- Long ago.
"""
LINE = "install v90.1.0\n"


@pytest.fixture
def noted(desk: WatchedDesk, tmp_path: Path) -> Path:
    """The directory in which a source's newest version is noted."""
    folder = tmp_path / "pawnlight-update"
    folder.mkdir()
    (folder / "changes.md").write_text(CHANGELOG)
    note(folder)
    environment = {"RUNTIME_DIRECTORY": str(tmp_path), "STATE_DIRECTORY": str(tmp_path / "pawnlight")}
    source = UpdateConfig("https://git.example.org/pawnlight.git")
    desk.program.desk.updates = ServiceUpdates(source, environment, version="0.2.0")
    return folder


def note(folder: Path, **noted: str) -> None:
    usual = {"task": "look", "tag": "v90.1.0", "previous": "0.1.0", "phase": "done", "trouble": ""}
    (folder / "state.json").write_text(json.dumps(usual | noted))


@pytest.fixture
def owner(client: FlaskClient) -> FlaskClient:
    assert client.post("/api/owner", json={"pin": PIN}).status_code == 200
    return client


def test_everybody_sees_the_version_and_how_far_an_update_is_and_may_begin_none(
    noted: Path, tmp_path: Path, client: FlaskClient
) -> None:
    note(noted, task="install", phase="building")
    page = client.get("/update").text
    assert "Version 0.2.0" in page and "Building the new version" in page
    assert "data-task" not in page and "A game" not in page and "git.example.org" not in page
    assert client.get("/api/update").json == {
        "version": "0.2.0", "offered": "90.1.0", "previous": "0.1.0", "done": 3, "of": 5, "failed": False,
        "sentence": "Building the new version, which takes some minutes on a small computer. Play can go on.",
    }
    assert client.post("/api/update", json={"task": "install", "version": "90.1.0"}).status_code == 403
    assert not (tmp_path / "update").exists()


def test_the_owner_reads_what_is_new_for_players_and_installs_just_that(
    noted: Path, tmp_path: Path, owner: FlaskClient
) -> None:
    page = owner.get("/update").text
    assert "<strong>A game</strong> with rules" in page and "A light." in page and "Everything." in page
    for hidden in ("A driver", "Long ago", "not yet", "<script>alert", "docs/play.md"):
        assert hidden not in page
    assert "nobody has to sign them" in page
    refused = owner.post("/api/update", json={"task": "install", "version": "90.0.0"})
    assert refused.status_code == 409 and "not the version on offer" in refused.json["error"]
    begun = owner.post("/api/update", json={"task": "install", "version": "90.1.0"})
    assert (begun.status_code, begun.json["of"]) == (202, 5)
    assert (tmp_path / "update").read_text() == LINE
    assert owner.post("/api/update", json={"task": "look"}).status_code == 409, "one at a time"


def test_going_back_names_the_version_that_the_page_showed(noted: Path, tmp_path: Path, owner: FlaskClient) -> None:
    assert "Return to version 0.1.0" in owner.get("/update").text
    assert owner.post("/api/update", json={"task": "back"}).status_code == 409
    assert owner.post("/api/update", json={"task": "back", "version": "0.1.0"}).status_code == 202
    assert (tmp_path / "update").read_text() == "back\n"


def test_what_went_wrong_is_said_with_its_remedy_in_german_too(noted: Path, owner: FlaskClient) -> None:
    note(noted, phase="failed", trouble="space")
    assert "too little room" in owner.get("/update").text
    assert "zu wenig Platz" in owner.get("/update", headers={"Accept-Language": "de"}).text
    note(noted, phase="failed", trouble="of a later version")
    assert "journalctl -u pawnlight-update" in owner.get("/api/update").json["sentence"]


def test_without_a_source_the_page_says_how_to_name_one(desk: WatchedDesk, owner: FlaskClient) -> None:
    page = owner.get("/update").text
    assert "knows no place" in page and "data-task" not in page
    assert owner.get("/guides/service.md").status_code == 200
    assert 'id="update-from-a-phone"' in owner.get("/guides/service.md").text, "where the page's link leads"


# --- the changelog -----------------------------------------------------------------------------------------------


def test_changes_are_those_after_the_running_version_up_to_the_one_on_offer() -> None:
    assert [each.version for each in changes_between(CHANGELOG, "0.0.1", "90.1.0")] == ["90.1.0", "90.0.0"]
    assert [each.version for each in changes_between(CHANGELOG, "0.0.1", "90.0.0")] == ["90.0.0"]
    assert changes_between(CHANGELOG, "90.1.0", "90.1.0") == changes_between("", "0.0.1", "9.0.0") == ()


def test_the_changelog_of_this_program_can_be_shown_that_way() -> None:
    written = (Path(__file__).parents[2] / "CHANGELOG.md").read_text()
    versions = changes_between(written, "0.0.0", "9999.0.0")
    assert [each.version for each in versions][-2:] == ["0.2.0", "0.1.0"]
    assert all(each.text and "](" not in each.text and "#### " not in each.text for each in versions)
