"""What can go wrong with tiles."""


class TileError(Exception):
    """Root of everything this package raises."""


class BadLayout(TileError, ValueError):
    """The tiles do not lie on the board as told: they overlap or leave squares without a reed."""


class TilesLost(TileError, ConnectionError):
    """Some tile does not answer, so nobody knows the whole occupancy."""
