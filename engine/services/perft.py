"""perft: count the ways a game can go on. The classic check of rules and of their speed."""

from typing import Any

from engine.game import AnyGame


def perft(game: AnyGame, position: Any, depth: int) -> int:
    """Count the action sequences of exactly ``depth`` (≥ 0) from a position; chance outcomes count like
    actions.

    Games that end earlier contribute nothing. The last ply is counted without playing it.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return game.count(position)
    return sum(perft(game, game.successor(position, edge), depth - 1) for edge in game.edges(position))


def divide(game: AnyGame, position: Any, depth: int) -> dict[str, int]:
    """Split up the perft of ``depth`` (≥ 1) by the first action."""
    return {
        edge.text: perft(game, game.successor(position, edge), depth - 1) for edge in game.edges(position)
    }
