"""A plugin of pytest that tries mutants: each in a fork of a process that has imported and collected everything.

First every test runs once without any change, and what it calls is noted. A mutant then meets the tests that call what
it changed, the quickest first, until one fails. The same tests run in another fork without the change: one that fails
there too (for want of a thread that no fork takes along, say) tells nothing, and is left out from then on. What is
changed is the code of live functions; a mutant of what runs at import alone (a constant, the body of a class) is told
as ``at import`` and left to whoever started this.
"""

import cProfile
import functools
import gc
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[2]
AT_IMPORT, SURVIVES, NOTICED, TOO_LONG, UNREACHED = "at import", "survives", "noticed", "too long", "unreached"
SLOW_TEST_S = 4.0
"""A test that takes longer is no part of this."""
Where = tuple[str, int, str]
"""File, first line and name of a function."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--mutants", help="a file with mutants as JSON lines: file, code")
    parser.addoption("--tests-s", type=float, default=30.0, help="how long a mutant's tests may take, if all is well")
    parser.addoption("--first-s", type=float, default=600.0, help="how long the tests may take without any change")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Try the mutants instead of running the tests."""
    if session.config.getoption("--mutants") is None:
        return None
    trials = Trials(session.config.getoption("--tests-s"))
    trials.run_without_change(session.items, session.config.getoption("--first-s"))
    print(f"left out are all but {len(trials.items)} of {len(session.items)} tests", flush=True)
    for line in Path(session.config.getoption("--mutants")).read_text().splitlines():
        mutant = json.loads(line)
        said, by = trials.of(mutant["file"], mutant["code"])
        print("MUTANT " + json.dumps({"number": mutant["number"], "said": said, "by": by}), flush=True)
    return True


class Trials:
    """Knows which test calls what, and how long that takes."""

    def __init__(self, tests_s: float) -> None:
        self.tests_s = tests_s
        self.calls: dict[str, set[Where]] = {}
        self.took_s: dict[str, float] = {}
        self.items: dict[str, pytest.Item] = {}

    def run_without_change(self, items: list[pytest.Item], most_s: float) -> None:
        """Note what every test calls. Those that fail or are slow tell nothing."""
        self._note_calls(items, time.monotonic() + most_s)
        if items:  # what the last one shared with its neighbours would fail all others in a fork
            items[0].session._setupstate.teardown_exact(None)

    def _note_calls(self, items: list[pytest.Item], ends_s: float) -> None:
        for number, item in enumerate(items):
            if time.monotonic() > ends_s:
                print(f"left out, as time is up: {len(items) - number} of {len(items)} tests", flush=True)
                return
            profile, began_s, began_at_s = cProfile.Profile(builtins=False), time.process_time(), time.monotonic()
            profile.enable()
            passed = _passes(item, items[number + 1] if number + 1 < len(items) else None)
            profile.disable()
            took_s = time.process_time() - began_s
            if passed and took_s < SLOW_TEST_S:
                self.items[item.nodeid], self.took_s[item.nodeid] = item, time.monotonic() - began_at_s
                self.calls[item.nodeid] = {_where(each.code) for each in profile.getstats()
                                           if isinstance(each.code, CodeType)}

    def of(self, file: str, code: str) -> tuple[str, str]:
        """Return the tests' verdict on a mutant, and the test that gave it."""
        changed = changed_functions(ROOT / file, code)
        if not changed:
            return AT_IMPORT, ""
        if {_where(each.__code__) for each in live_functions(changed)} != set(changed):
            return UNREACHED, ""  # no test imports it
        reached = [name for name, calls in self.calls.items() if calls & set(changed)]
        elsewhere = list(self.calls)  # what another thread calls is not noted
        said, by = self._controlled(changed, reached or elsewhere)
        return (UNREACHED if said == SURVIVES and not reached else said), by

    def _controlled(self, changed: dict[Where, CodeType], names: list[str]) -> tuple[str, str]:
        """Return a verdict of tests that do not give the same one without the change."""
        while True:
            chosen = self._within_time([name for name in names if name in self.items])
            said, by = self._forked(changed, chosen)
            if said == SURVIVES:
                return said, by
            met = chosen[: chosen.index(by) + 1] if by else chosen
            control, failing = self._forked({}, met)
            if control == SURVIVES:
                return said, by
            if not failing:
                return TOO_LONG, ""
            print(f"left out, as it fails in a fork without any change: {failing}", flush=True)
            del self.items[failing]

    def _within_time(self, names: list[str]) -> list[str]:
        chosen, total_s = [], 0.0
        for name in sorted(names, key=lambda each: self.took_s[each]):
            total_s += self.took_s[name]
            if total_s < self.tests_s:
                chosen.append(name)
        return chosen

    def _forked(self, changed: dict[Where, CodeType], names: list[str]) -> tuple[str, str]:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.setpgrp()
            _exit_after_tests(changed, [self.items[name] for name in names], writing)
        os.close(writing)
        most_s = 20 + 10 * sum(self.took_s[name] for name in names)
        said = NOTICED if (by := _read_until(reading, time.monotonic() + most_s)) else SURVIVES
        if by is None:
            said = TOO_LONG
            os.killpg(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        os.close(reading)
        if said == SURVIVES and status:
            raise ChildProcessError(f"the process that tries a mutant ended by itself: wait status {status}")
        return said, by or ""


def _read_until(reading: int, ends_s: float) -> str | None:
    """Return the text that a child writes before it closes its end; ``None`` if it does not close it in time."""
    os.set_blocking(reading, False)
    found = b""
    while time.monotonic() < ends_s:
        try:
            part = os.read(reading, 4096)
        except BlockingIOError:
            time.sleep(0.02)
            continue
        if not part:
            return found.decode()
        found += part
    return None


def _exit_after_tests(changed: dict[Where, CodeType], items: list[pytest.Item], writing: int) -> None:
    """In the child: change the functions and run tests until one fails; its name is written."""
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        mutate(changed)
        for number, item in enumerate(items):
            if not _passes(item, items[number + 1] if number + 1 < len(items) else None):
                os.write(writing, item.nodeid.encode())
                break
        os._exit(0)
    finally:
        os._exit(1)  # whoever waits must not take it for tests that passed


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    reports = runtestprotocol(item, log=False, nextitem=following)
    return all(not report.failed for report in reports)


# --- functions ---------------------------------------------------------------------------------------------------


def _where(code: CodeType) -> Where:
    return code.co_filename, code.co_firstlineno, code.co_name


def changed_functions(file: Path, mutated: str) -> dict[Where, CodeType]:
    """The code of the functions that a change has changed; none if it changed something that runs at import."""
    old, new = (compile(text, str(file), "exec") for text in (file.read_text(), mutated))
    found: dict[Where, CodeType] = {}
    return found if _compare(old, new, found) else {}


def _compare(old: CodeType, new: CodeType, found: dict[Where, CodeType]) -> bool:
    """Collect the outermost changed functions; ``False``: what runs at import has changed."""
    pairs = list(zip(_inner(old), _inner(new), strict=False))
    same = len(list(_inner(old))) == len(list(_inner(new))) and old.co_code == new.co_code
    if not same or _plain(old) != _plain(new) or old.co_names != new.co_names:
        return False
    for before, after in pairs:
        if before == after:
            continue
        if before.co_flags & 0x02:  # CO_NEWLOCALS: a function, not the body of a class
            found[_where(before)] = after
        elif not _compare(before, after, found):
            return False
    return True


def _inner(code: CodeType) -> Iterator[CodeType]:
    return (each for each in code.co_consts if isinstance(each, CodeType))


def _plain(code: CodeType) -> list[Any]:
    return [repr(each) for each in code.co_consts if not isinstance(each, CodeType)]


def live_functions(changed: dict[Where, CodeType]) -> list[FunctionType]:
    """The functions of this process that a change would change."""
    gc.unfreeze()  # the tests freeze what they have imported, and what is frozen is not listed
    return [each for each in gc.get_objects() if isinstance(each, FunctionType) and _where(each.__code__) in changed]


def mutate(changed: dict[Where, CodeType]) -> None:
    """Give live functions their changed code, and forget what was kept from before."""
    for function in live_functions(changed):
        function.__code__ = changed[_where(function.__code__)]
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper):
            each.cache_clear()


if __name__ == "__main__":
    sys.exit(pytest.main(sys.argv[1:], plugins=[sys.modules[__name__]]))
