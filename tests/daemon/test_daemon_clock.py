"""The wall clock: a computer without a battery for it starts in the past, and is set right in the middle of a game."""

import ast
from pathlib import Path

import pytest

import daemon
from daemon import utc

ROOT = Path(daemon.__file__).parent.parent
PACKAGES = ("engine", "table", "opponents", "hardware", "firmware_bridge", "webpanel", "daemon")
WALL_CLOCK = {"time.time", "time.time_ns", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}


def test_only_dates_look_at_the_wall_clock() -> None:
    looking = {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in WALL_CLOCK
    }
    assert looking == {"daemon/utc.py"}


@pytest.mark.parametrize(("synchronised", "length"), [(True, len("2026-11-21T12:00:00Z")), (False, 0)])
def test_a_date_is_left_out_while_nobody_keeps_the_clock_right(
    monkeypatch: pytest.MonkeyPatch, synchronised: bool, length: int
) -> None:
    monkeypatch.setattr(utc, "clock_is_synchronised", lambda: synchronised)
    assert len(utc.utc_now()) == length
