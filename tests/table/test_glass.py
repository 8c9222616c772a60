"""The board on the screen: what a tap may mean, and words for fingers that tap."""

import random
import re

import pytest
from cases import patterns, position, revenge, shields
from play_table import BOTH, PlayTable

from engine.core.pieces import Seat
from engine.registry import game_ids
from table.messages.events import Pause, SetHelp
from table.messages.lights import Help, Role
from table.output import touchscreen


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


def test_taps_that_change_nothing_accuse_no_switch():
    table = PlayTable()
    table.start()
    table = on_screen(table)
    table.place("d4")
    for _ in range(3):
        table.lift("b1")
        table.place("b1")
        table.wait(3)
        assert table.scene().suspects == ()


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
    assert now(table) == "It is white's turn. Tap j9 to put the rook back."


def test_a_piece_that_strikes_its_neighbour_stays_or_takes_its_place():
    table = on_screen(shields({"c7": "wP", "b8": "bR"}))
    table.lift("c7", "b8")
    assert now(table) == "Tap where the pawn should end up: b8 or c7."


def test_an_attack_counts_as_soon_as_its_piece_stands():
    table = on_screen(shields({"f5": "wB", "c8": "bB+"}))
    table.lift("f5", "c8")
    table.place("c8")
    table.place("d7")
    assert table.table.on_table.played.actions[-1].text == "f5xc8@d7"


def test_the_rook_is_what_is_left_of_a_castling():
    table = on_screen(shields({"f1": "wK", "i1": "wR", "b1": "wR"}, castling="K"))
    names = table.table.on_table.board.name
    table.lift("f1")
    assert touchscreen.left(table.table) is None, "the king is in the hand"
    table.place("h1")
    source, target = touchscreen.left(table.table)
    assert (names(source), names(target)) == ("i1", "g1")
    table.lift("i1")
    assert touchscreen.left(table.table) is None, "the rook is"


def test_where_several_actions_are_possible_nothing_is_left():
    table = on_screen(patterns("b4", "b5", "b6"))
    table.lift("b4")
    table.place("c4")
    assert touchscreen.left(table.table) is None


def struck(table, origin, target):
    """A tap on a piece, and on one that it takes, as the board on the screen carries them out."""
    table.lift(origin, target)
    table.place(target)
    table.wait()


@pytest.fixture
def dual():
    """The pawns b4 and c4 take d4 together: the one in front is put there."""
    return on_screen(patterns("b4", "c4", enemy=("d4", "e8")))


@pytest.mark.parametrize("first", ["c4", "d4"])
def test_once_the_front_pawn_has_taken_only_the_other_one_of_its_dual_is_lit(dual, first):
    dual.lift(first, *{"c4", "d4"} - {first})
    dual.place("d4")
    dual.wait()
    assert set(dual.scene().lights) == {"b4"} and dual.role("b4") is Role.ORIGIN
    assert now(dual) == "Tap a marked piece to go on with this move."
    assert dual.scene().joins == ("b4",) and dual.scene().targets == ()
    names = dual.table.on_table.board.name
    assert [names(square) for square in touchscreen.left(dual.table)] == ["b4", "c4"]
    dual.lift("b4")
    assert touchscreen.left(dual.table) is None and dual.squares_of(Role.MOVE) == ["c4"]
    assert now(dual) == "Tap a green square for the pawn, or b4 to put it back."
    dual.place("c4")
    dual.wait()
    assert dual.actions == ["b4c4>1"]


def test_a_capture_by_the_front_pawn_is_put_back_tap_by_tap(dual):
    struck(dual, "c4", "d4")
    dual.lift("d4")
    assert now(dual) == "Tap where the pawn should end up: d4. Or tap c4 to put it back."
    dual.place("c4", "d4")
    dual.wait()
    assert dual.table.in_step and not dual.table.touches and dual.actions == []


def test_whoever_wants_no_help_is_helped_with_half_a_capture(dual):
    dual.send(SetHelp(Seat.WHITE, Help.ERRORS, BOTH))
    struck(dual, "c4", "d4")
    assert dual.role("b4") is Role.ORIGIN
    assert now(dual) == "Tap a marked piece to go on with this move."


def test_on_wood_the_piece_may_be_in_the_hand_after_the_same_touches():
    table = patterns("b4", "c4", enemy=("d4", "e8"))
    struck(table, "c4", "d4")
    assert "c5" in table.squares_of(Role.MOVE)


def test_the_rest_of_a_threepiece_follows_the_pawn_that_has_taken():
    table = on_screen(patterns("a3", "b3", "c3", enemy=("g3", "e8")))
    struck(table, "c3", "g3")
    assert table.squares_of(Role.ORIGIN) == ["a3", "b3"] and table.squares_of(Role.MOVE) == []
    table.lift("b3")
    assert table.squares_of(Role.MOVE) == ["e3", "f3"]


@pytest.fixture
def squad():
    """The squad c4 to d5 pushes b5; its upper dual may take b5 instead."""
    return on_screen(patterns("c4", "c5", "d4", "d5", enemy=("b5", "g8")))


def test_the_square_for_a_pushed_pawn_is_lit_and_said(squad):
    struck(squad, "d5", "b5")
    assert squad.squares_of(Role.MOVE) == ["a5"] and squad.squares_of(Role.ORIGIN) == []
    assert now(squad) == "Tap a5 to push the pawn there, or tap End turn, and it is taken."
    squad.place("a5")
    squad.wait()
    assert now(squad) == "Tap a marked piece to go on with this move."
    squad.lift("d4")
    squad.place("b4")
    squad.wait()
    assert squad.actions == ["c4c5d4d5<1"]


def test_a_pawn_may_be_pushed_before_its_squad_moves(squad):
    squad.move("b5", "a5")
    assert touchscreen.held(squad.table) == 0, "nothing has to be in the hand"
    assert now(squad) == "Tap a marked piece to go on with this move."
    assert squad.squares_of(Role.ORIGIN) == ["d4", "d5"]
    for origin, target in (("d5", "b5"), ("d4", "b4")):
        squad.move(origin, target)
    assert squad.actions == ["c4c5d4d5<1"]


def test_a_pawn_that_is_not_pushed_is_taken(squad):
    struck(squad, "d5", "b5")
    squad.wait(3.5)
    assert squad.actions == ["c5d5<1"]


TAKING_TOGETHER = {
    "a threepiece of four": (("b4", "b5", "b6", "h1"), "b7", "b6", "b5"),
    "a dual and its neighbour": (("b6", "c6", "d6", "h1"), "e6", "d6", "c6"),
    "a threepiece from its end": (("c2", "c3", "c4", "h1"), "c5", "c4", "c3"),
}


@pytest.mark.parametrize(("own", "victim", "taker", "follower"), TAKING_TOGETHER.values(), ids=TAKING_TOGETHER)
def test_whoever_follows_a_taker_is_told_where_to_stand(own, victim, taker, follower):
    table = on_screen(patterns(*own, enemy=(victim, "h8")))
    struck(table, taker, victim)
    table.lift(follower)
    assert now(table) == "Tap the lit squares where the pieces should stand."
    assert taker in table.squares_of(Role.MOVE)


def test_a_squad_in_the_middle_of_a_push_is_told_where_the_pushed_pawn_goes():
    table = on_screen(patterns("c6", "c7", "d6", "d7", enemy=("b6", "h8")))
    table.move("c7", "b7")
    struck(table, "c6", "b6")
    assert now(table) == "Tap a6 to push the pawn there."


def test_a_dual_whose_squares_are_all_right_counts_at_once():
    """The pawn behind has taken d6, over the one in front: nothing longer could follow."""
    table = on_screen(patterns("b6", "c6", enemy=("d6", "c1", "c2", "c3", "h8")))
    table.lift("b6", "d6")
    table.place("d6")
    assert table.actions == ["b6c6>1"]


def test_half_of_a_dual_still_waits_for_the_other_half():
    table = on_screen(patterns("b4", "c4", enemy=("h8", "h1")))
    table.lift("b4")
    table.place("b5")
    table.wait(2.5)
    assert table.actions == [] and now(table) == "Go on with this move, or tap End turn."
    table.wait(1.0)
    assert table.actions == ["b4b5"]


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
