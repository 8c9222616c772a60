"""Write the map of all modules, ``docs/modules.md``, from the first sentence of each."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = (
    "engine", "opponents", "table", "hardware", "firmware_bridge", "club", "webpanel", "clubpanel", "daemon",
)
HEAD: Final = """# Every module, by folder

Where to look for what; [how it is made](architecture.md) explains the ideas. This page is written by
`script/list_modules.py` from the first sentence of each file.
"""


def first_sentence(text: str) -> str:
    """Return the first sentence of a docstring or comment, on one line, fit for a table."""
    paragraph = " ".join(text.strip().partition("\n\n")[0].split())
    sentence = re.split(r"(?<=\.) (?=[A-Z])", paragraph)[0]
    return re.sub(r":\w+:`~?([^`]+)`", r"`\1`", sentence).replace("``", "`").replace("|", "\\|")


def described(file: Path) -> str:
    """Return the first sentence of a module of Python or JavaScript."""
    text = file.read_text("utf-8")
    if file.suffix == ".py":
        return first_sentence(ast.get_docstring(ast.parse(text)) or "")
    comment = re.match(r"/\*\*(.*?)\*/", text, re.S)
    return first_sentence(re.sub(r"^ *\* ?", "", comment[1], flags=re.M)) if comment else ""


def modules(folder: Path) -> list[Path]:
    """Return the modules of one folder, without its ``__init__.py``, sorted by name."""
    return sorted(file for file in folder.iterdir() if file.suffix in (".py", ".js") and file.stem != "__init__")


def folders(package: str) -> Iterator[Path]:
    """Yield a package and the folders in it that hold modules; bundles are made of those."""
    top = ROOT / package
    files = [*top.rglob("*.py"), *top.rglob("*.js")]
    yield from sorted({top, *(file.parent for file in files if "bundles" not in file.parts)})


def folder_sentence(folder: Path) -> str:
    """Return the sentence about a folder: from its ``__init__.py`` or, for scripts, from the table of the folder
    above."""
    own, table = folder / "__init__.py", folder.parent / "README.md"
    if own.exists():
        return described(own)
    row = re.search(rf"^\| `{folder.name}/` +\| (.*?) *\|$", table.read_text("utf-8"), re.M) if table.exists() else None
    return row[1] if row else ""


def section(folder: Path) -> str:
    """Return the table of one folder."""
    name = folder.relative_to(ROOT).as_posix()
    sentence = folder_sentence(folder)
    rows = [f"| [`{file.name}`](../{name}/{file.name}) | {described(file)} |" for file in modules(folder)]
    table = ["| module | |", "| --- | --- |", *rows] if rows else []
    return "\n".join([f"{'##' if '/' not in name else '###'} `{name}/`", "", sentence, "", *table]).strip() + "\n"


def page() -> str:
    """Return the whole page."""
    return "\n".join([HEAD, *(section(folder) for package in PACKAGES for folder in folders(package))])


if __name__ == "__main__":
    (ROOT / "docs" / "modules.md").write_text(page(), "utf-8")
