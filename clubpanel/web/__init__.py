"""Pages of the club for a wall, players and organisers."""
