"""The simulated board: pieces, reeds and rings without hardware, with the faults of real ones."""
