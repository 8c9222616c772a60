"""Buttons, sounds and signs beside the squares."""
