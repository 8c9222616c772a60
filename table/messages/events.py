"""Everything that enters the table: what happened in the past tense, what somebody wants in the imperative."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.core.squares import Square
from engine.game import Played
from engine.records.time_controls import NO_CLOCKS, KeptClocks
from engine.services.lessons import Course
from table.messages.lights import Help
from table.messages.new_game import NewGame
from table.messages.settings import Settings

# --- what happened -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SquareLifted:
    """A square became uncovered (after debouncing)."""

    square: Square


@dataclass(frozen=True, slots=True)
class SquarePlaced:
    """A square became covered (after debouncing)."""

    square: Square


@dataclass(frozen=True, slots=True)
class BoardRead:
    """The whole occupancy was read anew: at the start, or after a gap in which changes may have been missed."""

    occupancy: int


@dataclass(frozen=True, slots=True)
class BoardLaidOut:
    """A board is felt from now on, another one or anew. What stands on it comes with the next :class:`BoardRead`."""


Sensed = SquareLifted | SquarePlaced | BoardRead
"""Events of a board's reeds."""


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Nothing happened, but the moment the table asked to be woken at has come."""


@dataclass(frozen=True, slots=True)
class ChanceDrawn:
    """Chance decided: the text of the action drawn."""

    action: str


@dataclass(frozen=True, slots=True)
class MoveChosen:
    """The computer has thought, as :class:`Think` asked: the text of the action. An answer to an older question than
    the latest is dropped. ``score``: what it thinks of its game, from -1 (lost) to 1 (won)."""

    entry: int
    action: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class HintFound:
    """The computer has thought for a person. ``reason``: one of :data:`engine.records.computer_levels.REASONS`;
    ``piece``: the kind that it is about, if it is about one; ``squares``: the names of those that it is about;
    ``expected``: the text of the action after it that it prepares for, if it says so."""

    entry: int
    action: str
    reason: str
    piece: str = ""
    squares: tuple[str, ...] = ()
    expected: str = ""


@dataclass(frozen=True, slots=True)
class BlunderFound:
    """The computer has compared an action that waits for it with the best one. ``loss``: what it gives away, of the 2
    between won and lost; ``reason``: one of :data:`engine.records.computer_levels.LOSSES`; ``piece``: the kind that is
    lost, if one is."""

    entry: int
    action: str
    loss: float
    reason: str
    piece: str = ""


@dataclass(frozen=True, slots=True)
class ActionHeard:
    """The next action of a game between two boards, as the other one has it. ``entry``: the number that it will have in
    the store. One that comes too late, or while the board is not in step, is dropped: whoever sent it sends it again.
    """

    entry: int
    action: str
    took_ms: int = 0
    """The time it took whoever played it, by the clock of their board."""


@dataclass(frozen=True, slots=True)
class CorrectionHeard:
    """The other board, which numbers the actions, has not taken the last ``count`` of this one; or, if this one does,
    it has taken them back, as nobody had answered. ``entry`` as in :class:`ActionHeard`."""

    entry: int
    count: int


@dataclass(frozen=True, slots=True)
class EndHeard:
    """The other board, which numbers the actions, says how the game ended, other than by its rules; or the one that
    does not had claimed the game on time before this one resigned. ``entry`` as in :class:`ActionHeard`."""

    entry: int
    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """These seats of the other board do not want the draw that was offered since the last action."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """The other board says that this seat there is out of time."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PauseHeard:
    """The other board wants a game with clocks to be paused, or to go on."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class OtherBoardSeen:
    """The other board of the game can be heard or not, and is there or not. ``name``: what it is called, if it was
    known by its code alone; empty: nothing new."""

    connected: bool
    there: bool
    name: str = ""


@dataclass(frozen=True, slots=True)
class GameStuck:
    """The game between two boards cannot go on as it should; or it can after all."""

    stuck: bool


@dataclass(frozen=True, slots=True)
class Reached:
    """The other board has the same game as this one had it once ``entry`` entries were stored; 0: it has lost some of
    it."""

    entry: int


@dataclass(frozen=True, slots=True)
class ActionStored:
    """The game is safely on disk up to and including entry number ``entry`` (counted from 1)."""

    entry: int


@dataclass(frozen=True, slots=True)
class StoreFailed:
    """Storing does not work at the moment (the writer keeps trying); ``reason`` is a sentence with the remedy."""

    reason: Message


@dataclass(frozen=True, slots=True)
class StoreWorks:
    """Storing works again."""

# --- what somebody wants ---------------------------------------------------------------------------------

Seats = frozenset[Seat]


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin a new game; one that is on the table is parked."""

    key: str
    """The store's name for the new game."""
    game: NewGame
    """Its set-up, if it has one, is known to describe a position."""
    course: Course | None = None
    """The lessons that it is a step of: then options and setup are its lesson's, and nothing of it is kept."""


@dataclass(frozen=True, slots=True)
class Reopen:
    """A kept game is wanted on the table again."""

    key: str
    game_id: str


NextGame = StartGame | Reopen
"""A game that somebody wants on the table in the place of the one that is there."""


Topic = Literal["undo", "park", "abandon", "hints", "warnings"]
"""A subject of proposals, which others have to agree to."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The seats whose consent is awaited, and the game that this one is to be parked for, if it is to be."""

    asked: Seats
    next_game: NextGame | None = None


@dataclass(frozen=True, slots=True)
class StoredState:
    """The state of a table that lasts besides the actions of its game: a power cut must not lose it."""

    paused: bool = False
    manual: int = 0
    """Squares (bitboard) whose reeds are not believed."""
    told: int = 0
    """Those of them that somebody said are covered."""
    draw_agreed: tuple[Seat, ...] = ()
    """The seats that want a draw, the one that offered it first."""
    proposals: Mapping[Topic, Proposal] = field(default_factory=dict)
    """The proposals that somebody still has to answer."""
    wood: tuple[tuple[int, str], ...] = ()
    """The pieces (as text) that are believed to stand on squares."""
    mixed: int = 0
    """Those of the squares (bitboard) where one of several pieces may stand."""
    hints_for: Seats = frozenset()
    """The seats that may have hints in this game: those whom they are against have agreed."""
    help: Mapping[Seat, Help] = field(default_factory=dict)
    """The help of the lights; seats left out have all of it."""
    giving_up: Seats = frozenset()
    """The seats that resign, in a game that another board numbers: it ends once that says so."""
    warnings: Seats = frozenset()
    """The seats that want to be warned before they throw something away."""
    pausing: bool = False
    """True if, in a game with clocks between two boards, this one wants it paused, or to go on if it is."""
    revealed_after: int | None = None
    """After so many actions, those that both boards have decided in secret are played from the beginning."""
    fallen: Seats = frozenset()
    """The seats that are out of time, in a game that another board numbers."""
    draw_declined: tuple[Seat, ...] = ()
    """The seats that did not want a draw, since the last action."""
    hints_declined: Seats = frozenset()
    """The seats that may have neither hints nor warnings in this game: somebody whom they are against has said no."""
    veiled: Seats = frozenset()
    """The seats that another phone has taken over in the midst of secret decisions: it does not learn the seat's."""
    seen: int = 0
    """The entry of the game up to which somebody has seen what computers did without changing any square."""

    def asked(self, topic: Topic) -> Seats:
        """Return the seats whose consent is awaited."""
        return self.proposals[topic].asked if topic in self.proposals else frozenset()


NOTHING_STORED: Final = StoredState()
"""The state of a game that has just begun."""


@dataclass(frozen=True, slots=True)
class ContinueGame:
    """Put a parked or interrupted game on the table. ``game``: as it began, but where and with the computers that it
    goes on with. ``played``: as far as it went, replayed beforehand: of a long game that takes longer than the table
    may stand still."""

    key: str
    game: NewGame
    played: Played
    entries: int
    """The number of entries that the store has of this game, undone ones included."""
    stored: StoredState = NOTHING_STORED
    clocks: KeptClocks = NO_CLOCKS
    scores: Mapping[int, float] = field(default_factory=dict)
    """The computers' opinion of their game: number of the action (from 1) → from −1 (lost) to 1 (won)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to the prompt ``prompt_id`` of a scene. ``seats``: the seats this phone may act for."""

    prompt_id: str
    value: str
    seats: Seats


Seen = frozenset[str]
"""All that somebody saw of the game and that has been so ever since, as ``table/requests/seen.py`` names it."""


@dataclass(frozen=True, slots=True)
class PlayAction:
    """Play an action, by its text, that a program has chosen for one of ``seats``, those it may act for: hands carry it
    out as they do a computer's. ``seen``: what the program saw of the game when it chose."""

    action: str
    seats: Seats
    seen: Seen | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The *end turn* button (every seat) or its likeness on a phone. ``seen``: what was seen by whoever pressed it;
    ``None``: the board itself.
    """

    seats: Seats
    seen: Seen | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class StandsAsShown:
    """The *end turn* button held for long: every piece stands where the picture shows it."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last action. ``held``: the seats that phones have taken; another phone's consent is needed. ``seen`` as
    in :class:`EndTurn`."""

    seats: Seats
    held: Seats
    seen: Seen | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Pause:
    """Ignore touches until resumed. ``seen`` as in :class:`EndTurn`."""

    seen: Seen | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Resume:
    """End a pause. ``seen`` as in :class:`EndTurn`."""

    seen: Seen | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Resign:
    """A seat gives the game up."""

    seat: Seat
    seats: Seats


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """A seat offers a draw; the others answer a prompt (on a phone that holds all seats, at once). ``seen`` as in
    :class:`EndTurn`."""

    seat: Seat
    seats: Seats
    seen: Seen | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class AskHint:
    """A seat wants a hint, or more of the one that it has. ``seen`` as in :class:`EndTurn`."""

    seat: Seat
    seats: Seats
    seen: Seen | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SetWarnings:
    """Have a seat warned or not, from now on, before it throws something away."""

    seat: Seat
    wanted: bool
    seats: Seats


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Another phone than before has taken a seat. ``lost``: in the place of a phone that was gone."""

    seat: Seat
    lost: bool = False


@dataclass(frozen=True, slots=True)
class AskForSeat:
    """Somebody wants to play on in a seat whose phone is gone. ``phone``: the token of theirs; ``holder``: of that one.

    ``asked``: the seats of the other phones that are there, which have to agree.
    """

    seat: Seat
    phone: str
    holder: str
    asked: Seats


@dataclass(frozen=True, slots=True)
class HolderBack:
    """A phone (token) is there again, in whose seat somebody wants to play on."""

    phone: str


@dataclass(frozen=True, slots=True)
class SetHelp:
    """Have the lights help a seat so much from now on."""

    seat: Seat
    help: Help
    seats: Seats


@dataclass(frozen=True, slots=True)
class TakeOver:
    """A person plays on for the computer in this seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AskToResign:
    """Somebody asks the computer in this seat to give the game up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ParkGame:
    """Take the game off the table; it can be continued. ``held``: the seats whose phones have to consent, if it goes on
    still; those of ``seats`` have. ``then``: what is wanted on the table in its place. ``seen`` as in
    :class:`EndTurn`."""

    seats: Seats = frozenset()
    held: Seats = frozenset()
    then: NextGame | None = None
    seen: Seen | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class AbandonGame:
    """End the game without a score. ``seats`` and ``held`` as in :class:`ParkGame`, ``seen`` as in :class:`EndTurn`."""

    seats: Seats = frozenset()
    held: Seats = frozenset()
    seen: Seen | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SetManual:
    """Stop (or go back to) believing a square's reed; while manual, the panel says what stands there."""

    square: Square
    manual: bool


@dataclass(frozen=True, slots=True)
class TouchManual:
    """Somebody says on the panel that a manual square was covered or uncovered. ``seen`` as in :class:`EndTurn`."""

    square: Square
    covered: bool
    seen: Seen | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """New settings, already checked."""

    settings: Settings


Event = (
    SquareLifted | SquarePlaced | BoardRead | BoardLaidOut | TimePassed | ChanceDrawn | MoveChosen | HintFound
    | BlunderFound | ActionHeard | CorrectionHeard | EndHeard | DrawDeclined | TimeRanOut | PauseHeard | OtherBoardSeen
    | GameStuck
    | Reached | ActionStored | StoreFailed | StoreWorks
    | StartGame | ContinueGame | Answer | EndTurn | StandsAsShown | TakeBack | Pause | Resume | Resign | OfferDraw
    | PlayAction | AskHint | SetHelp | SetWarnings | SeatTaken | AskForSeat | HolderBack | TakeOver | AskToResign
    | ParkGame | AbandonGame
    | SetManual | TouchManual | ChangeSettings
)
