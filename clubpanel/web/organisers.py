"""Organisers: phones that gave the PIN and a name. Kept in memory, so a restart asks again."""

import hmac
import os
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Final

from clubpanel.results.errors import UnusablePin
from engine.core.messages import message
from engine.core.text_rules import checked_name
from table.messages.refusal import Refused
from webpanel.limits.rate_limits import PinTries

ORGANISER_S: Final = 12 * 3600.0
"""The time for which a phone that gave the PIN stays an organiser's."""
MOST: Final = 100
"""The most phones at a time; beyond it the one that gave the PIN first has to give it again."""


def own_pin(file: Path) -> str:
    """Return the PIN from a file that nobody else may read; draw one if there is none.

    :raises UnusablePin: it cannot be read or kept, or is no PIN.
    """
    try:
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            pin = file.read_text("ascii").strip()
        else:
            with open(handle, "w", encoding="ascii") as new:
                pin = f"{secrets.randbelow(1_000_000):06}"
                new.write(f"{pin}\n")
    except (OSError, UnicodeError) as error:
        raise UnusablePin(f"the PIN of the organisers in {file} cannot be read or kept ({error}): see that this user "
                          "may write there") from error
    if not (pin.isdecimal() and len(pin) >= 4):
        raise UnusablePin(f"{file} holds no PIN of four digits or more: write one there, or remove the file")
    return pin


class Organisers:
    """The phones of organisers. May be used from any thread."""

    def __init__(self, pin: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._pin, self._clock = pin, clock
        self._tries = PinTries(clock)
        self._lock = threading.Lock()
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def admit(self, phone: str, address: str, pin: str, name: str) -> str:
        """Return a new token for a phone that gives the PIN and its owner's name.

        :raises Refused: the PIN is wrong, or was tried too often, or there is no name.
        :raises BadText: the name is none.
        """
        who = checked_name(name, message("Your name"))
        if not who:
            raise Refused(message("Say who you are: your changes are kept with your name."), 400)
        self._tries.begin(phone, address)
        if not hmac.compare_digest(pin.encode(errors="replace"), self._pin.encode()):
            raise Refused(message("That is not the PIN of the organisers."), 403)
        self._tries.succeeded(phone, address)
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._known[token] = who, self._clock() + ORGANISER_S
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        return token

    def dismiss(self, token: str) -> None:
        """Make the phone an ordinary one again."""
        with self._lock:
            self._known.pop(token, None)

    def name(self, token: str) -> str:
        """Return the organiser's name for this token; empty: it is not valid."""
        with self._lock:
            who, until_s = self._known.get(token, ("", 0.0))
            return who if self._clock() < until_s else ""
