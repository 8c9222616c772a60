"""Find small changes of the code that no test notices: a seeded sample of mutants, and those that survive.

Run through ``script/mutants``, which fetches Cosmic Ray for it. ``mutant_trials.py`` tries every mutant with the tests
that call what it changed. What a mutant changes in an annotation is left out: nothing runs it.
"""

import argparse
import ast
import difflib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import cosmic_ray.plugins  # type: ignore[import-not-found]  # fetched for this alone
from cosmic_ray.ast import ast_nodes, get_ast  # type: ignore[import-not-found]
from cosmic_ray.mutating import mutate_code  # type: ignore[import-not-found]

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv/bin/python"
TRIALS = ROOT / "tools/mutants/mutant_trials.py"
TESTS = {
    "table": ("tests/table", "tests/golden", "--deselect=tests/table/test_dead_ends.py",
              "--deselect=tests/table/test_ambiguity.py",
              "--deselect=tests/table/test_group_halfway.py::test_every_state_of_a_group_halfway_marks_what_is_next"),
    "engine": ("tests/engine", "tests/golden", "--deselect=tests/engine/test_bench_rules.py"),
    "daemon": ("tests/daemon",),
}
"""The tests that run for the mutants of a package; one that takes long is left out."""
CHANGED_FILE_S = 240.0
"""The time that tests may take with a changed file."""
LEFT_OUT = ("engine/games/*/testing.py", "daemon/__main__.py", "*/__init__.py")
"""Files without mutants: those that only tests use, and those that hold nothing."""


@dataclass(frozen=True)
class Mutant:
    """One change: the operator applied for the ``occurrence``-th time in a file."""

    file: str
    line: int
    operator: str
    occurrence: int

    def code(self, source: str) -> str | None:
        """The file with the change; ``None``: nothing would change."""
        changed: str | None = mutate_code(source, cosmic_ray.plugins.get_operator(self.operator)(), self.occurrence)
        return changed

    def told(self, source: str) -> str:
        """The change, line by line."""
        mutated = (self.code(source) or "").splitlines()
        lines = difflib.unified_diff(source.splitlines(), mutated, lineterm="", n=0)
        return "\n".join(line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---"))


def mutants(file: Path) -> Iterator[Mutant]:
    """Every change that can be made in a file."""
    source = file.read_text()
    skipped, nodes = annotated(source), list(ast_nodes(get_ast(source)))
    for name in sorted(cosmic_ray.plugins.operator_names()):
        operator = cosmic_ray.plugins.get_operator(name)
        if operator.arguments():
            continue
        found = ((start, end) for node in nodes for start, end in operator().mutation_positions(node))
        for occurrence, (start, _) in enumerate(found):
            if not any(first <= start <= last for first, last in skipped):
                yield Mutant(str(file.relative_to(ROOT)), start[0], name, occurrence)


def annotated(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the beginning and the end of each annotation: (line, column), columns from 0."""
    found: list[ast.expr] = []
    for node in ast.walk(ast.parse(source)):
        given = (getattr(node, "annotation", None), getattr(node, "returns", None))
        found += [each for each in given if isinstance(each, ast.expr)]
    return [((each.lineno, each.col_offset), (each.end_lineno or 0, each.end_col_offset or 0)) for each in found]


def sample(package: str, count: int, seed: int) -> list[Mutant]:
    """So many mutants of a package, spread over its files by their size."""
    left_out = {each for pattern in LEFT_OUT for each in ROOT.glob(pattern)}
    files = sorted(set((ROOT / package).rglob("*.py")) - left_out)
    every = [each for file in files for each in mutants(file)]
    random.Random(seed).shuffle(every)
    chosen = list(islice((each for each in every if _is_python(each)), count))
    print(f"{package}: {len(every)} mutants, {len(chosen)} of them tried", flush=True)
    return chosen


def _is_python(mutant: Mutant) -> bool:
    """True if there is a change, and one that can be compiled."""
    source = (ROOT / mutant.file).read_text()
    code = mutant.code(source)
    try:
        return code not in (None, source) and compile(code or "", mutant.file, "exec") is not None
    except SyntaxError:
        return False


# --- trying them -------------------------------------------------------------------------------------------------


def tried(package: str, chosen: list[Mutant], minutes: float) -> dict[int, tuple[str, str]]:
    """Try each of these mutants in a fork of one process; return the verdict and the test that gave it, by number."""
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        file = Path(folder) / "mutants"
        file.write_text("".join(
            json.dumps({"number": number, "file": each.file, "code": each.code((ROOT / each.file).read_text())}) + "\n"
            for number, each in enumerate(chosen)
        ))
        command = [str(PYTHON), str(TRIALS), "-q", "-s", "-p", "no:cacheprovider", f"--mutants={file}", *TESTS[package]]
        found: dict[int, tuple[str, str]] = {}
        ends_s = time.monotonic() + 60 * minutes
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True) as running:
            assert running.stdout is not None
            for line in running.stdout:
                if line.startswith("left out"):
                    print(f"{package}: {line}", end="", flush=True)
                if line.startswith("MUTANT "):
                    said = json.loads(line.removeprefix("MUTANT "))
                    found[said["number"]] = said["said"], said["by"]
                    _tell(chosen[said["number"]], said["said"], said["by"])
                if time.monotonic() > ends_s:
                    os.killpg(running.pid, signal.SIGKILL)
    return found


def _tell(mutant: Mutant, said: str, by: str) -> None:
    print(f"{said}: {mutant.file}:{mutant.line} {mutant.operator}{' by ' + by if by else ''}", flush=True)
    if said not in ("noticed", "at import"):
        print(mutant.told((ROOT / mutant.file).read_text()), flush=True)


class ChangedFiles:
    """Tries what changes something that runs at import, in a copy of the checkout."""

    def __init__(self, checkout: Path) -> None:
        self.checkout = checkout
        ignored = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", ".*_cache")
        shutil.copytree(ROOT, checkout, ignore=ignored, symlinks=True)
        for name in ("node_modules", ".venv"):
            (checkout / name).symlink_to(ROOT / name)

    def of(self, mutant: Mutant) -> str:
        """Return the tests' verdict on a mutant: ``survives``, ``noticed`` or ``too long``."""
        file = self.checkout / mutant.file
        source = file.read_text()
        file.write_text(mutant.code(source) or source)
        try:
            said = "survives"
            for tests in (own(mutant), TESTS[mutant.file.split("/")[0]]):
                if said == "survives" and tests:
                    said = run(self.checkout, tests, CHANGED_FILE_S)
            return said
        finally:
            file.write_text(source)


def run(checkout: Path, tests: tuple[str, ...], timeout_s: float) -> str:
    """Run these tests there until one fails: ``survives``, ``noticed``, or ``too long``, which tells nothing."""
    command = [str(PYTHON), "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    running = subprocess.Popen(
        command, cwd=checkout, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    )
    try:
        return "noticed" if running.wait(timeout_s) else "survives"
    except subprocess.TimeoutExpired:
        return "too long"
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()


def own(mutant: Mutant) -> tuple[str, ...]:
    """The tests that name the game or the file of a mutant."""
    package, *folders = mutant.file.split("/")
    if package == "engine" and len(folders) > 2:
        name = folders[1]
        return (*_files(f"tests/engine/test_{name}_*.py"), "tests/engine/test_conformance.py", "tests/golden",
                "-k", f"{name} or {name.replace('_', '-')}")
    stem = Path(folders[-1]).stem
    return (*_files(f"tests/{package}/test_{stem}*.py"), *_files(f"tests/{package}/test_{package}_{stem}*.py"))


def _files(pattern: str) -> tuple[str, ...]:
    return tuple(str(file.relative_to(ROOT)) for file in sorted(ROOT.glob(pattern)))


def main() -> int:
    """Print a line per mutant, and how many there were of each kind at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", default=sorted(TESTS), help="table, engine, daemon (default: all)")
    parser.add_argument("--count", type=int, default=60, help="mutants per package (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default 1)")
    parser.add_argument("--minutes", type=float, default=60.0, help="for each package (default 60)")
    parser.add_argument("--imports", action="store_true", help="try also what changes something that runs at import")
    arguments = parser.parse_args()
    found: Counter[tuple[str, str]] = Counter()
    for package in arguments.packages:
        chosen = sample(package, arguments.count, arguments.seed)
        said = tried(package, chosen, arguments.minutes)
        if arguments.imports:
            said |= _at_import({number: chosen[number] for number, each in said.items() if each[0] == "at import"})
        found += Counter((package, each) for each, _ in said.values())
    for (package, each), count in sorted(found.items()):
        print(f"{package}: {count} {each}")
    return 0


def _at_import(mutants: dict[int, Mutant]) -> dict[int, tuple[str, str]]:
    found: dict[int, tuple[str, str]] = {}
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        files = ChangedFiles(Path(folder) / "checkout")
        for number, mutant in mutants.items():
            found[number] = files.of(mutant), ""
            _tell(mutant, *found[number])
    return found


if __name__ == "__main__":
    sys.exit(main())
