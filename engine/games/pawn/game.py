"""The rules of Pawn as a game to be played."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from engine.core.actions import Action, Footprint
from engine.core.events import Happening
from engine.core.messages import message
from engine.core.pieces import TWO_SEATS, Actor
from engine.core.squares import bits
from engine.game import Description, Game, Group, Outcome, View, Viewer
from engine.games.pawn.catalogue import BOARD, END, PawnAction
from engine.games.pawn.endings import REASONS
from engine.games.pawn.moves import count_moves, count_strikes, list_moves, list_strikes
from engine.games.pawn.narration import tell
from engine.games.pawn.patterns import named_patterns
from engine.games.pawn.position import PAWNS, STARTING_SIDES, PawnOptions, Position
from engine.games.pawn.position_editor import STAGES
from engine.games.pawn.setup import read_position
from engine.games.pawn.text import describe, groups
from engine.games.pawn.tips import TIPS
from engine.games.pawn.turns import begin_turn, end_turn, moved, play
from engine.narration import AppliedAction, Story
from engine.position_editor import Stage


class Pawn(Game[Position]):
    """Pawn."""

    id = "pawn"
    name = "Pawn"
    summary = message("Weak alone, strong side by side.")
    minutes = (20, 40)
    tips = TIPS
    boards = (BOARD,)
    seats = TWO_SEATS
    piece_names = {"P": message("pawn")}
    reasons = REASONS
    options_type = PawnOptions

    def start(self, options: PawnOptions) -> Position:
        return begin_turn(Position(options, "move", 0, STARTING_SIDES))[0]

    def setup(self, options: PawnOptions, state: Mapping[str, Any]) -> Position:
        return read_position(options, state)

    def stages(self, options: PawnOptions) -> Sequence[Stage]:
        return STAGES

    def to_act(self, position: Position) -> tuple[Actor, ...]:
        return () if position.phase == "over" else (TWO_SEATS[position.side],)

    def actions(self, position: Position) -> Sequence[Action]:
        side, sides = position.side, position.sides
        if position.phase == "move":
            return list_moves(side, sides[side], sides[1 - side])
        if position.phase == "over":
            return ()
        strikes = list_strikes(position.fresh, sides[side], sides[1 - side])
        return strikes if position.options.strike == "compulsory" else sorted([*strikes, END], key=str)

    def count(self, position: Position) -> int:
        side, sides = position.side, position.sides
        if position.phase == "move":
            return count_moves(side, sides[side], sides[1 - side])
        if position.phase == "over":
            return 0
        return count_strikes(position.fresh, sides[side], sides[1 - side]) + (position.options.strike == "optional")

    def _advance(self, position: Position, action: Action) -> tuple[Position, tuple[Happening, ...]]:
        return play(position, action) if isinstance(action, PawnAction) else end_turn(position)

    def outcome(self, position: Position) -> Outcome | None:
        return position.outcome

    def occupied(self, position: Position) -> int:
        return position.sides[0] | position.sides[1]

    def footprint(self, position: Position, action: Action) -> Footprint:
        if not isinstance(action, PawnAction):
            return Footprint()
        own, enemy = position.sides[position.side], position.sides[1 - position.side]
        own_after, enemy_after, _ = moved(action, own, enemy)
        before, after = own | enemy, own_after | enemy_after
        return Footprint(
            before & ~after, after & ~before, swaps=own & enemy_after | enemy & own_after,
            through=own & own_after & (action.before | action.after),
        )

    def view(self, position: Position, knows: Viewer) -> View:
        pieces = {square: pawn for pawn, pawns in zip(PAWNS, position.sides, strict=True) for square in bits(pawns)}
        detail: dict[str, Any] = {
            "quiet_turns": position.quiet_turns,
            "pawns": {seat: pawns.bit_count() for seat, pawns in zip(TWO_SEATS, position.sides, strict=True)},
        }
        if position.phase == "strike":
            detail["new_patterns"] = list(named_patterns(position.fresh))
        return View(pieces, position.phase, self.to_act(position), detail)

    def describe(self, position: Position, knows: Viewer) -> Description:
        return describe(position)

    def groups(self, position: Position) -> Sequence[Group]:
        return groups(self.actions(position))

    def _tell(self, story: Story, taken: AppliedAction[Position], knows: Viewer) -> None:
        tell(story, taken)

    def key(self, position: Position) -> Hashable:
        return position.phase, position.side, position.sides, position.fresh
