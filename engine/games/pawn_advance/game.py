"""The rules of Pawn Advance Chess as a game to be played."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from engine.core.actions import Action, Footprint
from engine.core.events import Happening
from engine.core.messages import message
from engine.core.options import FairStart
from engine.core.pieces import TWO_SEATS, Actor
from engine.core.squares import bits
from engine.game import Description, Game, Outcome, View, Viewer
from engine.games.pawn_advance import moves
from engine.games.pawn_advance.endings import REASONS
from engine.games.pawn_advance.narration import tell
from engine.games.pawn_advance.position import (
    BASE_ROWS,
    BOARD,
    DOUBLE,
    ENTRIES,
    LEFT,
    MOVES,
    PAWNS,
    RIGHT,
    STEP,
    Entry,
    PawnAdvanceOptions,
    Position,
    Step,
)
from engine.games.pawn_advance.position_editor import stages
from engine.games.pawn_advance.setup import read_position
from engine.games.pawn_advance.text import describe
from engine.games.pawn_advance.tips import TIPS
from engine.narration import AppliedAction, Story
from engine.position_editor import Stage


class PawnAdvance(Game[Position]):
    """Pawn Advance Chess."""

    id = "pawn-advance"
    name = "Pawn Advance Chess"
    summary = message("Four moves each, then everybody marches.")
    minutes = (15, 30)
    tips = TIPS
    beside = message("New pawns enter during the game: have about 16 of each colour at hand.")
    boards = (BOARD,)
    seats = TWO_SEATS
    piece_names = {"P": message("pawn")}
    reasons = REASONS
    options_type = PawnAdvanceOptions
    fair_start = FairStart(
        {"opening_moves": 3, "first": "white"},
        message("White has three moves in the very first turn instead of four: the fairest start we know."),
    )

    def start(self, options: PawnAdvanceOptions) -> Position:
        first = moves.opener(options, 1)
        return Position(options, BASE_ROWS, "battle", first, moves_left=moves.allowance(options, 1, first))

    def setup(self, options: PawnAdvanceOptions, state: Mapping[str, Any]) -> Position:
        return read_position(options, state)

    def stages(self, options: PawnAdvanceOptions) -> Sequence[Stage]:
        return stages(options)

    def to_act(self, position: Position) -> tuple[Actor, ...]:
        return moves.to_act(position)

    def actions(self, position: Position) -> Sequence[Action]:
        if position.phase == "battle":
            return self._steps(position)
        if position.phase == "reinforce":
            side = position.side
            return [ENTRIES[square] for square in bits(BASE_ROWS[side] & ~position.pawns[side])]
        return []

    @staticmethod
    def _steps(position: Position) -> list[Action]:
        step, double, left, right = moves.origins(position)
        table, found = MOVES[position.side], list[Action]()
        movers = step | left | right
        while movers:
            pawn = movers & -movers
            movers ^= pawn
            abilities = LEFT if left & pawn else 0
            if step & pawn:
                abilities += STEP + DOUBLE if double & pawn else STEP
            if right & pawn:
                abilities += RIGHT
            found += table[pawn.bit_length() - 1][abilities]
        return found

    def count(self, position: Position) -> int:
        if position.phase == "battle":
            step, double, left, right = moves.origins(position)
            return step.bit_count() + double.bit_count() + left.bit_count() + right.bit_count()
        return len(self.actions(position))

    def _advance(self, position: Position, action: Action) -> tuple[Position, tuple[Happening, ...]]:
        if isinstance(action, Step):
            return moves.move(position, action)
        assert isinstance(action, Entry)
        return moves.enter(position, action)

    def outcome(self, position: Position) -> Outcome | None:
        return position.outcome

    def occupied(self, position: Position) -> int:
        return position.pawns[0] | position.pawns[1]

    def footprint(self, position: Position, action: Action) -> Footprint:
        if isinstance(action, Entry):
            by_hand = position.options.placement == "choice"
            return Footprint(fills=1 << action.square) if by_hand else Footprint()
        assert isinstance(action, Step)
        target = 1 << action.target
        if target & self.occupied(position):
            return Footprint(empties=1 << action.origin, swaps=target)
        return Footprint(empties=1 << action.origin, fills=target)

    def view(self, position: Position, knows: Viewer) -> View:
        pieces = {square: PAWNS[side] for side in (0, 1) for square in bits(position.pawns[side])}
        return View(pieces, position.phase, moves.to_act(position), {
            "round": position.round,
            "moved": BOARD.sorted_names(position.moved),
            "moves_left": position.moves_left,
            "captures": dict(zip(TWO_SEATS, position.captures, strict=True)),
            "to_place": dict(zip(TWO_SEATS, position.to_place, strict=True)),
        })

    def describe(self, position: Position, knows: Viewer) -> Description:
        return describe(position)

    def _tell(self, story: Story, taken: AppliedAction[Position], knows: Viewer) -> None:
        tell(story, taken)

    def key(self, position: Position) -> Hashable:
        return position[1:]

    def independent(self, position: Position, one: Action, other: Action) -> bool:
        return isinstance(one, Step) and isinstance(other, Step) and moves.independent(position, one, other)
