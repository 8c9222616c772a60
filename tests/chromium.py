"""Which Chromium of the system drives the panel's pages."""

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first of them that is there is taken: without windows, a page opens with a sixth of the work."""


def path() -> str | None:
    """Where it is; None without one (Debian: apt install chromium-headless-shell)."""
    return next(filter(None, map(shutil.which, NAMES)), None)
