"""The board on the screen, felt and lit like a real one."""
