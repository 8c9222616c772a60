"""The version of the firmware: overwritten with a hash of all files when a tile is given its firmware."""

FIRMWARE = 0
