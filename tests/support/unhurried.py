"""The program, patient with itself. Some of its parts wait for others only so long, for the sake of people, and then
refuse, complain, or go on without them; on a busy computer such a delay is no fault."""

import sys

import pytest
from waiting import PATIENCE_S

from daemon.runtime.queue import ANSWER_S, Orders

LIMITS = (
    "daemon.app.program.STOP_S", "daemon.app.program.KEEP_S", "daemon.services.game_service.KEPT_S",
    "daemon.services.game_service.STORED_S",
    "daemon.screen.board.FELT_S",
)
"""The limits on the parts' waiting for each other."""
LONG_S = 60.0
"""The limit in a process of its own: longer than anything should take, shorter than a test's patience."""
_UNHURRIED = f"""
from pkgutil import resolve_name
from daemon.runtime.queue import Orders
for limit in {LIMITS}:
    resolve_name(limit)  # else nothing would be any longer
    module, _, name = limit.rpartition(".")
    setattr(resolve_name(module), name, {LONG_S})
assert Orders.ask.__defaults__ == (None, None, {ANSWER_S})
Orders.ask.__defaults__ = (None, None, {LONG_S})
import daemon.services.game_service  # for what changes more of it
"""


def unhurried(changed: str = "") -> list[str]:
    """The command of the program. ``changed``: Python that changes more of it before it begins."""
    return [sys.executable, "-c", f"{_UNHURRIED}\n{changed}\nfrom daemon.__main__ import main\nmain()"]


def never_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for the program in this process."""
    for limit in LIMITS:
        monkeypatch.setattr(limit, PATIENCE_S)
    monkeypatch.setattr(Orders.ask, "__defaults__", (None, None, PATIENCE_S))  # bound when it was defined
