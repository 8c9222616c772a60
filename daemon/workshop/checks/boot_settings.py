"""The boot settings that a board needs on its Raspberry Pi: shown as a change, and written on request."""

import difflib
import shutil
from itertools import count
from pathlib import Path
from typing import Final, TextIO

from daemon.base.errors import DaemonError
from daemon.boards.factory import pixels_of
from daemon.config.schema import Config, reeds_driver
from daemon.storage.file.connection import write_whole
from hardware.boot_files import CMDLINE, CONFIG, with_bufsiz, with_settings
from hardware.drivers.registry import RINGS
from hardware.platform import MODEL

USUAL_BUFSIZ: Final = 4096


class BootFilesLeft(DaemonError, OSError):
    """A boot file cannot be read or written; the message names it and the reason."""


Changes = dict[Path, tuple[str, str]]
"""The changes by file: the present text, and the text it should have."""


def set_boot_files(config: Config, root: Path, may_write: bool | None, lines: TextIO, out: TextIO) -> bool:
    """Show what the boot files lack and, if that is wanted, write it. Return true if they have everything needed.

    :param may_write: ``None``: ask.
    :raises BootFilesLeft: a file cannot be read or written. None is left half written.
    :raises BadBootFile: one is not as it must be.
    """
    try:
        changes = changes_for(config, root)
        if not changes:
            print("The boot files have all that this board needs.", file=out)
            return True
        _show(changes, out)
        if not (_asked(lines, out) if may_write is None else may_write):
            print("Nothing was changed. To be asked again: sudo pawnlight boot-settings", file=out)
            return False
        for path, (_, text) in changes.items():
            print(f"{path} is written. As it was: {_write(path, text)}", file=out)
    except OSError as error:
        raise BootFilesLeft(f"{error.filename or 'a boot file'} was left as it is: {error.strerror}") from error
    print("Restart the Raspberry Pi to put it in force: sudo reboot", file=out)
    return True


def changes_for(config: Config, root: Path) -> Changes:
    """Return the changes for the board of this configuration: none on other computers than a Raspberry Pi. Where no
    board is configured yet, those for the default lights."""
    if not (root / MODEL).exists() or not (root / CONFIG).exists():
        return {}
    model = (root / MODEL).read_text("utf-8", "replace").rstrip("\0")
    rings, reeds, options = RINGS[config.rings.driver], reeds_driver(config), config.rings.options
    if config.board.driver == "tiles":
        return {}
    wanted = [*rings.boot(options, model), *(() if reeds is None else reeds.boot(config.reeds.options, model))]
    least = rings.transfers(options, pixels_of(config), model)
    texts = {path: _text(path) for path in (root / CONFIG, root / CMDLINE)}
    after = [with_settings(texts[root / CONFIG], model, wanted), texts[root / CMDLINE]]
    if least > USUAL_BUFSIZ:
        after[1] = with_bufsiz(after[1], 1 << (least - 1).bit_length())
    return {path: (text, new) for (path, text), new in zip(texts.items(), after, strict=True) if new != text}


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogateescape")


def _show(changes: Changes, out: TextIO) -> None:
    print("For the board as it is configured, the boot files lack this:", file=out)
    for path, (old, new) in changes.items():
        shown = difflib.unified_diff(old.splitlines(), new.splitlines(), str(path), str(path), lineterm="", n=1)
        print("\n".join(f"  {line}" for line in shown), file=out)


def _asked(lines: TextIO, out: TextIO) -> bool:
    if not lines.isatty():
        return False
    print("Write it? A copy of each file is kept. [y/N] ", end="", file=out, flush=True)
    return lines.readline().strip().lower() in ("y", "yes")


def _write(path: Path, text: str) -> Path:
    """Write a file whole or not at all, also if the power fails; a copy of the old one is kept beside it."""
    copies = (path.with_name(f"{path.name}.before{number}") for number in count(1))  # a Pi may not know the date
    kept = next(copy for copy in copies if not copy.exists())
    try:
        shutil.copyfile(path, kept)
        write_whole(path, text.encode("utf-8", "surrogateescape"))
    except OSError:
        kept.unlink(missing_ok=True)
        raise
    return kept
