"""The bench of many boards at one broker, with few of them: all hear of all, and every move comes exactly once."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "tools" / "bench"
BOARDS, VIEWERS = 30, 3


@pytest.fixture
def bench(monkeypatch):
    names = ("broker", "load", "measuring")
    monkeypatch.syspath_prepend(str(BENCH))
    import broker as module

    yield module
    for name in [each for each in sys.modules if each.partition(".")[0] in names]:
        del sys.modules[name]


def test_every_move_of_thirty_boards_comes_once_and_to_the_wall(bench, capsys):
    found = bench.measure(BOARDS, VIEWERS, 1.0, 1.0)
    assert found.played["moves"] > 0
    assert found.played["once"] == found.played["moves"] == len(found.played["delays_s"])
    assert len(found.seen["fetches"]) == VIEWERS and all(found.seen["fetches"]), "each viewer was told and looked again"
    bench.tell_all(BOARDS, VIEWERS, found)
    assert "move → other board" in capsys.readouterr().out


def test_boards_that_make_no_pairs_are_refused(bench, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["broker", "--boards", "200", "7"])
    with pytest.raises(SystemExit):
        bench.main()
    assert "in pairs" in capsys.readouterr().err


def test_the_bench_starts_as_a_program():
    started = subprocess.run(
        [sys.executable, BENCH / "broker.py", "--help"], capture_output=True, text=True, check=False
    )
    assert (started.returncode, started.stderr) == (0, "") and "--boards" in started.stdout
