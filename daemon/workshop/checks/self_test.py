"""The self-test of the switches: does every one answer, how long does it bounce? Pure.

Every square that has not answered yet shines white; one that is covered shines blue, one that has opened and closed
green. Whoever walks a piece over all squares sees at once what is missing. The lights have a test of their own
(``daemon.workshop.checks.light_test``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from engine.core.messages import Message, message
from engine.core.squares import Board, Square, bits

BURST_S: Final = 0.05
"""The time within which changes of a reed that follow each other belong to one touch."""
WHITE, GREEN, BLUE = "RGB", "G", "B"

Lit = Mapping[Square, str]
"""The squares that shine, and their colours."""


@dataclass(frozen=True, slots=True)
class ReedTest:
    """The statistics of a reed. ``touches``: bursts of changes; ``changes``: all of them; ``longest_s``: the longest
    burst, from its first change to its last."""

    touches: int = 0
    changes: int = 0
    longest_s: float = 0.0
    began_s: float = 0.0
    last_s: float = 0.0


@dataclass(frozen=True, slots=True)
class SelfTest:
    """The state of a test. ``covered``: the raw occupancy at the last reading; ``was``: squares that were ever covered,
    ``free``: that were ever free."""

    board: Board
    began_s: float
    covered: int | None = None
    was: int = 0
    free: int = 0
    reeds: Mapping[Square, ReedTest] = field(default_factory=dict)
    readings: int = 0
    last_s: float = 0.0

    @property
    def answered(self) -> int:
        """The bitboard of the squares whose switch was seen open and closed."""
        return self.was & self.free

    @property
    def done(self) -> bool:
        """True if every switch has answered."""
        return self.answered == self.board.all

    @property
    def scan_s(self) -> float:
        """The mean time between readings: no bounce shorter than that is seen. 0 before there are two."""
        return (self.last_s - self.began_s) / self.readings if self.readings else 0.0


def feel(test: SelfTest, covered: int, now_s: float) -> SelfTest:
    """Return the test after a raw reading."""
    seen = replace(
        test, covered=covered, was=test.was | covered, free=test.free | test.board.all & ~covered,
        readings=test.readings + 1, last_s=now_s,
    )
    changed = 0 if test.covered is None else covered ^ test.covered
    if not changed:
        return seen
    fresh = {square: _changed(test.reeds.get(square, ReedTest()), now_s) for square in bits(changed)}
    return replace(seen, reeds={**test.reeds, **fresh})


def _changed(reed: ReedTest, now_s: float) -> ReedTest:
    if reed.changes and now_s - reed.last_s <= BURST_S:
        longest_s = max(reed.longest_s, now_s - reed.began_s)
        return replace(reed, changes=reed.changes + 1, longest_s=longest_s, last_s=now_s)
    return replace(reed, touches=reed.touches + 1, changes=reed.changes + 1, began_s=now_s, last_s=now_s)


def lit(test: SelfTest) -> Lit:
    """Return the squares that shine at this moment, and their colours."""
    covered = test.covered or 0
    return {
        square: BLUE if covered >> square & 1 else GREEN if test.answered >> square & 1 else WHITE
        for square in bits(test.board.all)
    }


def sentence(test: SelfTest) -> Message:
    """Return the instruction for the person."""
    if test.done:
        return message("Every switch has answered.")
    return message("Walk a piece over all squares: each turns green once its switch has answered.")


def findings(test: SelfTest, debounce_s: float, reaches: bool = False) -> tuple[Message, ...]:
    """Describe what is wrong so far, as sentences.

    :param debounce_s: the setting in force: a reed that bounces longer is named.
    :param reaches: pieces close the switches of other squares, too: magnets are near enough.
    """
    if not test.readings:
        return (message("No switch has been read yet, so nothing is known about any square."),)
    board = test.board
    silent, closed = board.all & ~test.was, board.all & ~test.free
    found = []
    if silent:
        found.append(message("Not answered yet: {squares}.", squares=_names(board, silent)))
    if closed:
        found.append(message(
            "Always covered (a piece stands there, or the switch sticks): {squares}.", squares=_names(board, closed)
        ))
    restless = [square for square, reed in sorted(test.reeds.items()) if reed.longest_s > debounce_s]
    found += [
        _bounced(board.name(square), round(test.reeds[square].longest_s * 1000), reaches) for square in restless
    ]
    return tuple(found)


def _bounced(square: str, milliseconds: int, reaches: bool) -> Message:
    if reaches:
        return message(
            "The switch of {square} bounced for {milliseconds} ms, maybe at the rim of a magnet that reaches too far.",
            square=square, milliseconds=milliseconds,
        )
    return message(
        "The switch of {square} bounced for {milliseconds} ms: raise the debounce time, or move its magnet closer.",
        square=square, milliseconds=milliseconds,
    )


def ghost_findings(board: Board, ghosts: int) -> tuple[Message, ...]:
    """Describe squares that closed together, as ghosts do."""
    if not ghosts:
        return ()
    return (message(
        "Closed at the same moment: {squares}. If that was one piece, a diode is missing: the wiring wizard finds it.",
        squares=_names(board, ghosts),
    ),)


def _names(board: Board, squares: int) -> str:
    return ", ".join(board.name(square) for square in bits(squares))


def figures(test: SelfTest) -> tuple[tuple[str, ReedTest], ...]:
    """Return the statistics of every switch that moved, by the name of its square."""
    return tuple((test.board.name(square), reed) for square, reed in sorted(test.reeds.items()))
