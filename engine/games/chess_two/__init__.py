"""Chess Two: chess with Shields, and with Life and Death on the board. Rules: docs/rules/chess-two.md.

From the bottom up: ``geometry`` (tables of squares), ``placement`` (what stands where), ``moves`` (actions as values),
``lines``, ``checks``, ``standard`` and ``special`` (what can be done), ``effects`` (what it does), ``legality``,
``turns`` (how the game goes on and ends), ``setup``, ``reports`` and ``description`` (data and words), ``game``.
Life and Death together are the *ghosts* of this package: standard pieces pass over them.
"""

from engine.games.chess_two.game import ChessTwo

__all__ = ["ChessTwo"]
