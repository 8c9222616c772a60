"""Standings, ratings and tournaments, computed once for all viewers from results and organisers' acts."""

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from clubpanel.results.ratings import ratings
from clubpanel.results.standings import Result, agreed, in_order
from clubpanel.results.store import Results
from clubpanel.tournament.journal import Entry, Journal
from clubpanel.tournament.model import Correct, Game, Score, Tournament, states
from clubpanel.tournament.scoring import BoardResult, Pairings, Place, pairings, scores, told
from clubpanel.tournament.texts import sentence
from clubpanel.tournament.uncounted import Uncounted, uncounted
from engine.core.messages import Message
from engine.core.pieces import Seat
from table.messages.refusal import Refused
from webpanel.presenters.ratings import Rating

log = logging.getLogger(__name__)

FRESH_S: Final = 2.0
"""The time that books stay as they are although another panel may have written to the same database."""
SHARE: Final = 10
"""The factor by which books stay longer than it takes to make them, so that viewers do not keep the panel busy."""


@dataclass(frozen=True)
class Books:
    """A club at one moment. ``results``: those that count, as corrected by organisers, the latest first; ``agreed``:
    the same without corrections. ``ratings``: by game; under the empty key: of all games. ``uncounted``: by tournament,
    the results that may belong to it. ``history``: by tournament, its entries in words."""

    results: Sequence[Result]
    agreed: Sequence[Result]
    tournaments: Mapping[int, Tournament]
    entries: Mapping[int, Sequence[Entry]]
    history: Mapping[int, Sequence[Message]]
    told: Mapping[Place, BoardResult]
    ratings: Mapping[str, Mapping[str, Rating]]
    uncounted: Mapping[int, Sequence[Uncounted]]


def books(results: Sequence[Result], entries: Mapping[int, Sequence[Entry]]) -> Books:
    """Compute the books. A tournament whose entries contradict each other is left out, and logged."""
    known = agreed(results)
    tournaments, history = {}, {}
    for number, own in entries.items():
        try:
            tournaments[number], history[number] = _read(own)
        except Refused as error:
            log.error("tournament %d cannot be read: %s", number, error)
    begun: dict[str, Place | None] = {}
    for number in tournaments:
        begun |= pairings(number, (entry.act for entry in entries[number]))
    said = told(tournaments, known, begun)
    counted = corrected(known, tournaments, entries, said)
    of_game = {game: ratings(each for each in counted if each.game == game) for game in {each.game for each in counted}}
    left = _uncounted(results, known, tournaments, entries, said, begun)
    return Books(counted, known, tournaments, entries, history, said, of_game | {"": ratings(counted)}, left)


def _read(own: Sequence[Entry]) -> tuple[Tournament, list[Message]]:
    """Return a tournament and its history, each act in words as it was when it was done."""
    found = list(states(entry.act for entry in own))
    return found[-1], [sentence(entry.act, before) for entry, before in zip(own, [found[0], *found], strict=False)]


def _uncounted(
    results: Sequence[Result], known: Sequence[Result], tournaments: Mapping[int, Tournament],
    entries: Mapping[int, Sequence[Entry]], said: Mapping[Place, BoardResult], begun: Pairings,
) -> dict[int, list[Uncounted]]:
    agreed_by_name, taken = {each.name: each for each in known}, {each.result.name for each in said.values()}
    free = [each for each in results if each.name not in taken]
    return {number: uncounted(each, number, scores(each, number, said), free, agreed_by_name, begun,
                              entries[number][0].serial)
            for number, each in tournaments.items()}


def corrected(
    results: Sequence[Result], tournaments: Mapping[int, Tournament], entries: Mapping[int, Sequence[Entry]],
    said: Mapping[Place, BoardResult],
) -> list[Result]:
    """Return the results as organisers have corrected them, the latest first, including those that no board has
    published."""
    changed: dict[str, Result | None] = {}
    entered = []
    for number, tournament in tournaments.items():
        corrections = {entry.act.game: entry for entry in entries[number] if isinstance(entry.act, Correct)}
        for place, game in enumerate(tournament.games):
            by_boards = said.get((number, place))
            if game.taken is not None and by_boards is not None:  # under the names of the tournament
                changed[by_boards.result.name] = by_boards.result
            if game.corrected is None:
                continue
            if by_boards is not None:
                changed[by_boards.result.name] = _changed(by_boards.result, game, game.corrected)
            elif game.corrected.played:
                entered.append(_entered(number, place, tournament, corrections[place]))
    kept = [changed.get(result.name, result) for result in results]
    found = [*(each for each in kept if each is not None), *entered]
    return sorted(found, key=in_order, reverse=True)


def _changed(result: Result, game: Game, score: Score) -> Result | None:
    if not score.played:
        return None
    winner = {Score.WHITE: game.white, Score.BLACK: game.black}.get(score, "").casefold()
    winners = tuple(seat for seat, name in result.players.items() if name.casefold() == winner)
    return result if set(winners) == set(result.winners) else replace(
        result, winners=winners, told="", termination="")


def _entered(number: int, place: int, tournament: Tournament, entry: Entry) -> Result:
    game = tournament.games[place]
    winners = {Score.WHITE: (Seat.WHITE,), Score.BLACK: (Seat.BLACK,)}.get(game.corrected or Score.DRAW, ())
    players = {Seat.WHITE: game.white, Seat.BLACK: game.black}
    return Result("", f"{number}-{place}", tournament.game, players, winners, at=entry.at, serial=entry.serial)


class BooksCache:
    """A cache of the books. May be used from any thread."""

    def __init__(self, results: Results, journal: Journal) -> None:
        self._results, self._journal = results, journal
        self._lock = threading.Lock()
        self._books: Books | None = None
        self._news = False
        self._made_s = self._cost_s = 0.0
        self._edition = 0

    def books(self) -> Books:
        """Return the books, at most a moment old.

        :raises SQLAlchemyError: they cannot be made.
        """
        with self._lock:
            began_s = time.monotonic()
            rest_s = SHARE * self._cost_s if self._news else max(FRESH_S, SHARE * self._cost_s)
            if self._books is None or began_s >= self._made_s + rest_s:
                self._books = books(self._results.all(), self._journal.all())
                self._news, self._made_s = False, time.monotonic()
                self._edition += 1
                self._cost_s = self._made_s - began_s
            return self._books

    @property
    def edition(self) -> int:
        """The number of the present books: it rises whenever they are made anew.

        :raises SQLAlchemyError: they cannot be made.
        """
        self.books()
        return self._edition

    @property
    def pause_s(self) -> float:
        """The time in seconds after which books may be made anew, so that this takes little of a processor."""
        return SHARE * self._cost_s

    def heard(self) -> None:
        """Note that there may be another result."""
        self._news = True

    def renew(self) -> None:
        """Have the books made anew: an organiser wants to see their change at once."""
        with self._lock:
            self._books = None
