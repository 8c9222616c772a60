"""The game that a board shows to those who watch the club: written and read strictly."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.broadcast.public import PublicGame, game_topic, read_game, whose_game, write_game
from club.transport.errors import BadMessage
from engine.core.pieces import Seat
from engine.core.squares import Board

BOARD = "0123456789abcdef"
GAME = PublicGame(
    "a31f9c0d5b72", "pawn-advance", Board(8, 8), {Seat.WHITE: "Ada", Seat.BLACK: ""}, {"b3": "wP", "b8": "bP"},
    computers={Seat.BLACK: 3}, to_act=(Seat.BLACK,), actions=1, last="White's pawn goes from b1 to b3.",
    squares=("b1", "b3"),
)
GOOD = json.loads(write_game(GAME))
OVER = replace(GAME, to_act=(), winners=(), termination="abandoned", result="It was abandoned.")


def test_the_example_of_the_page_is_a_game(page: str) -> None:
    example = page.partition('\n{"version": 1, "key":')[2].partition("\n```")[0]
    assert read_game(f'{{"version": 1, "key":{example}'.encode()) == GAME


def test_every_field_of_the_page_is_there_and_no_other(page: str) -> None:
    table = page.partition("/game`**, retained")[2].partition("It is read as strictly")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = [name for cell in cells for name in cell.split("`")[1::2]]
    assert sorted([*named, "version"]) == sorted(json.loads(write_game(OVER)))


def test_no_game_is_an_empty_payload() -> None:
    assert write_game(None) == b"" and read_game(b"") is None


def test_a_game_that_is_over_names_the_winners_or_nobody() -> None:
    for winners in (None, (), (Seat.WHITE,)):
        over = read_game(json.dumps(GOOD | {"winners": winners}).encode())
        assert over is not None and over.winners == winners


@pytest.mark.parametrize("termination", ["normal", "resignation", "agreement", "time", "abandoned"])
def test_a_game_that_is_over_says_how_it_ended(termination: str) -> None:
    over = replace(OVER, termination=termination)
    assert json.loads(write_game(over))["termination"] == termination and read_game(write_game(over)) == over
    assert "termination" not in GOOD, "it goes on: that is read by older programs, too"


@pytest.mark.parametrize(("result", "termination"), [
    ("The game was abandoned. It does not count.", "abandoned"),
    ("Das Spiel wurde abgebrochen. Es zählt nicht.", "abandoned"),
    ("Draw: agreed.", ""),
])
def test_of_boards_that_do_not_say_how_a_game_ended_what_they_told_people_is_believed(
    result: str, termination: str
) -> None:
    earlier = GOOD | {"winners": [], "result": result}
    read = read_game(json.dumps(earlier).encode())
    assert read is not None and read.termination == termination
    won = read_game(json.dumps(earlier | {"winners": ["white"]}).encode())
    assert won is not None and won.termination == "", "nobody wins a game that was abandoned"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 2}, "version must be 1"),
        ({"key": "../x"}, "key must be"),
        ({"key": "k" * 65}, "key must be"),
        ({"game": "no-such-game"}, "game must be one of"),
        ({"game": ["pawn"]}, "game must be one of"),
        ({"other": "x"}, "other must be"),
        ({"files": 17}, "files must be"),
        ({"players": {"white": "Ada"}}, "two players"),
        ({"players": {"white": "a\u202eb", "black": ""}}, r"U\+202E"),
        ({"players": {"white": "Ada", "nobody": ""}}, "players must be one of"),
        ({"computers": {"red": 1}}, "computers must be one of white, black"),
        ({"computers": {"black": 9}}, "computers must be"),
        ({"to_act": ["red"]}, "to_act must be one of"),
        ({"winners": "white"}, "winners must be a list"),
        ({"pieces": {"z9": "wP"}}, "pieces must be a square"),
        ({"pieces": {"b3": "wQ"}}, "pieces must be a piece"),
        ({"pieces": {"b3": 'wP"/><script>'}}, "pieces must be a piece"),
        ({"squares": ["b9"]}, "squares must be a square"),
        ({"holes": [7]}, "holes must be a square"),
        ({"marks": {"b3": "x" * 21}}, "at most 20"),
        ({"last": "x" * 256}, "at most 255"),
        ({"actions": -1}, "actions must be"),
        ({"secret": 1}, "secret is not known here"),
        ({"winners": [], "termination": "lost"}, "termination must be one of"),
        ({"winners": [], "termination": None}, "termination must be one of"),
        ({"termination": "normal"}, "the game goes on"),
        ({"winners": ["white"], "termination": "abandoned"}, "nobody wins"),
    ],
)
def test_what_is_not_exactly_a_game_is_refused_in_words(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadMessage, match=said):
        read_game(json.dumps(GOOD | change).encode())


@pytest.mark.parametrize("left_out", GOOD)
def test_every_field_has_to_be_there(left_out: str) -> None:
    with pytest.raises(BadMessage):
        read_game(json.dumps({name: value for name, value in GOOD.items() if name != left_out}).encode())


ODD = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    | st.lists(st.text(max_size=3), max_size=3)
)


@given(st.dictionaries(
    st.sampled_from([*sorted(GOOD), "termination"]), ODD | st.dictionaries(st.text(max_size=3), ODD, max_size=3)
))
def test_anything_at_all_is_a_game_or_refused(change: dict[str, Any]) -> None:
    try:
        read = read_game(json.dumps(GOOD | change).encode())
    except BadMessage as error:
        assert str(error)
    else:
        assert read_game(write_game(read)) == read


def test_a_board_has_one_topic_for_its_game() -> None:
    assert whose_game("a/b", game_topic("a/b", BOARD)) == BOARD
    for topic in (f"a/b/{BOARD}/status", "a/b/x/game", f"b/{BOARD}/game", f"a/b/{BOARD}/x/game"):
        assert whose_game("a/b", topic) is None
