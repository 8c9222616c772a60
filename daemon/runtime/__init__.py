"""The thread that owns the table, and the queues and workers around it."""
