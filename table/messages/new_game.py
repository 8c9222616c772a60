"""A game as it begins: what somebody asks for, what the table puts up, and what the store keeps of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.pieces import Seat
from engine.records.computer_levels import NO_COMPUTERS, Computers
from engine.records.time_controls import Controls
from table.messages.lights import Help
from table.messages.remote_board import RemoteBoard


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to be played: its rules, its players, its board."""

    game_id: str
    options: Mapping[str, int | bool | str]
    players: Mapping[Seat, str]
    screen: bool
    """True if it is played on the screen board."""
    host: str = ""
    """The public name of the phone that starts it, if one does."""
    computers: Computers = NO_COMPUTERS
    controls: Controls = field(default_factory=dict)
    """Of the seats that have a clock."""
    setup: Mapping[str, Any] | None = None
    """The state that it begins from, if that is not the usual start."""
    help: Mapping[Seat, Help] = field(default_factory=dict)
    """The help of the lights at first; seats left out have all of it."""
    afar: RemoteBoard | None = None
    """The other board, if it is a game between two."""
