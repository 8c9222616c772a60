"""Single values by name besides the games: settings, the owner's PIN, the persisted state of the table."""

import json
import logging
import secrets
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import TypeVar

from daemon.base.errors import Unreadable
from daemon.storage.file.archive import BOARD_MAP, MAP_BEFORE
from daemon.storage.file.games_file import GamesFile
from daemon.storage.games.columns import (
    read_chosen,
    read_generation,
    read_list,
    read_names,
    read_pin,
    read_settings,
    read_state,
)
from daemon.storage.games.rows import fact, put_on_table, set_fact, state_text
from table.messages.events import StoredState
from table.messages.settings import Settings

T = TypeVar("T")

log = logging.getLogger(__name__)

ASIDE = "unreadable "
"""The prefix of the names under which unreadable values are kept."""


class KeptValues(GamesFile):
    """The database, with its single values."""

    # --- the table -----------------------------------------------------------------------------------------------

    def on_table(self) -> str:
        """Return the key of the game on the table, or empty."""
        return self._fact("table")

    def set_on_table(self, key: str) -> None:
        """Store which game is on the table; empty: none."""
        with self._changing() as db:
            put_on_table(db, key)

    def state(self) -> StoredState:
        """Return the persisted state of the game on the table besides its actions."""
        return self._read("aside", read_state, StoredState())

    def chosen(self, key: str) -> StoredState:
        """Return the choices and agreements in a game that is not on the table; nothing else of its state is stored."""
        games: dict[str, StoredState] = self._read("chosen", read_chosen, {})
        return games.get(key, StoredState())

    def keep_state(self, state: StoredState) -> None:
        """Store the persisted state."""
        self._set_fact("aside", state_text(state))

    # --- phones --------------------------------------------------------------------------------------------------

    def banned(self) -> frozenset[str]:
        """Return the public names of the phones that the owner has banned."""
        return self._read("banned", read_names, frozenset())

    def keep_banned(self, names: frozenset[str]) -> None:
        """Store the banned phones."""
        self._set_fact("banned", json.dumps(sorted(names)))

    def knowing(self) -> tuple[str, ...]:
        """Return the public names of phones that have given the present PIN, the latest first."""
        return self._read("knowing", read_list, ())

    def keep_knowing(self, name: str, pin: str, most: int) -> None:
        """Keep that a phone has given this PIN, if it is still the present one; at most so many are remembered."""
        self.knowing()  # what cannot be read is put aside
        with self._changing() as db:
            if fact(db, "pin") == pin:
                before = read_list(fact(db, "knowing"))
                set_fact(db, "knowing", json.dumps([name, *before][:most]))

    def know_nobody(self) -> None:
        """Keep that no phone has given it."""
        with self._changing() as db:
            db.execute("DELETE FROM facts WHERE name = 'knowing'")

    def generation(self) -> str:
        """Return the generation of good cookies (:mod:`webpanel.access.phones`); a new one if it cannot be read."""
        try:
            return read_generation(self._fact("generation"))
        except Unreadable:
            log.warning("which cookies of phones are good cannot be read: all phones are signed out")
            return self.sign_out()

    def sign_out(self) -> str:
        """Forget all phones: no cookie from before is valid, all seats are free. Bans stay.

        Return the new generation.
        """
        generation = secrets.token_hex(4)
        with self._changing() as db:
            set_fact(db, "generation", generation)
            db.execute("DELETE FROM facts WHERE name = 'knowing'")
            db.execute("DELETE FROM claims")
        return generation

    # --- settings and PIN ----------------------------------------------------------------------------------------

    def settings(self) -> Settings:
        """Return the settings; those never set, no longer known or unreadable take their defaults."""
        text = self._fact("settings")
        settings, whole = read_settings(text)
        if not whole:
            self._put_aside("settings", text, json.dumps(asdict(settings)))
        return settings

    def save_settings(self, settings: Settings) -> None:
        """Store the settings."""
        self._set_fact("settings", json.dumps(asdict(settings)))

    def pin(self) -> str:
        """Return the owner's PIN; empty before there is one."""
        return self._read("pin", read_pin, "")

    def new_pin(self) -> str:
        """Draw a new PIN of six digits and store it."""
        pin = f"{secrets.randbelow(1_000_000):06}"
        with self._changing() as db:
            set_fact(db, "pin", pin)
            db.execute("DELETE FROM facts WHERE name = 'knowing'")
        return pin

    # --- the board map -------------------------------------------------------------------------------------------

    def restored_map(self) -> tuple[str, str]:
        """Return the board map of a restored archive, as long as it may not be in its file yet; empty: there is none.
        It was restored in one transaction with the games."""
        with self._reading() as db:
            return fact(db, BOARD_MAP), fact(db, MAP_BEFORE)

    def keep_no_map(self) -> None:
        """Note that the board map is in its file."""
        with self._changing() as db:
            db.execute("DELETE FROM facts WHERE name IN (?, ?)", (BOARD_MAP, MAP_BEFORE))

    # --- what cannot be read -------------------------------------------------------------------------------------

    def unreadable(self) -> Mapping[str, str]:
        """Return the unreadable values that were set aside: name → text."""
        with self._reading() as db:
            rows = db.execute("SELECT name, value FROM facts WHERE name LIKE ? ORDER BY name", (f"{ASIDE}%",))
            return {name.removeprefix(ASIDE): value for name, value in rows}

    def _read(self, name: str, reader: Callable[[str], T], otherwise: T) -> T:
        text = self._fact(name)
        try:
            return reader(text)
        except Unreadable:
            self._put_aside(name, text, "")
            return otherwise

    def _put_aside(self, name: str, text: str, instead: str) -> None:
        """Set an unreadable value aside under another name, and put a readable one in its place."""
        log.warning("what is kept as %s cannot be read; it was put aside", name)
        with suppress(sqlite3.Error), self._changing() as db:  # a full disk, for example, must not stop the program
            if fact(db, name) != text:
                return  # another thread has stored something readable meanwhile
            number = 1 + db.execute("SELECT count(*) FROM facts WHERE name LIKE ?", (f"{ASIDE}%",)).fetchone()[0]
            set_fact(db, f"{ASIDE}{number} {name}", text)
            set_fact(db, name, instead)

    def _fact(self, name: str) -> str:
        with self._reading() as db:
            row = db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
            return "" if row is None else str(row[0])

    def _set_fact(self, name: str, value: str) -> None:
        with self._changing() as db:
            set_fact(db, name, value)
