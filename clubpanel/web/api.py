"""Results and tournaments of the club as JSON, for programs. Nothing can be changed here."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NotRequired, TypedDict

from flask import Blueprint, Response, jsonify, request, send_file
from werkzeug.exceptions import NotFound

from clubpanel.results.standings import Result, standings
from clubpanel.tournament.model import Game, Score, System, Tournament
from clubpanel.tournament.scoring import BoardResult, TableLine, scores, table
from clubpanel.web.wall import wall
from engine.core.messages import message
from engine.core.pieces import Seat
from table.messages.refusal import Refused
from webpanel.api.description import described

blueprint = Blueprint("api", __name__)

OPENAPI: Final = Path(__file__).parents[1] / "static" / "openapi.json"
AT_ONCE: Final = 100
"""The most results in one answer."""
Count = Annotated[int, {"minimum": 0, "maximum": 999_999_999}]


class GameQuery(TypedDict, total=False):
    """The game that it is about."""

    game: str
    """Only of this game, by its id such as pawn; left out: of all games."""


class ResultsQuery(GameQuery):
    """The part of the results."""

    first: NotRequired[Count]
    """The number of results to leave out at the start."""


class ResultJson(TypedDict):
    """A finished game, as boards tell it and organisers have corrected it."""

    name: str
    """The name of the result in the club, which no other one has: the board and the key of its game, as in a/b."""
    at: str
    """The time at which the club heard of it, ISO 8601, UTC; empty: the date was unknown."""
    game: str
    """The id of the game, such as pawn."""
    board: str
    """The id of the board; empty: an organiser entered the result."""
    other: str
    """The id of the board that it was played with; empty: none."""
    players: dict[Seat, str]
    """The names of the players; empty where none was given."""
    computers: list[Seat]
    """The seats that computers played."""
    winners: list[Seat]
    """Empty: a draw, unless it was abandoned."""
    termination: str
    """The end in a word, as in records; empty: unknown."""
    told: str
    """The end in a sentence of the board; may be empty."""
    actions: int
    """The number of actions played."""
    counts: bool
    """True if it counts in standings and ratings."""


class ResultsJson(TypedDict):
    """Finished games, the latest first, at most 100."""

    results: list[ResultJson]
    first: int
    """The number of results that are left out at the start."""
    total: int
    """The number of results there are."""


class StandingJson(TypedDict):
    """The standing of a player."""

    player: str
    played: int
    won: int
    drawn: int
    lost: int
    points: float
    """One for a win, half of one for a draw."""
    rating: int
    """The strength, judged by these games."""
    give_or_take: int
    """In nineteen of twenty cases the strength is as near as that to the rating."""


class StandingsJson(TypedDict):
    """The standings of all players, the best first."""

    standings: list[StandingJson]


class NamedTournamentJson(TypedDict):
    """A tournament."""

    number: int
    name: str
    game: str
    """The id of the game that is played, such as pawn."""
    system: System
    rounds: int
    """The number of rounds; 0: it follows from the number of players."""
    paired: int
    """The number of rounds that have been paired."""
    over: bool
    """True if its table is final."""


class TournamentsJson(TypedDict):
    """All tournaments, the latest first."""

    tournaments: list[NamedTournamentJson]


class TableLineJson(TypedDict):
    """A player's line of a tournament's table."""

    rank: int
    player: str
    points: float
    won: int
    drawn: int
    lost: int
    buchholz: float
    sonneborn_berger: float
    left: bool
    """True if the player has left."""
    struck: bool
    """True if none of the player's games count."""


class TournamentGameJson(TypedDict):
    """A game of a tournament."""

    round: int
    """Counted from 1."""
    white: str
    black: str
    """Empty: White has no opponent in this round."""
    board: str
    """The id of the board that it is given to; empty: any."""
    score: Score | None
    """The score that counts; null: there is none yet."""
    corrected: bool
    """True if an organiser entered it."""
    result: str | None
    """The name of the boards' result; null: there is none."""


class TournamentJson(NamedTournamentJson):
    """A tournament with its table and all of its games."""

    table: list[TableLineJson]
    """The best first."""
    games: list[TournamentGameJson]
    """Round by round."""


@blueprint.get("/api/openapi.json")
def openapi() -> Response:
    """Describe these addresses for programs."""
    return send_file(OPENAPI, mimetype="application/json")


@blueprint.get("/api/results")
@described(ResultsJson, query=ResultsQuery, refusals=(503,))
def results() -> Response:
    """List finished games."""
    found, first = _of_game(wall().bookkeeper.books().results), _first()
    some = [_result(each) for each in found[first : first + AT_ONCE]]
    return jsonify(ResultsJson(results=some, first=first, total=len(found)))


@blueprint.get("/api/standings")
@described(StandingsJson, query=GameQuery, refusals=(503,))
def all_standings() -> Response:
    """List the standings and ratings of all players."""
    books = wall().bookkeeper.books()
    rated = books.ratings.get(request.args.get("game", ""), {})
    return jsonify(StandingsJson(standings=[
        StandingJson(
            player=each.name, played=each.played, won=each.won, drawn=each.drawn, lost=each.lost, points=each.points,
            rating=rated[each.name].strength, give_or_take=rated[each.name].doubt,
        ) for each in standings(_of_game(books.results))
    ]))


@blueprint.get("/api/tournaments")
@described(TournamentsJson, refusals=(503,))
def tournaments() -> Response:
    """List all tournaments."""
    found = sorted(wall().bookkeeper.books().tournaments.items(), reverse=True)
    return jsonify(TournamentsJson(tournaments=[_named(number, each) for number, each in found]))


@blueprint.get("/api/tournaments/<int:number>")
@described(TournamentJson, refusals=(404, 503))
def tournament(number: Count) -> Response:
    """Return a tournament with its table and its games."""
    books = wall().bookkeeper.books()
    found = books.tournaments.get(number)
    if found is None:
        raise NotFound
    counted = scores(found, number, books.told)
    said = [books.told.get((number, place)) for place in range(len(found.games))]
    return jsonify(TournamentJson(
        **_named(number, found), table=[_line(each) for each in table(found, counted)],
        games=[_game(*each) for each in zip(found.games, counted, said, strict=True)],
    ))


def _of_game(found: Sequence[Result]) -> list[Result]:
    chosen = request.args.get("game", "")
    return [each for each in found if chosen in ("", each.game)]


def _first() -> int:
    first = request.args.get("first", "0")
    if not (first.isascii() and first.isdecimal() and len(first) <= 9):
        raise Refused(message("The number of a result is needed, counted from 0."), 400)
    return int(first)


def _result(each: Result) -> ResultJson:
    return ResultJson(
        name=each.name, at=each.at, game=each.game, board=each.board, other=each.other, players=dict(each.players),
        computers=list(each.computers), winners=list(each.winners), termination=each.termination, told=each.told,
        actions=each.actions, counts=each.sides is not None,
    )


def _named(number: int, found: Tournament) -> NamedTournamentJson:
    return NamedTournamentJson(
        number=number, name=found.name, game=found.game, system=found.system, rounds=found.rounds,
        paired=found.paired, over=found.over,
    )


def _line(each: TableLine) -> TableLineJson:
    return TableLineJson(
        rank=each.rank, player=each.name, points=each.points, won=each.won, drawn=each.drawn, lost=each.lost,
        buchholz=each.buchholz, sonneborn_berger=each.sonneborn, left=each.gone, struck=each.struck,
    )


def _game(game: Game, score: Score | None, said: BoardResult | None) -> TournamentGameJson:
    return TournamentGameJson(
        round=game.round, white=game.white, black=game.black, board=game.board, score=score,
        corrected=game.corrected is not None, result=said.result.name if said else None,
    )
