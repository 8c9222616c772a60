"""The public side of a board: public messages, records, Home Assistant."""
