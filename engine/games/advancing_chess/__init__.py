"""Advancing Chess: pieces move only forward, but capture in every direction. Rules: rules/en.md."""
