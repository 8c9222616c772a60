"""The thread that owns the table, and what it waits for."""
