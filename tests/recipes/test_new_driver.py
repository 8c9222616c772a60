"""The recipe for a new driver is followed word by word in a copy of the project; the tests of drivers run with it."""

import shlex
from pathlib import Path

import pytest
from recipe import ROOT, commands, copy_project, follow, lost_places, run, short, steps

PAGE = ROOT / "docs" / "new-driver.md"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy, with everything done that the recipe writes."""
    copy = copy_project(tmp_path_factory.mktemp("recipe") / "project")
    follow(PAGE, copy)
    return copy


def test_the_recipe_writes_what_its_table_of_files_names() -> None:
    assert [step.file for step in steps(PAGE)] == [
        "hardware/drivers/reeds_pcf8574.py", "hardware/drivers/registry.py", "hardware/drivers/registry.py",
        "tools/circuits/reeds_pcf8574.py",
        "systemd/config.toml", "systemd/config.toml", "docs/build/small-expanders.md", "docs/build/README.md",
        "webpanel/translations/de/LC_MESSAGES/messages.po",
    ]
    assert len(commands(PAGE)) == 5


def test_the_copy_has_the_driver_and_everybody_knows_it(project: Path) -> None:
    code = (
        "import hardware.drivers.registry as found; from daemon.config.schema import DRIVERS, Config; "
        "print(found.__file__, 'pcf8574' in DRIVERS, Config().reeds.options['pcf_addresses'][7])"
    )
    told = run(project, shlex.join(["python", "-c", code]))
    assert told.stdout.split() == [str(project / "hardware" / "drivers" / "registry.py"), "True", "39"], told.stderr


def test_whoever_adds_another_driver_finds_the_same_places(project: Path) -> None:
    assert lost_places(PAGE, project) == []


@pytest.mark.some_or_all("command", short(commands(PAGE)), commands(PAGE))
def test_what_the_recipe_tries_is_green(project: Path, command: str) -> None:
    done = run(project, command)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_the_contract_really_ran_with_the_new_driver(project: Path) -> None:
    files = "hardware/test_driver_contract.py", "hardware/test_wired_board.py", "daemon/test_daemon_boards.py"
    told = run(project, f"python -m pytest --collect-only -q {' '.join(f'tests/{each}' for each in files)}")
    found = [line for line in told.stdout.splitlines() if "pcf8574" in line]
    assert sum("test_driver_contract" in line for line in found) >= 12
    assert any("test_wired_board" in line for line in found)
    assert any("a_game_is_played_on_wood_through_the_real_libraries" in line for line in found)
