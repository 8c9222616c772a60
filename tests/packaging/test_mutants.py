"""The trial of mutants: a change that a test can notice is noticed, one that none can survives."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = "engine/core/squares.py"
CHANGES = {
    "board |= 1 << square": "board ^= 1 << square",  # another bitboard only where a square is named twice
    "squares & -squares": "squares & squares",
    "LONGEST_SIDE = len(": "LONGEST_SIDE = -len(",
}


def test_a_change_is_noticed_if_a_test_can_and_survives_if_none_can(tmp_path: Path) -> None:
    source, mutants = (ROOT / FILE).read_text(), tmp_path / "mutants"
    assert all(source.count(each) == 1 for each in CHANGES)
    codes = (source.replace(before, after) for before, after in CHANGES.items())
    mutants.write_text("".join(json.dumps({"number": number, "file": FILE, "code": code}) + "\n"
                               for number, code in enumerate(codes)))
    command = [sys.executable, "tools/mutants/mutant_trials.py", "-q", "-s", "-p", "no:cacheprovider",
               f"--mutants={mutants}", "tests/engine/test_pawn_setup.py"]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    verdicts = [json.loads(line.removeprefix("MUTANT ")) for line in told.splitlines() if line.startswith("MUTANT ")]
    assert [verdict["said"] for verdict in verdicts] == ["survives", "noticed", "at import"]
