"""The identity of a board: its id, its key, and its password at the broker."""

import os
import re
import secrets
from pathlib import Path
from typing import Final

from club.transport.errors import UnusableIdentity, UnusablePassword
from engine.core.errors import BadText
from engine.core.messages import message
from engine.core.text_rules import checked

ID_FILE: Final = "board-id"
"""A file in the data directory."""
KEY_FILE: Final = "board-key"
"""A file in the data directory, too; nobody else may read it."""
NEW_IDENTITY: Final = message(
    "Remove the files board-id and board-key from the data directory of one of them, and restart it: it draws new "
    "ones. Where the broker wants a password, add a user there with the new id."
)
"""The remedy if two boards have the same identity."""
_KEY: Final = re.compile(r"[0-9a-f]{64}")
_KEY_BYTES: Final = 32
_ID_BYTES: Final = 8
ID: Final = re.compile(r"[0-9a-f]{16}")
"""The form of an id. Ids are drawn at random: among a million boards two agree once in 37 million."""
_OTHERS: Final = 0o077
"""The bits of a file's mode that give permissions to others than its owner."""


def board_id(directory: Path) -> str:
    """Return the id of the board with this data directory; draw one if there is none yet.

    :raises UnusableIdentity: it cannot be read or kept.
    """
    return _kept(directory / ID_FILE, _ID_BYTES, ID, "the id of this board")


def board_key(directory: Path) -> bytes:
    """Return the secret that the board with this data directory signs with; draw one if there is none yet.

    :raises UnusableIdentity: it cannot be read or kept.
    """
    return bytes.fromhex(_kept(directory / KEY_FILE, _KEY_BYTES, _KEY, "the key of this board"))


def _kept(file: Path, drawn_bytes: int, form: re.Pattern[str], what: str) -> str:
    try:
        if not file.exists():
            _keep(file, secrets.token_hex(drawn_bytes))
        kept = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableIdentity(f"{what} ({file}) cannot be read or kept: {error}") from error
    if not form.fullmatch(kept):
        raise UnusableIdentity(f"{file} does not hold {what}: remove it, and another is drawn")
    return kept


def _keep(file: Path, text: str) -> None:
    """Store a text whole or not at all, also if the power fails meanwhile; readable by the user of the program
    alone."""
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as opened:
        opened.write(f"{text}\n")
        opened.flush()
        os.fsync(opened.fileno())
    new.replace(file)


def password(file: Path) -> str:
    """Return the first line of a file that its owner alone may read.

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
