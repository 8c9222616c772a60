"""Bumps (docs/play.md, 3) and touches (8): what counts as touched, and what the lights say once something is."""

from cases import asked, shields
from play_table import BOTH

from table.messages.events import ChangeSettings, TakeBack
from table.messages.lights import Role
from table.messages.settings import Settings

# --- a bump is no capture ----------------------------------------------------------------------------------------


def test_a_bumped_victim_is_not_taken(facing):
    facing.lift("d4")
    facing.bump("e5")
    facing.wait()
    assert facing.actions == [] and facing.squares_of(Role.CAPTURE) == ["c5", "e5"]


def test_after_a_bump_another_move_is_not_asked_about(facing):
    facing.lift("d4")
    facing.bump("e5")
    facing.place("d5")
    facing.wait()
    assert facing.actions == ["d4d5"] and facing.scene().prompts == ()


def test_after_a_bump_another_capture_is_the_one_that_counts(facing):
    facing.lift("d4")
    facing.bump("e5")
    facing.lift("c5")
    facing.place("c5")
    facing.wait()
    assert facing.actions == ["d4c5"]


def test_a_push_as_quick_as_a_bump_is_asked_for_by_light(facing):
    facing.lift("d4")
    facing.bump("e5", 0.1)
    facing.wait(3.1)
    assert facing.squares_of(Role.CHOICE) == ["c5", "e5"]
    facing.lift("e5")
    facing.place("e5")
    facing.wait()
    assert facing.actions == ["d4e5"]


def test_a_bump_is_no_touch():
    table = shields({"b1": "wR+", "b8": "bR+"})
    table.lift("b1")
    table.bump("b8")
    table.place("b7")
    table.wait()
    assert table.actions == ["b1b7"]


def test_a_bumped_square_keeps_its_wrong_piece(facing):


    facing.capture("d4", "e5")
    facing.send(TakeBack(BOTH, frozenset()))
    facing.bump("e5")
    facing.wait()
    assert facing.scene().extra == ("e5",)


def test_what_is_a_bump_is_a_setting(facing):
    facing.send(ChangeSettings(Settings(bump_ms=0)))
    facing.lift("d4")
    facing.bump("e5")
    facing.wait()
    assert facing.actions == ["d4e5"]


def test_a_touch_that_moves_nothing_is_not_lost_when_the_next_player_is_quick():
    table = shields({"e5": "wP", "d6": "bP+"})
    table.lift("e5", "d6")
    table.place("d6", "e5")
    table.lift("j9")
    table.place("j8")
    table.wait(4)
    assert table.actions == ["e5xd6@e5", "j9j8"]


# --- after a touch -----------------------------------------------------------------------------------------------


def test_after_a_touch_only_the_squares_to_rest_on_are_lit_and_the_target_stays_marked():
    table = shields({"b1": "wR+", "b8": "bR+"})
    table.lift("b1", "b8")
    table.place("b8")
    assert table.squares_of(Role.MOVE) == ["b7"] and table.role("b8") is Role.MEET


def test_after_a_touched_neighbour_the_own_square_is_the_one_to_rest_on():
    table = shields({"e5": "wP", "d6": "bP+"})
    table.lift("e5", "d6")
    table.place("d6")
    assert table.squares_of(Role.MOVE) == ["e5"] and table.role("d6") is Role.MEET
    assert str(table.scene().now) == "Put the pawn on e5, and the touch counts."
    table.place("e5")
    table.wait()
    assert table.actions == ["e5xd6@e5"]


TWO_TARGETS = {"f3": "wN", "d2": "bP+", "d4": "bP+"}


def touch_both(table):
    table.lift("f3")
    for target in ("d2", "d4"):
        table.lift(target)
        table.place(target)
    table.place("d3")
    table.wait(5)


def test_of_two_targets_touched_the_board_of_wood_asks():
    table = shields(TWO_TARGETS)
    touch_both(table)
    assert table.actions == [] and asked(table) == {"f3xd2@d3", "f3xd4@d3"}


def test_of_two_targets_touched_on_glass_the_last_one_is_meant():
    table = shields(TWO_TARGETS)
    table.table = table.table.with_game(screen=True)
    touch_both(table)
    assert table.actions == ["f3xd4@d3"]


def test_heal_is_not_called_an_attack():
    table = shields({"c3": "nL", "d4": "wN"})
    table.lift("d4", "c3")
    assert "attack" not in str(table.scene().now)
    assert str(table.scene().now).startswith("Put the knight back on d4. To touch it, lift it")
