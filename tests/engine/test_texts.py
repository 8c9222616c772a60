"""Text from outside: what is let in, what is refused with the field and the remedy, and what becomes of older text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import BadRecord, BadText
from engine.core.text_rules import LONGEST_NAME, checked, checked_lines, checked_name, repaired, repaired_lines
from engine.records.game_record import LONGEST_HEADER, LONGEST_RECORD, read_record

SURROGATE, OVERRIDE, ISOLATE, ESCAPE = "\ud800", "\u202e", "\u2067", "\x1b"
BAD = [SURROGATE, "\udfff", OVERRIDE, "\u202a", ISOLATE, "\u2069", ESCAPE, "\0", "\x7f", "\x9b", "\u2028", "\u2029"]
UNSEEN = [
    "\u200b", "\ufeff", "\u00ad", "\u034f", "\u061c", "\u115f", "\u180e", "\u200e", "\u2065", "\u206f", "\u2800",
    "\u3164", "\uffa0", "\ufff9", "\uffff", "\U000e0041", "\U000e0100",
]
ANYTHING = st.text(st.characters(exclude_categories=()), max_size=60)
RECORD = '[Game "pawn-advance"]\n[Rules "1"]\n'
NAMES = [
    "Zoë", "Łukasz", "Ødegård", "李小龍", "عائشة", "שָׁלוֹם",
    "👩‍👩‍👧 family", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "O'Brien", "<b>&",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_of_all_the_world_are_let_in(name: str) -> None:
    assert checked(name, "name") == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("letter", [*BAD, *"\n\t\r", *UNSEEN], ids=lambda letter: f"U+{ord(letter):04X}")
def test_a_character_that_harms_is_refused_with_the_field_and_the_remedy(letter: str) -> None:
    with pytest.raises(BadText) as refusal:
        checked(f"Ann{letter}a", "White")
    code = f"U+{ord(letter):04X}"
    assert str(refusal.value) == f"White: the character {code} cannot be kept or shown. Take it out."


@pytest.mark.parametrize("letter", BAD, ids=lambda letter: f"U+{ord(letter):04X}")
def test_lines_may_end_and_nothing_else(letter: str) -> None:
    assert checked_lines("one\r\n\ttwo\n", "record", 100) == "one\r\n\ttwo\n"
    with pytest.raises(BadText, match="Take it out"):
        checked_lines(f"one\n{letter}two", "record", 100)


def test_two_ways_to_write_a_name_are_one_name() -> None:
    assert checked("Zoe\u0308", "name") == checked("Zoë", "name") == "Zoë"


def test_a_text_is_as_long_as_it_may_be_and_no_longer() -> None:
    assert checked("x" * 40, "name", 40) == "x" * 40
    with pytest.raises(BadText, match=r"name: at most 40 characters are allowed. Shorten it."):
        checked("x" * 41, "name", 40)


def test_a_text_that_grows_when_it_is_composed_is_measured_afterwards() -> None:
    grows = "\u0958"  # a composition exclusion: NFC writes it as two
    with pytest.raises(BadText, match="Shorten it"):
        checked(grows * 40, "name", 40)


@pytest.mark.parametrize("value", [None, 4, True, ["a"], {"a": "b"}, b"bytes"])
def test_what_is_no_text_is_refused(value: object) -> None:
    with pytest.raises(BadText, match="name: must be a text of at most 40 characters"):
        checked(value, "name", 40)


def test_a_name_loses_the_blanks_it_does_not_need() -> None:
    assert checked_name("  Anna \u00a0 Maria ", "White") == "Anna Maria"


@given(ANYTHING)
def test_what_is_let_in_or_repaired_can_be_written_anywhere(text: str) -> None:
    mended = repaired(text, LONGEST_NAME)
    assert checked(mended, "name", LONGEST_NAME) == mended
    repaired_lines(text).encode()
    try:
        let_in = checked(text, "name", 60)
    except BadText:
        return
    let_in.encode()
    assert unicodedata.is_normalized("NFC", let_in)
    assert repaired(let_in, 60) == let_in, "what is fit stays as it is"


def test_what_was_kept_before_is_repaired_and_cut() -> None:
    assert repaired(f"A{SURROGATE}b{OVERRIDE}c") == "A\ufffdb\ufffdc"
    assert repaired("x" * 200_000, 40) == "x" * 40
    assert repaired(None) == "None"


# --- records -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", ["Ann\ud800", "\u202eannA", "x" * 41, "A\x1b[2Jnna"], ids=repr)
@pytest.mark.parametrize("header", ["White", "Black"])
def test_a_record_with_a_name_that_harms_is_refused(header: str, bad: str) -> None:
    with pytest.raises(BadText):
        read_record(f'{RECORD}[{header} "{bad}"]\n\n')


def test_a_name_in_a_record_that_is_too_long_is_named_by_its_header() -> None:
    with pytest.raises(BadText, match="header White: at most 40 characters are allowed"):
        read_record(f'{RECORD}[White "{"x" * 41}"]\n\n')
    with pytest.raises(BadText, match=f"header White: at most {LONGEST_HEADER} characters"):
        read_record(f'{RECORD}[White "{"x" * 200_000}"]\n\n')


@pytest.mark.parametrize("place", ['[Date "\ud800"]\n\n', "\n{a comment \ud800}", "\n a1\ud800"], ids=repr)
def test_a_surrogate_is_refused_wherever_it_stands_in_a_record(place: str) -> None:
    with pytest.raises(BadText, match="record: the character U\\+D800"):
        read_record(RECORD + place)


def test_a_record_that_is_too_long_is_not_even_taken_apart() -> None:
    with pytest.raises(BadText, match="record: at most"):
        read_record(RECORD + "\n" + "a" * LONGEST_RECORD)


def test_names_in_records_are_composed_and_lose_their_blanks() -> None:
    record = read_record(f'{RECORD}[White "Zoe\u0308   K"]\n\n')
    assert sorted(record.players.values()) == ["?", "Zoë K"]


def test_a_record_that_was_good_stays_good() -> None:
    with pytest.raises(BadRecord, match="action 1"):
        read_record(f'{RECORD}[White "Zoë"]\r\n\r\n\te1e9\r\n')
