"""Installing, upgrading, going back and removing, in directories that stand for machines."""

import fcntl
import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE_S, wait_for

from daemon.storage.file.schema import MIGRATIONS

NEXT_SCHEMA = ("daemon/storage/file/schema.py", '''
    """,
)
''', '''
    """,
    "ALTER TABLE games ADD COLUMN note TEXT;",
)
''')
"""A change of the program: the next version of the file with the games, whichever the last one is."""
SERVE = "                serving = served(create_app(program.desk), config.panel, STREAMS)\n"
CRASHED = SERVE.replace(SERVE.strip(), 'raise SystemExit("crashed at start")')
CRASH = ("daemon/app/run_table.py", SERVE, CRASHED)
"""A change of the program: it opens the file with the games, then crashes."""
BESIDE = [f"pawnlight-{name}.{kind}" for name in ("off", "update") for kind in ("path", "service")]
"""The units that do for the service what it may not do itself."""
FOR_DEVELOPMENT = {
    "webpanel/babel.cfg", "webpanel/pages/pictures/board.webp", "webpanel/pages/pictures/play.webp",
    "webpanel/types/panel.d.ts", "webpanel/types/wire.d.ts",
}
"""Files of the packages that are not installed."""

NewCheckout = Callable[..., Path]


def mode(path: Path) -> str:
    return oct(path.stat().st_mode & 0o7777)


def people(root: Path, file: str) -> dict[str, list[str]]:
    lines = (root / "etc" / file).read_text().splitlines()
    return {line.split(":")[0]: line.split(":")[1:] for line in lines}


def program_files(root: Path, package: str) -> set[str]:
    """The files of a package, those behind links too."""
    found = (Path(place, name) for place, _, names in os.walk(root / package, followlinks=True) for name in names)
    return {str(path.relative_to(root)) for path in found if path.parent.name != "__pycache__"}


def start_game(machine: Any) -> str:
    key: str = machine.ask("/api/games", game="pawn-advance", options={}, players={}, screen=True)["key"]
    return key


def kept_games(machine: Any) -> list[str]:
    return [game["key"] for game in machine.ask("/api/games")["games"]]


def schema_version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        version: int = db.execute("PRAGMA user_version").fetchone()[0]
        return version


# --- the first installation --------------------------------------------------------------------------------------


def test_everything_is_in_its_place(fresh: Any) -> None:
    machine, said = fresh
    systemd = machine.checkout / "systemd"
    unit = machine.root / "etc/systemd/system/pawnlight.service"
    assert unit.read_bytes() == (systemd / "pawnlight.service").read_bytes()
    wanted = machine.root / "etc/systemd/system/multi-user.target.wants/pawnlight.service"
    assert os.readlink(wanted) == "/etc/systemd/system/pawnlight.service"
    rules = machine.root / "etc/udev/rules.d/70-pawnlight.rules"
    assert rules.read_bytes() == (systemd / "70-pawnlight.rules").read_bytes()
    for name in BESIDE:
        beside = machine.root / "etc/systemd/system" / name
        assert (beside.read_bytes(), mode(beside)) == ((systemd / name).read_bytes(), "0o644")
    assert machine.config.read_bytes() == (systemd / "config.toml").read_bytes()
    assert (mode(unit), mode(rules), mode(machine.config)) == ("0o644", "0o644", "0o644")
    assert [machine.current] == machine.releases
    assert "is installed and starts with the system" in said


def test_a_power_cut_finds_nothing_empty(fresh: Any) -> None:
    """Whatever has a name that is used is on the card before it gets it: an empty unit would be one that is masked."""
    machine, _ = fresh
    units = ("pawnlight.service", *BESIDE)
    files = [machine.root / "etc/systemd/system" / unit for unit in units]
    files += [machine.config, machine.root / "etc/udev/rules.d/70-pawnlight.rules"]
    assert ("", f"--file-system {machine.opt / machine.current}") in machine.synced
    assert {("", f"{file}.new") for file in files} <= set(machine.synced)
    assert machine.synced[-1] == (machine.current, f"--file-system {machine.opt} {files[0]}")


def test_the_user_gets_the_groups_that_exist_and_no_others_are_made(fresh: Any) -> None:
    root = fresh[0].root
    groups = people(root, "group")
    assert people(root, "passwd")["pawnlight"][4:] == ["/var/lib/pawnlight", "/usr/sbin/nologin"]
    assert {name for name, fields in groups.items() if "pawnlight" in fields[2].split(",")} == {"gpio", "dialout"}
    assert set(groups) == {"root", "dialout", "gpio", "pawnlight"}


def test_the_checkout_is_left_as_it_was_and_is_not_needed_any_more(fresh: Any) -> None:
    machine = fresh[0]
    assert not (machine.checkout / "build").exists() and not list(machine.checkout.glob("*.egg-info"))
    python = machine.opt / "current/bin/python"
    done = subprocess.run([python, "-I", "-c", "import daemon; print(daemon.__file__)"], capture_output=True, text=True)
    assert Path(done.stdout.strip()).is_relative_to(machine.opt.resolve())


def test_the_release_has_every_file_of_the_program(fresh: Any) -> None:
    """Installed as people do it, not in place: what the package's description forgets would be missing here alone."""
    machine = fresh[0]
    (installed,) = (machine.opt / "current").glob("lib/python3.*/site-packages")
    for package in (
        "engine", "table", "opponents", "club", "clubpanel", "hardware", "firmware_bridge", "webpanel", "daemon",
    ):
        ours, theirs = program_files(machine.checkout, package), program_files(installed, package)
        assert ours and ours - FOR_DEVELOPMENT == theirs


def test_anybody_may_read_the_release_and_only_its_owner_may_change_it(fresh: Any) -> None:
    for path in (fresh[0].opt / "releases").rglob("*"):
        bits = path.lstat().st_mode
        if not stat.S_ISLNK(bits):
            assert bits & 0o044 == 0o044 and not bits & 0o022, path


def test_the_command_works_whatever_lies_in_the_directory_where_it_is_typed(fresh: Any, tmp_path: Path) -> None:
    machine = fresh[0]
    (tmp_path / "daemon").mkdir()
    (tmp_path / "daemon/__init__.py").write_text("raise SystemExit('the wrong folder')")
    link = machine.root / "usr/local/bin/pawnlight"
    assert os.readlink(link) == "/opt/pawnlight/current/systemd/pawnlight"
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "runuser").write_text('#!/bin/sh\n[ "$1 $2 $3" = "-u pawnlight --" ] || exit 9\nshift 3\nexec "$@"\n')
    (tools / "runuser").chmod(0o755)
    done = subprocess.run(
        [machine.opt / "current/systemd/pawnlight", "games"], cwd=tmp_path, capture_output=True, text=True,
        env=os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"},
    )
    assert (done.returncode, done.stderr) == (0, "") and "pawn-advance" in done.stdout


def test_boot_files_get_what_the_lights_need_when_that_is_wanted(fresh: Any) -> None:
    machine, said = fresh
    boot = machine.root / "boot/firmware"
    assert "put it in force: sudo reboot" in said
    assert (boot / "config.txt").read_text().splitlines()[-2:] == ["dtparam=spi=on", "arm_boost=1"]
    assert (boot / "cmdline.txt").read_text() == "rootwait spidev.bufsiz=8192\n"


# --- upgrading ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_libraries_are_there")
def test_an_upgrade_keeps_configuration_and_games_and_one_release_to_go_back_to(running: Any) -> None:
    """Install over a running service, twice; then go back, and forth again."""
    first, key = running.current, start_game(running)
    done = running.install("--start")
    assert done.returncode == 0, done.stderr
    second = running.current
    assert second != first and running.releases == sorted((first, second))
    assert re.search(r"runs\. Open http://127\.0\.0\.1:\d+/ on a phone", done.stdout)
    assert running.config.read_text() == (running.data / "last-good.toml").read_text() == running.before
    assert kept_games(running) == [key]
    process = running.process
    done = running.run("install", "--back", "--start")
    assert done.returncode == 0, done.stderr
    assert (running.current, os.readlink(running.opt / "previous")) == (first, second)
    assert running.process != process and kept_games(running) == [key]


@pytest.mark.usefixtures("_libraries_are_there")
def test_a_version_that_does_not_come_up_is_taken_back_with_the_file_of_the_games(
    running: Any, new_checkout: NewCheckout
) -> None:
    """The new version has already migrated the file: the old one finds the copy from before; the newer one is kept."""
    first, key = running.current, start_game(running)
    running.checkout = new_checkout(NEXT_SCHEMA, CRASH)
    done = running.install("--start")
    assert done.returncode == 1
    assert "did not come up" in done.stderr and f"{Path(first).name} is back and runs" in done.stderr
    assert "crashed at start" in running.log
    assert (running.current, running.releases) == (first, [first])
    assert not (running.opt / "previous").is_symlink()
    assert kept_games(running) == [key]
    games, newer = running.data / "games.sqlite3", len(MIGRATIONS) + 1
    assert schema_version(games) == newer - 1
    assert schema_version(running.data / f"games.sqlite3.v{newer}") == newer


SETTLED = """#!/bin/sh
process=$(systemctl show --property=MainPID --value pawnlight.service)
while grep -qs '{bad}' "/proc/$process/cmdline"; do /bin/sleep 0.05; done
"""


def settle(machine: Any, bad: str) -> None:
    """Instead of a time in which a busy computer may not get so far, `sleep` waits until this release has ended."""
    sleep = machine.root.with_name(f"{machine.root.name}-tools") / "sleep"
    sleep.write_text(SETTLED.format(bad=bad))
    sleep.chmod(0o755)


def test_a_version_that_crashes_right_after_it_came_up_is_taken_back(running: Any) -> None:
    """Here it is the version to go back to that crashes: then the newer one stays."""
    first, bad = running.current, running.opt / "releases/0.0.1-bad"
    shutil.copytree(running.opt / first, bad, symlinks=True, copy_function=os.link)
    (play,) = bad.glob("lib/python3.*/site-packages/daemon/app/run_table.py")
    text = play.read_text()
    assert text.count("came.recv(1)") == 1
    play.unlink()  # a link
    play.write_text(text.replace("came.recv(1)", 'raise SystemExit("crashed soon")'))
    (running.opt / "previous").symlink_to("releases/0.0.1-bad")
    settle(running, "0.0.1-bad")
    done = running.run("install", "--back", "--start")
    assert done.returncode == 1 and f"{Path(first).name} is back and runs" in done.stderr, done.stderr
    assert "crashed soon" in running.log
    assert (running.current, os.readlink(running.opt / "previous")) == (first, "releases/0.0.1-bad")
    assert running.process


@pytest.mark.usefixtures("_libraries_are_there")
def test_a_configuration_that_cannot_be_used_is_found_before_anything_is_changed(running: Any) -> None:
    first, process = running.current, running.process
    running.config.write_text("[panel]\nprot = 80\n")
    done = running.install("--start")
    assert done.returncode == 1
    assert "panel.prot is not known here: did you mean port?" in done.stderr and "nothing was changed" in done.stderr
    assert (running.current, running.releases, running.process) == (first, [first], process)


@pytest.mark.usefixtures("_libraries_are_there")
def test_a_release_that_cannot_be_built_leaves_nothing(machine: Any, new_checkout: NewCheckout) -> None:
    first = machine.current
    machine.checkout = new_checkout(("constraints.txt", "\nflask==", "\nflask="))
    done = machine.install()
    assert done.returncode == 1 and "Nothing was changed" in done.stderr
    assert (machine.current, machine.releases) == (first, [first])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_installation_that_is_interrupted_leaves_nothing(machine: Any, tmp_path: Path, number: int) -> None:
    first = machine.current
    work = tmp_path / "work"
    work.mkdir()
    # Where the tests run in the background of a shell, they ignore SIGINT, and so would what they start.
    install = [machine.checkout / "systemd/install", "--root", machine.root, "--extras", "none"]
    command = ["env", "--default-signal=INT", *install]
    process = subprocess.Popen(
        command, env=machine.environment | {"TMPDIR": str(work)}, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )

    def half_done() -> bool:
        assert process.poll() is None
        return any((machine.opt / each / "bin/python").exists() for each in machine.releases if each != first)

    wait_for(half_done, "the new release has a Python")
    os.killpg(process.pid, number)
    assert process.wait(timeout=PATIENCE_S) != 0
    assert (machine.current, machine.releases, list(work.iterdir())) == (first, [first], [])


# --- refusals ----------------------------------------------------------------------------------------------------


def test_there_is_no_way_back_from_the_first_installation(bare: Any) -> None:
    done = bare.run("install", "--back")
    assert done.returncode == 1 and "no version to go back to" in done.stderr


def test_two_installations_at_once_are_refused(machine: Any) -> None:
    with (machine.opt / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        done = machine.install()
    assert done.returncode == 1 and "another installation is under way" in done.stderr


# --- on which systems --------------------------------------------------------------------------------------------


def answers(machine: Any, tool: str, said: str) -> None:
    """Let a tool of the system say what it would on another one."""
    stub = machine.root.with_name(f"{machine.root.name}-tools") / tool
    stub.write_text(f"#!/bin/sh\necho {said}\n")
    stub.chmod(0o755)


@pytest.fixture
def pi(bare: Any) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Begin to install with the drivers on a system of this kind. There is no Python: nothing is installed."""
    def begin(kernel: str, bits: int, codename: str = "") -> "subprocess.CompletedProcess[str]":
        answers(bare, "uname", kernel)
        answers(bare, "getconf", str(bits))
        if codename:
            (bare.root / "etc").mkdir()
            (bare.root / "etc/os-release").write_text(f'ID=debian\nVERSION_CODENAME="{codename}"\n')
        bare.environment["PYTHON"] = "/bin/false"
        done = bare.run("install")
        assert done.returncode == 1 and not list(bare.opt.glob("releases/*"))
        return done

    return begin


@pytest.mark.parametrize(("kernel", "bits"), [("armv6l", 32), ("armv7l", 32), ("aarch64", 32)])
def test_drivers_are_refused_on_32_bits_before_anything_else_with_the_remedy(
    pi: Callable[..., Any], kernel: str, bits: int
) -> None:
    said = pi(kernel, bits, "bookworm").stderr
    assert "need a 64-bit system" in said and "(64-bit) to the card" in said and "Python" not in said


@pytest.mark.parametrize(("codename", "said"), [
    ("bookworm", ""), ("trixie", ""), ("", ""), ("bullseye", "this system is too old"), ("noble", "nobody has tried"),
])
def test_drivers_are_for_bookworm_and_trixie(pi: Callable[..., Any], codename: str, said: str) -> None:
    told = pi("aarch64", 64, codename).stderr
    assert ("Python 3.11 or newer" in told) is (codename != "bullseye"), "the next thing that is looked at"
    if said:
        assert said in told
    else:
        assert "system" not in told and "tried" not in told


def test_without_drivers_any_system_will_do(bare: Any) -> None:
    answers(bare, "uname", "armv7l")
    bare.environment["PYTHON"] = "/bin/false"
    assert "Python 3.11 or newer" in bare.install().stderr


@pytest.mark.parametrize("script", ["install", "remove"])
@pytest.mark.parametrize("arguments", [["--rot"], ["--root"], ["--root", ""], ["there"]])
def test_what_is_wrongly_typed_is_answered_with_the_usage(bare: Any, script: str, arguments: list[str]) -> None:
    done = bare.run(script, *arguments)
    assert done.returncode == 2 and f"usage: sudo ./systemd/{script}" in done.stderr


@pytest.mark.parametrize("script", ["install", "remove"])
def test_without_root_the_system_is_not_touched(bare: Any, script: str) -> None:
    become = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
    text = (bare.checkout / "systemd/lib.sh").read_text() + 'set_paths ""; check_root; echo allowed'
    done = subprocess.run([*become, "bash", "-c", text, script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "") and "run it with sudo" in done.stderr


# --- switching off ---------------------------------------------------------------------------------------------------


def test_the_owners_wish_to_switch_off_reaches_the_file_that_systemd_waits_for(running: Any) -> None:
    """The installed program; nobody takes the wish here, so that it can be seen."""
    command = [running.opt / "current/bin/python", "-I", "-m", "daemon", "pin", "--data", running.data]
    pin = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True).stdout.strip()
    running.ask("/api/owner", pin=pin)
    assert running.ask("/api/power-off", sure=True) == {"begun": True}
    (watched,) = re.findall(
        r"^PathExists=%t/(.*)$", (running.root / "etc/systemd/system/pawnlight-off.path").read_text(), re.MULTILINE
    )
    wait_for((running.root / "run" / watched).exists, "systemd is asked to switch off")


# --- removing ----------------------------------------------------------------------------------------------------


def files(root: Path) -> set[str]:
    """All files that are there for Pawnlight: the stand-in's own and the lists of users aside."""
    own = {"run", "etc/passwd", "etc/group", "etc/shadow", "etc/gshadow", "etc/.pwd.lock"}
    found = {str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir() or path.is_symlink()}
    return {name for name in found if name not in own and not name.startswith("run/") and not name.endswith("-")}


def test_removing_keeps_what_people_made(running: Any) -> None:
    start_game(running)
    done = running.run("remove", "--start")
    assert done.returncode == 0, done.stderr
    assert running.process == 0
    kept = files(running.root)
    assert "etc/pawnlight/config.toml" in kept and "var/lib/pawnlight/games.sqlite3" in kept
    assert all(name.startswith(("etc/pawnlight/", "var/lib/pawnlight/")) for name in kept)
    assert "pawnlight" in people(running.root, "passwd")
    assert running.run("remove").returncode == 0  # again: nothing to do


def test_removing_everything_leaves_nothing(running: Any) -> None:
    assert running.process
    done = running.run("remove", "--purge", "--start")
    assert (done.returncode, done.stderr) == (0, "")
    assert running.process == 0
    assert files(running.root) == set()
    for file in ("passwd", "group"):
        assert "pawnlight" not in (running.root / "etc" / file).read_text()


def test_removing_everything_leaves_no_group_whose_user_was_removed_by_hand(running: Any) -> None:
    subprocess.run(["userdel", "--prefix", str(running.root), "pawnlight"], check=True)
    groups = running.root / "etc/group"
    if "pawnlight" not in people(running.root, "group"):
        groups.write_text(groups.read_text() + "pawnlight:x:998:\n")
    done = running.run("remove", "--purge", "--start")
    assert (done.returncode, done.stderr) == (0, "")
    assert "pawnlight" not in groups.read_text()
