"""However long somebody plays with the pieces, the board answers at once: what it looks through stays little."""

import random

import pytest
from cases import patterns
from play_table import PlayTable

from engine.core.squares import bits
from engine.registry import game_ids
from table.hands import reading

READINGS = 100
"""The number of positions that one touch may have it look at. Without a limit it is more than 400 in most games."""


@pytest.mark.parametrize("game_id", game_ids())
def test_pieces_that_are_muddled_by_a_hundred_touches_do_not_keep_the_board_from_answering(game_id: str) -> None:
    table, dice, in_hand, most = PlayTable(), random.Random(1), 0, 0
    table.start(game_id)
    board = table.table.board
    for _ in range(100):
        covered = [*bits(table.table.occupancy)]
        free = [square for square in range(board.size) if square not in covered]
        lifts = not in_hand or in_hand < 4 and dice.random() < len(covered) / board.size
        reading.reading_of.cache_clear()
        if lifts:
            table.lift(board.names[dice.choice(covered)])
        else:
            table.place(board.names[dice.choice(free)])
        in_hand += 1 if lifts else -1
        assert reading.reading_of.cache_info().misses < READINGS
        most = max(most, len(table.table.touches))
    assert most >= 60, "nothing was played meanwhile"


def test_no_answer_is_offered_that_leaves_another_pawn_out_of_place() -> None:
    """Pawn: of five pawns in the air three were turned about c5, and a6 and a7 are still held."""
    table = patterns("a6", "a7", "c3", "c4", "c5", "c8", "g8", enemy=("a1", "d5", "g4", "h4", "h5"))
    for square in ("a6", "a7", "c4", "c3", "c5"):
        table.lift(square)
        table.wait(0.4)
    for square in ("c5", "a5", "b5"):
        table.place(square)
        table.wait(0.4)
    assert table.actions == ["c3c4c5@c5+"] and not table.scene().prompts
