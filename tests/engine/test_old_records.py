"""Games that were kept before their game had all the options it has today go on as they were played."""

import json
import re
from pathlib import Path

import pytest

from engine.records.game_record import read_record, write_record

RECORDS = sorted((Path(__file__).parent / "old_records").glob("*.pwl"))


def options_of(text):
    return json.loads(json.loads(re.search(r"\[Options (.*)\]", text)[1]))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_before_replays_to_the_end_it_had(path):
    text = path.read_text("utf-8")
    record = read_record(text)
    now = write_record(record)
    assert now.partition("\n\n")[2] == text.partition("\n\n")[2], "the same actions"
    for header in ("Result", "Termination"):
        line = re.search(rf"\[{header} .*", text)[0]
        assert line in now and "*" not in line
    assert record.played.game.outcome(record.played.position) is not None


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_options_it_does_not_name_are_as_they_were_then(path):
    text = path.read_text("utf-8")
    record = read_record(text)
    named, read = options_of(text), record.played.options.as_data()
    assert {name: read[name] for name in named} == named
    new = {option.name: option.default for option in record.played.game.options if option.name not in named}
    assert new and {name: read[name] for name in new} == new


def test_records_of_every_number_of_players_are_kept():
    assert {path.stem for path in RECORDS} >= {"pawn-advance", "pawns-revenge", "pawns-revenge-four"}
