"""Pawn's Revenge: a position in words, for the panel (its rules page)."""

import pytest

from engine.core.pieces import Seat
from engine.game import SPECTATOR, MarkKind
from engine.games.pawns_revenge.game import PawnsRevenge

GAME = PawnsRevenge()
KINGS = {"a1": "wK", "h8": "bK"}


def described(board, phase, options=None, knows=SPECTATOR, **detail):
    read = GAME.read_options(options or {})
    return GAME.describe(GAME.setup(read, {"board": board, "phase": phase, "detail": detail}), knows)


def sentences(*args, **fields):
    return [str(sentence) for sentence in described(*args, **fields).sentences]


def test_every_army_piece_bears_its_power_and_toughness():
    marks = described(KINGS | {"d4": "wP", "e5": "nN"}, "roll", {"rogue_knight": 3}, stats={"d4": "3/4"}).marks
    assert {GAME.boards[0].name(mark.square): mark.text for mark in marks} == {"a1": "2/3", "d4": "3/4", "h8": "2/3"}
    assert {mark.kind for mark in marks} == {MarkKind.STATS}
    assert str(marks[1].message) == "power and toughness 3/4"


def test_divisions_change_the_marks_only_once_revealed():
    detail = {"roll": 4, "points": {"white": 5, "black": 4}, "divisions": {"white": "white:d4+2/3"}}
    marks = described(KINGS | {"d4": "wP", "d5": "bP"}, "divide", knows=None, **detail).marks
    assert [mark.text for mark in marks] == ["2/3", "1/1", "1/1", "2/3"]


def test_the_counters_tell_pieces_throw_and_quiet_turns():
    counters = described(KINGS | {"d4": "wP"}, "move", roll=6, quiet_turns=7).counters
    assert [(str(each.label), each.value, each.seat) for each in counters] == [
        ("Pieces", 2, Seat.WHITE), ("Pieces", 1, Seat.BLACK), ("Thrown", 6, None), ("Quiet turns", 7, None),
    ]


@pytest.mark.parametrize(("phase", "options", "detail", "sentence"), [
    ("scatter", {"bombed": 1}, {}, "Chance draws a square to be bombed."),
    ("scatter", {"rogue_knight": 1}, {}, "Chance places the rogue knight."),
    ("roll-off", {}, {"dice": {"white": 3, "black": None}}, "black throws for the first turn."),
    ("roll-off", {}, {"dice": {"white": 3, "black": None}}, "white threw 3."),
    ("roll", {}, {"active": "black"}, "black throws the die."),
    ("roll", {}, {"active": "black", "courage": ["white"]},
     "Every piece of white is +1/+1 until white plays again."),
    ("move", {}, {"roll": 5}, "white moves two different pieces forward-diagonally."),
    ("move", {"retreat": True}, {"roll": 4}, "white moves one piece forward, sideways or backward."),
])
def test_a_sentence_says_what_is_going_on(phase, options, detail, sentence):
    assert sentence in sentences(KINGS | {"c3": "wP"}, phase, options, **detail)


def test_during_a_combat_everybody_is_told_who_fights_whom():
    board = KINGS | {"b3": "wP", "d3": "wP", "c4": "bP", "d4": "bP"}
    told = sentences(board, "combat-dice", roll=6, moved=["d3", "b3"])
    assert "white throws the combat die, in secret." in told
    assert [text for text in told if "fights" in text] == [
        "The pawn on d3 (1/1) fights the pawn on d4 (1/1).", "The pawn on d3 (1/1) fights the pawn on c4 (1/1).",
    ]


def test_a_seat_is_told_its_own_number_and_division_and_only_who_else_is_in():
    board = KINGS | {"d4": "wP", "d5": "bP"}
    detail = {"roll": 4, "points": {"white": 5, "black": 4}, "divisions": {"white": "white:d4+2/3"}}
    everybody = sentences(board, "divide", **detail)
    white = sentences(board, "divide", knows=frozenset([Seat.WHITE]), **detail)
    assert "white has divided the points." in everybody and not any("threw" in text for text in everybody)
    assert set(white) - set(everybody) == {"white threw 5.", "white committed d4 +2/+3."}


def test_holes_and_the_missing_chessboard_are_shown_as_holes():
    description = described({"a1": "wP", "p1": "rP", "p16": "bP"}, "roll", {"players": 3}, holes=["d4"])
    board = GAME.boards[1]
    assert description.holes.bit_count() == 65
    assert description.holes >> board.parse("d4") & 1 and description.holes >> board.parse("a16") & 1


def test_every_phase_has_a_banner():
    rogue = {"rogue_knight": 3}
    banners = [
        described(KINGS, "scatter", {"bombed": 1}), described(KINGS, "roll-off"), described(KINGS, "roll"),
        described(KINGS | {"d4": "nN"}, "rogue", rogue, roll=3), described(KINGS, "move", roll=6),
        described({"a1": "wK", "a2": "bK"}, "combat-dice", roll=4),
        described({"a1": "wK", "a2": "bK"}, "divide", roll=4, points={"white": 1, "black": 2}),
        described(KINGS, "roll", quiet_turns=1000),
    ]
    assert len({str(banner.phase) for banner in banners}) == len(banners)
    assert all(banner.icon for banner in banners)
