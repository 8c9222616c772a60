"""The one reader of JSON: what it refuses, and why, in words that can be translated."""

import pytest

from engine.core.errors import BadRecord, BadState, EngineError
from engine.core.json_fields import check_known, quoted, read_json
from engine.core.pieces import parse_piece
from engine.game import EVERYTHING
from engine.records.game_record import read_record
from engine.records.position_json import state_of
from engine.registry import find_game


@pytest.mark.parametrize(("written", "reason"), [
    ('{"a": NaN}', "NaN is not a JSON value"),
    ("-Infinity", "-Infinity is not a JSON value"),
    ('{"a": [1e999]}', "the number 1e999 is too large"),
    ("-1e999", "the number -1e999 is too large"),
    ('{"a": 1, "b": {"c": 1, "c": 2}}', "an object names 'c' twice"),
    ('{"a":\n 1,}', "it goes wrong in line 2, column 4"),
    ("", "it goes wrong in line 1, column 1"),
    ("[" * 100_000, "it is nested too deeply"),
    ("9" * 5_000, "a number in it has too many digits"),
    (b'"\xff"', "it is not UTF-8"),
])
def test_what_is_no_json_is_refused_with_a_reason(written: str | bytes, reason: str) -> None:
    with pytest.raises(BadState) as refused:
        read_json(written, BadState)
    assert str(refused.value) == f"not JSON: {reason}"
    assert len(str(refused.value)) < 100
    assert [name for name, _ in refused.value.reason.values] == ["error"] and "{" in refused.value.reason.key


def test_numbers_that_can_be_kept_are_read() -> None:
    assert read_json("[1e308, -0.0, 1e-999, 12345678901234567890]", BadState) == [1e308, 0, 0, 12345678901234567890]


def test_a_long_name_that_comes_twice_is_cut() -> None:
    name = "x" * 10_000
    with pytest.raises(BadState) as refused:
        read_json(f'{{"{name}": 1, "{name}": 2}}', BadState)
    assert len(str(refused.value)) < 120


def test_what_somebody_wrote_is_quoted_no_longer_than_a_sentence_takes() -> None:
    game = find_game("pawn-advance")
    options = game.read_options({})
    state = state_of(game, game.start(options), EVERYTHING)
    for changed in ({"x" * 10_000: 1}, {"to_act": ["x" * 10_000]}, {"board": {"x" * 10_000: "wP"}},
                    {"board": {"a1": "x" * 10_000}}, {"board": {"a1": [1] * 10_000}}, {"detail": {"x" * 10_000: 1}}):
        with pytest.raises(BadState) as refused:
            game.setup(options, state | changed)
        assert len(str(refused.value)) < 200


@pytest.mark.parametrize("lines", [
    '[Setup "{}"]\n\n', '[Result "{}"]\n[Termination "resignation"]\n\n', "\n\n{}", "{}", '[{} "x"]\n[{} "x"]\n\n',
])
def test_what_stands_in_a_record_is_quoted_no_longer_either(lines: str) -> None:
    head = '[Game "pawn-advance"]\n[Rules "1"]\n'
    for record in (head + lines.replace("{}", "9" * 4_000), head.replace('"1"', f'"{"9" * 4_000}"') + "\n\n",
                   head.replace("pawn-advance", "p" * 4_000) + "\n\n"):
        with pytest.raises(EngineError) as bad:
            read_record(record)
        assert len(str(bad.value)) < 250


def test_an_unknown_field_is_named_no_longer_than_a_sentence_takes() -> None:
    with pytest.raises(BadRecord) as bad:
        check_known("x" * 100_000, ("a", "b"), "x" * 100_000, BadRecord)
    assert len(str(bad.value)) < 300


def test_a_number_of_thousands_of_digits_can_be_quoted() -> None:
    assert len(quoted([2**100_000, -(2**100_000), 10**4_000])) < 200


def test_a_text_that_is_no_piece_is_quoted_as_a_value_of_the_sentence() -> None:
    with pytest.raises(ValueError, match="'zz' is not a piece") as refused:
        parse_piece("zz")
    assert dict(refused.value.reason.values) == {"piece": quoted("zz")}  # type: ignore[attr-defined]  # an EngineError
