"""Programs beside the product, which measure, draw and try things out: all of them are type-checked, and start.

What they do at length is for whoever runs them; a rename must not break them unseen until then.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = [
    str(path.relative_to(ROOT))
    for folder in ("script", "tests", "tools") for path in sorted((ROOT / folder).rglob("*.py"))
    if '\nif __name__ == "__main__":' in path.read_text("utf-8")
]
SHORTEST = {
    "script/draw_template.py": "--help",
    "tools/bench/broker.py": "--help",
    "tools/bench/burden.py": "--games 1 --actions 20",
    "tools/bench/drivers.py": "--rounds 1 --seconds 0.2",
    "tools/bench/hands.py": "--help",
    "tools/bench/page.py": "--help",
    "tools/bench/program.py": "--touches 8 --seconds 0.2 --starts 1",
    "tools/bench/replay.py": "--help",
    "tools/bench/rules.py": "--rounds 1 --game pawn",
    "tools/bench/small.py": "--help",
    "tools/bench/shelf.py": "--games 10 --rounds 1",
    "tools/bench/taps.py": "--moves 2",
    "tools/bench/thinking.py": "--help",
    "tools/bench/tiles.py": "--rounds 2",
    "tools/strength/ladder.py": "pawn --games 2 --pairs 1:random",
    "tools/strength/planted_blunders.py": "--help",
    "tools/strength/train.py": "--help",
    "tools/virtual_machine/experiments.py": "--help",
}
"""The shortest form of those that take arguments; what would take half a minute is asked for its help alone."""
ELSEWHERE = {
    "tools/mutants/mutants.py": ("", "No module named 'cosmic_ray'"),
    "tests/systemd/standin.py": ("", "STANDIN_ROOT"),
    "tools/virtual_pico/measure.py": ("--image none --bootrom none --harness .", "there is no file none"),
}
"""Those that want what is not installed here: how they are started, and what they say when they come to that point."""
LOADS = "import runpy, sys; sys.path.insert(0, sys.argv[1].rpartition('/')[0]); runpy.run_path(sys.argv[1])"
"""Those without arguments, which write pictures and pages or talk to a program that starts them: all but that."""


def started(*command: str) -> subprocess.CompletedProcess[str]:
    """A program that has ended."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300,
    )


def test_every_program_is_type_checked() -> None:
    checked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]["files"]
    assert [each for each in PROGRAMS if not any(Path(each).is_relative_to(path) for path in checked)] == []


@pytest.mark.parametrize("program", [each for each in PROGRAMS if each not in ELSEWHERE])
def test_every_program_starts(program: str) -> None:
    with_arguments = "argparse" in (ROOT / program).read_text("utf-8")
    assert (program in SHORTEST) == with_arguments, "say in SHORTEST how it is started"
    done = started(program, *SHORTEST[program].split()) if with_arguments else started("-c", LOADS, program)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("program", ELSEWHERE)
def test_what_wants_more_than_is_here_starts_as_far_as_that(program: str) -> None:
    arguments, said = ELSEWHERE[program]
    assert said in started(program, *arguments.split()).stderr


def test_the_firmware_comes_to_its_first_frame_where_there_is_an_image_for_the_emulated_chip() -> None:
    """If the environment names no image, all but that is checked: types above, and that the host's end can be made."""
    image, bootrom = os.environ.get("PICO_IMAGE", ""), os.environ.get("PICO_BOOTROM", "")
    if not image or not bootrom:
        assert started("-c", HOST).returncode == 0
        return
    command = ["./script/virtual-pico", "--image", image, "--bootrom", bootrom, "--short"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and "ok    the first frame" in done.stdout, done.stdout + done.stderr


HOST = """
import sys
sys.path.insert(0, "tools/virtual_pico")
from types import SimpleNamespace
from lockstep import Host

class Silent(SimpleNamespace):
    def run(self, for_ms, write, until_bytes):
        self.now_ms += for_ms
        return b""

host = Host(Silent(now_ms=0.0, frames=[], configured=True), opens=False)
assert not host.up() and host.pico.now_ms >= 9000 and host.show([0] * 64) is None
"""
"""The host's end of the line to a chip that says nothing."""
