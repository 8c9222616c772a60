"""The reach of a piece: which other switches it closes while it is on a square, and for how long around an edge.

One piece walks over the board. Two switches that are closed together were closed by it; for a moment at the edge
between their squares that is as it should be, for as long as it stays on one of them it is not. What several pieces do
says nothing: once closed switches are too far apart for one magnet, all since the board was empty is left out. Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final

from engine.core.messages import Message, message
from engine.core.squares import Board, Square, bits

SHARE: Final = 0.3
"""Two switches are in reach of one piece if they are closed together for this share of the time in which the one is
that is closed less. Drawn evenly over both squares, a magnet does that from seven tenths of a square on; put down in
the middle of each, if it reaches the middle of the next."""
LEAST_S: Final = 0.05
"""Of a switch that was closed for less than that nothing is said."""
WIDEST: Final = 5
"""So many squares are the widest that one magnet may close in a line."""
NAMED: Final = 4
"""So many squares are named one by one."""

Pair = tuple[Square, Square]


@dataclass(frozen=True, slots=True)
class Times:
    """For how long each switch was closed, each two were closed together in all, and at most at one time."""

    closed_s: Mapping[Square, float] = field(default_factory=dict)
    both_s: Mapping[Pair, float] = field(default_factory=dict)
    longest_s: Mapping[Pair, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReachTest:
    """A test under way. ``times``: of all walks that have ended; ``now``: since the board was empty last, of which
    ``since_s`` has each two that are closed together; ``spoilt``: more than one piece was on it since then."""

    board: Board
    times: Times = Times()
    now: Times = Times()
    since_s: Mapping[Pair, float] = field(default_factory=dict)
    closed: int = 0
    last_s: float = 0.0
    spoilt: bool = False


def feel(test: ReachTest, closed: int, now_s: float) -> ReachTest:
    """The test after a raw reading of the switches that work."""
    if not closed and not test.closed:
        return test
    passed = test if test.spoilt or not test.closed else replace(test, now=_passed(test, now_s))
    if not closed:
        return ReachTest(test.board, passed.times if test.spoilt else _sum(passed.times, passed.now))
    if test.spoilt or not _of_one_piece(test.board, closed):
        return ReachTest(test.board, test.times, closed=closed, spoilt=True)
    if closed == test.closed:
        return replace(passed, last_s=now_s)
    since_s = {pair: test.since_s.get(pair, now_s) for pair in combinations(bits(closed), 2)}
    return replace(passed, closed=closed, last_s=now_s, since_s=since_s)


def _passed(test: ReachTest, now_s: float) -> Times:
    """The times of this walk, with what has passed since the last reading."""
    passed_s, now = now_s - test.last_s, test.now
    closed_s = {square: now.closed_s.get(square, 0.0) + passed_s for square in bits(test.closed)}
    both_s = {pair: now.both_s.get(pair, 0.0) + passed_s for pair in test.since_s}
    longest_s = {pair: max(now.longest_s.get(pair, 0.0), now_s - since_s) for pair, since_s in test.since_s.items()}
    return Times({**now.closed_s, **closed_s}, {**now.both_s, **both_s}, {**now.longest_s, **longest_s})


def _sum(one: Times, other: Times) -> Times:
    closed_s = {square: one.closed_s.get(square, 0.0) + time_s for square, time_s in other.closed_s.items()}
    both_s = {pair: one.both_s.get(pair, 0.0) + time_s for pair, time_s in other.both_s.items()}
    longest_s = {pair: max(one.longest_s.get(pair, 0.0), time_s) for pair, time_s in other.longest_s.items()}
    return Times({**one.closed_s, **closed_s}, {**one.both_s, **both_s}, {**one.longest_s, **longest_s})


def _of_one_piece(board: Board, closed: int) -> bool:
    """True if one magnet can close them: they hang together, and not too far from one another."""
    squares = {(board.file(square), board.rank(square)) for square in bits(closed)}
    for line in zip(*squares, strict=True):
        if max(line) - min(line) >= WIDEST:
            return False
    fresh = {next(iter(squares))}
    left = squares - fresh
    while fresh:
        fresh = {each for each in left if any(max(abs(each[0] - x), abs(each[1] - y)) == 1 for x, y in fresh)}
        left -= fresh
    return not left


def reached(test: ReachTest) -> dict[Square, tuple[Square, ...]]:
    """By square the others whose switches one piece closes together with its own: the nearest of them. Squares that
    have none are left out."""
    times, board = _sum(test.times, test.now), test.board
    pairs = [
        (one, other) for (one, other), both_s in times.both_s.items()
        if both_s >= SHARE * max(LEAST_S, min(times.closed_s[one], times.closed_s[other]))
    ]
    nearest = min((_apart(board, *pair) for pair in pairs), default=0)
    found: dict[Square, list[Square]] = {}
    for one, other in (pair for pair in pairs if _apart(board, *pair) == nearest):
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return {here: tuple(sorted(others)) for here, others in sorted(found.items())}


def _apart(board: Board, one: Square, other: Square) -> int:
    """Return the number of a king's steps from one square to another."""
    return max(abs(board.file(one) - board.file(other)), abs(board.rank(one) - board.rank(other)))


def edge(test: ReachTest) -> tuple[Pair, float] | None:
    """The two squares whose switches were closed together longest as a piece went from one to the other, and for how
    long; ``None``: there were none. Those in reach of each other do not count."""
    known = reached(test)
    longest_s = _sum(test.times, test.now).longest_s
    crossed = {pair: time_s for pair, time_s in longest_s.items() if not {*pair} & {*known}}
    longest = max(crossed, key=lambda pair: crossed[pair], default=None)
    return None if longest is None else (longest, crossed[longest])


def findings(test: ReachTest) -> tuple[Message, ...]:
    """That pieces reach too far, if they do."""
    known, names = reached(test), test.board.names
    if not known:
        return ()
    told = [f"{names[here]} + {', '.join(names[there] for there in others)}" for here, others in known.items()]
    if len(told) <= NAMED:
        return (message(
            "A piece closes the switches of several squares together: {squares}. The magnet is too strong or too near, "
            "or the squares are too small.", squares="; ".join(told),
        ),)
    return (message(
        "A piece closes the switches of several squares together: {squares}, and {number} more. The magnet is too "
        "strong or too near, or the squares are too small.",
        number=len(told) - NAMED, squares="; ".join(told[:NAMED]),
    ),)


def facts(test: ReachTest) -> tuple[tuple[Message, Message], ...]:
    """Return how long two switches were closed together around an edge."""
    longest = edge(test)
    if longest is None:
        return ((message("Closed together at an edge"), message("never so far")),)
    (one, other), time_s = longest
    return ((message("Closed together at an edge"), message(
        "{milliseconds} ms at most, between {one} and {other}",
        milliseconds=round(time_s * 1000), one=test.board.name(one), other=test.board.name(other),
    )),)
