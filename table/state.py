"""The table's state: one immutable value from which lights, scenes and the next step all follow."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from engine.actions import Action, Footprint
from engine.computers import NO_COMPUTERS, Computers
from engine.game import AnyGame, Outcome, Played
from engine.happenings import Happening
from engine.messages import Message
from engine.pieces import CHANCE, Piece, Seat
from engine.squares import Board, Square, bitboard, bits
from table.goal import Goal
from table.wood import Stands, Wood, bare
from table.words.events import NextGame, Standing
from table.words.settings import Settings

PATIENCE_S = 3.0
"""How long a finished action waits for a longer one that could follow, and a hand in the air before the board asks."""
FLASH_S = 0.25
"""How long the confirmation flashes."""
TOUCHES = 100
"""How many touches are remembered while the board is not in step: more than any action takes, judged at once."""
SUSPICION = 2
"""How many contradictions make a square's reed a suspect."""


@dataclass(frozen=True, slots=True)
class Touch:
    """One change of a square since the board was last in step. ``at_s``: monotonic seconds."""

    square: Square
    lifted: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class HandAction:
    """A legal action that hands can do, and what they do for it."""

    action: Action
    footprint: Footprint


@dataclass(frozen=True, slots=True, eq=False)
class GameOnTable:
    """The game on the table. Every position has its own; two are equal only if they are the same one."""

    key: str
    played: Played
    players: tuple[tuple[Seat, str], ...]
    screen: bool
    ended: Outcome | None = None
    """An end that the rules did not bring: resignation, agreement, abandonment."""
    hand_actions: tuple[HandAction, ...] = field(default=(), repr=False)
    """The actions of the position that hands can do."""
    decisions: tuple[Action, ...] = field(default=(), repr=False)
    """Those that are made without pieces."""
    pieces: Mapping[Square, Piece] = field(default_factory=dict, repr=False)
    """What stands where in the position."""
    happenings: tuple[Happening, ...] = ()
    """What the last action made happen by itself."""
    by_hand: bool = False
    """Whether hands on the board did the last action."""
    stands: Mapping[Square, Piece] = field(default_factory=dict, repr=False)
    """The same pieces as wood: without their tokens."""
    computers: Computers = NO_COMPUTERS
    """Their actions are neither for hands nor for phones to decide."""
    setup: Mapping[str, Any] | None = field(default=None, repr=False)
    """The state that the game began from, if that was not the usual start."""

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.played.game

    @property
    def position(self) -> Any:
        """The position now."""
        return self.played.position

    @property
    def board(self) -> Board:
        """The squares the game is played on."""
        return self.game.board(self.played.options)

    @property
    def occupied(self) -> int:
        """The squares that the position wants covered."""
        return self.game.occupied(self.position)

    def owner(self, square: Square) -> Seat | None:
        """Whose piece stands on a square; ``None``: nobody's."""
        piece = self.pieces.get(square)
        return piece.owner if piece else None

    def owned(self, squares: int, seat: Seat | None) -> int:
        """Those of these squares (bitboard) where a piece of the seat or a neutral one stands."""
        return sum(
            1 << square for square in bits(squares)
            if square in self.pieces and self.pieces[square].owner in (seat, None)
        )

    def actor(self, hand_action: HandAction) -> Seat:
        """Whose hands do this action: chance has none."""
        return Seat(self.game.actor(self.position, hand_action.action))

    def movers(self, hand_action: HandAction) -> int:
        """The squares of the actor's pieces that an action moves, or has lifted."""
        footprint = hand_action.footprint
        return self.owned(footprint.empties | footprint.returns | footprint.through, self.actor(hand_action))

    def victims(self, hand_action: HandAction) -> int:
        """The squares of the pieces that an action takes or touches."""
        footprint = hand_action.footprint
        return footprint.swaps | footprint.touches | footprint.empties & ~self.movers(hand_action)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by the rules or otherwise."""
        return self.game.outcome(self.position) or self.ended

    @property
    def computer_acts(self) -> Seat | None:
        """The computer that has to decide now. Where several decide at once, people do so first."""
        acting = self.game.to_act(self.position) if self.outcome is None else ()
        seats = [each for each in acting if isinstance(each, Seat)]
        return seats[0] if seats and all(seat in self.computers.levels for seat in seats) else None

    @property
    def chance_acts(self) -> bool:
        """Whether a die or a draw decides now."""
        return self.outcome is None and self.game.to_act(self.position) == (CHANCE,)


@lru_cache(maxsize=128)
def pushed(on_table: GameOnTable, hand_action: HandAction) -> int:
    """The squares (bitboard) that an action pushes pieces of other seats to."""
    footprint = hand_action.footprint
    if not footprint.swaps or footprint.empties.bit_count() != footprint.fills.bit_count():
        return 0
    seat, game = on_table.actor(hand_action), on_table.game
    after = game.view(game.successor(on_table.position, hand_action.action)).pieces
    return bitboard(square for square in bits(footprint.fills)
                    if square in after and after[square].owner not in (seat, None))


def hand_actions(game: AnyGame, position: Any) -> tuple[HandAction, ...]:
    """The legal actions of a position that hands can do; none where chance acts."""
    return _all_actions(game, position, NO_COMPUTERS)[0]


def _all_actions(
    game: AnyGame, position: Any, computers: Computers
) -> tuple[tuple[HandAction, ...], tuple[Action, ...]]:
    """The legal actions that people's hands can do, and those that they make without pieces; none where chance acts."""
    if all(actor == CHANCE or actor in computers.levels for actor in game.to_act(position)):
        return (), ()
    found = [HandAction(action, game.footprint(position, action)) for action in game.actions(position)]
    by_hand = tuple(each for each in found if each.footprint.squares)
    if len(by_hand) == len(found):
        return by_hand, ()
    return by_hand, tuple(each.action for each in found if not each.footprint.squares)


def gone_to(
    on_table: GameOnTable, played: Played, happenings: tuple[Happening, ...] = (), by_hand: bool = False
) -> GameOnTable:
    """The game on the table, gone on (or back) to another position."""
    pieces = played.game.view(played.position).pieces
    by_hands, decisions = _all_actions(played.game, played.position, on_table.computers)
    return replace(
        on_table, played=played, happenings=happenings, by_hand=by_hand, pieces=pieces, hand_actions=by_hands,
        decisions=decisions, stands={each: bare(pieces[each]) for each in pieces},
    )


@dataclass(frozen=True, slots=True)
class Unread:
    """A board that was laid out and not read yet, with what was believed to stand on it.

    ``kept``: as :class:`Standing` keeps it; ``seen``: by the game before.
    """

    kept: tuple[tuple[int, str], ...] = ()
    seen: Stands = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a computer was asked. ``entry``: the number its action will have in the store; ``since_s``: when it was.

    ``action``: its answer, once that is there.
    """

    entry: int
    seat: Seat
    since_s: float
    action: str | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for the decision before the entry of this number. ``told``: how much of it (see ``table/hints.py``).

    ``action``: empty until it was found; ``reason`` and ``piece``: why, as the opponents say.
    """

    entry: int
    seat: Seat
    told: int = 1
    action: str = ""
    reason: str = ""
    piece: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything the table knows. ``occupancy``: what the reeds report, after debouncing."""

    settings: Settings = Settings()
    occupancy: int = 0
    manual: int = 0
    told: int = 0
    """For manual squares: whether they are covered, as somebody said."""
    on_table: GameOnTable | None = None
    touches: tuple[Touch, ...] = ()
    goal: Goal | None = None
    hand: tuple[Touch, ...] = ()
    """The touches that the last action was made of, if hands did it."""
    rethought: bool = False
    """Whether the last action was put in the place of another one, and nothing was touched since."""
    wood: Wood = Wood()
    """Which piece is believed to stand on every covered square."""
    board: Board | None = None
    """The board that the wood was felt on last."""
    unread: Unread | None = None
    """``None`` as soon as the board was read."""
    paused: bool = False
    entries: int = 0
    """How many entries of this game were sent to the store."""
    stored: int = 0
    """How many of them are on disk."""
    drawn: str | None = None
    """What chance drew or a computer chose, while it is being stored before it is shown."""
    awaiting_chance: bool = False
    thought: Thought | None = None
    hint: Hint | None = None
    hints_for: frozenset[Seat] = frozenset()
    """The seats that may have hints in this game: those whom they are against have agreed."""
    hints_asked: frozenset[Seat] = frozenset()
    """The seats whose consent to a hint is awaited."""
    scores: Mapping[Seat, float] = field(default_factory=dict)
    """What the computers thought of their game last."""
    draw_agreed: tuple[Seat, ...] = ()
    """The seats that want a draw, the one that offered it first."""
    undo_asked: frozenset[Seat] = frozenset()
    """The seats whose consent to an undo is awaited."""
    park_asked: frozenset[Seat] = frozenset()
    """The seats whose consent to putting the game aside is awaited."""
    next_game: NextGame | None = None
    """What they are asked to put it aside for."""
    questions: int = 0
    """How often that was asked: an answer to one question is none to the next."""
    abandon_asked: frozenset[Seat] = frozenset()
    """The seats whose consent to ending the game without a score is awaited."""
    flash_until_s: float = 0.0
    trouble: Message | None = None
    """Why storing does not work at the moment."""
    contradictions: tuple[tuple[Square, int], ...] = ()
    recent: tuple[Touch, ...] = ()
    """The latest touches, whatever they meant."""
    fluttering: int = 0
    """Squares (bitboard) whose reeds change quicker than hands: they are believed to be as they should."""
    doubted: tuple[Square, ...] = ()
    """Squares of which one may have a switch that lies, as long as nothing is touched."""
    counted_at_s: float | None = None
    """When the last touch was that a contradiction was counted after."""
    stirred_s: float = 0.0
    """When something happened last: a touch, a wish, a draw."""
    wake_at_s: float | None = None
    """When :class:`TimePassed` should come."""

    @property
    def covered(self) -> int:
        """The occupancy that counts: the reeds', or what was said of manual squares."""
        covered = self.occupancy & ~self.manual | self.told & self.manual
        flutters = self.fluttering & ~self.manual
        if not flutters or self.on_table is None:
            return covered
        return covered & ~flutters | self.on_table.occupied & flutters

    @property
    def standing(self) -> Standing:
        """What lasts beside the actions of the game."""
        told = self.told & self.manual
        wood = self.wood.as_data() if self.unread is None else self.unread.kept
        return Standing(
            self.paused, self.manual, told, self.draw_agreed, self.undo_asked, self.park_asked, self.abandon_asked,
            self.next_game, wood, self.hints_for,
        )

    @property
    def chance_decides(self) -> bool:
        """Whether chance was asked, and what it said cannot be shown yet."""
        return self.awaiting_chance or self.drawn is not None

    @property
    def settle_s(self) -> float:
        """How long squares must rest before what stands there counts."""
        return self.settings.settle_ms / 1000

    @property
    def last_touch_s(self) -> float:
        """When a square last changed; long ago if none did."""
        return self.touches[-1].at_s if self.touches else float("-inf")

    @property
    def difference(self) -> int:
        """The squares where board and position disagree."""
        return 0 if self.on_table is None else self.covered ^ self.on_table.occupied

    @property
    def misplaced(self) -> int:
        """The covered squares (bitboard) where another piece belongs than is believed to stand there."""
        return 0 if self.on_table is None else self.wood.misplaced(self.on_table.stands)

    @property
    def in_step(self) -> bool:
        """Whether the believed wood is the position."""
        return not self.difference and not self.misplaced

    @property
    def bump_s(self) -> float:
        """A square that was open for less was only bumped. Fingers on glass bump into nothing."""
        on_glass = self.on_table is not None and self.on_table.screen
        return 0.0 if on_glass else self.settings.bump_ms / 1000

    @property
    def suspects(self) -> tuple[Square, ...]:
        """The squares whose switch may lie."""
        named = {square for square, count in self.contradictions if count >= SUSPICION}
        return tuple(sorted({*named, *self.doubted}))

    def at_rest(self, now_s: float) -> bool:
        """Whether no square changed for the settle time."""
        return now_s >= self.last_touch_s + self.settle_s

    def having(self, **changes: Any) -> "Table":
        """This table with something changed."""
        return replace(self, **changes)

    def with_game(self, **changes: Any) -> "Table":
        """This table with a changed game on it."""
        assert self.on_table is not None
        return replace(self, on_table=replace(self.on_table, **changes))
