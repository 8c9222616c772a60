"""Measure how long hands and guidance take for one touch, in the worst positions of every game.

Run through ``script/bench hands``. Positions are sampled from seeded random games; at those with the most actions every
piece is lifted and put down on every square it may go to and on one where it may not, and a second hand lifts every
other piece meanwhile. A touch is a step of the table
plus the lights that follow from it: all that stands between a debounced reed and the first new light.

Then the same after few actions and after many, and how late the table's thread takes an order while a game of many
actions is resumed.
"""

import argparse
import random
import statistics
import time
from dataclasses import replace

from measuring.figures import percentile, say
from measuring.long_game import OPTIONS, long_game
from measuring.standstill import TARGET_S, measure

from engine.core.squares import bits
from engine.game import Played
from engine.records.game_record import begin, replay
from engine.registry import find_game, game_ids
from engine.services.testing import Variant, trials_of
from table.messages.events import SquareLifted, SquarePlaced
from table.model.current_game import GameOnTable, gone_to
from table.model.state import Table
from table.output.guidance import lights
from table.step import step

TARGET_MS = 2.0
LENGTH = 10_000
"""The number of actions of a long game."""
GROWTH = 1.1
"""The most by which a touch may take longer in it than in the same position without its past, as a factor."""


def worst_positions(game_id: str, options: Variant, games: int, keep: int) -> list[Played]:
    """The positions with the most actions by hand, out of seeded random games."""
    game = find_game(game_id)
    found: list[tuple[int, int, Played]] = []
    for seed in range(games):
        chance, played = random.Random(seed), begin(game, game.read_options(options))
        for _ in range(120):
            edges = game.edges(played.position)
            if not edges:
                break
            played, _ = played.after(chance.choice(edges))
            found.append((len(game.actions(played.position)), len(found), played))
    return [played for _, _, played in sorted(found, reverse=True)[:keep]]


def touches(played: Played) -> list[float]:
    """Milliseconds of every touch tried at a position."""
    on_table = gone_to(GameOnTable("bench", played, (), False), played)
    table = Table(occupancy=on_table.occupied, on_table=on_table)
    taken = []
    for origin in bits(on_table.occupied):
        lifted, milliseconds = timed(table, SquareLifted(origin))
        taken.append(milliseconds)
        fills = {square for hand_action in on_table.hand_actions if hand_action.footprint.empties >> origin & 1
                 for square in bits(hand_action.footprint.fills)}
        wrong = next((square for square in bits(on_table.board.all & ~on_table.occupied) if square not in fills), None)
        for target in [*fills, origin, *([] if wrong is None else [wrong])]:
            taken.append(timed(lifted, SquarePlaced(target))[1])
        placed = [timed(lifted, SquarePlaced(target))[0] for target in list(fills)[:1]]
        for second in bits(on_table.occupied & ~(1 << origin)):
            taken += [timed(held, SquareLifted(second))[1] for held in (lifted, *placed)]
    return taken


def timed(table: Table, event: SquareLifted | SquarePlaced) -> tuple[Table, float]:
    """The table after one touch, and the milliseconds of processor time until its lights were known."""
    start = time.thread_time()
    after, _ = step(table, event, 1000.0)
    lights(after, 1000.0)
    return replace(after), (time.thread_time() - start) * 1000


def growth() -> float:
    """Return by which factor a touch takes longer after many actions than in the same position without its past."""
    game = find_game("pawn-advance")
    actions = long_game(LENGTH, random.Random(1))
    played = replay(begin(game, game.read_options(OPTIONS)), actions)
    young = replace(played, actions=played.actions[-4:], positions=played.positions[-4:])
    ratios = []
    for _ in range(3):
        ratios.append(statistics.median(touches(played)) / statistics.median(touches(young)))
    return statistics.median(ratios)


def main() -> None:
    """Print a line per game and set of options, and what is measured of long games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6, help="random games per set of options (default 6)")
    parser.add_argument("--positions", type=int, default=4, help="worst positions to measure (default 4)")
    parser.add_argument("--resumed", type=int, default=5, help="how often a long game is resumed (default 5)")
    arguments = parser.parse_args()
    print(f"| touch: step and lights | options | touches | p50 ms | p99 ms (target ≤ {TARGET_MS:g}) |")
    print("| --- | --- | --- | --- | --- |")
    for game_id in game_ids():
        for options in trials_of(game_id).variants:
            played = worst_positions(game_id, options, arguments.games, arguments.positions)
            taken = [each for position in played for each in touches(position)]
            p50, p99 = statistics.median(taken), statistics.quantiles(taken, n=100)[98]
            print(f"| {game_id} | {options or 'default'} | {len(taken)} | {p50:.2f} | {p99:.2f} |")
    say(f"a touch after {LENGTH:,} actions / after 4", f"{growth():.2f}", f"target: {GROWTH} or less")
    late_s, busy_s, machine_s = measure(LENGTH, arguments.resumed)
    target = f"target: {1000 * TARGET_S:.0f} ms or less"
    say_worst(f"an order waits while {LENGTH:,} actions are resumed", late_s, target)
    say_worst("  the table's thread computes for an order", busy_s)
    say_worst("  a process that only sleeps, meanwhile, wakes late by", machine_s)


def say_worst(what: str, times_s: list[float], target: str = "") -> None:
    """Print the longest time and the 99th percentile, in milliseconds."""
    worst, p99 = 1000 * max(times_s), 1000 * percentile(times_s, 0.99)
    say(f"{what} ({len(times_s)}x)", f"p99 {p99:.1f}  worst {worst:.1f} ms", target)


if __name__ == "__main__":
    main()
