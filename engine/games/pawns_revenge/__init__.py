"""Pawn's Revenge: pawns with power and toughness, dice, and secretly divided bonus points.

Rules: docs/rules/pawns-revenge.md.
"""

from engine.games.pawns_revenge.game import PawnsRevenge as PawnsRevenge
