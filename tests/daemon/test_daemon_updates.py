"""Updates as the program sees them: what it asks for, and what it makes of what `systemd/update` notes."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from empty_file import open_store

from daemon.app.run_table import _note_panel
from daemon.base.errors import BadConfig
from daemon.cli import main
from daemon.config.schema import UpdateConfig, parse_config
from daemon.services import updates
from daemon.services.updates import ServiceUpdates
from table.messages.refusal import Refused

SCRIPTS = [Path(__file__).parents[2] / "systemd" / name for name in ("update", "install")]


class Board:
    """A service of version 1.2.3, and whoever notes there what becomes of its wishes."""

    def __init__(self, place: Path) -> None:
        self.now_s = 0.0
        self.notes = place / "pawnlight-update"
        self.request = place / "run/update"
        self.notes.mkdir()
        self.request.parent.mkdir()
        environment = {"RUNTIME_DIRECTORY": str(self.request.parent), "STATE_DIRECTORY": str(place / "pawnlight")}
        self.updates = ServiceUpdates(UpdateConfig(), environment, lambda: self.now_s, "1.2.3")

    def note(self, **noted: str) -> None:
        (self.notes / "state.json").write_text(json.dumps(noted))

    @property
    def said(self) -> str:
        return str(self.updates.state().sentence)


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


def test_wishes_are_lines_that_the_script_understands(board: Board) -> None:
    board.note(tag="v1.2.10", previous="1.2.2", phase="done", task="look")
    script = SCRIPTS[0].read_text()
    (version,) = re.findall(r"^VERSION='(.*)'$", script, re.M)
    (pattern,) = re.findall(r"asked =~ (\S+.*) \]\]", script)
    understood = re.compile(pattern.replace("$VERSION", version).replace("\\ ", " "))
    for wish in (board.updates.look, lambda: board.updates.install("1.2.10"), lambda: board.updates.go_back("1.2.2")):
        wish()
        assert understood.fullmatch(board.request.read_text().strip())
        board.request.unlink()


def test_another_version_than_the_one_that_is_offered_is_not_asked_for(board: Board) -> None:
    board.note(tag="v1.2.10", previous="1.2.2", phase="done", task="look")
    for version in ("", "1.2.9", "v1.2.10", "1.2.10; reboot"):
        with pytest.raises(Refused, match="not the version on offer"):
            board.updates.install(version)
        with pytest.raises(Refused, match="not the version on offer"):
            board.updates.go_back(version)
    assert not board.request.exists()


@pytest.mark.parametrize(("tag", "offered"), [("v1.2.10", "1.2.10"), ("v1.2.3", ""), ("v1.1.99", ""), ("", "")])
def test_only_a_newer_version_is_on_offer(board: Board, tag: str, offered: str) -> None:
    board.note(tag=tag, phase="done", task="look")
    assert board.updates.state().offered == offered
    assert ("newer version" in board.said) and (board.said == str(updates.NEWEST)) is (not offered)


def test_the_steps_of_an_update_are_counted(board: Board) -> None:
    board.updates.look()
    state = board.updates.state()
    assert (state.done, state.of, board.said) == (0, 2, "Waiting for the computer to begin.")
    board.request.unlink()
    seen = []
    for phase in ("fetching", "copying", "building", "starting", "returning"):
        board.note(task="install", tag="v2.0.0", phase=phase)
        state = board.updates.state()
        seen.append((state.done, state.of))
        with pytest.raises(Refused, match="under way"):
            board.updates.look()
    assert seen == [(1, 5), (2, 5), (3, 5), (4, 5), (4, 5)]
    board.note(task="install", tag="v1.2.3", phase="done")
    assert (board.updates.state().of, board.said) == (0, "Version 1.2.3 is installed.")


def test_a_request_that_nobody_takes_is_told_and_may_be_made_again(board: Board) -> None:
    board.updates.look()
    board.now_s = updates.TAKEN_S + 1
    state = board.updates.state()
    assert state.failed and state.of == 0 and "pawnlight-update.path" in str(state.sentence)
    board.updates.look()
    assert board.updates.state().of


def test_what_is_no_service_says_so(tmp_path: Path) -> None:
    nowhere = ServiceUpdates(UpdateConfig(), {})
    assert (nowhere.state().sentence, nowhere.state().offered, nowhere.changes()) == (None, "", "")
    with pytest.raises(Refused, match="does not run as its service"):
        nowhere.look()


def test_a_directory_that_takes_no_file_is_told(board: Board) -> None:
    board.request.parent.rmdir()
    with pytest.raises(Refused, match="did not begin"):
        board.updates.look()


@pytest.mark.parametrize("noted", ["", "[]", "{", '{"phase": 3}', '{"tag": "v9.9"}', "\xff"])
def test_notes_that_cannot_be_read_are_none(board: Board, noted: str) -> None:
    (board.notes / "state.json").write_text(noted, "latin-1")
    state = board.updates.state()
    assert (state.sentence, state.offered, state.of) == (None, "", 0) or noted == '{"phase": 3}'


def named(pattern: str) -> Iterator[str]:
    for script in SCRIPTS:
        yield from re.findall(pattern, script.read_text(), re.MULTILINE)


def test_every_phase_and_every_trouble_of_the_scripts_has_its_sentence() -> None:
    phases = {*named(r"^ *tell (\w+)"), *named(r"^ *begin \w+ \S+ (\w+)$")}
    assert phases == set(updates.STEPS) - {updates.ASKED}
    troubles = {*named(r"give_up ([a-z_]+)"), *named(r"finish failed (\w+)"), *named(r"&& echo (\w+) \|\| echo \w+\)"),
                *named(r"unsigned=(\w+)")}
    assert troubles == set(updates.TROUBLES)


def test_the_configuration_takes_addresses_and_folders_alone() -> None:
    for source in ("https://git.example.org/pawnlight.git", "file:///srv/pawnlight", "/media/stick", ""):
        assert parse_config({"update": {"source": source}}, Path("/etc")).update.source == source
    for source in ("http://example.org/x.git", "ext::sh -c reboot", "--upload-pack=reboot", "git@example.org:x", "a"):
        with pytest.raises(BadConfig, match="update.source"):
            parse_config({"update": {"source": source}}, Path("/etc"))
    assert parse_config({"update": {"key": "signers"}}, Path("/etc/pawnlight")).update.key == Path(
        "/etc/pawnlight/signers")


@pytest.mark.parametrize(("host", "near"), [("::", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("10.0.0.7", "10.0.0.7")])
def test_the_installer_finds_where_the_panel_listens(tmp_path: Path, host: str, near: str) -> None:
    _note_panel(host, 8080, {"RUNTIME_DIRECTORY": str(tmp_path)})
    assert (tmp_path / "panel").read_text() == f"{near} 8080\n"
    _note_panel(host, 8080, {})


def test_a_place_that_cannot_be_noted_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    _note_panel("::", 8080, {"RUNTIME_DIRECTORY": str(tmp_path / "gone")})
    assert "cannot be written" in caplog.text


def test_a_copy_before_an_update_is_among_the_others(tmp_path: Path, capsys: Any) -> None:
    open_store(tmp_path).close()
    assert main(["backup", "--data", str(tmp_path)]) == 0
    assert "updated-000001.zip: 0 games" in capsys.readouterr().out
    assert (tmp_path / "backups/updated-000001.zip").exists()
