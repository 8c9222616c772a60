"""The five games. Each module opens with its rules page and names no other game."""
