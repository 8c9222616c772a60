"""Pawn: weak alone, strong in patterns. Rules: docs/rules/pawn.md."""

from engine.games.pawn.game import Pawn

__all__ = ["Pawn"]
