"""Actions and options at random, for tests that look at whatever may come up in a game."""

import json
import random
from typing import Any

from engine.core.actions import Action
from engine.core.errors import BadOption
from engine.core.options import Option, Options
from engine.core.pieces import Seat
from engine.game import AnyGame, PromptKind
from engine.registry import folder_of


def counted(game: AnyGame) -> list[dict[str, Any]]:
    """The game's perft table, see ``tests/engine/test_perft.py``."""
    table: list[dict[str, Any]] = json.loads((folder_of(game.id) / "perft.json").read_text("utf-8"))
    return table


def some_values(option: Option) -> list[Any]:
    """The values of an option that are worth a try."""
    if option.kind == "int":
        return sorted({option.low, min(option.low + 1, option.high), option.default, option.high})
    return [False, True] if option.kind == "bool" else list(option.choices)


def some_options(game: AnyGame, chance: random.Random) -> Options:
    """A mixture that the game accepts."""
    while True:
        try:
            return game.read_options({
                option.name: chance.choice(some_values(option)) for option in game.options if chance.random() < 0.4
            })
        except BadOption:
            continue


def some_action(game: AnyGame, position: Any, chance: random.Random, seat: Seat | None = None) -> Action:
    """A legal action. Where they cannot be listed, a division as a prompt invites to (of ``seat``, if given)."""
    actions = game.actions(position)
    if not actions:
        return game.parse(position, some_division(game, position, chance, seat or chance.choice(game.to_act(position))))
    weighted = game.chances(position)
    if weighted:
        return chance.choices([action for action, _ in weighted], [weight for _, weight in weighted])[0]
    return chance.choice(actions)


def some_division(game: AnyGame, position: Any, chance: random.Random, seat: Seat) -> str:
    """A seat shares out some of its points."""
    prompts = game.describe(position, frozenset([seat])).prompts
    prompt = next(each for each in prompts if each.kind is PromptKind.DIVISION and each.seat == seat)
    names, given = game.board(position.options).names, {}
    for _ in range(chance.randint(0, prompt.points) if prompt.squares else 0):
        points = given.setdefault(chance.choice(prompt.squares), [0, 0])
        points[chance.randint(0, 1)] += 1
    shares = [f"{names[square]}+{power}/{toughness}" for square, (power, toughness) in sorted(given.items())]
    return f"{seat}:{','.join(shares) or '-'}"
