"""Uses of any game: lessons, review, perft, the text protocol, hidden information, sizes for tests."""
