"""The table of threads in docs/architecture.md, and a watch over all threads that the program starts."""

import re
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = frozenset(each.parent.name for each in ROOT.glob("*/__init__.py"))
SIMULATION: Final = "cable of "
"""The beginning of the names of threads that carry bytes to a simulated tile: no command of the program makes one."""


@dataclass(frozen=True)
class Row:
    """A row of the page's table. ``owns``: (class, attribute) of what this thread alone changes."""

    thread: str
    file: Path
    situation: str
    owns: frozenset[tuple[str, str]]

    def is_of(self, name: str) -> bool:
        """True if a thread of this name is meant: capitals stand for what differs."""
        pattern = re.escape(self.thread).replace("PORT", ".+")
        return re.fullmatch(re.sub(r"N$", r"\\d+", pattern), name) is not None


def rows() -> list[Row]:
    """All of them."""
    section = (ROOT / "docs" / "architecture.md").read_text("utf-8").partition("\n### Threads\n")[2]
    found = []
    for line in section.partition("\n## ")[0].splitlines():
        if line.startswith("| `"):
            thread, file, situation, tasks = (cell.strip() for cell in line.strip("|").split(" | "))
            owns = frozenset(re.findall(r"`(\w+)\.(\w+)`", tasks))
            found.append(Row(thread.strip("`"), ROOT / file.strip("`"), situation, owns))
    assert len(found) > 5
    return found


def starter(frame: FrameType | None) -> str:
    """The module that has a thread started; the standard library does not count (a timer, a pool of threads)."""
    while frame is not None:
        name: str = frame.f_globals.get("__name__", "")
        if name.partition(".")[0] not in sys.stdlib_module_names:
            return name
        frame = frame.f_back
    return ""


class ThreadWatch:
    """Sees every thread that is started in this process, from its making on. ``strangers``: those that the program
    started though the page has no row for them, and where."""

    def __init__(self) -> None:
        self.strangers: list[str] = []
        self._rows = rows()
        self._start: Callable[[threading.Thread], None] = threading.Thread.start
        watch = self

        def start(thread: threading.Thread) -> None:
            watch.look(thread, starter(sys._getframe(1)))
            watch._start(thread)

        threading.Thread.start = start  # type: ignore[method-assign]

    def look(self, thread: threading.Thread, module: str) -> None:
        """A module has a thread started."""
        if module.partition(".")[0] in PACKAGES and not self.knows(thread.name):
            self.strangers.append(f"{thread.name} ({module})")

    def knows(self, name: str) -> bool:
        """True if the page has a row for a thread of this name."""
        return name.startswith(SIMULATION) or any(row.is_of(name) for row in self._rows)

    def end(self) -> None:
        """Watch no longer."""
        threading.Thread.start = self._start  # type: ignore[method-assign]
