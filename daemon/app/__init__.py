"""The running program: the only place where threads meet."""
