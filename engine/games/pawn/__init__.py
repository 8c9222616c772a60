"""Pawn: weak alone, strong in patterns. Rules: rules/en.md."""
