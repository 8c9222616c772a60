"""Results, agreement on them, and the standings that follow. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.core.pieces import Seat
from engine.records.game_record import ABANDONED
from table.messages.queries import Total


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game, as one board tells it.

    ``board``, ``key``: the board, and the game there; ``other``: the board that it was played with; empty: none.
    ``players``: names as that board knows them, empty where none was given; ``afar``: the seats that were played at the
    other board. ``winners``: empty if nobody won. ``told``: the end in a sentence; ``at``: when the panel heard of it
    (ISO 8601, UTC; empty: the date was unknown). ``older``: true if the game was over before the panel of the club
    began. ``termination``: see :class:`club.broadcast.public.PublicGame`. ``serial``: rises with every row of results
    and of organisers' acts, so that of two rows the one with the lower number came first, whatever the clock said.
    """

    board: str
    key: str
    game: str
    players: Mapping[Seat, str]
    winners: tuple[Seat, ...]
    other: str = ""
    afar: tuple[Seat, ...] = ()
    computers: tuple[Seat, ...] = ()
    told: str = ""
    actions: int = 0
    at: str = ""
    older: bool = False
    termination: str = ""
    serial: int = 0

    @property
    def name(self) -> str:
        """The name of the result in the club: no two results share one."""
        return f"{self.board}/{self.key}"

    @property
    def sides(self) -> tuple[frozenset[str], frozenset[str]] | None:
        """The winning players and the others; after a draw all are others. ``None``: the game does not count, because a
        seat is not a person with a name, somebody plays on both sides, the game is older than the panel, or it was
        abandoned."""
        winning = frozenset(name for seat, name in self.players.items() if seat in self.winners)
        losing = frozenset(name for seat, name in self.players.items() if seat not in self.winners)
        everybody = winning | losing
        if self.older or self.termination == ABANDONED or self.computers:
            return None
        if "" in everybody or winning & losing or len(everybody) < 2:
            return None
        return winning, losing

    @property
    def opponents(self) -> tuple[str, str] | None:
        """The two people who played, White first, by the names that were told, which may be empty; ``None``: others
        than two."""
        white = self.players.get(Seat.WHITE)
        others = [name for seat, name in self.players.items() if seat is not Seat.WHITE]
        if len(others) > 1:  # of several seats, each of the two has some
            others = sorted({name for name in others if name != white})
        return (white, others[0]) if white is not None and len(others) == 1 and not self.computers else None


def agreed(results: Sequence[Result]) -> list[Result]:
    """List the games whose result is beyond doubt, each once: of those between two boards, the ones of which both tell
    the same, dated by the later of them. Each board knows the names of its own players alone; here they are joined."""
    said = {(result.board, result.key): result for result in results}
    found = []
    for result in results:
        there = said.get((result.other, result.key))
        if not result.other:
            found.append(result)
        elif there is not None and result.board < result.other and _same(result, there):
            found.append(_together(result, there))
    return found


def _same(one: Result, other: Result) -> bool:
    return (
        (one.game, set(one.winners), set(one.players)) == (other.game, set(other.winners), set(other.players))
        and other.other == one.board and set(one.afar) == set(one.players) - set(other.afar)
    )


def _together(one: Result, other: Result) -> Result:
    names = {seat: (other if seat in one.afar else one).players[seat] for seat in one.players}
    computers = tuple(dict.fromkeys((*one.computers, *other.computers)))
    how = ABANDONED if ABANDONED in (one.termination, other.termination) else one.termination
    later = max(one, other, key=lambda each: each.serial)
    return replace(
        one, players=names, computers=computers, afar=(), older=one.older or other.older, termination=how,
        at=later.at, serial=later.serial,
    )


def in_order(result: Result) -> tuple[int, str]:
    """Return the key by which results are sorted, oldest first."""
    return result.serial, result.name


def standings(results: Iterable[Result]) -> list[Total]:
    """Compute the standings of all players by the results that count, the best first. A player with several seats of
    one side has played one game."""
    won: Counter[str] = Counter()
    drawn: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for result in results:
        if result.sides is None:
            continue
        winning, losing = result.sides
        if result.winners:
            won.update(winning)
            lost.update(losing)
        else:
            drawn.update(losing)
    found = [Total(name, won[name] + drawn[name] + lost[name], won[name], drawn[name], lost[name])
             for name in {*won, *drawn, *lost}]
    return sorted(found, key=lambda each: (-each.points, each.played, each.name.casefold(), each.name))
