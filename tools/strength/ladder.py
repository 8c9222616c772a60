"""Levels against each other: ``script/ladder`` (which lists the arguments).

A pair ``3:2`` is level 3 against level 2. ``random`` moves at random, ``half`` takes half its moves from level 5 and
half at random, ``outside`` shares nothing with them (outside.py), ``fairy10`` is Fairy-Stockfish with ten milliseconds
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
from random import Random
from typing import Any

import fairy_stockfish
from outside import Outsider

from engine.core.options import Options
from engine.core.pieces import CHANCE, Seat
from engine.game import AnyGame, Outcome, Played
from engine.games.advancing_chess.game import AdvancingChess
from engine.registry import find_game, game_ids
from engine.services import uci as speech
from opponents.conversation import no_time_passes
from opponents.levels import LEVELS, level_of
from opponents.thinking import play_at
from opponents.uci import Engine

RANDOM, HALF, OUTSIDE, FAIRY, STOCKFISH = "random", "half", "outside", "fairy", "stockfish"
PLACES = f"{os.environ.get('PATH', '')}:/usr/games"
PATIENCE_S = 60.0
STEPS = (*(f"{level.number + 1}:{level.number}" for level in LEVELS[:-1]), "8:1", "1:random", "1:half")
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
    if player == OUTSIDE:
        return Outsider(game, position.options, seat, luck).decide(position).text
    if player == RANDOM or player == HALF and luck.random() < 0.5:
        return luck.choice(game.actions(position) or game.proposals(position, seat, 1000)).text
    level = level_of(5 if player == HALF else int(player))
    return play_at(game, position, seat, level, chance, no_time_passes).action


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


def match(game: AnyGame, options: Options, one: str, other: str, games: int, seed: str) -> Score:
    """So many games of one against the other, who change seats."""
    points = [0, 0, 0]
    for number in range(games):
        turned = number % 2
        outcome = play(game, options, (other, one) if turned else (one, other), f"{seed} {number // 2}")
        seats = game.seats_of(options)
        if outcome is None or not outcome.winners:
            points[1] += 1
        else:
            points[0 if seats[turned] in outcome.winners else 2] += 1
    return Score(*points)


def first_seat(game: AnyGame, options: Options, player: str, games: int, seed: str) -> Score:
    """Return the score of the seat that is named first where both are played by the same player."""
    points = [0, 0, 0]
    for number in range(games):
        outcome = play(game, options, (player, player), f"{seed} {number}")
        winners = outcome.winners if outcome else ()
        points[1 if not winners else 0 if game.seats_of(options)[0] in winners else 2] += 1
    return Score(*points)


def rows(arguments: argparse.Namespace) -> Iterator[str]:
    """The lines of the table."""
    for game in map(find_game, arguments.game or game_ids()):
        options = game.read_options(json.loads(arguments.options))
        if arguments.first:
            score = first_seat(game, options, arguments.first, arguments.games, arguments.seed)
            yield f"| {game.name} {arguments.options} | first seat, both {arguments.first} | {score} |"
            continue
        for pair in arguments.pairs.split(","):
            one, _, other = pair.partition(":")
            if FAIRY in pair and not isinstance(game, AdvancingChess):
                raise SystemExit(f"Fairy-Stockfish is told the rules of {AdvancingChess.name} alone.")
            if STOCKFISH in pair and not speech.speaks(game):
                raise SystemExit(f"Engines know nothing of {game.name}.")
            score = match(game, options, one, other, arguments.games, f"{arguments.seed} {pair}")
            yield f"| {game.name} | {one} : {other} | {score} |"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", choices=[*game_ids(), []])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--pairs", default=",".join(STEPS))
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--options", default="{}", help="of the game, as JSON")
    parser.add_argument("--first", metavar="PLAYER", help="how the first seat fares where this player has both")
    arguments = parser.parse_args()
    print("| game | who : against whom | won–drawn–lost | share of the points (95 %) |\n| --- | --- | --- | --- |")
    for row in rows(arguments):
        print(row, flush=True)


if __name__ == "__main__":
    main()
