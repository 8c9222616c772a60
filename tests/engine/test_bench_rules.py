"""The bench of the rules measures every game and tells what it found."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from engine.registry import find_game, game_ids
from engine.services.testing import trials_of

ROOT = Path(__file__).parents[2]


def load_script():
    spec = importlib.util.spec_from_file_location("bench_rules", ROOT / "tools" / "bench" / "rules.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BENCH = load_script()


def measured(perft_ratio=9.0, listing_ratio=9.0, size=500):
    return BENCH.Measured("pawn", 3, 1000.0, perft_ratio, 500.0, listing_ratio, size)


@pytest.mark.parametrize("game_id", game_ids())
def test_positions_are_sampled_where_a_seat_can_choose(game_id):
    game = find_game(game_id)
    positions = BENCH.sample(game)
    assert len(positions) == BENCH.SAMPLE
    assert all(game.actions(position) and game.chances(position) == [] for position in positions)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_position_takes_less_than_a_kilobyte_of_its_own(game_id):
    assert 0 < BENCH.bytes_per_position(find_game(game_id)) <= BENCH.MOST_BYTES


def test_python_chess_counts_what_everybody_counts():
    assert [BENCH.chess_perft(BENCH.chess.Board(), depth) for depth in (1, 2, 3)] == [20, 400, 8902]


def test_what_stays_below_its_target_is_told():
    assert not BENCH.missed(measured())
    assert BENCH.missed(measured(perft_ratio=0.9)) and BENCH.missed(measured(listing_ratio=0.9))
    assert BENCH.missed(measured(size=1025))


def test_the_page_holds_a_row_for_each_game(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(BENCH, "measure", lambda game, rounds: BENCH.Measured(game.id, 2, 1e6, 9.0, 1e5, 8.0, 300))
    page = tmp_path / "speed.md"
    assert BENCH.main(["--write", str(page), "--check"]) == 0
    text, said = page.read_text("utf-8"), capsys.readouterr().out
    for game_id in game_ids():
        asked = f"≥ {trials_of(game_id).speed:g}"
        row = f" | 2 | 1,000,000 | **9.00** | {asked} | 100,000 | **8.00** | 300 |"
        assert f"| `{game_id}`" in text and row in text and row in said
    assert "python-chess" in text and "{" not in text


def test_the_bench_starts_as_a_program():
    started = subprocess.run([sys.executable, BENCH.__file__, "--help"], capture_output=True, text=True, check=False)
    assert (started.returncode, started.stderr) == (0, "") and "--rounds" in started.stdout
