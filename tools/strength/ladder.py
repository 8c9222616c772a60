"""Levels against each other: ``script/ladder`` (which lists the arguments).

A pair ``3:2`` is level 3 against level 2. ``random`` moves at random, ``half`` takes half its moves from level 5 and
half at random, ``300/0.1/0.5/0.4`` looks at 300 positions and errs so much (see
:class:`engine.services.evaluation.Skill`), ``outside`` shares nothing with them (outside.py; ``outside4000``: with
4,000 positions an action), ``fairy10`` is Fairy-Stockfish with ten milliseconds
a move (Advancing Chess alone; ``FAIRY_STOCKFISH`` in the environment says where that program is), ``stockfish100``
Stockfish at its lowest skill with a hundred positions a move (games that engines can be told). Who beats whom is
told with the bounds between which the true share lies 95 times in 100 (Wilson); a draw counts half. Seats are exchanged
after every game, and luck is the same for both games of such a couple.
"""

import argparse
import json
import math
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import fairy_stockfish
from outside import NODES, Outsider

from engine.core.options import Options
from engine.core.pieces import CHANCE, Seat
from engine.game import AnyGame, Outcome, Played
from engine.games.advancing_chess.game import AdvancingChess
from engine.registry import find_game, game_ids
from engine.services import uci as speech
from engine.services.evaluation import Skill, judge_of
from opponents.conversation import no_time_passes
from opponents.levels import LEVELS, Level, level_of
from opponents.thinking import play_at
from opponents.uci import Engine

RANDOM, HALF, OUTSIDE, FAIRY, STOCKFISH = "random", "half", "outside", "fairy", "stockfish"
PLACES = f"{os.environ.get('PATH', '')}:/usr/games"
PATIENCE_S = 60.0
STEPS = (*(f"{level.number + 1}:{level.number}" for level in LEVELS[:-1]), "8:1", "1:random", "4:random")
MOST_ACTIONS = 1000
"""A game that is longer counts as a draw."""


@dataclass(frozen=True, slots=True)
class Score:
    """Games of one player against another."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """Of all points."""
        return (self.won + self.drawn / 2) / max(1, self.games)

    def bounds(self) -> tuple[float, float]:
        """Between which the share lies 95 times in 100 (Wilson)."""
        n, z = max(1, self.games), 1.96
        middle = (self.share + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * math.sqrt(self.share * (1 - self.share) / n + z * z / (4 * n * n))
        return middle - reach, middle + reach

    def __str__(self) -> str:
        low, high = self.bounds()
        return f"{self.won}–{self.drawn}–{self.lost} | {self.share:.0%} ({low:.0%}–{high:.0%})"


def choose(player: str, game: AnyGame, position: Any, seat: Seat, chance: str) -> str:
    """The action of a player: a level's number, ``random``, ``half``, ``outside``, ``fairy`` and milliseconds, or
    ``stockfish`` and positions."""
    if player.startswith(STOCKFISH):
        return _stockfish_move(game, position, int(player.removeprefix(STOCKFISH)))
    if player.startswith(FAIRY):
        return fairy_stockfish.running().decide(position, int(player.removeprefix(FAIRY)))
    luck = Random(chance + player)
    if player.startswith(OUTSIDE):
        nodes = int(player.removeprefix(OUTSIDE) or NODES)
        return Outsider(game, position.options, seat, luck, nodes).decide(position).text
    if player == RANDOM or player == HALF and luck.random() < 0.5:
        return luck.choice(game.actions(position) or game.proposals(position, seat, 1000)).text
    level = level_for(game, position.options, player)
    return play_at(game, position, seat, level, chance, no_time_passes).action


def level_for(game: AnyGame, options: Options, player: str) -> Level:
    """Return the level with a number, or one that is none yet: ``nodes/noise/overlooks/unforeseen``."""
    nodes, *errors = player.split("/")
    if errors:
        return Level(0, Skill(int(nodes), *map(float, errors)))
    level = level_of(5 if player == HALF else int(nodes))
    judge = judge_of(game, options, game.seats_of(options)[0])
    return Level(0, judge.skills.get(level.number, level.skill))


def described(player: str, game: AnyGame, options: Options) -> str:
    """Describe a player by what it is made of."""
    if player.startswith((RANDOM, OUTSIDE, FAIRY, STOCKFISH)):
        return player
    skill = level_for(game, options, player).skill
    return "/".join(map(str, skill)) + (f" {HALF}" if player == HALF else "")


def _stockfish_move(game: AnyGame, position: Any, nodes: int) -> str:
    told = speech.tell(Played(game, position.options, position))
    answer = _stockfish().search(told, f"nodes {nodes}", PATIENCE_S)
    return speech.moves(game, position, told.chess960)[answer.move].text


@cache
def _stockfish() -> Engine:
    """Start the one that plays all games of a process."""
    return Engine((shutil.which(STOCKFISH, path=PLACES) or STOCKFISH,), {"Skill Level": "0"})


def play(game: AnyGame, options: Options, players: Sequence[str], seed: str) -> Outcome | None:
    """Play a game with one of these players for each seat and return its outcome; ``None`` if it takes too long."""
    luck, position = Random(seed), game.start(options)
    seats = game.seats_of(options)
    for entry in range(MOST_ACTIONS):
        acting = game.to_act(position)
        if not acting:
            return game.outcome(position)
        if acting == (CHANCE,):
            outcomes = game.chances(position)
            text = luck.choices([each for each, _ in outcomes], [weight for _, weight in outcomes])[0].text
        else:
            seat = next(each for each in acting if each != CHANCE)
            text = choose(players[seats.index(seat)], game, position, seat, f"{seed} {entry} {seat}")
        position = game.play(position, text)[1]
    return None


class Results:
    """The results of games, in a file with a line of JSON for each, if one is named: none is played twice.

    A game is known by its options, its players and what its luck is made of; a level by what it is made of, so that
    games of one that was changed count no more.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._found: dict[str, int | None] = dict(_read(path)) if path and path.exists() else {}

    def winner(self, game: AnyGame, options: Options, players: Sequence[str], seed: str) -> int | None:
        """Return the number of the seat that wins such a game; ``None``: it is drawn."""
        key = json.dumps([game.id, options.as_data(), [described(each, game, options) for each in players], seed])
        if key not in self._found:
            self._found[key] = winner_of(game, options, play(game, options, players, seed))
            if self._path:
                with self._path.open("a") as file:
                    file.write(f'{{"game": {key}, "winner": {json.dumps(self._found[key])}}}\n')
        return self._found[key]


def _read(path: Path) -> Iterator[tuple[str, int | None]]:
    whole, _, broken = path.read_text().rpartition("\n")
    if broken:  # by whoever stopped the program in the middle of a line: that game is played again
        path.write_text(f"{whole}\n" if whole else "")
    for line in whole.splitlines():
        found = json.loads(line)
        yield json.dumps(found["game"]), found["winner"]


def winner_of(game: AnyGame, options: Options, outcome: Outcome | None) -> int | None:
    """Return the number of the seat that has won, ``None`` for a draw."""
    winners = outcome.winners if outcome else ()
    return next((number for number, seat in enumerate(game.seats_of(options)) if seat in winners), None)


def match(
    game: AnyGame, options: Options, one: str, other: str, games: int, seed: str, results: Results | None = None,
) -> Score:
    """So many games of one against the other, who change seats."""
    points, results = [0, 0, 0], results or Results()
    for number in range(games):
        turned = number % 2
        players = (other, one) if turned else (one, other)
        winner = results.winner(game, options, players, f"{seed} {number // 2}")
        points[1 if winner is None else 0 if winner == turned else 2] += 1
    return Score(*points)


def first_seat(
    game: AnyGame, options: Options, player: str, games: int, seed: str, results: Results | None = None,
) -> Score:
    """Return the score of the seat that is named first where both are played by the same player."""
    points, results = [0, 0, 0], results or Results()
    for number in range(games):
        winner = results.winner(game, options, (player, player), f"{seed} {number}")
        points[1 if winner is None else 0 if not winner else 2] += 1
    return Score(*points)


def rows(arguments: argparse.Namespace) -> Iterator[str]:
    """The lines of the table: for every slice of games all pairs, with all games up to there."""
    results = Results(arguments.results)
    for game in map(find_game, arguments.game or game_ids()):
        options = game.read_options(json.loads(arguments.options))
        size = arguments.slice or arguments.games
        for games in (*range(size, arguments.games, size), arguments.games):
            if arguments.first:
                score = first_seat(game, options, arguments.first, games, arguments.seed, results)
                yield f"| {game.name} {arguments.options} | first seat, both {arguments.first} | {score} |"
                continue
            for pair in arguments.pairs.split(","):
                _check(pair, game)
                one, _, other = pair.partition(":")
                score = match(game, options, one, other, games, f"{arguments.seed} {pair}", results)
                yield f"| {game.name} | {one} : {other} | {score} |"


def _check(pair: str, game: AnyGame) -> None:
    if FAIRY in pair and not isinstance(game, AdvancingChess):
        raise SystemExit(f"Fairy-Stockfish is told the rules of {AdvancingChess.name} alone.")
    if STOCKFISH in pair and not speech.speaks(game):
        raise SystemExit(f"Engines know nothing of {game.name}.")


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", choices=[*game_ids(), []])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--pairs", default=",".join(STEPS))
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--options", default="{}", help="of the game, as JSON")
    parser.add_argument("--slice", type=int, help="so many games of every pair before the next ones: see how it goes")
    parser.add_argument("--results", type=Path, metavar="FILE", help="of games, which are kept there and continued")
    parser.add_argument("--first", metavar="PLAYER", help="how the first seat fares where this player has both")
    arguments = parser.parse_args()
    print("| game | who : against whom | won–drawn–lost | share of the points (95 %) |\n| --- | --- | --- | --- |")
    for row in rows(arguments):
        print(row, flush=True)


if __name__ == "__main__":
    main()
