"""Pawn Advance Chess: pawns alone, four moves a turn, then everybody marches. Rules: rules/en.md."""
