"""The scene that phones show: the table as one viewer may see it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.game import MarkKind, PromptKind
from engine.records.computer_levels import OutsideEngine
from engine.services.lessons import Verdict
from table.messages.lights import Help, Light, Overlay

GoalReason = Literal["setup", "happening", "undo", "repair"]
"""The reason why the board is being brought to the position."""
Status = Literal["empty", "play", "paused", "over", GoalReason]


@dataclass(frozen=True, slots=True)
class SceneChoice:
    """One answer to a prompt; ``value`` goes into :class:`Answer`; ``square`` (a name) where it can also be tapped."""

    value: str
    label: Message
    square: str | None = None


@dataclass(frozen=True, slots=True)
class ScenePrompt:
    """A decision asked on the phones of ``seats`` (none: on all, as only computers play).

    ``points`` and ``squares`` belong to a division (see ``engine.game.Prompt``).
    """

    id: str
    kind: PromptKind
    seats: tuple[Seat, ...]
    message: Message
    choices: tuple[SceneChoice, ...] = ()
    points: int = 0
    squares: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SceneCounter:
    """A number with a label; ``of``: drawn as that many pips of which ``value`` are lit; ``of_turn``: it counts what is
    left of a turn."""

    label: Message
    value: int
    of: int | None
    seat: Seat | None
    of_turn: bool


@dataclass(frozen=True, slots=True)
class SceneMark:
    """Something about the piece on a square."""

    square: str
    kind: MarkKind
    text: str
    message: Message


@dataclass(frozen=True, slots=True)
class SceneGroup:
    """Pieces on ``squares`` that can act together now; ``targets``: where that may lead them, or whom they may take."""

    name: Message
    squares: tuple[str, ...]
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SceneTip:
    """A tip for a first game, told now; ``name`` is the name among all tips of all games, ``section`` as in
    ``engine.tips``."""

    name: str
    section: str
    message: Message


@dataclass(frozen=True, slots=True)
class SceneMotion:
    """One thing to animate; what is announced has a ``message`` and an ``icon``."""

    kind: Literal["moved", "removed", "entered", "changed", "announced"]
    square: str = ""
    target: str = ""
    piece: str = ""
    message: Message | None = None
    icon: str = ""


@dataclass(frozen=True, slots=True)
class SceneHint:
    """That ``seat`` can ask for a hint, or for more of it. ``told``: how much it was told, from 0 to 3; ``agreed``:
    whether it may have hints; ``ready``: whether nothing is awaited."""

    seat: Seat
    told: int
    agreed: bool
    ready: bool


@dataclass(frozen=True, slots=True)
class SceneLesson:
    """The lesson on the table: the ``number``-th of ``count``. ``name``: see ``engine.services.lessons.Lesson``;
    ``find``: whether it is a problem; ``from_game``: whether that problem comes from a game that was played;
    ``learner``: whose progress is kept, if that is somebody with a name."""

    name: str
    number: int
    count: int
    find: bool
    from_game: bool
    verdict: Verdict
    task: Message
    learner: str


@dataclass(frozen=True, slots=True)
class SceneClock:
    """The time left on a seat's clock; ``runs``: it runs now. Clocks are no part of a scene, which stays as it is while
    they run."""

    left_ms: int
    runs: bool
    control: Message


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one viewer may see of the table. Squares by name, pieces as ``wP``."""

    number: int
    """Rises with every change; a tap says on which scene it was made."""
    status: Status
    """The stage that the table is at."""
    now: Message
    """The thing to do now, in one sentence."""
    lights: Mapping[str, Light] = field(default_factory=dict)
    overlay: Overlay = Overlay.NONE
    key: str = ""
    game_id: str = ""
    game_name: str = ""
    options: Mapping[str, int | bool | str] = field(default_factory=dict)
    players: Mapping[Seat, str] = field(default_factory=dict)
    computers: Mapping[Seat, int] = field(default_factory=dict)
    """The seats that a computer plays, and its level there."""
    engines: Mapping[Seat, OutsideEngine] = field(default_factory=dict)
    """Those of them that an outside engine plays."""
    resignable: tuple[Seat, ...] = ()
    """Those of them that may be asked to resign."""
    afar: tuple[Seat, ...] = ()
    """The seats that are played at another board."""
    screen: bool = True
    files: int = 8
    ranks: int = 8
    a1_light: bool = False
    """True if the corner square a1 is a light one."""
    pieces: Mapping[str, str] = field(default_factory=dict)
    """The position: what should stand where."""
    piece_names: Mapping[str, Message] = field(default_factory=dict)
    covered: tuple[str, ...] = ()
    """The squares that are covered (manual ones as told)."""
    missing: tuple[str, ...] = ()
    """Squares to fill at this moment (all of them, whatever rank is lit)."""
    extra: tuple[str, ...] = ()
    """Squares to clear at this moment."""
    phase: Message = Message("")
    """The phase of the game; of what was told last, while that is carried out."""
    icon: str = ""
    to_act: tuple[str, ...] = ()
    """Those whom the game waits for; nobody while ``carrying``."""
    carrying: bool = False
    """True while the screen board's own hand has still to carry out what was played: then ``pieces`` are to be shown,
    not what stands there."""
    counters: tuple[SceneCounter, ...] = ()
    marks: tuple[SceneMark, ...] = ()
    groups: tuple[SceneGroup, ...] = ()
    """Groups that can act together, the largest first; with something in the hand, as it is still possible then."""
    sentences: tuple[Message, ...] = ()
    prompts: tuple[ScenePrompt, ...] = ()
    motions: tuple[SceneMotion, ...] = ()
    """Happenings of the last action, to animate once: they belong to action number ``action_count``."""
    action_count: int = 0
    last_action: str = ""
    holes: tuple[str, ...] = ()
    confirmed: bool = True
    """True if everything up to the last action is on disk."""
    trouble: Message | None = None
    """A sentence about storing or the board that somebody should act on."""
    can_end_turn: bool = False
    undo_refusal: Message | None = None
    """The reason why the last action cannot be taken back; ``None``: it can."""
    undo: Message = Message("")
    """The question whether it shall be; empty: it cannot."""
    undo_by: Seat | None = None
    """The seat whose player may take it back without any question: nobody has answered it yet."""
    manual: tuple[str, ...] = ()
    suspects: tuple[str, ...] = ()
    """Squares whose reed contradicted everything: candidates for *manual*."""
    winners: tuple[Seat, ...] | None = None
    """``None`` while the game goes on; empty: a draw."""
    reason: str = ""
    can_be_drawn: bool = True
    """True if players may agree on a draw."""
    draw_offered_by: Seat | None = None
    """The seat whose offer of a draw stands."""
    joins: tuple[str, ...] = ()
    """Squares of pieces that a legal action takes up besides what is in the hand."""
    targets: tuple[str, ...] = ()
    """Squares of pieces that the one in the hand may take, strike or heal."""
    tips: tuple[SceneTip, ...] = ()
    """Tips of a first game that matter now; each phone shows what was not read on it yet."""
    help: Mapping[Seat, Help] = field(default_factory=dict)
    """The help of the lights for each seat."""
    warnings: Mapping[Seat, bool] = field(default_factory=dict)
    """For each seat, true if it is warned before it throws something away; seats for which that cannot be had are
    left out."""
    hint: SceneHint | None = None
    """``None``: there is nobody who could have one now."""
    lesson: SceneLesson | None = None
    """``None``: this is a game."""
    told_within_ms: int = 8000
    """The longest time for which phones tell what is to be told next."""
    commits_in_s: float | None = None
    """Seconds until the move on the board is taken as finished, although a longer one is possible."""
