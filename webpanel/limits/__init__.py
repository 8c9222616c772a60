"""Limits of what phones may ask: rates, PIN tries, bans, sizes of imports."""
