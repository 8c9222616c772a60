"""The robot's fingers: they move real pieces of wood, and know nothing of what the table believes."""

import random
from collections.abc import Iterable, Mapping

from done_by_hand import bare
from rig import Rig

from engine.core.squares import Square, bits
from table.model.current_game import GameOnTable

HAND = "robot"


class Fingers:
    """One hand (that can hold many pieces) over the board of a rig."""

    def __init__(self, rig: Rig, chance: random.Random) -> None:
        self.rig = rig
        self.random = chance

    @property
    def on_table(self) -> GameOnTable:
        """The game on the table."""
        assert self.rig.table.on_table is not None
        return self.rig.table.on_table

    def stands(self, square: Square) -> bool:
        """True if a piece really stands there."""
        return square in self.rig.board.wood.stands

    def lift(self, *squares: Square) -> None:
        for square in squares:
            self.rig.board.lift(square, HAND)

    def lift_slowly(self, squares: int, least_s: float, most_s: float | None = None) -> None:
        """Lift the pieces on these squares (bitboard) in any order, resting after each."""
        for square in self.shuffled(bits(squares)):
            self.lift(square)
            self.rest(least_s, most_s)

    def place(self, square: Square, piece: str) -> None:
        """Put a piece down, out of the hand or, if it is not there, out of the box."""
        if piece not in self.rig.board.wood.holds(HAND):
            self.rig.board.take(piece, HAND)
        self.rig.board.place(square, piece, HAND)

    def place_slowly(
        self, pieces: Mapping[Square, str], squares: int, least_s: float, most_s: float | None = None
    ) -> None:
        """Put the pieces that belong on these squares (bitboard) there in any order, resting after each."""
        for square in self.shuffled(bits(squares)):
            self.place(square, pieces[square])
            self.rest(least_s, most_s)

    def empty(self) -> None:
        """Put what is in the hand into the box."""
        while self.rig.board.wood.holds(HAND):
            self.rig.board.give(hand=HAND)

    def rest(self, least_s: float, most_s: float | None = None) -> None:
        """Do nothing for a while: so long, or for any time between the two."""
        self.rig.wait(least_s if most_s is None else self.random.uniform(least_s, most_s))

    def shuffled(self, squares: Iterable[Square]) -> list[Square]:
        found = list(squares)
        self.random.shuffle(found)
        return found

    def repair(self) -> None:
        """Make the wood what the table believes."""
        self.rest(1.0)
        self.empty()
        stands = {square: bare(str(piece)) for square, piece in self.on_table.pieces.items()}
        wood = self.rig.board.wood.stands
        for square in {*stands, *wood}:
            if square in wood and stands.get(square) != wood[square]:
                self.lift(square)
                self.rest(0.1)
        for square, piece in stands.items():
            if not self.stands(square):
                self.place(square, piece)
                self.rest(0.1)
        self.empty()
        self.rest(1.0)
