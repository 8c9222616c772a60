"""A tournament as the sequence of its organiser's acts. Pure.

Nothing else is stored: players, rounds, who left and what was corrected follow from the acts. The results of the games
come from the boards (:mod:`clubpanel.tournament.scoring`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from engine.core.messages import message
from engine.core.options import OptionValue
from engine.records.time_controls import Control
from table.messages.refusal import Refused

MOST_PLAYERS: Final = 200
MOST_IN_ROUND_ROBIN: Final = 40
"""The limit for a round robin: 780 games."""
MOST_ROUNDS: Final = 30


class System(StrEnum):
    """The pairing system of a tournament."""

    ROUND_ROBIN = "round_robin"
    TWICE = "twice"
    SWISS = "swiss"


class Score(StrEnum):
    """The score of a game. The last ones are of games that were not played, or not to the end, and of a round in which
    somebody asked for half a point without a game."""

    WHITE = "white"
    BLACK = "black"
    DRAW = "draw"
    WHITE_UNPLAYED = "white_unplayed"
    BLACK_UNPLAYED = "black_unplayed"
    NOBODY = "nobody"
    HALF_BYE = "half_bye"

    @property
    def played(self) -> bool:
        """True if the score shows who played better."""
        return self in (Score.WHITE, Score.BLACK, Score.DRAW)

    @property
    def points(self) -> tuple[float, float]:
        """The points for White and Black."""
        if self is Score.DRAW:
            return 0.5, 0.5
        if self is Score.HALF_BYE:
            return 0.5, 0.0
        return float(self in (Score.WHITE, Score.WHITE_UNPLAYED)), float(self in (Score.BLACK, Score.BLACK_UNPLAYED))


@dataclass(frozen=True, slots=True)
class Player:
    """A participant, by the name that boards know. ``gone``: true once the player has left and is paired no more."""

    name: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a tournament. ``round``: counted from 1; ``black``: empty if ``white`` has no opponent in this round.

    ``board``: the only board whose result is accepted; empty: any. ``over_before``: the games these two had finished
    when they were paired (:attr:`clubpanel.results.standings.Result.name`). ``corrected``: the score that the organiser
    entered; ``None``: the boards' result counts. ``corrected_result``: see :attr:`Correct.result`, of the first of the
    corrections in force. ``taken``: the organiser's decision which result is that of this game; ``None``: none.
    ``key``: drawn at random when they were paired; empty: by an earlier version. ``half``: true if ``white`` asked for
    a round without an opponent, which is half a point.
    """

    round: int
    white: str
    black: str
    board: str = ""
    over_before: frozenset[str] = frozenset()
    corrected: Score | None = None
    corrected_result: str | None = None
    taken: "Take | None" = None
    key: str = ""
    half: bool = False

    @property
    def is_bye(self) -> bool:
        """True if it is not a game, but a round without an opponent."""
        return not self.black


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state of a tournament. ``rounds``: of a Swiss tournament, the number planned; ``game``: the game that is
    played; ``options``: those of its options that are not as usual; ``clock``: the time control of each player;
    ``None``: there are no clocks; ``refused``: the results that organisers said are of no game of it; ``byes``: the
    rounds for which players asked for half a point without a game."""

    name: str
    system: System
    game: str
    rounds: int
    players: tuple[Player, ...] = ()
    games: tuple[Game, ...] = ()
    over: bool = False
    refused: "tuple[Refuse, ...]" = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    clock: Control | None = None
    byes: "frozenset[AskBye]" = frozenset()

    @property
    def paired(self) -> int:
        """The number of rounds that have been paired."""
        return max((game.round for game in self.games), default=0)

    @property
    def staying(self) -> tuple[str, ...]:
        """The names of the players who have not left."""
        return tuple(player.name for player in self.players if not player.gone)

    def resting(self, number: int) -> tuple[str, ...]:
        """Return the names of those present who asked for half a point without a game in a round."""
        asked = {each.player for each in self.byes if each.round == number}
        return tuple(name for name in self.staying if name in asked)

    def player(self, name: str) -> Player | None:
        """Find a player by name, ignoring case."""
        return next((each for each in self.players if each.name.casefold() == name.casefold()), None)


# --- acts --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin:
    """The announcement of a tournament. ``rounds``, ``options``, ``clock``: see :class:`Tournament`."""

    name: str
    system: System
    game: str
    rounds: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    clock: Control | None = None


@dataclass(frozen=True, slots=True)
class Enter:
    """The entry of a player."""

    player: str


@dataclass(frozen=True, slots=True)
class Leave:
    """The withdrawal of a player."""

    player: str


@dataclass(frozen=True, slots=True)
class ComeBack:
    """The return of a player who left."""

    player: str


@dataclass(frozen=True, slots=True)
class Pair:
    """The pairings of the next rounds. ``by_hand``: true if an organiser chose them."""

    games: tuple[Game, ...]
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Unpair:
    """The withdrawal of the pairings of a round and of all after it."""

    round: int


@dataclass(frozen=True, slots=True)
class AskBye:
    """A player's wish for half a point without a game, in a round that is not paired yet."""

    player: str
    round: int


@dataclass(frozen=True, slots=True)
class DropBye:
    """The withdrawal of such a wish."""

    player: str
    round: int


@dataclass(frozen=True, slots=True)
class Assign:
    """The assignment of a game to a board; empty: to any. ``game``: its index in :attr:`Tournament.games`."""

    game: int
    board: str


@dataclass(frozen=True, slots=True)
class Correct:
    """A correction of a score; ``None``: the boards' result counts after all. ``before``: the score that had
    counted until then; ``None``: none. ``result``: the name of the boards' result; empty: there was none; ``None``:
    unknown, since earlier versions did not store it."""

    game: int
    score: Score | None
    before: Score | None
    why: str
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """The decision that a result is that of a game, although its names or its board are not those of the pairing.
    ``result``: its name; ``white``, ``black``: the players there, by the names that the boards told (empty: none);
    ``turned``: true if the game's White was Black there."""

    game: int
    result: str
    white: str
    black: str
    turned: bool


@dataclass(frozen=True, slots=True)
class GiveBack:
    """The withdrawal of the decision which result is that of a game."""

    game: int


@dataclass(frozen=True, slots=True)
class Refuse:
    """The decision that a result is of no game of the tournament. ``white``, ``black``: see :class:`Take`."""

    result: str
    white: str
    black: str


@dataclass(frozen=True, slots=True)
class Reconsider:
    """The withdrawal of such a refusal."""

    result: str
    white: str
    black: str


@dataclass(frozen=True, slots=True)
class End:
    """The end of the tournament: its present table is final."""


@dataclass(frozen=True, slots=True)
class Reopen:
    """The reopening of a tournament that had ended."""


OfResult = Take | GiveBack | Refuse | Reconsider
OfPlayer = Enter | Leave | ComeBack | AskBye | DropBye
Act = Begin | OfPlayer | Pair | Unpair | Assign | Correct | OfResult | End | Reopen


def begun(act: Begin) -> Tournament:
    """Return the announced tournament, without players."""
    return Tournament(act.name, act.system, act.game, act.rounds, options=act.options, clock=act.clock)


def after(tournament: Tournament, act: Act) -> Tournament:
    """Return the tournament after an act.

    :raises Refused: it cannot be done, with the reason.
    """
    if tournament.over and not isinstance(act, Reopen):
        raise Refused(message("The tournament is over. Reopen it first."))
    match act:
        case Enter() | Leave() | ComeBack() | AskBye() | DropBye():
            return _with_player(tournament, act)
        case Pair(games):
            return replace(tournament, games=tournament.games + games)
        case Unpair(first):
            return _unpaired(tournament, first)
        case Assign(number, board):
            return _with_game(tournament, number, lambda game: replace(game, board=board))
        case Correct(number):
            return _with_game(tournament, number, lambda game: _corrected(game, act))
        case Take() | GiveBack() | Refuse() | Reconsider():
            return _decided(tournament, act)
        case End() | Reopen():
            return replace(tournament, over=isinstance(act, End))
        case Begin():
            raise Refused(message("This tournament has begun already."))


def replayed(acts: Iterable[Act]) -> Tournament:
    """Return the tournament after a sequence of acts, the first of which begins it.

    :raises Refused: they do not follow on each other.
    """
    *_, last = states(acts)
    return last


def states(acts: Iterable[Act]) -> Iterator[Tournament]:
    """Return the tournament after each of these acts, the first of which begins it.

    :raises Refused: they do not follow on each other.
    """
    first, *others = acts
    if not isinstance(first, Begin):
        raise Refused(message("The tournament has no beginning."))
    tournament = begun(first)
    yield tournament
    for act in others:
        tournament = after(tournament, act)
        yield tournament


def _with_player(tournament: Tournament, act: OfPlayer) -> Tournament:
    match act:
        case Enter(player):
            return _entered(tournament, player)
        case Leave(player) | ComeBack(player):
            return _marked(tournament, player, gone=isinstance(act, Leave))
        case AskBye() | DropBye():
            return _excused(tournament, act)


def _entered(tournament: Tournament, name: str) -> Tournament:
    if not name:
        raise Refused(message("Give the player a name: the same as at the boards."))
    if tournament.player(name) is not None:
        raise Refused(message("{name} is taking part already. Two players need two names.", name=name))
    if tournament.games and tournament.system is not System.SWISS:
        raise Refused(message("All games are paired already: nobody can join any more."))
    most = MOST_PLAYERS if tournament.system is System.SWISS else MOST_IN_ROUND_ROBIN
    if len(tournament.players) >= most:
        raise Refused(message("The tournament is full: {most} players can take part.", most=most))
    return replace(tournament, players=(*tournament.players, Player(name)))


def _marked(tournament: Tournament, name: str, gone: bool) -> Tournament:
    player = tournament.player(name)
    if player is None:
        raise Refused(message("Nobody of that name is taking part."))
    if not tournament.games:  # nothing has happened yet: as if the player had never entered
        if gone:
            return replace(tournament, players=tuple(each for each in tournament.players if each != player))
        if not player.gone:
            raise Refused(message("{name} is taking part already. Two players need two names.", name=name))
    changed = tuple(replace(each, gone=gone) if each == player else each for each in tournament.players)
    return replace(tournament, players=changed)


def _excused(tournament: Tournament, act: AskBye | DropBye) -> Tournament:
    player = tournament.player(act.player)
    if player is None:
        raise Refused(message("Nobody of that name is taking part."))
    if tournament.system is not System.SWISS or not tournament.paired < act.round <= tournament.rounds:
        raise Refused(message("Half a point without a game can be had in rounds of a Swiss tournament that are not "
                              "paired yet."))
    wish = {AskBye(player.name, act.round)}
    return replace(tournament, byes=tournament.byes | wish if isinstance(act, AskBye) else tournament.byes - wish)


def _unpaired(tournament: Tournament, first: int) -> Tournament:
    """Take rounds back. Games are numbered through: only the last ones can go."""
    if not 1 <= first <= tournament.paired:
        raise Refused(message("There is no such round."))
    return replace(tournament, games=tuple(game for game in tournament.games if game.round < first))


def _corrected(game: Game, act: Correct) -> Game:
    if game.corrected is not None:  # a later correction is of the same result, whatever boards have published since
        return replace(game, corrected=act.score)
    result = act.result
    if result is None and not (act.before and act.before.played):  # boards publish only games that were played
        result = ""
    return replace(game, corrected=act.score, corrected_result=result)


def _decided(tournament: Tournament, act: OfResult) -> Tournament:
    match act:
        case Take(number) | GiveBack(number):
            taken = act if isinstance(act, Take) else None
            return _with_game(tournament, number, lambda game: replace(game, taken=taken))
        case Refuse(result) | Reconsider(result):
            others = tuple(each for each in tournament.refused if each.result != result)
            return replace(tournament, refused=(*others, act) if isinstance(act, Refuse) else others)


def _with_game(tournament: Tournament, number: int, changed: Callable[[Game], Game]) -> Tournament:
    games = list(tournament.games)
    if not 0 <= number < len(games) or games[number].is_bye:
        raise Refused(message("There is no such game in the tournament."), 404)
    games[number] = changed(games[number])
    return replace(tournament, games=tuple(games))
