"""What a board has of its own before it meets others: its id, and its password at the broker."""

import os
import re
import secrets
from pathlib import Path
from typing import Final

from club.errors import UnusableIdentity, UnusablePassword
from engine.errors import BadText
from engine.texts import checked

ID_FILE: Final = "board-id"
"""In the data directory."""
_ID_BYTES: Final = 8
ID: Final = re.compile(r"[0-9a-f]{16}")
"""What an id looks like. Drawn at random, it is nobody else's: among a million boards two agree once in 37 million."""
_OTHERS: Final = 0o077
"""Bits of a file's mode that let others than its owner do something."""


def board_id(directory: Path) -> str:
    """The id of the board with this data directory, drawn if there is none yet.

    :raises UnusableIdentity: it cannot be read or kept.
    """
    file = directory / ID_FILE
    try:
        if not file.exists():
            _keep(file, secrets.token_hex(_ID_BYTES))
        kept = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableIdentity(f"the id of this board ({file}) cannot be read or kept: {error}") from error
    if not ID.fullmatch(kept):
        raise UnusableIdentity(f"{file} holds no id of a board: remove it, and another is drawn")
    return kept


def _keep(file: Path, text: str) -> None:
    """Whole or not at all, also if the power fails meanwhile."""
    new = file.with_name(f"{file.name}.new")
    with new.open("w", encoding="ascii") as opened:
        opened.write(f"{text}\n")
        opened.flush()
        os.fsync(opened.fileno())
    new.replace(file)


def password(file: Path) -> str:
    """The first line of a file that its owner alone may read.

    :raises UnusablePassword: there is none, or others may read it.
    """
    try:
        with file.open("rb") as opened:
            if os.fstat(opened.fileno()).st_mode & _OTHERS:
                raise UnusablePassword(f"others may read the password in {file}: chmod 600 {file}")
            line = opened.read(2000).decode().partition("\n")[0].removesuffix("\r")
        read = checked(line, str(file))
    except (OSError, UnicodeDecodeError, BadText) as error:
        raise UnusablePassword(f"the password cannot be read: {error}") from error
    if not read:
        raise UnusablePassword(f"{file} is empty: write the password for the broker into its first line")
    return read
