"""Plans of hands for an action: which squares to clear, and which piece to put on which square."""

from dataclasses import dataclass

from done_by_hand import Stands, bare, rewound

from engine.core.actions import Action, Footprint
from engine.game import EVERYTHING
from table.model.current_game import GameOnTable


@dataclass(frozen=True)
class Plan:
    """``before``, ``after``: what stands where before hands begin, and when they are done."""

    action: Action
    footprint: Footprint
    before: Stands
    after: Stands

    @property
    def is_step(self) -> bool:
        """True if one square is emptied and one filled, and nothing taken or touched (others may move up between)."""
        footprint = self.footprint
        one = footprint.empties.bit_count() == 1 == footprint.fills.bit_count()
        return one and not footprint.swaps | footprint.touches

    @property
    def is_plain_move(self) -> bool:
        """True if one piece goes to an empty square, and that is all."""
        return self.is_step and not self.footprint.through

    @property
    def is_capture(self) -> bool:
        """True if one piece goes to the square of another."""
        footprint = self.footprint
        return bool(footprint.swaps) and footprint.empties.bit_count() == 1 and not footprint.fills

    @property
    def is_kill(self) -> bool:
        """True if one piece takes another and stays where it is."""
        footprint = self.footprint
        one = footprint.empties.bit_count() == 1 == footprint.returns.bit_count()
        return one and not footprint.fills | footprint.swaps | footprint.touches


def plan_of(on_table: GameOnTable, action: Action) -> Plan:
    """Return the plan of hands for a legal action of the game on the table."""
    game, position = on_table.game, on_table.position
    before = {square: bare(str(piece)) for square, piece in on_table.pieces.items()}
    there, happenings = game.apply(position, action)
    after = {square: bare(str(piece)) for square, piece in game.view(there, EVERYTHING).pieces.items()}
    footprint = game.footprint(position, action)
    return Plan(action, footprint, before, rewound(before, after, footprint, happenings))
