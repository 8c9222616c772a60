"""The purposes of moves in Pawn Advance Chess: pawns that arrive, are stopped, taken, covered or held up.

All is judged by what follows before the side moves again: turns of the other side (``T``) and marches (``M``), as
:func:`following` lists them; then comes its own turn (``O``).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.core.squares import Square, bits
from engine.games.pawn_advance.moves import marchers, opener
from engine.games.pawn_advance.position import BASE_ROWS, BOARD, Pair, Position, Step
from engine.services.evaluation import Purpose

_FARTHEST: Final = 3
"""From how many squares away a pawn may arrive before it has had two turns."""
_RANKS_BELOW: Final = tuple(sum(BOARD.rank_mask(each) for each in range(rank)) for rank in range(9))
Place = tuple[Pair, Square]
"""The pawns of both sides, and where one of them stands."""


def purposes(position: Position, step: Step, others: Sequence[Step]) -> Iterator[Purpose]:
    """List what a move is good for, the weightiest first. ``others``: all that can be done instead, and the move."""
    after = moved(position.pawns, position.side, step)
    events = following(position)
    if "M" in events and _ends(after):
        return  # nothing comes of what would follow the march
    yield from _stops(position, after, events)
    yield from _runs(position, after, step, events)
    yield from _evades(position, after, step, events)
    yield from _covers(position, after, step, events)
    yield from _holds_up(position, after, step, events)
    yield from _goes_on(position, after, step, events, others)


def following(position: Position) -> str:
    """List what follows before the side to move has its next turn."""
    options, side, number = position.options, position.side, position.round
    rest = "M" if side != opener(options, number) else "TM"
    return rest if opener(options, number + 1) == side else rest + "T"


def moved(pawns: Pair, side: int, step: Step) -> Pair:
    """Return the pawns after a move of a side."""
    target = 1 << step.target
    own, enemy = pawns[side] & ~(1 << step.origin) | target, pawns[1 - side] & ~target
    return (enemy, own) if side else (own, enemy)


def _marched(pawns: Pair) -> Pair:
    (white, black), (up, down) = pawns, marchers(pawns)
    return white & ~up | up << 1, black & ~down | down >> 1


def _ends(pawns: Pair) -> bool:
    """True if a pawn arrives with the next march."""
    white, black = _marched(pawns)
    return bool(white & BASE_ROWS[1] | black & BASE_ROWS[0])


def _after_march(place: Place) -> Place:
    pawns, square = place
    up, down = marchers(pawns)
    return _marched(pawns), Square(square + (up >> square & 1) - (down >> square & 1))


def _captures(square: int, side: int) -> int:
    """Return the squares on which a pawn of a side captures from a square."""
    pawn = 1 << square
    return (pawn >> 9 | pawn << 7 if side else pawn << 9 | pawn >> 7) & BOARD.all


def _ways(place: Place, side: int) -> list[Place]:
    """List where a pawn of a side may be after a turn of it, what it captures being gone."""
    pawns, square = place
    ahead = square - 1 if side else square + 1
    occupied, enemy = pawns[0] | pawns[1], pawns[1 - side]
    targets = 1 << ahead & ~occupied | _captures(square, side) & enemy
    steps = [Step("", square, target) for target in bits(targets)]
    return [place, *((moved(pawns, side, each), each.target) for each in steps)]


def arrives(pawns: Pair, side: int, square: Square, events: str, turn: str) -> bool:
    """True if the pawn on a square reaches the far row within these events if nobody stops it. ``turn``: the letter of
    its side's turns."""
    goal = BASE_ROWS[1 - side]
    if not any(goal >> max(0, min(63, square + n * (1 - 2 * side))) & 1 for n in range(_FARTHEST + 1)):
        return False
    places = [(pawns, square)]
    for event in events:
        if event == "M":
            places = [_after_march(each) for each in places]
        elif event == turn:
            places = [way for each in places for way in _ways(each, side)]
        if any(goal >> each & 1 for _, each in places):
            return True
    return False


def _runners(pawns: Pair, side: int, events: str) -> int:
    """Return the pawns of the other side that could arrive during these events."""
    return sum(1 << each for each in bits(pawns[1 - side]) if arrives(pawns, 1 - side, each, events, "T"))


def takers(pawns: Pair, side: int, square: Square, events: str) -> list[Square]:
    """Return the pawns of the other side, by where they stand now, that can take the pawn on a square in their next
    turn if that stays."""
    if "T" not in events:
        return []
    mine, marches = square, events.startswith("M")
    if marches:
        mine = _after_march((pawns, square))[1]
    return [
        foe for foe in bits(pawns[1 - side])
        if _captures(_after_march((pawns, foe))[1] if marches else foe, 1 - side) >> mine & 1
    ]


def _stops(position: Position, after: Pair, events: str) -> Iterator[Purpose]:
    side = position.side
    stopped = _runners(position.pawns, side, events) & after[1 - side] & ~_runners(after, side, events)
    if stopped:
        yield _about("stops", stopped)


def _runs(position: Position, after: Pair, step: Step, events: str) -> Iterator[Purpose]:
    side, until = position.side, events + "O"
    if not arrives(after, side, step.target, until, "O") or takers(after, side, step.target, events):
        return
    if not arrives(position.pawns, side, step.origin, until, "O"):
        yield _about("runs", 1 << step.target)


def _evades(position: Position, after: Pair, step: Step, events: str) -> Iterator[Purpose]:
    side = position.side
    feared = takers(position.pawns, side, step.origin, events)
    if feared and not takers(after, side, step.target, events):
        yield _about("evades-march" if events.startswith("M") else "evades", sum(1 << each for each in feared))


def _covers(position: Position, after: Pair, step: Step, events: str) -> Iterator[Purpose]:
    """Name the pawn that can be taken back with the moved one, and could not before."""
    side = position.side
    for square in bits(after[side] & position.pawns[side]):
        if takers(after, side, square, events) and _is_covered(after, side, square, events) and not _is_covered(
                position.pawns, side, square, events):
            yield _about("covers", 1 << square)
    if takers(after, side, step.target, events) and _is_covered(after, side, step.target, events):
        yield _about("covered", 1 << step.target)


def _is_covered(pawns: Pair, side: int, square: Square, events: str) -> bool:
    """True if whatever takes the pawn on a square can be taken by a pawn of its side in the next turn."""
    found = takers(pawns, side, square, events)
    return bool(found) and all(_taken_back(pawns, side, square, foe, events) for foe in found)


def _taken_back(pawns: Pair, side: int, square: Square, foe: Square, events: str) -> bool:
    """True if the pawn ``foe`` can be taken in the next turn once it has taken the pawn on ``square``."""
    before, _, later = events.partition("T")
    if before:
        (_, foe), (pawns, square) = _after_march((pawns, foe)), _after_march((pawns, square))
    pawns, foe = moved(pawns, 1 - side, Step("", foe, square)), square
    if "M" in later:
        pawns, foe = _after_march((pawns, foe))
    return any(_captures(each, side) >> foe & 1 for each in bits(pawns[side]))


def _holds_up(position: Position, after: Pair, step: Step, events: str) -> Iterator[Purpose]:
    """Name the pawn that cannot march on, or that has no free square before it any more."""
    side = position.side
    if events[0] == "M":
        held = marchers(position.pawns)[1 - side] & ~marchers(after)[1 - side] & after[1 - side]
        if held:
            yield _about("holds-up", held)
        return
    ahead = 1 << step.target + 1 - 2 * side
    if ahead & after[1 - side] and not takers(after, side, step.target, events):
        yield _about("blocks", ahead)


def _goes_on(position: Position, after: Pair, step: Step, events: str, others: Sequence[Step]) -> Iterator[Purpose]:
    """Say what most moves do not: that the pawn has a free way, goes two squares, or can be taken by nobody; or at
    least that none comes into danger."""
    side, pawns = position.side, position.pawns
    march = marchers(pawns)[side]
    tests: dict[str, Callable[[Step], bool]] = {
        "free-way": lambda each: _is_free(moved(pawns, side, each), side, each.target),
        "two-squares": lambda each: abs(each.target - each.origin) == 2 and bool(march >> each.origin & 1),
        "foremost": lambda each: _is_foremost(moved(pawns, side, each)[side], side, each.target),
        "unreachable": lambda each: not takers(moved(pawns, side, each), side, each.target, events),
    }
    for name, test in tests.items():
        if test(step) and 2 * sum(map(test, others)) <= len(others):
            yield _about(name, 1 << step.target)
    if not _in_danger(after, side, events) & ~_in_danger(pawns, side, events):
        yield _about("spare", 1 << step.target)


def _in_danger(pawns: Pair, side: int, events: str) -> int:
    """Return the pawns of a side that could be taken before its next turn."""
    return sum(1 << each for each in bits(pawns[side]) if takers(pawns, side, each, events))


def _is_foremost(own: int, side: int, square: Square) -> bool:
    """True if no pawn of the side is nearer to its far row than the one on a square."""
    ahead = _RANKS_BELOW[BOARD.rank(square)] if side else BOARD.all & ~_RANKS_BELOW[BOARD.rank(square) + 1]
    return not own & ahead


def _is_free(pawns: Pair, side: int, square: Square) -> bool:
    """True if no pawn of the other side stands ahead of a square, on its file or beside that."""
    file, rank = BOARD.file(square), BOARD.rank(square)
    ahead = _RANKS_BELOW[rank] if side else BOARD.all & ~_RANKS_BELOW[rank + 1]
    beside = sum(0xFF << 8 * each for each in range(max(0, file - 1), min(8, file + 2)))
    return not pawns[1 - side] & ahead & beside


def _about(name: str, squares: int) -> Purpose:
    """Name a pawn, the first of those on these squares."""
    return Purpose(name, "P", tuple(BOARD.sorted_names(squares)[:1]))
