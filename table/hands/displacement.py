"""Squares that are out of step: those to clear and to fill, and whether hands explain them."""

from engine.core.squares import bits
from table.hands.evidence import evidence_of
from table.hands.reading import IN_HAND, Reading, read
from table.model.current_game import GameOnTable
from table.model.state import Table


def missing(table: Table) -> int:
    """The squares that must be filled for the board to be in step."""
    if table.on_table is None or table.unread is not None:
        return 0
    return table.on_table.occupied & ~table.covered


def extra(table: Table) -> int:
    """The squares that must be cleared for the board to be in step, some of them for another piece."""
    if table.on_table is None:
        return 0
    repairs = table.goal is not None or table.difference and _misled(table, read(table))
    return table.covered & ~table.on_table.occupied | (table.misplaced if repairs else 0)


def out_of_step(table: Table, reading: Reading, now_s: float) -> bool:
    """True if the board looks as if it had been knocked: a look that any explanation ends."""
    return table.at_rest(now_s) and astray(table, reading)


def astray(table: Table, reading: Reading) -> bool:
    """The same, whether or not the board is at rest."""
    evidence, at_once = evidence_of(table), 1 if table.settings.one_by_one else IN_HAND
    accident = reading.wrong and max(evidence.lifted.bit_count(), evidence.placed.bit_count()) > at_once
    return bool(accident) or _misled(table, reading)


def _misled(table: Table, reading: Reading) -> bool:
    """True if no legal action explains the difference, or explains a piece standing on a wrong square."""
    return not reading.explained or not reading.done and bool(_exchanged(table, reading) | _foreign(table, reading))


def _exchanged(table: Table, reading: Reading) -> int:
    """The squares (bitboard) where another piece stands than belongs there, and than any possible action puts there."""
    on_table, found = table.on_table, 0
    assert on_table is not None
    for square in bits(table.misplaced):
        piece = table.wood.stands[square]
        meant = piece is not None and any(
            each.footprint.swaps >> square & 1 and on_table.actor(each) is piece.owner for each in reading.possible
        )
        found |= 0 if meant else 1 << square
    return found


def _foreign(table: Table, reading: Reading) -> int:
    """The squares (bitboard) where no possible action puts a piece of that owner, if it is known whose it is."""
    on_table = table.on_table
    assert on_table is not None
    found = 0
    for square in bits(evidence_of(table).placed & ~table.wood.mixed & ~reading.wrong):
        piece = table.wood.stands.get(square)
        fitting = piece is None or piece.owner is None or any(
            each.footprint.fills >> square & 1 and (each.footprint.swaps or on_table.actor(each) == piece.owner)
            for each in reading.possible
        )
        found |= 0 if fitting else 1 << square
    return found if reading.possible else 0


def one_rank(on_table: GameOnTable, squares: int) -> int:
    """The squares of the lowest rank among these: a board is set up one rank at a time."""
    board = on_table.board
    for rank in range(board.ranks):
        on_rank = squares & board.rank_mask(rank)
        if on_rank:
            return on_rank
    return 0
