"""A board that stands as in the picture, whatever the table believes, can be said to (docs/play.md, 12)."""

import pytest
from cases import position
from play_table import BOTH, PlayTable

from table.messages.events import Answer, Pause, Resume, StandsAsShown

BOARD = {"d4": "wP", "a2": "wP", "e5": "bP", "h7": "bP"}


def put_back(table: PlayTable) -> PlayTable:
    """A cat has set two pieces down elsewhere, the power fails, and each is put back where it belongs."""
    table.lift("d4", "e5")
    table.place("c2", "g6")
    table.wait(1)
    table.power_cut()
    table.wait(1)
    for source, target in (("g6", "e5"), ("c2", "d4")):
        table.lift(source)
        table.place(target)
        table.wait(1)
    return table


def exchanged() -> PlayTable:
    """A child exchanges two pieces; while the power is off, somebody puts them right, and no reed feels it."""
    table = position("advancing-chess", BOARD, "play")
    exchange(table)
    return table


def exchange(table: PlayTable) -> None:
    for source, target in (("d4", "c2"), ("e5", "d4"), ("c2", "e5")):
        table.lift(source)
        table.place(target)
        table.wait(1)
    table.power_cut()
    table.wait(1)


def say(table: PlayTable) -> None:
    """Answer on a phone."""
    (prompt,) = table.scene().prompts
    assert [str(choice.label) for choice in prompt.choices] == ["It stands as in the picture"]
    table.send(Answer(prompt.id, prompt.choices[0].value, BOTH))


def hold(table: PlayTable) -> None:
    """Hold the end-turn button."""
    table.send(StandsAsShown())


SAYING = pytest.mark.parametrize("says", [say, hold])


@SAYING
def test_a_board_that_is_right_and_not_believed_can_be_said_to_be_right(says) -> None:
    table = exchanged()
    table.wait(600)
    assert table.scene().status == "setup", "the board goes on for ever"
    assert "say so on a phone or hold the end-turn button" in str(table.scene().now)
    says(table)
    seen = table.scene()
    assert (seen.status, seen.extra, seen.missing, seen.prompts) == ("play", (), (), ())
    table.move("d4", "d5")
    assert table.actions == ["d4d5"]


@SAYING
def test_where_other_squares_are_covered_than_in_the_picture_it_is_said_which(says) -> None:
    table = position("advancing-chess", BOARD, "play")
    table.lift("d4", "e5", "a2")
    table.place("c2", "g6", "b7")
    table.wait(1)
    says(table)
    squares = "a2, b7, c2, d4, e5, g6"
    assert table.refusals == [f"The board differs from the picture on {squares}. Put that right first."]
    assert table.scene().status == "repair"


def test_pieces_that_a_cat_mixed_up_before_a_power_cut_are_accused_of_nothing_after_it() -> None:
    """Each was put back where it belongs: no square stays lit for ever."""
    table = put_back(position("advancing-chess", BOARD, "play"))
    assert (table.scene().status, table.scene().extra) == ("play", ())


def test_set_up_after_a_power_cut_asks_for_a_look_where_pieces_may_be_mixed_up() -> None:
    table = position("advancing-chess", BOARD, "play")
    table.lift("d4", "e5", "a2")
    table.place("d4", "e5")
    table.power_cut()
    assert str(table.scene().now) == ("Set up the board: put the last piece on the lit square. Several pieces were in "
                                      "the air: compare the board with the picture on a phone.")
    table.place("a2")
    table.wait(1)
    assert table.scene().status == "play"


def test_an_answer_that_comes_too_late_changes_nothing() -> None:
    table = exchanged()
    (prompt,) = table.scene().prompts
    hold(table)
    table.send(Answer(prompt.id, "stands", BOTH))
    assert table.refusals[-1].startswith("That question")


def test_a_board_in_step_has_nothing_to_be_said() -> None:
    table = position("advancing-chess", BOARD, "play")
    hold(table)
    assert table.refusals == ["The board is right already."]
    assert table.scene().prompts == ()


def test_a_board_that_is_paused_or_being_read_is_not_judged() -> None:
    table = position("advancing-chess", BOARD, "play")
    table.send(Pause())
    hold(table)
    table.send(Resume())
    table.power_cut(read=False)
    hold(table)
    assert table.refusals == ["The game is paused. Resume it first.", "The board is being read. This takes a moment."]
