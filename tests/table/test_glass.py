"""The board on the screen: what a tap may mean, and words for fingers that tap."""

import random
import re

import pytest
from cases import patterns, position, revenge, shields
from play_table import PlayTable

from engine.registry import game_ids
from table import glass
from table.words.events import Pause
from table.words.lights import Role


def on_screen(table):
    """The same game, played on the screen."""
    table.table = table.table.with_game(screen=True)
    return table


def now(table):
    return str(table.scene().now)


@pytest.fixture
def facing():
    board = {"d4": "wP", "f4": "wP", "a2": "wP", "e5": "bP", "c5": "bP", "h7": "bP"}
    return on_screen(position("pawn-advance", board, "battle"))


def test_what_one_may_take_can_be_tapped_however_long_one_thinks(facing):
    facing.lift("d4")
    for _ in range(2):
        assert facing.scene().targets == ("c5", "e5")
        assert facing.role("e5") is Role.CAPTURE
        assert now(facing) == "Tap a green or red square for the pawn, or d4 to put it back."
        facing.wait(60)
    assert facing.scene().suspects == (), "there are no switches under glass"


def test_an_enemy_taken_up_first_is_joined_by_what_takes_it(facing):
    facing.lift("e5")
    assert facing.scene().joins == ("d4", "f4") and facing.scene().targets == ()
    assert now(facing) == "Tap the piece that takes it, or e5 to put the pawn back."


def test_nothing_joins_a_piece_that_moves_alone(facing):
    facing.lift("a2")
    assert facing.scene().joins == () and facing.scene().targets == ()


def test_pieces_that_move_together_join_each_other():
    table = on_screen(patterns("b4", "b5", "b6"))
    assert table.scene().joins == ()
    table.lift("b4")
    assert {"b5", "b6"} <= set(table.scene().joins)


def test_a_piece_that_cannot_move_is_told_so_and_another_asked_for():
    table = on_screen(shields({"b1": "wR", "d4": "wP", "d5": "bP+"}))
    table.lift("d4")
    assert now(table) == "The pawn on d4 cannot move now. Tap another piece."
    table.place("d4")
    table.lift("j9")
    assert now(table) == "white is to move. Tap j9 to put the rook back."


def test_a_piece_that_strikes_its_neighbour_stays_or_takes_its_place():
    table = on_screen(shields({"c7": "wP", "b8": "bR"}))
    table.lift("c7", "b8")
    assert now(table) == "Tap where the pawn comes to stand: b8 or c7."


def test_the_rook_is_what_is_left_of_a_castling():
    table = on_screen(shields({"f1": "wK", "i1": "wR", "b1": "wR"}, castling="K"))
    names = table.table.on_table.board.name
    table.lift("f1")
    assert glass.left(table.table) is None, "the king is in the hand"
    table.place("h1")
    source, target = glass.left(table.table)
    assert (names(source), names(target)) == ("i1", "g1")
    table.lift("i1")
    assert glass.left(table.table) is None, "the rook is"


def test_where_several_actions_are_possible_nothing_is_left():
    table = on_screen(patterns("b4", "b5", "b6"))
    table.lift("b4")
    table.place("c4")
    assert glass.left(table.table) is None


def tried(table, dice):
    """A few lifts and places at random; the sentence after each."""
    on_table = table.table.on_table
    for _ in range(8):
        names = on_table.board.names
        covered = [name for square, name in enumerate(names) if table.table.covered >> square & 1]
        if dice.random() < 0.5:
            table.lift(dice.choice(covered))
        else:
            table.place(dice.choice([name for name in names if name not in covered]))
        table.wait(dice.choice([0.0, 0.4, 4.0]))
        yield now(table)


@pytest.mark.parametrize("game_id", game_ids())
def test_nobody_is_told_to_lift_on_glass(game_id):
    for seed in range(12):
        table = PlayTable()
        table.start(game_id)
        on_screen(table)
        told = [said for said in tried(table, random.Random(seed)) if re.search(r"\b(lift|let go|touch)", said, re.I)]
        assert told == []


def test_nobody_is_told_to_lift_while_a_roll_is_played():
    table = on_screen(revenge(5))
    table.lift("b2")
    assert now(table).startswith("Tap ")


# --- who acts together -------------------------------------------------------------------------------------------


def groups(table):
    return [f"{group.name} {' '.join(group.squares)}" for group in table.scene().groups]


@pytest.fixture
def block():
    """The pawns c3 to d4 are a squad."""
    return on_screen(patterns("c3", "c4", "d3", "d4", "g2", enemy=("a7", "h7")))


def test_with_a_piece_in_the_hand_only_its_groups_are_left(block):
    assert "squad c3 c4 d3 d4" in groups(block) and "pawn g2" in groups(block)
    block.lift("c3")
    assert groups(block)[0] == "squad c3 c4 d3 d4" and "pawn c3" in groups(block)
    assert all("c3" in each for each in groups(block))


def test_a_group_leads_where_its_own_actions_lead(block):
    block.lift("c3")
    leads = {f"{group.name} {' '.join(group.squares)}": group.targets for group in block.scene().groups}
    assert leads["pawn c3"] == ("c2", "c5")
    assert leads["dual c3 d3"] == ("b3", "c2", "d2", "e3")


def test_nobody_acts_together_while_the_game_rests(block):
    block.send(Pause())
    assert groups(block) == []
