"""Replaying takes time in proportion to the game, and the bench that measures it plays by the rules."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.errors import BadRecord
from engine.records.game_record import MOST_ACTIONS, begin, read_record, replay
from engine.registry import find_game

BENCH = Path(__file__).parents[2] / "tools" / "bench"


@pytest.fixture
def bench(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    monkeypatch.delitem(sys.modules, "replay", raising=False)
    import replay as module

    yield module
    del sys.modules["replay"]


def test_the_long_game_of_the_bench_is_a_game_that_goes_on(bench):
    game = find_game("pawn-advance")
    actions = bench.long_game(500, random.Random(1))
    played = begin(game, game.read_options(bench.OPTIONS))
    again = replay(played, actions)
    for text in actions:
        played, _ = played.after(game.parse(played.position, text))
    assert again == played and len(again.positions) == 500
    assert game.outcome(again.position) is None
    assert replay(again.before(100), actions[400:]) == again


def test_the_bench_tells_rate_and_growth(bench, monkeypatch, capsys):
    monkeypatch.setattr(bench, "ACTIONS", 200)
    assert bench.main(["--rounds", "1"]) == 0
    assert "actions/s" in capsys.readouterr().out
    for rate, growth, code in ((30_000, 1.0, 0), (19_000, 1.0, 1), (30_000, 1.2, 1)):
        monkeypatch.setattr(bench, "measure", lambda rounds, found=(rate, growth): found)
        assert bench.main(["--check"]) == code


def test_the_bench_starts_as_a_program():
    started = subprocess.run(
        [sys.executable, BENCH / "replay.py", "--help"], capture_output=True, text=True, check=False
    )
    assert (started.returncode, started.stderr) == (0, "") and "--rounds" in started.stdout


def test_a_record_with_too_many_actions_is_refused_before_it_is_replayed():
    head = '[Game "pawn-advance"]\n[Rules "1"]\n\n'
    with pytest.raises(BadRecord, match=r"20.?001 actions, and at most 20.?000"):
        read_record(head + "a2a3 " * (MOST_ACTIONS + 1))
    with pytest.raises(BadRecord, match="action 2 "):
        read_record(head + "a1a2 " * MOST_ACTIONS)
