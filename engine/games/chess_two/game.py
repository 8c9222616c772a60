"""Chess Two as a game like every other."""

from collections.abc import Hashable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from engine.core.actions import Action, Footprint
from engine.core.events import Happening
from engine.core.messages import message
from engine.core.pieces import TWO_SEATS, Actor, Piece
from engine.game import Description, Game, Outcome, Prompt, View, Viewer
from engine.games.chess_two import effects, setup, text, turns
from engine.games.chess_two.endings import REASONS
from engine.games.chess_two.geometry import BOARD
from engine.games.chess_two.narration import tell
from engine.games.chess_two.position import ChessTwoOptions, Position, seat_of, starting_placement
from engine.games.chess_two.position_editor import MATERIAL, STAGES
from engine.games.chess_two.tips import TIPS
from engine.games.chess_two.turns import happenings
from engine.narration import AppliedAction, Story
from engine.position_editor import Stage
from engine.services.promotion import promotion_prompt

_text = attrgetter("text")


class ChessTwo(Game[Position]):
    """Chess Two: Shield & Scythe."""

    id = "chess-two"
    name = "Chess Two: Shield & Scythe"
    summary = message("Break shields, command Life and Death, take the king.")
    minutes = (45, 120)
    tips = TIPS
    beside = message("Also 32 rings or coins, for the Shields.")
    boards = (BOARD,)
    seats = TWO_SEATS
    piece_names = text.PIECE_NAMES
    reasons = REASONS
    options_type = ChessTwoOptions

    def start(self, options: ChessTwoOptions) -> Position:
        return turns.begin_turn(options, starting_placement(), True, 0)

    def setup(self, options: ChessTwoOptions, state: Mapping[str, Any]) -> Position:
        return setup.read_position(options, state)

    def material(self, options: ChessTwoOptions) -> Sequence[Piece]:
        return MATERIAL

    def stages(self, options: ChessTwoOptions) -> Sequence[Stage]:
        return STAGES

    def to_act(self, position: Position) -> tuple[Actor, ...]:
        return setup.to_act(position)

    def actions(self, position: Position) -> Sequence[Action]:
        return sorted(turns.legal_actions(position), key=_text)

    def count(self, position: Position) -> int:
        return len(turns.legal_actions(position))

    def _advance(self, position: Position, action: Action) -> tuple[Position, tuple[Happening, ...]]:
        after = turns.after(position, action)
        return after, happenings(position, action, after)

    def successor(self, position: Position, action: Action) -> Position:
        return turns.after(position, action)

    def outcome(self, position: Position) -> Outcome | None:
        return position.outcome

    def occupied(self, position: Position) -> int:
        board = position.placement
        return board.white | board.black | board.life | board.death

    def footprint(self, position: Position, action: Action) -> Footprint:
        return effects.footprint(position.placement, action)

    def question(self, position: Position, alike: Sequence[Action]) -> Prompt | None:
        return promotion_prompt(seat_of(position.white), alike, self.piece_names)

    def view(self, position: Position, knows: Viewer) -> View:
        return setup.view(position)

    def describe(self, position: Position, knows: Viewer) -> Description:
        return text.describe(position)

    def _tell(self, story: Story, taken: AppliedAction[Position], knows: Viewer) -> None:
        tell(story, taken)

    def key(self, position: Position) -> Hashable:
        return position.placement, position.white, position.slots
