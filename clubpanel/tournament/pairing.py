"""Pairing. Pure.

Round robin: the Berger tables, as FIDE prints them (Handbook C.05). Swiss: players with equal points meet, nobody meets
twice, nobody has a second bye, nobody has one colour three times in a row if that can be helped, White and Black
alternate, and the upper half of a score group meets the lower. All rounds are found as the best matching of a graph, by
networkx.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from clubpanel.tournament.model import MOST_ROUNDS
from engine.core.messages import message
from table.messages.refusal import Refused

Pairs = list[tuple[str, str]]
"""The names of White and Black; Black is empty for a bye."""

_NOBODY: Final = -1
_FURTHEST: Final = (2 * MOST_ROUNDS) ** 2
"""The square of the largest difference in half points that two players can have."""


def round_robin(players: Sequence[str]) -> list[Pairs]:
    """Pair all rounds in which everybody meets everybody once."""
    seats = [*players, ""] if len(players) % 2 else [*players]
    last = len(seats) - 1
    found = []
    for number in range(last):
        first = number * len(seats) // 2 % last
        top = (first, last) if number % 2 == 0 else (last, first)
        others = [((first + step) % last, (first - step) % last) for step in range(1, len(seats) // 2)]
        found.append([_bye_last(seats[white], seats[black]) for white, black in (top, *others)])
    return found


def _bye_last(white: str, black: str) -> tuple[str, str]:
    return (white, black) if white else (black, white)


@dataclass(frozen=True, slots=True)
class PlayerHistory:
    """The history of a player. ``colours``: one letter per game, ``w`` or ``b``, the latest last; ``met``: the
    opponents; ``byes``: the number of rounds without an opponent."""

    points: float = 0.0
    colours: str = ""
    met: frozenset[str] = frozenset()
    byes: int = 0

    @property
    def lean(self) -> int:
        """The surplus of games with White over those with Black."""
        return self.colours.count("w") - self.colours.count("b")

    @property
    def must(self) -> str:
        """The colour that has to come next, after two games in a row or a surplus of two with the other one; empty:
        either."""
        if self.lean > 1 or self.colours.endswith("ww"):
            return "b"
        return "w" if self.lean < -1 or self.colours.endswith("bb") else ""

    @property
    def due(self) -> str:
        """The colour that would be fair; empty: either."""
        if self.must or not self.colours:
            return self.must
        if self.lean:
            return "b" if self.lean > 0 else "w"
        return "b" if self.colours[-1] == "w" else "w"


def swiss(players: Sequence[str], pasts: Mapping[str, PlayerHistory]) -> Pairs:
    """Pair the next round of the players who are present.

    :param players: the strongest first, as far as that is known.

    :raises Refused: not everybody can have an opponent whom they have not met.
    """
    ranked = sorted(players, key=lambda name: -pasts[name].points)
    matched = _matched(ranked, [pasts[name] for name in ranked])
    pairs: Pairs = []
    for high, low in sorted(matched):
        if low == _NOBODY:
            pairs.append((ranked[high], ""))
        else:
            pairs.append(_coloured(ranked[high], ranked[low], pasts, len(pairs)))
    return sorted(pairs, key=lambda pair: not pair[1])  # byes last


def _matched(ranked: Sequence[str], pasts: Sequence[PlayerHistory]) -> list[tuple[int, int]]:
    import networkx  # type: ignore[import-untyped]  # nobody waits for it who pairs nothing

    graph, groups = networkx.Graph(), Counter(past.points for past in pasts)
    graph.add_nodes_from(range(len(ranked)))
    for low, past in enumerate(pasts):
        for high in range(low):
            if ranked[high] not in past.met:
                half = groups[past.points] // 2
                graph.add_edge(high, low, weight=-_cost(pasts[high], past, abs(low - high - half), len(ranked)))
    if len(ranked) % 2:
        fewest = min(past.byes for past in pasts)
        for place, past in enumerate(pasts):
            if past.byes == fewest:
                graph.add_edge(place, _NOBODY, weight=-_bye_cost(past, len(ranked)))
    found = [(max(pair), min(pair)) if _NOBODY in pair else (min(pair), max(pair))
             for pair in networkx.max_weight_matching(graph, maxcardinality=True)]
    if 2 * len(found) < len(ranked):
        raise Refused(message(
            "No further round is possible: somebody would have to meet the same opponent again. End the "
            "tournament, or let somebody leave."
        ))
    return found


def _cost(high: PlayerHistory, low: PlayerHistory, slide: int, count: int) -> int:
    """Return the cost of a pair. Each criterion outweighs all of the next ones in a whole round: two players who must
    have the same colour, the difference in points, two who should have it, and the place in the score group."""
    apart = round(2 * (high.points - low.points)) ** 2
    must = int(bool(high.must) and high.must == low.must)
    due = int(bool(high.due) and high.due == low.due)
    step = count * count
    return must * _FURTHEST**2 * count**8 + (apart * step + due) * step + slide


def _bye_cost(past: PlayerHistory, count: int) -> int:
    """Return the cost of a bye: it outweighs all differences in a whole round, so the player with the fewest points
    gets it, unless somebody would have one colour three times in a row then."""
    return round(2 * past.points) * _FURTHEST * count**6


def _coloured(one: str, other: str, pasts: Mapping[str, PlayerHistory], place: int) -> tuple[str, str]:
    """Return White and Black: White goes to the player who needs it more, else alternately down the boards."""
    first, second = _need(pasts[one]), _need(pasts[other])
    if first == second:
        return (one, other) if place % 2 == 0 else (other, one)
    return (one, other) if first > second else (other, one)


def _need(past: PlayerHistory) -> tuple[int, int, int]:
    """Return how much a player needs White: the larger, the more."""
    wish = {"w": 1, "": 0, "b": -1}
    return wish[past.must], wish[past.due], -past.lean
