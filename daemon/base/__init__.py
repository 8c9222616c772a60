"""Building blocks of every thread: errors, lazy values, child processes, randomness."""
