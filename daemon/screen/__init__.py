"""The board on the screen: taps move pieces on simulated reeds, and a hand of its own helps."""
