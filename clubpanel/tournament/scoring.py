"""The scores of tournament games, by the boards' results and organisers' corrections, and the table. Pure.

A result is taken for the tournament game that its two players were paired for, if it is of the right game, and of the
board that the game is assigned to. It counts for one game of one tournament, and a game takes the first one. A
correction belongs to the result that it was made for; a score entered without a result takes a later result only if
that says the same. A game that a board began for a pairing counts for no other one. Before all that, a game has the
result that an organiser has taken for it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final

from clubpanel.results.standings import Result, in_order
from clubpanel.tournament.model import Act, Assign, Game, Pair, Score, System, Tournament, Unpair
from clubpanel.tournament.pairing import PlayerHistory
from engine.core.pieces import Seat
from engine.records.game_record import ABANDONED

Place = tuple[int, int]
"""The number of a tournament, and the index of a game in it."""

Pairings = Mapping[str, Place | None]
"""All games that boards were ever given, by the key there. ``None``: of a round that was taken back."""

_DIGITS: Final = 10
_BY_WINNER: Final = {True: Score.WHITE, False: Score.BLACK}


@dataclass(frozen=True, slots=True)
class BoardResult:
    """The boards' result of a tournament game: the result, with the names of the tournament if an organiser has taken
    it, and the score that follows for White and Black of the tournament."""

    result: Result
    score: Score


def told(
    tournaments: Mapping[int, Tournament], results: Iterable[Result], begun: Pairings,
) -> dict[Place, BoardResult]:
    """Match results with the games of all tournaments.

    :param results: that are agreed on, in any order.
    :param begun: the pairings of all tournaments.
    """
    known = sorted(results, key=in_order)
    found = _taken(tournaments, {result.name: result for result in known})
    waiting: dict[tuple[str, frozenset[str]], list[Place]] = defaultdict(list)
    for number, tournament in sorted(tournaments.items()):
        for place, game in enumerate(tournament.games):
            if not game.is_bye and (number, place) not in found:
                waiting[tournament.game, _names(game.white, game.black)].append((number, place))
    counting = [result for result in known if result.sides]
    for choose in (_corrected, _taker):
        taken = {each.result.name for each in found.values()}
        for result in counting:
            places = waiting.get((result.game, _names(*result.players.values())), [])
            own = [place for place in places if result.name not in taken and may_be_of(place, result, begun)]
            taker = choose(own, tournaments, result)
            if taker is not None:
                places.remove(taker)
                found[taker] = BoardResult(result, _score(tournaments[taker[0]].games[taker[1]], result))
    return found


def _taken(tournaments: Mapping[int, Tournament], results: Mapping[str, Result]) -> dict[Place, BoardResult]:
    """Match the results that organisers have taken for games, as long as boards name the same players there."""
    found: dict[Place, BoardResult] = {}
    free = dict(results)
    for number, tournament in sorted(tournaments.items()):
        for place, game in enumerate(tournament.games):
            act = game.taken
            result = free.get(act.result) if act else None
            if act and result and is_decided(result) and _same_names(result.opponents, (act.white, act.black)):
                found[number, place] = as_played(game, free.pop(result.name), act.turned)
    return found


def _same_names(one: tuple[str, str] | None, other: tuple[str, str]) -> bool:
    return one is not None and [name.casefold() for name in one] == [name.casefold() for name in other]


def is_decided(result: Result) -> bool:
    """True if a game was played to its end, whoever played it."""
    return result.termination != ABANDONED and not result.older


def as_played(game: Game, result: Result, turned: bool) -> BoardResult:
    """Return a result as that of a game of two other names. ``turned``: see
    :class:`clubpanel.tournament.model.Take`."""
    white, black = (game.black, game.white) if turned else (game.white, game.black)
    told = result.players[Seat.WHITE]
    players = {seat: white if seat is Seat.WHITE or len(result.players) > 2 and name == told else black
               for seat, name in result.players.items()}
    renamed = replace(result, players=players)
    return BoardResult(renamed, _score(game, renamed))


def over_before(results: Iterable[Result], game: str, white: str, black: str) -> frozenset[str]:
    """List the games that two players have finished already: none of them is the one they are paired for now."""
    names = _names(white, black)
    return frozenset(each.name for each in results if each.game == game and _names(*each.players.values()) == names)


def is_of_board(game: Game, result: Result) -> bool:
    """True if a result comes from a board that the game may be played on."""
    return game.board in ("", result.board, result.other)


def _names(*names: str) -> frozenset[str]:
    return frozenset(name.casefold() for name in names)


def _corrected(places: Sequence[Place], tournaments: Mapping[int, Tournament], result: Result) -> Place | None:
    """Find the game whose correction was made for this result."""
    for number, place in places:
        game = tournaments[number].games[place]
        if game.corrected is not None and game.corrected_result == result.name and _fits(game, result):
            return number, place
    return None


def _taker(places: Sequence[Place], tournaments: Mapping[int, Tournament], result: Result) -> Place | None:
    """Find the game that a result counts for: preferably one in which White had White."""
    fitting = [(number, place) for number, place in places if _is_free(tournaments[number].games[place], result)]
    white = result.players.get(Seat.WHITE, "").casefold()
    right = [each for each in fitting if tournaments[each[0]].games[each[1]].white.casefold() == white]
    return next(iter(right or fitting), None)


def _fits(game: Game, result: Result) -> bool:
    return is_of_board(game, result) and result.name not in game.over_before


def _is_free(game: Game, result: Result) -> bool:
    """True if the game can take that result without changing its score, or if it is unknown which result was
    corrected."""
    says_the_same = game.corrected in (None, _score(game, result))
    return _fits(game, result) and (says_the_same or game.corrected_result is None)


def _score(game: Game, result: Result) -> Score:
    if not result.winners:
        return Score.DRAW
    winner = result.players[result.winners[0]]
    return _BY_WINNER[winner.casefold() == game.white.casefold()]


# --- games begun for a pairing ------------------------------------------------------------------------------------


def pairing_key(number: int, game: Game) -> str:
    """Return the key of a pairing at its board: given to another board, a game is another one there."""
    said = "\n".join((str(number), str(game.round), game.white, game.black, game.key, game.board))
    return sha256(said.encode()).hexdigest()[:_DIGITS]


def pairings(number: int, acts: Iterable[Act]) -> dict[str, Place | None]:
    """Return the games of a tournament that boards were ever given, by key.

    :param acts: those of the tournament, which follow on each other.
    """
    games: list[Game] = []
    found: dict[str, Place | None] = {}
    for act in acts:
        changed = range(0)
        match act:
            case Pair(paired):
                games += paired
                changed = range(len(games) - len(paired), len(games))
            case Assign(place, board):
                games[place] = replace(games[place], board=board)
                changed = range(place, place + 1)
            case Unpair(first):
                games = [game for game in games if game.round < first]
                found = {key: at if at and at[1] < len(games) else None for key, at in found.items()}
        found |= {pairing_key(number, games[place]): (number, place) for place in changed}
    return found


def may_be_of(place: Place, result: Result, known: Pairings) -> bool:
    """True unless a result is of a game that was begun for another pairing. Two more digits make the key of a pairing
    that of a game."""
    key = result.key[:_DIGITS]
    return key not in known or known[key] == place


def was_taken_back(result: Result, known: Pairings) -> bool:
    """True if a result is of a game that was begun for a round that was taken back."""
    return known.get(result.key[:_DIGITS], ()) is None


# --- one tournament ----------------------------------------------------------------------------------------------


def scores(tournament: Tournament, number: int, said: Mapping[Place, BoardResult]) -> list[Score | None]:
    """Return the score of each game; ``None``: none yet. A bye is a win without a game, or half a point if it was asked
    for, but in a round robin it is worth nothing.

    If nothing else is known, who left has lost without playing.
    """
    gone = {player.name for player in tournament.players if player.gone}
    found = []
    for place, game in enumerate(tournament.games):
        by_boards = said.get((number, place))
        found.append(game.corrected or (by_boards.score if by_boards else _unplayed(tournament, game, gone)))
    return found


def _unplayed(tournament: Tournament, game: Game, gone: set[str]) -> Score | None:
    if game.half:
        return Score.HALF_BYE
    if game.is_bye:
        return Score.WHITE_UNPLAYED if tournament.system is System.SWISS else Score.NOBODY
    if game.white in gone and game.black in gone:
        return Score.NOBODY
    if game.white in gone:
        return Score.BLACK_UNPLAYED
    return Score.WHITE_UNPLAYED if game.black in gone else None


def pasts(tournament: Tournament, counted: Sequence[Score | None]) -> dict[str, PlayerHistory]:
    """Return the history of all players, for the next round of a Swiss tournament. Only games that were played have
    colours; players who were paired and did not play are not paired again."""
    found = {player.name: PlayerHistory() for player in tournament.players}
    for game, score in zip(tournament.games, counted, strict=True):
        points = score.points if score else (0.0, 0.0)
        played = score is not None and score.played
        pair = (game.white, game.black)
        for who, other, colour, got in zip(pair, reversed(pair), "wb", points, strict=True):
            if who:
                past = found[who]
                found[who] = replace(
                    past, points=past.points + got, colours=past.colours + (colour if played else ""),
                    met=past.met | ({other} - {""}), byes=past.byes + (game.is_bye and not game.half),
                )
    return found


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of the table. ``rank``: equal players share one; ``buchholz``, ``sonneborn``: see :func:`table`;
    ``struck``: true if the games do not count, because the player left before half of them were played."""

    rank: int
    name: str
    points: float
    won: int
    drawn: int
    lost: int
    buchholz: float
    sonneborn: float
    gone: bool
    struck: bool


@dataclass(slots=True)
class _Sum:
    points: float = 0.0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    met: list[tuple[str, float]] = field(default_factory=list)
    """The opponents, empty for a bye, and the points gained from them."""


def struck(tournament: Tournament, counted: Sequence[Score | None]) -> frozenset[str]:
    """Return the players who left a round robin before they had played half of their games: points gained from them
    would be luck, so those games count for nobody."""
    if tournament.system is System.SWISS:
        return frozenset()
    found = []
    for player in tournament.players:
        own = [score for game, score in zip(tournament.games, counted, strict=True)
               if player.name in (game.white, game.black) and not game.is_bye]
        if player.gone and 2 * sum(score is not None and score.played for score in own) < len(own):
            found.append(player.name)
    return frozenset(found)


def table(tournament: Tournament, counted: Sequence[Score | None]) -> list[TableLine]:
    """Compute the table, the best player first.

    Ties are broken in a Swiss tournament by Buchholz (the sum of the opponents' points), then in both systems by
    Sonneborn–Berger (the points of beaten opponents, and half the points of those drawn with), then by games won. In a
    Swiss tournament a round without a game counts as a draw or a win against somebody with as many points as oneself.
    """
    out = struck(tournament, counted)
    sums = {player.name: _Sum() for player in tournament.players}
    for game, score in zip(tournament.games, counted, strict=True):
        if score is not None and not out & {game.white, game.black}:
            _add(sums, game, score, tournament.system is System.SWISS)
    lines = [_line(player.name, sums, player.gone, player.name in out) for player in tournament.players]
    swiss = tournament.system is System.SWISS
    keys = {line.name: (line.struck, -line.points, -line.buchholz * swiss, -line.sonneborn, -line.won)
            for line in lines}
    ordered = sorted(lines, key=lambda line: (keys[line.name], line.name.casefold()))
    ranked: list[TableLine] = []
    for place, line in enumerate(ordered, 1):
        same = ranked and keys[ranked[-1].name] == keys[line.name]
        ranked.append(replace(line, rank=ranked[-1].rank if same else place))
    return ranked


def _add(sums: Mapping[str, _Sum], game: Game, score: Score, swiss: bool) -> None:
    for who, other, got in zip((game.white, game.black), (game.black, game.white), score.points, strict=True):
        if not who:
            continue
        mine = sums[who]
        mine.points += got
        if score.played:
            mine.won += got == 1
            mine.drawn += got == 0.5
            mine.lost += got == 0
        if other or swiss:
            mine.met.append((other if score.played or not swiss else "", got))


def _line(name: str, sums: Mapping[str, _Sum], gone: bool, struck: bool) -> TableLine:
    mine = sums[name]
    worth = [(sums[other].points if other else mine.points, got) for other, got in mine.met]
    return TableLine(
        0, name, mine.points, mine.won, mine.drawn, mine.lost, sum(points for points, _ in worth),
        sum(points * got for points, got in worth), gone, struck,
    )
