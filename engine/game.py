"""The contract every game fulfils.

A :class:`Game` is a stateless object, a position a frozen value. A game played is its options plus the list of its
actions; everything else follows by :meth:`Game.start` and :meth:`Game.apply`.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engine.core.actions import Action, Footprint
from engine.core.errors import GameOver, IllegalAction
from engine.core.events import Happening
from engine.core.json_fields import quoted
from engine.core.messages import Message, message
from engine.core.options import FairStart, Option, Options, list_options, read_options
from engine.core.pieces import CHANCE, Actor, Piece, Seat
from engine.core.squares import Board, Square
from engine.narration import AppliedAction, Story, StoryMoment
from engine.position_editor import Stage
from engine.tips import Tip

Viewer = frozenset[Seat] | None
"""The seats whose secrets a viewer may know (one phone may hold several), or everything (``None``)."""

EVERYTHING: Viewer = None
SPECTATOR: Viewer = frozenset()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. No winners: a draw. ``reason``: one of :attr:`Game.reasons`, or one from outside the rules."""

    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class View:
    """A position as data, as far as a viewer may know it. ``detail``: JSON values, named as in the rules."""

    pieces: Mapping[Square, Piece]
    phase: str
    to_act: tuple[Actor, ...]
    detail: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Counter:
    """A number worth showing. ``of``: its full measure (shown as pips), if it has one, else ``None``.

    ``of_turn``: it counts what is left of a turn, and means nothing once that is over.
    """

    label: Message
    value: int
    of: int | None = None
    seat: Seat | None = None
    of_turn: bool = False


class MarkKind(StrEnum):
    """The kinds of marks: what one says about the piece on its square."""

    SPENT = "spent"
    SHIELD = "shield"
    CHECK = "check"
    IMMUNE = "immune"
    STATS = "stats"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to know about the piece on a square; ``text`` is drawn beside it (``3/4``), ``message`` read aloud."""

    square: Square
    kind: MarkKind
    message: Message
    text: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces that act together as they stand, and the actions they have together. ``squares``: a bitboard."""

    name: Message
    squares: int
    actions: tuple[Action, ...]


class PromptKind(StrEnum):
    """The five ways to ask a seat for a decision that hands on the board do not make."""

    SQUARE = "square"
    CHOICE = "choice"
    NUMBER = "number"
    DIVISION = "division"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a prompt: ``value`` is the text of the action it stands for; ``square`` where it can be shown."""

    value: str
    label: Message
    square: Square | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """A decision asked of a seat.

    ``square``, ``choice``, ``number`` and ``confirm`` list their ``choices``. ``division`` has none: up to ``points``
    are shared out over ``squares``, and the answer is the action text ``SEAT:a1+2/3,b2+0/1`` (sorted squares,
    power/toughness, squares given nothing left out, ``SEAT:-`` for nothing at all).
    """

    kind: PromptKind
    seat: Seat
    message: Message
    choices: tuple[Choice, ...] = ()
    points: int = 0
    squares: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class Description:
    """A position in words: what a panel shows beside the board.

    ``phase`` and ``icon`` make the banner; ``sentences`` say what is going on; ``prompts`` only hold decisions that are
    not made by moving pieces.
    """

    phase: Message
    icon: str
    counters: tuple[Counter, ...] = ()
    marks: tuple[Mark, ...] = ()
    sentences: tuple[Message, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    holes: int = 0
    """Bitboard of squares that nothing may enter."""


class Position(Protocol):
    """A position as all games have it: they know the options of their game, and equal ones have one hash."""

    def __hash__(self) -> int: ...

    @property
    def options(self) -> Any: ...


P = TypeVar("P", bound=Position)


class Game(ABC, Generic[P]):
    """The rules of one game.

    >>> from engine.registry import find_game
    >>> pawn = find_game("pawn")
    >>> first = pawn.start(pawn.read_options({}))
    >>> [action.text for action in pawn.actions(first)][:3]
    ['a1a2', 'a3a2', 'a3a4']
    >>> action, position = pawn.play(first, "a3a4")
    >>> [str(seat) for seat in pawn.to_act(position)], pawn.outcome(position)
    (['black'], None)
    """

    id: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[Message]
    """One sentence for the card of the game."""
    minutes: ClassVar[tuple[int, int]]
    """The time that a game takes, from–to."""
    beside: ClassVar[Message | None] = None
    """A sentence about what has to be at hand besides the pieces that stand at the start; ``None``: nothing."""
    tips: ClassVar[Sequence[Tip]] = ()
    """The tips of a first game, each for the moments at which it matters."""
    rules_version: ClassVar[int] = 1
    """Rises when old records would replay differently."""
    boards: ClassVar[tuple[Board, ...]]
    seats: ClassVar[tuple[Seat, ...]]
    """Every seat the game can have, in seat order."""
    piece_names: ClassVar[Mapping[str, Message]]
    """Kind letter → name of the piece."""
    reasons: ClassVar[Mapping[str, Message]]
    """The reasons why it can end: the word in records → words for people. Lower case: "White wins: …"."""
    can_be_drawn: ClassVar[bool] = True
    """True if it can end without a winner. If not, players cannot agree on a draw either."""
    options_type: ClassVar[type[Options]]
    fair_start: ClassVar[FairStart | None] = None
    """``None``: the usual options are fair, or nobody knows fairer ones."""

    # --- options -------------------------------------------------------------------------------------------------

    @property
    def options(self) -> Sequence[Option]:
        """The declared options, in order."""
        return list_options(self.options_type)

    def read_options(self, given: object) -> Options:
        """Read options from data, and check them. Games with options that exclude each other extend this.

        :raises BadOption: unknown, wrong type, out of range, or a combination that makes no sense.
        """
        return read_options(self.options_type, given)

    def board(self, options: Any) -> Board:
        """Return the board that a game with these options is played on."""
        return self.boards[0]

    def seats_of(self, options: Any) -> tuple[Seat, ...]:
        """Return the seats that play with these options, in seat order."""
        return self.seats

    def allies(self, options: Any, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats that win and lose together with a seat, itself included."""
        return (seat,)

    # --- playing -------------------------------------------------------------------------------------------------

    @abstractmethod
    def start(self, options: Any) -> P:
        """Return the first position of a game."""

    @abstractmethod
    def setup(self, options: Any, state: Mapping[str, Any]) -> P:
        """Make the position described by a state (see docs/protocol.md); reachable or not.

        :raises BadState: naming the field that is wrong.
        """

    def material(self, options: Any) -> Sequence[Piece]:
        """List the pieces that can be put on the board of such a position, in the order in which an editor offers
        them."""
        return [Piece(seat, kind) for seat in self.seats_of(options) for kind in self.piece_names]

    def stages(self, options: Any) -> Sequence[Stage]:
        """List the phases in which a position can be set up by hand, the usual one first: at least one."""
        first = self.start(options)
        phase, words = self.view(first, SPECTATOR).phase, self.describe(first, SPECTATOR).phase
        return [Stage(phase, words, self.seats_of(options))]

    @abstractmethod
    def to_act(self, position: P) -> tuple[Actor, ...]:
        """Return who acts: one seat, several at once, ``("chance",)``, or nobody when the game is over."""

    @abstractmethod
    def actions(self, position: P) -> Sequence[Action]:
        """List the legal actions, sorted by text; at a chance action its possible outcomes.

        Empty when the game is over, and in phases whose actions cannot be listed.
        """

    def count(self, position: P) -> int:
        """Count the edges that leave this position: ``len(self.edges(position))``, faster where a game knows a way."""
        return len(self.edges(position))

    def thrower(self, position: P) -> Seat | None:
        """Return the seat that would throw real dice for this chance action; ``None`` if it is a draw, not a throw.

        The outcomes of what is thrown are :class:`engine.core.actions.Throw`.
        """
        return None

    def edges(self, position: P) -> Sequence[Action]:
        """List the actions that perft follows: the legal ones, or one representative where they cannot be listed."""
        return self.actions(position)

    def chances(self, position: P) -> Sequence[tuple[Action, int]]:
        """List the outcomes of a chance action with their weights (equal unless a game says otherwise)."""
        return [(action, 1) for action in self.actions(position)] if self.to_act(position) == (CHANCE,) else []

    def parse(self, position: P, text: str) -> Action:
        """Find the legal action written ``text``.

        :raises GameOver: nobody can act any more.
        :raises IllegalAction: it is malformed or not legal here.
        """
        for action in self.actions(position):
            if action.text == text:
                return action
        raise self._refusal(position, text)

    def _refusal(self, position: P, text: str) -> Exception:
        if self.outcome(position) is not None:
            return GameOver(message("the game is over: no action is possible any more"))
        return IllegalAction(message("{action} is not a legal action here", action=quoted(text)))

    def apply(self, position: P, action: Action) -> tuple[P, tuple[Happening, ...]]:
        """Take a legal action: return the position after it, and what the rules did by themselves afterwards, in order.

        :raises GameOver: nobody can act any more.
        :raises IllegalAction: the action is not legal here.
        """
        if self.parse(position, action.text) != action:
            raise self._refusal(position, action.text)
        return self._advance(position, action)

    def play(self, position: P, text: str) -> tuple[Action, P]:
        """Find the legal action written ``text``, and return it with the position after it.

        :raises GameOver: nobody can act any more.
        :raises IllegalAction: it is malformed or not legal here.
        """
        action = self.parse(position, text)
        return action, self._advance(position, action)[0]

    @abstractmethod
    def _advance(self, position: P, action: Action) -> tuple[P, tuple[Happening, ...]]:
        """Take an action known to be legal: see :meth:`apply`."""

    def successor(self, position: P, action: Action) -> P:
        """Return the position after an action taken from :meth:`edges` of this very position: for searches,
        unchecked."""
        return self._advance(position, action)[0]

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """Return how the game ended, or ``None`` while it goes on."""

    # --- looking -------------------------------------------------------------------------------------------------

    @abstractmethod
    def occupied(self, position: P) -> int:
        """Return the bitboard of all squares a piece stands on."""

    @abstractmethod
    def footprint(self, position: P, action: Action) -> Footprint:
        """Return what hands do on the board for a legal action of this position."""

    def actor(self, position: P, action: Action) -> Actor:
        """Return who decides this action."""
        return self.to_act(position)[0]

    @abstractmethod
    def view(self, position: P, knows: Viewer) -> View:
        """Show the position as data, as far as the viewer may know it."""

    @abstractmethod
    def describe(self, position: P, knows: Viewer) -> Description:
        """Describe the position in words, as far as the viewer may know it, with the prompts of all who have to
        decide."""

    def question(self, position: P, alike: Sequence[Action]) -> Prompt | None:
        """Return how to ask which of these actions was played, where hands do the same for all of them.

        A promotion: what the pawn becomes, the likeliest first. ``None``: the table asks in its own words.
        """
        return None

    def groups(self, position: P) -> Sequence[Group]:
        """List the pieces that act together, where those of a game do: each legal action that moves pieces belongs to
        one group, a piece that acts alone being one too. Groups without actions are left out. Empty in other games."""
        return ()

    def tell(self, position: P, action: Action, knows: Viewer) -> tuple[StoryMoment, ...]:
        """Tell what a legal action of this position does and all that happens by it, moment by moment, as far as the
        viewer may know it while it happens. Never empty. All its changes together lead to the pieces of the next
        position."""
        after, happenings = self._advance(position, action)
        story = Story(self.view(position, EVERYTHING).pieces)
        self._tell(story, AppliedAction(position, action, happenings, after), knows)
        if self.outcome(after) is not None:
            story.end()
        return story.told

    @abstractmethod
    def _tell(self, story: Story, taken: AppliedAction[P], knows: Viewer) -> None:
        """Tell an action: see :meth:`tell`."""

    def turn_of(self, position: P) -> Seat | None:
        """Return the seat whose turn it is, as people would say; ``None`` before the first turn and after the last."""
        seats = [each for each in self.to_act(position) if isinstance(each, Seat)]
        return seats[0] if seats else self.thrower(position)

    def may_win(self, position: P, seat: Seat) -> bool:
        """True if a seat could still win, however badly the others would have to play. When time runs out and nobody
        who is left could win, the game is drawn.
        """
        return True

    def undisclosed(self, position: P) -> int:
        """Count the latest actions that are still secret: a record shown now ends before them."""
        return 0

    # --- searching -----------------------------------------------------------------------------------------------

    def imagine(self, position: P, seat: Seat, random: Random) -> P:
        """Make up a position that looks like this one to the seat, with whatever it may not know drawn anew.

        It depends on what the seat may know and on ``random`` alone. Games with secrets override it.
        """
        return position

    def proposals(self, position: P, seat: Seat, limit: int) -> Sequence[Action]:
        """List 1 to ``limit`` (≥ 1) legal actions that a seat which has to act would do well to think about, none
        twice.

        Where actions can be listed, that is all of them if the limit allows it, else some from all over the list.
        """
        actions = [each for each in self.edges(position) if self.actor(position, each) == seat]
        return actions if len(actions) <= limit else [actions[n * len(actions) // limit] for n in range(limit)]

    def key(self, position: P) -> Hashable:
        """Return what a search may take for the same position: board, phase, who acts and all that decides how it goes
        on, but for what only wears out with time (a count of quiet turns, which positions there were before)."""
        return position

    def independent(self, position: P, one: Action, other: Action) -> bool:
        """True if two actions of a turn are both legal here and lead to the same :meth:`key` in either order.

        ``one`` is legal; ``other`` is, or comes to be after it (then they are not independent). A game that says so
        spares searches the second order; it need not find every such pair.
        """
        return False


AnyGame = Game[Any]


@dataclass(frozen=True, slots=True)
class Played:
    """A game as far as it was played: options, actions, and the position they lead to.

    >>> from engine.records.game_record import begin
    >>> from engine.registry import find_game
    >>> pawn = find_game("pawn")
    >>> played = begin(pawn, pawn.read_options({}))
    >>> played, happenings = played.after(pawn.parse(played.position, "a3a4"))
    >>> [action.text for action in played.actions], played.before().actions
    (['a3a4'], ())
    """

    game: AnyGame
    options: Options
    first: Any
    actions: tuple[Action, ...] = ()
    positions: tuple[Any, ...] = field(default=(), repr=False)
    """The position after each action."""

    @property
    def position(self) -> Any:
        """The position now."""
        return self.positions[-1] if self.positions else self.first

    def after(self, action: Action) -> "tuple[Played, tuple[Happening, ...]]":
        """Take an action, checked: return the longer game, and what happened by itself.

        :raises IllegalAction: not legal now.
        :raises GameOver: the game has ended.
        """
        position, happenings = self.game.apply(self.position, action)
        longer = Played(self.game, self.options, self.first, (*self.actions, action), (*self.positions, position))
        return longer, happenings

    def position_before(self, count: int = 1) -> Any:
        """Return the position before its last ``count`` actions; however long the game is, that takes no time."""
        return self.positions[-count - 1] if count < len(self.positions) else self.first

    def before(self, count: int = 1) -> "Played":
        """Return this game without its last ``count`` actions."""
        keep = len(self.actions) - count
        return Played(self.game, self.options, self.first, self.actions[:keep], self.positions[:keep])
