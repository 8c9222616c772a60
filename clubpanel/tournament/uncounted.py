"""Results that no game of a tournament has taken although they may be of one, and the reason. Pure.

Nothing is guessed: an organiser is asked about each, and until then it counts nowhere in the tournament. Names are
alike by the measure of :mod:`difflib`.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache
from typing import Final

from clubpanel.results.standings import Result, in_order
from clubpanel.tournament.model import Game, Score, Tournament
from clubpanel.tournament.scoring import as_played, is_decided, is_of_board
from engine.core.pieces import Seat

NEAR: Final = 0.6
"""The likeness from which a name may be a mistyped one, as :func:`difflib.get_close_matches` has it."""
PART: Final = 0.9
"""The likeness of a name to a longer one of which it is some of the words."""
ALMOST: Final = 0.99
"""The likeness of names that differ by accents or the order of their words alone: they are not taken for the same."""
MOST_PROPOSED: Final = 3
"""The most games that are proposed for a result."""
MOST_ASKED: Final = 50
"""The most results that are asked about at a time, the latest ones."""


class Why(StrEnum):
    """The reason why a result is not counted."""

    NAMES = "names"
    BOARD = "board"
    BEFORE = "before"
    ONE_BOARD = "one_board"
    ABANDONED = "abandoned"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A game that a result may be of: its index, and the score that would count. ``turned``: see
    :class:`clubpanel.tournament.model.Take`."""

    place: int
    turned: bool
    score: Score


@dataclass(frozen=True, slots=True)
class Uncounted:
    """A result that is not counted. ``white``, ``black``: the players, as it names them; ``proposals``: the likeliest
    first; none: it cannot be taken, but an organiser can enter a result."""

    result: Result
    white: str
    black: str
    why: Why
    proposals: tuple[Proposal, ...] = ()

    @property
    def score(self) -> Score:
        """The score of White and Black as they are named here."""
        if not self.result.winners:
            return Score.DRAW
        return Score.WHITE if Seat.WHITE in self.result.winners else Score.BLACK


def uncounted(
    tournament: Tournament, counted: Sequence[Score | None], results: Iterable[Result], agreed: Mapping[str, Result],
    since: int,
) -> list[Uncounted]:
    """List the results that may be of a game that has none yet, the latest first.

    :param results: those that boards tell and no tournament has taken.
    :param agreed: those that are beyond doubt, by name.
    :param since: the serial number of the beginning of the tournament: what was told before is no game of it.
    """
    if tournament.over or None not in counted:
        return []
    games = [(place, game) for place, game in enumerate(tournament.games) if counted[place] is None]
    refused = {each.result for each in tournament.refused}
    late = (each for each in results if each.serial > since and each.name not in refused and not each.older)
    judge = _Judge(games, tournament.game, frozenset(player.name.casefold() for player in tournament.players))
    found = (judge.judged(each, agreed) for each in sorted(late, key=in_order, reverse=True))
    return [each for each in found if each][:MOST_ASKED]


@dataclass(frozen=True, slots=True)
class _Judge:
    """The open games of a tournament, the game that it plays, and all its players."""

    games: Sequence[tuple[int, Game]]
    plays: str
    players: frozenset[str]

    def judged(self, told: Result, agreed: Mapping[str, Result]) -> Uncounted | None:
        if told.name not in agreed:
            return self._of_one_board(told, agreed)
        result = agreed[told.name]
        if result.opponents is None:
            return None
        near = sorted(self._near(result), key=lambda each: -each[0])
        exact = [proposal for alike, proposal in near if alike == 2]
        why = self._why(exact, result)
        if why in (Why.ABANDONED, Why.GAME):
            return Uncounted(result, *result.opponents, why) if exact else None
        chosen = exact or [proposal for _, proposal in near[:MOST_PROPOSED]]
        return Uncounted(result, *result.opponents, why, tuple(chosen)) if chosen else None

    def _why(self, exact: Sequence[Proposal], result: Result) -> Why:
        if result.game != self.plays:
            return Why.GAME
        if not is_decided(result):
            return Why.ABANDONED
        if not exact:
            return Why.NAMES
        return Why.BEFORE if is_of_board(dict(self.games)[exact[0].place], result) else Why.BOARD

    def _of_one_board(self, told: Result, agreed: Mapping[str, Result]) -> Uncounted | None:
        """Judge a game between two boards of which one alone has told, or each something else."""
        if f"{told.other}/{told.key}" in agreed or told.game != self.plays or not is_decided(told):
            return None
        own = {name.casefold() for seat, name in told.players.items() if seat not in told.afar and name}
        mine = [game for _, game in self.games
                if own and own <= {game.white.casefold(), game.black.casefold()} and is_of_board(game, told)]
        names = told.opponents
        return Uncounted(told, *names, Why.ONE_BOARD) if mine and names else None

    def _near(self, result: Result) -> Iterator[tuple[float, Proposal]]:
        """Find the games that a result may be of, and how alike the names of both players are."""
        white, black = result.opponents or ("", "")
        for place, game in self.games:
            ways = [(self._alike(white, game.white), self._alike(black, game.black), False),
                    (self._alike(white, game.black), self._alike(black, game.white), True)]
            one, other, turned = max(ways, key=lambda way: way[0] + way[1])
            is_here = bool(game.board) and is_of_board(game, result)
            if self._may_be((white, one), (black, other), is_here):
                yield one + other, Proposal(place, turned, as_played(game, result, turned).score)

    def _alike(self, told: str, paired: str) -> float:
        """Return how alike two names are: 1 if they are the same, 0 if the one that was told is somebody else's."""
        if told.casefold() in self.players:
            return float(told.casefold() == paired.casefold())
        return min(ALMOST, likeness(told, paired)) if told else 0.0

    def _may_be(self, one: tuple[str, float], other: tuple[str, float], is_here: bool) -> bool:
        """True if both names are alike; if one is right and the other is missing, or, on the board of the game,
        nobody's; and if both are missing there."""
        (worse, low), (better, high) = sorted((one, other), key=lambda each: each[1])
        if not worse and not better:
            return is_here
        return low >= NEAR or high == 1 and (not worse or is_here and worse.casefold() not in self.players)


@lru_cache(maxsize=2**16)
def likeness(told: str, paired: str) -> float:
    """Return how alike two names are, from 0 to 1, whatever their capitals, accents and the order of their words."""
    one, other = _words(told), _words(paired)
    if one and other and (set(one) < set(other) or set(other) < set(one)):
        return PART
    return SequenceMatcher(None, " ".join(one), " ".join(other), autojunk=False).ratio()


def _words(name: str) -> list[str]:
    plain = "".join(each for each in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(each))
    return sorted("".join(each if each.isalnum() else " " for each in plain).split())
