"""Rows of games in the database: write, read, list, count, delete."""
