"""Advancing Chess: pieces move only forward, but capture in every direction. Rules: docs/rules/advancing-chess.md."""

from engine.games.advancing_chess.game import AdvancingChess

__all__ = ["AdvancingChess"]
