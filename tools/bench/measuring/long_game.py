"""A game of Pawn Advance Chess that is as long as one likes."""

import random
from typing import Any

from engine.game import AnyGame
from engine.registry import find_game

OPTIONS = {"rounds": 0, "spawn": 4, "placement": "choice"}
"""With these, players who want to can go on for ever."""


def long_game(length: int, chance: random.Random) -> tuple[str, ...]:
    """A game of players who capture all they can and avoid its end."""
    game = find_game("pawn-advance")
    positions, actions = [game.start(game.read_options(OPTIONS))], list[str]()
    while len(actions) < length:
        following = _on_and_on(game, positions[-1], chance)
        if following is None:  # every action ends the game: some were wrong before
            back = min(len(actions), chance.randint(1, 40))
            del actions[len(actions) - back :], positions[len(positions) - back :]
        else:
            actions.append(following[0])
            positions.append(following[1])
    return tuple(actions)


def _on_and_on(game: AnyGame, position: Any, chance: random.Random) -> tuple[str, Any] | None:
    after = [(action.text, game.successor(position, action)) for action in game.actions(position)]
    open_ = [each for each in after if game.outcome(each[1]) is None]
    return min(open_, key=lambda each: (game.occupied(each[1]).bit_count(), chance.random()), default=None)
