"""Players that think: search and levels for every game, in a process of their own (docs/opponents.md)."""
