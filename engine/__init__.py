"""The rules of the five games: pure, standard library only, no I/O, no clock, no randomness."""
