"""Services behind the panel: games, library, backups, reviews, device information."""
