"""Puts engine, table, board and panel together into one running program."""
