"""Updates that the owner asks for: looking, upgrading, going back, and what comes of it when something goes wrong. The
source is a real repository of git with real tags, and what is installed from it is the real program."""

import json
import os
import re
import signal
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE_S

from daemon.storage.file.archive import contents_of

PROJECT = Path(__file__).resolve().parents[2]
VERSION = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["version"]
NEW = "90.0.0"
TAG = f"v{NEW}"
CRASH = ("daemon/app/run_table.py", "came.recv(1)", 'raise SystemExit("crashed soon")')
NO_PAGE = ("webpanel/app.py", "app.before_request(request_guard.check_request)",
           'app.before_request(lambda: ("no page", 500))')
"""A change of the program: it says that it is up, but shows no page."""
NO_BUILD = ("constraints.txt", "\nflask==", "\nflask=")
CUT = """#!/bin/sh
# Calls the real {tool}; the power fails before the call that the test names, or after it.
said="{tool} $*"
for each in "$@"; do case $each in */state.json.new) said="$said $(cat "$each")" ;; esac; done
cut() {{ if [ -n "${{CUT_AT:-}}" ] && echo "$1 $said" | grep -qE "$CUT_AT"; then kill -KILL 0; fi; }}
cut before
{real} "$@" || exit
cut after
"""


class Source:
    """A repository with this program, in which somebody makes versions."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.git("init", "--quiet", "--initial-branch=main")
        for name, value in (("user.name", "Ada"), ("user.email", "ada@example.org"), ("gpg.format", "ssh")):
            self.git("config", name, value)

    def git(self, *arguments: str) -> None:
        done = subprocess.run(
            ["git", "-C", str(self.place), *arguments], capture_output=True, text=True, timeout=PATIENCE_S,
            env=os.environ | {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"},
        )
        assert done.returncode == 0, done.stderr

    def change(self, name: str, old: str, new: str) -> None:
        text = (self.place / name).read_text()
        assert text.count(old) == 1, f"{name} has not exactly one {old!r}"
        (self.place / name).write_text(text.replace(old, new))

    def publish(self, version: str = NEW, *changes: tuple[str, str, str], key: Path | None = None) -> None:
        """Tag a version with these changes; signed, if there is a key."""
        written = tomllib.loads((self.place / "pyproject.toml").read_text())["project"]["version"]
        self.change("pyproject.toml", f'\nversion = "{written}"\n', f'\nversion = "{version}"\n')
        self.change("CHANGELOG.md", "\n## Unreleased\n", f"\n## Unreleased\n\n## {version} - 2027-01-02\n")
        for each in changes:
            self.change(*each)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", version)
        signed = ("--sign", "--local-user", str(key)) if key else ("--annotate",)
        self.git("tag", *signed, "--message", version, f"v{version}")


class Updated:
    """A machine with the service started, whose configuration names that repository."""

    def __init__(self, machine: Any) -> None:
        self.machine = machine
        self.state_file = machine.root / "var/lib/pawnlight-update/state.json"
        self.under_way = self.state_file.with_name("under-way")

    def update(self, asked: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
        """Do what systemd does when the service has made that file."""
        if asked:
            (self.machine.root / "run/pawnlight/update").write_text(asked)
        process = subprocess.Popen(
            [self.machine.opt / "current/systemd/update", "--root", self.machine.root, "--start"],
            env=self.machine.environment | {"PAGE_PATIENCE_S": "1", "PATIENCE_S": "200"} | environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )
        out, err = process.communicate(timeout=800)
        assert process.returncode == -signal.SIGKILL or not (self.machine.root / "run/pawnlight/update").exists()
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    @property
    def state(self) -> dict[str, str]:
        found: dict[str, str] = json.loads(self.state_file.read_text())
        return found

    @property
    def version(self) -> str:
        """The version that runs, which shows a page."""
        said = self.machine.ask("/api/table")
        assert said["scene"] is not None
        found = re.fullmatch(r"releases/([0-9.]+)-\w+", self.machine.current)
        assert found is not None
        return found[1]

    def power_returns(self) -> None:
        """Everything was killed at once; the system starts, and finishes what was interrupted."""
        self.machine.end()
        assert self.machine.restart() == 0
        if self.under_way.exists():
            self.update()


@pytest.fixture
def source(tool: Callable[[str], str], new_checkout: Callable[..., Path]) -> Source:
    """A repository with no version yet."""
    tool("git")
    return Source(new_checkout())


@pytest.fixture
def updated(machine: Any, source: Source, _libraries_are_there: None) -> Updated:
    machine.config.write_text(machine.before + f'[update]\nsource = "file://{source.place}"\n')
    assert machine.restart() == 0, machine.log
    return Updated(machine)


def start_game(machine: Any) -> str:
    key: str = machine.ask("/api/games", game="pawn-advance", options={}, players={}, screen=True)["key"]
    return key


def kept_games(machine: Any) -> list[str]:
    return [game["key"] for game in machine.ask("/api/games")["games"]]


# --- looking ---------------------------------------------------------------------------------------------------------


def test_looking_finds_the_newest_version_with_what_changed_and_changes_nothing(
    updated: Updated, source: Source
) -> None:
    for version in ("0.0.9", NEW, "90.0.10", "90.0.9"):
        source.publish(version)
    source.git("tag", "v91.0.0-rc1")
    before = updated.machine.releases, updated.machine.process
    done = updated.update("look")
    assert done.returncode == 0, done.stderr
    assert updated.state == {
        "task": "look", "tag": "v90.0.10", "before": VERSION, "previous": "", "phase": "done", "trouble": "",
    }
    assert "## 90.0.10 - 2027-01-02" in updated.state_file.with_name("changes.md").read_text()
    assert (updated.machine.releases, updated.machine.process) == before
    assert not updated.under_way.exists() and not updated.state_file.with_name("work").exists()


def test_where_there_is_nothing_newer_nothing_is_offered(updated: Updated, source: Source) -> None:
    source.publish("0.0.9")
    updated.update("look")
    assert (updated.state["tag"], updated.state["phase"], updated.state["trouble"]) == ("", "done", "")


def test_a_stick_brings_a_version_as_one_file(updated: Updated, source: Source, tmp_path: Path) -> None:
    source.publish()
    stick = tmp_path / "stick"
    stick.mkdir()
    updated.machine.config.write_text(updated.machine.before + f'[update]\nsource = "{stick}"\n')
    assert updated.update("look").returncode == 1
    assert updated.state["trouble"] == "no_stick", "it is not plugged in"
    source.git("bundle", "create", "--quiet", str(stick / "pawnlight.bundle"), "--all")
    assert updated.update("look").returncode == 0
    assert updated.state["tag"] == TAG
    done = updated.update(f"install {TAG}")
    assert done.returncode == 0, done.stderr
    assert (updated.state["phase"], updated.version) == ("done", NEW)


# --- upgrading -------------------------------------------------------------------------------------------------------


def test_an_upgrade_copies_the_games_first_and_the_owner_may_go_back(updated: Updated, source: Source) -> None:
    """All of it as a phone asks for it, and sees it."""
    source.publish()
    ask, key = updated.machine.ask, start_game(updated.machine)
    command = [updated.machine.opt / "current/bin/python", "-I", "-m", "daemon", "pin", "--data", updated.machine.data]
    pin = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True).stdout.strip()
    ask("/api/owner", pin=pin)
    assert ask("/api/update", task="look")["of"]
    assert updated.update().returncode == 0
    assert (ask("/api/update")["offered"], ask("/api/update")["of"]) == (NEW, 0)
    ask("/api/update", task="install", version=NEW)
    done = updated.update()
    assert done.returncode == 0, done.stderr
    assert ask("/api/update") == {
        "version": NEW, "offered": "", "previous": VERSION, "done": 0, "of": 0, "failed": False,
        "sentence": f"Version {NEW} is installed.",
    }
    assert (updated.state["phase"], updated.state["trouble"]) == ("done", "")
    assert (updated.version, updated.state["before"], updated.state["previous"]) == (NEW, VERSION, VERSION)
    assert kept_games(updated.machine) == [key]
    (copy,) = (updated.machine.data / "backups").glob("updated-*.zip")
    assert contents_of(copy).games == 1 and contents_of(copy).program == VERSION
    done = updated.update("back")
    assert done.returncode == 0, done.stderr
    assert (updated.state["task"], updated.state["phase"], updated.version) == ("back", "done", VERSION)
    assert kept_games(updated.machine) == [key]


@pytest.mark.parametrize(("change", "trouble"), [(NO_PAGE, "returned"), (CRASH, "returned"), (NO_BUILD, "build")])
def test_a_version_that_is_broken_leaves_the_one_before(
    updated: Updated, source: Source, change: tuple[str, str, str], trouble: str
) -> None:
    source.publish(NEW, change)
    before, key = updated.machine.releases, start_game(updated.machine)
    assert updated.update(f"install {TAG}").returncode == 1
    assert (updated.state["phase"], updated.state["trouble"]) == ("failed", trouble)
    assert (updated.version, updated.machine.releases, kept_games(updated.machine)) == (VERSION, before, [key])


# --- refusals --------------------------------------------------------------------------------------------------------


def nothing_changed(updated: Updated, done: "subprocess.CompletedProcess[str]", trouble: str) -> bool:
    """True if an update was given up for this reason, and no other version is there."""
    assert "nothing was changed" in done.stderr
    assert (updated.state["phase"], updated.state["trouble"]) == ("failed", trouble), done.stderr
    assert not updated.under_way.exists()
    return len(updated.machine.releases) == 1


def test_a_source_that_is_gone_a_tag_that_is_none_and_an_older_one(updated: Updated, source: Source) -> None:
    source.publish("0.0.9")
    assert nothing_changed(updated, updated.update("install v0.0.9"), "older")
    assert nothing_changed(updated, updated.update(f"install {TAG}"), "no_tag")
    source.place.rename(source.place.with_name("gone"))
    assert nothing_changed(updated, updated.update("look"), "unreachable")
    updated.machine.config.write_text(updated.machine.before)
    assert nothing_changed(updated, updated.update("look"), "no_source")
    updated.machine.config.write_text("[update]\nsource = 1\n")
    assert nothing_changed(updated, updated.update("look"), "config")
    assert nothing_changed(updated, updated.update("back"), "no_previous")


def test_a_full_card_and_a_copy_that_fails(updated: Updated, source: Source) -> None:
    source.publish()
    df = updated.machine.root.with_name(f"{updated.machine.root.name}-tools") / "df"
    df.write_text("#!/bin/sh\necho Avail; echo 1000\n")
    df.chmod(0o755)
    assert nothing_changed(updated, updated.update(f"install {TAG}"), "space")
    df.unlink()
    (updated.machine.data / "backups").write_text("in the way")
    assert nothing_changed(updated, updated.update(f"install {TAG}"), "copy")


def test_a_tag_that_is_no_such_version_inside(updated: Updated, source: Source) -> None:
    source.publish("0.0.9")
    source.git("tag", TAG)
    assert nothing_changed(updated, updated.update(f"install {TAG}"), "mislabelled")
    source.git("tag", "v91.0.0", "HEAD:pyproject.toml")
    assert nothing_changed(updated, updated.update("install v91.0.0"), "mislabelled")


@pytest.mark.parametrize(
    "asked", ["install v1.0.0; reboot", "install ../../etc", "install v1", "", "look\nback", "a" * 900]
)
def test_a_request_that_is_none_is_taken_away_and_does_nothing(updated: Updated, asked: str) -> None:
    (updated.machine.root / "run/pawnlight/update").write_text(asked)
    done = updated.update()
    assert "not understood" in done.stderr and not updated.state_file.exists()


def test_a_request_that_leads_elsewhere_is_not_read(updated: Updated, tmp_path: Path) -> None:
    """The directory belongs to the service, which may have been broken into."""
    (tmp_path / "elsewhere").write_text("look")
    (updated.machine.root / "run/pawnlight/update").symlink_to(tmp_path / "elsewhere")
    assert "not understood" in updated.update().stderr
    assert (tmp_path / "elsewhere").exists()
    os.mkfifo(updated.machine.root / "run/pawnlight/update")
    assert "not understood" in updated.update().stderr


@pytest.mark.parametrize(
    "noted", ["../../{place}/made 1\n", "127.0.0.1 ../{place}/made\n", "$(touch made) 1\n", "a\n", ""]
)
def test_a_note_of_the_panel_s_address_that_is_none_opens_no_file(tmp_path: Path, noted: str) -> None:
    """The service writes it, and root reads it."""
    (tmp_path / "run/pawnlight").mkdir(parents=True)
    (tmp_path / "run/pawnlight/panel").write_text(noted.format(place=tmp_path))
    script = f'. {PROJECT}/systemd/lib.sh; set_paths "{tmp_path}"; page_answers'
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 1 and [each.name for each in tmp_path.iterdir()] == ["run"]


# --- signatures ------------------------------------------------------------------------------------------------------


@pytest.fixture
def keys(tool: Callable[[str], str], tmp_path: Path) -> tuple[Path, Path]:
    """Keys of somebody whom the configuration names, and of a stranger."""
    made = tmp_path / "ours", tmp_path / "strange"
    for key in made:
        command = [tool("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
        subprocess.run(command, check=True, timeout=PATIENCE_S)
    return made


@pytest.fixture
def guarded(updated: Updated, source: Source, keys: tuple[Path, Path], tmp_path: Path) -> Updated:
    """A machine that installs signed tags alone."""
    (tmp_path / "signers").write_text(f"ada@example.org {keys[0].with_suffix('.pub').read_text()}")
    wanted = f'[update]\nsource = "file://{source.place}"\nkey = "{tmp_path}/signers"\n'
    updated.machine.config.write_text(updated.machine.before + wanted)
    return updated


def test_a_signed_tag_is_installed(guarded: Updated, source: Source, keys: tuple[Path, Path]) -> None:
    source.publish(NEW, key=keys[0])
    guarded.update("look")
    assert (guarded.state["tag"], guarded.state["trouble"]) == (TAG, "")
    done = guarded.update(f"install {TAG}")
    assert done.returncode == 0, done.stderr
    assert guarded.version == NEW


def test_what_nobody_known_has_signed_is_neither_offered_nor_installed(
    guarded: Updated, source: Source, keys: tuple[Path, Path]
) -> None:
    """Not signed at all, signed by a stranger, no tag of its own, or that of an old version with another name."""
    source.publish("0.0.9", key=keys[0])
    source.git("update-ref", "refs/tags/v93.0.0", "refs/tags/v0.0.9")
    source.publish("90.0.0")
    source.publish("91.0.0", key=keys[1])
    source.git("tag", "v92.0.0")
    guarded.update("look")
    assert (guarded.state["tag"], guarded.state["phase"], guarded.state["trouble"]) == ("", "done", "unsigned")
    for major in (90, 91, 92, 93):
        assert nothing_changed(guarded, guarded.update(f"install v{major}.0.0"), "unsigned")
    source.publish("89.0.0", key=keys[0])
    guarded.update("look")
    assert (guarded.state["tag"], guarded.state["trouble"]) == ("v89.0.0", "unsigned")


def test_only_the_newest_few_tags_are_fetched(guarded: Updated, source: Source, keys: tuple[Path, Path]) -> None:
    """A source may show any number of tags, and each is fetched before its signature can be checked."""
    source.publish(NEW, key=keys[0])
    for minor in range(1, 6):
        source.git("tag", f"v90.{minor}.0")
    guarded.update("look")
    assert (guarded.state["tag"], guarded.state["trouble"]) == ("", "unsigned")
    source.git("tag", "--delete", "v90.5.0")
    guarded.update("look")
    assert (guarded.state["tag"], guarded.state["trouble"]) == (TAG, "unsigned")


def test_a_source_cannot_fill_the_disk_of_the_games(guarded: Updated, source: Source) -> None:
    """Neither by one big version nor, where little is free, by one that is as big as it may be."""
    (source.place / "big").write_bytes(os.urandom(70 << 20))
    source.publish()
    done = guarded.update("look")
    assert nothing_changed(guarded, done, "unreachable")
    df = guarded.machine.root.with_name(f"{guarded.machine.root.name}-tools") / "df"
    df.write_text("#!/bin/sh\necho Avail; echo 100000\n")
    df.chmod(0o755)
    assert nothing_changed(guarded, guarded.update("look"), "space")


def test_a_key_that_is_gone_lets_nothing_through(guarded: Updated, source: Source, tmp_path: Path) -> None:
    source.publish()
    (tmp_path / "signers").unlink()
    assert nothing_changed(guarded, guarded.update(f"install {TAG}"), "no_key")


# --- interruptions ---------------------------------------------------------------------------------------------------


@pytest.fixture
def cut(updated: Updated) -> None:
    """Let the power fail where `CUT_AT` says."""
    tools = updated.machine.root.with_name(f"{updated.machine.root.name}-tools")
    for tool in ("mv", "sync"):
        (tools / tool).write_text(CUT.format(tool=tool, real=f"/usr/bin/{tool}"))
        (tools / tool).chmod(0o755)


@pytest.mark.usefixtures("cut")
def test_a_request_stays_until_phones_see_that_it_is_under_way(updated: Updated, source: Source) -> None:
    """In between they would take the update for ended."""
    source.publish()
    assert updated.update("look", CUT_AT="before mv .*looking").returncode == -signal.SIGKILL
    assert (updated.machine.root / "run/pawnlight/update").read_text() == "look"
    assert updated.under_way.exists() and not updated.state_file.exists()


IN_AN_UPGRADE = (
    ("after sync .*building", VERSION), ("after mv .*/current$", NEW), ("before mv .*fetching", VERSION),
    ("before mv .*copying", VERSION), ("after sync .*/releases/", VERSION), ("after mv .*starting", VERSION),
    ("after mv .*/pawnlight.service$", VERSION), ("before mv .*/current$", VERSION), ("before mv .*done", NEW),
    ("after mv .*done", NEW),
)
"""The moments of a power cut, and the version that runs afterwards."""
GOING_BACK = ("after mv .*/previous$", "after mv .*/older$", "before mv .*/current$")
"""The moments of a power cut before the older version is the current one."""
WITH_A_BROKEN_ONE = (
    "after mv .*/current$", "before mv .*returning", "after mv .*returning", "before mv .*failed",
)


@pytest.mark.usefixtures("cut")
@pytest.mark.some_or_all(("at", "version"), IN_AN_UPGRADE[:2], IN_AN_UPGRADE)
def test_a_power_cut_in_an_upgrade_leaves_one_version_that_works(
    updated: Updated, source: Source, at: str, version: str
) -> None:
    source.publish()
    key = start_game(updated.machine)
    assert updated.update(f"install {TAG}", CUT_AT=at).returncode == -signal.SIGKILL
    updated.power_returns()
    assert (updated.version, kept_games(updated.machine)) == (version, [key])
    told = ("done", "") if version == NEW else ("failed", "interrupted")
    assert (updated.state["phase"], updated.state["trouble"]) == told
    assert len(updated.machine.releases) == (2 if version == NEW else 1), "nothing half done stays"
    done = updated.update(f"install {TAG}")
    assert updated.version == NEW, done.stderr


@pytest.mark.usefixtures("cut")
@pytest.mark.some_or_all("at", GOING_BACK[:1], GOING_BACK)
def test_a_power_cut_while_going_back_does_not_lose_the_version_before(
    updated: Updated, source: Source, at: str
) -> None:
    source.publish()
    updated.update(f"install {TAG}")
    both = updated.machine.releases
    assert updated.update("back", CUT_AT=at).returncode == -signal.SIGKILL
    updated.power_returns()
    assert (updated.version, updated.machine.releases) == (NEW, both)
    assert (updated.state["trouble"], updated.state["previous"]) == ("interrupted", VERSION)
    done = updated.update("back")
    assert (updated.version, updated.machine.releases) == (VERSION, both), done.stderr


@pytest.mark.parametrize("noted", ["", "install v90.0", "\0" * 40], ids=["empty", "torn", "zeros"])
def test_a_torn_note_of_what_was_under_way_is_told_and_taken_away(updated: Updated, noted: str) -> None:
    updated.under_way.parent.mkdir()
    updated.under_way.write_text(noted)
    done = updated.update()
    assert done.returncode == 0 and "cannot be read" in done.stderr
    assert not updated.under_way.exists() and updated.version == VERSION
    assert (updated.state["phase"], updated.state["trouble"]) == ("failed", "interrupted")


@pytest.mark.usefixtures("cut")
@pytest.mark.some_or_all("at", WITH_A_BROKEN_ONE[:1], WITH_A_BROKEN_ONE)
def test_a_power_cut_with_a_broken_version_ends_on_the_one_before(updated: Updated, source: Source, at: str) -> None:
    """Nobody needs to do anything: what the start finds is judged as it would have been without the cut."""
    source.publish(NEW, NO_PAGE)
    before, key = updated.machine.releases, start_game(updated.machine)
    assert updated.update(f"install {TAG}", CUT_AT=at).returncode == -signal.SIGKILL
    updated.power_returns()
    assert (updated.version, updated.machine.releases, kept_games(updated.machine)) == (VERSION, before, [key])
    assert updated.state["phase"] == "failed" and updated.state["trouble"] in ("returned", "interrupted")
