"""A played game as data: its record, time controls, computer levels and position as JSON."""
