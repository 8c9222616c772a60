"""Boards that are scanned and lit: drivers, tiles, reconnecting, ghosting."""
