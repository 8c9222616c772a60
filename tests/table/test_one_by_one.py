"""A board that is put right is shown piece by piece, if its owners want that (docs/play.md, 12)."""

import pytest
from play_table import BOTH, PlayTable

from table.messages.events import ChangeSettings, Pause, Resume, TakeBack
from table.messages.lights import Role
from table.messages.settings import Settings

CALLING = {Role.WRONG, Role.CLEAR, Role.PLACE, Role.NO_MOVE, Role.ORIGIN}
"""The roles that call for a hand while the board is put right."""


@pytest.fixture
def patient():
    """A game whose owners want one piece shown after the other."""
    playing = PlayTable()
    playing.start()
    playing.send(ChangeSettings(Settings(one_by_one=True)))
    return playing


def calling(table):
    return sorted(name for name, light in table.scene().lights.items() if light.role in CALLING)


def swept(table):
    """A sleeve: three white pawns and a black one lie on the squares before them."""
    for origin, target in (("a1", "a4"), ("b1", "b4"), ("c1", "c4"), ("a8", "a5")):
        table.lift(origin)
        table.place(target)


def put_right(table):
    """Do what the lights say, one touch after the other; returns the squares that called before each."""
    seen = []
    while names := calling(table):
        seen.append(names)
        lit = {name: table.role(name) for name in names}
        to_clear = [name for name in names if lit[name] in (Role.WRONG, Role.CLEAR)]
        if to_clear:
            table.lift(to_clear[0])
        else:
            table.place(names[0])
        assert len(seen) <= 20, "it never ends"
        table.wait()
    return seen


def test_one_piece_and_its_square_are_shown_after_the_other(patient):
    swept(patient)
    patient.wait(1)
    assert calling(patient) == ["a1", "a4"]
    assert str(patient.scene().now) == "Put the white pawn from a4 on a1. 3 more to go."
    patient.lift("a4")
    assert calling(patient) == ["a1"], "at once, before the board is at rest"
    patient.wait()
    assert calling(patient) == ["a1"]
    assert str(patient.scene().now) == "Put the white pawn back on a1. 3 more to go."
    patient.place("a1")
    patient.wait()
    assert calling(patient) == ["a5", "a8"]


def test_whoever_follows_the_lights_needs_two_touches_for_each_piece(patient):
    swept(patient)
    patient.wait(1)
    seen = put_right(patient)
    assert patient.scene().status == "play" and patient.actions == []
    assert len(seen) == 8 and all(len(names) <= 2 for names in seen)


def test_nothing_else_is_lit_while_a_piece_is_shown(patient):
    """A green square would take the piece in the hand elsewhere, where the switch of its own square is dead."""
    swept(patient)
    patient.wait(1)
    while patient.scene().missing:
        lit = {name for name, light in patient.scene().lights.items() if light.role}
        assert lit == set(calling(patient)) and len(lit) <= 2
        extra = set(patient.scene().extra) & lit
        (patient.lift if extra else patient.place)(*(extra or lit))
        patient.wait()
        if len(patient.scene().missing) == 1:
            return  # a hand with one piece has all its squares lit


def test_without_the_setting_everything_is_shown_at_once(table):
    swept(table)
    table.wait(1)
    assert len(calling(table)) == 8
    assert "see the lights" in str(table.scene().now)


def test_a_piece_beside_the_board_is_shown_by_itself(patient):
    patient.lift("a1", "b1", "c1", "a8")
    patient.place("f5", "f6", "g6")
    patient.wait(1)
    assert all(len(names) <= 2 for names in put_right(patient))
    assert patient.scene().status == "play"


def test_pieces_that_changed_places_are_shown_two_squares_at_a_time():
    table = PlayTable()
    table.start("chess-two")
    table.send(ChangeSettings(Settings(one_by_one=True)))
    table.send(Pause())
    for origin, target in (("b1", "e5"), ("c1", "b1"), ("e5", "c1"), ("a1", "d5")):
        table.lift(origin)
        table.place(target)
    table.send(Resume())
    assert calling(table) == ["a1", "d5"], "what can be done at once comes first"
    table.lift("d5")
    table.place("a1")
    assert calling(table) == ["b1", "c1"]
    table.lift("c1", "b1")
    table.place("b1", "c1")
    table.wait()
    assert table.scene().status == "play"


def test_the_way_back_of_an_undo_is_shown_piece_by_piece(patient):
    for origin, target in (("a1", "a2"), ("b1", "b2")):
        patient.move(origin, target)
    patient.send(TakeBack(BOTH, frozenset()))
    patient.send(TakeBack(BOTH, frozenset()))
    assert calling(patient) == ["a1", "a2"] and patient.scene().missing == ("a1", "b1")
    put_right(patient)
    assert patient.scene().status == "play" and patient.actions == []


def test_set_up_goes_rank_by_rank_as_ever():
    table = PlayTable()
    table.send(ChangeSettings(Settings(one_by_one=True)))
    table.start(set_up=False)
    assert len(table.squares_of(Role.PLACE)) == 8


def test_a_dead_switch_of_the_piece_shown_is_named(patient):
    swept(patient)
    patient.lift("a4")
    patient.wait(11)
    assert patient.scene().suspects == ("a1",)
