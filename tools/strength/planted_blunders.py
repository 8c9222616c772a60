"""Planted blunders: how many of them do warnings and reviews name, and how often are they wrong about sound moves?

``find`` plays games of sensible players and writes down actions that were possible in them and that a judge which looks
at far more positions is certain of, however its luck falls: *blunders*, which give away half a point of the two
between lost and won, and *sound* ones, which give away next to nothing. ``count`` asks about each what players are
warned of, and what a review names.

    .venv/bin/python tools/strength/planted_blunders.py find FILE [--game ID] [--blunders 50] [--seed N]
    .venv/bin/python tools/strength/planted_blunders.py count FILE [--game ID]

A file holds a game a line; what is found is appended, and goes on after the games that are there.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from daemon.runtime.computer_player import CHECK_NODES, Question
from daemon.services.review_service import REVIEW_NODES
from engine.core.actions import Action
from engine.core.pieces import CHANCE, Seat
from engine.game import AnyGame, Outcome, Played
from engine.records.computer_levels import NO_COMPUTERS
from engine.records.game_record import begin, replay
from engine.registry import find_game, game_ids
from engine.services.evaluation import Judge, judge_of
from engine.services.review import BestAction, reviewed
from opponents.conversation import answer, no_time_passes
from opponents.levels import level_of
from opponents.search import Search
from opponents.thinking import consider, decided, play_at, shown
from table.messages.events import BlunderFound, MoveChosen
from table.turns.warnings import LEAST_LOSS

LEVEL: Final = 5
"""The level of the players: they make sense, and do not think for long."""
SHALLOW, DEEP = 2_000, 30_000
"""The positions that the judge looks at for each action it compares: to see what is worth more, and to be certain. A
warning has two thousand."""
PERHAPS_LOST, SURELY_LOST, SURELY_SOUND = 0.4, 0.5, 0.03
TRIED, KEPT, PLACES, LONGEST = 4, 2, 20, 140
"""So many actions at random, and as many as a careless player makes, are tried in each of so many places of a game;
so many blunders and sound ones of a place are kept. A game is not played on for ever."""


@dataclass(frozen=True, slots=True)
class Planted:
    """An action that was possible after so many others of a game, and the least and the most that it gives away."""

    after: int
    action: str
    least: float
    most: float

    @property
    def is_blunder(self) -> bool:
        """True if it is one for certain."""
        return self.least >= SURELY_LOST

    @property
    def is_sound(self) -> bool:
        """True if nothing is wrong with it for certain."""
        return self.most <= SURELY_SOUND


@dataclass(frozen=True, slots=True)
class Found:
    """A game as far as it matters, and what can be planted in it."""

    game: str
    seed: str
    actions: tuple[str, ...]
    planted: tuple[Planted, ...]

    def line(self) -> str:
        """Write it down."""
        planted = [[each.after, each.action, each.least, each.most] for each in self.planted]
        return json.dumps({"game": self.game, "seed": self.seed, "actions": " ".join(self.actions), "planted": planted})

    def played(self, planted: Planted) -> Played:
        """Replay the game to where something is planted."""
        game = find_game(self.game)
        return replay(begin(game, game.read_options({})), self.actions[: planted.after])


def read(path: Path) -> list[Found]:
    """Read what was found."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [Found(each["game"], each["seed"], tuple(each["actions"].split(" ")),
                  tuple(Planted(*planted) for planted in each["planted"])) for each in map(json.loads, lines)]


# --- finding ---------------------------------------------------------------------------------------------------------

def play(game: AnyGame, seed: str) -> Played:
    """A game of two sensible players, not longer than it has to be."""
    luck, played = Random(seed), begin(game, game.read_options({}))
    while game.outcome(played.position) is None and len(played.actions) < LONGEST:
        acting = game.to_act(played.position)
        if acting == (CHANCE,):
            outcomes, weights = zip(*game.chances(played.position), strict=True)
            action = luck.choices(outcomes, weights)[0]
        else:
            seat = Seat(next(each for each in acting if each != CHANCE))
            chance = f"{seed} {len(played.actions)}"
            text = play_at(game, played.position, seat, level_of(LEVEL), chance, no_time_passes).action
            action = game.parse(played.position, text)
        played, _ = played.after(action)
    return played


class Stepwise(Search):
    """A search that remembers what it found at every depth: what is certain stays, whichever side had the last say."""

    def __init__(self, judge: Judge, nodes: int, random: Random) -> None:
        super().__init__(judge, nodes, 0.0, random, lambda: False)
        self.found: dict[int, list[float]] = {}

    def _deepen(self, position: Any, actions: list[Action], depth: int) -> list[tuple[Action, float]]:
        found = super()._deepen(position, actions, depth)
        self.found.setdefault(depth, []).extend(score for _, score in found)
        return found

    def last_two(self, actions: int) -> list[list[float]]:
        """The scores of all actions at the two last depths that are complete."""
        return [scores for scores in self.found.values() if len(scores) == actions][-2:]


def worths(
    game: AnyGame, position: Any, seat: Seat, actions: Sequence[Action], nodes: int, chance: str
) -> list[list[float]]:
    """The worth of each of these actions to a seat, all looked at as deeply, twice: at two depths, or by two lucks."""
    judge = judge_of(game, position.options, seat)
    imagined = game.imagine(position, seat, Random(chance))
    if judge.by_turns(imagined):
        scores = [_of_turns(judge, imagined, actions, nodes // 2, chance + luck) for luck in ("one", "other")]
    else:
        search = Stepwise(judge, nodes * len(actions), Random(chance))
        search.compare(imagined, actions)
        scores = search.last_two(len(actions))
    return [[shown(judge, each) for each in some] for some in scores]


def _of_turns(judge: Judge, position: Any, actions: Sequence[Action], nodes: int, chance: str) -> list[float]:
    turns = (decided(judge, position, nodes, Random(chance), lambda: False, [each]) for each in actions)
    return [turn.ranked[0][1] for turn in turns if turn is not None]


def losses(
    game: AnyGame, position: Any, seat: Seat, texts: Sequence[str], nodes: int, chance: str
) -> dict[str, tuple[float, ...]]:
    """The loss by each of these actions, compared with the best of them, as two looks at them say."""
    found = worths(game, position, seat, [game.parse(position, each) for each in texts], nodes, chance)
    return {text: tuple(round(max(each) - each[number], 3) for each in found) for number, text in enumerate(texts)}


def tried(game: AnyGame, position: Any, seat: Seat, luck: Random) -> list[str]:
    """Some of all that could be done, at random."""
    actions = game.actions(position)
    return [each.text for each in luck.sample(actions, min(2 * TRIED, len(actions)))]


def look_through(played: Played, after: int, luck: Random, calm: bool) -> Iterator[Planted]:
    """Judge some of all that could have been done in a place of a game. ``calm``: also if there is no blunder."""
    game, position = played.game, played.position_before(len(played.actions) - after)
    seat, text = Seat(game.to_act(position)[0]), played.actions[after].text
    texts = _best_and(game, position, seat, [text, *tried(game, position, seat, luck)], SHALLOW, f"{after}")
    first = {each: found[-1] for each, found in losses(game, position, seat, texts, SHALLOW, f"{after}").items()}
    blunders = [text for text, loss in first.items() if loss >= PERHAPS_LOST]
    sound = [text for text, loss in first.items() if loss <= SURELY_SOUND]
    if not blunders and not calm:
        return
    kept = [each for some in (blunders, sound) for each in luck.sample(some, min(KEPT, len(some)))]
    texts = _best_and(game, position, seat, kept, DEEP // 3, f"deep {after}")
    found = losses(game, position, seat, texts, DEEP, f"deep {after}")
    for each in kept:
        if len(found[each]) == 2:
            yield Planted(after, each, min(found[each]), max(found[each]))


def _best_and(
    game: AnyGame, position: Any, seat: Seat, texts: Sequence[str], nodes: int, chance: str
) -> Sequence[str]:
    """These actions, and the best one."""
    best = consider(game, position, seat, nodes, chance, no_time_passes).action
    return list(dict.fromkeys([best, *texts]))


def find(game: AnyGame, seed: str) -> Found:
    """Play a game, and find what can be planted in it for certain."""
    played, luck = play(game, seed), Random(f"places {seed}")
    open_places = [number for number in range(len(played.actions)) if _is_open(played, number)]
    places = sorted(luck.sample(open_places, min(PLACES, len(open_places))))
    planted = [each for number, after in enumerate(places)
               for each in look_through(played, after, luck, not number % 8) if each.is_blunder or each.is_sound]
    needed = max((each.after for each in planted), default=0)
    return Found(game.id, seed, tuple(each.text for each in played.actions[:needed]), tuple(planted))


def _is_open(played: Played, number: int) -> bool:
    """True if one seat alone decided an action, and had a choice."""
    position = played.position_before(len(played.actions) - number)
    acting = played.game.to_act(position)
    return len(acting) == 1 and acting[0] != CHANCE and len(played.game.actions(position)) > 1


# --- counting --------------------------------------------------------------------------------------------------------

def is_warned_of(played: Played, text: str) -> bool:
    """True if a player is warned who has made this move on the board."""
    return _loss(_question(played, CHECK_NODES), text) >= LEAST_LOSS


def is_reviewed(played: Played, text: str) -> bool:
    """True if a review of the game, lost then, names this move as a mistake."""
    question = _question(played, REVIEW_NODES)
    best = question.answer(answer(question.line()).encode())
    assert isinstance(best, MoveChosen)
    loss = 0.0 if best.action == text else _loss(question, text)
    thought = BestAction(question.seat, best.action, best.score, loss)
    game, number = played.game, len(played.actions)
    longer, _ = played.after(game.parse(played.position, text))
    winners = tuple(each for each in game.seats_of(played.options) if each != question.seat)
    review = reviewed(longer, [None] * number + [thought], Outcome(winners, "resigned"))
    return any(each.number == number + 1 for each in review.swings)


def _question(played: Played, nodes: int) -> Question:
    seat = Seat(played.game.to_act(played.position)[0])
    return Question(len(played.actions), seat, played, NO_COMPUTERS, None, 0, nodes, unhurried=True)


def _loss(question: Question, text: str) -> float:
    checked = replace(question, check=text)
    said = checked.answer(answer(checked.line()).encode())
    assert isinstance(said, BlunderFound)
    return said.loss


@dataclass(frozen=True, slots=True)
class Named:
    """Something planted, and whether it was warned of and named in a review."""

    found: Found
    planted: Planted
    warned: bool
    reviewed: bool


def ask(found: Sequence[Found], most: int) -> Iterator[Named]:
    """Ask about so many blunders and so many sound actions at most, of each game."""
    asked = dict[tuple[str, bool], int]()
    for each in found:
        for planted in each.planted:
            kind = each.game, planted.is_blunder
            if asked.get(kind, 0) < most:
                asked[kind] = asked.get(kind, 0) + 1
                played = each.played(planted)
                yield Named(each, planted, is_warned_of(played, planted.action), is_reviewed(played, planted.action))


def row(game_id: str, named: Sequence[Named]) -> str:
    """A line of the table."""
    blunders, sound = ([each for each in named if each.planted.is_blunder == kind] for kind in (True, False))
    cells = [find_game(game_id).name]
    for kind in blunders, sound:
        cells += [str(len(kind)), _counted([each.warned for each in kind]), _counted([each.reviewed for each in kind])]
    return f"| {' | '.join(cells)} |"


def _counted(named: Sequence[bool]) -> str:
    return f"{sum(named)} ({sum(named) / max(1, len(named)):.0%})"


def _find(arguments: argparse.Namespace, games: Sequence[str]) -> None:
    for game_id in games:
        there = [each for each in read(arguments.file) if each.game == game_id]
        blunders = sum(planted.is_blunder for each in there for planted in each.planted)
        number = len(there)
        while blunders < arguments.blunders:
            found = find(find_game(game_id), f"{arguments.seed} {number}")
            with arguments.file.open("a", encoding="utf-8") as file:
                file.write(found.line() + "\n")
            number, blunders = number + 1, blunders + sum(each.is_blunder for each in found.planted)
            print(f"{game_id}: {number} games, {blunders} blunders", flush=True)


def _count(arguments: argparse.Namespace, games: Sequence[str]) -> None:
    print("| game | blunders | warned of | in the review | sound | warned of | in the review |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for game_id in games:
        named = list(ask([each for each in read(arguments.file) if each.game == game_id], arguments.most))
        print(row(game_id, named), flush=True)
        for each in named if arguments.list else ():
            if not each.warned == each.reviewed == each.planted.is_blunder:
                print(each.found.seed, each.planted, each.warned, each.reviewed, flush=True)


def main() -> None:
    """Find or count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["find", "count"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--game", action="append", choices=game_ids())
    parser.add_argument("--blunders", type=int, default=50)
    parser.add_argument("--most", type=int, default=1_000)
    parser.add_argument("--seed", default="planted")
    parser.add_argument("--list", action="store_true", help="also what was missed, and false alarms")
    arguments = parser.parse_args()
    (_find if arguments.command == "find" else _count)(arguments, arguments.game or game_ids())


if __name__ == "__main__":
    main()
