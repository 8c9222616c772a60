"""The HTTP server: connections, event streams and long requests."""
