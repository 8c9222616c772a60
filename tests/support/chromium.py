"""The Chromium of the system that drives the panel's pages, and the name by which it knows the board."""

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first of them that is there is taken: without windows, a page opens with a sixth of the work."""
_NAME = "pawnlight.local"
BY_NAME = f"--host-resolver-rules=MAP {_NAME} 127.0.0.1"
"""Has it find the name that ``by_name`` gives."""


def by_name(address: str) -> str:
    """A panel's address as phones know it. Browsers trust 127.0.0.1 as they trust https: there they let pages do more
    than a board's pages may, such as keeping the screen on."""
    return address.replace("//127.0.0.1", f"//{_NAME}")


def by_number(address: str) -> str:
    """The same address as everything else finds it."""
    return address.replace(f"//{_NAME}", "//127.0.0.1")


def path() -> str | None:
    """Return its path; None without one (Debian: apt install chromium-headless-shell)."""
    return next(filter(None, map(shutil.which, NAMES)), None)
