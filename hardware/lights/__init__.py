"""Lights: from roles to the bytes of a frame."""
