"""The game on the screen board, if one is played there, and the pieces on that board."""

from dataclasses import dataclass, field

from engine.core.squares import Square
from hardware.simulated.board import SimulatedBoard
from table.messages.taps import ScreenPieces
from table.model.target import Goal

OWN_HAND = "board"
"""The name of the board's own hand; phones' hands have their tokens' names."""


@dataclass(slots=True)
class ScreenGame:
    """The board of one game, and the memory of the hands over it."""

    key: str
    board: SimulatedBoard
    lifted: list[tuple[str, Square | None]] = field(default_factory=list)
    """The pieces in the hand, in the order of lifting, and their origins (``None``: the tray)."""
    held_since_s: float = 0.0
    """The time when the hand was empty last."""
    goal: Goal | None = None
    since_s: float = 0.0
    done: bool = False
    """True if the board's own hand has worked on the goal."""


class OnScreen:
    """The screen game, which changes with the game on the table. :meth:`pieces` may be called from any thread."""

    def __init__(self) -> None:
        self.game: ScreenGame | None = None
        """``None``: the game is played on the physical board, or there is none."""

    def pieces(self, key: str) -> ScreenPieces | None:
        """Return the pieces on the screen board of the game with this key; ``None``: it is not played there."""
        game = self.game
        if game is None or game.key != key:
            return None
        wood = game.board.wood
        phone = next((name for name in wood.hands if name != OWN_HAND), None)
        stands = {wood.board.name(square): piece for square, piece in wood.stands.items()}
        return ScreenPieces(stands, wood.holds(phone) if phone else (), dict(wood.tray), phone)
