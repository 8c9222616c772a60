"""The state that all requests of one panel share."""

import time
from dataclasses import dataclass, field
from typing import Final, cast

from flask import current_app

from webpanel.limits.banned_phones import Guests
from webpanel.limits.imports import Imports
from webpanel.limits.rate_limits import Limits
from webpanel.ports.table_port import Desk
from webpanel.presenters.films import Films
from webpanel.presenters.json_cache import Snapshots
from webpanel.presenters.narration import Stories
from webpanel.presenters.replays import Replays
from webpanel.server.event_streams import OpenStreams
from webpanel.server.long_work import LongWork

EXTENSION: Final = "pawnlight"
OWNER_S: Final = 12 * 3600.0
"""The time for which a phone that gave the owner PIN stays the owner's."""


class Owners:
    """The phones that gave the owner PIN lately. Kept in memory: a restart asks again."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def admit(self, phone: str) -> None:
        """Note that this phone gave the PIN."""
        self._until[phone] = time.monotonic() + OWNER_S

    def dismiss(self, phone: str) -> None:
        """Make the phone an ordinary one again."""
        self._until.pop(phone, None)

    def dismiss_all(self) -> None:
        """Make all phones ordinary ones again."""
        self._until.clear()

    def admits(self, phone: str) -> bool:
        """True if this phone gave the PIN within the last twelve hours."""
        return self._until.get(phone, 0.0) > time.monotonic()


@dataclass(frozen=True)
class Panel:
    """The desk that the panel belongs to, and the panel's memory of phones."""

    desk: Desk
    guests: Guests
    owners: Owners = field(default_factory=Owners)
    streams: OpenStreams = field(default_factory=OpenStreams)
    snapshots: Snapshots = field(default_factory=Snapshots)
    stories: Stories = field(default_factory=Stories)
    limits: Limits = field(default_factory=Limits)
    imports: Imports = field(default_factory=Imports)
    replays: Replays = field(default_factory=Replays)
    long_work: LongWork = field(default_factory=LongWork)
    films: Films = field(default_factory=Films)


def panel() -> Panel:
    """Return the panel that the present request belongs to."""
    return cast(Panel, current_app.extensions[EXTENSION])
