"""The words that hands, lights, devices and phones share.

Everything that enters the table (*events*: what happened in past tense, what somebody wants imperative),
everything that leaves it (*effects*), and what is shown (*lights*, *scene*). Values only, no logic.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.messages import Message
from engine.pieces import Seat
from engine.squares import Square

# --- lights ------------------------------------------------------------------------------------------------------


class Role(StrEnum):
    """What a square's light says. One per square; where several apply, the one listed first wins."""

    WRONG = "wrong"
    CHOICE = "choice"
    CAPTURE = "capture"
    MOVE = "move"
    SPAWN = "spawn"
    PLACE = "place"
    CLEAR = "clear"
    MARCH_FROM = "march_from"
    MARCH_TO = "march_to"
    ORIGIN = "origin"
    NO_MOVE = "no_move"
    SPENT = "spent"
    TURN = "turn"
    HOLE = "hole"


class Badge(StrEnum):
    """A small sign beside a square's role."""

    CHECK = "check"
    SHIELD = "shield"
    LAST_MOVE = "last_move"


@dataclass(frozen=True, slots=True)
class Light:
    """The light of one square. ``seat``: whose colour ``place`` and ``turn`` shine in (``None``: nobody's)."""

    role: Role | None = None
    badge: Badge | None = None
    seat: Seat | None = None


Lights = Mapping[Square, Light]
"""Squares left out are dark."""


class Overlay(StrEnum):
    """What the whole board does, over or instead of its lights."""

    NONE = "none"
    FLASH = "flash"
    """A short confirmation on the squares of the last action: it is on disk."""
    PAUSE = "pause"
    """Dark but for a slow breath of the turn's colour."""


# --- settings ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Settings:
    """What owners set on the panel. Times in milliseconds."""

    brightness: int = 60
    """Percent, 1–100, of what the power budget allows."""
    palette: str = "default"
    """``default``, ``colour-blind`` or ``high-contrast``."""
    motion: bool = True
    """Whether lights move; without, roles differ by shape and colour alone."""
    settle_ms: int = 300
    """Rest after a touch before it counts, 100–2000."""
    debounce_ms: int = 25
    """Rest of a reed before its change counts, 5–200."""
    by_hand: bool = False
    """Screen board only: players do set-up, march and clearing themselves."""
    typed_dice: bool = False
    """Dice are thrown on the table and typed in by the throwing seat."""
    language: str = "en"


# --- events: what happened ---------------------------------------------------------------------------------------


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
class TimePassed:
    """Nothing happened, but the moment the table asked to be woken at has come."""


@dataclass(frozen=True, slots=True)
class ChanceDrawn:
    """Chance decided: the text of the action drawn."""

    action: str


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


# --- events: what somebody wants ---------------------------------------------------------------------------------

Seats = frozenset[Seat]


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin a new game; one that is on the table is parked."""

    key: str
    """The store's name for the new game."""
    game_id: str
    options: Mapping[str, int | bool | str]
    players: Mapping[Seat, str]
    screen: bool
    """Whether it is played on the screen board."""


@dataclass(frozen=True, slots=True)
class Aside:
    """What lasts beside a game's actions: a power cut must not lose it. ``manual``: squares (bitboard) whose reeds are
    not believed; ``told``: those of them that somebody said are covered. The rest as in ``table.state.Table``."""

    paused: bool = False
    manual: int = 0
    told: int = 0
    draw_agreed: tuple[Seat, ...] = ()
    undo_asked: Seats = frozenset()


@dataclass(frozen=True, slots=True)
class ContinueGame:
    """Put a parked or interrupted game on the table. ``actions``: all that are not undone, in order."""

    key: str
    game_id: str
    options: Mapping[str, int | bool | str]
    players: Mapping[Seat, str]
    screen: bool
    actions: tuple[str, ...]
    entries: int
    """How many entries the store has of this game, undone ones included."""
    setup: Mapping[str, object] | None = None
    aside: Aside = Aside()


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to the prompt ``prompt_id`` of a scene. ``seats``: the seats this phone may act for."""

    prompt_id: str
    value: str
    seats: Seats


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The *end turn* button (every seat) or its likeness on a phone."""

    seats: Seats


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last action. ``held``: the seats that phones have taken; another phone's consent is needed."""

    seats: Seats
    held: Seats


@dataclass(frozen=True, slots=True)
class Pause:
    """Ignore touches until resumed."""


@dataclass(frozen=True, slots=True)
class Resume:
    """End a pause."""


@dataclass(frozen=True, slots=True)
class Resign:
    """A seat gives the game up."""

    seat: Seat
    seats: Seats


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """A seat offers a draw; the others answer a prompt (on a phone that holds all seats, at once)."""

    seat: Seat
    seats: Seats


@dataclass(frozen=True, slots=True)
class ParkGame:
    """Take the game off the table; it can be continued."""


@dataclass(frozen=True, slots=True)
class AbandonGame:
    """End the game without a score."""


@dataclass(frozen=True, slots=True)
class SetManual:
    """Stop (or go back to) believing a square's reed; while manual, the panel says what stands there."""

    square: Square
    manual: bool


@dataclass(frozen=True, slots=True)
class TouchManual:
    """Somebody says on the panel that a manual square was covered or uncovered."""

    square: Square
    covered: bool


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """New settings, already checked."""

    settings: Settings


Event = (
    SquareLifted | SquarePlaced | BoardRead | TimePassed | ChanceDrawn | ActionStored | StoreFailed | StoreWorks
    | StartGame | ContinueGame | Answer | EndTurn | TakeBack | Pause | Resume | Resign | OfferDraw
    | ParkGame | AbandonGame | SetManual | TouchManual | ChangeSettings
)

# --- effects -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StoreGame:
    """Keep a new game's header. It counts as the entry 0 that every other entry follows."""

    key: str
    game_id: str
    options: Mapping[str, int | bool | str]
    players: Mapping[Seat, str]
    screen: bool


@dataclass(frozen=True, slots=True)
class StoreAction:
    """Append an action. ``typed``: the number on it was typed in from real dice."""

    key: str
    entry: int
    action: str
    typed: bool = False


@dataclass(frozen=True, slots=True)
class StoreUndone:
    """Mark the latest ``count`` actions not yet marked as undone. Itself an entry, acknowledged like one."""

    key: str
    entry: int
    count: int


@dataclass(frozen=True, slots=True)
class StoreEnd:
    """The game is over. ``termination``: ``normal``, ``resignation``, ``agreement`` or ``abandoned``.

    Itself an entry, acknowledged like one.
    """

    key: str
    entry: int
    winners: tuple[Seat, ...]
    reason: str
    termination: str


@dataclass(frozen=True, slots=True)
class DrawChance:
    """Draw one of the outcomes by weight and answer with :class:`ChanceDrawn`."""

    outcomes: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Refuse:
    """Tell whoever sent the event why it was not done, and what to do now."""

    reason: Message


Effect = StoreGame | StoreAction | StoreUndone | StoreEnd | DrawChance | Refuse

# --- the scene ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SceneChoice:
    """One answer to a prompt; ``value`` goes into :class:`Answer`; ``square`` (a name) where it can also be tapped."""

    value: str
    label: Message
    square: str | None = None


@dataclass(frozen=True, slots=True)
class ScenePrompt:
    """A decision asked on the phones of ``seats``: ``kind`` is square, choice, number, division or confirm.

    ``points`` and ``squares`` belong to a division (see ``engine.game.Prompt``).
    """

    id: str
    kind: str
    seats: tuple[Seat, ...]
    message: Message
    choices: tuple[SceneChoice, ...] = ()
    points: int = 0
    squares: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SceneCounter:
    """A number with a label; ``of``: drawn as that many pips of which ``value`` are lit."""

    label: Message
    value: int
    of: int | None
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class SceneMark:
    """Something about the piece on a square: ``kind`` as in ``engine.game.MarkKind``."""

    square: str
    kind: str
    text: str
    message: Message


@dataclass(frozen=True, slots=True)
class SceneMotion:
    """One thing to animate: ``kind`` moved, removed, entered, changed or announced (with ``message`` and ``icon``)."""

    kind: str
    square: str = ""
    target: str = ""
    piece: str = ""
    message: Message | None = None
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one viewer may see of the table. Squares by name, pieces as ``wP``."""

    number: int
    """Rises with every change; a tap says on which scene it was made."""
    status: str
    """``empty``, ``setup``, ``play``, ``happening``, ``repair``, ``undo``, ``paused`` or ``over``."""
    now: Message
    """What to do now, in one sentence."""
    lights: Mapping[str, Light] = field(default_factory=dict)
    overlay: Overlay = Overlay.NONE
    key: str = ""
    game_id: str = ""
    game_name: str = ""
    options: Mapping[str, int | bool | str] = field(default_factory=dict)
    players: Mapping[Seat, str] = field(default_factory=dict)
    screen: bool = True
    files: int = 8
    ranks: int = 8
    a1_light: bool = False
    """Whether the corner square a1 is a light one."""
    pieces: Mapping[str, str] = field(default_factory=dict)
    """What should stand where: the position."""
    piece_names: Mapping[str, Message] = field(default_factory=dict)
    covered: tuple[str, ...] = ()
    """The squares that are covered (manual ones as told)."""
    missing: tuple[str, ...] = ()
    """Squares to fill at this moment (all of them, whatever rank is lit)."""
    extra: tuple[str, ...] = ()
    """Squares to clear at this moment."""
    phase: Message = Message("")
    icon: str = ""
    to_act: tuple[str, ...] = ()
    counters: tuple[SceneCounter, ...] = ()
    marks: tuple[SceneMark, ...] = ()
    sentences: tuple[Message, ...] = ()
    prompts: tuple[ScenePrompt, ...] = ()
    motions: tuple[SceneMotion, ...] = ()
    """What the last action made happen, to animate once: they belong to action number ``action_count``."""
    action_count: int = 0
    last_action: str = ""
    holes: tuple[str, ...] = ()
    confirmed: bool = True
    """Whether everything up to the last action is on disk."""
    trouble: Message | None = None
    """A sentence about storing or the board that somebody should act on."""
    can_end_turn: bool = False
    undo_refusal: Message | None = None
    """Why the last action cannot be taken back; ``None``: it can."""
    manual: tuple[str, ...] = ()
    suspects: tuple[str, ...] = ()
    """Squares whose reed contradicted everything: candidates for *manual*."""
    winners: tuple[Seat, ...] | None = None
    """``None`` while the game goes on; empty: a draw."""
    reason: str = ""
    draw_offered_by: Seat | None = None
    commits_in_s: float | None = None
    """How long until the move on the board is taken as finished, although a longer one is possible."""
