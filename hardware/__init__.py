"""Sensing and lighting a board."""
