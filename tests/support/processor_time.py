"""Processor time of the tests: on a busy machine it says what a test costs, as time on the clock does not."""

import os
from collections import defaultdict
from collections.abc import Generator
from contextlib import suppress
from operator import itemgetter

import pytest

TICKS_A_S = os.sysconf("SC_CLK_TCK")


def used_s(process: str = "self") -> float:
    """Add up what this process and all that it has started have used, whether they still run or have ended (Linux)."""
    used, children = list[str](), list[str]()
    with suppress(OSError):  # it has ended meanwhile
        used = _read(f"/proc/{process}/stat").rpartition(")")[2].split()[11:15]
        for thread in os.listdir(f"/proc/{process}/task"):
            with suppress(OSError):  # this thread has
                children += _read(f"/proc/{process}/task/{thread}/children").split()
    return sum(map(int, used)) / TICKS_A_S + sum(map(used_s, children))


def _read(path: str) -> str:
    with open(path) as file:
        return file.read()


class SlowestTests:
    """A plugin of pytest that lists the slowest tests, setting up and clearing away included."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._clock_s, self._processor_s = defaultdict[str, float](float), defaultdict[str, float](float)
        self._before_s = used_s()

    def pytest_collection_finish(self) -> None:
        """Count what finding the tests took for none of them."""
        self._before_s = used_s()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Measure a test once all of it is over, in the process that runs it: to look at all threads of a browser takes
        longer than most tests. It has used nothing, as far as this can tell, where nobody waited for a process that had
        used more and has ended."""
        report = yield
        if call.when == "teardown":
            before_s, self._before_s = self._before_s, used_s()
            report.processor_s = max(0.0, self._before_s - before_s)  # type: ignore[attr-defined]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._clock_s[report.nodeid] += report.duration
        self._processor_s[report.nodeid] += getattr(report, "processor_s", 0.0)  # a worker that died told none

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section(f"slowest {self._count}: seconds on the clock, of a processor")
        slowest = sorted(self._clock_s.items(), key=itemgetter(1), reverse=True)[: self._count]
        for name, clock_s in slowest:
            terminalreporter.write_line(f"{clock_s:8.1f} {self._processor_s[name]:8.1f} {name}")
        clock_s, processor_s = sum(self._clock_s.values()), sum(self._processor_s.values())
        terminalreporter.write_line(f"{clock_s:8.1f} {processor_s:8.1f} all {len(self._clock_s)} tests")
