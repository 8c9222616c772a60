"""Tournaments: acts of an organiser, pairing and scoring. Pure but for the journal."""
