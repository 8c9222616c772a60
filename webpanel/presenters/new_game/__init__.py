"""Values of the form for a new game: set-ups, the position editor, adaptive levels."""
