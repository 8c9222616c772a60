"""Which results count, and how players stand by them. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.pieces import Seat


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, as one board says. ``board``, ``key``: which board, which game of it; ``other``: the board that
    it was played with; empty: none. ``players``: names as that board knows them, empty where none was given;
    ``afar``: the seats that were played at the other board. ``winners``: empty after a draw. ``told``: the end in a
    sentence; ``at``: when the panel heard of it (ISO 8601, UTC; empty: nobody knew the date)."""

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


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player has done. A win is a point, a draw half of one."""

    player: str
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """All that were played."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """What they make together."""
        return self.won + self.drawn / 2


def agreed(results: Sequence[Result]) -> list[Result]:
    """The games of which there is no doubt how they ended, each once: of those between two boards, the ones of which
    both say the same. Each board knows the names of its own players alone; here they come together.
    """
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
    return replace(one, players=names, computers=tuple(dict.fromkeys((*one.computers, *other.computers))), afar=())


def standings(results: Iterable[Result]) -> list[Standing]:
    """How all players stand, the best first. Who plays several seats of one side has played one game.

    A game counts if people with names sit in all its seats, no computer, and nobody on both sides.
    """
    won: Counter[str] = Counter()
    drawn: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for result in results:
        winning = {name for seat, name in result.players.items() if seat in result.winners}
        losing = {name for seat, name in result.players.items() if seat not in result.winners}
        if not _counts(result, winning, losing):
            continue
        if result.winners:
            won.update(winning)
            lost.update(losing)
        else:
            drawn.update(losing)
    names = {*won, *drawn, *lost}
    found = [Standing(name, won[name], drawn[name], lost[name]) for name in names]
    return sorted(found, key=lambda each: (-each.points, each.games, each.player.casefold(), each.player))


def _counts(result: Result, winning: set[str], losing: set[str]) -> bool:
    return not result.computers and "" not in winning | losing and not winning & losing and len(winning | losing) > 1
