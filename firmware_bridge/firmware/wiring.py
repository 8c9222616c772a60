"""The wiring of a tile: the one file to change for another wiring. A tile keeps its own when it is given new firmware.

Rows are on GP0-GP7, columns on GP8-GP15, the rings' data line is on GP16.
"""

PIXELS_PER_RING = 12
COLOURS = "GRB"
"""The order in which the pixels take their colours."""

RINGS = tuple(row * 8 + (column if row % 2 == 0 else 7 - column) for row in range(8) for column in range(8))
"""For each reed, the number of rings before its own: the data line runs to and fro, row by row."""
