"""The daemon: engine, table, board and panel put together into one running program."""
