"""Judges: what a search asks about a game. Who acts, how good a position is, which actions to try first.

:class:`Judge` knows of a game what its contract tells. A game that knows more has a class ``GameJudge`` in
``evaluation.py`` of its folder.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, NamedTuple

from engine.core.actions import Action
from engine.core.pieces import CHANCE, Seat
from engine.game import EVERYTHING, AnyGame, Outcome
from engine.registry import folder_of, load

OWN, FOE, LUCK = 1, -1, 0
"""The side that acts in a position, seen from the seat that a judge thinks for: it or an ally, anybody else, chance."""

Noisy = tuple[float, Action]
"""By how much an action could change the score of a position at the most, and the action."""

_PROPOSED = 24
_PIECE, _ACTION = 100, 1


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of thinking: actions with their scores for the judge's seat, best first, and how the game goes on."""

    ranked: tuple[tuple[Action, float], ...]
    line: tuple[Action, ...]
    nodes: int
    depth: int


class Purpose(NamedTuple):
    """The purpose of an action: ``name``, one of :data:`engine.records.computer_levels.REASONS`; the kind of piece that
    it is about, if it is about one, and the names of the squares that it is about."""

    name: str
    piece: str = ""
    squares: tuple[str, ...] = ()


class Skill(NamedTuple):
    """The skill of a player, and the errors that it makes. ``nodes``: the number of positions that it looks at for a
    decision. ``noise``: how far it misjudges them, as a share of :attr:`Judge.worth`. ``overlooks``: the share of its
    own quiet actions that it does not think of. ``unforeseen``: the share of the other side's that it does not see
    coming."""

    nodes: int
    noise: float = 0.0
    overlooks: float = 0.0
    unforeseen: float = 0.0


class Judge:
    """A judge of positions for a seat and its allies; everybody else is against them.

    >>> from engine.registry import find_game
    >>> pawn = find_game("pawn")
    >>> options = pawn.read_options({})
    >>> judge = Judge(pawn, options, Seat.WHITE)
    >>> judge.side(pawn.start(options)) == OWN, judge.score(pawn.start(options))
    (True, 28)
    """

    worth: ClassVar[float] = 500.0
    """A score that nearly decides a game: what is shown as a score of 0.76, and the measure of a level's noise."""
    decisions: ClassVar[int] = 2
    """The number of actions that a turn commonly takes: the time for a turn is shared out among them."""
    weights: Any = ()
    """Weights of all that counts: a named tuple of numbers and tuples of numbers that :meth:`score` multiplies what it
    counts with, so that ``script/train`` can fit it to games. Empty where nothing can be fitted."""
    skills: ClassVar[Mapping[int, Skill]] = {}
    """Level → its skill, where this game wants another one than most (see :mod:`opponents.levels`): levels are to be
    equally far apart in every game."""
    outcomes: ClassVar[int] = 4
    """The number of outcomes of chance that are looked at; 0: positions in which chance acts are judged as they
    stand."""

    def __init__(self, game: AnyGame, options: Any, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self.number = game.seats_of(options).index(seat)
        """The seat's number in seat order, from 0: of two seats, 0 is White's and 1 Black's."""
        self.friends = frozenset(game.allies(options, seat))

    def side(self, position: Any) -> int:
        """Return the side that acts: :data:`OWN`, :data:`FOE` or :data:`LUCK`; also LUCK when nobody does any more."""
        acting = self.game.to_act(position)
        if not acting or acting[0] == CHANCE:
            return LUCK
        return OWN if acting[0] in self.friends else FOE

    def actions(self, position: Any) -> Sequence[Action]:
        """List what whoever acts may do, the most promising first."""
        actions = self.game.actions(position)
        if actions:
            return actions
        acting = self.game.to_act(position)[0]
        return () if acting == CHANCE else self.game.proposals(position, acting, _PROPOSED)

    def chances(self, position: Any, random: Random) -> Sequence[tuple[Action, int]]:
        """Choose some outcomes of chance with their weights; none where a position is judged as it stands."""
        found = self.game.chances(position)
        if len(found) <= self.outcomes:
            return found
        weights = [weight for _, weight in found]
        return [(action, 1) for action, _ in random.choices(found, weights, k=self.outcomes)]

    def noisy(self, position: Any, deep: bool) -> Sequence[Noisy]:
        """List the actions without which a position cannot be judged (captures, mostly), the most promising first.

        ``deep``: after several such actions, when only what gives up less than it takes is worth a look.
        """
        return ()

    def decide(self, position: Any, nodes: int, random: Random, late: Callable[[], bool]) -> SearchResult | None:
        """Make a decision that no search finds, as one made in secret; ``None`` where the search decides."""
        return None

    def by_turns(self, position: Any) -> bool:
        """True if whole turns are compared here, because no single action of one tells much before the last."""
        return False

    def play_on(self, position: Any, luck: Callable[[], float]) -> float:
        """Play on somehow against somebody who is no master, and return how that ended: 1 won, 0 drawn, −1 lost."""
        return 0.0

    def result(self, outcome: Outcome) -> int:
        """Return the worth of an end of the game: 1 if the seat has won, −1 if it has lost, 0 for a draw."""
        if not outcome.winners:
            return 0
        return 1 if self.seat in outcome.winners else -1

    def parts(self, position: Any) -> Mapping[str, float]:
        """Rate how the seat's own pieces stand, by name of :data:`engine.records.computer_levels.REASONS`."""
        return {}

    def purposes(self, position: Any, action: Action) -> Sequence[Purpose]:
        """List what an action does or prevents in the words of this game, the weightiest first: what neither captures
        nor the threat of them tell. Each has to be true whatever is answered."""
        return ()

    def passed(self, position: Any) -> Any | None:
        """Return the same position with the other side to act, as if whoever acts could do nothing; ``None`` where that
        tells nothing."""
        return None

    def score(self, position: Any) -> float:
        """Rate how good a position that goes on is for the seat and its allies, in hundredths of a pawn or so."""
        total = 0
        for piece in self.game.view(position, EVERYTHING).pieces.values():
            if piece.owner is not None:
                total += _PIECE if piece.owner in self.friends else -_PIECE
        return total + _ACTION * self.side(position) * self.game.count(position)


def judge_of(game: AnyGame, options: Any, seat: Seat) -> Judge:
    """Return the judge that thinks for a seat: the game's own, or the general one."""
    own = (folder_of(game.id) / "evaluation.py").exists()
    kind: type[Judge] = load(game.id, "evaluation").GameJudge if own else Judge
    return kind(game, options, seat)
