"""Players that think: search and evaluation for every game, in a process of their own (docs/opponents.md)."""
