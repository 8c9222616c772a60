"""The guides: the pages of docs/, installed with the program (``webpanel/pages`` is a link to docs/)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from engine.core.messages import Message, message

FOLDER: Final = Path(__file__).parents[1] / "pages"
"""The folder of the pages; a package holds what the link leads to."""
READERS: Final[Mapping[str, Sequence[str]]] = {
    "players": ("play", "ambiguity", "engines", "sources", "credits"),
    "builders": ("build", "build/trial", "build/parts", "build/steps", "build/trouble", "service", "build/pi"),
    "clubs": ("club", "federation", "network", "rights"),
    "programmers": ("integrators", "protocol", "architecture", "decisions", "new-game", "new-lesson"),
}
"""The readers, and the guides for each in the order to list them. The rest of building is for builders, all else for
programmers; both follow by name."""
ABOUT: Final[Mapping[str, Message]] = {
    "play": message("How to play a game on the board, and what its lights mean."),
    "ambiguity": message("What the board does when two moves look the same to it."),
    "engines": message("Play chess against Stockfish or another program."),
    "sources": message("The document each game began with, and what was decided."),
    "credits": message("Who invented the games, and whose work the program uses."),
    "build": message("The ways to build a board, and where to begin."),
    "build/trial": message("Try nine squares before you buy for sixty-four."),
    "build/parts": message("What to buy, and about what it costs."),
    "build/steps": message("From the first light to the first game."),
    "build/trouble": message("Find what is wrong by what you see."),
    "build/expanders": message("Wire every reed to an MCP23017 board, without diodes."),
    "build/frame": message("Drill the plate, and keep the light of each square to itself."),
    "build/magnets": message("Choose magnets and reeds that go together."),
    "build/matrix": message("Read sixty-four squares over sixteen wires and a diode each."),
    "build/power": message("Choose the power supply, and wire the lights safely."),
    "build/shift-registers": message("Wire every reed to cheap chips, over five wires."),
    "build/tiles": message("Put large boards together from small ones with a Pico each."),
    "service": message("Let the board play as soon as it has power."),
    "build/pi": message("Prepare the card of a Raspberry Pi, without a screen."),
    "club": message("Let two boards play together."),
    "federation": message("Show the boards of several clubs, on several panels."),
    "network": message("A name of your own, other networks, a way in from outside."),
    "rights": message("Who may see and change what on the panel."),
}
"""A line about each guide that is not for programmers: what it is for."""


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
