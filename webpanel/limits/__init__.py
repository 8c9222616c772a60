"""Limits on requests of phones: rates, PIN tries, bans, sizes of imports."""
