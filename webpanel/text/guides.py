"""The guides: the pages of docs/, installed with the program (``webpanel/pages`` is a link to docs/)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "pages"
"""The folder of the pages; a package holds what the link leads to."""
READERS: Final[Mapping[str, Sequence[str]]] = {
    "players": ("play", "ambiguity", "engines", "sources", "credits"),
    "builders": ("build", "build/trial", "build/parts", "build/steps", "build/trouble", "service", "build/pi"),
    "clubs": ("club", "network", "rights"),
    "programmers": ("integrators", "protocol", "architecture", "decisions", "new-game", "new-lesson"),
}
"""The readers, and the guides for each in the order to list them. The rest of building is for builders, all else for
programmers; both follow by name."""


def guides() -> Mapping[str, Path]:
    """Return the guides: name → file, in the order to list them. The first page of a folder has the folder's name."""
    files = [*FOLDER.glob("*.md"), *FOLDER.glob("build/*.md")]
    named = {str(file.relative_to(FOLDER).with_suffix("")).removesuffix("/README"): file for file in files}
    return {name: named[name] for name in sorted(named, key=_place)}


def reader_of(name: str) -> str:
    """Return the readers that a guide is for: one of :data:`READERS`."""
    listed = next((reader for reader, first in READERS.items() if name in first), "")
    return listed or ("builders" if name.startswith("build/") else "programmers")


def _place(name: str) -> tuple[int, int, str]:
    reader = reader_of(name)
    first = READERS[reader]
    return list(READERS).index(reader), first.index(name) if name in first else len(first), name


def title(guide: Path) -> str:
    """Return the title of a guide: its first heading."""
    with guide.open(encoding="utf-8") as lines:
        return next(lines).removeprefix("#").strip()
