"""Ports: the protocols through which the panel reaches the table, library, devices, club and workshop."""
