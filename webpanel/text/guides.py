"""The guides: the pages of docs/, installed with the program (``webpanel/pages`` is a link to docs/)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "pages"
"""The folder of the pages; a package holds what the link leads to."""
FIRST: Final = ("play", "ambiguity", "build", "build/steps", "build/trouble", "service")
"""The guides that most people look for; the rest follows by name."""


def guides() -> Mapping[str, Path]:
    """Return the guides: name → file, in the order to list them. The first page of a folder has the folder's name."""
    files = [*FOLDER.glob("*.md"), *FOLDER.glob("build/*.md")]
    named = {str(file.relative_to(FOLDER).with_suffix("")).removesuffix("/README"): file for file in files}
    return {name: named[name] for name in sorted(named, key=_place)}


def _place(name: str) -> tuple[int, str]:
    return FIRST.index(name) if name in FIRST else len(FIRST), name


def title(guide: Path) -> str:
    """Return the title of a guide: its first heading."""
    with guide.open(encoding="utf-8") as lines:
        return next(lines).removeprefix("#").strip()
