"""The wiring wizard's part about switches: a piece is drawn along rank after rank, and each reed that closes lies under
the next square. Ambiguities are resolved with the piece on single squares. See ``daemon.workshop.wizard.steps``."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from daemon.workshop.wizard.reach import as_ghosts, begin_reach, note_several, visited
from daemon.workshop.wizard.state import AGAIN, EMPTY, END, NO, NOTHING, THERE, YES, Pairs, Wizard, WizardStep, go
from daemon.workshop.wizard.wiring_orders import agreeing, fillings, is_line, telling_place
from engine.core.messages import message
from engine.core.squares import Square, bits

SILENCE: Final = -1
"""The answer of a square whose switch does not work."""


_SLOWLY: Final = message(
    "Several switches closed at once. Slide the piece along the rank once more, a little more slowly."
)
_GHOSTS: Final = message(
    "Several switches closed at once, as they do where a diode is missing and other pieces stand on the board. Take "
    "all others off, and slide the piece along the rank once more."
)


def begin_reeds(wizard: Wizard) -> Wizard:
    """Start to sweep all ranks."""
    return go(replace(wizard, ranks=tuple(range(wizard.wires.board.ranks)), line=(), reeds=()), WizardStep.SWEEP)


def _single(wizard: Wizard, fresh: int, square: Square) -> tuple[Wizard, int | None]:
    """Return the one reed that closed, of those that are not stuck; for several, a hint that they are too many."""
    new = list(bits(fresh & ~wizard.stuck))
    if len(new) > 1:
        hint = message("Several switches closed at once. Lift the piece and put it down again.")
        return note_several(wizard, square, hint), None
    return wizard, int(new[0]) if new else None


# --- drawing the piece along a rank -------------------------------------------------------------------------------


def on_sweep(wizard: Wizard, fresh: int) -> Wizard:
    """Take in that the piece has come to another square of the rank."""
    new = [int(reed) for reed in bits(fresh & ~wizard.stuck) if reed not in wizard.line]
    if len(new) > 1:
        return _several_swept(wizard, sum(1 << reed for reed in new))
    if not new:
        return wizard
    known = wizard.by_reed.get(new[0])
    if known is not None:
        if known == wizard.reeds[-1][0]:  # the piece still stands at the end of the last rank
            return wizard
        return replace(wizard, hint=message(
            "That switch has answered for {square}. Is the piece on rank {rank}?",
            square=wizard.wires.board.name(known), rank=wizard.ranks[0] + 1,
        ))
    swept = replace(wizard, line=(*wizard.line, new[0]), hint=None)
    if len(swept.line) < wizard.wires.board.files:
        return swept
    return _learn_rank(swept, swept.line)


def _several_swept(wizard: Wizard, fresh: int) -> Wizard:
    ghosts = as_ghosts(wizard, fresh)
    hint = _GHOSTS if ghosts else _SLOWLY
    rank = wizard.wires.rank(wizard.ranks[0])
    square = rank[min(len(wizard.line), len(rank) - 1)]
    return note_several(replace(wizard, line=(), ghosts=wizard.ghosts | ghosts), square, hint)


def on_sweep_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in that the rank has ended, although fewer switches have answered than there are squares."""
    if answer == AGAIN:
        return replace(wizard, line=(), hint=None)
    if answer != END:
        return wizard
    if wizard.several:
        return begin_reach(replace(wizard, line=()))
    if wizard.line:
        return go(replace(wizard, tried=()), WizardStep.GAP)
    return _learn_rank(wizard, ()) if wizard.reeds or wizard.sure else go(wizard, WizardStep.PROBE)


def _learn_rank(wizard: Wizard, answers: tuple[int | None, ...]) -> Wizard:
    """Learn the reeds along the present rank."""
    squares = wizard.wires.rank(wizard.ranks[0])
    learnt = tuple((square, reed) for square, reed in zip(squares, answers, strict=False) if reed is not None)
    after = replace(
        wizard, reeds=(*wizard.reeds, *learnt), ranks=wizard.ranks[1:], line=(), tried=(), several=0, hint=None
    )
    return go(after, WizardStep.SWEEP) if after.ranks else _resolve(after)


# --- nothing answers ---------------------------------------------------------------------------------------------


def on_probe(wizard: Wizard, fresh: int) -> Wizard:
    """Take in that another rank answers: the first one is dead, or the piece was held too high."""
    if not fresh & ~wizard.stuck:
        return wizard
    probe = wizard.wires.probes[wizard.number]
    hint = message(
        "{square} answers. Slide the piece along the rank once more, lying on the board.",
        square=wizard.wires.board.name(probe),
    )
    return replace(go(replace(wizard, sure=(probe,)), WizardStep.SWEEP), hint=hint)


def on_probe_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in that another square is silent."""
    if answer != NOTHING:
        return wizard
    number = wizard.number + 1
    return go(wizard, WizardStep.SILENT) if number == len(wizard.wires.probes) else replace(wizard, number=number)


def on_silent_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in that something was repaired, or that the lights are to be learnt without switches."""
    if answer == YES:
        return begin_reeds(wizard)
    return go(replace(wizard, ranks=()), WizardStep.CLEAR) if answer == NO else wizard


# --- squares that were skipped -----------------------------------------------------------------------------------


def gap_square(wizard: Wizard) -> Square:
    """Return the square for the piece in :attr:`WizardStep.GAP`."""
    board, places = wizard.wires.board, _tried_places(wizard)
    known_dead = _silent_above(wizard)
    ways = fillings(board.files, wizard.line, places)
    if len(ways) == 1:
        known_dead = [place for place, reed in enumerate(ways[0]) if reed is None]
    untried = [place for place in known_dead if place not in dict(places)]
    place = untried[0] if untried else telling_place(board.files, wizard.line, places)
    assert place is not None, "the gap is known once every square was tried"
    return board.square(place, wizard.ranks[0])


def _silent_above(wizard: Wizard) -> list[int]:
    """Return the places along the rank at which the rank before had a silent switch: maybe a whole file is silent."""
    known, rank = dict(wizard.reeds), wizard.ranks[0] - 1
    swept = rank >= 0 and len(wizard.line) < wizard.wires.board.files
    return [place for place, square in enumerate(wizard.wires.rank(rank)) if square not in known] if swept else []


def _tried_places(wizard: Wizard) -> Pairs:
    return tuple((Square(wizard.wires.board.file(square)), reed) for square, reed in wizard.tried)


def on_gap(wizard: Wizard, fresh: int) -> Wizard:
    """Take in that a square of the rank was tried, and its switch answered."""
    wizard, reed = _single(wizard, fresh, gap_square(wizard))
    if reed is None:
        return wizard
    square, double = gap_square(wizard), (gap_square(wizard), reed)
    other = wizard.by_reed.get(reed)
    if other is not None and double not in wizard.doubles:
        return _sweep_again(replace(wizard, doubles=(*wizard.doubles, double)), square, other)
    if other is not None or not _possible(wizard, square, reed) and reed in wizard.line:
        known = tuple(pair for pair in wizard.doubles if pair != double)
        return _try(replace(wizard, doubles=(*known, double)), square, SILENCE)
    return _try(wizard, square, reed)


def _possible(wizard: Wizard, square: Square, reed: int) -> bool:
    board = wizard.wires.board
    tried = (*_tried_places(wizard), (Square(board.file(square)), reed))
    return bool(fillings(board.files, wizard.line, tried))


def on_gap_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in that a square of the rank was tried, and nothing happened."""
    if answer == AGAIN:
        return go(replace(wizard, line=(), tried=()), WizardStep.SWEEP)
    if answer != NOTHING:
        return wizard
    return begin_reach(wizard) if wizard.several else _try(wizard, gap_square(wizard), SILENCE)


def _try(wizard: Wizard, square: Square, reed: int) -> Wizard:
    tried = replace(wizard, tried=(*wizard.tried, (square, reed)), several=0, hint=None)
    files, places = wizard.wires.board.files, _tried_places(tried)
    ways = fillings(files, wizard.line, places)
    if len(ways) == 1 and all(reed is not None or place in dict(places) for place, reed in enumerate(ways[0])):
        return _learn_rank(tried, ways[0])
    if len(places) < files:
        return tried
    by_place = dict(places)
    return _learn_rank(tried, tuple(None if by_place[p] < 0 else by_place[p] for p in map(Square, range(files))))


# --- squares whose order is odd ------------------------------------------------------------------------------------


def doubtful(wizard: Wizard) -> tuple[Square, ...]:
    """Return the squares to try once more, because a slip of the hand would look the same as their wires.

    Of a rank that lies in a row but in another place, or if the whole board follows no rule: its last square, which
    gives away every other way of sweeping. Of any other rank each square that does not follow the rule.
    """
    return tuple(square for square in _odd_squares(wizard) if square not in wizard.sure)


def _odd_squares(wizard: Wizard) -> Iterator[Square]:
    board = wizard.wires.board
    fitting = agreeing(board, wizard.reeds) if wizard.reeds else frozenset()
    for rank in range(board.ranks):
        there = [(square, reed) for square, reed in wizard.reeds if board.rank(square) == rank]
        odd = [square for square, _ in there if fitting is None or square not in fitting]
        if not odd:
            continue
        yield from (max(odd),) if fitting is None or is_line(board, there) else odd


def doubt(wizard: Wizard) -> Square:
    """Return the square for the piece in :attr:`WizardStep.DOUBT`."""
    return doubtful(wizard)[0]


def _resolve(wizard: Wizard) -> Wizard:
    """Continue after all ranks were swept: try what is odd, then have the board cleared."""
    phase = WizardStep.DOUBT if doubtful(wizard) else WizardStep.CLEAR
    return wizard if wizard.phase is phase else go(wizard, phase)


def on_doubt(wizard: Wizard, fresh: int) -> Wizard:
    """Take in that the odd square was tried: it is as it was learnt, or its rank is swept again."""
    square = doubt(wizard)
    wizard, reed = _single(wizard, fresh, square)
    if reed is None:
        return wizard
    if dict(wizard.reeds)[square] == reed:
        return _resolve(replace(wizard, sure=(*wizard.sure, square), several=0, hint=None))
    return _sweep_again(wizard, square, wizard.by_reed.get(reed, square))


def _sweep_again(wizard: Wizard, *squares: Square) -> Wizard:
    """Sweep the ranks of these squares again, which are not as they were learnt, and those on which nothing
    answered."""
    board = wizard.wires.board
    answering = {board.rank(each) for each, _ in wizard.reeds}
    silent = {rank for rank in range(board.ranks) if rank not in answering}
    ranks = tuple(sorted({*map(board.rank, squares), *silent, *wizard.ranks}))
    swept = replace(
        wizard, ranks=ranks, line=(), tried=(),
        reeds=tuple(pair for pair in wizard.reeds if board.rank(pair[0]) not in ranks),
        sure=tuple(each for each in wizard.sure if board.rank(each) not in ranks),
    )
    hint = message(
        "A different switch than before answers on {square}. Please do it once more.", square=board.name(squares[0])
    )
    return replace(go(swept, WizardStep.SWEEP), hint=hint)


def on_doubt_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in that the switch of the odd square does not answer this time."""
    if answer != NOTHING:
        return wizard
    if wizard.several:
        return begin_reach(wizard)
    square = doubt(wizard)
    return _resolve(replace(wizard, reeds=tuple(pair for pair in wizard.reeds if pair[0] != square)))


# --- several answer at once --------------------------------------------------------------------------------------


def on_reach_said(wizard: Wizard, answer: str) -> Wizard:
    """The board is empty, or the piece stands alone on the square asked for."""
    if answer == EMPTY and not wizard.number:
        return replace(cleared(wizard), number=1)
    if answer != THERE or not wizard.number:
        return wizard
    after = visited(wizard)
    return after if after.visits[0][1].bit_count() > 1 else _alone(replace(after, visits=(), several_at=None))


def _alone(wizard: Wizard) -> Wizard:
    """Alone it closes no more than one switch: the hand was too quick before, or other pieces were on the board. The
    rank is swept again, and if several close again, tried square by square."""
    if not wizard.ranks:
        return _resolve(wizard)
    if wizard.tried:
        return go(replace(wizard, tried=()), WizardStep.GAP)
    noted = replace(wizard, tried=((wizard.wires.rank(wizard.ranks[0])[0], SILENCE),))
    return replace(go(noted, WizardStep.SWEEP), hint=_SLOWLY)


def on_together_said(wizard: Wizard, answer: str) -> Wizard:
    """Something was mended, or the lights are learnt without switches."""
    if answer == YES:
        mended = replace(wizard, visits=(), several_at=None, line=(), tried=())
        return go(mended, WizardStep.SWEEP) if mended.ranks else begin_reeds(mended)
    if answer != NO:
        return wizard
    return go(replace(wizard, reeds=(), ranks=tuple(range(wizard.wires.board.ranks))), WizardStep.CLEAR)


# --- the empty board ---------------------------------------------------------------------------------------------


def cleared(wizard: Wizard) -> Wizard:
    """Mark reeds that are still closed as stuck: the board is empty again."""
    stuck = wizard.stuck | wizard.closed
    return replace(wizard, stuck=stuck, reeds=tuple(pair for pair in wizard.reeds if not stuck >> pair[1] & 1))


def on_empty_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in that the board is empty for the first time."""
    return begin_reeds(replace(wizard, stuck=wizard.closed)) if answer == EMPTY else wizard


ON_READ: Final[Mapping[WizardStep, Callable[[Wizard, int], Wizard]]] = {
    WizardStep.SWEEP: on_sweep,
    WizardStep.PROBE: on_probe,
    WizardStep.GAP: on_gap,
    WizardStep.DOUBT: on_doubt,
}
ON_ANSWER: Final[Mapping[WizardStep, Callable[[Wizard, str], Wizard]]] = {
    WizardStep.EMPTY: on_empty_said,
    WizardStep.SWEEP: on_sweep_said,
    WizardStep.PROBE: on_probe_said,
    WizardStep.SILENT: on_silent_said,
    WizardStep.GAP: on_gap_said,
    WizardStep.DOUBT: on_doubt_said,
    WizardStep.REACH: on_reach_said,
    WizardStep.TOGETHER: on_together_said,
}
