"""The games, a folder each. None names another (docs/new-game.md tells how one is added)."""

SHOWN_FIRST = ("pawn-advance", "pawn", "chess-two", "pawns-revenge", "advancing-chess")
"""The order in which games are offered; those not named here follow by their ids."""
