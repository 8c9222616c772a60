"""Computers: the seats of a game that they play, and their level there; and the outside engines that play for them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from engine.core.json_fields import LARGEST, OBJECT, Complaint, Kind, check, check_known, one_of, or_null, whole
from engine.core.messages import Message, message
from engine.core.pieces import Seat

LEVEL_NAMES: Final = (
    message("Page"), message("Squire"), message("Pikeman"), message("Knight"), message("Bishop"), message("Rook"),
    message("Champion"), message("Queen"),
)
"""The names of the levels, the weakest first."""
PURPOSES: Final = (
    # what several games know
    "forks", "guards", "aims-at", "in-the-way", "opens-way", "develops", "avenged",
    # Advancing Chess
    "arrives", "stops-breakthrough", "holds-back", "heads-across", "denies",
    # Pawn
    "makes-squad", "makes-three", "makes-dual", "pushes-out", "joins", "stay-together", "keeps-away", "no-strike",
    # Chess Two
    "king-safe", "checks", "promotes", "promotes-soon", "castles", "heals", "saves-from-death", "death-threatens",
    "breaks-shield", "gains-shield", "keeps-shield", "threatens-shield", "frees", "annihilates", "life-nears",
    "clears", "bars", "shields-way", "other-step-exposes", "keeps-command", "has-shield",
    "has-to-move", "harmless",
    # Chess
    "stops-mate", "stops-queen", "opens-file", "seventh", "challenges", "takes-middle", "aims-at-king", "king-helps",
    "restricts", "out-of-check", "pins", "unpins", "makes-passed", "pushes-passed", "behind-passed", "king-hunts",
    "outpost", "reaches-more",
    # Pawn Advance Chess
    "stops", "runs", "evades", "evades-march", "covers", "covered", "blocks", "holds-up", "free-way", "two-squares",
    "foremost", "unreachable", "spare",
    # Pawn's Revenge
    "attacks-royal", "attacks", "attacks-several", "attacks-evenly", "nears-fighting", "nears-risking",
    "nears-evenly", "meets-foremost", "approaches", "approaches-safely", "better-fight", "guards-royal", "hunts",
    "gets-away", "side-by-side", "safe-from-throws",
)
"""The purposes of actions that games themselves name."""
REASONS: Final = (
    "wins", "wins-soon", "takes", "saves", "takes-next", "lost", "threatens-win", "escapes", "protects", "threatens",
    *PURPOSES, "spoils", "plans", "least", "gains", "together", "forward", "middle", "breaks", "goes-on", "belongs",
    "ready", "average", "alike", "best",
)
"""The reasons for which a computer holds an action to be the best. The last is no reason: people are always told
another."""
LOSSES: Final = ("loses", "gives-up", "worse")
"""The ways in which an action throws something away."""
FAILURES: Final = ("missing", "ended", "silent", "nonsense", "illegal", "unable")
"""The ways in which an outside engine is of no use: it is not there, its program ended, it is silent, gives no sensible
answer, plays what the rules forbid, or does not know this kind of game."""
WEAKEST: Final = 1
STRONGEST: Final = len(LEVEL_NAMES)


ENGINE_NAME: Final[Kind[str]] = Kind(
    message("a name of at most 40 visible characters"),
    lambda value: isinstance(value, str) and 0 < len(value.strip()) == len(value) <= 40 and value.isprintable(),
)
STRONGEST_ELO: Final = 4000
_NEAREST: Final = ((1400, 4), (1600, 5), (1800, 6), (2000, 7))
"""Up to which Elo of an engine which own level is the nearest."""


@dataclass(frozen=True, slots=True)
class OutsideEngine:
    """An outside engine that plays a seat."""

    name: str
    elo: int | None = None
    """The strength that it is told to play with; ``None``: as well as it can."""
    plain: int = 0
    """The number of moves in a hundred that it is not asked for: so it plays weaker than it can be told to play."""

    @property
    def called(self) -> Message:
        """The name of the engine, with the strength that it plays with."""
        rated = message("{engine} {elo}", engine=self.name, elo=str(self.elo))
        if self.plain:
            rated_or_not = self.name if self.elo is None else rated
            return message("{engine}, {plain} per cent at random", engine=rated_or_not, plain=self.plain)
        return message("{engine}, full strength", engine=self.name) if self.elo is None else rated

    @property
    def nearest_level(self) -> int:
        """The own level that plays on where the engine does not."""
        if self.plain:
            return 2 if self.plain >= 50 else 3
        return next((level for elo, level in _NEAREST if self.elo is not None and self.elo <= elo), STRONGEST)


@dataclass(frozen=True, slots=True)
class Computers:
    """The seats that a computer plays. It is true also of a game in which one did for a while.

    ``levels``: seat → strength, from :data:`WEAKEST` to :data:`STRONGEST`; the other seats are people's. ``seed``: what
    is left to luck in its thinking is made of it; ``None`` where it is not told. ``taken_over``: as ``levels``, of the
    seats that a person plays on for. ``engines``: of the seats in ``levels``, those that an outside engine plays; the
    level plays on where it does not.
    """

    levels: Mapping[Seat, int] = field(default_factory=dict)
    seed: int | None = None
    taken_over: Mapping[Seat, int] = field(default_factory=dict)
    engines: Mapping[Seat, OutsideEngine] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.levels or self.taken_over)

    def without(self, seat: Seat) -> "Computers":
        """Return the same once a person plays a seat."""
        levels = dict(self.levels)
        engines = {other: engine for other, engine in self.engines.items() if other != seat}
        return Computers(levels, self.seed, {**self.taken_over, seat: levels.pop(seat)}, engines)

    def as_data(self) -> dict[str, Any]:
        """Write the same as JSON values; :func:`read_computers` reads them."""
        levels, taken_over = ({seat.value: level for seat, level in each.items()}
                              for each in (self.levels, self.taken_over))
        engines = {seat.value: asdict(engine) for seat, engine in self.engines.items()}
        return {"levels": levels} | ({"taken_over": taken_over} if taken_over else {}) | (
            {"engines": engines} if engines else {}) | ({} if self.seed is None else {"seed": self.seed})


NO_COMPUTERS: Final = Computers()


def read_computers(data: Any, complaint: Complaint) -> Computers:
    """Read what :meth:`Computers.as_data` made; if it is something else, raise what ``complaint`` makes of the
    reason."""
    given = check("computers", data, OBJECT, complaint)
    for name in given:
        check_known(name, ("levels", "seed", "taken_over", "engines"), message("field {name}", name=name), complaint)
    levels, taken_over = (read_levels(given.get(name, {}), complaint) for name in ("levels", "taken_over"))
    seed = given.get("seed")
    outside = _by_seat("engines", given.get("engines", {}), complaint)
    engines = {seat: read_outside_engine(engine, complaint) for seat, engine in outside if seat in levels}
    return Computers(
        levels, None if seed is None else check("seed", seed, whole(0, LARGEST), complaint), taken_over, engines)


def read_levels(data: Any, complaint: Complaint) -> dict[Seat, int]:
    """Seat → level."""
    levels = whole(WEAKEST, STRONGEST)
    return {seat: check(seat, level, levels, complaint) for seat, level in _by_seat("levels", data, complaint)}


def read_outside_engine(data: Any, complaint: Complaint) -> OutsideEngine:
    """Read an outside engine from the values of its fields; those left out take their defaults."""
    given = check("an engine", data, OBJECT, complaint)
    for name in given:
        check_known(name, ("name", "elo", "plain"), message("field {name}", name=name), complaint)
    return OutsideEngine(
        check("name", given.get("name"), ENGINE_NAME, complaint),
        check("elo", given.get("elo"), or_null(whole(0, STRONGEST_ELO)), complaint),
        check("plain", given.get("plain", 0), whole(0, 100), complaint),
    )


def _by_seat(field_name: str, data: Any, complaint: Complaint) -> list[tuple[Seat, Any]]:
    seats = one_of(*(seat.value for seat in Seat))
    given = check(field_name, data, OBJECT, complaint)
    return [(Seat(check("a seat", seat, seats, complaint)), value) for seat, value in given.items()]
