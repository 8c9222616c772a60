"""Computers: the seats of a game that they play, and their level there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.core.json_fields import LARGEST, OBJECT, Complaint, check, check_known, one_of, whole
from engine.core.messages import message
from engine.core.pieces import Seat

LEVEL_NAMES: Final = (
    message("Page"), message("Squire"), message("Pikeman"), message("Knight"), message("Bishop"), message("Rook"),
    message("Champion"), message("Queen"),
)
"""The names of the levels, the weakest first."""
REASONS: Final = ("wins", "wins-soon", "takes", "saves", "takes-next", "together", "forward", "middle", "near", "best")
"""The reasons for which a computer holds an action to be the best."""
LOSSES: Final = ("loses", "gives-up", "worse")
"""The ways in which an action throws something away."""
FAILURES: Final = ("missing", "ended", "silent", "nonsense", "illegal", "unable")
"""The ways in which an outside engine is of no use: it is not there, its program ended, it is silent, gives no sensible
answer, plays what the rules forbid, or does not know this kind of game."""
WEAKEST: Final = 1
STRONGEST: Final = len(LEVEL_NAMES)


@dataclass(frozen=True, slots=True)
class Computers:
    """The seats that a computer plays. It is true also of a game in which one did for a while.

    ``levels``: seat → strength, from :data:`WEAKEST` to :data:`STRONGEST`; the other seats are people's. ``seed``: what
    is left to luck in its thinking is made of it; ``None`` where it is not told. ``taken_over``: as ``levels``, of the
    seats that a person plays on for.
    """

    levels: Mapping[Seat, int] = field(default_factory=dict)
    seed: int | None = None
    taken_over: Mapping[Seat, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.levels or self.taken_over)

    def without(self, seat: Seat) -> "Computers":
        """Return the same once a person plays a seat."""
        levels = dict(self.levels)
        return Computers(levels, self.seed, {**self.taken_over, seat: levels.pop(seat)})

    def as_data(self) -> dict[str, Any]:
        """Write the same as JSON values; :func:`read_computers` reads them."""
        levels, taken_over = ({seat.value: level for seat, level in each.items()}
                              for each in (self.levels, self.taken_over))
        return {"levels": levels} | ({"taken_over": taken_over} if taken_over else {}) | (
            {} if self.seed is None else {"seed": self.seed})


NO_COMPUTERS: Final = Computers()


def read_computers(data: Any, complaint: Complaint) -> Computers:
    """Read what :meth:`Computers.as_data` made; if it is something else, raise what ``complaint`` makes of the
    reason."""
    given = check("computers", data, OBJECT, complaint)
    for name in given:
        check_known(name, ("levels", "seed", "taken_over"), message("field {name}", name=name), complaint)
    levels, taken_over = (read_levels(given.get(name, {}), complaint) for name in ("levels", "taken_over"))
    seed = given.get("seed")
    return Computers(levels, None if seed is None else check("seed", seed, whole(0, LARGEST), complaint), taken_over)


def read_levels(data: Any, complaint: Complaint) -> dict[Seat, int]:
    """Seat → level."""
    seats, levels = one_of(*(seat.value for seat in Seat)), whole(WEAKEST, STRONGEST)
    return {
        Seat(check("a seat", seat, seats, complaint)): check(Seat(seat), level, levels, complaint)
        for seat, level in check("levels", data, OBJECT, complaint).items()
    }
