"""A game told moment by moment, so that a log, a voice and a replay can go through it step by step."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from engine.core.actions import Action
from engine.core.events import Announced, Changed, Entered, Happening, Moved, Removed
from engine.core.messages import Message, Value, message
from engine.core.pieces import Piece, Seat
from engine.core.squares import Square

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Banner:
    """The headline of a phase. ``icon`` names a picture of the panel's icon set."""

    phase: Message
    icon: str


OVER = Banner(message("Game over"), "crown")


@dataclass(frozen=True, slots=True)
class StoryMoment:
    """One moment of a game."""

    message: Message
    """A whole sentence."""
    squares: tuple[Square, ...] = ()
    """The squares it is about."""
    changes: tuple[tuple[Square, Piece | None], ...] = ()
    """The pieces that stand on squares from this moment on; ``None``: nothing any more."""
    die: int | None = None
    """The number on a die that is thrown at this moment; of several dice the sum."""
    banner: Banner | None = None
    """The phase that is told; ``None``: that before the action."""
    entrances: tuple[Square, ...] = ()
    """The squares on which new pieces enter, or may."""


@dataclass(frozen=True, slots=True)
class AppliedAction(Generic[P]):
    """An action that was taken: the positions before and after it, and what happened by itself in between."""

    before: P
    action: Action
    happenings: tuple[Happening, ...]
    after: P


class Story:
    """Collects what is told of an action. What was moved since the last sentence belongs to the next one.

    >>> story = Story({Square(0): Piece(Seat.WHITE, "P")})
    >>> story.move(Square(0), Square(1))
    >>> story.say(message("{seat} steps forward.", seat="White"), (Square(1),))
    >>> [(str(told.message), dict(told.changes)[Square(0)]) for told in story.told]
    [('White steps forward.', None)]
    """

    def __init__(self, pieces: Mapping[Square, Piece]) -> None:
        """Begin with what stands where before the action."""
        self.pieces = dict(pieces)
        self.banner: Banner | None = None
        """The phase to which all that is said from now on belongs; ``None``: that before the action."""
        self._changes: dict[Square, Piece | None] = {}
        self._told: list[StoryMoment] = []

    @property
    def told(self) -> tuple[StoryMoment, ...]:
        """All moments, in order."""
        return tuple(self._told)

    def put(self, square: Square, piece: Piece) -> None:
        """Put a piece on a square."""
        self.pieces[square] = self._changes[square] = piece

    def remove(self, square: Square) -> None:
        """Take a piece off the board."""
        del self.pieces[square]
        self._changes[square] = None

    def move(self, source: Square, target: Square) -> None:
        """Move a piece from one square to another, in the place of what stands there."""
        piece = self.pieces[source]
        self.remove(source)
        self.put(target, piece)

    def say(
        self, text: Message, squares: Iterable[Square] = (), die: int | None = None, entrances: Iterable[Square] = ()
    ) -> None:
        """Add the next moment."""
        self._told.append(StoryMoment(
            text, tuple(dict.fromkeys(squares)), tuple(self._changes.items()), die, self.banner, tuple(entrances)
        ))
        self._changes = {}

    def end(self) -> None:
        """Tell the last moment as the end of the game."""
        self._told[-1] = replace(self._told[-1], banner=OVER)

    def follow(self, happening: Happening) -> None:
        """Do to the pieces what this happening does."""
        match happening:
            case Moved(source, target):
                self.move(source, target)
            case Removed(square):
                self.remove(square)
            case Entered(square, piece) | Changed(square, piece):
                self.put(square, piece)

    def tell(self, happenings: Iterable[Happening]) -> None:
        """Add a moment for everything announced, together with what happened to pieces after it."""
        for announced, followers in announcements(happenings):
            for each in followers:
                self.follow(each)
            if announced is not None:
                self.say(announced.message, announced.squares)


def announcements(happenings: Iterable[Happening]) -> Iterator[tuple[Announced | None, list[Happening]]]:
    """Yield each announcement with what happened to pieces before the next one; first, with ``None``, before all of
    them."""
    announced, followers = None, list[Happening]()
    for happening in happenings:
        if isinstance(happening, Announced):
            yield announced, followers
            announced, followers = happening, []
        else:
            followers.append(happening)
    yield announced, followers


def headed(announced: Announced) -> Banner:
    """Return the headline of a phase that is announced."""
    return Banner(announced.message, announced.icon)


# --- sentences that games share ----------------------------------------------------------------------------------


def goes(seat: Seat, piece: Message, source: str, target: str) -> Message:
    """Say that somebody moves a piece."""
    return message("{seat}: {piece} {source} to {target}.", seat=seat, piece=piece, source=source, target=target)


def takes(seat: Seat, piece: Message, source: str, victim: Message, target: str) -> Message:
    """Say that somebody captures a piece."""
    return message(
        "{seat}: {piece} {source} takes the {victim} on {target}.",
        seat=seat, piece=piece, source=source, victim=victim, target=target,
    )


def pawn_takes(seat: Seat, source: str, target: str) -> Message:
    """Say that somebody captures, where there are only pawns."""
    return message("{seat}: pawn {source} takes {target}.", seat=seat, source=source, target=target)


def no_pawn_left(loser: Seat, winner: Seat) -> Message:
    """Say the end of a side that had only pawns."""
    return message("{loser} has no pawn left: {seat} wins.", loser=loser, seat=winner)


def ends(winners: Sequence[Seat], reason: Message) -> Message:
    """Put into words how a game ended."""
    if not winners:
        return message("The game is drawn: {reason}.", reason=reason)
    if len(winners) == 1:
        return message("{seat} wins: {reason}.", seat=winners[0], reason=reason)
    return message("{seats} win: {reason}.", seats=together(winners), reason=reason)


def together(seats: Sequence[Seat]) -> Value:
    """Name players in one breath."""
    some: Value = seats[0]
    for seat in seats[1:-1]:
        some = message("{some}, {seat}", some=some, seat=seat)
    return message("{some} and {seat}", some=some, seat=seats[-1]) if len(seats) > 1 else some
