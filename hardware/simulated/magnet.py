"""The field of a disc magnet, and what a reed switch near it does: a model for trying builds before parts are bought.

The field is exact: that of a cylinder magnetised along its axis equals that of a thin coil around it, which N. Derby
and S. Olbert give in closed form (Cylindrical magnets and ideal solenoids, American Journal of Physics 78, 229, 2010,
with R. Bulirsch's algorithm for the complete elliptic integral). How strong magnets are is read from makers' tables of
grades: N35 has a remanence of 1.17-1.21 T, N42 of 1.28-1.32 T, N52 of 1.43-1.48 T.

The reed is a rule of thumb: its blades collect the field along them, so it counts the mean of the component along its
glass. Makers state ampere-turns in a coil of their own; in a long coil 80 of them per metre are 0.1 mT, so that 20 in a
coil of an inch are 1 mT, for whole leads between two poles. Leads that were cut, and one pole instead of two, take
several times as much; makers' notes give no more than the order of magnitude. :data:`MT_PER_AT` is chosen so that the
distances of docs/build/magnets.md come out for lying reeds; how they should lie is worked out with it. Nothing here was
measured on parts.

Lengths in millimetres, fields in millitesla; x and y lie in the board, z points up to the piece.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, radians, sin, sqrt
from typing import Final

MT_PER_AT: Final = 0.2
"""Field along a reed with short leads that closes it, by the ampere-turns it was sorted by."""
RELEASE: Final = 0.6
"""A reed opens again at this share of the field that closed it; data sheets have 0.4 to 0.8."""
POINTS: Final = 7
"""So many points along the glass are looked at."""
_PRECISION: Final = 1e-7

Place = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Magnet:
    """A disc with its poles on the flat sides. ``remanence_t``: of its grade."""

    diameter: float = 10.0
    height: float = 3.0
    remanence_t: float = 1.19


@dataclass(frozen=True, slots=True)
class Reed:
    """A switch under a square. ``x``, ``y``: how far its middle is from that of the square; ``turn``: in which
    direction it lies, in degrees, 0 along a rank; ``rise``: 0 lies flat, 90 stands upright; ``at``: ampere-turns."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    rise: float = 90.0
    at: float = 20.0
    length: float = 14.0


def is_closed(reed: Reed, magnet: Magnet, place: Place, was_closed: bool) -> bool:
    """True if the reed is closed with the magnet's underside here, from the middle of the reed's square and height."""
    needed = reed.at * MT_PER_AT * (RELEASE if was_closed else 1.0)
    return abs(along(reed, magnet, place)) >= needed


def along(reed: Reed, magnet: Magnet, place: Place) -> float:
    """The mean field along the glass of a reed."""
    rise, turn = radians(reed.rise), radians(reed.turn)
    axis = (cos(rise) * cos(turn), cos(rise) * sin(turn), sin(rise))
    steps = [reed.length * (n / (POINTS - 1) - 0.5) for n in range(POINTS)]
    x, y, z = reed.x - place[0], reed.y - place[1], -place[2] - magnet.height / 2
    fields = (field(magnet, x + axis[0] * step, y + axis[1] * step, z + axis[2] * step) for step in steps)
    return sum(sum(part * share for part, share in zip(each, axis, strict=True)) for each in fields) / POINTS


def field(magnet: Magnet, x: float, y: float, z: float) -> Place:
    """The flux density at a point, from the middle of the magnet."""
    distance = hypot(x, y)
    outward, up = _field(magnet, round(distance, 3), round(z, 3))
    return (outward * x / distance, outward * y / distance, up) if distance else (0.0, 0.0, up)


@lru_cache(maxsize=1 << 16)
def _field(magnet: Magnet, distance: float, z: float) -> tuple[float, float]:
    """The parts away from the axis and along it; Derby and Olbert's equations 4 and 5."""
    radius, strength = magnet.diameter / 2, 1000 * magnet.remanence_t / pi
    if abs(distance - radius) < _PRECISION:  # the formula divides by their difference there
        distance += 2 * _PRECISION
    gamma = (radius - distance) / (radius + distance)
    outward = up = 0.0
    for sign in (1, -1):
        end = z + sign * magnet.height / 2
        slant = hypot(end, distance + radius)
        k = sqrt((end**2 + (radius - distance) ** 2) / slant**2)
        outward += sign * radius / slant * _elliptic(k, 1.0, 1.0, -1.0)
        up += sign * end / slant * _elliptic(k, gamma**2, 1.0, gamma)
    return strength * outward, strength * radius / (radius + distance) * up


def _elliptic(k: float, p: float, c: float, s: float) -> float:
    """Bulirsch's complete elliptic integral, by ever closer means; ``p`` is above 0."""
    k, p = max(abs(k), 1e-12), sqrt(p)
    e, m, s = k, 1.0, s / p
    while True:
        c, s = c + s / p, 2 * (s + c * (e / p))
        p, before = p + e / p, m
        m += k
        if abs(before - k) <= _PRECISION * before:
            return pi / 2 * (s + c * m) / (m * (m + p))
        k = 2 * sqrt(e)
        e = k * m
