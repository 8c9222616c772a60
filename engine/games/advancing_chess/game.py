"""The rules of Advancing Chess: turns, breakthrough and the end of the game."""

from collections.abc import Hashable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from engine.core.actions import Action, Footprint
from engine.core.events import Entered, Happening
from engine.core.messages import message
from engine.core.pieces import CHANCE, TWO_SEATS, Actor
from engine.game import Description, Game, Outcome, View, Viewer
from engine.games.advancing_chess.endings import REASONS, after_move
from engine.games.advancing_chess.moves import count_moves, list_moves
from engine.games.advancing_chess.narration import tell
from engine.games.advancing_chess.position import (
    ALL,
    BOARD,
    AdvancingChessOptions,
    Draw,
    Kinds,
    Move,
    Position,
    arrayed,
    draws,
    pieces_of,
)
from engine.games.advancing_chess.setup import read_position
from engine.games.advancing_chess.text import PIECE_NAMES, describe
from engine.games.advancing_chess.tips import TIPS
from engine.narration import AppliedAction, Story
from engine.position_editor import Stage


class AdvancingChess(Game[Position]):
    """Advancing Chess."""

    id = "advancing-chess"
    name = "Advancing Chess"
    summary = message("Two armies and no way back: first safely across wins.")
    minutes = (20, 45)
    tips = TIPS
    boards = (BOARD,)
    seats = TWO_SEATS
    piece_names = PIECE_NAMES
    reasons = REASONS
    can_be_drawn = False
    options_type = AdvancingChessOptions

    def start(self, options: AdvancingChessOptions) -> Position:
        if options.array < 0:
            return Position(options, "array", 0, (0, 0), Kinds())
        return arrayed(options, options.array)

    def setup(self, options: AdvancingChessOptions, state: Mapping[str, Any]) -> Position:
        return read_position(options, state)

    def stages(self, options: AdvancingChessOptions) -> Sequence[Stage]:
        return (Stage("play", message("Advance"), TWO_SEATS),)

    def to_act(self, position: Position) -> tuple[Actor, ...]:
        if position.phase == "play":
            return (TWO_SEATS[position.side],)
        return (CHANCE,) if position.phase == "array" else ()

    def actions(self, position: Position) -> Sequence[Action]:
        if position.phase == "play":
            return list_moves(position)
        return draws() if position.phase == "array" else ()

    def count(self, position: Position) -> int:
        return count_moves(position) if position.phase == "play" else len(self.actions(position))

    def _advance(self, position: Position, action: Action) -> tuple[Position, tuple[Happening, ...]]:
        successor = self.successor(position, action)
        if isinstance(action, Draw):
            placed = sorted(pieces_of(successor), key=itemgetter(0))
            return successor, tuple(Entered(square, piece) for square, piece in placed)
        return successor, ()

    def successor(self, position: Position, action: Action) -> Position:
        if isinstance(action, Draw):
            return arrayed(position.options, action.array)
        assert isinstance(action, Move)
        return after_move(_moved(position, action), 1 << action.target, position.intruder)

    def outcome(self, position: Position) -> Outcome | None:
        return position.outcome

    def occupied(self, position: Position) -> int:
        return position.sides[0] | position.sides[1]

    def footprint(self, position: Position, action: Action) -> Footprint:
        if not isinstance(action, Move):
            return Footprint()
        origin, target = 1 << action.origin, 1 << action.target
        if target & self.occupied(position):
            return Footprint(empties=origin, swaps=target)
        return Footprint(empties=origin, fills=target)

    def view(self, position: Position, knows: Viewer) -> View:
        intruder = position.intruder
        return View(dict(pieces_of(position)), position.phase, self.to_act(position), {
            "array": position.array, "intruder": None if intruder is None else BOARD.name(intruder),
        })

    def describe(self, position: Position, knows: Viewer) -> Description:
        return describe(position)

    def _tell(self, story: Story, taken: AppliedAction[Position], knows: Viewer) -> None:
        tell(story, taken)

    def key(self, position: Position) -> Hashable:
        return position[1:5] + position[6:7]


def _moved(position: Position, move: Move) -> Position:
    """Return the position with the piece moved and the turn passed on, before anything is judged."""
    origin, target = 1 << move.origin, 1 << move.target
    rest = ALL ^ (origin | target)
    side = position.side
    own, enemy = position.sides[side] & rest | target, position.sides[1 - side] & rest
    kinds = Kinds(*[kind & rest | target if kind & origin else kind & rest for kind in position.kinds])
    return Position(
        position.options, "play", 1 - side, (enemy, own) if side else (own, enemy), kinds, position.array,
    )
