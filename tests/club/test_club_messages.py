"""Messages from a broker are read strictly: one that is not exactly a status is none."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.transport.errors import BadMessage
from club.transport.messages import LARGEST_BYTES, Status, board_of, in_order, read_status, status_topic, write_status

BOARD = "0123456789abcdef"
GOOD = {"version": 1, "board": BOARD, "name": "Living room", "online": True, "program": "0.2.0"}


def test_the_example_of_the_page_is_a_status(page: str) -> None:
    (example,) = [line for line in page.splitlines() if line.startswith('{"version"') and "online" in line]
    assert read_status(BOARD, example.encode()) == Status(BOARD, "Living room", True, "0.2.0")
    assert json.loads(write_status(read_status(BOARD, example.encode()))) == json.loads(example)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 2}, "version must be 1, not 2"),
        ({"version": True}, "version must be a whole number"),
        ({"board": "fedcba9876543210"}, "names another"),
        ({"board": 7}, "board must be a text"),
        ({"name": ""}, "name must be"),
        ({"name": "x" * 41}, "at most 40 characters"),
        ({"name": "a\u202eb"}, r"U\+202E"),
        ({"name": "\ud800"}, r"U\+D800"),
        ({"online": 1}, "online must be true or false"),
        ({"program": None}, "program: must be a text"),
        ({"nmae": "x"}, "nmae is not known here: did you mean name"),
    ],
)
def test_what_is_not_exactly_a_status_is_refused_in_words(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadMessage, match=said):
        read_status(BOARD, json.dumps(GOOD | change).encode())


@pytest.mark.parametrize("left_out", GOOD)
def test_every_field_has_to_be_there(left_out: str) -> None:
    with pytest.raises(BadMessage, match=left_out):
        read_status(BOARD, json.dumps({name: value for name, value in GOOD.items() if name != left_out}).encode())


@pytest.mark.parametrize("payload", [b"", b"[]", b"null", b"\xff", b'{"version":1,"version":1}', b"[" * 4000])
def test_what_is_no_object_is_refused(payload: bytes) -> None:
    with pytest.raises(BadMessage):
        read_status(BOARD, payload)


def test_nothing_longer_than_the_page_allows_is_read() -> None:
    padded = json.dumps(GOOD).encode().ljust(LARGEST_BYTES)
    assert read_status(BOARD, padded).online
    with pytest.raises(BadMessage, match="more than 8192 bytes"):
        read_status(BOARD, padded + b" ")


@given(st.binary(max_size=300) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*GOOD, "x"]), inner, max_size=6),
    max_leaves=12,
).map(lambda value: json.dumps(value).encode()))
def test_anything_at_all_is_a_status_or_refused(payload: bytes) -> None:
    try:
        read = read_status(BOARD, payload)
    except BadMessage as error:
        assert str(error)
    else:
        assert read_status(BOARD, write_status(read)) == read


@pytest.mark.parametrize("topic", ["pawnlight/status", "pawnlight/x/status", f"club/{BOARD}/status",
                                   f"pawnlight/{BOARD}/name", f"pawnlight/{BOARD}", f"{BOARD}/status"])
def test_a_topic_that_is_no_board_s_is_refused(topic: str) -> None:
    with pytest.raises(BadMessage, match="no board's topic"):
        board_of("pawnlight", topic)


def test_a_board_has_one_topic() -> None:
    assert board_of("a/b", status_topic("a/b", BOARD)) == BOARD


def test_boards_are_sorted_as_people_count() -> None:
    names = ["Board 10", "board 2", "2nd", "Attic", "Board 1b", "Board", "10th", "Board 1", "Board 2 left"]
    assert sorted(names, key=in_order) == [
        "2nd", "10th", "Attic", "Board", "Board 1", "Board 1b", "board 2", "Board 2 left", "Board 10"]
