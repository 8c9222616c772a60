"""The player on the virtual machine: looks at the panel, and moves pieces over its reeds."""

import random
import time
from http.client import RemoteDisconnected
from typing import Any

from done_by_hand import bare
from http_player import HttpPlayer
from line import Line
from machine import Machine
from replica import Replica
from table_process import Gone, TableProcess
from waiting import wait_for

GAME = "advancing-chess"
PATIENCE_S = 300.0
HELD_S = 0.2
"""A square that opens for less than 0.15 s was bumped, no more (the setting ``bump_ms``)."""


class Panel(TableProcess):
    """The panel of the virtual machine, for whoever asks the program itself elsewhere."""

    def __init__(self) -> None:
        self._line = Line(8080, PATIENCE_S)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """See :meth:`TableProcess.ask`. Setting up by hand may take so long that the panel has hung up meanwhile: it is
        asked once more then."""
        try:
            return super().ask(method, path, body)
        except Gone as gone:
            if not isinstance(gone.__cause__, RemoteDisconnected):
                raise
        return super().ask(method, path, body)


class Player(HttpPlayer):
    """Plays for all seats. ``by_hand``: on a board of reeds, not on the screen's."""

    def __init__(self, machine: Machine, chance: random.Random, by_hand: bool = False) -> None:
        super().__init__(Panel(), Replica(GAME, {}), by_hand=by_hand, chance=chance)
        self.machine = machine

    def meet(self) -> None:
        """Ask the panel on a new line, after a start; nothing is known but the pieces."""
        self.process = Panel()
        self.seen, self.settled = [], {}


class Hands(Player):
    """Plays by lifting and placing pieces. What stands on the board stays there when power fails."""

    def __init__(self, machine: Machine, chance: random.Random) -> None:
        super().__init__(machine, chance, by_hand=True)
        self.stands: dict[str, str] = {}
        self._hand: list[str] = []
        self._lifted_from: set[str] = set()
        """Squares that are open since a piece was lifted there."""

    def look(self) -> dict[str, Any]:
        return super().look() | {"wood": self._wood()}

    def _wood(self) -> dict[str, Any]:
        return {"stands": dict(self.stands), "hand": list(self._hand)}

    def _settled(self) -> dict[str, Any] | None:
        if self.seen and self.seen[-1]["status"] == "over":
            self._hand.clear()
        scene = super()._settled()
        if scene is None and self.seen[-1]["status"] == "repair":  # power failed while a piece was in the hand
            self._follow_lights({"scene": self.seen[-1], "wood": self._wood()})
        elif scene is None and self.seen[-1]["status"] == "play" and not self._hand:
            self._exchange(self.seen[-1]["pieces"])
        return scene

    def _exchange(self, pieces: dict[str, str]) -> None:
        """Put right what no reed tells: power failed when another piece stood on a square already."""
        for square, piece in pieces.items():
            if bare(self.stands.get(square, piece)) != bare(piece):
                self.tap("lift", square)
                self.tap("take", piece=bare(piece))
                self.tap("place", square, bare(piece))

    def tap(self, kind: str, square: str | None = None, piece: str | None = None) -> None:
        if kind == "lift" and square is not None:
            self._hand.append(self.stands.pop(square))
            self._lifted_from.add(square)
            self.machine.flip(_reed(square), False)
        elif kind == "place" and square is not None:
            assert piece is not None
            self._hold_over(square)
            self._hand.remove(next(each for each in self._hand if bare(each) == bare(piece)))
            self.stands[square] = piece
            self.machine.flip(_reed(square), True)
        elif kind == "take" and piece is not None:
            self._hand.append(piece)
        elif kind == "give":
            self._hand.clear()

    def _hold_over(self, square: str) -> None:
        """Nobody's fingers are so quick that the board would not notice that a square was open."""
        if square in self._lifted_from:
            self._lifted_from.remove(square)
            wait_for(lambda: square not in self.look()["scene"]["covered"], f"open: {square}")
            time.sleep(HELD_S)


def _reed(square: str) -> int:
    """Reeds lie under the squares from a1 on, rank by rank."""
    return (int(square[1:]) - 1) * 8 + "abcdefgh".index(square[0])
