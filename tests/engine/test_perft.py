"""Counted games: the ``perft.json`` of every game against its rules.

A file is a list of ``{"options": {…}, "setup": null or a state, "nodes": [n1, n2, …], "why": …}``; ``nodes`` are the
leaves at depth 1, 2, … (docs/protocol.md). Without ``--full`` only counts up to ``QUICK`` leaves are made.
"""

import pytest
from random_games import counted

from engine.records.game_record import begin
from engine.registry import find_game, game_ids, games
from engine.services.perft import divide

QUICK = 200_000


def pytest_generate_tests(metafunc):
    if "nodes" in metafunc.fixturenames:
        most = float("inf") if metafunc.config.getoption("--full", default=False) else QUICK
        quick = [each for each in entries() if each.values[-1] <= most]
        metafunc.parametrize(("game_id", "entry", "depth", "nodes"), quick)


def entries():
    for game_id in game_ids():
        for number, entry in enumerate(counted(find_game(game_id))):
            for depth, nodes in enumerate(entry["nodes"], 1):
                yield pytest.param(game_id, entry, depth, nodes, id=f"{game_id}-{number}-depth{depth}")


def test_the_rules_lead_to_as_many_games_as_the_table_says(game_id, entry, depth, nodes):
    game = find_game(game_id)
    played = begin(game, game.read_options(entry["options"]), entry["setup"])
    counts = divide(game, played.position, depth)
    assert sum(counts.values()) == nodes, (
        f"{game_id} {entry['options']}: {sum(counts.values())} instead of {nodes} at depth {depth} from\n"
        f"{played.position}\n" + "\n".join(f"{action}: {count}" for action, count in counts.items())
    )


def test_every_entry_says_what_it_is_and_is_counted_at_least_once():
    for game in games():
        for entry in counted(game):
            assert set(entry) - {"why"} == {"options", "setup", "nodes"}, game.id
            assert entry["nodes"] and entry["nodes"][0] <= QUICK, game.id
