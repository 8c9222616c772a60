"""The panel of a club: all its boards on a wall, each of them large, and what came of their games."""
