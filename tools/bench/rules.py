"""Measure the rules beside python-chess: ``script/bench rules [--rounds N] [--write docs/speed.md] [--check]``.

In one run, on one machine, in turns, so that both sides feel the same weather: (a) leaves per second of perft, the
last ply counted in bulk on both sides, (b) positions per second whose legal actions are listed, at positions from
seeded random games, (c) bytes that a position takes beyond what it shares with its predecessor. Every ratio is the
median of rounds.
"""

import argparse
import platform
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import chess

from engine.core.pieces import CHANCE
from engine.game import AnyGame
from engine.registry import game_ids, games
from engine.services.perft import perft
from engine.services.testing import trials_of

LEAVES = 500_000
"""Perft goes as deep as it finds at most so many leaves."""
DEEPEST = 8
CHESS_DEPTH = 4
SAMPLE = 300
GAME_LENGTH = 200
MOST_BYTES = 1024


@dataclass(frozen=True, slots=True)
class Measured:
    """One game's row. Rates in positions per second; ratios to python-chess in the same rounds."""

    game: str
    depth: int
    perft_rate: float
    perft_ratio: float
    listing_rate: float
    listing_ratio: float
    bytes: int


# --- python-chess ------------------------------------------------------------------------------------------------


def chess_perft(board: chess.Board, depth: int) -> int:
    """Leaves at this depth, the last ply counted without playing it."""
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += chess_perft(board, depth - 1)
        board.pop()
    return leaves


def chess_sample() -> list[chess.Board]:
    """Positions of seeded random games of chess."""
    chance, board = random.Random(1), chess.Board()
    boards: list[chess.Board] = []
    while len(boards) < SAMPLE:
        moves = list(board.legal_moves)
        if not moves or board.ply() > GAME_LENGTH:
            board = chess.Board()
            continue
        if chance.random() < 0.2:
            boards.append(board.copy(stack=False))
        board.push(chance.choice(moves))
    return boards


# --- a game ------------------------------------------------------------------------------------------------------


def options_of(game: AnyGame) -> Any:
    """The options that are measured: the defaults, chance before the first move aside."""
    return game.read_options(trials_of(game.id).timed)


def depth_of(game: AnyGame) -> int:
    """The deepest perft with at most ``LEAVES`` leaves."""
    start = game.start(options_of(game))
    counts = [1, game.count(start)]
    while counts[-1] ** 2 // counts[-2] <= 2 * LEAVES and len(counts) <= DEEPEST:
        counts.append(perft(game, start, len(counts)))
    return max(depth for depth, count in enumerate(counts) if count <= LEAVES)


def random_game(game: AnyGame, seed: int) -> list[Any]:
    """The actions of a random game, at most ``GAME_LENGTH``; where they cannot be listed, perft's representative."""
    chance, position = random.Random(seed), game.start(options_of(game))
    actions: list[Any] = []
    while game.outcome(position) is None and len(actions) < GAME_LENGTH:
        actions.append(chance.choice(game.edges(position)))
        position = game.successor(position, actions[-1])
    return actions


def play(game: AnyGame, actions: Sequence[Any]) -> list[Any]:
    """The positions after each action."""
    positions, position = [], game.start(options_of(game))
    for action in actions:
        position = game.successor(position, action)
        positions.append(position)
    return positions


def sample(game: AnyGame) -> list[Any]:
    """Fresh positions of seeded random games in which a seat has actions that can be listed."""
    chance, seed = random.Random(2), 0
    found: list[Any] = []
    while len(found) < SAMPLE:
        for position in play(game, random_game(game, seed)):
            if game.to_act(position) != (CHANCE,) and game.actions(position) and chance.random() < 0.2:
                found.append(position)
        seed += 1
    wanted = set(map(id, chance.sample(found, SAMPLE)))
    return [position for position in found if id(position) in wanted]


def bytes_per_position(game: AnyGame) -> int:
    """Return the memory taken by keeping every position of random games, per position."""
    taken = kept = 0
    for seed in range(5):
        actions = random_game(game, seed)
        play(game, actions)
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        positions = play(game, actions)
        taken += tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        kept += len(positions)
    return round(taken / kept)


# --- measuring ---------------------------------------------------------------------------------------------------


def rate(work: Callable[[], int], least_s: float = 0.3) -> float:
    """Units of work per second; the work is repeated until ``least_s`` have passed."""
    done, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < least_s or not done:
        done += work()
    return done / elapsed


def list_all(list_one: Callable[[Any], object], positions: Sequence[Any]) -> int:
    """List the actions of every position."""
    for position in positions:
        list_one(position)
    return len(positions)


def measure(game: AnyGame, rounds: int) -> Measured:
    """One game beside python-chess, in turns."""
    start, depth, boards, perfts, listings = game.start(options_of(game)), depth_of(game), chess_sample(), [], []
    for _ in range(rounds):
        theirs = rate(lambda: chess_perft(chess.Board(), CHESS_DEPTH))
        ours = rate(lambda: perft(game, start, depth))
        perfts.append((ours, ours / theirs))
        theirs = rate(lambda: list_all(lambda board: list(board.legal_moves), boards))
        ours = rate(partial(list_all, game.actions, sample(game)))
        listings.append((ours, ours / theirs))
    return Measured(game.id, depth, *_medians(perfts), *_medians(listings), bytes_per_position(game))


def _medians(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Of rates, and of ratios."""
    rates, ratios = zip(*pairs, strict=True)
    return statistics.median(rates), statistics.median(ratios)


# --- telling -----------------------------------------------------------------------------------------------------


def machine() -> str:
    """The processor and the Python that were measured."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        named = [line.split(":", 1)[1].strip() for line in cpuinfo.read_text().splitlines()
                 if line.lower().startswith(("model name", "model\t"))]
        model = next((name for name in reversed(named) if not name.isdigit()), model)
    return f"{model}, Python {platform.python_version()}, python-chess {chess.__version__}"


HEAD = ("game", "perft depth", "leaves/s", "× chess", "asked for", "listings/s", "× chess", "bytes per position")


def table(rows: Sequence[Measured]) -> str:
    """The rows as a table."""
    cells = [HEAD, ("---", *["---:"] * (len(HEAD) - 1)), *map(_cells, rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)


def _cells(row: Measured) -> tuple[str, ...]:
    return (
        _timed(row.game), str(row.depth), f"{row.perft_rate:,.0f}", f"**{row.perft_ratio:.2f}**",
        f"≥ {trials_of(row.game).speed:g}", f"{row.listing_rate:,.0f}", f"**{row.listing_ratio:.2f}**",
        f"{row.bytes:,}",
    )


def _timed(game_id: str) -> str:
    """The game, and the options it is measured with."""
    return ", ".join([f"`{game_id}`", *(f"{name} {value}" for name, value in trials_of(game_id).timed.items())])


PAGE = """# How fast the rules are

Measured on {date} on {machine}, by `script/bench rules --write docs/speed.md`.

{table}

- **leaves/s**: leaves of [perft](protocol.md#perft) per second from the start with default options, the last ply
  counted in bulk. **× chess**: the ratio to python-chess counting chess the same way (depth {depth}) in the same run;
  beside it the least ratio that the game asks of itself.
- **listings/s**: positions per second whose legal actions are listed, at {sample} positions from seeded random games
  in which a player is to act; **× chess**: the ratio to python-chess listing legal moves in random games of chess.
- **bytes per position**: what keeping each position of a game costs beyond what it shares with the one before.

Both sides take turns; every ratio is the median of {rounds} rounds.
"""


def missed(row: Measured) -> bool:
    """True if a row falls short of its target."""
    return min(row.perft_ratio, row.listing_ratio) < trials_of(row.game).speed or row.bytes > MOST_BYTES


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="script/bench rules", description="Measure the rules beside python-chess.")
    parser.add_argument("--rounds", type=int, default=5, help="how often each measurement is repeated")
    parser.add_argument("--game", action="append", choices=game_ids(), help="only this game (may be repeated)")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="also write the page with machine and date")
    parser.add_argument("--check", action="store_true", help="fail if a ratio or the memory misses what is asked for")
    given = parser.parse_args(arguments)
    rows = [measure(game, given.rounds) for game in games() if not given.game or game.id in given.game]
    print(table(rows))
    if given.write:
        given.write.write_text(PAGE.format(
            date=datetime.now(UTC).date(), machine=machine(), table=table(rows), depth=CHESS_DEPTH, sample=SAMPLE,
            rounds=given.rounds,
        ))
    return int(given.check and any(map(missed, rows)))


if __name__ == "__main__":
    raise SystemExit(main())
