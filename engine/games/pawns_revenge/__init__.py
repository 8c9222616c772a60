"""Pawn's Revenge: pawns with power and toughness, dice, and secretly divided bonus points. Rules: rules/en.md."""
