"""Switches that lie: stuck, dead or fluttering reeds are named soon, and disturb no more than their own square."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import attrgetter

from engine.core.squares import Square, bitboard, bits
from table.hands import reading
from table.hands.displacement import astray, extra, one_rank
from table.hands.evidence import evidence_of
from table.hands.repairs import repairs
from table.model.state import SUSPICION, Table, Touch

DOUBT_S = 10.0
"""After so long at rest a board that is not in step doubts its switches."""
DOUBTED = 4
"""So many squares that the board asks for are doubted together."""
FLUTTER_S = 2.0
FLUTTERS = 7
"""A switch that changes so often within :data:`FLUTTER_S` is not believed: no hand is as quick."""
EXCHANGE = 1.5
"""A square that was open for so many times as long as it flutters was opened by hands."""
REMEMBERED = 80
"""The number of touches that are looked at for that."""


def fluttering(table: Table, now_s: float) -> int:
    """The squares (bitboard) whose switch flutters."""
    counts = Counter(touch.square for touch in table.recent if touch.at_s > now_s - FLUTTER_S)
    latest = _latest(table)
    return bitboard(square for square, count in counts.items()
                    if count >= FLUTTERS and now_s < latest[square] + _rest_s(table))


def believed_at_s(table: Table) -> Iterator[float]:
    """Yield when each square that flutters is believed again, if it rests from now on (monotonic seconds)."""
    latest = _latest(table)
    return (latest[square] + _rest_s(table) for square in bits(table.fluttering) if square in latest)


def _latest(table: Table) -> Mapping[Square, float]:
    return {touch.square: touch.at_s for touch in table.recent}


def _rest_s(table: Table) -> float:
    """Return for how long a switch that flutters must rest to be believed again: longer than it does as it flutters."""
    return max(table.settle_s, FLUTTER_S / FLUTTERS)


def disbelieved(table: Table, squares: int) -> Table:
    """The table as these switches flutter: they are named, and look as they should. Of what they showed, only that
    counts which hands did."""
    assert table.on_table is not None
    touches = [touch for touch in table.touches if not squares >> touch.square & 1]
    for square in bits(squares):
        own, recent = tuple(_of(square, table.touches)), tuple(_of(square, table.recent))
        touches += _by_hands(own, recent, bool(table.on_table.occupied >> square & 1))
    return accused(table, squares).having(touches=_in_order(touches), fluttering=table.fluttering | squares)


def _by_hands(own: Sequence[Touch], recent: Sequence[Touch], closed: bool) -> Sequence[Touch]:
    """Return the touches of a square in which hands had a part: it was first opened for longer than it flutters, as
    hands need to exchange two pieces, or it stays as the first of the others left it.

    ``own``: since the board was last in step; ``closed``: how the square stays.
    """
    flutter = [each for each in recent if each.at_s > recent[-1].at_s - FLUTTER_S and each not in own[:1]]
    longest_s = max((_open_s(*each) for each in pairwise(flutter)), default=0.0)
    first, rest = own[:2], own[2:]
    if len(first) < 2 or _open_s(*first) < EXCHANGE * longest_s or not first[0].lifted:
        first, rest = (), own
    return (*first, *rest[:1]) if rest and rest[0].lifted != closed else first


def _open_s(touch: Touch, then: Touch) -> float:
    """Return for how long a square was open between two touches of it."""
    return then.at_s - touch.at_s if touch.lifted else 0.0


def believed_again(table: Table, squares: int) -> Table:
    """The table once these switches are at rest: one that does not show its square as it should has done so since it
    changed for the first time."""
    assert table.on_table is not None
    touches = [*table.touches]
    for square in bits(squares & (table.occupancy ^ table.on_table.occupied)):
        known_s = max((touch.at_s for touch in _of(square, table.touches)), default=float("-inf"))
        lifted = not table.occupancy >> square & 1
        touches += [each for each in _of(square, table.recent) if each.lifted == lifted and each.at_s > known_s][:1]
    return table.having(touches=_in_order(touches), fluttering=table.fluttering & ~squares)


def _of(square: Square, touches: Iterable[Touch]) -> Iterator[Touch]:
    return (touch for touch in touches if touch.square == square)


def _in_order(touches: Iterable[Touch]) -> tuple[Touch, ...]:
    return tuple(sorted(touches, key=attrgetter("at_s")))


def accused(table: Table, squares: int) -> Table:
    """The table with these squares named."""
    counts = dict(table.contradictions) | {square: SUSPICION for square in bits(squares)}
    return table.having(contradictions=tuple(sorted(counts.items())))


def contradicted(table: Table, now_s: float) -> Table:
    """The table with a contradiction counted: it came to rest, and one square alone stands against everything, though
    it was touched, and something else after it. One that hands have yet to come to contradicts nothing."""
    difference = table.difference
    if table.on_table is None or table.on_table.screen:
        return table  # there are no switches under glass
    if difference.bit_count() != 1 or not table.at_rest(now_s) or table.counted_at_s == table.last_touch_s:
        return table
    square = Square(difference.bit_length() - 1)
    touched = [touch.square for touch in table.touches]
    if square not in touched or square == touched[-1]:
        return table
    counts = dict(table.contradictions)
    counts[square] = counts.get(square, 0) + 1
    return table.having(contradictions=tuple(sorted(counts.items())), counted_at_s=table.last_touch_s)


def doubts_at_s(table: Table) -> float:
    """Return when a board that is not in step begins to doubt its switches, if nothing happens (monotonic seconds): the
    rest counts from when it has asked for something, after all was told."""
    told_s = 0.0 if table.playback is None else table.playback.moments()[-1]
    return max(table.stirred_s, told_s) + DOUBT_S


def doubtful(table: Table, now_s: float) -> tuple[Square, ...]:
    """The squares of which one may have a switch that lies, as nothing has happened for long; none if all may."""
    on_table = table.on_table
    if on_table is None or on_table.screen or table.stored.paused or on_table.outcome is not None:
        return ()  # there are no switches under glass: somebody thinks for long
    if table.in_step or now_s < doubts_at_s(table):
        return ()
    if table.goal is not None or on_table.chance_acts:
        return _asked_for(table)
    silent = [square for square in bits(_candidates(table)) if _explains(table, square)]
    under_way = not astray(table, reading.read(table))  # what is asked for then may be any of it
    return tuple(sorted({*silent, *(bits(table.difference) if under_way else _asked_for(table))}))


def _asked_for(table: Table) -> tuple[Square, ...]:
    """Return the squares where the board asks for something that may be done already."""
    assert table.on_table is not None
    wrong = table.difference | table.misplaced
    if table.goal is not None and table.goal.reason == "setup" and not extra(table):
        return tuple(bits(one_rank(table.on_table, wrong)))
    if wrong.bit_count() <= DOUBTED and not table.settings.one_by_one:
        return tuple(bits(wrong))
    return tuple(sorted({square for first in repairs(table, table.on_table)[:1] for square in first.squares}))


def _candidates(table: Table) -> int:
    """Return the squares where a piece may have come or gone unfelt: silent since the board was in step."""
    assert table.on_table is not None
    silent = ~sum({1 << touch.square for touch in table.touches})
    found = 0
    for each in reading.read(table).possible:
        found |= each.footprint.empties | each.footprint.fills
    return found & silent or table.difference


def _explains(table: Table, square: Square) -> bool:
    """True if the board would be in step, or a move finished, if this switch lied."""
    assert table.on_table is not None
    evidence = evidence_of(table)
    covered = evidence.covered ^ 1 << square
    return covered == evidence.base or any(
        each.footprint.after(evidence.base) == covered for each in table.on_table.hand_actions
    )
