"""Which firmware this is: written anew, from all files, where a tile is given its firmware."""

FIRMWARE = 0
