"""The state of one table: its game, clocks, believed pieces, target and playback."""
