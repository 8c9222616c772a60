"""Playback of what an action made happen, on the rings, moment by moment: who falls, what marches, what a die shows.

In step with the words on the phones, which take as long over each (``webpanel/static/js/story/story.js``). Nobody has
to wait for it: the board asks for the pieces meanwhile, and a touch skips what is left.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from engine.core.pieces import Piece, Seat
from engine.core.squares import Board, Square, bitboard
from engine.game import EVERYTHING, SPECTATOR, Played
from engine.narration import StoryMoment

GLANCE_S, PER_LETTER_S = 0.8, 0.04
LONGER: Mapping[str, float] = {"de": 1.1}
"""The length of sentences beside the English ones, by language; those left out are as long."""
MOST_S = 8.0
"""A long combat is told more quickly, so that nobody waits for long."""
BRIEF_S = 2.0
"""A round is told in so much on average, once everybody has had :data:`LEARNT` turns, and knows what happens."""
LEARNT = 2
A_TURN = 1.5
"""The number of tellings in a turn where there are most, in Pawn's Revenge: ``script/bench burden`` measures it."""
PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "adgcfi"}
"""The eyes of a die, on places lettered from left to right and from bottom to top."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment. Squares as bitboards; ``falls``: of those who leave the board, who stand there on wood still.

    ``goes_to``: the owners of the pieces that march, by the squares they march to. ``long_s``: how long it takes to
    look at it and read what is said.
    """

    long_s: float
    about: int
    falls: int = 0
    comes_from: int = 0
    goes_to: Mapping[Square, Seat | None] = field(default_factory=dict)
    enters: int = 0
    die: bool = False

    @property
    def to_see(self) -> bool:
        """True if something changes: what is only said (a check) needs no telling by lights."""
        return bool(self.falls | self.comes_from | self.enters) or self.die


@dataclass(frozen=True, slots=True)
class Playback:
    """Moments that follow each other. ``since_s``: monotonic seconds; ``most_s``: all of them take no longer."""

    since_s: float
    frames: tuple[Frame, ...]
    most_s: float = MOST_S

    def at(self, now_s: float) -> Frame | None:
        """Return the frame that is shown at a moment; ``None``: nothing any more."""
        return next((frame for frame, ends_s in zip(self.frames, self.moments(), strict=True) if now_s < ends_s), None)

    def moments(self) -> Sequence[float]:
        """Return when each frame ends."""
        pace = min(1.0, self.most_s / sum(frame.long_s for frame in self.frames))
        ends, at_s = [], self.since_s
        for frame in self.frames:
            at_s += pace * frame.long_s
            ends.append(at_s)
        return ends


def told_within_s(played: Played, quickly: bool) -> float:
    """Return how long it may take to tell what the last action brought about. ``quickly``: briefly after some turns."""
    seats = len(played.game.seats_of(played.options))
    known = LEARNT * seats
    return BRIEF_S / (A_TURN * seats) if quickly and _turns_before(played, known + 1) > known else MOST_S


def _turns_before(played: Played, most: int) -> int:
    """Count the turns that had begun before the last action, up to ``most``: players have long games."""
    turns, latest = 0, None
    for position in chain([played.first], islice(played.positions, max(0, len(played.positions) - 1))):
        turn = played.game.turn_of(position)
        if turn not in (None, latest):
            turns, latest = turns + 1, turn
        if turns == most:
            break
    return turns


def playback_of(
    played: Played, before: Playback | None, now_s: float, language: str = "en", quickly: bool = False
) -> Playback | None:
    """Return what is to be shown after the last action, behind what still is; ``None``: nothing that hands have not
    done.

    :param language: in which it is read.
    :param quickly: whether it is told briefly once everybody has seen enough of it.
    """
    frames = tuple(_frames(played, PER_LETTER_S * LONGER.get(language, 1.0)))
    if not any(frame.to_see for frame in frames):
        frames = ()
    if before is not None and before.at(now_s) is not None:
        return replace(before, frames=(*before.frames, *frames))
    return Playback(now_s, frames, told_within_s(played, quickly)) if frames else None


def _frames(played: Played, per_letter_s: float) -> Iterator[Frame]:
    game, board = played.game, played.game.board(played.options)
    before = played.position_before()
    stands = dict(game.view(before, EVERYTHING).pieces)
    for index, told in enumerate(game.tell(before, played.actions[-1], SPECTATOR)):
        if index or not told.changes:  # what hands have moved everybody saw
            yield _frame(told, board, stands, per_letter_s)
        stands = {square: piece for square, piece in {**stands, **dict(told.changes)}.items() if piece is not None}


def _frame(told: StoryMoment, board: Board, stands: Mapping[Square, Piece], per_letter_s: float) -> Frame:
    put = {square: piece for square, piece in told.changes if piece is not None and stands.get(square) != piece}
    gone = {square: stands[square] for square, piece in told.changes if piece is None and square in stands}
    moved = {square for square, piece in gone.items() if piece in put.values()}
    arrived = {square for square, piece in put.items() if piece in {gone[each] for each in moved}}
    return Frame(
        GLANCE_S + per_letter_s * len(str(told.message)),
        about=bitboard(told.squares) | bitboard(_pips(board, told.die)),
        falls=bitboard(set(gone) - moved), comes_from=bitboard(moved),
        goes_to={square: put[square].owner for square in arrived},
        enters=bitboard(set(put) - arrived - set(stands)), die=told.die is not None,
    )


def _pips(board: Board, die: int | None) -> Iterator[Square]:
    """A die's face around the middle of the board; nothing for several dice, whose sum no face shows."""
    file, rank = board.files // 2 - 2, board.ranks // 2 - 2
    for place in PIPS.get(die or 0, ""):
        up, right = divmod("abcdefghi".index(place), 3)
        if board.holds(file + 2 * right, rank + 2 * up):
            yield board.square(file + 2 * right, rank + 2 * up)
