"""The colours of roles, badges and seats, as sent to the pixels (red, green, blue, 0–255, before brightness)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.pieces import Seat
from hardware.ports import Rgb
from table.words.lights import Badge, Role


@dataclass(frozen=True, slots=True)
class Palette:
    """A set of colours. ``roles``: for ``place`` and ``turn``, nobody's colour. ``dim``: the level of dim things."""

    roles: Mapping[Role, Rgb]
    badges: Mapping[Badge, Rgb]
    seats: Mapping[Seat, Rgb]
    flash: Rgb
    dim: float

    def colour(self, role: Role, seat: Seat | None) -> Rgb:
        """What a role shines in; ``place`` and ``turn`` take the colour of their seat."""
        if seat is not None and role in (Role.PLACE, Role.TURN):
            return self.seats[seat]
        return self.roles[role]


_WHITE: Final = (255, 255, 255)

DEFAULT: Final = Palette(
    roles={
        Role.WRONG: (255, 0, 120),
        Role.CHOICE: (255, 190, 0),
        Role.CAPTURE: (255, 0, 0),
        Role.MOVE: (0, 255, 0),
        Role.SPAWN: (0, 210, 255),
        Role.PLACE: (200, 200, 200),
        Role.CLEAR: (255, 90, 0),
        Role.MARCH_FROM: (0, 60, 255),
        Role.MARCH_TO: (0, 120, 255),
        Role.ORIGIN: (220, 220, 255),
        Role.NO_MOVE: (255, 170, 120),
        Role.SPENT: (110, 110, 110),
        Role.TURN: (160, 160, 160),
        Role.HOLE: (120, 0, 160),
    },
    badges={Badge.CHECK: _WHITE, Badge.SHIELD: (0, 90, 255), Badge.LAST_MOVE: (255, 200, 60)},
    seats={Seat.WHITE: (255, 225, 190), Seat.RED: (255, 0, 30), Seat.BLACK: (140, 0, 255), Seat.BLUE: (0, 50, 255)},
    flash=_WHITE,
    dim=0.15,
)

# Green with much blue and red with some green: what remains of them without red or without green receptors still
# differs in blueness and lightness (the bluish green and vermilion that Okabe and Ito pair in printed colours).
COLOUR_BLIND: Final = replace(
    DEFAULT,
    roles={
        **DEFAULT.roles,
        Role.WRONG: (200, 0, 255),
        Role.CHOICE: (255, 255, 0),
        Role.CAPTURE: (255, 60, 0),
        Role.MOVE: (0, 255, 170),
        Role.SPAWN: (90, 180, 255),
        Role.CLEAR: (255, 150, 0),
        Role.ORIGIN: (130, 150, 255),
    },
    badges={Badge.CHECK: _WHITE, Badge.SHIELD: (0, 90, 255), Badge.LAST_MOVE: (255, 255, 120)},
    seats={Seat.WHITE: (255, 255, 255), Seat.RED: (255, 70, 0), Seat.BLACK: (110, 0, 255), Seat.BLUE: (0, 140, 255)},
)

# Few, pure colours, and dim things less dim.
HIGH_CONTRAST: Final = replace(
    DEFAULT,
    roles={
        Role.WRONG: (255, 0, 255),
        Role.CHOICE: (255, 255, 0),
        Role.CAPTURE: (255, 0, 0),
        Role.MOVE: (0, 255, 0),
        Role.SPAWN: (0, 255, 255),
        Role.PLACE: _WHITE,
        Role.CLEAR: (255, 128, 0),
        Role.MARCH_FROM: (0, 0, 255),
        Role.MARCH_TO: (0, 0, 255),
        Role.ORIGIN: _WHITE,
        Role.NO_MOVE: (255, 128, 128),
        Role.SPENT: _WHITE,
        Role.TURN: _WHITE,
        Role.HOLE: (255, 0, 255),
    },
    badges={Badge.CHECK: _WHITE, Badge.SHIELD: (0, 0, 255), Badge.LAST_MOVE: (255, 255, 0)},
    seats={Seat.WHITE: _WHITE, Seat.RED: (255, 0, 0), Seat.BLACK: (128, 0, 255), Seat.BLUE: (0, 0, 255)},
    dim=0.3,
)

PALETTES: Final[Mapping[str, Palette]] = {
    "default": DEFAULT,
    "colour-blind": COLOUR_BLIND,
    "high-contrast": HIGH_CONTRAST,
}
