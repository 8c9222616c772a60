"""Results that no game of a tournament has taken although they may be of one, and the reason. Pure.

Nothing is guessed: an organiser is asked about each, and until then it counts nowhere in the tournament. Names are
alike by the measure of :mod:`difflib`.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from typing import Final

from clubpanel.results.standings import Result, in_order
from clubpanel.tournament.model import Game, Score, Tournament
from clubpanel.tournament.scoring import Pairings, as_played, is_decided, is_of_board, may_be_of, was_taken_back
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
    PAIRING = "pairing"
    TAKEN_BACK = "taken_back"


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
    tournament: Tournament, number: int, counted: Sequence[Score | None], results: Iterable[Result],
    agreed: Mapping[str, Result], begun: Pairings, since: int,
) -> list[Uncounted]:
    """List the results that may be of a game that has none yet, the latest first.

    :param results: those that boards tell and no tournament has taken.
    :param agreed: those that are beyond doubt, by name.
    :param begun: the pairings of all tournaments.
    :param since: the serial number of the beginning of the tournament: what was told before is no game of it.
    """
    if tournament.over or None not in counted:
        return []
    games = [(place, game) for place, game in enumerate(tournament.games) if counted[place] is None]
    refused = {each.result for each in tournament.refused}
    late = (each for each in results if each.serial > since and each.name not in refused and not each.older)
    players = frozenset(player.name.casefold() for player in tournament.players)
    judge = _Judge(number, games, tournament.game, players, begun)
    found = (judge.judged(each, agreed) for each in sorted(late, key=in_order, reverse=True))
    return list(islice(filter(None, found), MOST_ASKED))


class _Judge:
    """A judge of results that come in by the thousand: games that look alike are found by their players and boards."""

    def __init__(
        self, number: int, games: Sequence[tuple[int, Game]], plays: str, players: frozenset[str], begun: Pairings,
    ) -> None:
        """:param number: that of the tournament.
        :param games: those that have no result yet.
        :param plays: the game of the tournament.
        :param players: all of its players, in lower case.
        :param begun: the pairings of all tournaments.
        """
        self.number, self.games, self.plays, self.players, self.begun = number, games, plays, players, begun
        self._of_player: dict[str, list[tuple[int, Game]]] = defaultdict(list)
        self._of_board: dict[str, list[tuple[int, Game]]] = defaultdict(list)
        self._meant: dict[str, list[str]] = {}
        """A name that was told → the players who may be meant."""
        for place, game in games:
            for name in (game.white, game.black):
                self._of_player[name].append((place, game))
            self._of_board[game.board].append((place, game))

    def judged(self, told: Result, agreed: Mapping[str, Result]) -> Uncounted | None:
        if told.name not in agreed:
            return self._of_one_board(told, agreed)
        result = agreed[told.name]
        if result.opponents is None:
            return None
        near = sorted(self._near(result), key=lambda each: (not self._may_be_of(each[1].place, result), -each[0]))
        exact = [proposal for alike, proposal in near if alike == 2]
        chosen = exact or [proposal for _, proposal in near[:MOST_PROPOSED]]
        why = self._why(chosen, bool(exact), result)
        if why in (Why.ABANDONED, Why.GAME):
            return Uncounted(result, *result.opponents, why) if exact else None
        return Uncounted(result, *result.opponents, why, tuple(chosen)) if chosen else None

    def _may_be_of(self, place: int, result: Result) -> bool:
        return may_be_of((self.number, place), result, self.begun)

    def _why(self, chosen: Sequence[Proposal], exact: bool, result: Result) -> Why:
        if result.game != self.plays:
            return Why.GAME
        if not is_decided(result):
            return Why.ABANDONED
        if chosen and not self._may_be_of(chosen[0].place, result):
            return Why.TAKEN_BACK if was_taken_back(result, self.begun) else Why.PAIRING
        if not exact:
            return Why.NAMES
        return Why.BEFORE if is_of_board(dict(self.games)[chosen[0].place], result) else Why.BOARD

    def _of_one_board(self, told: Result, agreed: Mapping[str, Result]) -> Uncounted | None:
        """Judge a game between two boards of which one alone has told, or each something else."""
        if f"{told.other}/{told.key}" in agreed or told.game != self.plays or not is_decided(told):
            return None
        own = {name.casefold() for seat, name in told.players.items() if seat not in told.afar and name}
        mine = own and [game for name in own for player in self._meant_by(name)
                        for place, game in self._of_player[player]
                        if own <= {game.white.casefold(), game.black.casefold()} and is_of_board(game, told)
                        and self._may_be_of(place, told)]
        names = told.opponents
        return Uncounted(told, *names, Why.ONE_BOARD) if mine and names else None

    def _near(self, result: Result) -> list[tuple[float, Proposal]]:
        """Find the games that a result may be of, and how alike the names of both players are."""
        white, black = result.opponents or ("", "")
        near, on_board = [], []
        for place, game in self._candidates(white, black, result):
            ways = [(self._alike(white, game.white), self._alike(black, game.black), False),
                    (self._alike(white, game.black), self._alike(black, game.white), True)]
            one, other, turned = max(ways, key=lambda way: way[0] + way[1])
            (worse, low), (better, high) = sorted(((white, one), (black, other)), key=lambda each: each[1])
            if low >= NEAR or high == 1 and not worse:
                near.append((one + other, place, game, turned))
            elif game.board and is_of_board(game, result) and self._may_be(worse, better, high):
                on_board.append((one + other, place, game, turned))
        most = 1 if white or black else MOST_PROPOSED
        return [(alike, Proposal(place, turned, as_played(game, result, turned).score))
                for alike, place, game, turned in (near + on_board if len(on_board) <= most else near)]

    def _may_be(self, worse: str, better: str, high: float) -> bool:
        """True if, on the board of a game, one name is right and the other is nobody's, or nobody gave a name."""
        return not (worse or better) or high == 1 and worse.casefold() not in self.players

    def _candidates(self, white: str, black: str, result: Result) -> Iterable[tuple[int, Game]]:
        """Return the games of which one player or the board is right."""
        found = {place: game for name in (white, black) for player in self._meant_by(name)
                 for place, game in self._of_player[player]}
        if not (white or black):
            boards = {result.board, result.other} - {""}
            found |= {place: game for board in boards for place, game in self._of_board.get(board, ())}
        return found.items()

    def _meant_by(self, name: str) -> list[str]:
        if name not in self._meant:
            self._meant[name] = [player for player in self._of_player if self._alike(name, player) >= NEAR]
        return self._meant[name]

    def _alike(self, told: str, paired: str) -> float:
        """Return how alike two names are: 1 if they are the same, 0 if the one that was told is somebody else's."""
        if told.casefold() in self.players:
            return float(told.casefold() == paired.casefold())
        return min(ALMOST, likeness(told, paired)) if told else 0.0


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
