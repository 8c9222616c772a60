"""The pieces on a board, in hands and in the tray: the truth, of which reeds see only a part.

A frozen value; every touch gives the next one or raises :class:`ImpossibleTouch` with a reason. Pieces are texts as in
``engine.core.pieces``; hands have names of any kind, so that several players can touch the board at once.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engine.core.squares import Board, Square, bitboard
from hardware.errors import ImpossibleTouch

HAND: Final = "hand"
"""The name of the hand where there is only one."""


@dataclass(frozen=True, slots=True)
class Wood:
    """A board and its pieces. ``hands``: the pieces that each holds, the latest last; ``tray``: piece → count, at least
    one."""

    board: Board
    stands: Mapping[Square, str] = field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tray: Mapping[str, int] = field(default_factory=dict)

    @property
    def occupancy(self) -> int:
        """The bitboard of the squares a piece stands on."""
        return bitboard(self.stands)

    @property
    def pieces(self) -> Counter[str]:
        """The number of each piece altogether: touches never change it (marks do)."""
        held = (piece for pieces in self.hands.values() for piece in pieces)
        return Counter(self.stands.values()) + Counter(held) + Counter(self.tray)

    def holds(self, hand: str = HAND) -> tuple[str, ...]:
        """Return the pieces that a hand holds, the latest last."""
        return self.hands.get(hand, ())

    def lifted(self, square: Square, hand: str = HAND) -> "Wood":
        """Return the value after a hand took the piece on a square.

        :raises ImpossibleTouch: nothing stands there.
        """
        piece = self._standing(square)
        return replace(self, stands=_without(self.stands, square), hands=self._more_in(hand, piece))

    def placed(self, square: Square, piece: str | None = None, hand: str = HAND) -> "Wood":
        """Return the value after a hand put a piece on a square. ``piece``: ``None`` for the one it took last.

        :raises ImpossibleTouch: the square is occupied, or the hand does not hold that.
        """
        self._check_free(square)
        piece = self._held(hand, piece)
        return replace(self, stands={**self.stands, square: piece}, hands=self._less_in(hand, piece))

    def slid(self, path: Sequence[Square]) -> "Wood":
        """Return the value after a piece was slid from the first square of a path over the others to the last.

        :raises ImpossibleTouch: nothing stands on the first, something on another, or the path is too short.
        """
        piece = self._standing(self._start(path))
        for square in path[1:]:
            self._check_free(square)
        return replace(self, stands={**_without(self.stands, path[0]), path[-1]: piece})

    def pushed(self, path: Sequence[Square], hand: str = HAND) -> "Wood":
        """Return the value after a piece was slid along a path and pushed the one on the last square off the board,
        into a hand.

        :raises ImpossibleTouch: nothing stands on the first or last square, or something on the way.
        """
        piece = self._standing(self._start(path))
        captured = self._standing(path[-1])
        for square in path[1:-1]:
            self._check_free(square)
        stands = {**_without(self.stands, path[0]), path[-1]: piece}
        return replace(self, stands=stands, hands=self._more_in(hand, captured))

    def taken(self, piece: str, hand: str = HAND) -> "Wood":
        """Return the value after a hand took a piece out of the tray.

        :raises ImpossibleTouch: the tray has none.
        """
        if not self.tray.get(piece):
            raise ImpossibleTouch(f"the tray has no {piece}: give it one first, or take another piece")
        return replace(self, tray=_counted(self.tray, piece, -1), hands=self._more_in(hand, piece))

    def given(self, piece: str | None = None, hand: str = HAND) -> "Wood":
        """Return the value after a hand put a piece into the tray. ``piece``: ``None`` for the one it took last.

        :raises ImpossibleTouch: the hand does not hold that.
        """
        piece = self._held(hand, piece)
        return replace(self, tray=_counted(self.tray, piece, 1), hands=self._less_in(hand, piece))

    def marked(self, square: Square, piece: str) -> "Wood":
        """Return the value after the piece on a square got or lost a token that makes it ``piece`` (no reed feels it).

        :raises ImpossibleTouch: nothing stands there.
        """
        self._standing(square)
        return replace(self, stands={**self.stands, square: piece})

    def _start(self, path: Sequence[Square]) -> Square:
        if len(path) < 2 or path[0] == path[-1]:
            raise ImpossibleTouch("a slide needs a path of two or more squares that ends elsewhere than it starts")
        return path[0]

    def _standing(self, square: Square) -> str:
        if square not in self.stands:
            raise ImpossibleTouch(f"{self.board.name(square)} is empty: there is nothing to touch")
        return self.stands[square]

    def _check_free(self, square: Square) -> None:
        if square in self.stands:
            raise ImpossibleTouch(f"{self.board.name(square)} is occupied by {self.stands[square]}: lift that first")

    def _held(self, hand: str, piece: str | None) -> str:
        held = self.holds(hand)
        if not held:
            raise ImpossibleTouch(f"the hand {hand!r} is empty: lift a piece or take one out of the tray first")
        if piece is not None and piece not in held:
            raise ImpossibleTouch(f"the hand {hand!r} holds {', '.join(held)} and no {piece}")
        return held[-1] if piece is None else piece

    def _more_in(self, hand: str, piece: str) -> Mapping[str, tuple[str, ...]]:
        return {**self.hands, hand: (*self.holds(hand), piece)}

    def _less_in(self, hand: str, piece: str) -> Mapping[str, tuple[str, ...]]:
        held = list(self.holds(hand))
        held.remove(piece)
        others = {name: pieces for name, pieces in self.hands.items() if name != hand}
        return {**others, hand: tuple(held)} if held else others


def _without(stands: Mapping[Square, str], square: Square) -> dict[Square, str]:
    return {where: piece for where, piece in stands.items() if where != square}


def _counted(tray: Mapping[str, int], piece: str, more: int) -> dict[str, int]:
    counted = {**tray, piece: tray.get(piece, 0) + more}
    return {each: count for each, count in counted.items() if count}
