"""The orders in which builders wire: along files or ranks, from any corner, every line the same way or to and fro."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from engine.core.squares import Board, Square

REGULAR: Final = 0.6
"""The share of agreeing wires from which the others count as crossed and not as another order."""
WITNESSES: Final = 3
"""The number of rings in their places that outweigh one that is not."""

Order = tuple[Square, ...]
Wiring = Sequence[tuple[Square, int]]
"""Squares, each with its number in the order of wiring."""


@lru_cache(maxsize=4)
def regular_orders(board: Board) -> tuple[Order, ...]:
    """Return all regular orders, each once."""
    return tuple(dict.fromkeys(_orders(board)))


def _orders(board: Board) -> Iterator[Order]:
    for by_files in (False, True):
        lines, length = (board.files, board.ranks) if by_files else (board.ranks, board.files)
        for corner in range(4):
            for back in (False, True):
                yield tuple(_square(board, by_files, *at) for at in _walk(lines, length, corner, back))


def _walk(lines: int, length: int, corner: int, back: bool) -> Iterator[tuple[int, int]]:
    for line in range(lines):
        for place in range(length):
            turned = corner & 1 ^ (line & 1 if back else 0)
            yield lines - 1 - line if corner & 2 else line, length - 1 - place if turned else place


def _square(board: Board, by_files: bool, line: int, place: int) -> Square:
    return board.square(line, place) if by_files else board.square(place, line)


# --- what is learnt, against the rule -----------------------------------------------------------------------------


def agreeing(board: Board, wires: Wiring) -> frozenset[Square] | None:
    """Return the squares that follow the regular order which most squares follow; of orders that are level, those that
    follow all of them. ``None``: there is no such order."""
    best = _best(board, wires)
    return frozenset.intersection(*best) if best else None


def _best(board: Board, wires: Wiring) -> list[frozenset[Square]]:
    """Return the squares that follow an order, for each order that most squares follow; empty: they follow none."""
    found = [_agreeing(order, wires) for order in regular_orders(board)]
    most = max(map(len, found))
    return [squares for squares in found if len(squares) == most] if most >= max(1, REGULAR * len(wires)) else []


def _agreeing(order: Order, wires: Wiring) -> frozenset[Square]:
    return frozenset(square for square, number in wires if number < len(order) and order[number] == square)


def crossed(board: Board, wires: Wiring) -> tuple[Square, ...]:
    """Return the squares that do not fit into the regular order which most squares follow; none, if there is no such
    order."""
    best = _best(board, wires)
    return tuple(sorted(square for square, _ in wires if square not in best[0])) if best else ()


def is_line(board: Board, wires: Wiring) -> bool:
    """True if the wires of these squares of one rank lie in a row: each a fixed step from its neighbour."""
    places = sorted((board.file(square), number) for square, number in wires)
    steps = {
        (other - number) / (file - at)
        for (at, number), (file, other) in zip(places, places[1:], strict=False)
    }
    return len(places) > 1 and len(steps) == 1


# --- which chain? ------------------------------------------------------------------------------------------------


def likely(board: Board, placed: Wiring) -> tuple[Order, ...]:
    """Return the orders of a chain that contradict the rings placed least: one of them at most, else there is none."""
    misses = {order: sum(order[ring] != square for square, ring in placed) for order in regular_orders(board)}
    least = min(misses.values())
    return () if least > 1 else tuple(order for order, missed in misses.items() if missed == least)


def settled(board: Board, placed: Wiring) -> Order | None:
    """Return the order of the chain, if the rings placed leave no doubt."""
    orders = likely(board, placed)
    if len(orders) != 1:
        return None
    kept = sum(orders[0][ring] == square for square, ring in placed)
    return orders[0] if kept == len(placed) or kept >= WITNESSES else None


def telling_ring(board: Board, placed: Wiring, dark: int) -> int | None:
    """Return the ring whose place tells most about the order of the chain; ``None``: no ring is left to ask about.

    :param dark: rings that do not shine, as bits. One behind which all may be dark is followed by one before it.
    """
    orders = likely(board, placed) or regular_orders(board)
    asked = {ring for _, ring in placed}
    lit = [ring for ring in range(board.size) if ring not in asked and not dark >> ring & 1]
    return min(lit, key=lambda ring: (_largest_group(orders, ring), ring), default=None)


def _largest_group(orders: Sequence[Order], ring: int) -> int:
    return max(Counter(order[ring] for order in orders).values())


# --- which square was skipped? -----------------------------------------------------------------------------------

Answers = tuple[int | None, ...]
"""The reeds along a rank, from the left; ``None``: no switch answers there."""


@lru_cache(maxsize=8)
def fillings(length: int, line: tuple[int, ...], tried: tuple[tuple[int, int], ...]) -> tuple[Answers, ...]:
    """Return all ways in which these reeds, in their order, lie under a rank, given what single places answered.

    :param tried: places along the rank, each with the reed that answered there, -1 for none. One that is not of the
        line was passed over by the slide, say because another piece stood there.
    """
    passed = {place: reed for place, reed in tried if reed >= 0 and reed not in line}
    return tuple(
        filling for places in combinations(range(length), len(line))
        if _explains(filling := _filled(length, passed, zip(places, line, strict=True)), tried)
    )


def _filled(length: int, passed: Mapping[int, int], swept: Iterable[tuple[int, int]]) -> Answers:
    by_place = {**passed, **dict(swept)}
    return tuple(by_place.get(place) for place in range(length))


def _explains(filling: Answers, tried: Sequence[tuple[int, int]]) -> bool:
    return all(filling[place] == (None if reed < 0 else reed) for place, reed in tried)


def telling_place(length: int, line: tuple[int, ...], tried: tuple[tuple[int, int], ...]) -> int | None:
    """Return the place whose answer tells most about which one was skipped; ``None``: all have been tried."""
    left = [place for place in range(length) if place not in dict(tried)]
    ways = fillings(length, line, tried)
    return min(left, key=lambda place: _largest_answer(ways, place), default=None)


def _largest_answer(ways: Sequence[Answers], place: int) -> int:
    return max(Counter(way[place] for way in ways).values(), default=0)
