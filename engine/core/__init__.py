"""The parts every game is made of: squares, pieces, actions, events, options and messages."""
