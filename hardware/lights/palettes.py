"""The colours of roles, badges and seats, as sent to the pixels (red, green, blue, 0–255, before brightness).

They stand in ``lights.toml``. *colour-blind*: green with much blue and red with some green; what remains of them
without red or without green receptors still differs in blueness and lightness (the bluish green and vermilion that
Okabe and Ito pair in printed colours). *high-contrast*: few, pure colours, and dim things less dim.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.core.pieces import Seat
from hardware.lights.light_table import TABLE
from hardware.ports import Rgb
from table.messages.lights import Badge, Role

OWNED: Final = frozenset(Role(name) for name, entry in TABLE["roles"].items() if entry.get("owned"))
"""The roles that shine in their owner's colour."""


@dataclass(frozen=True, slots=True)
class Palette:
    """A set of colours. ``roles``: for those of :data:`OWNED`, the colour without an owner. ``dim``: the level of dim
    things."""

    roles: Mapping[Role, Rgb]
    badges: Mapping[Badge, Rgb]
    seats: Mapping[Seat, Rgb]
    flash: Rgb
    dim: float

    def colour(self, role: Role, seat: Seat | None) -> Rgb:
        """Return the colour of a role; owned roles take the colour of their seat."""
        if seat is not None and role in OWNED:
            return self.seats[seat]
        return self.roles[role]


def _rgb(text: str) -> Rgb:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def _palette(name: str, entry: Mapping[str, Any]) -> Palette:
    def colours(kind: str) -> dict[str, Rgb]:
        return {sign: _rgb(each["colours"][name]) for sign, each in TABLE[kind].items()}

    return Palette(
        {Role(sign): colour for sign, colour in colours("roles").items()},
        {Badge(sign): colour for sign, colour in colours("badges").items()},
        {Seat(sign): colour for sign, colour in colours("seats").items()},
        _rgb(entry["flash"]),
        entry["dim"],
    )


PALETTES: Final[Mapping[str, Palette]] = {name: _palette(name, entry) for name, entry in TABLE["palettes"].items()}
