"""Checks of a wired board: self-test, lights, diodes, boot settings."""
