"""Messages that cross the border of the table: events in, effects and scenes out. They know nothing else of it."""
