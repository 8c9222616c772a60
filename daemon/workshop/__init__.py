"""Learning how a board is wired, and testing it: on the panel and in a terminal."""
