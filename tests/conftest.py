"""Rules for every test: nothing may leak, no error may be logged unnoticed, in CI nothing may be skipped."""

import gc
import logging
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Generator, Iterator
from itertools import chain, groupby, islice
from operator import attrgetter
from pathlib import Path

import chromium
import hypothesis
import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright
from processor_time import SlowestTests
from thread_table import ThreadWatch
from waiting import PATIENCE_S

from engine.registry import folder_of, game_ids  # noqa: E402

hypothesis.settings.register_profile("pawnlight", deadline=None)  # a busy machine is no fault of an example's
hypothesis.settings.load_profile("pawnlight")

_IN_CI = bool(os.environ.get("CI"))

_FIFOS = tempfile.TemporaryDirectory(prefix="pawnlight-fifos-")
os.environ["LG_WD"] = _FIFOS.name  # processes that import lgpio at the same moment would take each other's FIFO away

gc.disable()  # to list thousands of tests makes hardly any garbage

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under `nohup` programs that tests start would ignore it, too


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the campaigns of the tests at full size (takes long)")
    parser.addoption("--slowest", type=int, default=0, help="list so many tests with the time they took")
    parser.addoption("--game", metavar="ID", help="only what tries this game: -k would find its name in others' too")
    parser.addoption("--arm64", metavar="DIR", help="the last layer of lights by the libraries for ARM there")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "first_or_all(names, values): parametrize by the first value; --full: by all")
    config.addinivalue_line("markers", "some_or_all(names, some, values): parametrize by some; --full: by all values")
    if config.option.slowest:
        config.pluginmanager.register(SlowestTests(config.option.slowest))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ask what costs much in one form, the hardest, or in some that differ; ``--full``: in all."""
    full = metafunc.config.getoption("--full")
    for mark in metafunc.definition.iter_markers("first_or_all"):
        names, values = mark.args
        metafunc.parametrize(names, values if full else values[:1])
    for mark in metafunc.definition.iter_markers("some_or_all"):
        names, some, values = mark.args
        metafunc.parametrize(names, values if full or metafunc.config.getoption("--game") else some)


def pytest_unconfigure() -> None:
    _FIFOS.cleanup()


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """True if campaigns run at full size."""
    return bool(request.config.getoption("--full"))


# --- browsers ----------------------------------------------------------------------------------------------------

_QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", chromium.BY_NAME,
]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The driver of browsers; there can be only one in a process."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The Chromium of the system; without one, the tests that need it are left out."""
    path = chromium.path()
    if path is None:
        pytest.skip("no Chromium is installed (Debian: apt install chromium-headless-shell)")
    launched = playwright.chromium.launch(executable_path=path, args=_QUIET, timeout=PATIENCE_S * 1000)
    yield launched
    launched.close()


# --- what takes long ---------------------------------------------------------------------------------------------


_LONG = ("end_to_end", "systemd", "packaging", "recipes", "robot", "opponents")
"""Folders whose tests take seconds each."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """``--game``: tests that are given the game, or whose file is named after it."""
    game_id = config.getoption("--game")
    if game_id and game_id not in game_ids():
        raise pytest.UsageError(f"--game: {game_id} is none of {', '.join(game_ids())}")
    if game_id:
        others = [item for item in items if not _tries(item, game_id)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]
    _begin_with_the_long_ones(items)


def _tries(item: pytest.Item, game_id: str) -> bool:
    given = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    return _named_after(item.path.stem) == game_id or any(_is_of(value, game_id) for value in given)


def _is_of(value: object, game_id: str) -> bool:
    """True if a parameter is the id of the game, the game itself, or a file of its folder."""
    if isinstance(value, Path):
        return folder_of(game_id) in value.parents
    return value == game_id if isinstance(value, str) else getattr(value, "id", None) == game_id


def _named_after(module: str) -> str:
    """The game that a module of tests is named after: of ``chess`` and ``chess-two`` the longer one."""
    names = (game_id for game_id in game_ids() if f"{module}_".startswith(f"test_{game_id.replace('-', '_')}_"))
    return max(names, key=len, default="")


def _begin_with_the_long_ones(items: list[pytest.Item]) -> None:
    """Have every worker begin with tests that take long (each gets an equal part of the list to begin with): at the end
    there are short tests left for all of them alike."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for _, long in groupby((item for item in items if _is_long(item)), key=attrgetter("path")):
        min(parts, key=len).extend(long)  # by files: what tests of a file share is made once
    short = (item for item in items if not _is_long(item))
    size = -(-len(items) // workers)
    items[:] = [item for part in parts for item in chain(part, islice(short, max(0, size - len(part))))]


def _is_long(item: pytest.Item) -> bool:
    return item.path.parent.name in _LONG


def pytest_collection_finish() -> None:
    """The thousands of tests stay until the end: whoever looks for garbage need not look through them each time, nor
    through all that is kept from test to test, which grows, as often as usual."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], 100)


# --- in CI a skipped test is a failed one ------------------------------------------------------------------------


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if _IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longrepr}"


def _make_sendable(report: pytest.TestReport) -> None:
    """Tests of text that harms print such text; a report with it could not be sent from one process to another."""
    report.sections = [(name, text.encode(errors="replace").decode()) for name, text in report.sections]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _refuse_skip(report)
    _make_sendable(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _refuse_skip(report)
    return report


# --- nothing leaks -----------------------------------------------------------------------------------------------


def _open_files() -> set[tuple[str, str]]:
    """The regular files this process holds open (Linux); installed packages and temporary stdio do not count."""
    found = set()
    for number in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{number}")
        except OSError:  # closed since the listing, as the listing's own descriptor is
            continue
        if os.path.isfile(target) and not target.startswith((sys.prefix, sys.base_prefix, "/dev/")):
            found.add((number, target))
    return found


def _leaks(threads: set[threading.Thread], files: set[tuple[str, str]]) -> str:
    new_threads = [
        thread.name for thread in threading.enumerate()
        if thread not in threads and type(thread).__module__ != "lgpio"  # it starts one when it is imported, for good
    ]
    new_files = sorted(target for _, target in _open_files() - files)
    leaked = [f"threads still running: {', '.join(new_threads)}"] if new_threads else []
    return "; ".join(leaked + ([f"files still open: {', '.join(new_files)}"] if new_files else []))


@pytest.fixture(autouse=True)
def _nothing_leaks() -> Iterator[None]:
    threads, files = set(threading.enumerate()), _open_files()
    yield
    deadline = time.monotonic() + PATIENCE_S
    leaked = _leaks(threads, files)
    while leaked and time.monotonic() < deadline:
        gc.collect()
        time.sleep(0.02)
        leaked = _leaks(threads, files)
    if leaked:
        pytest.fail(f"the test left something behind: {leaked}")


# --- no thread is unknown ----------------------------------------------------------------------------------------

_threads = ThreadWatch()


@pytest.fixture(autouse=True)
def _all_threads_are_known() -> Iterator[None]:
    """One that the program starts is in the table of docs/architecture.md, whichever test has it started."""
    yield
    strangers, _threads.strangers = _threads.strangers, []
    if strangers:
        pytest.fail(f"threads that docs/architecture.md has no row for: {', '.join(strangers)}")


# --- no error goes unnoticed -------------------------------------------------------------------------------------


class _ErrorKeeper(logging.Handler):
    def __init__(self, records: list[logging.LogRecord]) -> None:
        super().__init__(logging.ERROR)
        self.records = records

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture
def logged_errors() -> list[logging.LogRecord]:
    """All that was logged as ERROR or worse so far. A test that asks for it answers for what is in it."""
    return []


@pytest.fixture(autouse=True)
def _no_unexpected_errors(request: pytest.FixtureRequest) -> Iterator[None]:
    answered_for = "logged_errors" in request.fixturenames
    keeper = _ErrorKeeper(request.getfixturevalue("logged_errors") if answered_for else [])
    logging.getLogger().addHandler(keeper)
    yield
    logging.getLogger().removeHandler(keeper)
    if keeper.records and not answered_for:
        pytest.fail("logged as error, unexpectedly: " + "; ".join(record.getMessage() for record in keeper.records))
