"""What lasts: games, settings and seats, in one SQLite file."""
