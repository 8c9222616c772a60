"""Which small changes of the code does no test notice? A seeded sample of mutants, and those that survive.

Run through ``script/mutants``, which fetches Cosmic Ray for it. Every mutant is made in a copy of this checkout, where
tests run until one fails: those that name its file or its game first, then the quick ones of its package, the campaigns
only for what survives these. What a mutant changes in an annotation is left out: nothing runs it.
"""

import argparse
import ast
import difflib
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
from pathlib import Path

import cosmic_ray.plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv/bin/python"
QUICK = {
    "table": ("tests/table", "tests/golden", "--deselect=tests/table/test_dead_ends.py",
              "--deselect=tests/table/test_ambiguity.py"),
    "engine": ("tests/engine", "tests/golden", "--deselect=tests/engine/test_bench_rules.py"),
    "daemon": ("tests/daemon/test_daemon_play.py", "tests/daemon/test_daemon_faults.py",
               "tests/daemon/test_daemon_seating.py"),
}
"""What runs for every mutant of a package …"""
SLOW = {
    "table": ("tests/table/test_dead_ends.py", "tests/table/test_ambiguity.py", "tests/robot"),
    "engine": ("tests/engine", "tests/table", "tests/robot/test_robot.py"),
    "daemon": ("tests/daemon", "tests/webpanel/test_webpanel_table.py", "tests/end_to_end"),
}
"""… and what for those that survive it."""
TIMEOUT_S = {"quick": 240.0, "slow": 900.0}
BASE_S = 1800.0
"""How long tests may take without any change: where they fail, they tell nothing about mutants."""
LEFT_OUT = ("engine/games/*/trials.py", "daemon/__main__.py", "*/__init__.py")
"""What tests are made with, and what holds nothing."""


@dataclass(frozen=True)
class Mutant:
    """One change: the operator applied for the ``occurrence``-th time in a file."""

    file: str
    line: int
    operator: str
    occurrence: int

    def code(self, source: str) -> str | None:
        """The file with the change; ``None``: nothing would change."""
        return mutate_code(source, cosmic_ray.plugins.get_operator(self.operator)(), self.occurrence)

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
    """Where annotations begin and end: (line, column), columns from 0."""
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
    print(f"{package}: {len(every)} mutants, {min(count, len(every))} of them tried", flush=True)
    return random.Random(seed).sample(every, min(count, len(every)))


# --- trying them -------------------------------------------------------------------------------------------------


def copy(into: Path) -> None:
    """A copy of the checkout, in which code may be broken."""
    ignored = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, into, ignore=ignored, symlinks=True)
    for name in ("node_modules", ".venv"):
        (into / name).symlink_to(ROOT / name)


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


class Trials:
    """Tries mutants in a copy of the checkout, with tests that pass there without any change."""

    def __init__(self, checkout: Path, thorough: bool) -> None:
        self.checkout, self.thorough = checkout, thorough
        self.sound: dict[tuple[str, ...], bool] = {}

    def of(self, mutant: Mutant) -> str:
        """What the tests say of it: ``survives``, ``noticed``, ``too long``, or ``untried``: none of them is sound."""
        package = mutant.file.split("/")[0]
        stages = [(own(mutant), "quick")]
        if not _has_a_game(mutant):  # whose own tests are all there are
            stages.append((QUICK[package], "quick"))
        stages += [(SLOW[package], "slow")] if self.thorough else []
        said = "untried"
        for tests, pace in stages:
            if tests and self._pass(tests):
                said = self._broken(mutant, tests, TIMEOUT_S[pace])
                if said != "survives":
                    return said
        return said

    def _pass(self, tests: tuple[str, ...]) -> bool:
        """Whether these tests pass without any change."""
        if tests not in self.sound:
            self.sound[tests] = run(self.checkout, tests, BASE_S) == "survives"
            if not self.sound[tests]:
                print(f"left out, as they fail without any change: {' '.join(tests)}", flush=True)
        return self.sound[tests]

    def _broken(self, mutant: Mutant, tests: tuple[str, ...], timeout_s: float) -> str:
        file = self.checkout / mutant.file
        source = file.read_text()
        mutated = mutant.code(source)
        if mutated is None or mutated == source:
            return "untried"
        file.write_text(mutated)
        try:
            return run(self.checkout, tests, timeout_s)
        finally:
            file.write_text(source)


def _has_a_game(mutant: Mutant) -> bool:
    return mutant.file.startswith("engine/games/") and mutant.file.count("/") > 2


def main() -> int:
    """Print a line per mutant and the survivors at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", default=sorted(QUICK), help="table, engine, daemon (default: all)")
    parser.add_argument("--count", type=int, default=30, help="mutants per package (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default 1)")
    parser.add_argument("--minutes", type=float, default=60.0, help="begin no mutant after so long (default 60)")
    parser.add_argument("--thorough", action="store_true", help="run the campaigns for what survives the quick tests")
    arguments = parser.parse_args()
    chosen = [each for package in arguments.packages for each in sample(package, arguments.count, arguments.seed)]
    random.Random(arguments.seed).shuffle(chosen)
    found: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        checkout = Path(folder) / "checkout"
        copy(checkout)
        trials, ends_s = Trials(checkout, arguments.thorough), time.monotonic() + 60 * arguments.minutes
        for mutant in chosen:
            if time.monotonic() > ends_s:
                break
            said = trials.of(mutant)
            found[mutant.file.split("/")[0], said] += 1
            print(f"{said}: {mutant.file}:{mutant.line} {mutant.operator}", flush=True)
            if said == "survives":
                print(mutant.told((ROOT / mutant.file).read_text()), flush=True)
    for (package, said), count in sorted(found.items()):
        print(f"{package}: {count} {said}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
