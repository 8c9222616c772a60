"""A scene is made part by part: one that cannot be made takes nothing else off the phones."""

import dataclasses

import pytest
from cases import patterns
from play_table import BOTH

from table.output.scene_builder import scene

PLAIN = {
    "now": "table.output.scene_builder.what_to_do",
    "lights": "table.output.guidance.lights",
    "joins": "table.output.touchscreen.joins",
    "targets": "table.output.touchscreen.targets",
    "groups": "table.output.touchscreen.groups",
    "prompts": "table.requests.prompts.prompts",
    "undo_refusal": "table.output.scene_builder.undo_refusal",
    "hint": "table.requests.hints.scene_of",
    "extra": "table.hands.displacement.extra",
    "commits_in_s": "table.output.scene_builder._commits_in",
    "can_end_turn": "table.output.scene_builder._can_end_turn",
    "status": "table.output.scene_builder._status",
    "tips": "table.output.scene_builder._tips",
    "warnings": "table.output.scene_builder._warnings",
}
"""By field what makes it."""
TOGETHER = {"undo_refusal": {"undo_refusal", "undo", "undo_by"}, "prompts": {"prompts", "can_end_turn"}}
"""The fields that are plain with one that cannot be made, if it is not that one alone."""


def broken(*given):
    return next(iter(()))


@pytest.fixture
def table():
    """A pawn that others may move with is in the hand, after a move."""
    table = patterns("b4", "b5", "b6", enemy=("b7", "h8"))
    table.table = table.table.with_game(screen=True)
    table.lift("b5")
    return table


def fields(table, **more):
    made = scene(table.table, BOTH, 1, table.now_s, **more)
    return {each.name: getattr(made, each.name) for each in dataclasses.fields(made)}


@pytest.mark.parametrize("field", PLAIN)
def test_a_part_that_cannot_be_made_is_plain_and_all_others_stay(table, field, monkeypatch):
    whole, failed = fields(table), []
    monkeypatch.setattr(PLAIN[field], broken)
    made = fields(table, failed=failed.append)
    changed = {name for name in whole if made[name] != whole[name]}
    assert failed and changed <= TOGETHER.get(field, {field})
    assert made["pieces"] and made["players"] and made["key"]


def test_in_the_place_of_a_sentence_the_lights_are_pointed_at(table, monkeypatch):
    monkeypatch.setattr("table.output.scene_builder.what_to_do", broken)
    made = fields(table, failed=lambda part: None)
    assert str(made["now"]) == "Look at the lights." and made["lights"]


def test_what_a_game_cannot_describe_leaves_board_and_lights(table, monkeypatch):
    whole = fields(table)
    described = "table.model.current_game.GameOnTable.described_to"
    monkeypatch.setattr(described, broken)
    made = fields(table, failed=lambda part: None)
    assert made["marks"] == () and made["sentences"] == ()
    assert (made["pieces"], made["covered"], made["undo"]) == (whole["pieces"], whole["covered"], whole["undo"])


def test_nobody_who_does_not_ask_for_it_is_given_half_a_scene(table, monkeypatch):
    monkeypatch.setattr("table.output.scene_builder.what_to_do", broken)
    with pytest.raises(StopIteration):
        fields(table)
