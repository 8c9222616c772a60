"""Tiles: 8x8 boards with a microcontroller of their own, over a serial line."""
