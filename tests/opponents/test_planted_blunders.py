"""Blunders that are certain are warned of and named in reviews, and sound moves are not.

``planted_blunders.jsonl`` holds what ``tools/strength/planted_blunders.py find`` has found: a judge that looks at ten
to twenty times as many positions is certain of each. ``--full`` asks about all of it.
"""

import dataclasses
from pathlib import Path
from random import Random

import planted_blunders
import pytest
from planted_blunders import DEEP, PERHAPS_LOST, ask, find, losses, read

from engine.core.pieces import Seat
from engine.registry import find_game
from opponents.conversation import no_time_passes
from opponents.thinking import consider

PLANTED = read(Path(__file__).with_name("planted_blunders.jsonl"))
NAMED, FALSE_ALARMS = 0.95, 0.03
of_each_game = pytest.mark.parametrize("game", sorted({each.game for each in PLANTED}), indirect=True)


@of_each_game
def test_blunders_are_named_and_sound_moves_are_not(game, full):
    named = list(ask([each for each in PLANTED if each.game == game.id], 50 if full else 4))
    blunders, sound = ([each for each in named if each.planted.is_blunder == kind] for kind in (True, False))
    assert blunders and sound
    for by in "warned", "reviewed":
        missed = [each.planted for each in blunders if not getattr(each, by)]
        alarms = [each.planted for each in sound if getattr(each, by)]
        # One false alarm in a whole game's moves tells no share yet.
        assert len(missed) <= (1 - NAMED) * len(blunders), missed
        assert len(alarms) <= max(FALSE_ALARMS * len(sound), full), alarms


@of_each_game
def test_what_is_planted_is_a_blunder_with_other_luck_too(game, full):
    """Without ``--full`` a judge of fewer positions has to agree roughly."""
    nodes = DEEP if full else DEEP // 3
    there = [(each, planted) for each in PLANTED if each.game == game.id for planted in each.planted
             if planted.is_blunder]
    for found, planted in there if full else Random(game.id).sample(there, 1):
        position = found.played(planted).position
        seat = Seat(game.to_act(position)[0])
        best = consider(game, position, seat, nodes, "other luck", no_time_passes).action
        given_away = losses(game, position, seat, [planted.action, best], nodes, "other luck")[planted.action]
        assert given_away and min(given_away) >= PERHAPS_LOST, planted


def test_what_is_found_can_be_read_again(tmp_path, monkeypatch):
    for name, value in {"SHALLOW": 200, "DEEP": 600, "LEVEL": 3, "LONGEST": 30}.items():
        monkeypatch.setattr(planted_blunders, name, value)
    found = find(find_game("pawn"), "seed")
    assert found == find(find_game("pawn"), "seed") and found.planted
    path = tmp_path / "found"
    path.write_text(found.line() + "\n" + dataclasses.replace(found, seed="other").line() + "\n")
    assert read(path)[0] == found and read(path)[1].seed == "other"
    assert all(found.played(each).game.parse(found.played(each).position, each.action) for each in found.planted)
