"""Uses of any game: lessons, review, evaluation, perft, the text protocol, hidden information, sizes for tests."""
