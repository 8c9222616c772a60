"""The rules of chess as a game to be played."""

from collections.abc import Hashable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from engine.core.actions import Action, Footprint
from engine.core.events import Announced, Changed, Entered, Happening
from engine.core.messages import message
from engine.core.pieces import CHANCE, TWO_SEATS, Actor, Seat
from engine.game import Description, Game, Outcome, Prompt, View, Viewer
from engine.games.chess.arrays import USUAL
from engine.games.chess.endings import REASONS, begun, can_mate, claimed, followed, over
from engine.games.chess.geometry import BOARD
from engine.games.chess.moves import count_moves, list_moves, with_claim
from engine.games.chess.narration import tell
from engine.games.chess.position import (
    EMPTY,
    PIECES,
    Castling,
    ChessOptions,
    Draw,
    Move,
    Position,
    draws,
    pieces_of,
    starting_placement,
)
from engine.games.chess.position_editor import STAGES
from engine.games.chess.setup import detail, read_position
from engine.games.chess.text import PIECE_NAMES, describe
from engine.games.chess.tips import TIPS
from engine.narration import AppliedAction, Story
from engine.position_editor import Stage
from engine.services.promotion import promotion_prompt


class Chess(Game[Position]):
    """Chess."""

    id = "chess"
    name = "Chess"
    summary = message("The game that everybody knows, and Chess960.")
    minutes = (20, 90)
    tips = TIPS
    boards = (BOARD,)
    seats = TWO_SEATS
    piece_names = PIECE_NAMES
    reasons = REASONS
    options_type = ChessOptions

    def start(self, options: ChessOptions) -> Position:
        if options.start == "drawn":
            return Position(options, "array", EMPTY)
        return _begun(options, USUAL if options.start == "usual" else options.number)

    def setup(self, options: ChessOptions, state: Mapping[str, Any]) -> Position:
        return read_position(options, state)

    def stages(self, options: ChessOptions) -> Sequence[Stage]:
        return STAGES

    def to_act(self, position: Position) -> tuple[Actor, ...]:
        if position.phase == "play":
            return (TWO_SEATS[position.placement.side],)
        return (CHANCE,) if position.phase == "array" else ()

    def actions(self, position: Position) -> Sequence[Action]:
        if position.phase == "play":
            moves = list_moves(position)
            return with_claim(moves) if claimed(position) else moves
        return draws() if position.phase == "array" else ()

    def count(self, position: Position) -> int:
        if position.phase == "play":
            return count_moves(position) + (claimed(position) is not None)
        return len(self.actions(position))

    def _advance(self, position: Position, action: Action) -> tuple[Position, tuple[Happening, ...]]:
        successor = self.successor(position, action)
        return successor, _happenings(action, successor)

    def successor(self, position: Position, action: Action) -> Position:
        if isinstance(action, Move | Castling):
            return followed(position, action)
        if isinstance(action, Draw):
            return _begun(position.options, action.array)
        outcome = claimed(position)
        assert outcome is not None, "only what can be claimed is listed"
        return over(position, outcome)

    def outcome(self, position: Position) -> Outcome | None:
        return position.outcome

    def occupied(self, position: Position) -> int:
        return position.placement.white | position.placement.black

    def footprint(self, position: Position, action: Action) -> Footprint:
        if isinstance(action, Castling):
            return _castling_footprint(action)
        if not isinstance(action, Move):
            return Footprint()
        placement, origin, target = position.placement, 1 << action.origin, 1 << action.target
        if target & (placement.white | placement.black):
            return Footprint(empties=origin, swaps=target)
        if target == placement.en_passant and origin & placement.pawns:
            return Footprint(empties=origin | _passed(action), fills=target)
        return Footprint(empties=origin, fills=target)

    def question(self, position: Position, alike: Sequence[Action]) -> Prompt | None:
        return promotion_prompt(TWO_SEATS[position.placement.side], alike, self.piece_names)

    def view(self, position: Position, knows: Viewer) -> View:
        return View(dict(pieces_of(position.placement)), position.phase, self.to_act(position), detail(position))

    def describe(self, position: Position, knows: Viewer) -> Description:
        return describe(position)

    def _tell(self, story: Story, taken: AppliedAction[Position], knows: Viewer) -> None:
        tell(story, taken)

    def may_win(self, position: Position, seat: Seat) -> bool:
        return position.phase == "array" or can_mate(position.placement, TWO_SEATS.index(seat))

    def key(self, position: Position) -> Hashable:
        return position.placement


def _begun(options: ChessOptions, array: int) -> Position:
    return begun(options, starting_placement(array), array=array)


def _passed(move: Move) -> int:
    """Return the square of the pawn that is captured in passing: on the target's file, on the taker's rank."""
    return 1 << BOARD.square(BOARD.file(move.target), BOARD.rank(move.origin))


def _castling_footprint(way: Castling) -> Footprint:
    """In Chess960 either may stay, or go where the other one stood. If they change places, reeds feel nothing of it;
    the phone offers it then (:func:`engine.games.chess.text.describe`)."""
    gone, come = 1 << way.king | 1 << way.rook, 1 << way.king_target | 1 << way.rook_target
    if gone == come:
        return Footprint()
    taken_over = (way.king_target == way.rook) << way.rook | (way.rook_target == way.king) << way.king
    return Footprint(empties=gone & ~come, fills=come & ~gone, swaps=taken_over)


def _happenings(action: Action, after: Position) -> tuple[Happening, ...]:
    if isinstance(action, Draw):
        return tuple(Entered(square, piece) for square, piece in sorted(pieces_of(after.placement), key=itemgetter(0)))
    found: list[Happening] = []
    if isinstance(action, Move) and action.promotion:
        found.append(Changed(action.target, PIECES[1 - after.placement.side][action.promotion]))
    if after.checkers and after.outcome is None:
        found.append(Announced(message("{seat} is in check.", seat=TWO_SEATS[after.placement.side]), "alert"))
    return tuple(found)
