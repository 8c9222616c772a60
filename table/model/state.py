"""The table's state: one immutable value from which lights, scenes and the next step all follow."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any

from engine.core.actions import Action
from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.core.squares import Board, Square
from table.messages.events import NOTHING_STORED, StoredState
from table.messages.settings import Settings
from table.model.believed_pieces import BelievedPieces, Stands
from table.model.clocks import Clocks
from table.model.current_game import GameOnTable, HandAction
from table.model.playback import Playback
from table.model.target import Goal

PATIENCE_S = 3.0
"""The time that a finished action waits for a longer one, and a hand in the air before the board asks."""
FLASH_S = 0.25
"""The time that the confirmation flashes."""
TOUCHES = 100
"""The number of touches remembered while the board is not in step: more than any action takes, judged at once."""
SILENCE_S = 60.0
"""The time that the other board of a game may leave this one without an answer before people are told."""
DISORDER_S = 10.0
"""The time for which clocks stand while the board is out of step; whoever needs more pauses the game."""
CLAIM_S = 180.0
"""The time that a question about a seat, or the answer to it, stands before another one may be put."""
SUSPICION = 2
"""The number of contradictions that make a square's reed a suspect."""


@dataclass(frozen=True, slots=True)
class Touch:
    """One change of a square since the board was last in step. ``at_s``: monotonic seconds."""

    square: Square
    lifted: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class Thought:
    """A question to a computer. ``entry``: the number its action will have in the store; ``since_s``: when it was.

    ``action``: its answer, once that is there; ``score``: what it thinks of its game then.
    """

    entry: int
    seat: Seat
    since_s: float
    action: str | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for the decision before the entry of this number. ``told``: how much of it (``table/requests/hints.py``).

    ``found``: the action it advises, once it is there; ``reason`` and ``piece``: why, as the opponents say;
    ``about``: the squares (bitboard) that the reason is about; ``expected``: the action that it prepares for, in words.
    """

    entry: int
    seat: Seat
    told: int = 1
    found: HandAction | None = None
    reason: str = ""
    piece: str = ""
    about: int = 0
    expected: Message | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """An action that hands have done, and that is looked at before it counts. ``entry``: the number it would have in
    the store; ``since_s``: when that was asked. The rest is the answer of ``told_s`` (``table/turns/warnings.py``).
    """

    entry: int
    seat: Seat
    action: str
    since_s: float
    loss: float | None = None
    reason: str = ""
    piece: str = ""
    told_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Wait:
    """A time in which the other board of a game is waited for. ``entries``: how many there were when it began."""

    entries: int
    since_s: float

    @property
    def silent_at_s(self) -> float:
        """The moment from which the game can be ended here alone."""
        return self.since_s + SILENCE_S


@dataclass(frozen=True, slots=True)
class Disorder:
    """The first disorder of the board since an action. ``entries``: how many there were when it began."""

    entries: int
    since_s: float

    @property
    def timed_from_s(self) -> float:
        """The moment from which no disorder stops a clock, until something is played."""
        return self.since_s + DISORDER_S


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """A seat whose phone (``holder``) is gone, and the phone that wants to play on there. ``asked``: the seats that
    have still to agree; ``since_s``: since when it stands as it does; ``refused``: why it came to nothing."""

    seat: Seat
    phone: str
    holder: str
    asked: frozenset[Seat]
    since_s: float
    refused: Message | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is open. ``about``: its subject, another of which makes it another question; ``number``: one that
    no question had before it, not even before the program was started anew."""

    about: object
    number: int


@dataclass(frozen=True, slots=True)
class Table:
    """Everything the table knows. ``occupancy``: what the reeds report, after debouncing."""

    settings: Settings = Settings()
    stored: StoredState = NOTHING_STORED
    """The state that lasts besides the actions of the game: this very value is on disk."""
    occupancy: int = 0
    on_table: GameOnTable | None = None
    touches: tuple[Touch, ...] = ()
    goal: Goal | None = None
    playback: Playback | None = None
    """The happenings of the last actions, while the rings show them."""
    hand: tuple[Touch, ...] = ()
    """The touches that the last action was made of, if hands did it."""
    rethought: Action | None = None
    """The action that the last one was put in the place of, if nothing was touched since."""
    wood: BelievedPieces = BelievedPieces()
    """The piece believed to stand on every covered square."""
    board: Board | None = None
    """The board that the wood was felt on last."""
    unread: Stands | None = None
    """The pieces that the game before knew of, on a board that was laid out anew; ``None`` as soon as it was read."""
    entries: int = 0
    """The number of entries of this game sent to the store."""
    reached: int = 0
    """The number of them that the other board has, in a game between two."""
    on_disk: int = 0
    """The number of them that are on disk."""
    drawn: str | None = None
    """The action that chance drew or a computer chose, while it is being stored before it is shown."""
    awaiting_chance: bool = False
    thought: Thought | None = None
    hint: Hint | None = None
    checked: Checked | None = None
    connected: bool = False
    """True if the other board of a game can be heard, if it is there."""
    there: bool = False
    """True if it is."""
    stuck: bool = False
    """True if the game between the two boards cannot go on as it should."""
    wait: Wait | None = None
    """The time for which the other board has been waited for; ``None``: it is not, or has time to think."""
    pause_there: bool | None = None
    """True if the other one wants it paused; ``None``: it has not said so yet."""
    claim: SeatClaim | None = None
    scores: Mapping[int, float] = field(default_factory=dict)
    """The computers' opinion of their game: number of the action (from 1) → from −1 (lost) to 1 (won)."""
    questions: Mapping[str, Question] = field(default_factory=dict)
    """The open questions by their topics (``table/requests/prompts.py``): an answer to one is none to the next."""
    latest_question: int = 0
    """The highest number that a question has had in this game."""
    clocks: Clocks | None = None
    """``None``: nobody has one."""
    disorder: Disorder | None = None
    """``None``: the board was always in order since the last action, or nobody has a clock."""
    flash_until_s: float = 0.0
    trouble: Message | None = None
    """The reason why storing does not work at the moment."""
    contradictions: tuple[tuple[Square, int], ...] = ()
    recent: tuple[Touch, ...] = ()
    """The latest touches, whatever they meant."""
    fluttering: int = 0
    """Squares (bitboard) whose reeds change quicker than hands: they are believed to be as they should."""
    doubted: tuple[Square, ...] = ()
    """Squares of which one may have a switch that lies, as long as nothing is touched."""
    counted_at_s: float | None = None
    """The moment of the last touch that a contradiction was counted after."""
    stirred_s: float = 0.0
    """The moment when something happened last: a touch, a wish, a draw."""
    wake_at_s: float | None = None
    """The moment when :class:`TimePassed` should come."""

    @property
    def covered(self) -> int:
        """The occupancy that counts: the reeds', or what was said of manual squares."""
        manual = self.stored.manual
        covered = self.occupancy & ~manual | self.stored.told & manual
        flutters = self.fluttering & ~manual
        if not flutters or self.on_table is None:
            return covered
        return covered & ~flutters | self.on_table.occupied & flutters

    @property
    def seen(self) -> int:
        """Up to which entry everything was seen that computers did without changing any square."""
        if self.goal is not None and self.goal.is_to_be_seen:
            return 0
        return self.entries if self.drawn is None else self.entries - 1  # it may be on disk, and not shown yet

    @property
    def by_agreement(self) -> bool:
        """True if it takes both boards to stop the game or to go on with it: it has clocks."""
        return self.on_table is not None and self.on_table.afar is not None and self.clocks is not None

    @property
    def pause_wanted(self) -> bool:
        """True if this board wants the game paused."""
        return self.stored.paused != self.stored.pausing

    @property
    def reveals(self) -> bool:
        """True while the players' earlier secret decisions are being played again."""
        if self.on_table is None or self.stored.revealed_after is None:
            return False
        hidden = self.on_table.game.undisclosed(self.on_table.position)
        return hidden > 0 and len(self.on_table.played.actions) - hidden == self.stored.revealed_after

    @property
    def chance_decides(self) -> bool:
        """True if chance was asked, and what it said cannot be shown yet."""
        return self.awaiting_chance or self.drawn is not None

    @property
    def settle_s(self) -> float:
        """The time that squares must rest before what stands there counts. Fingers on glass slide over none."""
        return 0.0 if self._on_glass else self.settings.settle_ms / 1000

    @property
    def lost_here(self) -> frozenset[Seat]:
        """The seats that have lost at this board by their own doing, while the one that numbers still has to hear of
        it: nothing is played here any more."""
        return self.stored.giving_up | self.stored.fallen

    @property
    def last_touch_s(self) -> float:
        """The moment when a square last changed; long ago if none did."""
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
    def open_claim(self) -> SeatClaim | None:
        """The question whether a phone may play on in a seat, while others have still to answer it."""
        return self.claim if self.claim is not None and self.claim.refused is None else None

    @property
    def in_step(self) -> bool:
        """True if the believed wood is the position."""
        return not self.difference and not self.misplaced

    @property
    def bump_s(self) -> float:
        """A square that was open for less was only bumped. Fingers on glass bump into nothing."""
        return 0.0 if self._on_glass else self.settings.bump_ms / 1000

    @property
    def _on_glass(self) -> bool:
        return self.on_table is not None and self.on_table.screen

    @property
    def suspects(self) -> tuple[Square, ...]:
        """The squares whose switch may lie."""
        named = {square for square, count in self.contradictions if count >= SUSPICION}
        return tuple(sorted({*named, *self.doubted}))

    def at_rest(self, now_s: float) -> bool:
        """True if no square changed for the settle time."""
        return now_s >= self.last_touch_s + self.settle_s

    def having(self, **changes: Any) -> "Table":
        """This table with something changed."""
        # A touch changes the table again and again. Python's own replace asks every field anew what it is, each time.
        changed = object.__new__(Table)
        for put, value in zip(_PUTS, _VALUES(self), strict=True):
            put(changed, value)
        for name, value in changes.items():
            _PUT[name](changed, value)
        return changed

    def with_game(self, **changes: Any) -> "Table":
        """This table with a changed game on it."""
        assert self.on_table is not None
        return self.having(on_table=replace(self.on_table, **changes))


_PUT = {each.name: getattr(Table, each.name).__set__ for each in fields(Table)}
_PUTS, _VALUES = tuple(_PUT.values()), attrgetter(*_PUT)
