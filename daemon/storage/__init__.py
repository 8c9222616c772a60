"""Persistent storage: games, settings and seats, in one SQLite file."""
