"""The workshop: learning the wiring of a board, and testing it, on the panel and in a terminal."""
