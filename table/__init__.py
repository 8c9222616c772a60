"""One game at one board, pure: what hands do, what lights say, what comes next."""
